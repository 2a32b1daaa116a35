"""The report: it shows the whole ledger, escaped, linked, and in each language."""

import copy
import html
import itertools
import json
import re
from collections import Counter
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit

import jsonschema
import pytest

from atensi.cli import commands
from atensi.judging import reason
from atensi.judging.ledger import SCHEMA
from atensi.judging.zoo import specimens
from atensi.report import claim_map, html_site, inline_html, quoted_code
from atensi.report.book import THOUGHT, WHAT_IS_TRUE, Book
from atensi.report.carried import carried
from atensi.report.mathml import FormulaError
from atensi.report.outputs import badge
from atensi.work.places import clone

pytestmark = pytest.mark.meta
HOSTILE = "<script>alert(1)</script> & <b>bold</b>"


class Page(HTMLParser):
    """The ids, links, headings and languages of a page."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.headings, self.images = [], [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[key] for key in ("href", "src") if key in given]
        self.headings += [int(tag[1])] if re.fullmatch(r"h[1-6]", tag) else []
        self.images += [given] if tag == "img" else []


@pytest.fixture(scope="module")
def pages(report):
    return {path.relative_to(report): Page(path) for path in report.rglob("*.html")}


def test_each_claim_and_document_has_its_page(pages, published):
    for entry in published["claims"]:
        assert Path("claims", f"{entry['id']}.html") in pages
    for number in published["coverage"]:
        assert Path("documents", f"{number}.html") in pages


def test_no_link_is_dead_and_none_leaves_the_disk(pages, report):
    for path, page in pages.items():
        for link in page.links:
            to = urlsplit(link)
            if to.scheme == "data":
                continue
            assert not to.scheme and not to.netloc, f"{path}: {link} leaves the report"
            file = (report / path.parent / unquote(to.path)).resolve() if to.path else report / path
            assert file.is_file(), f"{path}: {link} is dead"
            if to.fragment:
                ids = pages[file.relative_to(report.resolve())].ids
                assert to.fragment in ids, f"{path}: {link}: there is no such place"


def test_ids_are_given_once_and_headings_stand_in_order(pages):
    for path, page in pages.items():
        twice = [name for name, count in Counter(page.ids).items() if count > 1]
        assert not twice, f"{path}: {twice}"
        assert page.headings.count(1) == 1 and page.headings[0] == 1, path
        for above, below in itertools.pairwise(page.headings):
            assert below <= above + 1, f"{path}: h{below} after h{above}"
        assert all(image.get("alt") for image in page.images), path


def test_the_site_is_small_and_names_no_place_of_this_machine(report):
    assert sum(path.stat().st_size for path in report.rglob("*") if path.is_file()) < 25e6
    root = str(clone())
    for path in report.rglob("*.html"):
        assert root not in path.read_text(encoding="utf-8"), path


def test_attributes_of_one_word_stand_without_quotes():
    page = (
        '<a id="x" href="a/b.html" title="two words"><path d="M0/" fill="none"/>="y" it&#39;s</a>'
    )
    bare = '<a id=x href=a/b.html title="two words"><path d="M0/" fill="none"/>="y" it\'s</a>'
    assert html_site.short(page) == bare


def test_an_end_tag_goes_where_the_next_tag_says_it_and_nowhere_else():
    assert html_site.short("<ul><li>a</li>\n<li>b</li></ul>") == "<ul><li>a\n<li>b</ul>"
    rows = "<thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td><td>c</td></tr></tbody>"
    assert html_site.short(rows) == "<thead><tr><th>a</thead><tbody><tr><td>b<td>c</tbody>"
    assert html_site.short("<dl><dt>a</dt><dd>b</dd></dl>") == "<dl><dt>a<dd>b</dl>"
    for whole in ("<dl><dt>a</dt> b</dl>", "<ol><li>a</li>b", "<pre>&lt;li&gt;a&lt;/li&gt;</pre>"):
        assert html_site.short(whole) == whole


def test_the_front_page_counts_what_the_ledger_counts(report, published):
    text = (report / "index.html").read_text(encoding="utf-8")
    for word, count in published["totals"].items():
        address = word.replace(" ", "%20")
        assert f'<a href="index.html?verdict={address}#claims">{count}</a>' in text
    assert text.index("id=errata") < text.index("id=claims")


def test_a_false_claim_that_no_document_states_is_what_one_might_think(report, published):
    book = Book(published)
    pages = {p.stem: p.read_text(encoding="utf-8") for p in (report / "claims").glob("*.html")}
    stated, thought = book.errors.values()
    assert stated and thought
    for entry in (*stated, *thought):
        assert ("it is what one might think" in pages[entry["id"]]) == (entry in thought)
    front = (report / "index.html").read_text(encoding="utf-8")
    (apart,) = (m.start() for m in re.finditer(f"<caption>.*{THOUGHT}", front))
    for entry in (*stated, *thought):
        place = front.index(f"class=said href=claims/{entry['id']}.html")
        assert (place > apart) == (entry in thought), entry["id"]


def test_what_is_true_of_a_line_is_never_a_false_claim(published):
    book, met = Book(published), set()
    for entry in published["statements"]:
        for label, ids in book.answers(entry):
            met.add(label)
            for each in ids:
                assert (book.by_id[each]["verdict"] == "REFUTED") == (label == THOUGHT)
    assert met == {WHAT_IS_TRUE, THOUGHT}


def test_a_claims_page_opens_its_evidence_up(report, published):
    for entry in published["claims"]:
        text = (report / "claims" / f"{entry['id']}.html").read_text(encoding="utf-8")
        assert "<math" in text
        for record in entry["evidence"]:
            assert record["where"] in text
            assert text.count("class=relation") >= len(record.get("steps", ()))
            for name in record.get("rejects", ()):
                assert name.split("_")[-1] in text


def test_the_lines_to_read_are_numbered_and_counted_alike(report, published):
    book = Book(published)
    for entry in published["claims"]:
        text = (report / "claims" / f"{entry['id']}.html").read_text(encoding="utf-8")
        stated = entry["latex"].split(r",\quad ")
        count, numbers = len(stated) + len(entry["words"]), re.findall(r"class=count>(\d+)<", text)
        assert numbers == [str(k) for k in range(1, count + 1)], entry["id"]
        assert count == 1 or f"<strong>{count}</strong>" in text, entry["id"]
        assert len(stated) == len(entry["roles"]) and entry["roles"][0] == "says", entry["id"]
        for name, said in entry["hypotheses"].items():
            assert len(book.numbers(entry, name)) == len(said["means"]), f"{entry['id']}: {name}"


def test_one_step_says_what_carried_it(report, published):
    said = 0
    for entry in published["claims"]:
        text = (report / "claims" / f"{entry['id']}.html").read_text(encoding="utf-8")
        chains = (each.get("steps", ()) for each in entry["evidence"])
        short = [each for each in chains if sum(len(step["by"]) for step in each) == 1]
        assert text.count('class="note carried"') == len(short), entry["id"]
        said += len(short)
    assert said
    step = {"relation": "=", "latex": "1", "reason": "", "by": ["reindex"]}
    record = {"steps": [{**step, "by": []}, step], "duties": [0]}
    theorem = {"theorem": "t", "duties": [0]}
    rules = {"reindex": "A sum may be taken in any order."}
    carried_by = lambda steps, *beside: carried(
        {**record, "steps": steps}, {"evidence": [record, *beside]}, rules
    )
    of_rule = carried_by(record["steps"], theorem)
    assert "A sum may be taken" in of_rule and "<code>t</code>" in of_rule
    assert "#rule-reindex" in of_rule and "No theorem" not in of_rule
    other = carried_by(
        [record["steps"][0], {**step, "by": ["normal form"]}], {**theorem, "duties": [1]}
    )
    assert "the same normal form" in other and "No theorem" in other
    by_claim = carried_by([record["steps"][0], {**step, "by": ["softmax.log-odds"]}])
    assert 'href="softmax.log-odds.html"' in by_claim
    assert not carried_by([*record["steps"], step])


def test_what_is_rejected_stands_with_what_is_wrong_and_how_it_was_seen(published, drawn):
    ledger = copy.deepcopy(published)
    entry = next(each for each in ledger["claims"] if each["id"] == "softmax.definition")
    record = next(each for each in entry["evidence"] if each.get("rejects"))
    name = record["rejects"][0]
    record["seen_by"] = {name: "x = [0, 1000] ↦ entry 0 is nan, expected 0"}
    address = f"claims/{entry['id']}.html"
    ((_, page),) = html_site.render(ledger, html_site.shown(drawn[1]), only=(address,))
    bug = next(each.bug for each in specimens() if each.name == name)
    assert html.escape(bug, quote=False).split(" ")[0] in page
    assert "x = [0, 1000] ↦ entry 0 is nan, expected 0" in page


def test_code_is_shown_for_every_piece_of_evidence(published):
    for entry in published["claims"]:
        for record in entry["evidence"]:
            assert quoted_code.at(record["where"]), record["where"]
            assert not quoted_code.at(record["where"]).name.startswith("_"), record["where"]
            if record["kind"] == "property":
                assert quoted_code.runs(record["where"], entry["id"], record["calls"])
    entry = next(each for each in published["claims"] if each["id"] == "softmax.definition")
    place = next(each["where"] for each in entry["evidence"] if each["kind"] == "general run")
    run = [code.name for code in quoted_code.runs(place, "softmax.definition")]
    printed = [code.name for code in quoted_code.prints(place, "softmax.definition")]
    assert (run, printed) == (["softmax"], [])


def test_of_a_list_of_claims_the_one_at_a_place_is_shown(published):
    for entry in published["claims"]:
        html = quoted_code.at(entry["where"]).html
        assert html.startswith("Claim("), entry["id"]
        assert re.findall(r'id=<u>"(.*?)"</u>', html) == [entry["id"]]


def test_markup_in_a_claim_shows_as_text(published, drawn):
    ledger = copy.deepcopy(published)
    entry = next(each for each in ledger["claims"] if each["id"] == "softmax.ratio-of-scores")
    entry |= {
        "says": {"en": HOSTILE},
        "latex": r"a < b \text{ <script> } & c",
        "roles": ["says"],
        "departs": {entry["sources"][0]["statement"]: HOSTILE},
        "note": HOSTILE,
        "because": HOSTILE,
        "reason": {"text": HOSTILE, "parts": {}},
        "hypotheses": {HOSTILE: {"en": HOSTILE}},
    }
    entry["evidence"][0] |= {"message": HOSTILE, "unheard-of": HOSTILE}
    entry["evidence"][0]["witness"] |= {"given": {HOSTILE: HOSTILE}, "left": HOSTILE}
    ledger["problems"] = [HOSTILE]
    seen = 0
    for path, text in html_site.render(ledger, html_site.shown(drawn[1])):
        assert "<script>alert" not in text and "<b>bold" not in text, path
        seen += text.count("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold")
        if "ratio-of-scores" in path:
            assert "<mtext>\N{NO-BREAK SPACE}&lt;script&gt;" in text
    assert seen > 10


def test_evidence_to_come_and_evidence_that_failed_appear_by_themselves(published, drawn):
    ledger = copy.deepcopy(published)
    entry = ledger["claims"][0]
    entry["evidence"].append({
        "claim": entry["id"], "kind": "oracle", "where": "proofs/oracle/a.v:1", "outcome": "holds",
        "message": "", "seconds": 0.0, "axioms_used": "none at all",
    })  # fmt: skip
    failed = next(each for each in entry["evidence"] if each["kind"] == "property")
    failed |= {"outcome": "fails", "message": "it broke"}
    failed.pop("cases", None)  # it failed on the first one
    found = dict(html_site.render(ledger, html_site.shown(drawn[1])))
    page = found[f"claims/{entry['id']}.html"]
    assert "oracle" in page and "axioms used" in page and "none at all" in page
    assert "it broke" in page
    assert '<option value="oracle"' in found["index.html"]
    assert "oracle" in found["trust.html"]


def test_each_verdicts_sentence_is_said_in_indonesian(published):
    for entry in published["claims"]:
        why = reason.from_json(entry["reason"])
        assert why.said() == entry["because"]
        assert why.said("id") != why.said(), entry["because"]
        assert not re.search(r"\b(a|an|the|and|under|for) ", why.said("id")), why.said("id")


def test_indices_stand_below_the_line():
    assert inline_html.prose("d_k and W^O & softmax_of") == (
        "<i>d</i><sub>k</sub> and <i>W</i><sup>O</sup> &amp; softmax_of"
    )


def test_a_minus_is_no_hyphen_and_a_hyphen_no_minus():
    told = "(-x - 1) exp(-s), one-hot, R - {0}, -∞ by --lang"
    assert inline_html.prose(told) == (
        "(−x\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}1) exp(−s), one-hot, "
        "R\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}{0}, −∞ by --lang"
    )
    assert inline_html.prose("2-rows of d_k-wide x^a-b") == (
        "2-rows of <i>d</i><sub>k</sub>-wide <i>x</i><sup>a</sup>-b"
    )


def test_the_map_has_every_claim_and_leads_to_the_right(published):
    drawn_map = claim_map.layout(published["claims"])
    places = {node.id: node for node in drawn_map.nodes}
    assert set(places) == {entry["id"] for entry in published["claims"]}
    for entry in published["claims"]:
        for ground in entry["builds_on"]:
            if ground.split(".")[0] == entry["chapter"]:
                assert places[ground].x < places[entry["id"]].x, entry["id"]
    spots = sorted((node.x, node.y) for node in drawn_map.nodes)
    for (x, y), (other, below) in itertools.pairwise(spots):
        assert x != other or below - y > claim_map.ROW - 1, "two claims overlap"
    again = claim_map.layout(published["claims"])
    assert again == drawn_map


def test_an_interrupted_report_leaves_the_old_one_and_nothing_else(
    tmp_path,
    published,
    drawn,
    monkeypatch,
):
    folder = tmp_path / "report"
    folder.mkdir()
    (folder / "index.html").write_text("old")

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(html_site.fonts, "style_sheet", stop)
    with pytest.raises(KeyboardInterrupt):
        html_site.write(published, folder, drawn[0])
    assert [path.name for path in tmp_path.iterdir()] == ["report"]
    assert (folder / "index.html").read_text() == "old"


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (KeyboardInterrupt(), 130, "interrupted; the ledger is written, the report is not"),
        (FormulaError("c.a: x"), 1, "c.a: x; the report is left as it was"),
    ],
)
def test_a_report_that_is_not_written_says_so(
    error, code, sentence, published, monkeypatch, capsys
):
    def stop(*_):
        raise error

    monkeypatch.setattr("atensi.judging.ledger.read", lambda path: published)
    monkeypatch.setattr("atensi.report.outputs.publish", stop)
    assert commands.main(["report"]) == code
    assert sentence in capsys.readouterr().err


def schema():
    return json.loads(files("atensi").joinpath("ledger.schema.json").read_text(encoding="utf-8"))


def test_the_ledger_keeps_its_published_schema(published):
    assert schema()["$id"] == SCHEMA == published["schema"]
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(published, schema(), jsonschema.Draft202012Validator)


@pytest.mark.parametrize(
    "wrong",
    [
        {"verdict": "TRUE"},
        {"id": "no chapter"},
        {"says": {"id": "no English"}},
        {"opinion": "mine"},
    ],
)
def test_the_schema_refuses_what_is_no_ledger(wrong, published):
    ledger = {**published, "claims": [{**published["claims"][0], **wrong}]}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(ledger, schema(), jsonschema.Draft202012Validator)


def test_the_badge_tells_what_is_open(published):
    totals = published["totals"] | {"OPEN": 0}
    assert f"{totals['REFUTED']} refuted" in badge({"totals": totals})
    assert "2 claims open" in badge({"totals": totals | {"OPEN": 2}})
    assert "run is red" in badge({"totals": totals, "problems": ["x"]})


def test_a_reason_links_the_claims_among_its_parts_and_escapes_the_rest():
    book = Book({"claims": [{"id": "chapter.claim"}]})
    inner = reason.Reason("{claim} and {other}", {"claim": "chapter.claim", "other": HOSTILE})
    because = reason.Reason("<{why}> {all}", {"why": inner, "all": ("chapter.claim", "x.y")})
    link = '<a href="../claims/chapter.claim.html">chapter.claim</a>'
    said = f"&lt;{link} and {html.escape(HOSTILE)}&gt; {link}, x.y"
    assert book.why({"reason": reason.as_json(because)})["en"] == said


def test_what_six_digits_round_away_is_shown_beside_them():
    """Beside a 1 that it is not, 1 + 2⁻⁵² is not about 1."""
    digits = inline_html.digits
    assert digits("4503599627370497/4503599627370496") == "1 + 2.22045e-16"
    assert digits("1 - 1/2**60") == "1 - 8.67362e-19"
    assert [digits(each) for each in ("1/3", "exp(1)", "7")] == ["0.333333", "2.71828", ""]
