"""A translation belongs to its text: what no language translates stands in both of them.

A merge can set a translation beside its neighbour's text, and it still reads well there. Then a
part, a piece of code, a formula or a number of the one is missing in the other.
"""

import re

import pytest

from atensi.judging.registry import claims
from theory import language
from theory.documents.document_statements import DOCUMENTS, STATEMENTS
from theory.language import FOLDER, SOURCE, languages

pytestmark = pytest.mark.meta
CATALOGUES = [
    path for lang in languages() if lang != SOURCE for path in sorted((FOLDER / lang).rglob("*.po"))
]
KEPT = {
    "part": re.compile(r"\{(\w+)\}"),
    "code": re.compile(r"`([^`]+)`"),
    "formula": re.compile(r"\$([^$]+)\$"),
    "number": re.compile(r"(?<![\w.,^{\\])\d+(?:[.,]\d+)*(?![\w}])"),
}
ALSO = {"number"}  # a translation may have more of these: "halves" are "16 bit" in Indonesian


def kept(text, what):
    """Return what stands alike in every language, with one decimal mark, and no words in it."""
    text = re.sub(r"(?<=\d)(?:,|\{,\})(?=\d)", ".", re.sub(r"\\text\{[^}]*\}", r"\\text{}", text))
    return {re.sub(r"\s+", " ", each) for each in KEPT[what].findall(text)}


def unlike(text, translation):
    """Name what of a text its translation has not, and the other way round."""
    for what in KEPT:
        ours, theirs = kept(text, what), kept(translation, what)
        if amiss := ours - theirs if what in ALSO else ours ^ theirs:
            yield f"{what} {', '.join(sorted(amiss))}"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_translation_keeps_the_parts_code_formulas_and_numbers_of_its_text(path):
    found = [
        f"{text!r}: {'; '.join(amiss)}\n    {translation!r}"
        for text, translation in language.entries(path).items()
        if (amiss := [*unlike(text, translation)])
    ]
    assert not found, f"{len(found)}\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("{n} claims", "Klaim"),
        ("Say `atensi verify`", "Katakan `atensi show`"),
        ("where $n=2$", "dengan $n=3$"),
        ("below 0.5", "di bawah 0,6"),
    ],
)
def test_a_translation_of_another_text_is_noticed(text, other):
    assert [*unlike(text, other)]
    assert not [*unlike(text, text.replace("0.5", "0,5"))]


def test_a_text_that_stands_twice_in_a_file_is_refused(tmp_path):
    path = tmp_path / "twice.po"
    path.write_text('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', encoding="utf-8")
    with pytest.raises(language.CatalogueError, match=r"twice.po: 'a' stands in this file twice"):
        language.pairs(path)


def unused(paths, said):
    """Yield the texts that catalogues translate, and nobody says any more."""
    for path in paths:
        yield from (f"{path.name}: {text}" for text in language.entries(path) if text not in said)


def of(folder):
    return [path for path in CATALOGUES if path.parent.name == folder]


GISTS = {text for each in STATEMENTS for text in (each.gist, each.not_checkable)}
TITLES = {each.title for each in DOCUMENTS.values()}
SENTENCES = {
    text
    for each in claims()
    for part in (each.hypotheses.values(), [each])
    for text in (each.beyond, each.note, *each.departs.values(), *(of.says for of in part))
}


@pytest.mark.parametrize(
    ("folder", "said"), [("statements", GISTS | TITLES), ("claims", SENTENCES)]
)
def test_what_is_translated_is_still_said(folder, said):
    paths = of(folder)
    assert len({*paths}) > 1
    assert [*unused(paths, said)] == []
    gone = next(iter(language.entries(paths[0])))
    assert [*unused(paths[:1], said - {gone})] == [f"{paths[0].name}: {gone}"]
