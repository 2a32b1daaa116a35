"""A verdict follows from evidence alone, and every gap in the evidence opens the claim."""

import json
from dataclasses import replace

from atensi.formal.checker_record import CHANGED
from atensi.judging import reason
from atensi.judging.outcomes import Held, Sampled, Theorem
from atensi.judging.records import Record
from atensi.judging.verdict import (
    DEFINITION,
    OPEN,
    PROVED,
    PROVED_UNDER,
    READ_AS,
    REFUTED,
    SUPPORTED,
    Verdict,
    verdicts,
)
from proofs.engine.findings import Compared, Derived, Measured, Sized
from theory.claim import Claim, Hypothesis
from theory.language import is_translated, languages
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.vocabulary import letter

ASSUMED = Hypothesis("it is so")


ONE = (equal(1, 1),)
NAMED = (equal(letter("g", 1), 1),)  # what a word is
FOUND = {  # each of the first relation
    "derivation": Derived("a = b", "=", [], [], [], duties=(0,)),
    "exact run": Compared(["n = 2"], 1, (0,)),
    "sizes": Sized({}, duties=(0,)),
    "property": Held("t", duties=(0,)),
    "statistic": Sampled("t", false_alarm=1e-8, miss=1e-4, seed=0, duties=(0,)),
}


def claim(name="c.a", said=ONE, given=(), hypotheses=None, **more):
    statement = states(*said, given=given, hypotheses=hypotheses)
    return Claim(**{"id": name, "kind": "identity", "says": "says", "states": statement, **more})


def evidence(kind, name="c.a", outcome="holds", **more):
    return Record(name, kind, "f.py:1", outcome, **{"finding": FOUND.get(kind), **more})


def word(claims, records, name="c.a"):
    return judged(claims, records, name).word


def judged(claims, records, name="c.a") -> Verdict:
    """Return the verdict on a claim, whose reason each language can say."""
    found = verdicts(claims, records)[name]
    for lang in languages():
        assert all(is_translated(text, lang) for text in found.because.texts()), found.because
    assert reason.from_json(json.loads(json.dumps(reason.as_json(found.because)))) == found.because
    return found


def test_without_evidence_a_claim_is_open():
    assert word([claim()], []) == OPEN


def test_a_derivation_proves():
    assert word([claim()], [evidence("derivation")]) == PROVED


def test_a_formal_proof_proves_and_says_where_it_was_checked():
    assert word([claim()], [evidence("formal", finding=None)]) == OPEN  # typed by hand
    theorem = Theorem("t", "1 = 1", 1, "no axioms", recorded="1a2b", duties=(0,))
    found = judged([claim()], [evidence("formal", finding=theorem)])
    assert found.word == PROVED
    assert "recorded, of the sources 1a2b" in found.because.said()
    assert "tercatat, dari sumber 1a2b" in found.because.said("id")
    also_derived = judged([claim()], [evidence("formal", finding=theorem), evidence("derivation")])
    assert also_derived.because.said() == "a derivation and a formal proof, for all sizes"


def test_a_formal_proof_of_other_sources_proves_nothing():
    stale = evidence("formal", outcome="not run here", message=CHANGED)
    assert word([claim()], [stale]) == OPEN
    assert word([claim()], [stale, evidence("exact run")]) == OPEN
    assert word([claim()], [stale, evidence("derivation")]) == PROVED


def test_failing_evidence_opens_what_other_evidence_proves():
    assert word([claim()], [evidence("derivation"), evidence("property", outcome="fails")]) == OPEN


def test_a_hypothesis_must_be_shown_to_be_needed():
    conditional = claim(hypotheses={"h": ASSUMED})
    assert word([conditional], [evidence("derivation")]) == OPEN
    needed = evidence("necessity", hypothesis="h")
    assert word([conditional], [evidence("derivation"), needed]) == PROVED_UNDER
    assert word([conditional], [needed]) == OPEN


