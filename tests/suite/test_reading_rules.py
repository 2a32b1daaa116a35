"""Each sentence that one must believe of the reading, with false uses that only look right."""

from functools import reduce
from unittest.mock import patch

import numpy as np
import pytest

from impl import encoder, heads, lookup, retrieval, rotary, softmax
from impl.parameters import ENCODER_BLOCK
from impl.refusals import ArgumentValueError
from proofs.arrays.entries import argsort, array, scalars, standard_functions, whole_rows
from proofs.arrays.entries.argmax import is_first_largest
from proofs.arrays.entries.array import Array
from proofs.arrays.entries.axes import Combined, Plain, flat
from proofs.arrays.entries.believed import READING
from proofs.arrays.entries.family_arrays import library_of
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.many import WhichNumberError
from proofs.encoder.boxes import BOXES
from proofs.encoder.code import of_block
from proofs.encoder.stack import FIRST_LAYERS, LOOP
from proofs.engine import general
from tests.helpers.read_functions import reading
from theory.letters import L, d, m, n
from theory.stating.families import numbers
from theory.stating.operations import bracket
from theory.stating.operations import larger as most
from theory.stating.terms import ONE, Table, put, term
from theory.stating.variables import index

S, x, v = numbers("S", m, n), numbers("x", n, d), numbers("v", n, d)
kappa, theta = (numbers(name, m, n, domain="bit") for name in ("kappa", "theta"))
bits = numbers("b", m, domain="bit")
N = numbers("N", m, n, domain="natural")  # with many entries that are equal
t, W = numbers("t", m, domain="natural"), numbers("W", n, d)
i, j, c = index("i", m), index("j", n), index("c", d)
xp_of = lambda each: each.__array_namespace__()
STACKED = "encoder.stack", 1, {"encoded": FIRST_LAYERS}
FAILS = (NotReadError, WhichNumberError, AssertionError, ValueError)


def read(code, given, places):
    """Return a use of the reading: a function, what it is given, and where its result is asked."""
    return lambda: reading(code, given, places)


def falsely(where, name, rule, code, given, places):
    """Return a use of the reading in which one rule is another."""

    def use():
        with patch.object(where, name, rule):
            return reading(code, given, places)

    return use


def looped(fold):
    """Return a use of the reading on an encoder whose loop over its layers is another."""

    def run(x, params, mask, eps):
        step = lambda rows, block: encoder.encoder_block(rows, block, mask, eps=eps)
        own = encoder.fitting_blocks("encoder", params, "encoder", ENCODER_BLOCK, x=(x, "... n d"))
        return fold(own, x, step)

    def use():
        with patch.object(encoder, "encoder", run):
            return general.run(*STACKED, lambda chain: chain.closes(""), {}, (LOOP,), left=True)

    return use


def first_axis_fastest(place):
    return flat(place if not isinstance(place, Combined) else Combined(
        type(place.axis)(place.axis.factors[::-1]), place.parts[::-1]))  # fmt: skip


def one_too_far(axis, key):
    cut, shift = CUT(axis, key)
    return Plain(cut.size + ONE), shift


def from_the_start(axis, key):
    return CUT(axis, key)[0], None


def ramp(p, q):
    return scalars.Entry(most(0, 1 - most(0, p.value + 1 - q.value)))


def last_largest(place, held):
    (k,) = held.bounds
    from_the_end = lambda at: k.last + 1 - at
    reversed_ = Table(held.bounds, put(held.body, {k: from_the_end(k)}))
    return is_first_largest(from_the_end(place), reversed_)


def careless(x):
    """Refuse negative numbers, but only where NumPy runs."""
    if isinstance(x, np.ndarray) and bool(np.any(x < 0)):
        raise ArgumentValueError("careless", x="is negative")
    return x


def of_other_norm(x, params, eps):
    return encoder.encoder_block(x, params | {"norm_1.gain": params["norm_2.gain"]}, eps=eps)


def of_both(p, q):
    return scalars.Entry(LARGER(p, q).value, scalars.both(p.there, q.there))


