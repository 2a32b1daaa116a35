"""What is known of a function in each format on this machine: what was recorded, and run again.

The floats of 16 bits run each time. Of every float32 a record is needed; its worst floats, those
around them, and some thousands of others run here. Float64s are samples, with hard places; where
python-flint is installed, also beside balls, with a search.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from proofs.engine.exhausting import Measure
from proofs.exhaustive.all_floats import dtype_of, floats
from proofs.exhaustive.enclosed import arb, has_balls, searched
from proofs.exhaustive.errors import Place, Worst, confirmed, worst
from proofs.exhaustive.functions import FUNCTIONS, Function
from proofs.exhaustive.recorded import EVERY, Recorded, is_whole, processor, read
from proofs.exhaustive.samples import around, beyond, evenly
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import WITHIN
from theory.stating.terms import Term

MANY = 1 << 14  # floats of a range that run again
REACH = 64  # how many floats on each side of a place run again
ONE_BY_ONE = 256  # of these each runs alone, too
SHORT = ("bfloat16", "float16")
AGAIN = "the worst floats, and samples"
BESIDE_BALLS = "samples beside balls, and a search from the worst"


def measures(name: str, variable: Term) -> Iterator[Measure]:
    """Yield what is known of a function in each format."""
    function, known = FUNCTIONS[name], [each for each in read() if each.function == name]
    for form in WITHIN[name]:
        rows = [row for row in known if row.form == form]
        if wrong := [row for row in rows if row.how == EVERY and not is_whole(row)]:
            raise LookupError(f"{name}, {form}: {wrong[0].found.floats} floats are not every one")
        founds = [
            (_confirmed(function, form, row.found), row.how, f"{row.where}, {row.date}")
            for row in rows
        ]
        if dtype_of(form) is not None:
            how = EVERY if form in SHORT else AGAIN
            founds.append((here(function, form, rows), how, f"{function.library}, {processor()}"))
            if form == "float64" and has_balls():
                at = [place.at for row in rows for place in _places(row.found)]
                founds.append((searched(function, at), BESIDE_BALLS, f"{founds[-1][2]}, {arb()}"))
        if form != "float64" and not any(how == EVERY for _, how, _ in founds):
            raise LookupError(f"every {form} of {name} is not recorded: run `make exhaustive`")
        places = [place for found, _, _ in founds for place in _places(found)]
        yield Measure(
            form,
            [({variable: place.at}, place.gives) for place in places],
            FORMATS[form].bits,
            {f"{form}, {where}": _shown(found, how) for found, how, where in founds},
            [{variable: at} for at in beyond(function, form)],
            function.beside_one,
            function.exact,
        )


def here(function: Function, form: str, rows: list[Recorded]) -> Worst:
    """Return the largest errors that are found on this machine, confirmed by mpmath."""
    if form in SHORT:
        blocks = [x for ends in function.ranges(form) for x in floats(dtype_of(form), *ends)]
    else:
        ends = [end for each in function.ranges(form) for end in each]
        known = [place.at for row in rows for place in _places(row.found)]
        near = around([*function.hard, *ends, *known], function, form, REACH)
        blocks = [near, *evenly(function, form, MANY)]
    found = worst(function, form, [*blocks, *map(_with_gaps, blocks)])
    for block in blocks:
        found = found.with_(_alone(function, form, block))
    places = [confirmed(function, form, place) for place in _places(found)]
    normal = next((place for place, is_small in places if not is_small), None)
    return Worst(sum(map(len, blocks)), normal, next((p for p, small in places if small), None))


def _with_gaps(block: np.ndarray) -> np.ndarray:
    """Return the same floats, but not side by side: a library may have other code for these."""
    return np.repeat(block, 2)[::2]


def _alone(function: Function, form: str, block: np.ndarray) -> Worst:
    """Return the largest errors of some floats, each of which runs as an array of its own."""
    step = max(1, len(block) // ONE_BY_ONE)
    return worst(function, form, (block[k : k + 1] for k in range(0, len(block), step)))


def _confirmed(function: Function, form: str, found: Worst) -> Worst:
    """Return what was recorded, with its errors as mpmath finds them at its floats."""
    kinds = {"normal": found.normal, "subnormal": found.subnormal}
    return replace(found, **{k: confirmed(function, form, p)[0] for k, p in kinds.items() if p})


def _places(found: Worst) -> list[Place]:
    return [place for place in (found.normal, found.subnormal) if place]


def _shown(found: Worst, how: str) -> dict[str, str]:
    shown = {"ran on": how, "floats": str(found.floats)}
    if found.normal:
        shown["largest error, in units of u"] = f"{found.normal.error:.4f}"
        shown["at the float"] = repr(found.normal.at)
    if found.subnormal and found.subnormal.error > 0:
        shown["beyond η where the result is subnormal, in units of u"] = (
            f"{found.subnormal.error:.4f}"
        )
    return shown
