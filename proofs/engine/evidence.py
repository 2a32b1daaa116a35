"""Evidence that stands beside the mathematics: each kind has one decorator, which registers it.

The decorated function computes the evidence; running the evidence checks it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from proofs.engine import general
from proofs.engine.at_case import (
    At,
    all_cases_must_be_run,
    bits_must_vary,
    fails_at,
    is_constant,
    meets,
    named,
    printed_at,
    sizes_said,
)
from proofs.engine.binding import begin
from proofs.engine.by_induction import halves
from proofs.engine.code_definitions import BOXES, LEFT, RUNS
from proofs.engine.contrary import Never, refuted
from proofs.engine.duties import duties, relation
from proofs.engine.exhausting import measured
from proofs.engine.findings import Compared, Derived, Measured, Met, Sized, Witnessed
from proofs.engine.inhabited import found
from proofs.engine.normal_form import is_zero
from proofs.engine.squeezing import bounds
from proofs.engine.stated import claim_of, stated
from proofs.engine.witness import EvidenceError
from theory.claim import here
from theory.stating.latex import latex


@dataclass(frozen=True)
class Evidence:
    """Something that runs and speaks for or against a claim."""

    kind: str
    claim: str
    where: str
    run: Callable[[], Derived | Compared | Sized | Measured | Witnessed]
    hypothesis: str = ""


REGISTRY: list[Evidence] = []


def _register(kind, claim, run, hypothesis=""):
    REGISTRY.append(Evidence(kind, claim, here(3), run, hypothesis))


def derivation(claim, duty=0, **view):
    """Register a chain for a relation of a claim's statement.

    The function takes the chain that begins at a side of the relation, and returns it with its
    steps to the other side. duty: which relation, in the order in which the claim says them. view:
    `let`, `turned` and `apart`, as in `begin`.
    """

    def registered(function):
        def run():
            begun = begin(stated(claim), duty, **view)
            return _shown(_same(function(begun), begun), duty)

        _register("derivation", claim, run)
        return function

    return registered


def _same(chain, begun):
    """Return the chain; refuse another one than that which was begun at the claim's own side."""
    if chain is not begun:
        raise EvidenceError("the function returns another chain than the one that it was given")
    return chain


def _shown(chain, duty):
    chain.check()
    return Derived(
        shows=chain.says(),
        relation=chain.relation,
        steps=chain.lines(),
        assumes=chain.assumes,
        uses=sorted(set(filter(None, chain.uses))),
        duties=(duty,),
        cites=tuple(dict.fromkeys(chain.cited)),
        let=[f"{latex(key)} = {latex(value)}" for key, value in chain.view.let.items()],
    )


def squeezed(claim, duty, between):
    """Register the limit of what lies between two bounds, by the limits of the bounds.

    duty: the limit. between: the duties that say which bounds it lies between. The function takes
    the chain of the lower and of the upper bound (None for one that is the limit itself), and
    returns both.
    """

    def registered(function):
        def run():
            begun = bounds(stated(claim), duty, between)
            made = [_same(chain, own) for chain, own in zip(function(*begun), begun, strict=True)]
            shown = [_shown(chain, duty) for chain in made if chain is not None]
            return _together(shown, duties(stated(claim))[duty])

        _register("derivation", claim, run)
        return function

    return registered


def by_induction(claim, duty, over, before, first=None, then=None, closed=()):
    """Register a relation that holds at the first place, and after each place at which it holds.

    over, before, closed: as in `halves`. first, then: what stands in the place of what, in the
    chain of the first place and in that of the next. The function takes both, and returns both.
    """

    def registered(function):
        def run():
            begun = halves(stated(claim), duty, over, before, (first or {}, then or {}), closed)
            made = [_same(chain, own) for chain, own in zip(function(*begun), begun, strict=True)]
            shown = [_shown(chain, duty) for chain in made]
            return _together(shown, duties(stated(claim))[duty])

        _register("derivation", claim, run)
        return function

    return registered


def _together(shown, duty):
    """Return what several chains show of one relation."""
    return replace(
        shown[0],
        shows=relation(duty),
        steps=[step for each in shown for step in each.steps],
        uses=sorted({name for each in shown for name in each.uses}),
        cites=tuple(dict.fromkeys(name for each in shown for name in each.cites)),
        let=[each for one in shown for each in one.let],
    )