def test_a_hypothesis_whose_own_evidence_fails_has_no_ground():
    measured = claim("c.g", scope="floats")
    above = claim(hypotheses={"h": replace(ASSUMED, ground="c.g")})
    own = [evidence("derivation"), evidence("necessity", hypothesis="h")]
    every = evidence("exhaustive", "c.g", finding=Measured({}, duties=(0,)))
    assert word([measured, above], [*own, every]) == PROVED_UNDER
    lost = judged([measured, above], own)
    assert lost.word == OPEN
    assert lost.because.said() == "its hypothesis h has no ground: c.g does not hold here"
    assert above.grounds == ("c.g",)


def test_every_relation_must_be_reached():
    two = claim(said=(line(0, "<", 1, "≤", 1),))
    first, second = (evidence("derivation", finding=_derived(k)) for k in (0, 1))
    assert word([two], [first, second]) == PROVED
    assert word([two], [first]) == OPEN
    typed = Theorem("t", "0 < 1", 1, "no axioms")
    assert word([two], [first, evidence("formal", finding=typed)]) == OPEN
    stated = Theorem("t", "0 < 1", 1, "no axioms", duties=(1,))
    assert word([two], [first, evidence("formal", finding=stated)]) == PROVED
    assert word([two], [evidence("derivation", finding=None)]) == OPEN


def test_a_relation_that_an_exact_run_alone_reaches_is_not_proved():
    two = claim(said=(line(0, "<", 1, "≤", 1),))
    run = evidence("exact run", finding=Compared(["n = 2"], 1, (1,)))
    assert word([two], [evidence("derivation"), run]) == SUPPORTED


def test_conditions_must_be_met_by_a_case():
    given = claim(given=(line(1, ">", 0),))
    assert word([given], [evidence("derivation")]) == OPEN
    assert word([given], [evidence("derivation"), evidence("inhabited")]) == PROVED


def test_a_sentence_that_says_more_is_read_as_its_formula():
    more = claim(beyond="x > 1")
    found = judged([more], [evidence("derivation")])
    assert (found.word, found.of_formula) == (READ_AS, PROVED)
    assert word([more], []) == OPEN


def test_what_stands_on_what_is_supported_is_supported():
    ground, above = claim(), claim("c.b", builds_on=("c.a",))
    records = [evidence("exact run"), evidence("derivation", "c.b")]
    assert word([ground, above], records, "c.b") == SUPPORTED


def test_what_is_cited_must_be_proved_for_all_sizes():
    """An exact run defines a word at the sizes listed; a chain that cites it holds at no more."""
    listed, cites = claim("c.b", NAMED, kind="definition"), replace(_derived(0), cites=("c.b",))
    records = [evidence("exact run", "c.b"), evidence("derivation", finding=cites)]
    assert word([listed], records, "c.b") == DEFINITION
    assert word([claim(), listed], records) == SUPPORTED
    assert word([claim(builds_on=("c.b",)), listed], [records[0], evidence("derivation")]) == PROVED


def _derived(duty):
    return Derived("a = b", "=", [], [], [], duties=(duty,))


def test_an_exact_run_defines_or_supports_but_does_not_prove():
    assert word([claim(said=NAMED, kind="definition")], [evidence("exact run")]) == DEFINITION
    assert word([claim(kind="definition")], [evidence("exact run")]) == SUPPORTED  # of no word
    assert word([claim()], [evidence("exact run")]) == SUPPORTED
    assert word([claim(scope="floats")], [evidence("property")]) == SUPPORTED
    assert word([claim()], [evidence("figure")]) == OPEN


def test_generated_cases_alone_prove_nothing_over_the_reals():
    for kind in ("identity", "definition", "random", "sizes", "example"):
        assert word([claim(kind=kind)], [evidence("property")]) == OPEN
    assert word([claim(kind="random")], [evidence("statistic")]) == SUPPORTED
    assert word([claim()], [evidence("property"), evidence("exact run")]) == SUPPORTED


def test_a_property_supports_what_it_takes_from_the_statement():
    """Its own lines may say something else."""
    own = evidence("property", finding=Held("t", cases=100))
    assert word([claim(scope="floats")], [own]) == OPEN
    two = claim(scope="floats", said=(line(0, "<", 1, "≤", 1),))
    assert word([two], [evidence("property")]) == OPEN
    assert word([two], [own, evidence("property", finding=Held("t", duties=(0, 1)))]) == SUPPORTED
    assert word([claim(kind="random")], [evidence("statistic", finding=None)]) == OPEN
    second = evidence("property", finding=Held("t", duties=(1,)))  # it fills no gap of a proof
    over_reals = replace(two, scope="reals")
    for other in ("derivation", "exact run"):
        assert word([over_reals], [evidence(other), second]) == OPEN


