"""Lines that were judged ill-formed by what does not stand in them, or by a check of one's own."""

import pytest

from proofs.engine.evidence import REGISTRY
from proofs.engine.formula_checks import explained
from proofs.engine.malformed import ill_formed, misprinted
from proofs.engine.witness import EvidenceError
from theory.letters import d, m, n
from theory.stating.families import numbers
from theory.stating.forming import fitting
from theory.stating.terms import TermError

pytestmark = pytest.mark.meta
SIZES, WIDTH, PART = "001:257/projections", r"d_{\text{token}}", r"\frac{d_{\text{token}}}{h}"
LETTERS = {WIDTH: d, "h": n}


def refusal(printed, meant, key=SIZES, letters=LETTERS):
    """Return how a product is refused whose height is read off the documents."""
    ill_formed(key, because="x", printed={"high": printed}, meant={"high": meant}, letters=letters)(
        lambda high: fitting(numbers("X", n, d), numbers("W", high, d))[0]
    )
    return REGISTRY.pop().run().refusal


@pytest.mark.parametrize(
    ("printed", "meant", "why"),
    [
        ("h^2", WIDTH, r"h\^2 stands nowhere in"),  # nobody printed it
        (r"\frac{h}{d_{\text{token}}}", WIDTH, "stands nowhere in"),  # nor that
        (PART, "2 h", "2 h stands nowhere in"),  # nobody is told to paste it
        (m, d, "is not a piece of what is printed"),  # a size that a chapter chose
    ],
)
def test_a_part_that_is_refused_stands_in_the_line_and_the_other_in_its_correction(
    printed, meant, why
):
    assert "d is not d/n" in refusal(PART, WIDTH)
    with pytest.raises(EvidenceError, match=why):
        refusal(printed, meant)


def test_what_a_letter_of_the_line_stands_for_is_said():
    with pytest.raises(TermError, match="stands for nothing"):
        refusal(PART, WIDTH, letters={WIDTH: d})


def test_a_formula_of_several_lines_is_read_where_its_statement_has_none_of_its_own():
    with pytest.raises(EvidenceError, match="stands nowhere in"):
        refusal("h", WIDTH, key="001:465/nested")


def refuses_fractions(chains):
    if any("frac" in str(each) for each in chains):
        raise TermError("a fraction")


@pytest.mark.parametrize("check", [refuses_fractions, lambda chains: None, print])
def test_a_misprint_is_found_by_the_checks_of_the_engine(check):
    with pytest.raises(EvidenceError, match="is no check of"):
        misprinted("001:511/undefined", because="x", check=check)
    misprinted("001:511/undefined", because="x", check=explained(r"f_{\text{sim}}"))
    assert "nothing says what it is" in REGISTRY.pop().run().refusal


@pytest.mark.parametrize(
    ("key", "slip", "instead"),
    [
        ("001:511/undefined", r"\text{sim}", r"{"),  # it parses with this "slip", and not without
        ("001:525/undefined", r"\{x^-", r"{"),  # the slip that is there stays
    ],
)
def test_no_slip_is_put_into_a_formula_that_has_none(key, slip, instead):
    misprinted(key, because="x", slip=slip, instead=instead)
    with pytest.raises(EvidenceError, match="is not what keeps the formula from being parsed"):
        REGISTRY.pop().run()
