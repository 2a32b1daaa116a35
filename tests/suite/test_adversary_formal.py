"""Theorems that hold of nothing: assumptions that nothing fulfils, which the gate once let by."""

import shutil

import pytest

from atensi.formal import checker, gate, proof_tables, proof_texts
from atensi.formal.word_for_word import OVER

needs_coqc = pytest.mark.skipif(checker.coqc() is None, reason="coqc is not installed (README.md)")
CLAIM = "position.inner-product-knows-the-offset"
OPENS = "Record circle (R : rcfType) := Circle {"
LAST = "pythagoras : forall x, sine x ^+ 2 + cosin x ^+ 2 = 1"
MODEL = """Definition R_circle : circle R_rcfType :=
  Circle sin_plus cos_plus R_sineN R_cosinN R_pythagoras."""
OTHER = "{} circle (R : rcfType) := Circle {{ any : R }}.\n"
OF_ANOTHER = "Definition R_circle : circle R_rcfType := Circle (0%R : R_rcfType)."


SAID = """From mathcomp Require Import all_ssreflect all_algebra.
From atensi Require Import exponential position.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Section Said.
Variables (R : rcfType) (e : exponential R) (circ : circle R).
Theorem inner_product_knows_the_offset_0 : said.
Proof.
by case: circ => ? ? ? ? ? ? ? [].
Qed.
End Said.
"""


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the sources with a circle that is none, from which anything follows."""
    there = tmp_path / "rocq"
    shutil.copytree(proof_tables.ROCQ, there, ignore=shutil.ignore_patterns("*.vo*", "*.glob"))
    (there / "table.txt").write_text("position none\n", encoding="utf-8")
    text = (there / "position.v").read_text(encoding="utf-8").split("Section Position.")[0]
    text = text.replace("softmax lookup heads rows kernel", "")
    (there / "position.v").write_text(text, encoding="utf-8")
    replace(there, "position.v", LAST, f"{LAST}; nothing : False")
    (there / "said_position.v").write_text(SAID, encoding="utf-8")
    return there


def replace(copy, name, old, new):
    text = (copy / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copy / name).write_text(text.replace(old, new), encoding="utf-8")


def without_its_model(copy):
    """The record asks for more than its model gives, which no theorem of the chapter needs."""


def with_the_model_of_a_namesake(copy):
    replace(copy, "reals.v", MODEL, OTHER.format("Record") + OF_ANOTHER)


def by_another_word(copy):
    replace(copy, "position.v", OPENS, OPENS.replace("Record", "Structure"))
    replace(copy, "reals.v", MODEL, "")
    replace(copy, "models.txt", "circle reals.v:R_circle choice\n", "")


def by_a_word_that_is_no_record(copy):
    replace(copy, "position.v", OPENS, OPENS.replace("Record", "Inductive"))
    replace(copy, "reals.v", MODEL, OTHER.format("Record") + OF_ANOTHER)


@needs_coqc
@pytest.mark.parametrize(
    ("change", "because"),
    [
        (without_its_model, "it may use the record circle, but reals.v does not build"),
        (with_the_model_of_a_namesake, "it is of the type reals.circle R_rcfType"),
        (by_another_word, "has no model in models.txt for circle"),
        (by_a_word_that_is_no_record, "it is of the type reals.circle R_rcfType"),
    ],
)
def test_from_what_nothing_fulfils_nothing_follows(change, because, copy):
    change(copy)
    found = gate.check({CLAIM}, copy)
    assert found
    assert all(because in each.message for each in found), found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Record a := { }. Record b := { }.", ["a", "b"]),
        ("Local Structure a := { }.\nPolymorphic Class b := { }.", ["a", "b"]),
        ("Canonical Structure a := b.", []),
    ],
)
def test_a_record_is_seen_whatever_it_is_called(text, names, tmp_path):
    (tmp_path / "x.v").write_text(text, encoding="utf-8")
    assert proof_texts.records("x", tmp_path) == names


def test_what_statements_are_over_is_a_record_whatever_its_file_says():
    for file, record in proof_texts.OVER.items():
        assert record in proof_texts.records(file)
        assert proof_texts.home(record) == file
        assert f"{file}.{record} R" in OVER[file]


@pytest.mark.parametrize(
    "text", ["Admit Obligations.", "Declare Instance a : False.", "Primitive a := #int63_type."]
)
def test_no_other_word_assumes_anything(text, tmp_path):
    (tmp_path / "a.v").write_text(text, encoding="utf-8")
    assert len(proof_texts.forbidden("a", tmp_path)) == 1
