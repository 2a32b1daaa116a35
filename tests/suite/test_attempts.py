"""What one might try, to have a false sentence proved: each attempt is refused."""

from fractions import Fraction

import pytest

from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.judging.verdict import OPEN, PROVED, verdicts
from proofs.engine.binding import begin
from proofs.engine.derivation import StepError
from proofs.engine.stated import claim_of, saying
from proofs.engine.substitution import BindingError
from theory.letters import n
from theory.softmax import CLAIMS
from theory.stating.families import positive, real, sqrt
from theory.stating.statements import equal, line, states

x, p, np = real("x"), real("P"), real("NP")


def pieces(name):
    return [piece for piece in proofs() if piece.claim == name]


def ran(name):
    return [Record(name, each.kind, each.where, finding=each.run()) for each in pieces(name)]


def test_a_quarter_in_the_place_of_a_half_is_refused():
    claim = claim_of("softmax.half-lipschitz")
    (whole,) = claim.states.said
    middle, right = whole.links
    quarter = line(middle.left, "=", middle.right, "≤", Fraction(1, 4))
    assert right.right.value == Fraction(1, 2)
    with saying(claim.id, states(quarter)), pytest.raises(StepError):
        ran(claim.id)


def test_n_plus_n_does_not_prove_that_p_is_np():
    with pytest.raises(StepError):
        begin(states(equal(p, np))).equals(n + n, "as it is").equals(2 * n, "twice").check()


def test_the_root_of_a_square_is_not_the_number():
    with pytest.raises(StepError):
        begin(states(equal(sqrt(x**2), x))).closes("for all real x").check()
    with pytest.raises(BindingError, match="no condition"):
        begin(states(equal(sqrt(x**2), x)), let={x: positive("x")})


def test_one_of_two_directions_alone_leaves_the_claim_open():
    name = "softmax.positive-and-at-most-one"
    both, chapter = ran(name), list(CLAIMS)
    grounds = [record for ground in claim_of(name).builds_on for record in ran(ground)]
    assert verdicts(chapter, [*both, *grounds])[name].word == PROVED
    for kept in both:
        verdict = verdicts(chapter, [kept, *grounds])[name]
        assert verdict.word == OPEN
        assert "no evidence reaches" in verdict.because.said()
