"""Evidence that stands beside the mathematics: each kind has one decorator, which registers it.

The decorated function computes the evidence; running the evidence checks it.
"""

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy as sp

from proofs.engine.derivation import LATEX, Chain, EmptyChainError, StepError
from proofs.engine.findings import Compared, Derived, Sized, Witnessed
from proofs.engine.normal_form import is_zero
from proofs.engine.witness import EvidenceError, Witness
from theory.claim import here


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


def derivation(claim):
    """Register a function that returns a `Chain`; `refuses` gives it a false variant."""

    def registered(function):
        def run():
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
    chapter = importlib.import_module(f"theory.{claim.split('.')[0]}")
    hypotheses = next(each.hypotheses for each in chapter.CLAIMS if each.id == claim)
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


def exact_run(claim):
    """Register a function that yields (sizes, what `impl` gives, what is printed), entry by entry.

    Entries are compared by normal form. Not all entries of the run may be alike, since then the
    comparison could not fail.
    """

    def registered(function: Callable[[], Iterator[tuple[str, list, list]]]):
        def run():
            runs, entries, first, told_apart = [], 0, None, False
            for size, ours, printed in function():
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
            if not told_apart:
                raise EvidenceError("all entries are alike: this comparison can't fail")
            return Compared(runs, entries)

        _register("exact run", claim, run)
        return function

    return registered


def sizes(claim):
    """Register a function that yields (expression, its shape, the printed shape) and counts."""

    def registered(function: Callable[[], Iterator[tuple[str, tuple, tuple, dict]]]):
        def run():
            shapes = {}
            for expression, shape, printed, cost in function():
                if tuple(shape) != tuple(printed):
                    raise EvidenceError(f"{expression} has shape {shape}, printed is {printed}")
                counts = {name: str(count) for name, count in cost.items()}
                shapes[expression] = {"shape": str(tuple(shape)), **counts}
            return Sized(shapes)

        _register("sizes", claim, run)
        return function

    return registered


def counterexample(claim):
    """Register a function that returns a `Witness` at which the claim fails."""
    return _by_witness("counterexample", claim)


def necessity(claim, hypothesis):
    """Register a `Witness` without the hypothesis, at which the conclusion fails."""
    return _by_witness("necessity", claim, hypothesis)


def _by_witness(kind, claim, hypothesis=""):
    def registered(function: Callable[[], Witness]):
        def run():
            witness = function()
            if witness.holds():
                raise EvidenceError(f"no witness: {witness.claimed} holds for {witness.given}")
            return Witnessed(witness.shown())

        _register(kind, claim, run, hypothesis)
        return function

    return registered
