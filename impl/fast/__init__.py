"""The formulas where they are fast: in NumPy, in little memory, on every core."""
