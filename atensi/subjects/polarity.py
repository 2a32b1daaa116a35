"""What True means in a mask is asked first: what is asked of masks after it depends on that."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from atensi.subjects.each_function import POLARITIES, POLARITY
from atensi.subjects.offer import Function, Offer
from atensi.subjects.questions import REFUSED, Answer, ask
from atensi.subjects.script import Lines, of_answer


def with_ours(offer: Offer) -> tuple[Offer, list[Answer]]:
    """Return the offer with masks in which True keeps, and what True means in its own."""
    answers = []
    for asked in (POLARITY, *POLARITIES):
        answer = ask(asked, offer.functions)
        if answer is None:
            continue
        if answer.said == REFUSED:
            of_integers = _turned(offer, asked.needs, _as_integers)
            again = ask(asked, of_integers.functions)
            if again and again.known and again.said != REFUSED:
                how = f"{offer.how.get(asked.needs, asked.needs)}; its masks are of integers"
                offer = replace(of_integers, how={**offer.how, asked.needs: how})
                answer = again
        if answer.said in TURNED and not answer.is_ours:
            name = f"{offer.name} {offer.version}".strip()
            answer = replace(answer, script=of_answer(name, offer.scripts, answer))
            offer = _turned(offer, asked.needs, TURNED[answer.said])
        answers.append(answer)
    return offer, answers


def _turned(offer, name, turn):
    lines = offer.scripts.get(name)
    scripts = {**offer.scripts, name: partial(_lines, lines, turn)} if lines else offer.scripts
    functions = {**offer.functions, name: _calling(offer.functions[name], turn)}
    return replace(offer, functions=functions, scripts=scripts)


def _calling(function: Function, turn) -> Function:
    def called(*given, **options):
        options = {key: _mask(each, turn, given[0]) for key, each in options.items()}
        return function(*(_mask(each, turn, given[0]) for each in given), **options)

    return called


def _mask(value, turn, row):
    boolean = isinstance(value, np.ndarray) and value.dtype == bool
    return turn(value, row.dtype) if boolean else value


def _lines(lines: Lines, turn, named: Mapping[str, Any], shape: tuple[int, ...]) -> list[str]:
    row = next(iter(named.values()))
    return lines({key: _mask(each, turn, row) for key, each in named.items()}, shape)


def _added(mask, dtype):
    return np.where(mask, dtype.type(0), dtype.type(-np.inf))


def _as_integers(mask, dtype):
    return mask.astype("int64")


def _inverted(mask, dtype):
    return ~mask


TURNED = {"drop": _inverted, "1 is added": _added}