def as_if_there(p, q):
    return scalars.Entry(LARGER(p, q).value)


def larger(scores, first, second):
    xp, parts = xp_of(scores), ((scores, first), (2 * scores, second))
    return xp.exp(xp.maximum(*(kept(each, mask, -np.inf) for each, mask in parts)))


# The largest entry of a row, and what where makes of two arrays.
top = lambda S: xp_of(S).max(S, axis=-1)
below = lambda x, k: xp_of(x).sum(x[:k, :], axis=0)
longer, few = numbers("x", m + n, d), numbers("x", term(3), d)
at_largest = lambda x: x[int(xp_of(x).argmax(x[:, 0], axis=-1))]
kept = lambda S, kappa, other: xp_of(S).where(kappa, S, other)
FALSE = {
    "places": {
        "the first axis runs fastest": falsely(
            array, "flat", first_axis_fastest, lambda x: xp_of(x).reshape(x, (-1,)), (x,),
            (index("k", n * d),),
        ),
    },
    "sums": {
        "matrices of unlike sizes": read(lambda S: S @ S, (S,), (i, j)),
        "a sum over one place alone": falsely(
            standard_functions,
            "summed",
            lambda axis, term: term(ONE),
            lambda S: xp_of(S).sum(S, axis=-1),
            (S,),
            (i,),
        ),
    },
    "broadcasting": {
        "m places meet n": read(lambda S: S + S.mT, (S,), (i, j)),
        "m bits meet rows of n": read(lambda S, b: xp_of(S).where(b, S, 0), (S, bits), (i, j)),
    },
    "absent entries": {
        "0 times -∞": read(lambda S, k: kept(S, k, -np.inf) * 0, (S, kappa), (i, j)),
        "a negative number times -∞": read(
            lambda S, k: kept(S, k, -np.inf) * -1, (S, kappa), (i, j)
        ),
        "-∞ as a result": read(lambda S, k: kept(S, k, -np.inf), (S, kappa), (i, j)),
    },
    "choices": {
        "+∞ times 0": read(lambda S, k: kept(S, k, np.inf), (S, kappa), (i, j)),
        "the other one": falsely(
            scalars, "chosen", lambda c, p, q: CHOSEN(c, q, p),
            lambda S, k: kept(S, k, 0), (S, kappa), (i, j),
        ),
    },
    "rows": {
        "it stands first": falsely(
            whole_rows, "largest", lambda axis, at: at(ONE), top, (S,), (i,)
        ),
        "at least 0, whatever the entries": falsely(
            whole_rows, "shown_nonnegative", lambda value: True, lambda S: abs(top(S)), (S,), (i,)
        ),
    },
    "larger of two": {
        "there where both are": falsely(
            scalars, "larger", of_both, larger, (S, kappa, theta), (i, j)
        ),
        "always there": falsely(
            scalars, "larger", as_if_there, larger, (S, kappa, theta), (i, j)
        ),
        "the first of two": falsely(
            scalars, "larger", lambda p, q: p, larger, (S, kappa, theta), (i, j)
        ),
        "-∞ as a result": read(
            lambda S, k: xp_of(S).maximum(kept(S, k, -np.inf), kept(S, k, -np.inf)), (S, kappa),
            (i, j),
        ),
    },
    "guards": {
        "forgotten": falsely(
            scalars, "chosen", lambda c, p, q: q, lookup.attention, (S, v, kappa), (i, c)
        ),
    },
    "argmax": {
        "the last of equals": falsely(
            scalars, "is_first_largest", last_largest, lambda N: softmax.hardmax(N / 1), (N,),
            (i, j),
        ),
    },
    "argsort": {
        "from the smallest on": read(lambda S: xp_of(S).argsort(S), (S,), (i, j)),
        "of equals the later": falsely(
            argsort, "bracket", lambda p, sign, q: bracket(p, {"<": ">"}.get(sign, sign), q),
            lambda N: retrieval.ranking(N / 1), (N,), (i, j),
        ),
    },
    "whole numbers": {
        "p < q as p ≤ q": falsely(
            scalars, "before", lambda p, q: scalars.Entry(1 - BEFORE(q, p).value),
            lambda q, k: heads.causal_mask(q, k, xp=library_of(q)), (m, n), (i, j),
        ),
        "of real numbers": falsely(
            scalars, "less", ramp, lambda S: xp_of(S).where(S < 1, S, 0), (S,), (i, j),
        ),
    },
    "open truths": {
        "one way alone": read(
            lambda S: S * 2 if isinstance(S, Array) or S[0, 0] > 0 else S * 3, (S,), (i, j)
        ),
        "an error on neither": read(careless, (S,), (i, j)),
    },
    "one of few": {
        "always the first": falsely(
            scalars, "one_of_few", lambda which: 0, at_largest, (few,), (c,)
        ),
        "of any number of places": read(at_largest, (x,), (c,)),
        "of numbers that are no places": read(lambda x: x[int(x[0, 0])], (few,), (c,)),
    },
    "rows of a table": {
        "nobody has checked": read(
            lambda t, W: xp_of(W).take(W, t - 1, axis=0), (t, W), (i, c)
        ),
        "columns": read(lambda t, W: xp_of(W).take(W, t - 1, axis=1), (t, W), (i, c)),
        "a row that may lie beyond": read(lambda x, k: x[k], (x, m), (c,)),
    },
    "slices": {
        "more than there are": read(lambda x, k: below(x, k), (x, m), (c,)),
        "fewer than none": read(lambda x, k: below(x, -1), (x, m), (c,)),
        "the rest of more than there are": read(lambda x, k: xp_of(x).sum(x[k:, :], axis=0),
                                                (x, m), (c,)),
        "one too far": falsely(array, "_cut", one_too_far, below, (longer, m), (c,)),
        "the first in the place of the last": falsely(
            array, "_cut", from_the_start, lambda x: x[-1:, :], (x,), (ONE, c)
        ),
        "the first in the place of the others": falsely(
            array, "_cut", from_the_start, lambda x, k: x[k:, :], (longer, m), (j, c)
        ),
        "the same of every two": falsely(
            array, "_cut", from_the_start, rotary.rotary, (numbers("x", n, 2 * L),),
            (j, index("k", 2 * L)),
        ),
    },
    "boxes": {
        "other parameters": lambda: general.run(
            "encoder.block", 0, {"block": of_block(of_other_norm)},
            lambda chain: chain.closes(""), {}, BOXES,
        ),
    },
    "stacks": {
        "the last layer first": looped(lambda own, x, step: reduce(step, own[::-1], x)),
        "without the last layer": looped(lambda own, x, step: reduce(step, own[:-1], x)),
        "the last layer twice": looped(lambda own, x, step: reduce(step, [*own, *own[-1:]], x)),
        "something before": looped(lambda own, x, step: reduce(step, own, 2 * x)),
        "something after": looped(lambda own, x, step: 2 * reduce(step, own, x)),
        "the input once more": looped(lambda own, x, step: x + reduce(step, own, x)),
    },
}  # fmt: skip
CHOSEN, BEFORE, CUT = scalars.chosen, scalars.before, array._cut
LARGER = scalars.larger
USES = [(name, use) for name, uses in FALSE.items() for use in uses]


def test_the_loop_itself_is_not_refused():
    assert looped(lambda own, x, step: reduce(step, own, x))().compared


def test_the_larger_of_two_itself_is_not_refused():
    assert reading(larger, (S, kappa, theta), (i, j))


def test_the_place_of_the_largest_of_few_itself_is_not_refused():
    assert reading(at_largest, (few,), (c,))


def test_each_sentence_has_a_false_use():
    assert list(FALSE) == list(READING)


@pytest.mark.parametrize(("name", "use"), USES, ids=lambda text: text)
def test_a_false_use_is_refused(name, use):
    with pytest.raises(FAILS):
        FALSE[name][use]()
