"""The feed-forward net: how it looks."""
