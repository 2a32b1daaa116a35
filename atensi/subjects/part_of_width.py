"""Rotary positions that turn the first columns alone: they are asked for these, before all else."""

from dataclasses import replace

import numpy as np

from atensi.subjects.each_function import PART
from atensi.subjects.offer import Function, Offer
from atensi.subjects.questions import Answer, ask

TIMES = {"the first half": 2, "the first quarter": 4}  # as wide as what is turned


def with_ours(offer: Offer) -> tuple[Offer, list[Answer]]:
    """Return the offer with rotary positions that turn all columns, and which are turned."""
    answer = ask(PART, offer.functions)
    if answer is None or answer.said not in TIMES:
        return offer, []
    functions = {**offer.functions, "rotary": of_a_part(offer.functions["rotary"],
                                                         TIMES[answer.said])}  # fmt: skip
    scripts = {name: lines for name, lines in offer.scripts.items() if name != "rotary"}
    return replace(offer, functions=functions, scripts=scripts), [answer]


def of_a_part(rotary: Function, times: int) -> Function:
    """Return what turns all columns, by one that turns the first of so many equal parts."""

    def called(x, **options):
        d = x.shape[-1]
        rest = np.ones((*x.shape[:-1], (times - 1) * d), dtype=x.dtype)
        return np.asarray(rotary(np.concatenate([x, rest], axis=-1), **options))[..., :d]

    return called
