"""The libraries that come with a translation into the names of `impl`."""
