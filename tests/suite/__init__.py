"""The tests of the suite's own tools."""
