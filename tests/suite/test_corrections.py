"""What an author may paste is compared with a claim, formula by formula, or is refused."""

import subprocess
import sys

import pytest

from atensi.judging import lines_check
from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.judging.statement_entries import corrected
from atensi.work.places import clone
from proofs.engine.correction import correction
from proofs.engine.evidence import REGISTRY
from proofs.engine.pasted import left_alone
from proofs.engine.witness import EvidenceError
from theory.documents.by_hand import REASONS_OF_CORRECTIONS, corrected_by_hand
from theory.documents.corrections import corrections, sharing
from theory.language import is_translated, languages
from theory.stating.terms import TermError
from theory.transcribing.correction_formulas import saying

pytestmark = pytest.mark.meta
PIECES = [piece for piece in proofs() if piece.kind == "correction"]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: f"{piece.claim} {piece.where}")
def test_a_correction_is_the_formula_of_a_claim(piece):
    found = piece.run()
    assert found.reads and len(found.reads) == len(found.writes)


def test_every_formula_of_every_correction_is_compared():
    assert not list(lines_check.uncompared())


def test_evidence_is_loaded_before_it_is_asked_what_it_compares():
    program = "from atensi.judging import lines_check; assert not list(lines_check.uncompared())"
    command = [sys.executable, "-c", program]  # a process that has loaded nothing else
    ran = subprocess.run(command, cwd=clone(), capture_output=True, text=True)
    assert not ran.returncode, ran.stderr


def write_instead(key, printed, wrong, monkeypatch):
    """Change the correction of a statement, and of those that share it."""
    before = corrections()[key]
    assert printed in before
    for each in sharing(key):
        monkeypatch.setitem(corrections(), each, before.replace(printed, wrong))


@pytest.mark.parametrize(
    ("key", "printed", "wrong"),
    [
        ("001:441", r"(\mathbf{Z})+\mathbf{Z}", r"(\mathbf{Z})-\mathbf{Z}"),
        ("001:42/ratio", r"{\sum_{j=1}^{n} \exp", r"{2 \sum_{j=1}^{n} \exp"),
        ("001:42/ratio", r"\frac{\exp(f_{attn}", r"\frac{(f_{attn}"),
        ("000:79", r"\dots, \text{head}_h", r"\dots, \text{head}_1"),
        ("000:37/no-limit", r"^{n} \alpha_i", r"^{n} 2 \alpha_i"),
        ("000:31/cosine", r"||\mathbf{k}||", r"||\mathbf{q}||"),
        ("000:58/called-score", r"\sqrt{d_k}", "d_k"),
        ("000:58/typesetting", r"\mathbf{W}^V\in \mathbb{R}^{d\times d_v}",
         r"\mathbf{W}^V\in \mathbb{R}^{d\times d_k}"),
        ("000:79/sizes", r"{h d_v\times d}", r"{d_v\times d}"),
        ("000:92/rows", r"+ \mathbf{b}_2", r"- \mathbf{b}_2"),
        ("000:96", r"\sin", r"\cos"),
        ("001:49", "0 < ", r"0 \leq "),
        ("001:106/ratio", r"\mathbf{k}_l))}", r"\mathbf{k}_j))}"),
        ("001:119/arguments", r"\, y_i", r"\, y_i + 1"),
        ("001:140-145", r"\log\mathcal{K}_{\beta}(\mathbf{x}_{*}-\mathbf{x}_1)",
         r"\mathcal{K}_{\beta}(\mathbf{x}_{*}-\mathbf{x}_1)"),
        ("001:161/namely", r"{d_q \times d_{attn}}", r"{d_k \times d_{attn}}"),
        ("001:166/formula", r"\tanh(", "("),
        ("001:204-206/sum", r"\sigma^4", r"\sigma^2"),
        ("001:228", "d_{attn}/h}}", "d_{attn}}}"),
        ("001:257/projections", r"\mathbf{W}^O \in \mathbb{R}^{d_{\text{token}} \times",
         r"\mathbf{W}^O \in \mathbb{R}^{h \times"),
        ("001:317/typesetting", r"\gamma\, ", ""),
        ("001:326-343", "0.1 \\underbrace", "0.2 \\underbrace"),
        ("001:412", r"\mathbf{X}-\bm{\mu}", r"\mathbf{X}+\bm{\mu}"),
        ("001:476-479/type", r"\leq L_1 + 2", r"\leq L_1 + 1"),
        ("001:517", r"^{\top}", ""),
        ("001:525/typesetting", r" + \sum", r" - \sum"),
        ("004:25/typesetting", r"\sqrt{d_k}", "d_k"),
    ],
)  # fmt: skip
def test_a_wrong_correction_is_refused(key, printed, wrong, monkeypatch):
    write_instead(key, printed, wrong, monkeypatch)
    pieces = [piece for piece in PIECES if piece.claim in sharing(key)]
    refusals = 0
    for piece in pieces:
        try:
            piece.run()
        except (EvidenceError, TermError):
            refusals += 1
    assert refusals


def test_a_changed_formula_that_a_person_compared_is_named(monkeypatch):
    write_instead("001:380", r"\, \mathbf{E} +", r"\, \mathbf{PE} +", monkeypatch)
    found = "\n".join(lines_check.uncompared())
    assert r"001:380: nothing compares \mathbf{X} = \sqrt{d_{\text{model}}}\, \mathbf{PE}" in found
    assert r"001:380 has no such formula: \mathbf{X} = \sqrt" in found


def test_a_formula_that_stands_without_dollars_is_named(monkeypatch):
    write_instead("001:240-244", "$", "", monkeypatch)
    assert "001:240-244: \\text stands outside a formula" in "\n".join(lines_check.uncompared())


def test_only_a_claim_that_asserts_or_answers_a_line_speaks_for_its_correction():
    correction("001:441", "softmax.definition", {})
    with pytest.raises(EvidenceError, match="neither asserts nor answers 001:441"):
        REGISTRY.pop().run()


def test_the_formulas_of_a_correction_are_those_that_say_something():
    assert saying(r"dengan $\mathbf{q}$ dan $d_k$: $a_i = b$, $\sqrt{d}$") == [
        "a_i = b",
        r"\sqrt{d}",
    ]
    assert saying(r"$\begin{aligned} a &= b \\ c &= d \end{aligned}$") == ["a = b", "c = d"]
    assert saying("$W^Q, W^K$ ya") == []


def test_a_shared_correction_is_one_text():
    assert corrections()["001:42/ratio"] == corrections()["001:43-44/typesetting"]
    assert not any(each.startswith("= 0") for each in corrections().values())
    assert left_alone("001:42/ratio") == []


def test_the_corrected_program_is_python():
    compile(corrections()["002:72-84/indentation"], "corrected", "exec")


def test_the_ledger_says_who_compared_a_correction():
    (piece,) = (each for each in PIECES if each.claim == "001:441")
    record = Record("001:441", "correction", "f.py:1", finding=piece.run())
    (entry,) = corrected("001:441", [record])
    assert (entry["by"], entry["claim"]) == ("machine", "encoder.printed-block-is-the-original")
    assert [each["by"] for each in corrected("001:441", [])] == ["nobody"]
    assert {each["by"] for each in corrected("001:380", [])} == {"person"}
    reasons = REASONS_OF_CORRECTIONS.values()
    assert {*corrected_by_hand().values()} <= {*reasons}
    assert all(is_translated(reason, lang) for reason in reasons for lang in languages())
