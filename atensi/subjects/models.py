"""Whole models and layers as subjects: laws on rows in and rows out, whatever the weights are.

Nothing bounds the rounding of a whole model beforehand. But it runs in two formats: what float64
rounds is 2²⁹ times less than what float32 rounds, and that is seen, as the difference of the two
runs. A law counts as broken where float64 departs from it by more than float32 does from float64;
so a departure below that, about the seventh digit, is not noticed.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from atensi.subjects.laws import ABSENT, BROKEN, HOLDS, REFUSED, Outcome
from atensi.subjects.naming import ADAPTERS, MODULE, adapter
from atensi.subjects.questions import Answer, Convention

if TYPE_CHECKING:
    from atensi.subjects.checking import Asked, Check

ROOMS = {"transformers": "transformers_models", "torch": "torch_modules"}
LENGTHS = (2, 3, 5, 9, 33)  # the smallest first, which is then the smallest input that breaks a law
TRIALS = 4
COARSE = 1e-2  # of the largest entry: what differs more than this in float32 hides every departure


@dataclass(frozen=True)
class Model:
    """A model: what it does to rows in a format, and the lines that make it in a script."""

    name: str
    version: str
    draw: Callable[[np.random.Generator, int], Any]  # an input of so many rows
    changed: Callable[[np.random.Generator, Any, int], Any]  # the input, changed at one place
    run: Callable[..., np.ndarray]  # run(input, dtype, kept=None): a row for each place
    causal: bool
    keeps: bool = False  # whether it takes a mask of places
    orderless: bool = False  # whether it knows no positions
    script: str = ""
    gradient_script: str = ""
    gradient_answer: Callable[[], Any] | None = None  # finite beside a wholly padded sequence?


GRADIENT = Convention(
    "padded-sequence-gradient", "gradients of parameters, beside a sequence padded as a whole",
    "model", lambda model: model, {"finite": (False,), "NaN": (True,)}, "finite",
    "softmax.nothing-to-attend-to",
)  # fmt: skip


def is_model(asked: "Asked") -> bool:
    """Say whether a name is that of a model or layer; nothing is loaded for that."""
    place, _, name = asked.spec.partition(":")
    function = not name or asked.spec in ADAPTERS
    return not function and (place in ROOMS or asked.like == MODULE)


def heard(spec: str, like: str) -> set[str]:
    """Return which options say something of a subject."""
    place, _, name = spec.partition(":")
    if spec in ADAPTERS:
        return set()
    if not name:
        return {"arrays", "layout"}
    if place in ROOMS:
        return {"like"} if like == MODULE else set()
    return {"like", "promises"} if like == MODULE else {"like", "arrays", "layout"}


def _model(asked) -> Model:
    place, _, name = asked.spec.partition(":")
    if place not in ROOMS:
        return adapter(MODULE, "own_module").model(asked.spec, asked.promises)
    return adapter(asked.spec, ROOMS[place]).model(name)


def check(asked: "Asked") -> "Check":
    """Check a model."""
    from atensi.subjects.checking import Check

    model = _model(asked)
    outcomes = [_judged(model, law, asked.seed) for law in LAWS]
    answers = []
    if model.gradient_answer is not None:
        came = bool(model.gradient_answer())
        answers = [Answer(GRADIENT, "NaN" if came else "finite", script=model.gradient_script)]
    return Check(asked, model.version, {}, {}, outcomes, answers)


@dataclass(frozen=True)
class Law:
    """A law of models: its claim, whom it binds, and how far a trial departs from it."""

    claim: str
    name: str
    binds: Callable[[Model], bool]
    departs: Callable[..., tuple[float, str, str]]


def _later(model, draw, n):
    first = model.draw(draw, n)
    second = model.changed(draw, first, n - 1)
    off = np.abs(model.run(first, "float64") - model.run(second, "float64"))[: n - 1].max()
    call = f"subject({_listed(first)}), subject({_listed(second)})"
    return float(off), f"a row before place {n} of {n} changes with it", (
        f"a, b = {call}\noff = abs(a - b)[:{n - 1}].max()"
    )  # fmt: skip


def _listed(given):
    return repr(given.tolist())


def _padded(model, draw, n):
    first = model.draw(draw, n)
    second = model.changed(draw, first, n - 1)
    kept = np.arange(n) < n - 1
    runs = [model.run(each, "float64", kept=kept) for each in (first, second)]
    call = ", ".join(f"subject({_listed(each)}, {_listed(kept)})" for each in (first, second))
    return float(np.abs(runs[0] - runs[1])[kept].max()), "a kept row changes with a padded one", (
        f"a, b = {call}\noff = abs(a - b)[:{n - 1}].max()"
    )  # fmt: skip


def _permuted(model, draw, n):
    first = model.draw(draw, n)
    order = np.roll(np.arange(n), 1)
    off = np.abs(model.run(first, "float64")[order] - model.run(first[order], "float64")).max()
    call = f"subject({_listed(first)}), subject({_listed(first[order])})"
    return float(off), "permuted rows give other rows than the permuted ones", (
        f"a, b = {call}\noff = abs(a[{_listed(order)}] - b).max()"
    )  # fmt: skip


LAWS = (
    Law("decoder.causal", "no row depends on later ones", lambda model: model.causal, _later),
    Law("softmax.masking-renormalises", "what is padded has no influence",
        lambda model: model.keeps, _padded),
    Law("encoder.equivariant", "permuted rows give permuted rows",
        lambda model: model.orderless, _permuted),
)  # fmt: skip


def _judged(model, law, seed):
    began, outcome = time.monotonic(), Outcome(law.name, (law.claim,), HOLDS)
    if not law.binds(model):
        outcome.outcome, outcome.message = ABSENT, "the model is of another kind"
        return outcome
    draw = np.random.default_rng(seed)
    for n in LENGTHS:
        for _ in range(TRIALS):
            try:
                first = model.draw(draw, n)
                exact = model.run(first, "float64")
                noise = float(np.abs(model.run(first, "float32") - exact).max())
                if not noise <= COARSE * np.abs(exact).max():
                    raise ArithmeticError(f"float32 is off by {noise:.1g}: no departure is seen")
                off, said, lines = law.departs(model, draw, n)
            except Exception as error:
                outcome.refused += 1
                outcome.message = f"{type(error).__name__}: {str(error)[:160]}"
                continue
            outcome.cases += 1
            if not off <= noise:
                outcome.outcome = BROKEN
                outcome.message = f"{said}, by {off:.3g}; float32 rounds by {noise:.1g}"
                outcome.seconds = time.monotonic() - began
                last = f"assert off <= {noise:.3g}, f'{said}, by {{off:.3g}}'"
                outcome.script = "\n".join([model.script, lines, last, ""])
                return outcome
            outcome.worst = max(outcome.worst, off / noise if noise else 0.0)
    if not outcome.cases:
        outcome.outcome = REFUSED
    outcome.seconds = time.monotonic() - began
    return outcome
