"""What is said: the claims as data, and each printed formula as SymPy, with document and lines."""
