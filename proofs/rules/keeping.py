"""Rules on what is kept: a row of bits that are 1 where something is."""

import sympy as sp

from proofs.rules.listing import counts_from_one, rule
from theory.stating.symbolic import SOME_THERE, Opaque, symbolic
from theory.stating.terms import Table


@rule("g(some κ) Σ κ f = g(1) Σ κ f, because the sum is 0 where no κ is 1.")
def some_kept(expression):
    """Put 1 for whether some bit of a row is 1, in a sum over what the row keeps and beside it."""
    return expression.replace(lambda e: isinstance(e, sp.Mul | sp.Sum), _beside_a_sum)


def _beside_a_sum(product):
    totals = [each for each in sp.Mul.make_args(product) if isinstance(each, sp.Sum)]
    sure = {
        some: sp.S.One
        for some in product.atoms(Opaque)
        if some.word is SOME_THERE and any(_is_over_kept(total, some) for total in totals)
    }
    return product.xreplace(sure)


def _is_over_kept(total, some):
    """Say whether each term of a sum has the bit of the row at its place as a factor."""
    holes, (row,) = some.held
    if len(total.limits) != 1 or not isinstance(row, Table) or len(row.bounds) != 1:
        return False
    ((bound, *ends),) = total.limits
    (place,) = row.bounds
    whole_row = counts_from_one(total.limits[0]) and ends == [1, symbolic(place.last)]
    if not whole_row or some.has(bound):
        return False
    here = dict(zip(holes, some.args, strict=False)) | {symbolic(place): bound}
    bits = sp.Mul.make_args(symbolic(row.body).xreplace(here))
    return set(bits) <= set(sp.Mul.make_args(total.function))
