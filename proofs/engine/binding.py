"""A derivation that begins at one side of its claim's statement and closes on the other."""

import sympy as sp

from proofs.engine.deciding import decided, picked
from proofs.engine.derivation import Chain, Step, StepError
from proofs.engine.duties import Duty, duties, relation
from proofs.engine.duty_view import View
from proofs.engine.lemma import cited, lemma_of
from proofs.engine.mean_value import climb
from proofs.engine.normal_form import is_zero
from proofs.engine.replacing import replaced, rewritten
from proofs.engine.substitution import (
    MIRROR,
    BindingError,
    known,
)
from proofs.engine.sum_names import lettered, numbered
from proofs.rules import is_nonnegative
from theory.stating.latex import latex
from theory.stating.relations import Line, Link, To
from theory.stating.statements import Statement
from theory.stating.symbolic import Opaque, symbolic
from theory.stating.terms import (
    ZERO,
    Applied,
    Term,
    canonical,
    term,
)

# What a chain must show, to have shown the sign of a duty.
_SHOWN_BY = {
    "=": {"="}, "≤": {"=", "<", "≤"}, "≥": {"=", ">", "≥"}, "<": {"<"}, ">": {">"}, "≠": {"<", ">"},
}  # fmt: skip


class Side(Chain):
    """A chain that begins at a side of a duty; its steps are terms of the theory."""

    def __init__(self, view: View, turned: bool = False, apart: bool = False):
        left, right = view.duty.link.left, view.duty.link.right
        self.view, self.ranges, self.sign = view, view.ranges, view.sign
        if apart:
            self.begins, self.ends = (left - right if turned else right - left), ZERO
            turned = not turned
        else:
            self.begins, self.ends = (right, left) if turned else (left, right)
        if turned and isinstance(self.sign, str):
            self.sign = MIRROR[self.sign]
        super().__init__(view.read(self.begins))
        self.goal, self.limits, self.cited = view.read(self.ends), [], []
        self.uses: list[str] = []  # hypotheses
        self.numbers: dict[type, int] = {}  # of words of which nothing is known, as printed
        self.tex = [latex(self.begins)]

    def _step(self, relation, expression, reason, check, difference):
        self._shown(expression)
        return super()._step(relation, self.view.read(expression), reason, check, difference)

    def _shown(self, expression):
        self.tex.append(latex(expression) if isinstance(expression, Term) else "")

    def by(self, rule, reason):
        """Apply a listed rule to the expression; the rule must change it."""
        self._shown(None)
        return super().by(rule, reason)

    def given(self, hypothesis, fact, value, reason):
        """Replace `fact` by `value`, which a hypothesis, or the statement itself (""), says."""
        fact, value = term(fact), term(value)
        fixed = self.view.says(hypothesis, fact, value)
        if fixed is None:
            source = f"the hypothesis {hypothesis}" if hypothesis else "the statement"
            raise StepError(f"{reason}: {source} does not say {latex(fact)} = {latex(value)}")
        if self.last.has(sp.Derivative):  # what holds at a point says nothing of the slope there
            raise StepError(f"{reason}: a derivative is still to be taken")
        self.uses.append(hypothesis)
        return self._replaced(fact, value, reason, "hypothesis", fixed)

    def decides(self, reason):
        """Put in what the conditions decide: guards, brackets, the larger of two."""
        return self._by_conditions(decided, reason)

    def picks(self, reason):
        """Let a delta pick its term from a sum, where the conditions place it in the range."""
        return self._by_conditions(picked, reason)

    def _by_conditions(self, rewrite, reason):
        if self.last.has(sp.Derivative):  # what holds at a point says nothing of the slope there
            raise StepError(f"{reason}: a derivative is still to be taken")
        self._shown(None)
        before = self.last
        after = rewrite(before, self.view.known_in(before), self.ranges)
        self._rewritten(before, after, reason, "conditions")
        return self

    def _rewritten(self, before, after, reason, by):
        self.steps.append(Step("=", after, reason, lambda: after != before, lambda: after, by))

    def cites(self, claim, reason, at=None, duty=0, beside=None):
        """Use a proved claim: replace its left side by its right one, or go on to its other side.

        at: what stands there in the places of the claim's variables and families. beside: what the
        line has beside a side of an inequality.
        """
        lemma = cited(claim, self.view, at or {}, duty)
        self.cited.append(claim)
        if lemma.sign == "=":
            self._holds_beside(lemma.supposes, reason)
            return self._replaced(lemma.left, lemma.right, reason, claim)
        left, right = (
            side if beside is None else side + beside for side in (lemma.left, lemma.right)
        )
        for here, sign, there in ((left, lemma.sign, right), (right, MIRROR[lemma.sign], left)):
            if is_zero(self.last - self.view.read(here), self.ranges):
                self._shown(there)
                self.steps.append(
                    Step(sign, self.view.read(there), reason, lambda: True, lambda: "", claim)
                )
                return self
        raise StepError(f"{reason}: the line is no side of {claim}")

    def knows(self, claim, at=None, duty=0):
        """Take what a proved claim says as a fact, which the conditions of others may then need.

        at: as for `cites`. At an index that stands for any place, the claim says it of all places.
        """
        lemma = cited(claim, self.view, at or {}, duty)
        self.cited.append(claim)
        link = Link(lemma.left, lemma.sign, lemma.right)
        self.view.facts += known((Line((link,)),), self.view.fixed)
        return self

    def earlier(self, number, reason, at=None):
        """Use a relation that the statement says before this one, at other values: left for right.

        at: as for `cites`. What the earlier relation needs is shown where it is shown.
        """
        if not 0 <= number < self.view.number:
            raise StepError(f"{reason}: duty {number} does not come before this one")
        lemma = lemma_of(self.view.statement, self.view, at or {}, number)
        if lemma.sign != "=":
            raise StepError(f"{reason}: duty {number} is no equation")
        if self.steps or not isinstance(lemma.left, Applied):
            raise StepError(f"{reason}: expected a closed word, at the beginning of the chain")
        old, new = map(self.view.put, (lemma.left, lemma.right))
        assert isinstance(old, Applied)
        after = rewritten(self.view.put(self.begins), old, new, self.view.fixed)
        self._shown(after)
        self._rewritten(self.start, symbolic(after), reason, "earlier")
        return self

    def climbs(self, number, low, high, reason):
        """Go on from F(high) - F(low) to c (high - low), where the statement has said that F' ≤ c.

        number: the duty that says it, of every value of the variable of F.
        """
        if not 0 <= number < self.view.number:
            raise StepError(f"{reason}: duty {number} does not come before this one")
        low, high = term(low), term(high)
        rise, most = climb(self.view.statement, number, low, high)
        if not is_zero(self.last - self.view.read(rise), self.ranges):
            raise StepError(f"{reason}: the line is not {latex(rise)}")
        if not is_nonnegative(self.view.read(high - low)):
            raise StepError(f"{reason}: nothing shows that {latex(low)} ≤ {latex(high)}")
        if missing := [*self.view.unfit_at(low), *self.view.unfit_at(high)]:
            raise StepError(f"{reason}: an end may have no value: nothing shows {missing[0]}")
        self._shown(most)
        after = self.view.read(most)
        self.steps.append(Step("≤", after, reason, lambda: True, lambda: "", climb.__name__))
        return self

    def _holds_beside(self, supposes, reason):
        """Refuse to use in a derivative what holds for some values of its variable only."""
        moving = {by for each in self.last.atoms(sp.Derivative) for by in each.variables}
        bases = [by.base if isinstance(by, sp.Indexed) else by for by in moving]
        if any(self.view.read(each).has(*bases) for each in supposes if bases):
            raise StepError(f"{reason}: a derivative is still to be taken")

    def _replaced(self, fact, value, reason, by, fixed=None):
        """Put a value in the place of a fact, also in sums, at all places that it leaves open."""
        self._shown(None)
        before = self.last
        fixed = self.view.fixed if fixed is None else fixed
        after = replaced(before, self.view, fact, value, self.ranges, fixed)
        self._rewritten(before, after, reason, by)
        return self

    def tends(self, variable, point, value, reason, side="+"):
        """Take the limit of an expression that is free of sums."""
        moving = self.view.read(variable)
        to = point if isinstance(point, str) else self.view.read(point)
        to = sp.oo if to == "∞" else sp.sympify(to)
        side = "-" if to is sp.oo else side
        self.limits.append((moving, to, side))
        self._shown(value)
        return super().tends(moving, to, self.view.read(value), reason, self.limits[-1][2])

    def closes(self, reason):
        """Go on to the other side, by the relation that the claim asserts."""
        if isinstance(self.sign, To):
            return self.tends(
                self.sign.variable, self.sign.point, self.ends, reason, self.sign.side
            )
        steps = {"=": self.equals, "≤": self.at_most, "≥": self.at_least,
                 "<": self.below, ">": self.above}  # fmt: skip
        return steps[self.sign](self.ends, reason)

    def is_empty(self):
        """Say whether both ends are one term, up to the names of bound indices."""
        left, right = (canonical(self.view.put(each)) for each in (self.begins, self.ends))
        return left == right

    def check(self):
        """Check every step, that the chain is about its duty, and that every line has a value."""
        super().check()
        if self.last != self.goal:
            raise StepError(f"the chain ends at {self.last}; expected {self.goal}")
        self._relates()
        lines = (self.start, *(step.expression for step in self.steps))
        _one_meaning_a_name(lines)
        moved = self.limits or any(line.has(sp.Derivative, sp.Integral) for line in lines)
        if moved and any(line.has(Opaque) for line in lines):
            raise StepError("a word of which nothing is known may move with the variable")
        for line in lines:
            if unfit := self.view.unfit_in(line):
                raise StepError(f"nothing shows that {', '.join(unfit)}, which {line} needs")
        if unfit := self.view.unfit():
            raise StepError(f"nothing shows that {', '.join(unfit)}, which the claim needs")

    def _relates(self):
        """Check that the chain relates its ends as the claim says."""
        if isinstance(self.sign, To):
            point = sp.oo if isinstance(self.sign.point, str) else self.view.read(self.sign.point)
            asked = [(self.view.read(self.sign.variable), point, self.sign.side)]
            if self.limits != asked or self.relation != "→":
                raise StepError(f"the claim's limit is {asked}; the chain takes {self.limits}")
        elif self.limits or self.relation not in _SHOWN_BY[self.sign]:
            raise StepError(f"the chain shows {self.relation}; the claim says {self.sign}")

    def says(self) -> str:
        """Return the relation that the chain shows, as the claim says it."""
        return relation(self.view.duty)

    def written(self, place):
        """Return a line in LaTeX: what was given as a term, as it was given."""
        line = self.steps[place - 1].expression if place else self.start
        return self.tex[place] or sp.latex(lettered(numbered(line, self.numbers)))


def _one_meaning_a_name(lines):
    """Refuse two symbols that are printed alike and assume different things.

    A number may be called as a family is, whose entries have places.
    """
    found: dict[tuple[type, str], sp.Basic] = {}
    for line in lines:
        for atom in line.atoms(sp.Symbol, sp.IndexedBase):
            if found.setdefault((type(atom), str(atom)), atom) != atom:
                raise StepError(f"{atom} stands for two things, which assume different things")


def begin(
    statement: Statement, duty: int = 0, let=None, turned=False, apart=False, closed=()
) -> Side:
    """Return the chain that begins at the left side of a duty.

    turned: at its right side. apart: at the difference, right less left, which closes on 0. closed:
    words that are not written out.
    """
    asked = duties(statement)
    if duty >= len(asked) or not isinstance(asked[duty], Duty):
        raise BindingError(f"duty {duty} is no relation of the statement; it has {len(asked)}")
    return Side(View(statement, asked[duty], let or {}, closed, duty), turned, apart)
