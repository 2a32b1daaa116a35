"""A printed formula is the formula of the claim that asserts it, or is refused."""

import pytest

from atensi.judging import lines_check
from atensi.judging.records import Record
from atensi.judging.registry import proofs
from atensi.judging.statement_entries import ties
from proofs.engine import transcription
from proofs.engine.comparing import Part, compared
from proofs.engine.findings import Transcribed
from proofs.engine.stated import saying
from proofs.engine.witness import EvidenceError
from theory.documents.by_hand import REASONS, by_hand
from theory.documents.printed_formulas import transcribed
from theory.language import is_translated, languages
from theory.letters import d, d_k, i, m, n
from theory.softmax.words import f, softmax, x
from theory.stating.families import numbers, total
from theory.stating.operations import exp
from theory.stating.relations import equal
from theory.stating.statements import states
from theory.stating.terms import TermError
from theory.transcribing.arithmetic import Column
from theory.transcribing.meaning import Reader
from theory.transcribing.parse import parsed
from theory.transcribing.tokens import FormulaError

PIECES = {piece.claim: piece for piece in proofs() if piece.kind == "transcription"}
REFUSED = (EvidenceError, TermError, FormulaError)


@pytest.mark.parametrize("key", PIECES)
def test_a_printed_formula_is_that_of_its_claim(key):
    found = PIECES[key].run()
    assert found.reads and all(found.reads)


@pytest.mark.parametrize(
    ("key", "printed", "instead"),
    [
        ("000:60-64", r"\sqrt{d_k}", "d_k"),
        ("000:60-64", r"\mathbf{K}^T", r"\mathbf{K}"),  # sizes that do not multiply
        ("000:60-64", r"\mathbf{Q}\mathbf{K}^T", r"\mathbf{K}\mathbf{Q}^T"),
        ("000:60-64", r"\right)\mathbf{V}", r"\right)\mathbf{K}"),
        ("000:37/weights", r"\frac{\exp", r"\frac{"),  # a missing exponential
        ("000:37/weights", r"\mathbf{k}_j))}", r"\mathbf{k}_i))}"),  # another index
        ("000:37/weights", r"\sum_{j=1}\exp", r"\exp"),
        ("000:39/output", r"\sum_{i=1}", r"2 \sum_{i=1}"),
        ("000:50-56", r"\mathbf{X} \mathbf{W}^K", r"\mathbf{X} \mathbf{W}^Q"),
        ("000:48/sizes", r"{n\times d_v}", r"{n\times d_k}"),
        ("000:79", r"head}_1", r"head}_2"),
        ("000:92", r"\mathbf{b}_1", r"\mathbf{b}_2"),
        ("000:92", r"+ \mathbf{b}_2", r"- \mathbf{b}_2"),
        ("000:92", r"\max(0, ", r"\max(1, "),
        ("001:14-19", r"\mathbf{k}_2", r"\mathbf{k}_3"),
        ("001:32/size", "d_v", "d_k"),
        ("001:42/ratio", r"\frac{f_{attn}", r"\frac{2 f_{attn}"),
        ("001:48/softmax", "= 1", "= 2"),
        ("001:49", r"\leq 1", "< 1"),
        ("001:59-63", "1, &", "2, &"),
        ("001:59-63", r"\mathbf{k}_j", r"\mathbf{k}_i"),
        ("001:131/formula", r"-\frac", r"\frac"),  # a sign
        ("001:131/formula", r"\beta^2", r"\beta"),
        ("001:137", "y_i = ", "y_i + 1 = "),
        ("001:140-145", r"_2)", r"_3)"),
        ("001:156", r"Kernel}(\mathbf{q}", r"Kernel}(\mathbf{k}"),
        ("001:166/formula", r"  + ", " - "),
        ("001:204-206/sum", r")_i ((", r") (("),
        ("001:204-206/sum", r"\sum_{i=1}^{d_{attn}} ", ""),
        ("001:204-206/value", r"\sigma^4", r"\sigma^2"),
        ("001:228", "d_{attn}/h", "d_{attn}"),
        ("001:228", r"\mathbf{W}^k_i", r"\mathbf{W}^q_i"),
        ("001:231", r"[\text{head}_1", r"[\text{head}_2"),
        ("001:236", r"= \mathbf{X}", r"= 2 \mathbf{X}"),
        ("001:254/size", r"{L \times", r"{h \times"),
        ("001:254/size", r"\mathbf{W}^O", ""),
        ("001:256", r"L \times", r"L \times L \times"),
        ("001:256", r"[\text{head}_1", r"[\text{head}_2"),
        ("001:272-273", "0, 1, 0", "0, 2, 0"),
        ("001:272-273", "|", ""),
        ("001:291", "_{i_2}", "_{i_3}"),
        ("001:326-343", "0.3 & 0.4 \\\\ 0.1", "0.3 & 0.5 \\\\ 0.1"),
        ("001:368", "&= \\text{Embed}((t_1,t_2", "&= \\text{Embed}((t_2,t_1"),
        ("001:369", "E_{(t_3,t_2,t_1)}", "E_{(t_1,t_2,t_3)}"),
        ("001:385-387", "= [0", "= 2 [0"),
        ("001:385-387", "0, \\dots, 0]", "0, 0]"),
        ("001:308", "(i-1)", "i"),
        ("001:308", r"\bmod 2=0", r"\bmod 2=1"),
        ("001:476-479/rule", r"\leq L_1 + 2", r"\leq L_1 + 1"),
        ("001:476-479/rule", r"\mathbf{0}", r"\mathbf{1}"),
        ("001:413-422", r"\mu_1 \\", r"\mu_2 \\"),
        ("001:413-422", r"\frac{1}{\sigma_1} &\dots", r"\sigma_1 &\dots"),
        ("001:413-422", r"{L\times", r"{"),
        ("001:423", r"\frac{1}{d_\text{token}}", ""),
        ("001:424", "^2", ""),
        ("001:441", r"+\mathbf{Z}", ""),
        ("001:443/formula", r"\times \gamma", ""),
        ("001:458", r"-\sum", r"\sum"),
        ("001:458", "L}", "L+1}"),
        ("001:471", "+1+2", "+2"),
        ("001:525", r" + \sum", r" - \sum"),
        ("003:50", "2i/d", "i/d"),
        ("004:25", r"\sqrt{d_k}", r"\sqrt{d}"),
    ],
)  # fmt: skip
def test_another_printed_formula_is_refused(key, printed, instead, monkeypatch):
    before = transcribed()[key]
    assert printed in before
    changed = {**transcribed(), key: before.replace(printed, instead, 1)}
    monkeypatch.setattr(transcription, "transcribed", lambda: changed)
    with pytest.raises(REFUSED):
        PIECES[key].run()


