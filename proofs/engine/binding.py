"""A derivation that begins at one side of its claim's statement and closes on the other."""

from collections.abc import Mapping

import sympy as sp

from proofs.engine.derivation import Chain, StepError
from proofs.engine.duties import Duty, duties
from proofs.engine.fitness import is_fit, needs_in, needs_of
from proofs.engine.substitution import (
    MIRROR,
    BindingError,
    domains,
    known,
    licence,
    retyped,
    substituted,
)
from theory.stating.statements import Line, Link, Statement, To, variables
from theory.stating.symbolic import symbolic
from theory.stating.terms import Term, free_indices, term


class View:
    """A duty as a derivation sees it: typed by the conditions, substituted, in SymPy."""

    def __init__(self, statement: Statement, duty: Duty, let: Mapping[Term, object]):
        conditions = (*statement.conditions, *duty.when)
        sides = (duty.link.left, duty.link.right)
        fixed = frozenset().union(*map(free_indices, sides))
        kinds = domains(conditions, fixed)
        facts = known(tuple(_typed(each, kinds) for each in conditions), fixed)
        own = frozenset().union(*(variables(retyped(each, kinds)) for each in statement.terms()))
        let = {retyped(key, kinds): retyped(term(value), kinds) for key, value in let.items()}
        for key, value in let.items():
            licence(key, value, own, facts)
        self.written = [substituted(retyped(each, kinds), let, fixed) for each in sides]
        self.left, self.right = map(symbolic, self.written)
        self.sign = duty.link.sign
        self.known = [(symbolic(substituted(f.gap, let, fixed)), f.sign) for f in facts]
        places = frozenset().union(*(free_indices(each) for each in (*sides, *let.values())))
        self.ranges = {symbolic(each): (sp.S.One, symbolic(each.last)) for each in places}
        if len(self.ranges) != len(places):
            raise BindingError("two indices of one name run to different ends")

    def unfit(self) -> list[str]:
        """Name what the sides need to have a value, and nothing shows that it is so."""
        needs = [need for side in self.written for need in needs_of(side)]
        return self._not_shown(needs)

    def unfit_in(self, line: sp.Expr) -> list[str]:
        """Name the same of a line of the derivation."""
        return self._not_shown(needs_in(line))

    def _not_shown(self, needs):
        return sorted({f"{e} {s} 0" for s, e in needs if not is_fit(s, e, self.known)})


def _typed(condition, kinds):
    links = (Link(retyped(e.left, kinds), e.sign, retyped(e.right, kinds)) for e in condition.links)
    return Line(tuple(links))


class Side(Chain):
    """A chain that begins at a side of a duty."""

    def __init__(self, view: View, turned: bool = False):
        super().__init__(view.right if turned else view.left)
        self.view, self.ranges = view, view.ranges
        self.goal = view.left if turned else view.right
        self.sign = MIRROR[view.sign] if turned and isinstance(view.sign, str) else view.sign

    def closes(self, reason):
        """Go on to the other side, by the relation that the claim asserts."""
        if isinstance(self.sign, To):
            variable = symbolic(self.sign.variable)
            point = sp.oo if isinstance(self.sign.point, str) else symbolic(self.sign.point)
            return self.tends(variable, point, self.goal, reason, self.sign.side)
        steps = {"=": self.equals, "≤": self.at_most, "≥": self.at_least,
                 "<": self.below, ">": self.above}  # fmt: skip
        return steps[self.sign](self.goal, reason)

    def check(self):
        """Check every step, that the chain is about its duty, and that every line has a value."""
        super().check()
        if self.last != self.goal:
            raise StepError(f"the chain ends at {self.last}; expected {self.goal}")
        lines = (self.start, *(step.expression for step in self.steps))
        _one_meaning_a_name(lines)
        for line in lines:
            if unfit := self.view.unfit_in(line):
                raise StepError(f"nothing shows that {', '.join(unfit)}, which {line} needs")
        if unfit := self.view.unfit():
            raise StepError(f"nothing shows that {', '.join(unfit)}, which the claim needs")


def _one_meaning_a_name(lines):
    """Refuse two symbols that are printed alike and assume different things."""
    found: dict[str, sp.Basic] = {}
    for line in lines:
        labels = {base.label for base in line.atoms(sp.IndexedBase)}
        for atom in line.atoms(sp.Symbol, sp.IndexedBase) - labels:
            if found.setdefault(str(atom), atom) != atom:
                raise StepError(f"{atom} stands for two things, which assume different things")


def begin(statement: Statement, duty: int = 0, let=None, turned: bool = False) -> Side:
    """Return the chain that begins at the left side of a duty, or turned, at its right side."""
    return Side(View(statement, duties(statement)[duty], let or {}), turned)
