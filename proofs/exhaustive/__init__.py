"""The library's elementary functions on every float of a format, and what was recorded of them."""
