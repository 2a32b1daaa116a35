"""The formal proofs hold, and the gate refuses a text that only looks like a proof."""

import shutil
from pathlib import Path

import pytest

from atensi.formal import broken, built, checker, gate, proof_tables, proof_texts
from atensi.formal.word_for_word import differs, generated, unsaid
from atensi.judging.last_run import last_run
from atensi.judging.registry import claims, proofs

needs_coqc = pytest.mark.skipif(checker.coqc() is None, reason="coqc is not installed (README.md)")


@pytest.fixture(scope="session")
def checked(once):
    """Return the checker's result for each theorem: of the last run, if that was of this code."""

    def found():
        ran = _by_the_last_run()
        fresh = gate.check(set() if ran else None, with_models=True, earlier=built.place())
        return [*ran, *([each.theorem.claim, each.theorem.name, each.message] for each in fresh)]

    return once("formal", found)


def _by_the_last_run():
    present = last_run().present
    entries = present["claims"] if present else []
    records = [(entry["id"], each) for entry in entries for each in entry["evidence"]
               if each["kind"] == "formal" and not each.get("recorded")]  # fmt: skip
    return [[claim, each["theorem"], "" if each["outcome"] == "holds" else each["message"]]
            for claim, each in records]  # fmt: skip


@needs_coqc
@pytest.mark.parametrize("claim", sorted({each.claim for each in proof_tables.table()}))
def test_the_theorems_of_a_claim_hold(claim, checked):
    own = [(name, message) for of, name, message in checked if of == claim]
    assert own
    assert all(not message for _, message in own), own


@needs_coqc
@pytest.mark.parametrize("record", sorted({each.claim for each in proof_tables.models()}))
def test_the_model_of_a_record_holds(record, checked):
    assert [message for of, _, message in checked if of == record] == [""]


def test_every_claim_has_a_theorem_or_a_line_that_says_why_not():
    proved = {each.claim for each in proof_tables.table()}
    excused = dict(line.split(" ", 1) for line in proof_tables.lines("not_proved.txt"))
    known = {claim.id: claim for claim in claims()}
    refuted = {piece.claim for piece in proofs() if piece.kind == "counterexample"}
    assert (proved | excused.keys()) <= known.keys()
    assert not proved & (excused.keys() | refuted)
    due = {piece.claim for piece in proofs() if piece.kind == "derivation"}
    due |= {c.id for c in claims() if c.kind in ("identity", "invariance", "bound", "limit")}
    due = {name for name in due - refuted if known[name].scope == "reals"}
    assert due - proved == excused.keys() & due
    assert all(len(reason) > 20 for reason in excused.values())
    assert len(proved) >= 45


def _copy(tmp_path) -> Path:
    copy = tmp_path / "rocq"
    shutil.copytree(proof_tables.ROCQ, copy, ignore=shutil.ignore_patterns("*.vo*", "*.glob"))
    return copy


REFUSED = {
    "an admitted proof": (
        "softmax.log-odds",
        "Proof. by rewrite softmax_ratio eK. Qed.",
        "Admitted.",
        "assumes softmax.log_odds",
    ),
    "an axiom": (
        "softmax.log-odds",
        "Proof. by rewrite softmax_ratio eK. Qed.",
        "Proof. exact: believed. Qed.",
        "assumes softmax.believed",
    ),
    "a weakened statement": (
        "softmax.log-odds",
        "ln e (softmax S i j / softmax S i k) = S i j - S i k.\nProof. by rewrite softmax_ratio",
        "j = k -> ln e (softmax S i j / softmax S i k) = S i j - S i k.\nProof. move=> _; "
        "by rewrite softmax_ratio",
        "said_softmax.v does not build",
    ),
    "a broken definition": (
        "softmax.log-odds",
        r"\matrix_(i, j) (e (S i j) / \sum_k e (S i k)).",
        r"\matrix_(i, j) (e (- S i j) / \sum_k e (- S i k)).",
        "does not build",
    ),
    "a hypothesis for all": (
        "softmax.log-odds",
        "Section Softmax.",
        "Variable anything : False.\nSection Softmax.",
        "Variable outside a section",
    ),
}
AXIOM = """Axiom believed : forall (R : rcfType) (e : exponential R) (a b c : R), a = b - c.
Section Softmax."""


@needs_coqc
@pytest.mark.parametrize("what", REFUSED)
def test_what_only_looks_like_a_proof_is_refused(what, tmp_path):
    claim, because = REFUSED[what][0], REFUSED[what][-1]
    copy = _spoiled(what, tmp_path)
    found = gate.check({claim}, copy)
    assert [each.theorem.claim for each in found] == [claim]
    assert because in found[0].message


