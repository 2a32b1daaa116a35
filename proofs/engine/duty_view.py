"""A duty as a derivation sees it, and what is refused before the first step."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

import sympy as sp

from proofs.engine.duties import Duty, duties, may_not_arrive
from proofs.engine.fitness import is_fit, lies_in, needs_in, needs_of
from proofs.engine.one_meaning import Names
from proofs.engine.substitution import (
    BindingError,
    Known,
    domains,
    follows,
    known,
    licence,
    retyped,
    substituted,
)
from theory.stating.latex import latex
from theory.stating.relations import Line, Link, To, is_within, variables
from theory.stating.statements import Statement, places_of, terms_of
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ZERO,
    Applied,
    Entry,
    Index,
    Number,
    Size,
    Slope,
    Term,
    Total,
    Variable,
    free_indices,
    term,
    walk,
)
from theory.stating.unfolding import unfolded, words_of
from theory.symbols import index


class View:
    """A duty as a derivation sees it: typed by the conditions, substituted, in SymPy."""

    def __init__(
        self,
        statement: Statement,
        duty: Duty,
        let: Mapping[Term, object],
        closed: Collection[str] = (),
        number: int = 0,
    ):
        self.statement, self.duty, self.closed, self.number = statement, duty, closed, number
        conditions = (*statement.conditions, *duty.when)
        sides = (duty.link.left, duty.link.right)
        here = duty.here
        # a condition of the statement means the places of which any of its relations speaks
        self.fixed = spoken = fixed = here | places_of(statement) | duty.places
        self.kinds = domains(statement.conditions, spoken) | domains(duty.when, here)
        supposed = self._facts(duty.when, here)
        self.facts = facts = self._facts(statement.conditions, spoken) + supposed
        self.named = {
            name: self._facts(each.means, spoken) for name, each in statement.hypotheses.items()
        } | {"": self._facts(statement.given, spoken)}
        self.here, self.supposed = here, supposed
        _must_stand_for_letters(let)
        own = set().union(*(variables(self.typed(e)) for e in (*statement.terms(), *sides)))
        spoken_of = [*sides, *(each for line in conditions for each in terms_of(line))]
        self.names = Names(closed)
        self.names.take(own)
        self.names.take_terms(*spoken_of, *map(term, let.values()))
        self.names.take_words(*statement.terms())
        self.let = {self.typed(key): self.typed(term(value)) for key, value in let.items()}
        _must_be_free(duty, conditions)
        if may_not_arrive(duty.link.sign, conditions):
            raise BindingError(
                f"a condition speaks of {latex(duty.link.sign.variable)}, which moves"
            )
        for key, value in self.let.items():
            slopes = (e for side in sides for e in walk(self.typed(side)) if isinstance(e, Slope))
            for by in {by for each in slopes for by in each.by}:
                if getattr(by, "base", by) in {getattr(key, "base", key), *variables(value)}:
                    raise BindingError(f"a slope by {latex(by)} is none by what stands there")
            if isinstance(duty.link.sign, To) and duty.link.sign.variable in variables(value):
                raise BindingError(f"{latex(key)} would move with {duty.link.sign.variable.name}")
            if getattr(key, "base", key) in duty.chosen:  # of which no condition speaks
                _must_be_free_of(key, let, duty.chosen)
                _in_domain(key, value)
            else:
                licence(key, value, own, facts, fixed)
        _must_be_chosen_once(self.let, duty.chosen)
        self.written = [self.put(each) for each in sides]
        _must_end_at_whole_numbers(self.written)
        self.sign = duty.link.sign
        self.known = [(symbolic(substituted(f.gap, self.let, fixed)), f.sign) for f in facts]
        opened = [_open_places(each) for each in facts]
        self.anywhere = [
            (_unbound(gap), sign, free)
            for (gap, sign), free in zip(self.known, opened, strict=True)
            if free
        ]
        _must_come_near(duty.link.sign, self)
        places = frozenset().union(*(free_indices(e) for e in (*sides, *self.let.values())))
        self.ranges = {symbolic(each): (sp.S.One, self.read(each.last)) for each in places}
        if len(self.ranges) != len(places):
            raise BindingError("two indices of one name run to different ends")

    def _facts(self, conditions, fixed):
        typed = lambda e: Link(self.typed(e.left), e.sign, self.typed(e.right))
        lines = tuple(Line(tuple(map(typed, each.links))) for each in conditions)
        return known(lines, fixed)

    def typed(self, whole: Term) -> Term:
        """Return a term, its words written out, with the domains that the conditions give.

        Of a word that is closed nothing is known but that it is a number, the same for the same.
        """
        return retyped(unfolded(whole, closed=self.closed), self.kinds)

    def put(self, whole: Term) -> Term:
        """Return a term of the statement, typed and substituted."""
        return substituted(self.typed(whole), self.let, self.fixed)

    def read(self, whole: object) -> sp.Expr:
        """Return a term as the derivation computes with it."""
        self.names.take_terms(term(whole))
        return symbolic(self.put(term(whole)))

    def says(self, name: str, fact: Term, value: Term) -> frozenset[Index] | None:
        """Return the places of which a hypothesis says fact = value one by one, or None.

        Without a name, the statement itself says it, or what this relation supposes. A sum is 0
        where its terms are.
        """
        gap = self.typed(fact - value)
        self.names.take_terms(gap)
        if follows(gap, {"="}, self.named.get(name, [])):
            return self.fixed
        if not name and follows(gap, {"="}, self.supposed):
            return self.here
        is_sum = value == ZERO and isinstance(fact, Total)
        return self.says(name, fact.body, value) if is_sum else None

    def unfit(self) -> list[str]:
        """Name what the sides need to have a value, and nothing shows that it is so."""
        point = [self.sign.point] if isinstance(self.sign, To) else []
        others = (*self.duty.beside, *(each for each in point if isinstance(each, Term)))
        needs = [need for e in (*self.written, *map(self.put, others)) for need in needs_of(e)]
        if self.closed:  # a closed word needs what it is made of, each word by itself
            sides = (self.duty.link.left, self.duty.link.right)
            opened = {each.name: each for side in sides for each in words_of(side)}
            needs += [need for side in sides for need in self._inside(side, opened, set())]
        return self._not_shown(needs)

    def _inside(self, whole: Term, opened, seen: set) -> Iterator[tuple[str, sp.Expr]]:
        """Yield what the closed words of a term need, each opened by itself and once."""
        for each in walk(unfolded(whole, closed=self.closed)):
            if isinstance(each, Applied) and each.word.name in self.closed:
                kind = symbolic(self.put(each))
                at = tuple(place if place in self.ranges else "any" for place in kind.args)
                if (kind.func, at) not in seen:
                    seen.add((kind.func, at))
                    body = unfolded(replace(each, word=opened[each.word.name]), once=True)
                    yield from needs_of(self.put(body))
                    yield from self._inside(body, opened, seen)

    def unfit_at(self, whole: Term) -> list[str]:
        """Name what a term needs to have a value here, and nothing shows."""
        return self._not_shown(needs_of(self.put(whole)))

    def unfit_in(self, line: sp.Expr) -> list[str]:
        """Name the same of a line of the derivation."""
        return self._not_shown(needs_in(line))

    def known_in(self, line: sp.Expr) -> list[tuple[sp.Expr, str]]:
        """Return what is known, also at the places of a line's entries: κ[s, j] is one in a sum."""
        entries = line.atoms(sp.Indexed)
        found = list(self.known)
        for gap, sign, free in self.anywhere:
            for own in gap.atoms(sp.Indexed):
                if free <= set(own.indices):
                    for each in (e for e in entries if e.base == own.base):
                        pairs = zip(own.indices, each.indices, strict=True)
                        found.append((gap.xreplace({p: q for p, q in pairs if p in free}), sign))
        return list(dict.fromkeys(found))

    def _not_shown(self, needs):
        fit = lambda sign, e: is_fit(sign, e, self.known_in(e), self.ranges)
        return sorted({f"{e} {s} 0" for s, e in needs if not fit(s, e)})


