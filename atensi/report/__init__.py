"""The report that a reviewer opens: a static site, and an appendix for the thesis."""
