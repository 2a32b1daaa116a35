"""What the code of the fold computes: at all sizes of two parts, and with masks at small ones."""

from impl.fold import mean, merge, summary
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import exact_run, general_run, necessity
from theory.fold import theta, w, y
from theory.softmax import kappa, v, x
from theory.symbols import family

SIZES = {x: 2, v: 2, y: 1, w: 1}


def of_two_parts(x, v, y, w, first=None, second=None):
    """Return what the code makes of two parts, for values of one column."""
    return mean(merge(summary(x, v[:, None], first), summary(y, w[:, None], second)))[0]


@general_run("fold.computed", {"folded": of_two_parts})
def the_code_gives_attention_over_both_parts(chain):
    return chain.closes("the largest scores cancel")


def masked(first, second):
    """Return a case with these masks."""
    rows = {each: expressions.entries(family(each.base.name), size) for each, size in SIZES.items()}
    return {kappa: first, theta: second} | {each: row.tolist() for each, row in rows.items()}


FOLDED = {"folded_where": lambda first, second, *rows: of_two_parts(*rows, first, second)}


@exact_run("fold.masks", FOLDED)
def a_part_of_which_nothing_is_kept_leaves_the_other():
    for first in ([1, 0], [0, 1], [1, 1], [0, 0]):
        for second in ([1], [0]) if any(first) else ([1],):
            yield masked(first, second)


def at_numbers(kappa, theta, *rows):
    """Return what the code makes of lists of numbers."""
    masks = [expressions.array([bit == 1 for bit in each]) for each in (kappa, theta)]
    return of_two_parts(*map(expressions.array, rows), *masks).tolist()


@necessity("fold.masks", "some-kept")
def where_nothing_is_kept_the_quotient_is_zero_by_zero():
    case = {kappa: (0,), theta: (0,), x: (0,), v: (1,), y: (0,), w: (1,)}
    why = "what the code gives; the quotient is 0/0"
    runs = {"folded_where": at_numbers}
    return At(case, at_numbers(*case.values()), why, undefined=True, runs=runs)


@exact_run("fold.nothing-to-attend-to", FOLDED)
def where_nothing_is_kept_the_output_is_zero():
    yield masked([0, 0], [0])
