"""A derivation: a chain of named steps, each checked by a normal form, for all sizes at once."""

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from proofs.normal import is_zero, normal
from proofs.rules import is_nonnegative, is_positive

_UP, _DOWN = {"<", "≤"}, {">", "≥"}
_LATEX = {"=": "=", "<": "<", "≤": r"\le", ">": ">", "≥": r"\ge", "→": r"\to"}


class StepError(AssertionError):
    """A step that does not follow from the one before it."""


@dataclass(frozen=True)
class Step:
    """One line: how it relates to the line before, what it says, why, and its check."""

    relation: str
    expression: sp.Expr
    reason: str
    follows: Callable[[], bool]
    left_over: Callable[[], object]


class Chain:
    """Expressions from `start` on, each related to the one before for a stated reason."""

    def __init__(self, start):
        self.start = sp.sympify(start)
        self.steps: list[Step] = []
        self.uses: list[str] = []  # hypotheses

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
                lambda: check(difference(before, expression)),
                lambda: normal(difference(before, expression)),
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
        """Go on with what a rule makes of the expression; a rule that does nothing is a failure."""
        before, after = self.last, rule(self.last)
        changed = after != before
        self.steps.append(Step("=", after, reason, lambda: changed, lambda: after))
        return self

    def given(self, hypothesis, fact, value, reason):
        """Use a hypothesis of the claim: replace `fact` by `value`."""
        before = self.last
        after = before.subs(fact, value)
        self.uses.append(hypothesis)
        changed = after != before
        self.steps.append(Step("=", after, reason, lambda: changed, lambda: after))
        return self

    def tends(self, variable, point, value, reason, side="+"):
        """Take the limit of an expression that is free of sums."""
        before, value = self.last, sp.sympify(value)

        def reached():
            return not before.has(sp.Sum) and sp.limit(before, variable, point, side) == value

        self.steps.append(
            Step("→", value, reason, reached, lambda: sp.Limit(before, variable, point, side))
        )
        return self

    @property
    def relation(self):
        """How the first expression relates to the last."""
        kinds = {step.relation for step in self.steps} - {"="}
        if not kinds:
            return "="
        if kinds <= _UP | {"→"} or kinds <= _DOWN | {"→"}:
            if "→" in kinds:
                return "→"
            return next((strict for strict in "<>" if strict in kinds), kinds.pop())
        raise StepError(f"the chain goes both ways: {sorted(kinds)}")

    def check(self):
        """Check every step; name the first that does not follow."""
        if not self.steps:
            raise StepError("the chain has no step")
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

    def lines(self):
        """Return the chain as LaTeX, a dictionary for each line."""
        first = {"relation": "", "latex": sp.latex(self.start), "reason": ""}
        return [first] + [
            {
                "relation": _LATEX[step.relation],
                "latex": sp.latex(step.expression),
                "reason": step.reason,
            }
            for step in self.steps
        ]


def _shown(sign):
    def check(difference):
        """Look at the difference as it stands, in normal form, and in factors."""
        plain = normal(difference)
        return sign(plain) or sign(sp.factor(plain)) or sign(difference)

    return check
