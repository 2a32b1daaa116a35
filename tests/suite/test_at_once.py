"""That values exist which do something for all places at once: how it reads, and who refuses it."""

import pytest

from proofs.engine import general
from proofs.engine.at_case import At, fails_at, printed_at
from proofs.engine.binding import BindingError, begin
from proofs.engine.by_induction import halves
from proofs.engine.contrary import Never, refuted
from proofs.engine.duties import duties
from proofs.engine.gallina import sayings
from proofs.engine.lemma import lemma_of
from proofs.engine.stated import claim_of, saying
from proofs.engine.witness import EvidenceError
from tests.mutation.changed_statements import mutants
from theory.letters import i, j, k, n
from theory.stating.existence import some
from theory.stating.families import numbers, total
from theory.stating.gallina_statements import said_at_once
from theory.stating.gallina_terms import UnsaidError
from theory.stating.printed import printed
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.terms import TermError
from theory.stating.variables import positive, real

x, v = numbers("x", n), numbers("v", n)
t, gap = real("t"), positive("g")
ABOVE = some(v, such=equal(total(v), 1), every=i, holds=line(v[i], ">", x[i]))
ONE_FOR_ALL = some(t, every=i, holds=line(t, ">", x[i]))
AT_ONCE = states(ONE_FOR_ALL)
CLAIM = "retrieval.some-k-are-never-first"


def test_the_choice_is_printed_before_the_places():
    assert printed(AT_ONCE) == r"\exists\, t:\ \forall\, i:\ t > x_{i}"
    shown = printed(states(ABOVE))
    assert r"\exists\, v:\ \sum_{j=1}^{n} v_{j} = 1,\ \forall\, i:\ v_{i} > x_{i}" in shown
    supposing = some(v, every=t, holds=line(t, ">", 0, when=line(v[i], "<", t)))
    inside = r"\forall\, t:\ \left(\forall\, i:\ v_{i} < t\right) \implies t > 0"
    assert inside in printed(states(supposing))


def test_gallina_says_what_is_chosen_before_what_is_any():
    text = " ".join(said_at_once(states(ABOVE), ABOVE).text.split())
    assert text == (
        "forall n : nat, (0 < n)%N -> forall x : 'rV[R]_n, exists v : 'rV[R]_n, "
        "(\\sum_(s1 < n) (v 0 s1) = 1 :> R) /\\ forall i : 'I_n, v 0 i > x 0 i"
    )
    least = some(gap, every=(t, i), holds=line(gap, "<", t, when=line(x[i] + x[j], "<", t)))
    text = " ".join(said_at_once(states(least), least).text.split())
    assert text.endswith(
        "exists g : R, (0 < g) /\\ forall t : R, forall i : 'I_n, "
        "(forall (j : 'I_n), (x 0 i) + (x 0 j) < t) -> g < t"
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: some(t, such=line(t, ">", 0), holds=line(t, ">", x[i])), "i is free"),
        (lambda: some(t, every=j, holds=line(t, ">", x[i])), "i is free"),
        (lambda: some(t, every=(i, t), holds=line(t, ">", x[i])), "what is chosen"),
        (lambda: some(v, every=t, such=line(t, ">", 0), holds=line(t, ">", 0)), "every value of"),
        (lambda: some(v, every=gap, holds=line(t, to(gap, INFINITY), 0)), "a limit"),
        (
            lambda: some(v, such=line(t, ">", 0, when=line(t, ">", 1)), holds=line(t, ">", 0)),
            "has a condition",
        ),
        (lambda: states(ONE_FOR_ALL, given=line(t, "<", 0)), "a condition speaks"),
        (lambda: some(t, every=x[1] + 1, holds=line(t, ">", 0)), "expected variables"),
    ],
)
def test_what_leaves_the_order_open_is_refused(make, message):
    with pytest.raises(TermError, match=message):
        make()


@pytest.mark.parametrize(
    "named",
    [
        some(real("x"), every=i, holds=line(real("x"), ">", x[i])),
        some(t, every=i, holds=line(t + x[1], ">", x[i])),
        some(t, gap, every=i, holds=line(t, ">", x[i])),
    ],
)
def test_what_cannot_be_told_apart_is_not_said(named):
    with pytest.raises(UnsaidError):
        said_at_once(states(named), named)


def test_it_is_one_duty_that_no_reading_of_one_place_takes():
    assert duties(AT_ONCE) == [ONE_FOR_ALL]
    with pytest.raises(BindingError, match="no relation"):
        begin(AT_ONCE, let={t: x[i] + 1})
    with pytest.raises(BindingError, match="no relation of two terms"):
        lemma_of(AT_ONCE, None, {}, 0)
    with pytest.raises(BindingError, match="no relation for every place"):
        halves(AT_ONCE, 0, i, j)
    with pytest.raises(EvidenceError, match="no witness"):
        fails_at(AT_ONCE, At({x: (0, 1), t: 0}))
    with pytest.raises(EvidenceError, match="at one place"):
        refuted(AT_ONCE, Never(lambda chain: chain))
    with pytest.raises(EvidenceError, match="no equation"):
        printed_at(AT_ONCE, 0, {x: (0, 1)})
    with saying(CLAIM, AT_ONCE), pytest.raises(EvidenceError, match="no equation"):
        general.run(CLAIM, 0, {}, lambda chain: chain, {}, (), False)


@pytest.mark.parametrize(
    "name", ["some-k-are-never-first", "a-line-ranks-two-sets", "four-documents-fit-a-plane"]
)
def test_each_mutant_is_another_theorem(name):
    claim = claim_of(f"retrieval.{name}")
    ((_, own),) = sayings(claim)
    changed = [*mutants(claim.states)]
    assert any("such" in what for what, _ in changed)
    assert any("whatever" in what for what, _ in changed) == (name != "some-k-are-never-first")
    for what, mutant in changed:
        try:
            text = said_at_once(mutant, mutant.said[0]).text
        except UnsaidError:
            continue
        assert text != own.text, what


def test_a_family_is_chosen_at_each_place():
    for place in (i, k):
        chain = begin(states(some(v, holds=line(v[i], ">", x[i]))), let={v[place]: x[place] + 1})
        chain.above(x[i], "").check()
    with pytest.raises(BindingError, match="chosen by what it is itself"):
        begin(states(some(v, holds=equal(total(v), t))), let={v[i]: t - total(v) + v[i]})
