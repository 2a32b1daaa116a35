"""What a document says is judged by the claims that assert it, and by no claim that answers it."""

from dataclasses import replace

import pytest

from atensi.judging import lines_check, reason
from atensi.judging.of_statements import (
    DEFINITION,
    DEPARTS,
    FALSE,
    ILL_FORMED,
    NOT_CHECKABLE,
    READ_AS,
    REMARKED,
    SUPPORTED,
    TRUE,
    TRUE_UNDER,
    UNANSWERED,
    WORDS,
    Judged,
    answers_to,
    of_statements,
)
from atensi.judging.reason import Reason
from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.judging.verdict import Verdict
from proofs.engine.evidence import REGISTRY
from proofs.engine.findings import Malformed, Witnessed
from proofs.engine.malformed import ill_formed, misprinted
from proofs.engine.witness import EvidenceError
from theory.claim import Claim, Hypothesis
from theory.documents.document_statements import REMARK, Statement
from theory.language import is_translated, languages
from theory.letters import d, i, m, n
from theory.stating.families import numbers, total
from theory.stating.forming import defined, fitting, places
from theory.stating.printed import said
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.terms import TermError
from theory.stating.variables import real

SAID = Statement("001:1", "softmax", "Something is so.")
HERE = ("001:1",)
WITNESS = {"given": {"x": "0"}, "claimed": "x = 1", "left": "0", "op": "=", "right": "1"}


def claim(name="c.a", hypotheses=None, **more):
    statement = states(equal(1, 1), hypotheses=hypotheses)
    return Claim(**{"id": name, "says": "says", "states": statement, "sources": HERE, **more})


def judged(claims, words, evidence=(), statement=SAID) -> Judged:
    """Return the verdict on the statement, whose reason each language can say."""
    pairs = zip(claims, words, strict=True)
    verdicts = {each.id: Verdict(word, Reason("there is no evidence")) for each, word in pairs}
    found = of_statements([statement], claims, verdicts, evidence)[statement.key]
    for lang in languages():
        assert is_translated(WORDS[found.word], lang)
        assert is_translated(found.because.text, lang), found.because
    assert reason.from_json(reason.as_json(found.because)) == found.because
    return found


def word(claims, words, evidence=(), statement=SAID):
    return judged(claims, words, evidence, statement).word


@pytest.mark.parametrize(
    ("of_claim", "of_statement"),
    [
        ("PROVED", TRUE),
        ("PROVED UNDER", TRUE_UNDER),
        ("DEFINITION", DEFINITION),
        ("SUPPORTED", SUPPORTED),
        ("READ AS", READ_AS),
        ("REFUTED", FALSE),
        ("OPEN", UNANSWERED),
    ],
)
def test_one_asserting_claim_decides(of_claim, of_statement):
    hypotheses = {"h": Hypothesis("nothing is masked")} if of_claim == "PROVED UNDER" else None
    assert word([claim(hypotheses=hypotheses)], [of_claim]) == of_statement


def test_a_definition_agrees_or_departs():
    assert word([claim(kind="definition")], ["PROVED"]) == DEFINITION
    differs = {"001:1": "d - 1"}
    departing = judged([claim(kind="definition", departs=differs)], ["PROVED"])
    assert (departing.word, departing.because) == (DEPARTS, Reason("d - 1"))
    assert word([claim(kind="definition", departs=differs)], ["REFUTED"]) == FALSE


def test_a_departure_is_of_its_statement_alone_and_a_note_of_none():
    other = replace(SAID, key="001:2")
    two = claim(kind="definition", sources=("001:1", "001:2"), departs={"001:2": "d - 1"})
    assert word([two], ["PROVED"]) == DEFINITION
    assert word([two], ["PROVED"], statement=other) == DEPARTS
    assert word([claim(kind="definition", note="A library differs.")], ["PROVED"]) == DEFINITION
    unasserted = claim(kind="definition", departs={"001:2": "d - 1"})
    undefining = claim(departs={"001:1": "d - 1"})
    for wrong in (unasserted, undefining):
        (sentence,) = lines_check.ties([wrong], {"001:1", "001:2"})
        assert "departs from" in sentence
    assert not list(lines_check.ties([two], {"001:1", "001:2"}))


