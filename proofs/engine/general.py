"""General runs: the code itself, on arrays of symbolic size, set beside the printed formula.

A word of the claim's relation is read as the code that computes it: its families become arrays
whose general entry is a term, the code runs on them as it stands, and what stands at the word's
place is a term again. From there on it is a derivation: it begins at what the code gives, and
closes on what the claim says.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from proofs.arrays.entries.axes import KNOWN
from proofs.arrays.entries.beside_expressions import at_sizes
from proofs.arrays.entries.beside_numpy import compared
from proofs.arrays.entries.family_arrays import ran
from proofs.arrays.entries.folding import opposite
from proofs.arrays.entries.paths import Path, paths
from proofs.arrays.entries.sublayers import Box, Stands, boxed, sealed
from proofs.arrays.entries.whole_rows import ANY
from proofs.engine.binding import Side
from proofs.engine.deciding import at_least_zero, decided
from proofs.engine.derivation import StepError
from proofs.engine.duties import Duty, denied, duties
from proofs.engine.duty_view import View
from proofs.engine.findings import Ran
from proofs.engine.lemma import lemma_of
from proofs.engine.normal_form import is_zero
from proofs.engine.stated import claim_of, stated
from proofs.engine.substitution import domains, known, retyped
from proofs.engine.witness import EvidenceError
from proofs.rules import sift_within
from theory.stating.families import unfolded
from theory.stating.latex import latex
from theory.stating.statements import Line, Link, Statement, places_of, terms_of, variables
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    ZERO,
    Applied,
    Number,
    Operation,
    Permuted,
    Size,
    Table,
    Term,
    Variable,
    canonical,
    free_indices,
    put,
    term,
    walk,
)

_STANDS: set[tuple] = set()  # what was shown to stand for code, and under which conditions
Runs = Mapping[str, Callable[..., Any]]
Steps = Callable[[Side], Side]
RUNS: dict[tuple[str, int], Runs] = {}  # by claim and duty: the code that a general run is of
BOXES: dict[tuple[str, int], Sequence[Box]] = {}  # and what stands for functions that it calls


def run(
    claim: str,
    duty: int,
    runs: Runs,
    steps: Steps,
    view: Mapping,
    boxes: Sequence[Box] = (),
    left: bool = False,
    defined: Sequence[Stands] = (),
) -> Ran:
    """Return what the code gives for a relation of a claim, and the chain from it to what is said.

    runs: by the name of a word, the function of its families and numbers that computes it. boxes:
    functions that the code calls, each read as the words that it is shown to compute. left: run the
    code for the left side alone; the right one has the same word, of fewer layers. view: `let`,
    `turned` and `closed`, as in `begin`; with closed words, relations before this one may be used.
    defined: words that a definition's general run shows this code to compute.
    """
    asked = duties(stated(claim))[duty]
    if not isinstance(asked, Duty) or asked.link.sign != "=":
        raise EvidenceError(f"duty {duty} is no equation: nothing is printed to compare with")
    if latex(asked.link.left) == latex(asked.link.right):
        raise EvidenceError(f"duty {duty} has the same on both sides: nothing is compared")
    sides, least, kinds = _typed(claim, asked)
    used = {e.word.name for side in sides for e in walk(side) if isinstance(e, Applied)}
    if missing := [name for name in runs if name not in used]:
        raise EvidenceError(f"the relation has no word {missing[0]}")
    stands, let = [each for box in boxes for each in box.stands], view.get("let", {})
    for each in stands:
        if each.claim:
            _defined(each, stated(claim))
            continue
        key = (each.word, each.code, stated(claim).conditions, asked.when, *let.items())
        if key not in _STANDS:
            _stands(claim, each, least, kinds, let)
            _STANDS.add(key)
    with boxed(boxes):
        found = _paths(sides[:1] if left else sides, runs, least, kinds)
    typed = lambda each: retyped(each, kinds)
    inner = {each.word.word.name: each.code for each in stands}
    if left:  # what is left of the word in the reading is run with NumPy too
        entries = compared(sides[:1], runs, found, typed, {**inner, **runs})
    else:
        entries = compared(sides, runs, found, typed, inner)
    both = {**inner, **runs} if left else inner
    on_symbols = at_sizes(sides[: 1 if left else 2], runs, found, typed, both, is_zero, _all(boxes))
    answered = [path for path in found if not path.refusal and _is_possible(path, let)]
    for path in answered if left else ():
        path.result = (*path.result, sides[1])
    for path in answered if boxes else ():
        path.result = tuple(sealed(side, inner.keys()) for side in path.result)
    shown = [_shown(claim, asked, path, steps, view, duty) for path in answered]
    if not shown:
        raise EvidenceError(f"the code refuses: {found[0].refusal}")
    if claim_of(claim).kind != "definition":
        words: list[Any] = [e for side in sides for e in walk(side) if isinstance(e, Applied)]
        if not (stated(claim).conditions or asked.when):
            words = [_of_any(word) for word in words]  # what holds of all rows
        by = {each.word.word.name: each for each in defined}
        for word in {canonical(word): word for word in words}.values():
            name = word.word.name
            if name in by and runs.get(name) is by[name].code:
                _applies(by[name], word, shown[0].view)
            elif name in runs and word.word.define:
                _settled(claim, word, runs[name], least, kinds, let)
    else:
        _formula_is_printed(claim, asked, inner.keys())
    return Ran(
        shows=shown[0].says(),
        relation="=",
        steps=[step for chain in shown for step in chain.lines()],
        assumes=sorted({each for chain in shown for each in chain.assumes}),
        uses=sorted({each for chain in shown for each in chain.uses if each}),
        duties=(duty,),
        cites=tuple(
            dict.fromkeys(
                [
                    *(each.claim for each in (*stands, *defined) if each.claim),
                    *(c for chain in shown for c in chain.cited),
                ]
            )
        ),
        gives=[latex(path.result[0]) for path in answered],
        word=latex(asked.link.left),
        printed=latex(asked.link.right),
        compared=entries,
        on_symbols=on_symbols,
        refuses=[path.refusal for path in found if path.refusal],
    )


def _all(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes, and those of the definitions of their words."""
    defined = [_duty_of(each) for box in boxes for each in box.stands if each.claim]
    return [*boxes, *(inner for duty in defined for inner in _all(BOXES.get(duty, ())))]


