"""The mean value theorem: what rises nowhere faster than c rises by c (b - a) at most."""

from proofs.engine.duties import Duty, duties
from proofs.engine.substitution import BindingError
from proofs.rules.listing import rule
from theory.stating.relations import places_in, variables
from theory.stating.statements import Statement, terms_of
from theory.stating.terms import Slope, Term, Variable, put, walk
from theory.stating.unfolding import unfolded


@rule("F(b) - F(a) ≤ c (b - a) for a ≤ b, where F' ≤ c everywhere.")
def climb(statement: Statement, number: int, low: Term, high: Term) -> tuple[Term, Term]:
    """Return the rise of a function from `low` to `high`, and the most that it can be.

    number: the duty that says F' ≤ c, under no condition on the variable of F.
    """
    asked = duties(statement)[number]
    if not isinstance(asked, Duty) or asked.link.sign != "≤" or asked.when or asked.chosen:
        raise BindingError(f"duty {number} does not say of every value that it is at most another")
    rate, most = map(unfolded, (asked.link.left, asked.link.right))
    if not isinstance(rate, Slope) or any(isinstance(each, Slope) for each in walk(rate.body)):
        raise BindingError(f"duty {number} bounds no slope")
    by, *others = rate.by
    if others or not isinstance(by, Variable) or by.domain != "real":
        raise BindingError(f"duty {number} speaks of no slope by one number, which may be any")
    conditions = (end for each in statement.conditions for end in terms_of(each))
    if any(by in variables(each) for each in (most, *conditions)):
        raise BindingError(f"the bound, or a condition, moves with {by.name}")
    if places_in(low) | places_in(high):
        raise BindingError("a sum may bind the place of an end")
    return put(rate.body, {by: high}) - put(rate.body, {by: low}), most * (high - low)