def test_a_hypothesis_that_the_line_supposes_is_not_added_to_it():
    hypotheses = {"a": Hypothesis("another row changes"), "b": Hypothesis("n > 1")}
    whole = claim(hypotheses=hypotheses, supposed={"001:1": ("a", "b")})
    part = claim(hypotheses=hypotheses, supposed={"001:1": ("a",)})
    assert word([whole], ["PROVED UNDER"]) == TRUE
    assert word([whole], ["REFUTED"]) == FALSE
    left = judged([part], ["PROVED UNDER"])
    assert (left.word, left.because.said()) == (TRUE_UNDER, "it holds where n > 1")
    assert not list(lines_check.ties([whole], {"001:1"}))
    unasserted = claim(hypotheses=hypotheses, supposed={"001:2": ("a",)})
    unknown = claim(hypotheses=hypotheses, supposed={"001:1": ("c",)})
    for wrong in (unasserted, unknown):
        (sentence,) = lines_check.ties([wrong], {"001:1", "001:2"})
        assert "supposes no hypothesis of it" in sentence


def test_the_hypotheses_and_the_witness_are_said():
    hypotheses = {"a": Hypothesis("nothing is masked"), "b": Hypothesis("n > 1")}
    under = judged([claim(hypotheses=hypotheses)], ["PROVED UNDER"])
    assert under.because.said() == "it holds where nothing is masked and n > 1"
    record = Record("c.a", "counterexample", "f.py:1", finding=Witnessed(WITNESS))
    false = judged([claim()], ["REFUTED"], [record])
    assert false.because.said() == "for x = 0: 0 = 1 is false"
    empty = replace(record, finding=Witnessed({**WITNESS, "given": {}, "right": ""}))
    assert judged([claim()], ["REFUTED"], [empty]).because.said() == "0 has no value"


def test_the_weakest_of_several_decides():
    two = [claim(), claim("c.b")]
    assert word(two, ["PROVED", "SUPPORTED"]) == SUPPORTED
    assert word(two, ["PROVED", "OPEN"]) == UNANSWERED
    assert word(two, ["REFUTED", "REFUTED"]) == FALSE
    assert judged(two, ["PROVED", "SUPPORTED"]).by == ("c.b",)
    assert word([claim(kind="definition"), claim("c.b")], ["PROVED", "PROVED"]) == DEFINITION


@pytest.mark.parametrize("verdict", ["PROVED", "REFUTED", "PROVED UNDER", "READ AS", "OPEN"])
def test_a_claim_that_answers_decides_nothing(verdict):
    answering = claim("c.b", sources=(), answers=HERE)
    assert word([answering], [verdict]) == UNANSWERED
    assert word([claim(), answering], ["PROVED", verdict]) == TRUE
    assert judged([claim(), answering], ["PROVED", verdict]).by == ("c.a",)
    assert word([claim(), answering], ["REFUTED", verdict]) == FALSE


def test_a_true_and_a_refuted_claim_cannot_assert_one_statement():
    for holding in ("PROVED", "PROVED UNDER", "SUPPORTED", "READ AS", "DEFINITION"):
        hypotheses = {"h": Hypothesis("nothing is masked")}
        found = judged([claim(hypotheses=hypotheses), claim("c.b")], [holding, "REFUTED"])
        assert found.word == UNANSWERED
        assert "c.a holds and c.b is refuted" in found.because.said()


def test_without_claims_a_statement_is_not_checkable_or_unanswered():
    assert word([], []) == UNANSWERED
    history = replace(SAID, not_checkable="It is history.")
    assert judged([], [], statement=history) == Judged(NOT_CHECKABLE, Reason("It is history."))
    slip = replace(history, not_checkable="It is a slip of spelling.", kind=REMARK)
    assert judged([], [], statement=slip).word == REMARKED
    with pytest.raises(ValueError, match="dull is no kind of a statement"):
        replace(SAID, kind="dull")
    assert word([claim()], ["PROVED"], statement=history) == TRUE


def test_a_statement_waits_for_the_verdicts_on_its_claims():
    assert of_statements([SAID], [claim()], {}, ()) == {}


def test_a_formula_without_meaning_is_neither_true_nor_false():
    record = Record("001:1", "ill-formed", "f.py:1", finding=Malformed("a < b", "e", "x"))
    assert judged([], [], [record]) == Judged(ILL_FORMED, Reason("a < b"))
    assert word([claim()], ["REFUTED"], [record]) == ILL_FORMED
    assert word([claim()], ["PROVED"], [record]) == UNANSWERED
    failing = replace(record, finding=None, outcome="fails")
    assert word([claim()], ["REFUTED"], [failing]) == FALSE


