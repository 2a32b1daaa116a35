"""Each language says everything that a reader sees.

Two tests find an untranslated text. One asks the catalogues for each text that a page looks up. The
other looks for English words on a page, since a page may forget to look a text up.
"""

import copy
import re
import shutil
from html.parser import HTMLParser

import pytest

from atensi.cli import claim_text, commands
from atensi.report import html_site, inline_html
from theory import language

pytestmark = pytest.mark.meta
OTHERS = [lang for lang in language.languages() if lang != language.SOURCE]
each_language = pytest.mark.parametrize("lang", OTHERS)
ENGLISH = {
    "the", "of", "and", "is", "are", "was", "be", "been", "has", "have", "which", "that", "this",
    "these", "with", "without", "not", "no", "nor", "from", "for", "by", "to", "than", "as", "at",
    "or", "on", "but", "if", "when", "where", "while", "every", "each", "its", "it", "they",
    "there", "both", "so",
}  # fmt: skip
CODE = {"code", "pre", "script", "style", "kbd", "tspan", "mi", "mo", "mn"}
NAMES = {"id", "place", "mono", "exact", "thread"}
BLOCKS = {
    "p", "li", "dt", "dd", "td", "th", "h1", "h2", "h3", "h4", "caption", "option", "label",
    "legend", "summary", "figcaption", "title", "text", "button", "template", "nav", "div",
}  # fmt: skip
EMPTY = {"meta", "link", "input", "img", "br", "wbr", "hr"}


class Read(HTMLParser):
    """The text of a page in a language, block by block, without code, names and formulas."""

    def __init__(self, text, lang):
        super().__init__()
        self.lang, self.open, self.blocks = lang, [], [""]
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        hidden = tag in CODE or NAMES & set(given.get("class", "").split())
        hidden = hidden or (tag != "html" and given.get("lang", self.lang) != self.lang)
        own = given.get(f"data-text-{self.lang}")  # the script puts it in the element's place
        if tag in BLOCKS:
            self.blocks.append("")
        if not hidden and not any(outer for _, outer in self.open):
            said = [own or "", given.get("alt", ""), given.get("aria-label", "")]
            self.blocks[-1:-1] = filter(None, said)
        if tag not in EMPTY:
            self.open.append((tag, bool(hidden or own)))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass
        if tag in BLOCKS:
            self.blocks.append("")

    def handle_data(self, text):
        if not any(hidden for _, hidden in self.open):
            self.blocks[-1] += text


def english(text):
    """Return the English function words of a sentence, outside quotation marks."""
    plain = re.sub(r'"[^"]*"', " ", text)
    words = (word.strip(".,;:!?()'[]").lower() for word in plain.split())
    return sorted(ENGLISH & set(words))


def left_in_english(page, lang):
    """Name the sentences of a page that are not in the language."""
    blocks = (re.sub(r"\s+", " ", block).strip() for block in Read(page, lang).blocks)
    return [block for block in blocks if english(block)]


@pytest.fixture(scope="module")
def rendered(published):
    """Return the pages, and every text that they look up, with the page that asks first."""
    asked: dict[str, str] = {}
    texts: set[str] = set()
    plain = inline_html.in_all

    def recording(text):
        texts.add(text)
        return plain(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inline_html, "in_all", recording)
        patch.setattr(html_site, "in_all", recording)
        pages = {}
        for path, text in html_site.render(published, {}):
            pages[path] = text
            asked.update({each: path for each in texts if each not in asked})
    return pages, asked


@each_language
def test_no_page_has_english_words_in_another_language(lang, rendered):
    pages, _ = rendered
    found = [
        f"{path}: {sentence}"
        for path, text in pages.items()
        for sentence in left_in_english(text, lang)
    ]
    assert not found, f"{len(found)} sentences\n" + "\n".join(found)


@each_language
def test_every_text_of_the_pages_is_in_the_catalogues(lang, rendered):
    _, asked = rendered
    found = [
        f"{path}: {text!r}"
        for text, path in asked.items()
        if not language.is_translated(text, lang)
    ]
    assert not found, f"{len(found)} texts\n" + "\n".join(found)


OURS = {"id": {"key", "keys", "query", "queries", "value", "values"}}  # the drafts have words


@each_language
def test_the_translations_use_the_words_of_the_drafts(lang):
    said = language.catalogue(lang).values()
    plain = [re.sub(r"\{\w*\}|%\(\w+\)\w|`[^`]*`|multi-query", " ", text) for text in said]
    found = [text for text in plain if OURS[lang] & set(re.findall(r"\w+", text.lower()))]
    assert not found, "\n".join(found)


