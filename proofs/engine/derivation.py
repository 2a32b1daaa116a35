"""A derivation: a chain of named steps, each checked by a normal form, for all sizes at once."""

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from proofs.engine.assumptions import assumption, keeps_all_terms
from proofs.engine.continuity import is_continuous
from proofs.engine.normal_form import is_zero, normal
from proofs.rules import BY_RANGE, LISTED, is_nonnegative, is_positive
from theory.stating.known_digits import is_sure

_UP, _DOWN = {"<", "≤"}, {">", "≥"}
LATEX = {
    "=": "=", "<": "<", "≤": r"\le", ">": ">", "≥": r"\ge", "→": r"\to",
    "≤ … →": r"\le \dots \to", "≥ … →": r"\ge \dots \to",
}  # fmt: skip


class StepError(AssertionError):
    """A step that does not follow from the one before it."""


class EmptyChainError(StepError):
    """A chain that ends where it starts: it relates an expression to itself alone."""


@dataclass(frozen=True)
class Step:
    """One line: how it relates to the line before, what it says, why, and its check.

    by: what carries it: "normal form", "sign", "limit", a rule by its name, and so on.
    """

    relation: str
    expression: sp.Expr
    reason: str
    follows: Callable[[], bool]
    left_over: Callable[[], object]
    by: str


