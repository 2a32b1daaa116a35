"""What the code of the fold computes of two parts, at all sizes: with masks and without."""

from impl.fold import mean, merge, summary
from proofs.arrays import expressions
from proofs.engine.at_case import At
from proofs.engine.evidence import computes, general_run, necessity
from proofs.rules import some_kept
from theory.fold.words import second, theta, w, y
from theory.letters import j
from theory.softmax.words import kappa, v, x


def of_two_parts(x, v, y, w, first=None, second=None):
    """Return what the code makes of two parts, for values of one column."""
    return mean(merge(summary(x, v[:, None], first), summary(y, w[:, None], second)))[0]


computes("fold.computed", {"folded": of_two_parts}, "the largest scores cancel")


def of_kept(kappa, theta, *rows):
    """Return the same, where pairs are kept as two masks say."""
    return of_two_parts(*rows, kappa, theta)


@general_run("fold.masks", {"folded_where": of_kept})
def a_part_of_which_nothing_is_kept_leaves_the_other(chain):
    chain.decides("something is kept").by(some_kept, "a part of which nothing is kept sums up to 0")
    return chain.closes("the largest scores cancel")


def at_numbers(kappa, theta, *rows):
    """Return what the code makes of lists of numbers."""
    masks = [expressions.array([bit == 1 for bit in each]) for each in (kappa, theta)]
    return of_kept(*masks, *map(expressions.array, rows)).tolist()


@necessity("fold.masks", "some-kept")
def where_nothing_is_kept_the_quotient_is_zero_by_zero():
    case = {kappa: (0,), theta: (0,), x: (0,), v: (1,), y: (0,), w: (1,)}
    why = "what the code gives; the quotient is 0/0"
    runs = {"folded_where": at_numbers}
    return At(case, at_numbers(*case.values()), why, undefined=True, runs=runs)


@general_run("fold.nothing-to-attend-to", {"folded_where": of_kept})
def where_nothing_is_kept_the_output_is_zero(chain):
    chain.given("", kappa[j], 0, "the first part keeps nothing")
    chain.given("", theta[second], 0, "nor does the second")
    return chain.closes("0 divided by the guard, 1")