def test_a_refutation_needs_a_proved_repair():
    wrong, right = claim(), claim("c.b", repairs=("c.a",))
    witness = evidence("counterexample")
    assert word([wrong], [witness]) == OPEN
    assert word([wrong, right], [witness]) == OPEN
    assert word([wrong, right], [witness, evidence("property", "c.b")]) == OPEN
    assert word([wrong, right], [witness, evidence("derivation", "c.b")]) == REFUTED
    defined = claim("c.b", NAMED, kind="definition", repairs=("c.a",))  # at the sizes listed
    assert word([wrong, defined], [witness, evidence("exact run", "c.b")]) == OPEN


def test_history_may_be_refuted_but_is_never_proved():
    past, right = claim(kind="historical"), claim("c.b", repairs=("c.a",))
    assert word([past], [evidence("derivation")]) == OPEN
    assert word([past], [evidence("sizes")]) == OPEN
    both = [evidence("counterexample"), evidence("derivation", "c.b")]
    assert word([past, right], both) == REFUTED


def test_evidence_for_and_against_is_a_contradiction():
    records = [evidence("counterexample"), evidence("derivation")]
    assert word([claim(), claim("c.b", repairs=("c.a",))], records) == OPEN


def test_a_claim_on_floats_is_not_proved_by_algebra_alone():
    floats = claim(scope="floats")
    assert word([floats], [evidence("derivation")]) == OPEN
    assert word([floats], [evidence("derivation"), evidence("property")]) == PROVED


def test_nothing_stands_on_what_is_open_or_refuted():
    upper = claim("c.b", builds_on=("c.a",))
    assert word([claim(), upper], [evidence("derivation", "c.b")], "c.b") == OPEN
    both = [evidence("derivation"), evidence("derivation", "c.b")]
    assert word([claim(), upper], both, "c.b") == PROVED


def test_claims_that_rest_on_each_other_are_open():
    ring = [claim(builds_on=("c.b",)), claim("c.b", builds_on=("c.a",))]
    records = [evidence("derivation"), evidence("derivation", "c.b")]
    assert word(ring, records) == OPEN
    assert word(ring, records, "c.b") == OPEN


def test_what_the_subject_does_not_offer_leaves_a_claim_open():
    skipped = evidence("property", outcome="not offered")
    found = judged([claim(scope="floats")], [skipped])
    assert found.word == OPEN
    assert found.because.said() == "the subject does not offer what a property at f.py:1 needs"


def test_what_builds_on_no_claim_is_open():
    assert word([claim(builds_on=("c.z",))], [evidence("derivation")]) == OPEN


def test_an_exact_run_of_an_example_proves_it():
    assert word([claim(kind="example")], [evidence("exact run")]) == PROVED


def test_an_exhaustive_run_supports_what_it_reaches():
    every = evidence("exhaustive", finding=Measured({}, duties=(0,)))
    found = judged([claim(scope="floats")], [every])
    assert found.word == SUPPORTED
    assert "library and processors as listed" in found.because.said()
    missed = evidence("exhaustive", finding=Measured({}, duties=()))
    assert word([claim(scope="floats")], [missed]) == OPEN


def test_a_claim_whose_bound_takes_a_constant_that_does_not_hold_is_open():
    ground, above = claim(scope="floats"), claim("c.b")
    held = evidence("property", "c.b", finding=Held("t", takes=("c.a",)))
    shown = [evidence("derivation", "c.b"), held]
    every = evidence("exhaustive", finding=Measured({}, duties=(0,)))
    assert word([ground, above], [every, *shown], "c.b") == PROVED
    found = judged([ground, above], [evidence("exhaustive", outcome="fails"), *shown], "c.b")
    assert found.word == OPEN
    assert found.because.said() == "the bound of its property takes c.a, which does not hold here"