@pytest.mark.parametrize(
    "other",
    [
        equal(softmax(x)[i], exp(x[i]) / total((2 * x).map(exp))),
        equal(softmax(x)[i], x[i] / total(x)),
        equal(exp(x[i]), exp(x[i])),
    ],
)
def test_a_formula_is_refused_if_the_claim_says_another(other):
    with saying("softmax.definition", states(other)), pytest.raises(EvidenceError):
        PIECES["000:37/weights"].run()


def test_a_side_of_the_claim_that_is_not_printed_is_missed():
    letters = {r"\alpha": softmax(f), "i": i}
    claim = states(equal(softmax(f)[i], f[i] / total(f)))
    with pytest.raises(EvidenceError, match="which the claim says, is missing"):
        compared(r"\alpha_i = \alpha_i", claim, 0, letters)


def test_a_part_must_stand_in_the_claim():
    part = Part(total(f))
    with pytest.raises(EvidenceError, match="does not stand in what the claim says"):
        compared("f", states(equal(softmax(x)[i], 1)), part, {"f": total(f)})


LETTERS = {
    "X": numbers("X", n, d), "W": numbers("W", d, m), "x": numbers("x", d), "b": numbers("b", m),
    "n": n, "d": d, "d_k": d_k, "u": Column(numbers("u", d)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        ("W X", "d by m times n by d: m is not n"),
        ("x x", "a row times a row"),
        ("x + n", r"a row \+ a number|Size|a row"),
        ("X + b", "of another size"),
        ("X / x", "where a number is expected"),
        ("x Y", "Y stands for nothing"),
        (r"\sum_{k=1} x_k", "the sum over k has no upper limit"),
        ("n_k", "has an index below it"),
        ("softmax(n)", "softmax of a number"),
        (r"[0, \dots, 0, 1, 0, \dots, 0]", "a 1 among zeros, and where is not said"),
        (r"[0, \dots, 1, 1, \dots, 0]", "dots elsewhere"),
        (r"[n, \dots, n]", "repeats a number, and how often is not said"),
        (r"[d | \dots | n]", "a row side by side; expected a list of matrices"),
        (r"\begin{cases} 1, & n = \arg\max_j x_j \\ 0, & d \end{cases}", "last place is not said"),
        (r"\begin{cases} 1, & n \\ 0, & d \end{cases}", "holds under no relation"),
    ],
)
def test_what_does_not_fit_has_no_meaning(latex, why):
    (node,) = parsed(latex, ["softmax"]).sides
    with pytest.raises(TermError, match=why):
        Reader(LETTERS).value(node)


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\Alpha", r"\\Alpha is no command"),
        (r"\frac{a}{b", "} is missing"),
        ("(a + b", r"\) is missing"),
        ("a)", "closes or joins nothing"),
        ("f(a, , b)", "an argument is empty"),
        ("a_i^2^3", "two things stand above one another"),
        (r"\sum a", "runs over nothing"),
        (r"\arg\max a", "the largest of nothing"),
        (r"\begin{align} a \end{align}", "align is no part of a formula"),
        (r"\begin{matrix} a \end{bmatrix}", "matrix is closed by bmatrix"),
        ("a + ", "ends too early"),
        ("P_{(a, b}) = c", r"\) is missing"),
    ],
)
def test_what_does_not_parse_is_refused(latex, why):
    with pytest.raises(FormulaError, match=why):
        parsed(latex, ["f"])


def test_a_formula_that_nobody_compares_is_named():
    asserted, free = "000:92", "000:25"
    assert not list(lines_check.unread([asserted, free], {asserted}, ()))
    assert not list(lines_check.unread([asserted], set(), [asserted]))
    (sentence,) = lines_check.unread([asserted], set(), ())
    assert "nothing compares it" in sentence
    (sentence,) = lines_check.unread([asserted], {asserted}, [asserted])
    assert "is read by the machine" in sentence


def test_the_ledger_says_who_compared_a_formula():
    read = Record(
        "000:92", "transcription", "f.py:1", finding=Transcribed("feedforward.definition", ["x"])
    )
    failed = Record("000:92", "transcription", "f.py:1", outcome="fails")
    assert [tie["by"] for tie in ties("000:92", [read])] == ["machine"]
    assert [tie["by"] for tie in ties("000:92", [failed])] == ["nobody"]
    assert [tie["by"] for tie in ties("001:59-63", [])] == ["person"]
    assert not list(ties("000:25", []))
    assert set(by_hand().values()) <= set(REASONS.values())
    assert all(is_translated(reason, lang) for reason in REASONS.values() for lang in languages())
