"""Scripts of a subject in another form than ours: they call it in its own, and bring back ours."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from atensi.subjects.offer import Offer
from atensi.subjects.questions import Answer
from atensi.subjects.script import Lines, of_answer

# of another form in these, a call of ours is no call of theirs
NONE = {"sinusoids": "sinusoidal", "form-of-causal_mask": "causal_mask"}
POWERS = {"the standard deviation": 1, "the variance": 2}  # of 1/β, by what the width is


def with_ours(offer: Offer, answers: Sequence[Answer]) -> tuple[Offer, list[Answer]]:
    """Return the offer with calls as its conventions have it; the answers show what they are."""
    name, scripts = f"{offer.name} {offer.version}".strip(), in_their_form(offer.scripts, answers)
    other = {each for each, lines in offer.scripts.items() if scripts.get(each) is not lines}
    shown = [replace(each, script=of_answer(name, offer.scripts, each))
             if each.convention.needs in other else each for each in answers]  # fmt: skip
    return replace(offer, scripts=scripts), shown


def in_their_form(scripts: Mapping[str, Lines], answers: Sequence[Answer]) -> dict[str, Lines]:
    """Return the lines of each call as the subject takes it, where its convention is not ours."""
    theirs = {each.convention.key: each.said for each in answers if not each.is_ours}
    own = {key: each for key, each in scripts.items()
           if key not in {name for asked, name in NONE.items() if asked in theirs}}  # fmt: skip
    for name in ("layer_norm", "rms_norm"):
        if name in own and theirs.get(f"gain-of-{name}") == "1 + g":
            own[name] = partial(_beside_one, own[name])
    if "rotary" in own and theirs.get("rotary-form") == "one of each half":
        own["rotary"] = partial(_by_halves, own["rotary"])
    power = POWERS.get(theirs.get("bandwidth-of-kernel_regression", ""))
    if "kernel_regression" in own and power:
        own["kernel_regression"] = partial(_by_width, own["kernel_regression"], power)
    return own


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
    lines: Lines, power: int, named: Mapping[str, Any], shape: tuple[Any, ...]
) -> list[str]:
    return lines({**named, "beta": 1 / abs(named["beta"]) ** power}, shape)
