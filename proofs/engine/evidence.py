"""Evidence that stands beside the mathematics: each kind has a decorator or a call to register it.

The decorated function computes the evidence; running the evidence checks it.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import methodcaller

from proofs.engine import exact_runs, general, size_runs
from proofs.engine.at_case import (
    At,
    fails_at,
    meets,
)
from proofs.engine.binding import begin
from proofs.engine.by_induction import halves
from proofs.engine.code_definitions import BOXES, LEFT, RUNS
from proofs.engine.contrary import Never, refuted
from proofs.engine.duties import duties, relation
from proofs.engine.exhausting import measured
from proofs.engine.findings import Compared, Derived, Measured, Met, Sized, Witnessed
from proofs.engine.inhabited import alike, found
from proofs.engine.noted import followed
from proofs.engine.squeezing import bounds
from proofs.engine.stated import stated
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
    supposed_by: int | None = None  # of a case that is met: the relation that supposes it


REGISTRY: list[Evidence] = []


def _register(kind, claim, run, hypothesis="", supposed_by=None):
    REGISTRY.append(Evidence(kind, claim, here(3), run, hypothesis, supposed_by))


def derivation(claim, duty=0, **view):
    """Register a chain for a relation of a claim's statement.

    The function takes the chain that begins at a side of the relation, and returns it with its
    steps to the other side. duty: which relation, in the order in which the claim says them. view:
    `let`, `turned` and `apart`, as in `begin`.
    """

    def registered(function):
        _register("derivation", claim, partial(_derived, claim, duty, view, function))
        return function

    return registered


def closes(claim, *why, duty=0, **view):
    """Register derivations of one step, for relations that follow each other from `duty` on.

    why: of each, the reason for which the engine's normal form makes its sides one.
    """
    for number, reason in enumerate(why, start=duty):
        steps = methodcaller("closes", reason)
        _register("derivation", claim, partial(_derived, claim, number, view, steps))


def _derived(claim, duty, view, steps):
    (chain,) = followed(steps, begin(stated(claim), duty, **view))
    return _shown(chain, duty)


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
            made = followed(function, *bounds(stated(claim), duty, between))
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
            made = followed(function, *begun)
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


def exact_run(claim, runs, duty=0, at_numbers=False, of_program=False):
    """Register runs of the code on exact scalars, for the left side of a relation of a claim.

    runs: by the name of a word, the function of its families and numbers that computes it. The
    decorated function yields cases: values of sizes, families and numbers, at which the right side
    is written out, for every place of its free indices. Entries are compared by normal form.
    at_numbers: the cases are of exact numbers, where a definition is too long to be run on symbols.
    of_program: of an example, the functions of a program are called, and not those of the code.
    """

    def registered(function: Callable[[], Iterable[Mapping]]):
        run = lambda: exact_runs.run(claim, duty, runs, function(), at_numbers, of_program)
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
    run = _of_code(claim, runs, duty, boxes, left, defined, view)

    def registered(function):
        _register("general run", claim, partial(run, function))
        return function

    return registered


def computes(claim, runs, why, duty=0, boxes=(), left=False, defined=(), **view):
    """Register a run of the code that gives the other side in one step, for the reason `why`."""
    run = _of_code(claim, runs, duty, boxes, left, defined, view)
    _register("general run", claim, partial(run, methodcaller("closes", why)))


def _of_code(claim, runs, duty, boxes, left, defined, view):
    """Return a general run, which is given the steps that follow it."""
    RUNS[claim, duty], BOXES[claim, duty] = runs, boxes
    LEFT.update({(claim, duty)} if left else ())
    return lambda steps: general.run(claim, duty, runs, steps, view, boxes, left, defined)


def sizes(claim, runs, duty=0):
    """Register a run of the code on symbolic sizes, for a formula of a claim.

    runs: by the name of a word, the function of its families and numbers that computes it. Sizes
    and counts must be those that the statement says.
    """
    _register("sizes", claim, lambda: size_runs.run(claim, duty, runs))


def formed(claim, duty=0):
    """Register the sizes that a formula has as the theory forms it, and the products in it."""
    _register("formed", claim, lambda: size_runs.run(claim, duty, {}))


def exhaustive(claim, known, function, variable):
    """Register what is found of a library's function in each format, in the claim's order.

    known: the module that runs the functions. function: by its name there, which has a range.
    variable: what the claim calls its argument. Where its error is largest, the claim's own
    relation must hold of what was computed there, and its word is that function's.
    """
    # It needs libraries, and is not imported for the other kinds.
    if known is not sys.modules.get("proofs.exhaustive.known", sys):
        raise ValueError(f"{claim}: expected proofs.exhaustive.known")

    def run():
        word = f"computed_{known.FUNCTIONS[function].name}"
        return measured(stated(claim), word, known.measures(function, variable))

    _register("exhaustive", claim, run)


def met_by(claim, supposed_by=None):
    """Register a function that returns values at which all conditions of the claim hold.

    supposed_by: a relation, of which what it alone supposes holds there too.
    """

    def registered(function):
        run = lambda: _met(claim, function(), supposed_by)
        _register("inhabited", claim, run, supposed_by=supposed_by)
        return function

    return registered


def by_search(claim, supposed_by=None) -> Evidence:
    """Return the evidence that a claim's conditions can be met: a case that is looked for."""
    run = lambda: _met(claim.id, found(stated(claim.id), supposed_by), supposed_by)
    return Evidence("inhabited", claim.id, claim.where, run, supposed_by=supposed_by)


def _met(claim, values, supposed_by):
    statement = stated(claim)
    return Met(meets(statement, values, supposed_by), alike(statement, supposed_by))


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