def _spoiled(what, folder):
    """Return a copy of the sources in which the text of one proof is replaced."""
    copy = _copy(folder)
    (copy / "table.txt").write_text("softmax none\n", encoding="utf-8")
    _, old, new, _ = REFUSED[what]
    source = copy / "softmax.v"
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1
    text = text.replace(old, new)
    text = text.replace("Section Softmax.", AXIOM) if "believed" in new else text
    source.write_text(text.replace("exact: believed", "exact: believed e _ _ _"), encoding="utf-8")
    return copy


SHADOWED = """From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Said.
Variables (R : rcfType) (e : exponential R).
{0}
Theorem {1} :
  {2}.
Proof.
{3}
Qed.
End Said.
"""


@needs_coqc
def test_a_theorem_says_what_its_text_says_elsewhere(tmp_path):
    claim, name = "softmax.positive-and-at-most-one", "positive_and_at_most_one_0"
    theorem, text = proof_tables.Theorem(claim, "said_softmax", name, "none"), generated(claim)
    shutil.copy(proof_tables.ROCQ / "exponential.v", tmp_path)
    lie = (
        'Local Notation "x < y" := ((x : R) = x) : ring_scope.',
        name,
        text[name].text,
        "by move=> *.",
    )
    (tmp_path / "said_softmax.v").write_text(SHADOWED.format(*lie), encoding="utf-8")
    assert not checker.build(tmp_path, {"exponential", "said_softmax"}, lambda _: None)
    assert not differs(theorem, tmp_path)
    assert "does not take" in unsaid(tmp_path, [theorem])[theorem]


def test_a_theorem_says_what_is_generated_from_its_claim(tmp_path):
    claim, name = "softmax.positive-and-at-most-one", "positive_and_at_most_one_0"
    theorem, text = proof_tables.Theorem(claim, "said_softmax", name, "none"), generated(claim)
    hidden = f"(* Theorem {name} :\n{text[name].text}.\nProof. Qed. *)"
    said = SHADOWED.format(hidden, name, "True", "by [].")
    (tmp_path / "said_softmax.v").write_text(said, encoding="utf-8")
    assert "does not state what its claim says" in differs(theorem, tmp_path)


@needs_coqc
def test_a_broken_definition_that_no_proof_notices_is_named(tmp_path):
    copy, there = _copy(tmp_path), tmp_path / "built"
    (copy / "table.txt").write_text("softmax none\n", encoding="utf-8")
    block = "softmax.log-odds in softmax.v: {}\n- {}\n+ {}\n"
    weights = r"\matrix_(i, j) (e (S i j) / \sum_k e (S i k))."
    (copy / "broken.txt").write_text(
        block.format("not broken", weights, r"\matrix_(i, j) (e (S i j) / \sum_l e (S i l)).")
        + block.format("no formula", weights, "nonsense.")
        + block.format("broken", weights, r"\matrix_(i, j) (e (S i j) / \sum_k e (S k j))."),
        encoding="utf-8",
    )
    gate.check({"softmax.log-odds"}, copy, keep=there)
    same, senseless, refused = broken.try_all(there, lambda _: None, copy)
    assert all(each.message.startswith("softmax.log-odds") for each in (same, senseless))
    assert "is accepted" in same.message
    assert "outside of any proof" in senseless.message
    assert (refused.refused_by, refused.message) == ("softmax", "")
    together = broken._refused_together(there, broken.broken_definitions(copy))
    assert together == {refused.broken}, "in one process each is judged as it is alone"


def test_a_file_without_a_forbidden_word_says_so_in_comments_alone(tmp_path):
    (tmp_path / "a.v").write_text("(* Axiom, Admitted *)\nSection A. Variable x : nat. End A.\n")
    assert proof_texts.forbidden("a", tmp_path) == []
    (tmp_path / "b.v").write_text("Axiom a : False.\nUnset Guard Checking.\n")
    assert len(proof_texts.forbidden("b", tmp_path)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Lemma t : True. Proof. try (simpl in *). exact I. Qed.\nAxiom bad : False.",
        "Unset Universe  Checking.",
        "Unset Guard\nChecking.",
        "#[global] Set Printing All.",
        "Global Unset Strict Implicit.",
    ],
)
def test_no_comment_space_or_flag_hides_what_is_forbidden(text, tmp_path):
    (tmp_path / "a.v").write_text(f"Set Implicit Arguments.\n{text}\n")
    assert len(proof_texts.forbidden("a", tmp_path)) == 1
