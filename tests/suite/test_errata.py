"""The list of what cannot stay in a draft: on the terminal, on its page, and for the thesis."""

import json
import re

import pytest

from atensi.cli import commands
from atensi.judging import ledger as ledgers
from atensi.judging.last_run import LastRun
from atensi.judging.last_statements import last_statements
from atensi.judging.of_statements import WANTS_CORRECTION
from atensi.report import html_site, latex_appendix
from atensi.report.book import Book
from theory.documents.document_statements import DOCUMENTS, STATEMENTS
from theory.language import languages

pytestmark = pytest.mark.meta


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("ATENSI_LANG", "en")


@pytest.fixture
def present(published, monkeypatch):
    monkeypatch.setattr(ledgers, "read", lambda path: published)


def test_an_erratum_says_verdict_reason_and_claims(present, published, capsys):
    assert commands.main(["errata", "001"]) == 0
    said, notice = capsys.readouterr()
    assert said.startswith("001: Notes for chapter 3 of the thesis\n")
    assert not notice
    assert "001:12/first-pair FALSE: The first pair is printed (k_1, v_2)." in said
    assert "Why: for x = (0, 0); v = (1, 0): 0 = 1/2 is false" in said
    assert r"Printed: \mathcal{KV} = \{(\mathbf{k}_1, \mathbf{v}_2)" in said
    assert "001:48       TRUE UNDER HYPOTHESES: " in said
    assert "Why: it holds where the scores do not sum to zero" in said
    assert "ILL-FORMED: α_i = Softmax_i(α)" in said
    assert "Claims: lookup.first-key-with-second-value, lookup.misplaced-value" in said
    assert "Refused: the index k stands beside" in said
    assert "Compared by a person alone: " in said
    (entry,) = (e for e in published["statements"] if e["statement"] == "001:12/first-pair")
    assert entry["correction"].split()[0] in said
    assert "Softmax divides the exponential of each score" in said  # a claim's sentence
    assert "softmax(x)_i" in said  # and its formula
    places = re.findall(r"(?m)^(\d{3}):", said)
    assert set(places) == {"001"}


def test_the_errata_come_in_the_order_of_documents_and_lines(present, capsys):
    commands.main(["errata", "--json"])
    entries = json.loads(capsys.readouterr().out)
    assert {each["document"] for each in entries} == set(DOCUMENTS)
    order = [each.key for each in STATEMENTS]
    places = [order.index(each["statement"]) for each in entries]
    assert places == sorted(places)
    assert {each["verdict"] for each in entries} >= {"FALSE", "TRUE UNDER", "ILL-FORMED"}


def test_an_unknown_document_gets_the_known_ones_and_exit_code_two(capsys):
    assert commands.main(["errata", "7"]) == 2
    assert "there is no document '7'; known: 000, 001, 002, 003, 004" in capsys.readouterr().err


def test_the_errata_are_in_indonesian(present, capsys):
    assert commands.main(["errata", "001", "--lang", "id"]) == 0
    said = capsys.readouterr().out
    assert "SALAH: " in said and "Sebab: " in said and "Klaim: " in said


def test_without_a_run_nothing_is_verified(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(ledgers, "place", lambda: tmp_path / "ledger.json")
    assert commands.main(["errata", "001"]) == 0
    said, notice = capsys.readouterr()
    assert "not verified with the present code: The first pair" in said
    assert "Write: " in said and "FALSE" not in said
    assert "nothing is verified with the present code" in notice


def test_the_last_run_of_earlier_code_still_says_what_it_can(published):
    now = {each["statement"]: each for each in published["statements"]}
    earlier = {each["statement"]: each for each in last_statements(LastRun(None, published))}
    assert earlier.keys() == now.keys()
    for key, each in earlier.items():
        assert each.pop("stale") == published["written"]
        assert each == now[key]


def test_a_claim_that_says_something_else_now_leaves_its_statements_without_verdict(published):
    claims = [
        {**each, "latex": "0 = 1"} if each["id"] == "lookup.first-key-with-second-value" else each
        for each in published["claims"]
    ]
    found = last_statements(LastRun(None, {**published, "claims": claims}))
    waiting = [each["statement"] for each in found if not each["verdict"]]
    assert waiting == ["001:12/first-pair"]


def test_a_verdict_on_a_statement_edited_by_hand_is_named(published, tmp_path):
    path = tmp_path / "ledger.json"
    (entry,) = (e for e in published["statements"] if e["statement"] == "001:12/first-pair")
    others = [each for each in published["statements"] if each is not entry]
    ledgers.write({**published, "statements": [{**entry, "verdict": "TRUE"}, *others]}, path)
    (sentence,) = ledgers.edited(path)
    assert "001:12/first-pair: its 'verdict' is not what the code and the evidence give" in sentence
    line = int(sentence.split("ledger.json:")[1].split(":")[0])
    assert '"verdict": "TRUE"' in path.read_text(encoding="utf-8").splitlines()[line - 1]


def test_the_page_of_a_document_shows_what_is_true_and_what_to_write(published):
    book = Book(published)
    pages = {p: text for p, text in html_site.render(published, {}) if p.startswith("documents/")}
    for number, entries in book.errata():
        page = pages[f"documents/{number}.html"]
        wrong = [each for each in entries if each["verdict"] in WANTS_CORRECTION]
        assert page.count("To write instead") == sum(bool(e["correction"]) for e in entries)
        for each in wrong:
            assert all(f'href="../claims/{name}.html"' in page for name in each["answered_by"])


def test_the_thesis_gets_the_errata_in_each_language(published, tmp_path):
    latex_appendix.write(published, tmp_path)
    for lang in languages():
        text = (tmp_path / f"errata-{lang}.tex").read_text(encoding="utf-8")
        for number in DOCUMENTS:
            assert rf"\subsection*{{{number}: " in text
        printed = r"\texttt{\allowbreak\textbackslash{}mathcal\{KV\} = "  # 001:12, as it is typed
        assert printed in text


def test_claims_are_listed_by_either_tie(present, capsys):
    commands.main(["list", "--document", "003"])
    said = capsys.readouterr().out
    asserts = {e["id"] for e in ledgers.read(None)["claims"] if _names(e["sources"], "003")}
    answers = {e["id"] for e in ledgers.read(None)["claims"] if _names(e["answers"], "003")}
    assert answers - asserts
    assert {line.split()[-1] for line in said.splitlines()} == asserts | answers


def _names(ties, document):
    return any(each["document"] == document for each in ties)
