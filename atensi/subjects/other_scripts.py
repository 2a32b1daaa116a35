"""Calls of a subject in another form than ours: one table, for calls and for scripts.

A script calls the subject in its own form, and brings what comes back into ours.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from atensi.subjects import other_forms, other_masks
from atensi.subjects.conventions import GROUPED
from atensi.subjects.each_function import ADDED, DROPS
from atensi.subjects.offer import Function, Offer
from atensi.subjects.questions import Answer
from atensi.subjects.script import Lines, of_answer

# a function, what calls it as ours is called, and the lines of such a call where they are few
Form = tuple[str, Callable[[Function], Function], Callable[..., list[str]] | None]


def forms(answers: Sequence[Answer]) -> list[Form]:
    """Return how the functions are called that answer otherwise than ours."""
    said = {(each.convention.key, each.said) for each in answers}
    return [form for asked, answer, *form in FORMS if (asked, answer) in said]  # type: ignore[misc]


def with_ours(offer: Offer, answers: Sequence[Answer]) -> tuple[Offer, list[Answer]]:
    """Return the offer with calls as its conventions have it; the answers show what they are."""
    name, scripts = f"{offer.name} {offer.version}".strip(), dict(offer.scripts)
    other = {each: lines for each, _, lines in forms(answers) if each in scripts}
    for each, lines in other.items():
        own = scripts.pop(each)
        if lines:
            scripts[each] = partial(lines, own)
    shown = [replace(each, script=of_answer(name, offer.scripts, each))
             if each.convention.needs in other else each for each in answers]  # fmt: skip
    return replace(offer, scripts=scripts), shown


def _beside_one(lines: Lines, named: Mapping[str, Any], shape: tuple[Any, ...]) -> list[str]:
    gain = named.get("gain", np.ones(named["x"].shape[-1:], dtype=named["x"].dtype))
    return lines({**named, "gain": gain - 1}, shape)


def _by_halves(lines: Lines, named: Mapping[str, Any], shape: tuple[Any, ...]) -> list[str]:
    named = dict(named)
    if named.pop("halved", False):
        return lines(named, shape)
    x = named["x"]
    named["x"] = np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1)
    *before, got = lines(named, shape)
    halves = f"np.split({got.removeprefix('got = ')}, 2, axis=-1)"
    return [*before, f"got = np.stack({halves}, axis=-1).reshape({shape})"]


def _by_width(
    lines: Lines, named: Mapping[str, Any], shape: tuple[Any, ...], power: int
) -> list[str]:
    return lines({**named, "beta": 1 / abs(named["beta"]) ** power}, shape)


FORMS = (  # by question and answer
    *((f"gain-of-{norm}", "1 + g", norm, other_forms.of_gains_beside_one, _beside_one)
      for norm in ("layer_norm", "rms_norm")),
    *(("bandwidth-of-kernel_regression", width, "kernel_regression",
       partial(other_forms.by_width, power=power), partial(_by_width, power=power))
      for width, power in (("the standard deviation", 1), ("the variance", 2))),
    *(("form-of-causal_mask", form, "causal_mask",
       partial(other_masks.as_true_keeps, added=form == ADDED), None)
      for form in (DROPS, ADDED)),
    ("grouped-heads", "every second shares", GROUPED, other_forms.of_tiled_groups, None),
    ("rotary-form", "one of each half", "rotary", other_forms.of_halves, _by_halves),
    ("sinusoids", "concatenated", "sinusoidal", other_forms.interleaved, None),
)  # fmt: skip
