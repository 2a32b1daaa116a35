"""General runs: the code itself, on arrays of symbolic size, set beside the printed formula.

A word of the claim's relation is read as the code that computes it: its families become arrays
whose general entry is a term, the code runs on them as it stands, and what stands at the word's
place is a term again. From there on it is a derivation: it begins at what the code gives, and
closes on what the claim says.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from proofs.arrays.entries.beside_expressions import at_sizes
from proofs.arrays.entries.beside_numpy import compared
from proofs.arrays.entries.family_arrays import ran
from proofs.arrays.entries.mattering import mattering
from proofs.arrays.entries.paths import Path, paths
from proofs.arrays.entries.shown_places import KNOWN
from proofs.arrays.entries.sublayers import Box, Stands, boxed, sealed
from proofs.arrays.heard import heard, heard_by_word
from proofs.engine.binding import Side
from proofs.engine.called import must_matter, own_functions, own_name
from proofs.engine.code_definitions import (
    BOXES,
    LEFT,
    RUNS,
    Runs,
    duty_of,
    inner_boxes,
    must_apply,
    must_be_one,
    must_define,
    must_stand,
)
from proofs.engine.deciding import at_least_zero, decided
from proofs.engine.derivation import StepError
from proofs.engine.duties import Duty, duties
from proofs.engine.duty_view import View
from proofs.engine.findings import Ran
from proofs.engine.normal_form import is_zero
from proofs.engine.noted import noting
from proofs.engine.one_meaning import Names
from proofs.engine.passed_on import passing_on
from proofs.engine.path_conditions import answers, equal_numbers, is_of_word, lent, raised, taken
from proofs.engine.stated import claim_of, stated
from proofs.engine.substitution import domains, follows, known, retyped
from proofs.engine.witness import EvidenceError
from proofs.rules import sift_within
from theory.stating.latex import latex
from theory.stating.printed import said
from theory.stating.relations import Line, Link
from theory.stating.statements import Statement, places_of, terms_of
from theory.stating.symbolic import symbolic
from theory.stating.terms import (
    Applied,
    Entry,
    Operation,
    Permuted,
    Term,
    canonical,
    put,
    walk,
)
from theory.stating.unfolding import unfolded

SAYS_OF_CODE = ("definition", "convention")  # kinds of claims that say what code computes
_STANDS: set[tuple] = set()  # what was shown to stand for code, and under which conditions
Steps = Callable[[Side], Side]


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
    asked, defines = duties(stated(claim))[duty], claim_of(claim).kind == "definition"
    if not isinstance(asked, Duty) or asked.link.sign != "=":
        raise EvidenceError(f"duty {duty} is no equation: nothing is printed to compare with")
    if latex(asked.link.left) == latex(asked.link.right):
        raise EvidenceError(f"duty {duty} has the same on both sides: nothing is compared")
    sides, least, kinds = _typed(claim, asked)
    used = {e.word.name for side in sides for e in walk(side) if isinstance(e, Applied)}
    if missing := [name for name in runs if name not in used]:
        raise EvidenceError(f"the relation has no word {missing[0]}")
    if computed := [name for name in runs if own_name(name)]:
        raise EvidenceError(f"{computed[0]} is a number in floats; a general run is over the reals")
    stands, let = [each for box in boxes for each in box.stands], view.get("let", {})
    Names().take_words(*sides, *(each.word for each in (*stands, *defined)))
    supposed = (*stated(claim).conditions, *asked.when)
    for box, each in [(of, one) for of in boxes for one in of.stands]:
        meant = _meanings(each.word, *(side for one in supposed for side in terms_of(one)))
        key = (box.function, each.word, each.code, supposed, meant, *let.items())
        if each.claim or key not in _STANDS:
            with heard() as names:
                _stands(claim, each, least, kinds, let)
            _must_have_called(box, each, names)
            _STANDS.add(key)
    read, inner = sides[:1] if left else sides, {each.word.word.name: each.code for each in stands}
    code = {**inner, **runs} if left else inner  # what is left of the word is run with NumPy too
    with boxed(boxes), heard_by_word() as called:
        found = _paths(read, runs, least, kinds)
    if alien := [name for name, functions in called.items() if not functions]:
        raise EvidenceError(f"no function of impl computes {', '.join(alien)}")
    typed = lambda each: retyped(each, kinds)
    passing = {name: passing_on(name, each) for name, each in runs.items()}
    entries = compared(read, passing, found, typed, code)
    calls = mattering(read, runs, typed, called)
    for name, functions in calls.items():
        own = own_functions(name, called[name])
        must_matter(name, [each for each in functions if each in own], own)
    on_symbols = at_sizes(read, runs, found, typed, code, is_zero, inner_boxes(boxes))
    answered = answers(found, let, lends=defines)
    for path in answered if left else ():
        path.result = (*path.result, sides[1])
    for path in answered if boxes else ():
        path.result = tuple(sealed(side, inner.keys()) for side in path.result)
        for each, side in product(stands, path.result):
            must_stand(each, side, stated(claim), (*asked.when, *let), kinds)
    shown = [_shown(claim, asked, path, noting(steps), view, duty) for path in answered]
    if not shown:
        raise EvidenceError(f"the code refuses: {found[0].refusal}")
    words: list[Any] = [e for side in sides for e in walk(side) if isinstance(e, Applied)]
    for word in words:
        must_be_one(claim, duty, word, runs)
    if defines:  # what is defined is what its code gives; all other words are defined elsewhere
        formula_is_printed(claim, asked, inner.keys())
        new = getattr(asked.link.left, "word", None)
        if not left and any(getattr(each, "word", None) == new for each in walk(sides[1])):
            raise EvidenceError(f"{new.name} is defined by itself: any code may be what it says")
        words = [word for word in words if word.word != new]
    if not (stated(claim).conditions or asked.when):
        words = [_of_any(word) for word in words]  # what holds of all rows
    by = {each.word.word.name: each for each in defined}
    for word in {canonical(word): word for word in words}.values():
        name = word.word.name
        if name in by and runs.get(name) is by[name].code:
            must_apply(by[name], word, shown[0].view)
            _answers_always(by[name])
        elif name in runs and word.word.define:
            settled(claim, word, runs[name], least, kinds, let)
        elif name in runs and claim_of(claim).kind not in SAYS_OF_CODE:
            raise EvidenceError(f"no formula and no definition says what {name} is but this code")
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
        calls=list(dict.fromkeys(name for functions in calls.values() for name in functions)),
        refuses=[path.refusal for path in found if path.refusal],
    )


def _paths(sides, runs, least, kinds) -> list[Path]:
    """Run the code for the words of both sides, on every path."""
    typed = lambda each: retyped(each, kinds)
    token = KNOWN.set(least)
    try:
        return paths(lambda: tuple(ran(side, runs, typed) for side in sides))
    finally:
        KNOWN.reset(token)


def _meanings(*those: Term) -> tuple:
    """Return what makes the words in terms: by their names alone, different letters are equal."""
    return tuple(e.word.define for one in those for e in walk(one) if isinstance(e, Applied))


def _stands(claim, one: Stands, least, kinds, let) -> None:
    """Check that a function computes the word that stands for it in a box."""
    if one.claim:
        must_define(one, stated(claim))
        _answers_always(one)
        return
    word: Any = retyped(one.word, kinds)
    _computes(claim, word, one.code, least, kinds, [(noting(one.steps), {"let": let})])


def _must_have_called(box: Box, one: Stands, names: Collection[str]) -> None:
    """Refuse what was shown of other code than that in whose place it stands."""
    own, word = box.function.__name__, one.word.word.name
    if own not in {name.split(".")[-1] for name in names}:
        raise EvidenceError(f"the code of {word} is other code than {own}, in whose place it is")


def _answers_always(one: Stands) -> None:
    """Refuse a definition that is shown only where its code does not refuse what it is given."""
    claim, number = duty_of(one)
    asked = duties(stated(claim))[number]
    assert isinstance(asked, Duty)  # whose left side is the word
    sides, least, kinds = _typed(claim, asked)
    read = sides[:1] if (claim, number) in LEFT else sides
    with boxed(BOXES.get((claim, number), ())):
        found = _paths(read, RUNS[claim, number], least, kinds)
    facts = known(stated(claim).conditions, asked.here | places_of(stated(claim)))
    for line in lent(found):
        if not all(follows(e.left - e.right, {str(e.sign)}, facts) for e in line.links):
            raise EvidenceError(f"{claim} holds where its code does not refuse, and {said(line)}")


def _computes(claim, word: Applied, code, least, kinds, ways) -> None:
    """Check that a function computes a word, in one of several ways."""
    name, duty = word.word.name, Duty(Link(word, "=", word))
    found = _paths((word,), {name: code}, least, kinds)
    compared((word,), {name: code}, found, lambda each: retyped(each, kinds), {})
    let = ways[0][1].get("let", {})
    answered = answers(found, let)
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


def settled(claim, word: Applied, code, least, kinds, let) -> None:
    """Check that a function computes a word of a theorem, in one of three plain ways."""
    by_columns = any(
        isinstance(each, Operation) and each.name == "delta" for each in walk(unfolded(word))
    )
    sifts = (_sifts, {"turned": True})
    ways: list[tuple[Steps, dict]] = [(_as_it_stands, {}), (_settles, {})]
    ways = [sifts, *ways] if by_columns else [*ways, sifts]
    _computes(claim, word, code, least, kinds, [(steps, own | {"let": let}) for steps, own in ways])


def _of_any(word: Term) -> Term:
    """Return a word of rows in the place of rows that are permuted: those are such rows too.

    Rows that stand there in two orders at once are not any rows, and stay as they are.
    """
    orders: dict[tuple, set[str]] = {}
    for entry in (each for each in walk(word) if isinstance(each, Entry)):
        for number, place in enumerate(entry.places):
            order = place.name if isinstance(place, Permuted) else ""
            orders.setdefault((entry.base, number), set()).add(order)
    if any(len(each) > 1 for each in orders.values()):
        return word
    moved = _in_order(word)
    return word if moved == word else _of_any(moved)


def _in_order(whole: Term) -> Term:
    parts = tuple(map(_in_order, whole.parts))
    if isinstance(whole, Entry):
        parts = tuple(each.place if isinstance(each, Permuted) else each for each in parts)
    return whole.made_of(parts) if parts else whole


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
    own = asked.here
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
    supposed = tuple(line for truth, way in path.supposes for line in taken(truth, way))
    here = dict(equal_numbers(path))
    held = lambda each: raised(put(each, here), supposed)
    left, right = map(held, path.result)
    when = (*asked.when, *(line for line in supposed if not is_of_word(line)))
    own = asked.here  # also those of which what the code gives no longer speaks
    beside = (*asked.beside, *map(held, path.thrown))
    duty = Duty(Link(left, "=", right), when, asked.chosen, places_of(stated(claim)), own, beside)
    seen = _view(claim, duty, view.get("let", {}), view.get("closed", ()), number)
    chain = steps(CodeSide(seen, view.get("turned", False)))
    chain.check()
    return chain


class CodeSide(Side):
    """A chain that begins at what the code gives, which may be the formula letter by letter."""

    def is_empty(self):
        """Say no: both ends come from different places."""
        return False


def formula_is_printed(claim, asked: Duty, names: Collection[str]) -> None:
    """Refuse a definition whose word is written out in another way than it is printed."""
    left = asked.link.left
    if isinstance(left, Applied) and left.word.define is None:
        return
    sides = (sealed(side, names) for side in (left, asked.link.right))
    view = _view(claim, replace(asked, link=Link(next(sides), "=", next(sides))), {})
    if not is_zero(view.read(view.duty.link.left) - view.read(view.duty.link.right), view.ranges):
        raise EvidenceError(f"{latex(left)} is not {latex(asked.link.right)}")
