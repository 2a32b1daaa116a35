"""Evidence that stands beside the mathematics: each kind has one decorator, which registers it.

The decorated function computes the evidence; running the evidence checks it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import sympy as sp

from proofs.engine.at_case import At, fails_at, is_constant, meets, named, printed_at, sizes_said
from proofs.engine.binding import begin
from proofs.engine.contrary import Never, refuted
from proofs.engine.derivation import LATEX, Chain, EmptyChainError, StepError
from proofs.engine.duties import duties, relation
from proofs.engine.findings import Compared, Derived, Met, Sized, Witnessed
from proofs.engine.inhabited import found
from proofs.engine.normal_form import is_zero
from proofs.engine.squeezing import bounds
from proofs.engine.stated import claim_of, stated
from proofs.engine.witness import EvidenceError, Witness
from theory.claim import here
from theory.stating.latex import latex


@dataclass(frozen=True)
class Evidence:
    """Something that runs and speaks for or against a claim."""

    kind: str
    claim: str
    where: str
    run: Callable[[], Derived | Compared | Sized | Witnessed]
    hypothesis: str = ""


REGISTRY: list[Evidence] = []


def _register(kind, claim, run, hypothesis=""):
    REGISTRY.append(Evidence(kind, claim, here(3), run, hypothesis))


def derivation(claim, duty=0, **view):
    """Register a chain for a relation of a claim's statement.

    The function takes the chain that begins at a side of the relation, and returns it with its
    steps to the other side. duty: which relation, in the order in which the claim says them. view:
    `let`, `turned` and `apart`, as in `begin`. Of a claim without a statement, the function returns
    a `Chain`, and `refuses` gives it a false variant.
    """

    def registered(function):
        def run():
            if statement := stated(claim):
                return _shown(function(begin(statement, duty, **view)), duty)
            chain = function()
            chain.check()
            _must_be_declared(claim, chain.uses)
            _must_refuse(_variant_of(function, claim))
            return Derived(
                shows=_shows(chain),
                relation=chain.relation,
                steps=chain.lines(),
                assumes=chain.assumes,
                uses=sorted({hypothesis for hypothesis, _ in chain.uses}),
            )

        _register("derivation", claim, run)
        return function

    return registered


def _shown(chain, duty):
    chain.check()
    return Derived(
        shows=chain.says(),
        relation=chain.relation,
        steps=chain.lines(),
        assumes=chain.assumes,
        uses=sorted({hypothesis for hypothesis, _ in chain.uses if hypothesis}),
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
            shown = [_shown(chain, duty) for chain in function(*begun) if chain is not None]
            if len(shown) != sum(chain is not None for chain in begun):
                raise EvidenceError(f"{claim}: a bound has no chain")
            return replace(
                shown[0],
                shows=relation(duties(stated(claim))[duty]),
                steps=[step for each in shown for step in each.steps],
                uses=sorted({name for each in shown for name in each.uses}),
            )

        _register("derivation", claim, run)
        return function

    return registered


FALSE_VARIANTS: dict[tuple[Callable, str], Callable[[], Chain]] = {}


def refuses(function, variant, claim=""):
    """Give a derivation a false variant, which the engine must refuse.

    claim: the claim that the variant is for, if the function is registered for several.
    """
    FALSE_VARIANTS[function, claim] = variant


def _variant_of(function, claim):
    for key in ((function, claim), (function, "")):
        if key in FALSE_VARIANTS:
            return FALSE_VARIANTS[key]
    raise EvidenceError(f"{function.__name__} has no false variant: nothing shows that it can fail")


def _must_be_declared(claim, uses):
    """Refuse a use of a hypothesis that goes beyond what the claim says it means."""
    hypotheses = claim_of(claim).hypotheses
    for name, equation in uses:
        if name not in hypotheses:
            raise EvidenceError(f"{claim} has no hypothesis {name}")
        if equation not in hypotheses[name].means:
            raise EvidenceError(
                f"{claim}: its hypothesis {name} does not say {sp.latex(equation)}; if it means "
                "this, add the equation to its `means`"
            )


def _must_refuse(wrong):
    try:
        chain = wrong()
        chain.check()
    except EmptyChainError as error:
        raise EvidenceError(f"the false variant says nothing: {error}") from error
    except StepError:
        return
    raise EvidenceError(f"the false variant was accepted: {_shows(chain)}; the check can't fail")


def _shows(chain: Chain) -> str:
    first, last = chain.lines()[0], chain.lines()[-1]
    return f"{first['latex']} {LATEX[chain.relation]} {last['latex']}"


def exact_run(claim, duty=0, at_numbers=False):
    """Register a function that yields (case, what `impl` gives), entry by entry.

    case: values of sizes, or of families, at which the right side of the relation is written out,
    for every place of its free indices. Of a claim without a statement, the function yields (sizes,
    what `impl` gives, what is printed). Entries are compared by normal form. Not all entries of the
    run may be alike, since then the comparison could not fail. at_numbers: the case is one of exact
    numbers, where a definition is too long to be run on symbols.
    """

    def registered(function: Callable[[], Iterator[tuple]]):
        def run():
            runs, entries, first, told_apart = [], 0, None, False
            statement = stated(claim)
            if at_numbers and claim_of(claim).kind not in ("definition", "example"):
                raise EvidenceError(f"{claim} is no definition: run the code on symbols")
            for size, ours, printed in (
                (
                    (
                        named(case) or "as stated",
                        ours,
                        printed_at(statement, duty, case, at_numbers),
                    )
                    for case, ours in function()
                )
                if statement
                else function()
            ):
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
            if not told_apart and not (statement and is_constant(statement, duty)):
                raise EvidenceError("all entries are alike: this comparison can't fail")
            return Compared(runs, entries, (duty,) if statement else ())

        _register("exact run", claim, run)
        return function

    return registered


def _entries(runs, statement, duty):
    """Yield each run with what is printed at its case."""
    if statement is None:
        yield from runs
    else:
        for case, ours in runs:
            yield named(case), ours, printed_at(statement, duty, case)


def sizes(claim, duty=0):
    """Register a function that yields (expression, its shape, counts) of a run on symbolic sizes.

    Shape and counts must be those that the statement says. Of a claim without a statement, the
    function yields (expression, its shape, the printed shape, counts).
    """

    def registered(function: Callable[[], Iterator[tuple]]):
        def run():
            shapes = {}
            statement = stated(claim)
            for expression, shape, *printed, cost in function():
                lasts, counts = sizes_said(statement, duty) if statement else (*printed, {})
                if tuple(shape) != tuple(lasts):
                    raise EvidenceError(f"{expression} has shape {shape}, printed is {lasts}")
                for name, count in counts.items():
                    if name not in cost or not is_zero(cost[name] - count):
                        raise EvidenceError(f"{expression}: {cost.get(name)} {name}, not {count}")
                costs = {name: str(count) for name, count in cost.items()}
                shapes[expression] = {"shape": str(tuple(shape)), **costs}
            return Sized(shapes, duties=(duty,) if statement else ())

        _register("sizes", claim, run)
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
    def registered(function: Callable[[], Witness | At | Never]):
        def run():
            witness, statement = function(), stated(claim)
            if statement and isinstance(witness, Never):
                return Witnessed(refuted(statement, witness))
            if statement:
                return Witnessed(fails_at(statement, witness, hypothesis))
            if witness.holds():
                raise EvidenceError(f"no witness: {witness.claimed} holds for {witness.given}")
            return Witnessed(witness.shown())

        _register(kind, claim, run, hypothesis)
        return function

    return registered