@each_language
def test_lists_speak_the_language_throughout(lang, published, monkeypatch, capsys):
    monkeypatch.setattr("atensi.judging.ledger.read", lambda path: published)
    monkeypatch.setattr("atensi.judging.ledger.refuse_edited", lambda *_: None)
    for words in (["list"], ["show", "kernel"], ["errata", "001"], ["zoo"]):
        commands.main([*words, "--lang", lang])
        said = capsys.readouterr().out
        said = re.sub(r"(?m)^    Ditolak: .*\n(?: {6}.*\n)*", "", said)  # as the checker says it
        lines = (re.sub(r"\S*[._/$\\]\S*", " ", line) for line in said.splitlines())
        found = [line for line in lines if english(line) or "PROVED" in line or "REFUTED" in line]
        assert not found, f"{words}: {len(found)} lines\n" + "\n".join(found[:20])


@each_language
def test_the_terminal_speaks_the_language_throughout(lang, published):
    found = []
    for entry in published["claims"]:
        page = claim_text.page(without_code(entry), lang)
        found += [f"{entry['id']}: {part}" for part in page.split("\n\n") if english(part)]
    assert not found, f"{len(found)} paragraphs\n" + "\n".join(found)


def without_code(entry):
    """Return a claim without what is the same in every language: code, values, derived lines."""
    plain = copy.deepcopy(entry)
    for record in plain["evidence"]:
        record["message"] = ""
        if "statement" in record:
            record["statement"] = ""
        for step in record.get("steps", ()):
            step["latex"] = "x"
        if "witness" in record:
            record["witness"] |= {"left": "0", "right": "0", "ours": record["witness"]["ours"][:1]}
    return plain


@each_language
def test_each_translation_has_the_named_parts_of_its_text(lang):
    for text, translation in language.catalogue(lang).items():
        named = [sorted(re.findall(r"\{(\w*)\}", each)) for each in (text, translation)]
        assert named[0] == named[1], f"{text!r} has the parts {named[0]}, {lang}: {named[1]}"


def test_an_english_sentence_on_a_page_is_found():
    page = (
        '<html lang="en"><p><span lang="en">The weights are equal.</span>'
        '<span lang="id">Bobotnya {}</span></p>'
        "<p>Nama <code>test_of_the_sum</code>, <span class='id'>softmax.ratio-of-scores</span>.</p>"
        '<option data-text-en="all of it" data-text-id="{}">all of it</option></html>'
    )
    assert left_in_english(page.format("sama.", "semua"), "id") == []
    mixed = page.format("equal for <i>d</i><sub>k</sub>.", "the rest")
    assert left_in_english(mixed, "id") == ["Bobotnya equal for dk.", "the rest"]
    assert left_in_english('<p>Dikutip sebagai "Attention Is All You Need".</p>', "id") == []


def test_a_text_without_translation_is_known():
    assert not language.is_translated("A sentence that nobody translated.", "id")
    assert language.is_translated("d_k = 3, n = 4", "id")
    assert language.is_translated("Softmax divides.", language.SOURCE)


@pytest.mark.parametrize("text", ["so", "(0, 0), so g = 0", "(1) or (-1)", "at most n", "a row"])
def test_a_text_with_words_has_words(text):
    assert language.has_words(text)


@pytest.mark.parametrize(
    "text", ["n_to = 3", "log x", "softmax", "max(0, x)", "Q K", r"\in S", "`of the code`", '"so"']
)
def test_a_text_of_formulas_and_quotations_has_no_words(text):
    assert not language.has_words(text)


@pytest.fixture
def another(tmp_path, monkeypatch):
    """Return the folder of one more language, xx, that has no words yet."""

    def forget():
        for remembered in (language.languages, language.catalogue, language.properties):
            remembered.cache_clear()

    shutil.copytree(language.FOLDER, tmp_path, dirs_exist_ok=True)
    (tmp_path / "xx").mkdir()
    shutil.copy(tmp_path / "id" / "language.po", tmp_path / "xx")
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    forget()
    yield tmp_path / "xx"
    monkeypatch.undo()
    forget()


def test_two_files_may_not_translate_a_text_differently(another):
    for name, said in (("a", "satu"), ("b", "dua")):
        (another / f"{name}.po").write_text(f'msgid "one"\nmsgstr "{said}"\n')
    with pytest.raises(language.CatalogueError, match=r"b\.po: 'one' is translated differently"):
        language.catalogue("xx")


def test_a_further_language_is_a_folder_of_files(another, published):
    (another / "a.po").write_text('msgid "Map"\nmsgstr "Mapa"\n')
    _, page = next(html_site.render(published, {}))
    assert 'value="xx"' in page and '<span lang="xx">Mapa</span>' in page
    rules = html_site.of_languages()
    assert "html:has(#lang-xx:checked) :is(span[lang], .w):not([lang='xx'])" in rules
