"""What figures are made with: what a figure is, its assertions, its captions, its bytes."""
