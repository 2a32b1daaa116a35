"""Every line of every document is in a statement, or listed with the reason why it is in none."""

import hashlib
import os
from pathlib import Path

import pytest

from theory.documents.corrections import corrections, parts
from theory.documents.document_statements import (
    DOCUMENTS,
    STATEMENTS,
    Document,
    Statement,
    statement,
)
from theory.documents.printed_formulas import places, transcribed
from theory.documents.rows import rows
from theory.documents.silent_lines import KINDS, Silent, astray, silent

FOLDER = os.environ.get("ATENSI_DOCUMENTS", "")
SMALL = {"001": Document("t", "Indonesian", "", 3)}
FIRST = [Statement("001:1-2", "softmax", "It is so.")]


def test_no_line_is_left_out():
    assert not list(astray(silent()))


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([], "001:3 is in no statement and no entry"),
        ([Silent("001", 3, 4, "blank")], "001 has 3 lines"),
        ([Silent("001", 2, 3, "blank")], "001:2 is in a statement and listed as blank"),
        ([Silent("001", 3, 3, "dull")], "there is no such document or kind"),
    ],
)
def test_a_line_that_is_not_accounted_for_is_named(entries, sentence):
    assert sentence in "\n".join(astray(entries, SMALL, FIRST))


def test_markup_may_stand_among_the_lines_of_a_statement():
    assert not list(astray([Silent("001", 2, 3, "markup")], SMALL, FIRST))


def test_a_row_with_missing_parts_is_named_with_its_line(tmp_path):
    path = tmp_path / "table.txt"
    path.write_text("# a comment\n001 ¦ 1\n001 ¦\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"table\.txt:3: 2 parts; expected 2, none empty"):
        list(rows(path, 2))


def test_a_correction_has_foreign_words_and_formulas():
    said = r"tanpa \f{mask}, $\alpha_i = 1$ dan :math:`i` ya"
    assert list(parts(said)) == [
        ("plain", "tanpa "), ("foreign", "mask"), ("plain", ", "), ("formula", r"\alpha_i = 1"),
        ("plain", " dan "), ("formula", "i"), ("plain", " ya"),
    ]  # fmt: skip
    assert corrections().keys() <= {each.key for each in STATEMENTS}


needs_documents = pytest.mark.skipif(
    not FOLDER, reason="ATENSI_DOCUMENTS names no folder with the five documents"
)


def documents() -> dict[str, str]:
    """Return the text of each document that the folder has, by its number."""
    files = [path.read_bytes() for path in Path(FOLDER).glob("*.txt")]
    here = {hashlib.sha256(each).hexdigest(): each.decode("utf-8") for each in files}
    return {n: here[each.sha256] for n, each in DOCUMENTS.items() if each.sha256 in here}


@needs_documents
def test_the_documents_are_those_that_the_lines_count():
    here = documents()
    for number, document in DOCUMENTS.items():
        assert number in here, f"{number} is not in {FOLDER}"
        lines = here[number].splitlines()
        assert len(lines) == document.lines, number
        own = [each for each in silent() if each.document == number]
        blank = {line for each in own if each.kind == "blank" for line in each.lines}
        wrong = [line for line in blank if lines[line - 1].strip()]
        assert not wrong, f"{number}: listed as blank, but not blank: {wrong}"
    assert set(KINDS) >= {each.kind for each in silent()}


@needs_documents
def test_a_formula_stands_in_its_document_as_it_is_transcribed():
    lines = {number: text.splitlines() for number, text in documents().items()}
    for key, printed in transcribed().items():
        first, last = statement(key).lines
        found = list(places(printed, lines[key[:3]]))
        assert any(on.start <= last and first < on.stop for on in found), f"{key}: {printed}"


LINES = ["Let $x$ be", r"$$ \sum_i x_i", "", r"= \frac{1}{2} $$ where $y$", "is not $x$"]


@pytest.mark.parametrize(
    ("said", "where"),
    [
        (r"\sum_i x_i ¶ = \frac{1}{2}", [range(2, 5)]),
        ("y … x", [range(4, 6)]),
        ("x … y", [range(1, 5), range(2, 5)]),
        (r"\sum_j x_i", []),
        (r"\sum_i x_i = \frac{1}{2}", []),
        (r"\frac{1}{2} … \sum_i", []),
    ],
)
def test_a_transcription_is_found_letter_by_letter(said, where):
    assert list(places(said, LINES)) == where


def test_a_transcription_is_of_a_statement():
    assert transcribed().keys() <= {each.key for each in STATEMENTS}
