"""What True means in a mask is asked first: what is asked of masks after it depends on that."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from atensi.subjects.conventions import CONVENTIONS, SDPA
from atensi.subjects.offer import Function, Offer
from atensi.subjects.questions import Answer, ask
from atensi.subjects.script import Lines, script

(POLARITY,) = (each for each in CONVENTIONS if each.key == "polarity")


def with_ours(offer: Offer) -> tuple[Offer, Answer | None]:
    """Return the offer with masks in which True keeps, and what True means in its own."""
    answer = ask(POLARITY, offer.functions)
    if answer is None or answer.said != "drop":
        return offer, answer
    head = f"{offer.name} {offer.version}".strip() + f", {answer.question()}."
    own = replace(answer, script=script(head, offer.scripts, answer.calls))
    lines = offer.scripts.get(SDPA)
    scripts = {**offer.scripts, SDPA: partial(_inverted_lines, lines)} if lines else offer.scripts
    functions = {**offer.functions, SDPA: _inverted(offer.functions[SDPA])}
    return replace(offer, functions=functions, scripts=scripts), own


def _inverted(attention: Function) -> Function:
    def called(*rows, mask=None, **options):
        return attention(*rows, mask=_turned(mask), **options)

    return called


def _turned(mask):
    boolean = mask is not None and np.asarray(mask).dtype == bool
    return ~mask if boolean else mask


def _inverted_lines(lines: Lines, named: Mapping[str, Any], shape: tuple[int, ...]) -> list[str]:
    return lines({**named, "mask": _turned(named["mask"])} if "mask" in named else named, shape)