def has_values(statement: Statement, number: int) -> bool:
    """Say whether both sides of a relation are shown to have a value wherever it is said.

    Coq gives 1/0 and √-1 some value, so a theorem may be about what no reader would call a number.
    """
    asked = duties(statement)[number]
    if not isinstance(asked, Duty):
        needs = (need for whole in terms_of(asked) for need in needs_of(whole))
        return all(is_fit(sign, e, []) for sign, e in needs)
    return not View(statement, asked, {}, (), number).unfit()


def _must_stand_for_letters(let) -> None:
    """Refuse a value of more than a letter: no slope, sum or limit would see that it moves.

    And one that speaks of a place of a sum, which would be taken for the sum's own.
    """
    for key, value in let.items():
        if not isinstance(key, Variable | Entry | Size | Index):
            raise BindingError(f"{latex(term(key))} is no letter: its parts would be left behind")
        if is_within(key) or is_within(term(value)):
            raise BindingError(f"of {latex(key)} a value is given in a place that a sum binds")


def _must_end_at_whole_numbers(sides) -> None:
    """Refuse a sum to n/2, which would be n/2 times its term for odd n, too."""
    ends = (each.bound.last for side in sides for each in walk(side) if isinstance(each, Total))
    for end in dict.fromkeys(ends):
        if not symbolic(end).is_integer:
            raise BindingError(f"nothing shows that a sum to {latex(end)} ends at a whole number")