def _duty_of(one: Stands) -> tuple[str, int]:
    """Return the claim that defines a word, and which of its relations has the word on its left."""
    for number, asked in enumerate(duties(stated(one.claim))):
        plain = isinstance(asked, Duty) and not asked.when
        if plain and canonical(asked.link.left) == canonical(one.word):
            return one.claim, number
    raise EvidenceError(f"{one.claim} does not say what {one.word.word.name} is")


def _paths(sides, runs, least, kinds) -> list[Path]:
    """Run the code for the words of both sides, on every path."""
    typed = lambda each: retyped(each, kinds)
    token = KNOWN.set(least)
    try:
        return paths(lambda: tuple(ran(side, runs, typed) for side in sides))
    finally:
        KNOWN.reset(token)


def _defined(one: Stands, where: Statement) -> None:
    """Check that a claim defines a word, under no more conditions, and runs this code for it.

    A word that stands for what the code computes, and for no formula, needs no condition.
    """
    name = one.word.word.name
    if one.word.word.define and not set(stated(one.claim).conditions) <= set(where.conditions):
        raise EvidenceError(f"{one.claim} does not say what {name} is, under these conditions")
    if RUNS.get(_duty_of(one), {}).get(name) is not one.code:
        raise EvidenceError(f"{one.claim} has no general run of this code")


def _applies(one: Stands, word: Applied, view: View) -> None:
    """Check that a definition holds of a word where it stands, and is shown of the same code."""
    claim, number = _duty_of(one)
    if RUNS.get((claim, number), {}).get(one.word.word.name) is not one.code:
        raise EvidenceError(f"{claim} has no general run of this code")
    pairs = zip(one.word.given, word.given, strict=True)
    others = {
        each
        for mine, theirs in pairs
        if canonical(mine) != canonical(theirs)
        for each in variables(mine)
    }
    spoken = {v for line in stated(claim).conditions for t in terms_of(line) for v in variables(t)}
    if held := sorted(each.name for each in others & spoken if not isinstance(each, Size)):
        raise EvidenceError(f"{claim} asks something of {', '.join(held)}, which is another here")
    lemma_of(stated(claim), view, {}, number)


