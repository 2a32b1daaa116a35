"""Formulas on the pages: set as in a book, or refused by the name of their owner."""

import pytest

from atensi.report.mathml import FormulaError, from_sympy, mathml
from atensi.report.outputs import formulas

pytestmark = pytest.mark.meta


def test_a_formula_that_cannot_be_set_is_an_error_that_names_the_claim(published):
    assert formulas(published) == []
    with pytest.raises(FormulaError, match=r"c\.a: x \\unheard: .*unheard"):
        mathml(r"x \unheard", "c.a")
    with pytest.raises(FormulaError, match=r"c\.b: "):
        mathml(r"\frac{", "c.b")
    with pytest.raises(FormulaError, match=r"c\.c: "):
        from_sympy("2 *", "c.c")
    ledger = {"claims": [{**published["claims"][0], "latex": r"\unheard"}], "statements": []}
    (sentence,) = formulas(ledger)
    assert sentence.startswith(f"{published['claims'][0]['where']}: softmax.definition: ")
    wrong = {**published["statements"][0], "correction": r"$\unheard$"}
    (sentence,) = formulas({"claims": [], "statements": [wrong]})
    assert sentence.startswith(f"corrections.txt: {wrong['statement']}: ")


@pytest.mark.parametrize(
    ("latex", "part"),
    [
        (r"\mathbb R^n", "\N{DOUBLE-STRUCK CAPITAL R}"),
        (r"(x)^2", '<msup><mrow><mo stretchy="false">(</mo>'),
        (r"\arg\max_j f", "arg\N{NARROW NO-BREAK SPACE}max"),
        (r"\max_j f", '<munder><mo movablelimits="true"'),
        (r"\sum_{j=1}^n f", "<munderover>"),
        (r"x^{\top}", "<mi>\N{DOWN TACK}</mi>"),
        (r"\mathrm{fl}(x)", "<mi>fl</mi>"),
        (r"\mathbf 1", "\N{MATHEMATICAL BOLD DIGIT ONE}"),
        (r"\lVert u\rVert", 'form="postfix"'),
        (r"\left\lvert \frac ab \right\rvert", '<mo stretchy="true"'),
        (r"\lvert x \rvert", 'stretchy="false"'),
        (r"A \implies B", 'lspace="0.2778em"'),
    ],
)
def test_formulas_are_set_as_in_a_book(latex, part):
    assert part in mathml(latex, "c.a")