def exact_run(claim, duty=0, at_numbers=False):
    """Register a function that yields (case, what `impl` gives), entry by entry.

    case: values of sizes, or of families, at which the right side of the relation is written out,
    for every place of its free indices. Entries are compared by normal form. Not all entries of the
    run may be alike, since then the comparison could not fail. at_numbers: the case is one of exact
    numbers, where a definition is too long to be run on symbols.
    """

    def registered(function: Callable[[], Iterator[tuple]]):
        def run():
            runs, entries, first, told_apart = [], 0, None, False
            statement = stated(claim)
            if at_numbers and claim_of(claim).kind not in ("definition", "example"):
                raise EvidenceError(f"{claim} is no definition: run the code on symbols")
            cases = []
            for case, ours in function():
                cases.append(case)
                size, printed = (
                    named(case) or "as stated",
                    printed_at(statement, duty, case, at_numbers),
                )
                if len(ours) != len(printed):
                    raise EvidenceError(f"{size}: {len(ours)} entries against {len(printed)}")
                for place, (got, expected) in enumerate(zip(ours, printed, strict=True)):
                    if not is_zero(got - expected):
                        raise EvidenceError(
                            f"{size}, entry {place}: impl gives {got}, printed is {expected}"
                        )
                first = ours[0] if first is None else first
                told_apart = told_apart or any(not is_zero(first - p) for p in reversed(printed))
                runs.append(size)
                entries += len(ours)
            if not entries:
                raise EvidenceError("nothing was run")
            bits_must_vary(statement, cases)
            if claim_of(claim).kind == "example":
                all_cases_must_be_run(statement, duty, cases)
            if not told_apart and not is_constant(statement, duty):
                raise EvidenceError("all entries are alike: this comparison can't fail")
            return Compared(runs, entries, (duty,))

        _register("exact run", claim, run)
        return function

    return registered


def general_run(claim, runs, duty=0, boxes=(), left=False, defined=(), **view):
    """Register a run of the code on arrays of symbolic size, for a relation of a claim.

    runs: by the name of a word, the function of its families and numbers that computes it. The
    decorated function takes the chain that begins at what the code gives, and returns it with its
    steps to the other side. boxes: functions that the code calls, each read as the words that it
    is shown to compute. left, defined: as in `general.run`.
    """
    RUNS[claim, duty], BOXES[claim, duty] = runs, boxes
    LEFT.update({(claim, duty)} if left else ())

    def registered(function):
        run = lambda: general.run(claim, duty, runs, function, view, boxes, left, defined)
        _register("general run", claim, run)
        return function

    return registered


def sizes(claim, duty=0):
    """Register a function that yields (expression, its shape, counts) of a run on symbolic sizes.

    Shape and counts must be those that the statement says.
    """

    def registered(function: Callable[[], Iterator[tuple[str, tuple, dict]]]):
        def run():
            shapes = {}
            lasts, counts = sizes_said(stated(claim), duty)
            for expression, shape, cost in function():
                if tuple(shape) != tuple(lasts):
                    raise EvidenceError(f"{expression} has shape {shape}, printed is {lasts}")
                for name, count in counts.items():
                    if name not in cost or not is_zero(cost[name] - count):
                        raise EvidenceError(f"{expression}: {cost.get(name)} {name}, not {count}")
                costs = {name: str(count) for name, count in cost.items()}
                shapes[expression] = {"shape": str(tuple(shape)), **costs}
            if not shapes:
                raise EvidenceError("nothing was run")
            return Sized(shapes, duties=(duty,))

        _register("sizes", claim, run)
        return function

    return registered


def exhaustive(claim, word):
    """Register a function that yields the largest errors in each format, in the claim's order.

    word: the name of the word that the library computes. At each place that is yielded, the claim's
    own relation must hold of what was computed there.
    """

    def registered(function):
        _register("exhaustive", claim, lambda: measured(stated(claim), word, function()))
        return function

    return registered


def met_by(claim):
    """Register a function that returns values at which all conditions of the claim hold."""

    def registered(function):
        _register("inhabited", claim, lambda: Met(meets(stated(claim), function())))
        return function

    return registered


def by_search(claim) -> Evidence:
    """Return the evidence that a claim's conditions can be met: a case that is looked for."""
    run = lambda: Met(meets(stated(claim.id), found(stated(claim.id))))
    return Evidence("inhabited", claim.id, claim.where, run)


def counterexample(claim):
    """Register a function that returns the values at which the claim fails (`At`).

    Of a claim that something exists, it returns the derivation of the opposite (`Never`).
    """
    return _by_witness("counterexample", claim)


def necessity(claim, hypothesis):
    """Register the values without the hypothesis at which the conclusion fails (`At`)."""
    return _by_witness("necessity", claim, hypothesis)


def _by_witness(kind, claim, hypothesis=""):
    def registered(function: Callable[[], At | Never]):
        def run():
            witness = function()
            if isinstance(witness, Never):
                return Witnessed(refuted(stated(claim), witness))
            return Witnessed(fails_at(stated(claim), witness, hypothesis))

        _register(kind, claim, run, hypothesis)
        return function

    return registered
