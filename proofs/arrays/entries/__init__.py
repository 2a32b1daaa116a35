"""The reading of arrays by their general entry: sizes are symbols, an entry is a term."""