def _stands(claim, one: Stands, least, kinds, let) -> None:
    """Check that a function computes the word that stands for it in a box."""
    word: Any = retyped(one.word, kinds)
    _computes(claim, word, one.code, least, kinds, [(one.steps, {"let": let})])


def _computes(claim, word: Applied, code, least, kinds, ways) -> None:
    """Check that a function computes a word, in one of several ways."""
    name, duty = word.word.name, Duty(Link(word, "=", word))
    found = _paths((word,), {name: code}, least, kinds)
    compared((word,), {name: code}, found, lambda each: retyped(each, kinds), {})
    let = ways[0][1].get("let", {})
    answered = [path for path in found if not path.refusal and _is_possible(path, let)]
    if not answered:
        raise EvidenceError(f"the code of {name} refuses: {found[0].refusal}")
    for path in answered:
        path.result = (*path.result, word)
    for number, (steps, view) in enumerate(ways, start=1):
        try:
            for path in answered:
                _shown(claim, duty, path, steps, view)
            return
        except StepError:
            if number == len(ways):
                raise


def _settled(claim, word: Applied, code, least, kinds, let) -> None:
    """Check that a function computes a word of a theorem, in one of three plain ways."""
    by_columns = any(
        isinstance(each, Operation) and each.name == "delta" for each in walk(unfolded(word))
    )
    sifts = (_sifts, {"turned": True})
    ways: list[tuple[Steps, dict]] = [(_as_it_stands, {}), (_settles, {})]
    ways = [sifts, *ways] if by_columns else [*ways, sifts]
    _computes(claim, word, code, least, kinds, [(steps, own | {"let": let}) for steps, own in ways])


def _of_any(word: Term) -> Term:
    """Return a word of rows in the place of rows that are permuted: those are such rows too."""
    moved: dict[Term, Term] = {
        each: each.place for each in walk(word) if isinstance(each, Permuted)
    }
    return _of_any(put(word, moved)) if moved else word


def _as_it_stands(chain: Side) -> Side:
    """Close at once: what a condition decides in the code, it may decide in the word too."""
    return chain.closes("the code computes the word")


def _sifts(chain: Side) -> Side:
    """Go from what a word says to what the code gives, column by column of a concatenation."""
    return chain.by(sift_within, "column by column").closes("the code computes the word")


def _settles(chain: Side) -> Side:
    """Go from what the code gives to what its word says, by what the conditions decide."""
    if decided(chain.last, chain.view.known, chain.ranges) != chain.last:
        chain.decides("what the conditions decide")
    return chain.closes("the code computes the word")


def _typed(claim, asked: Duty):
    """Return the sides, typed by the conditions; what these say is at least 0; and the types."""
    statement = stated(claim)
    own = free_indices(asked.link.left) | free_indices(asked.link.right)
    spoken = own | places_of(statement)
    kinds = domains(statement.conditions, spoken) | domains(asked.when, own)
    sides = retyped(asked.link.left, kinds), retyped(asked.link.right, kinds)
    found = known(statement.conditions, spoken) + known(asked.when, own)
    facts = [(symbolic(retyped(fact.gap, kinds)), fact.sign) for fact in found]
    return sides, tuple(at_least_zero(facts)), kinds


def _view(claim, duty: Duty, let: Mapping, closed: Collection[str] = (), number=0) -> View:
    """Return a duty under the claim's conditions; its other relations count for closed words."""
    statement = stated(claim)
    if closed:
        return View(statement, duty, let, closed, number)
    alone = Statement((Line((duty.link,)),), statement.given, statement.hypotheses)
    return View(alone, duty, let)