def _must_come_near(sign: str | To, view: View) -> None:
    """Refuse a limit at a point that the domain of its variable may not reach."""
    needs = sign.needs if isinstance(sign, To) else ""
    if needs and not is_fit(needs, view.read(sign.point), view.known):  # type: ignore[union-attr]
        raise BindingError("the variable of the limit may never come near the point")


def _open_places(fact: Known) -> frozenset[sp.Basic]:
    """Return the indices of which a condition speaks everywhere, if they run through families."""
    entries = [each for each in walk(fact.gap) if isinstance(each, Entry)]
    pairs = [pair for each in entries for pair in zip(each.places, each.base.lasts, strict=True)]
    whole = all(place.last == last for place, last in pairs if place in fact.open)
    return frozenset(map(symbolic, fact.open)) if whole else frozenset()


def _unbound(gap: sp.Expr) -> sp.Expr:
    """Return a difference whose sums bind names of their own, which no place can have."""
    names = sorted({name for total in gap.atoms(sp.Sum) for name in total.variables}, key=str)
    return gap.xreplace({name: index(f"_own{k}") for k, name in enumerate(names)})


def _must_be_free(duty, conditions):
    """Refuse a condition on what one may choose: it would be met by choosing badly."""
    ends = [e for c in conditions for link in c.links for e in (link.left, link.right)]
    for each in duty.chosen:
        if any(getattr(each, "base", each) in variables(end) for end in ends):
            raise BindingError(f"a condition speaks of {each.name}, of which some value is claimed")


def _must_be_free_of(key, let, chosen):
    """Refuse a value of what is chosen that speaks of it, maybe within a word."""
    mine = {getattr(each, "base", each) for each in chosen}
    if any(mine & variables(term(value)) for value in let.values()):
        raise BindingError(f"{latex(key)} would be chosen by what it is itself")


def _must_be_chosen_once(let, chosen):
    """Refuse two values of what is chosen at places that may be one."""
    keys = [key for key in let if isinstance(key, Entry) and key.base in chosen]
    for one, other in combinations(keys, 2):
        if one.base == other.base and not any(
            isinstance(p, Number) and isinstance(q, Number) and p != q
            for p, q in zip(one.places, other.places, strict=True)
        ):
            raise BindingError(f"{latex(one)} and {latex(other)} may be one, and have two values")


def _in_domain(key, value):
    """Check that a value may be chosen for a variable: it lies in its domain."""
    domain = key.base.domain if hasattr(key, "base") else key.domain
    if not lies_in(domain, value):
        raise BindingError(f"nothing shows that {latex(value)} is {domain}, as {latex(key)} is")
