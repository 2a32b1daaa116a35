"""A derivation that begins at one side of its claim's statement and closes on the other."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

import sympy as sp

from proofs.engine.deciding import decided, picked
from proofs.engine.derivation import Chain, Step, StepError
from proofs.engine.duties import Duty, duties
from proofs.engine.fitness import is_fit, needs_in, needs_of
from proofs.engine.lemma import cited, lemma_of
from proofs.engine.normal_form import is_zero
from proofs.engine.replacing import replaced, rewritten
from proofs.engine.substitution import (
    MIRROR,
    BindingError,
    Known,
    domains,
    follows,
    known,
    licence,
    retyped,
    substituted,
)
from proofs.engine.sum_names import lettered, numbered
from theory.stating.families import unfolded, words_of
from theory.stating.latex import latex
from theory.stating.printed import said
from theory.stating.statements import (
    Line,
    Link,
    Statement,
    To,
    places_in,
    places_of,
    terms_of,
    variables,
)
from theory.stating.symbolic import Opaque, symbolic
from theory.stating.terms import (
    ZERO,
    Applied,
    Entry,
    Index,
    Size,
    Slope,
    Term,
    Total,
    canonical,
    free_indices,
    term,
    walk,
)
from theory.symbols import index

# What a chain must show, to have shown the sign of a duty.
_SHOWN_BY = {
    "=": {"="}, "≤": {"=", "<", "≤"}, "≥": {"=", ">", "≥"}, "<": {"<"}, ">": {">"}, "≠": {"<", ">"},
}  # fmt: skip


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
        here = frozenset().union(*map(places_in, sides)) | duty.own
        # a condition of the statement means the places of which any of its relations speaks
        self.fixed = spoken = fixed = here | places_of(statement) | duty.places
        self.kinds = kinds = domains(statement.conditions, spoken) | domains(duty.when, here)
        supposed = self._facts(duty.when, here)
        self.facts = facts = self._facts(statement.conditions, spoken) + supposed
        self.named = {
            name: self._facts(each.means, spoken) for name, each in statement.hypotheses.items()
        } | {"": self._facts(statement.given, spoken)}
        self.here, self.supposed = here, supposed
        own = set().union(*(variables(self.typed(each)) for each in statement.terms()))
        spoken_of = [*sides, *(each for line in conditions for each in terms_of(line))]
        _must_differ_in_name({place for each in spoken_of for place in places_in(each)} | own)
        _must_mean_one_thing(sides)
        self.let = {self.typed(key): self.typed(term(value)) for key, value in let.items()}
        _must_be_free(duty, conditions)
        _must_reach_its_limit(duty.link.sign, conditions)
        for key, value in self.let.items():
            slopes = (e for side in sides for e in walk(self.typed(side)) if isinstance(e, Slope))
            for by in {by for each in slopes for by in each.by}:
                if getattr(by, "base", by) in {getattr(key, "base", key), *variables(value)}:
                    raise BindingError(f"a slope by {latex(by)} is none by what stands there")
            if isinstance(duty.link.sign, To) and duty.link.sign.variable in variables(value):
                raise BindingError(f"{latex(key)} would move with {duty.link.sign.variable.name}")
            if getattr(key, "base", key) in {retyped(each, kinds) for each in duty.chosen}:
                _in_domain(key, value)
            else:
                licence(key, value, own, facts, fixed)
        self.written = [self.put(each) for each in sides]
        self.sign = duty.link.sign
        self.known = [(symbolic(substituted(f.gap, self.let, fixed)), f.sign) for f in facts]
        opened = [_open_places(each) for each in facts]
        self.anywhere = [
            (_unbound(gap), sign, free)
            for (gap, sign), free in zip(self.known, opened, strict=True)
            if free
        ]
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
        return symbolic(self.put(term(whole)))

    def says(self, name: str, fact: Term, value: Term) -> frozenset[Index] | None:
        """Return the places of which a hypothesis says fact = value one by one, or None.

        Without a name, the statement itself says it, or what this relation supposes. A sum is 0
        where its terms are.
        """
        gap = self.typed(fact - value)
        if follows(gap, {"="}, self.named.get(name, [])):
            return self.fixed
        if not name and follows(gap, {"="}, self.supposed):
            return self.here
        is_sum = value == ZERO and isinstance(fact, Total)
        return self.says(name, fact.body, value) if is_sum else None

    def unfit(self) -> list[str]:
        """Name what the sides need to have a value, and nothing shows that it is so."""
        needs = [need for side in self.written for need in needs_of(side)]
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


def _must_differ_in_name(spoken):
    """Refuse two families, or two variables, of one name: they would count as one."""
    found: dict[tuple[type, str], object] = {}
    for each in spoken:
        if each.name.startswith("_"):
            raise BindingError(f"{each.name}: names with _ in front are the engine's own")
        kind = Size if isinstance(each, Index) else type(each)  # both are places to SymPy
        if found.setdefault((kind, each.name), each) != each:
            raise BindingError(f"{each.name} stands for two things")


def _must_mean_one_thing(sides):
    """Refuse two words of one name."""
    found: dict[str, object] = {}
    for each in (word for side in sides for word in words_of(side) if word.tex and word.define):
        if each.name.startswith("_"):
            raise BindingError(f"{each.name}: names with _ in front are the engine's own")
        if found.setdefault(each.name, each.define) is not each.define:
            raise BindingError(f"{each.name} is a word for two things")


def _must_be_free(duty, conditions):
    """Refuse a condition on what one may choose: it would be met by choosing badly."""
    ends = [e for c in conditions for link in c.links for e in (link.left, link.right)]
    for each in duty.chosen:
        if any(getattr(each, "base", each) in variables(end) for end in ends):
            raise BindingError(f"a condition speaks of {each.name}, of which some value is claimed")


def _must_reach_its_limit(sign, conditions):
    """Refuse a condition on what moves, but that it is not there yet: it might never arrive."""
    if not isinstance(sign, To):
        return
    for link in (link for c in conditions for link in c.links):
        ends = {link.left, link.right}
        if sign.variable not in variables(link.left) | variables(link.right):
            continue
        if link.sign != "≠" or ends != {sign.variable, sign.point}:
            raise BindingError(f"a condition speaks of {sign.variable.name}, which moves")


def _in_domain(key, value):
    """Check that a value may be chosen for a variable: it lies in its domain."""
    domain = key.base.domain if hasattr(key, "base") else key.domain
    needs = {"real": "", "positive": ">", "nonnegative": "≥", "nonzero": "≠"}
    if domain not in needs or (needs[domain] and not is_fit(needs[domain], symbolic(value), [])):
        raise BindingError(f"nothing shows that {latex(value)} is {domain}, as {latex(key)} is")


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
        return self._replaced(fact, value, reason, fixed)

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
        self.steps.append(Step("=", after, reason, lambda: after != before, lambda: after))
        return self

    def cites(self, claim, reason, at=None, duty=0):
        """Use a proved claim: replace its left side by its right one, or go on to its other side.

        at: what stands there in the places of the claim's variables and families.
        """
        lemma = cited(claim, self.view, at or {}, duty)
        self.cited.append(claim)
        if lemma.sign == "=":
            self._holds_beside(lemma.supposes, reason)
            return self._replaced(lemma.left, lemma.right, reason)
        for here, sign, there in (
            (lemma.left, lemma.sign, lemma.right),
            (lemma.right, MIRROR[lemma.sign], lemma.left),
        ):
            if is_zero(self.last - self.view.read(here), self.ranges):
                self._shown(there)
                self.steps.append(
                    Step(sign, self.view.read(there), reason, lambda: True, lambda: "")
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
        check = lambda: symbolic(after) != self.start
        self.steps.append(Step("=", symbolic(after), reason, check, lambda: after))
        return self

    def _holds_beside(self, supposes, reason):
        """Refuse to use in a derivative what holds for some values of its variable only."""
        moving = {by for each in self.last.atoms(sp.Derivative) for by in each.variables}
        bases = [by.base if isinstance(by, sp.Indexed) else by for by in moving]
        if any(self.view.read(each).has(*bases) for each in supposes if bases):
            raise StepError(f"{reason}: a derivative is still to be taken")

    def _replaced(self, fact, value, reason, fixed=None):
        """Put a value in the place of a fact, also in sums, at all places that it leaves open."""
        self._shown(None)
        before = self.last
        fixed = self.view.fixed if fixed is None else fixed
        after = replaced(before, self.view, fact, value, self.ranges, fixed)
        self.steps.append(Step("=", after, reason, lambda: after != before, lambda: after))
        return self

    def tends(self, variable, point, value, reason, side="+"):
        """Take the limit of an expression that is free of sums."""
        moving = self.view.read(variable)
        to = point if isinstance(point, str) else self.view.read(point)
        to = sp.oo if to == "∞" else sp.sympify(to)
        side = "-" if to is sp.oo else side
        if moving.is_nonnegative and (to.is_negative or (to == 0 and side == "-")):
            raise StepError(f"{reason}: {moving} never comes near {to} from that side")
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
        return said(Line((self.view.duty.link,), self.view.duty.when))

    def written(self, place):
        """Return a line in LaTeX: what was given as a term, as it was given."""
        line = self.steps[place - 1].expression if place else self.start
        return self.tex[place] or sp.latex(lettered(numbered(line, self.numbers)))


def _one_meaning_a_name(lines):
    """Refuse two symbols that are printed alike and assume different things."""
    found: dict[str, sp.Basic] = {}
    for line in lines:
        labels = {base.label for base in line.atoms(sp.IndexedBase)}
        for atom in line.atoms(sp.Symbol, sp.IndexedBase) - labels:
            if found.setdefault(str(atom), atom) != atom:
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
