"""The tools of all figures: what a figure is, its assertions, its captions, its bytes."""

KINDS = ("svg", "pdf", "png")  # of drawings