def test_what_is_true_is_said_by_answers_and_by_what_repairs_a_refuted_claim():
    false, answer = claim(), claim("c.b", sources=(), answers=HERE)
    mend = claim("c.c", sources=(), repairs=("c.a",))
    everything = [false, answer, mend]
    assert answers_to("001:1", Judged(FALSE, Reason(""), ("c.a",)), everything) == ("c.b", "c.c")
    assert answers_to("001:1", Judged(TRUE, Reason(""), ("c.a",)), everything) == ("c.b",)
    assert answers_to("001:1", Judged(TRUE_UNDER, Reason(""), ("c.a",)), everything) == (
        "c.b", "c.a",
    )  # fmt: skip


def test_ties_to_nothing_and_ties_said_twice_are_named():
    wrong = claim(sources=("001:1", "001:2"), answers=("001:1",))
    found = list(lines_check.ties([wrong], {"001:1"}))
    assert any("there is no statement '001:2'" in each for each in found)
    assert any("001:1 stands in its ties twice" in each for each in found)
    assert not list(lines_check.ties([claim()], {"001:1"}))


def test_a_false_statement_needs_a_correction_and_a_true_one_none():
    def found(verdict, correction):
        entry = {"statement": "001:1", "verdict": verdict, "correction": correction}
        return list(lines_check.after([{**entry, "because": "why"}]))

    for wrong in (FALSE, TRUE_UNDER, ILL_FORMED):
        assert "does not say what to write instead" in found(wrong, "")[0]
        assert not found(wrong, "so")
    assert "corrects it" in found(TRUE, "so")[0]
    assert found(UNANSWERED, "") == ["theory/documents/statements.txt: 001:1 is UNANSWERED: why"]
    for free in (DEFINITION, DEPARTS, NOT_CHECKABLE, SUPPORTED, READ_AS, TRUE):
        assert not found(free, "")


def test_a_witness_in_words_is_the_reason():
    shown = {**WITNESS, "words": "one query of the decoder attends to two keys of the encoder"}
    record = Record("c.a", "counterexample", "f.py:1", finding=Witnessed(shown))
    assert judged([claim()], ["REFUTED"], [record]).because.said() == shown["words"]


@pytest.mark.parametrize(
    "piece", [p for p in proofs() if p.kind == "ill-formed"], ids=lambda piece: piece.claim
)
def test_a_misprint_is_refused_and_its_correction_accepted(piece):
    found = piece.run()
    assert found.refusal.startswith(("TermError: ", "FormulaError: ")) and found.accepted


def registered(
    printed, meant, form=lambda wide: fitting(numbers("X", n, wide), numbers("W", d, m))[0]
):
    """Return a piece of evidence on a line of words, which is not kept."""
    ill_formed("002:9", because="x", printed=printed, meant=meant)(form)
    return REGISTRY.pop()


def test_evidence_of_no_meaning_can_fail():
    assert "n by m times d by m: m is not d" in registered({"wide": m}, {"wide": d}).run().refusal
    with pytest.raises(EvidenceError, match="accepted as it is printed"):
        registered({"wide": d}, {"wide": d}).run()
    with pytest.raises(TermError):  # what is refused either way says nothing of the misprint
        registered({"wide": m}, {"wide": m}).run()
    with pytest.raises(KeyError, match="there is no statement"):
        ill_formed("001:9999", because="x", printed={}, meant={})


def test_what_is_no_formula_makes_no_line_malformed():
    with pytest.raises(EvidenceError, match="'nothing' is not a part of a formula"):
        registered({"wide": "nothing"}, {"wide": d})
    slip = {"slip": "=", "instead": r"= = \frac{"}
    misprinted("001:525/undefined", because="x", **slip)
    with pytest.raises(EvidenceError, match="the correction does not say"):
        REGISTRY.pop().run()


def test_a_definition_speaks_of_what_is_given_alone():
    x, p = numbers("x", n), real("p")
    assert said(defined(p, total(x), given=(x,))) == said(equal(p, total(x)))
    with pytest.raises(TermError, match="p is defined by itself"):
        defined(p, p + total(x), given=(x,))
    with pytest.raises(TermError, match="x stands for nothing yet"):
        defined(p, total(x))
    with pytest.raises(TermError, match="i stands for nothing yet"):
        defined(p, x[i], given=(x,))
    with pytest.raises(TermError, match="expected a list of whole numbers"):
        places(x)
