"""The bounds that tests use are those that theorems prove, and none of them can spare a term."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from atensi.formal.proof_tables import ROCQ
from proofs.arrays.digits import array
from proofs.engine.gallina import sayings
from tests.helpers import oracle
from tests.helpers.holds import within as errors_within
from tests.helpers.roundings import nearest, real, weight_of_two
from theory.fifty_digits import mp
from theory.floats import merged_parts as folding
from theory.floats.computed_attention import CLAIMS, m, p_hat, r, s, v, w, x
from theory.floats.normalising import CLAIMS as NORMALISED
from theory.floats.storing import CLAIMS as STORED
from theory.letters import i, n
from theory.rounding import attention_terms as bounds
from theory.rounding import fold_terms as fold_bounds
from theory.rounding.bounds import SUBNORMAL, UNIT, bound_scaled_attention, bound_softmax, factors
from theory.rounding.fold_bounds import bound_fold
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import DIGITS, within
from theory.stating.gallina_statements import said
from theory.stating.numeric import Numeric
from theory.stating.operations import exp
from theory.stating.relations import line
from theory.stating.statements import states
from theory.stating.terms import ONE, ZERO, Number, put
from theory.stating.unfolding import unfolded

BY_ID = {
    claim.id.split(".")[1]: claim for claim in (*CLAIMS, *NORMALISED, *STORED, *folding.CLAIMS)
}
SCORES = [mp.mpf(k) for k in (0, 3, -5, 2)]
# of fifty digits: weights from elsewhere carry exponentials, a sum and a quotient, here twice
SAME = factors(2 * (len(SCORES) + 2 * DIGITS + 1), "digits")


def right_side(name):
    return BY_ID[name].states.said[0].links[0].right


def of_format(dtype, **heights):
    given = {bounds.u: UNIT[dtype], bounds.eta: SUBNORMAL[dtype], bounds.c: within("exp", dtype)}
    return given | {getattr(bounds, name): height for name, height in heights.items()}


@pytest.mark.parametrize("dtype", FORMATS)
def test_the_tolerance_of_softmax_is_the_right_side_of_its_claim(dtype):
    p, given = oracle.softmax(SCORES), of_format(dtype, h=3)
    whole = Numeric(right_side("softmax"))
    stated = whole.at({x: SCORES, m: 3, n: 4, **given}, [{i: k} for k in (1, 2, 3, 4)])
    for ours, theirs in zip(bound_softmax(SCORES, p, dtype), stated, strict=True):
        assert abs(ours - theirs) <= SAME * theirs


def test_the_tolerance_of_attention_is_the_right_side_of_its_claim():
    p, values, off = oracle.softmax(SCORES), [1, -2, 3, 4], [UNIT["float16"]] * 4
    reach = [3 - score + off[0] for score in SCORES]
    stated = Numeric(right_side("attention")).once(
        {s: SCORES, w: off, r: reach, v: values, n: 4, **of_format("float32", h=3, g=3)}
    )
    ours = bound_scaled_attention(SCORES, off, p, values, "float32")
    assert abs(ours - stated) <= SAME * stated


def test_the_tolerance_of_a_fold_is_the_right_side_of_its_claim():
    p, values, moved, merged = oracle.softmax(SCORES), [1, -2, 3, 4], [UNIT["float16"]] * 4, 2
    along = [move + 3 * merged * SUBNORMAL["float32"] for move in moved]
    stated = Numeric(right_side("fold")).once(
        {folding.s: SCORES, folding.w: along, folding.v: values, folding.mu: 1, n: 4,
         fold_bounds.level: merged, fold_bounds.merges: merged, **of_format("float32", h=3)}
    )  # fmt: skip
    ours = bound_fold(p, moved, values, merged, "float32")
    assert abs(ours - stated) <= SAME * stated


@pytest.mark.parametrize(
    ("file", "name", "claim"),
    [
        ("computed", "softmax_on_floats", "softmax"),
        ("computed", "logsumexp_on_floats", "logsumexp"),
        ("computed_attention", "attention_on_floats", "attention"),
        ("computed_deviation", "deviation_on_floats", "deviation"),
        ("computed_norm", "layer_norm_on_floats", "layer-norm"),
        ("computed_deviation", "gain_and_bias_on_floats", "gain-and-bias"),
        ("computed_fold", "fold_on_floats", "fold"),
        ("computed_unshifted", "unshifted_on_floats", "fold"),
        ("computed_stored", "stored_once_on_floats", "stored-once"),
    ],
)
def test_a_theorem_on_floats_ends_in_the_words_of_its_claim(file, name, claim):
    ((_, generated),) = sayings(BY_ID[claim])
    text = (ROCQ / f"{file}.v").read_text(encoding="utf-8")
    stated = re.search(rf"^Theorem {name}\b.*?\nProof\.$", text, re.M | re.S)[0]
    last = stated.removesuffix("\nProof.").rstrip(".").splitlines()[-1]
    assert last.split() == generated.text.splitlines()[-1].split()


def test_the_bound_of_a_score_is_that_of_its_claim():
    ((_, generated),) = sayings(BY_ID["scaled-score"])
    text = (ROCQ / "computed_attention.v").read_text(encoding="utf-8")
    bound = generated.text.splitlines()[-1].split(" <= ", 1)[1]
    assert " ".join(bound.split()) in " ".join(text.split())


def test_another_bound_is_another_theorem():
    claim = BY_ID["softmax"]
    ((_, proved),) = sayings(claim)
    for other in wrong_bounds().values():
        statement = states(line(abs(p_hat[i] - 0), "≤", other), given=claim.states.conditions)
        text = said(statement, statement.said[0].links[0]).text
        assert (
            text.splitlines()[-1].split(" <= ")[1:]
            != proved.text.splitlines()[-1].split(" <= ")[1:]
        )


def wrong_bounds():
    """Return the right side of the claim on softmax with one thing wrong."""
    whole = unfolded(right_side("softmax"))
    eta, c, h = bounds.eta, bounds.c, bounds.h
    factors = h + 2 * c + 1
    return {
        "one factor less": put(whole, {factors: h + 2 * c}),
        "exact exponential": put(whole, {factors: h + 1}),
        "not amplified": put(whole, {exp(_relative(whole)): exp(unfolded(bounds.carried))}),
        "no underflow": put(whole, {(exp(unfolded(bounds.carried)) + bounds.HALF) * eta: ZERO}),
        "sharper factors": put(whole, {Number(Fraction(11, 10)): ONE}),
    }


def _relative(whole):
    """Return the logarithm K of the relative error: the first exponent of the right side."""
    return whole.given[0].given[0].given[0].given[0]


def of_two(term, score, top, bits, c=1):
    """Return a bound at the first of two scores, where floats have so many bits."""
    u = mp.mpf(2) ** -bits
    given = {bounds.u: u, bounds.eta: u**40, bounds.c: c, bounds.h: 1, n: 2, m: real(top)}
    return Numeric(term).at({x: [real(score), real(top)], **given}, [{i: 1}])[0]


def error_of_two(score, top, bits):
    exact = oracle.softmax([real(score), real(top)])[0]
    return abs(real(weight_of_two(score, top, bits)) - exact)


# The largest scores are just below a number of which half the distance of floats is a rounding.
HARD = (Fraction("-4.0755615234375"), Fraction(1, 2**15) * (1 - Fraction(1, 2**17)), 17)
COARSE = (Fraction("-4.0625"), Fraction("0.0078125") * (1 - Fraction(1, 2**9)), 9)


def test_scores_that_are_floats_stay_within_the_bound():
    for score, top, bits in (HARD, COARSE):
        assert nearest(score, bits) == score
        assert nearest(top, bits) == top
        assert error_of_two(score, top, bits) <= of_two(right_side("softmax"), score, top, bits)


@pytest.mark.parametrize("wrong", ["one factor less", "exact exponential", "not amplified"])
def test_a_bound_with_one_thing_wrong_is_violated(wrong):
    assert error_of_two(*HARD) > of_two(wrong_bounds()[wrong], *HARD)


def test_without_a_term_for_underflow_the_bound_is_violated():
    row = [mp.zero, mp.mpf(-1000)]
    given = of_format("float64", h=1)
    least = Numeric(wrong_bounds()["no underflow"]).at({x: row, m: 0, n: 2, **given}, [{i: 2}])[0]
    assert oracle.softmax(row)[1] > least  # and exp(-1000) underflows to 0
    assert bound_softmax(row, oracle.softmax(row), "float64")[1] > oracle.softmax(row)[1]


def test_a_sum_of_height_one_is_not_exact():
    bits, terms = 11, (Fraction(1), Fraction(1, 2**11))
    off = abs(nearest(sum(terms), bits) - sum(terms))
    u = Fraction(1, 2**bits)
    assert off > ((1 + u) ** 0 - 1) * sum(terms)
    assert off <= ((1 + u) ** 1 - 1) * sum(terms)


@pytest.mark.parametrize(
    ("computed", "exact", "bound"),
    [
        (1.0, 1.5, 0.4999999),
        (1.0, 1 + 2.0**-52, 2.0**-53),
        (2.0**53, -1.0, 2.0**53),  # the difference is rounded to the bound, which it exceeds
        (math.nan, 0.0, math.inf),
        (math.inf, math.inf, math.inf),
    ],
)
def test_floats_are_compared_as_digits_are(computed, exact, bound):
    numbers = [computed, exact, bound]
    for made in (lambda x: np.asarray([x]), lambda x: array([x])):
        with pytest.raises(AssertionError, match="entry 0"):
            errors_within(*map(made, numbers), "one entry")
        errors_within(made(1.0), made(1.5), made(0.5), "the bound itself")


def test_a_float_that_is_no_number_is_read_without_a_warning_however_often():
    for _ in range(200):  # the interpreter compares by another instruction once it has warmed up
        assert np.all([value != value for value in array([math.nan, math.inf - math.inf]).data])