class Chain:
    """Expressions from `start` on, each related to the one before for a stated reason."""

    ranges: dict | None = None  # from where to where free indices run; as declared if None

    def __init__(self, start):
        self.start = sp.sympify(start)
        self.steps: list[Step] = []

    @property
    def last(self):
        """The expression reached so far."""
        return self.steps[-1].expression if self.steps else self.start

    def _step(self, relation, expression, reason, check, difference):
        expression = sp.sympify(expression)
        before = self.last
        self.steps.append(
            Step(
                relation,
                expression,
                reason,
                lambda: check(difference(before, expression), self.ranges),
                lambda: normal(difference(before, expression), self.ranges),
                "normal form" if relation == "=" else "sign",
            )
        )
        return self

    def equals(self, expression, reason):
        """Go on with an expression that has the same normal form."""
        return self._step("=", expression, reason, is_zero, lambda p, q: p - q)

    def at_most(self, expression, reason):
        """Go on with an expression that is shown to be as large or larger."""
        return self._step("≤", expression, reason, _shown(is_nonnegative), lambda p, q: q - p)

    def at_least(self, expression, reason):
        """Go on with an expression that is shown to be as small or smaller."""
        return self._step("≥", expression, reason, _shown(is_nonnegative), lambda p, q: p - q)

    def below(self, expression, reason):
        """Go on with an expression that is shown to be larger."""
        return self._step("<", expression, reason, _shown(is_positive), lambda p, q: q - p)

    def above(self, expression, reason):
        """Go on with an expression that is shown to be smaller."""
        return self._step(">", expression, reason, _shown(is_positive), lambda p, q: p - q)

    def by(self, rule, reason):
        """Apply a listed rule to the expression; the rule must change it."""
        if rule not in LISTED:
            raise StepError(
                f"{reason}: {getattr(rule, '__name__', rule)} is no rule of proofs/rules"
            )
        before = self.last
        after = rule(before, self.ranges) if rule in BY_RANGE else rule(before)
        changed = isinstance(after, sp.Expr) and after != before
        self.steps.append(Step("=", after, reason, lambda: changed, lambda: after, rule.__name__))
        return self

    def tends(self, variable, point, value, reason, side="+"):
        """Take the limit; of an expression with sums, where it is continuous at the point."""
        before, value = self.last, sp.sympify(value)

        def reached():
            if before.has(sp.Sum):
                there = sp.sympify(point)
                runs_in = there.is_finite and is_continuous(before, variable, there)
                return bool(runs_in) and is_zero(before.subs(variable, there) - value, self.ranges)
            ways = {before, sp.powsimp(before)}
            if not is_sure(before) or not all(
                keeps_all_terms(each, variable, sp.sympify(point), side) for each in ways
            ):
                return False
            return sp.limit(before, variable, point, side) == value

        left_over = lambda: sp.Limit(before, variable, point, side)
        self.steps.append(Step("→", value, reason, reached, left_over, "limit"))
        return self

    @property
    def relation(self):
        """How the first expression relates to the last.

        Below an expression that tends to a number, only an upper bound of the limit is known.
        """
        kinds = {step.relation for step in self.steps} - {"="}
        if not kinds or kinds == {"→"}:
            return kinds.pop() if kinds else "="
        if not (kinds <= _UP | {"→"} or kinds <= _DOWN | {"→"}):
            raise StepError(f"the chain goes both ways: {sorted(kinds)}")
        if "→" in kinds:
            return "≤ … →" if kinds & _UP else "≥ … →"
        return next((strict for strict in "<>" if strict in kinds), kinds.pop())

    @property
    def assumes(self):
        """What the symbols stand for beyond real numbers: `t > 0`, one sentence each."""
        terms = [self.start, *(step.expression for step in self.steps)]
        names = {atom for term in terms for atom in term.atoms(sp.Symbol, sp.IndexedBase)}
        return sorted({sentence for name in names if (sentence := assumption(name))})

    def is_empty(self):
        """Say whether it ends where it starts, up to the names of bound indices.

        SymPy may store the same expression in two ways; it prints both alike.
        """
        first, last = (sp.latex(each.as_dummy()) for each in (self.start, self.last))
        return first == last

    def check(self):
        """Check every step; name the first that does not follow."""
        if not self.steps:
            raise EmptyChainError("the chain has no step")
        _ = self.relation
        before = self.start
        for number, step in enumerate(self.steps, start=1):
            if not step.follows():
                raise StepError(
                    f"step {number} ({step.reason}) does not follow:\n"
                    f"    {before}\n  {step.relation} {step.expression}\n"
                    f"  left over: {step.left_over()}"
                )
            before = step.expression
        if self.is_empty():
            raise EmptyChainError(f"the chain ends where it starts: {before}")

    def written(self, place):
        """Return the line after so many steps, in LaTeX."""
        return sp.latex(self.steps[place - 1].expression if place else self.start)

    def lines(self):
        """Return the chain as LaTeX; a step that does not change the LaTeX only adds its reason."""
        lines = [{"relation": "", "latex": self.written(0), "reason": "", "by": []}]
        for place, step in enumerate(self.steps, start=1):
            relation, latex, last = LATEX[step.relation], self.written(place), lines[-1]
            if relation == "=" and latex == last["latex"]:
                last["reason"] = "; ".join(filter(None, [last["reason"], step.reason]))
                last["by"].append(step.by)
            else:
                reason = {"reason": step.reason, "by": [step.by]}
                lines.append({"relation": relation, "latex": latex, **reason})
        return lines


def _shown(sign):
    def check(difference, ranges):
        """Look at the difference as it stands, with its sums named, in normal form, in factors."""
        if sign(difference) or sign(sp.factor(_sums_named(difference))):
            return True
        plain = normal(difference, ranges)
        if plain == 0:
            return sign(plain)
        return sign(plain) or sign(sp.factor(plain))

    return check


def _sums_named(expression):
    """Give equal sums one name, which has the sign that the sums are shown to have."""
    if expression.has(sp.Derivative, sp.Integral):  # a name would not change with their variable
        return expression
    names: dict[sp.Expr, sp.Symbol] = {}

    def named(e):
        if isinstance(e, sp.Sum):
            return names.setdefault(e.as_dummy(), sp.Dummy(**_signs(e)))
        return e.func(*map(named, e.args)) if e.has(sp.Sum) else e

    return named(expression)


def _signs(total):
    if is_positive(total):
        return {"positive": True}
    return {"nonnegative": True} if is_nonnegative(total) else {"real": True}