def _shown(claim, asked: Duty, path: Path, steps: Steps, view, number=0) -> Side:
    """Return the checked chain of one path, under what the path takes to be true."""
    supposed = tuple(line for truth, way in path.taken for line in taken(truth, way))
    here = dict(_equal(path))
    left, right = (_raised(put(side, here), supposed) for side in path.result)
    when = (*asked.when, *(line for line in supposed if not _is_of_word(line)))
    duty = Duty(Link(left, "=", right), when, asked.chosen, places_of(stated(claim)))
    seen = _view(claim, duty, view.get("let", {}), view.get("closed", ()), number)
    begun = CodeSide(seen, view.get("turned", False))
    chain = steps(begun)
    if chain is not begun:
        raise EvidenceError("the function returns another chain than the one that it was given")
    chain.check()
    return chain


def _is_possible(path: Path, let: Mapping) -> bool:
    """Say whether a path takes no number for another than the one that stands in its place.

    That the conditions license what stands there, the chain of a path that is left checks.
    """
    numbers = {each.name: value for each, value in let.items() if isinstance(each, Variable)}
    for truth, way in path.taken:
        if isinstance(truth, Operation) and truth.name == "[=]":
            one, other = truth.given
            value = numbers.get(getattr(one, "name", ""))
            known = value is not None and isinstance(other, Number)
            if known and (term(value) == other) != way:
                return False
    return True


def _equal(path: Path) -> Iterator[tuple[Term, Term]]:
    """Yield each number that a path takes to be equal to another, and which that is."""
    for truth, way in path.taken:
        if way and isinstance(truth, Operation) and truth.name == "[=]":
            one, other = truth.given
            if isinstance(one, Variable) and isinstance(other, Number):
                yield one, other


def taken(truth: Term, way: bool) -> Iterator[Line]:
    """Yield what a path supposes, as conditions; that some entry of many is 1 is left out."""
    if isinstance(truth, Operation) and truth.name == "-":  # 1 - κ
        yield from taken(opposite(truth), not way)
    elif isinstance(truth, Operation) and truth.name == "*" and way:
        for each in truth.given:
            yield from taken(each, way)
    elif isinstance(truth, Operation) and truth.name[0] == "[":
        link = Link(truth.given[0], truth.name[1], truth.given[1])
        yield Line((link if way else denied(link),))
    elif isinstance(truth, Applied) and truth.word == ANY and not way:
        (held,) = truth.given
        assert isinstance(held, Table)  # with its indices open: it holds at every place
        yield from taken(held.body, way)


def _is_of_word(line: Line) -> bool:
    """Say whether a line says that a word that is at least 0 is not 0."""
    (link,) = line.links
    word = link.left.word if isinstance(link.left, Applied) else None
    return word is not None and (word.domain, link.sign, link.right) == ("nonnegative", "≠", ZERO)


def _raised(whole: Term, supposed: Sequence[Line]) -> Term:
    """Return the term with words that are positive, where a path supposes that they are not 0."""
    parts = tuple(_raised(part, supposed) for part in whole.parts)
    whole = whole.made_of(parts) if parts else whole
    if isinstance(whole, Applied) and whole.word.domain == "nonnegative":
        known = [symbolic(line.links[0].left).func for line in supposed if _is_of_word(line)]
        if symbolic(whole).func in known:
            return replace(whole, word=replace(whole.word, domain="positive"))
    return whole


class CodeSide(Side):
    """A chain that begins at what the code gives, which may be the formula letter by letter."""

    def is_empty(self):
        """Say no: both ends come from different places."""
        return False


def _formula_is_printed(claim, asked: Duty, names: Collection[str]) -> None:
    """Refuse a definition whose word is written out in another way than it is printed."""
    left = asked.link.left
    if isinstance(left, Applied) and left.word.define is None:
        return
    sides = (sealed(side, names) for side in (left, asked.link.right))
    view = _view(claim, Duty(Link(next(sides), "=", next(sides)), asked.when), {})
    if not is_zero(view.read(view.duty.link.left) - view.read(view.duty.link.right), view.ranges):
        raise EvidenceError(f"{latex(left)} is not {latex(asked.link.right)}")
