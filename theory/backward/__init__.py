"""The backward pass of attention."""
