"""Compare a printed formula with what a claim says: side by side, at a general place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from proofs.engine.fitness import is_fit, lies_in, needs_of
from proofs.engine.normal_form import is_zero
from proofs.engine.witness import EvidenceError
from theory.stating.families import Family, family, table
from theory.stating.forming import same
from theory.stating.latex import argument
from theory.stating.names import up_to_names
from theory.stating.relations import Line, Sized, Without
from theory.stating.statements import Said, Statement, terms_of
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    Applied,
    Base,
    Entry,
    Index,
    Size,
    Term,
    Total,
    Variable,
    bound,
    canonical,
    put,
    term,
    walk,
)
from theory.stating.terms import Operation as Quotient
from theory.stating.unfolding import unfolded
from theory.stating.variables import index
from theory.transcribing.arithmetic import Column, Value
from theory.transcribing.meaning import WORDS, By, Reader
from theory.transcribing.parse import parsed
from theory.transcribing.tree import Chain, Name, Node, Operation, Scripted, text


@dataclass(frozen=True)
class Part:
    """What a formula says, where it is only a part of what the claim says; at: as in `Notation`."""

    of: Family | Term
    at: Sequence[Term] = ()


@dataclass(frozen=True)
class Beginning:
    """The first sides of a relation of the claim, where a formula ends before the last one."""

    relation: int
    sides: int


@dataclass(frozen=True)
class Cases:
    """A formula by cases: which relation of the claim each is, and letters of its own."""

    relations: tuple[int, ...]
    letters: tuple[Mapping[str, Value], ...] = ()


@dataclass(frozen=True)
class Notation:
    """How a printed formula speaks of what a claim says.

    at: the places at which the claim speaks of a row or a matrix. instance: what stands in the
    place of its letters, of families and of sizes. limits: of sums that are printed without one,
    and of lists, which stand under their dots. one: the place of the 1 in a list of zeros, and how
    long it is. but: slips of typesetting, and what is meant, which are statements of their own.
    """

    at: Sequence[Term] = ()
    instance: Mapping[Family | Term, Family | Term] = field(default_factory=dict)
    limits: Mapping[str, Term] = field(default_factory=dict)
    one: tuple[Term, Term] | None = None
    but: Mapping[str, str] = field(default_factory=dict)

    def corrected(self, printed: str) -> str:
        """Return the printed formula without its slips."""
        for slip, meant in self.but.items():
            if slip not in printed:
                raise EvidenceError(f"{slip} is not printed")
            printed = printed.replace(slip, meant)
        return printed


PLAIN = Notation()


def compared(
    printed: str,
    claim: Statement,
    target: Part | Beginning | Cases | int,
    letters: Mapping[str, Value],
    notation: Notation = PLAIN,
) -> str:
    """Return what is read, in LaTeX; refuse what is not what the claim says."""
    _must_stand_for_letters(notation.instance)
    known = {*WORDS, *letters}
    names = {text(parsed(name, known).sides[0]): value for name, value in letters.items()}
    functions = {name for name, value in names.items() if callable(value) or isinstance(value, By)}
    chain = parsed(printed, known, functions)
    reader = Reader(names, notation.limits, notation.one)
    if isinstance(target, Cases):
        return by_cases(chain, claim, target, reader)
    values, signs = _values(chain, reader)
    values = [_instance(_upright(value), notation.instance) for value in values]
    sizes = _sizes(chain, reader)
    wanted, expected, lasts = _wanted(claim, target)
    wanted = [_instance(side, notation.instance) for side in wanted]
    at = (isinstance(target, Part) and target.at) or notation.at
    if sizes is not None:
        _of_size(values, sizes)
        lasts = lasts and [_instance(last, notation.instance) for last in lasts]
        if lasts is not None and not _alike(sizes, lasts):
            raise EvidenceError(f"the sizes are {_shown(sizes)}, claimed are {_shown(lasts)}")
    if {*signs, *expected} - {"="}:
        _in_order(values, signs, wanted, expected, at)
    else:
        goes_on = printed.startswith("=")
        _each_is_a_side(printed, values, wanted, at, goes_on or isinstance(target, Part))
    return " = ".join(map(_said, values)) if set(signs) <= {"="} else printed


def by_cases(chain: Chain, claim: Statement, cases: Cases, reader: Reader) -> str:
    """Compare each case of a printed formula with a relation, and its condition with its own."""
    whole, choice = chain.sides
    if chain.signs != ("=",):
        raise EvidenceError(f"cases after {' '.join(chain.signs)}; expected =")
    given = choice.given if isinstance(choice, Operation) and choice.name == "cases" else ()
    if len(given) != 2 * len(cases.relations):
        raise EvidenceError(f"{len(given) // 2} cases are printed, not {len(cases.relations)}")
    shown = []
    for k, relation in enumerate(cases.relations):
        said, condition = claim.said[relation], given[2 * k + 1]
        own = Reader({**reader.letters, **(cases.letters[k] if cases.letters else {})})
        values = [own.value(whole), own.value(given[2 * k])]
        wanted, expected, _ = _wanted(claim, relation)
        if set(expected) - {"="}:
            raise EvidenceError(f"case {k + 1} is printed with =, claimed is {' '.join(expected)}")
        _each_is_a_side(f"case {k + 1}", values, wanted, (), False)
        if isinstance(condition, Chain) and not _supposed(condition, said, own):
            raise EvidenceError(f"case {k + 1} holds under another condition than is claimed")
        shown.append(" = ".join(map(_said, values)))
    return r",\quad ".join(shown)


def _supposed(condition: Chain, said: Said, reader: Reader) -> bool:
    """Say whether the claim supposes a condition, or the letters of the case meet it."""
    left, right = (reader.value(side) for side in condition.sides)
    if condition.signs == ("=",) and _zero(left, right):
        return True
    links = [link for line in getattr(said, "when", ()) for link in line.links]
    return any(
        (link.sign,) == condition.signs and _zero(link.left, left) and _zero(link.right, right)
        for link in links
    )


def _each_is_a_side(printed, values, wanted, at, is_part) -> None:
    """Refuse a printed side that the claim does not have, and a claim's side that is not printed.

    A line that goes on from another, or gives a part, need not have them all.
    """
    fits = [[_is(value, side, at) for side in wanted] for value in values]
    for value, own in zip(values, fits, strict=True):
        if not any(own):
            raise EvidenceError(f"{printed}: {_said(value)} is no side of what the claim says")
    for side, own in zip(wanted, zip(*fits, strict=True), strict=True):
        if not any(own) and not is_part:
            raise EvidenceError(f"{printed}: {_said(side)}, which the claim says, is missing")


def _in_order(values, signs, wanted, expected, at) -> None:
    """Refuse other relations than those of the claim, side by side."""
    if signs != expected or len(values) != len(wanted):
        raise EvidenceError(f"the relations are {' '.join(signs)}, claimed {' '.join(expected)}")
    for value, side in zip(values, wanted, strict=True):
        if not _is(value, side, at):
            raise EvidenceError(f"{_said(value)} stands where the claim has {_said(side)}")


def _must_stand_for_letters(instance: Mapping) -> None:
    """Refuse another number for a number, and for a letter what its domain does not have."""
    for key, value in instance.items():
        held = key.base if isinstance(key, Family) else key
        if not isinstance(held, Base | Variable | Size | Index):
            raise EvidenceError(f"{key!r} is no letter, and nothing else stands for it")
        places = tuple(bound("", last) for last in getattr(value, "lasts", ()))
        whole = value[places] if places else term(value)
        domain = "real" if isinstance(held, Index) else getattr(held, "domain", "natural")
        if not lies_in(domain, whole) or (
            isinstance(held, Size) and not symbolic(whole).is_positive
        ):
            raise EvidenceError(f"nothing shows that {_said(value)} is {domain}, as {held.name} is")


def _instance(side: Family | Term, instance: Mapping) -> Family | Term:
    """Return a side of the claim with other letters and sizes in the places of its own."""
    if not instance:
        return side
    bases = {key.base: value for key, value in instance.items() if isinstance(key, Family)}
    sizes = {key: value for key, value in instance.items() if isinstance(key, Term)}

    def within(whole: Term) -> Term:
        if whole in sizes:
            return sizes[whole]
        if isinstance(whole, Index):
            return replace(whole, last=within(whole.last))
        if isinstance(whole, Entry):
            places = tuple(map(within, whole.places))
            if whole.base in bases:
                return bases[whole.base][places]
            return Entry(replace(whole.base, lasts=tuple(map(within, whole.base.lasts))), places)
        if isinstance(whole, Total):
            own = replace(whole.bound, last=within(whole.bound.last))
            return Total(own, within(put(whole.body, {whole.bound: own})))
        return whole.made_of(tuple(map(within, whole.parts)))

    if isinstance(side, Family):
        lasts = tuple(map(within, side.lasts))
        return Family(lambda *p: within(unfolded(side[p])), lasts, side.names)
    return within(unfolded(side))


def _values(chain: Chain, reader: Reader) -> tuple[list[Value], tuple[str, ...]]:
    """Return the sides and what relates them; a set of matrices after ∈ is no side."""
    pairs = [p for p in zip(chain.sides, ("=", *chain.signs), strict=True) if p[1] != "∈"]
    return [reader.value(node) for node, _ in pairs], tuple(sign for _, sign in pairs[1:])


def _sizes(chain: Chain, reader: Reader) -> list[Term] | None:
    """Return the sizes that the formula says with ∈ ℝ^{n×d}."""
    for node, sign in zip(chain.sides[1:], chain.signs, strict=True):
        if sign == "∈":
            real = isinstance(node, Scripted) and node.base == Name(r"\mathbb{R}")
            if not real or node.above is None:
                raise EvidenceError(f"{text(node)} is no set of matrices")
            return [reader.value(each) for each in _times(node.above)]
    return None


def _times(node: Node) -> list[Node]:
    name = getattr(node, "name", "")
    return [part for each in node.given for part in _times(each)] if name == "×" else [node]


def _wanted(
    claim: Statement, target: Part | Beginning | int
) -> tuple[list[Family | Term], tuple[str, ...], list[Term] | None]:
    """Return the sides that the claim has, what relates them, and the sizes that it speaks of."""
    if isinstance(target, Part):
        if not _stands_in(target.of, claim):
            raise EvidenceError("the part does not stand in what the claim says")
        return [target.of], (), None
    if isinstance(target, Beginning):
        sides, signs, lasts = _wanted(claim, target.relation)
        return sides[: target.sides], signs[: target.sides - 1], lasts
    said = claim.said[target]
    if isinstance(said, Sized):
        whole = family(said.of) if said.of.bounds else said.of.body
        return [whole], (), list(said.lasts)
    if isinstance(said, Without):
        return [said.whole], (), None
    if not isinstance(said, Line):
        raise EvidenceError("the claim says no relation there")
    signs = tuple(str(link.sign) for link in said.links)
    return [said.links[0].left, *(link.right for link in said.links)], signs, None


def _stands_in(part: Family | Term, claim: Statement) -> bool:
    """Say whether a part is an argument, a word or a letter in what the claim says."""
    wanted = up_to_names(table(part) if isinstance(part, Family) else part)
    waiting = [end for said in claim.said for end in terms_of(said)]
    met: set[Term] = set()
    for whole in waiting:
        for each in walk(whole):
            plain = up_to_names(each)
            if wanted in (plain, _reciprocal(each)):
                return True
            if isinstance(each, Applied) and each.word.define and plain not in met:
                met.add(plain)
                waiting.append(unfolded(each, once=True))
    return False


def _reciprocal(whole: Term) -> Term | None:
    """Return by what a quotient multiplies."""
    is_quotient = isinstance(whole, Quotient) and whole.name == "/"
    return up_to_names(1 / whole.parts[1]) if is_quotient else None


def _of_size(values: Sequence[Value], sizes: Sequence[Term]) -> None:
    for value in values:
        lasts = value.lasts if isinstance(value, Family) else ()
        if not _alike(lasts, sizes):
            raise EvidenceError(f"the sizes are {_shown(lasts)}, printed are {_shown(sizes)}")


def _alike(left: Sequence[Term], right: Sequence[Term]) -> bool:
    return len(left) == len(right) and all(map(same, left, right))


def _is(value: Value, side: Family | Term, at: Sequence[Term]) -> bool:
    """Say whether what is read is a side of the claim, at a general place."""
    if isinstance(value, Family) and isinstance(side, Family):
        if not _alike(value.lasts, side.lasts):
            return False
        marks = (index(f"place_{k}", last) for k, last in zip(count(), value.lasts))
        places = tuple(marks)
        return _zero(value[places], side[places])
    if isinstance(value, Family) and at:
        places = tuple(at)[-len(value.lasts) :]
        if len(places) != len(value.lasts):
            return False
        pairs = zip(places, value.lasts, strict=True)
        if not _alike([getattr(place, "last", last) for place, last in pairs], value.lasts):
            return False
        value = value[places]
    return isinstance(value, Term) and isinstance(side, Term) and _zero(value, side)


def _zero(left: Term, right: Term) -> bool:
    if canonical(unfolded(left)) == canonical(unfolded(right)):
        return True
    return bool(is_zero(symbolic(left) - symbolic(right))) and _has_a_value_where(left, right)


def _has_a_value_where(printed: Term, claimed: Term) -> bool:
    """Say whether what is printed needs no more than what the claim says."""
    needed = [*needs_of(claimed)]
    known = [(part, sign) for sign, part in needed]
    return all(each in needed or is_fit(*each, known) for each in needs_of(printed))


def _upright(value: Value) -> Value:
    return value.row if isinstance(value, Column) else value


def _said(value: Value) -> str:
    return argument(table(value) if isinstance(value, Family) else term(value))


def _shown(sizes: Sequence[Term]) -> str:
    return " by ".join(str(symbolic(each)) for each in sizes) or "none"
