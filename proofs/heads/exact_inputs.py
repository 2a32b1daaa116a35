"""Families of the theory as arrays of symbols, for exact runs of `impl`."""

from proofs.arrays import expressions
from theory.symbols import family


def of_symbols(shapes):
    """Return families of these shapes as a case, and as the arrays that `impl` takes."""
    arrays = [expressions.entries(family(f.base.name), *shape) for f, shape in shapes.items()]
    return {f: array.tolist() for f, array in zip(shapes, arrays, strict=True)}, arrays
