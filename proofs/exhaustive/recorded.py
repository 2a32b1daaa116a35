"""The record of what was found on every float of a format: `python -m proofs.exhaustive.recorded`.

Every float32 takes minutes, so `make exhaustive` does it once for a version of NumPy and a
processor, and the record says what came out: the largest error, at which float, and what was
computed there. So anyone can check this one value at once. A record of another version or processor
stays beside it: results differ between them, and the table of constants must hold for all of them.
"""

import json
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from proofs.exhaustive.all_floats import BLOCK, count, dtype_of, floats
from proofs.exhaustive.errors import Place, Worst, confirmed, worst
from proofs.exhaustive.functions import FUNCTIONS, MANY, Function
from proofs.exhaustive.samples import around, evenly
from theory.rounding.library_functions import WITHIN

RECORD = Path(__file__).parent / "recorded.json"
EVERY, SAMPLED = "every float", "samples"
REACH = 1 << 12  # how far that search goes, in floats
FEW = 1 << 6  # so many times fewer of both, where mpmath alone can judge them


@dataclass(frozen=True)
class Recorded:
    """What was found of a function in a format, and on what."""

    function: str
    form: str
    how: str
    found: Worst
    library: str
    processor: str
    date: str

    @property
    def key(self) -> tuple[str, ...]:
        """What a new run of the same replaces."""
        return (self.function, self.form, self.where)

    @property
    def where(self) -> str:
        """Name the library with its version, and the processor."""
        return f"{self.library}, {self.processor}"


def processor() -> str:
    """Name the processor: its family, and the features for which NumPy has code of its own."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    return " ".join([platform.machine(), *found])


def read(path: Path = RECORD) -> list[Recorded]:
    """Read the record."""
    return [_from_json(row) for row in json.loads(path.read_text(encoding="utf-8"))]


def write(rows: Sequence[Recorded], path: Path = RECORD) -> None:
    """Write the record whole, in a fixed order."""
    text = json.dumps([asdict(each) for each in sorted(rows, key=lambda r: r.key)], indent=1)
    scratch = path.with_suffix(".new")
    scratch.write_text(text + "\n", encoding="utf-8")
    scratch.replace(path)


def _from_json(row: dict[str, Any]) -> Recorded:
    held = row.pop("found")
    places = {name: Place(**held[name]) for name in ("normal", "subnormal") if held[name]}
    return Recorded(**row, found=Worst(held["floats"], **places))


def measured(name: str, form: str, step=lambda done: None) -> Recorded:
    """Find the largest errors of a function in a format; step is told how many floats are done."""
    function, dtype = FUNCTIONS[name], dtype_of(form)
    if dtype is None:
        raise LookupError(f"{form} needs ml_dtypes: pip install ml_dtypes")
    every = form != "float64"
    blocks = _every(function, form, dtype) if every else _samples(function, form)
    found = Worst()
    for block in blocks:
        found = found.with_(worst(function, form, [block]))
        step(found.floats)
    if not every:
        found = searched(function, form, found)
    known = {kind: confirmed(function, form, place)[0] for kind, place in _places(found)}
    return Recorded(
        name, form, EVERY if every else SAMPLED, Worst(found.floats, **known),
        function.library, processor(), datetime.now(UTC).date().isoformat(),
    )  # fmt: skip


def searched(function: Function, form: str, found: Worst) -> Worst:
    """Return the largest errors around the worst places, and around those known to be hard."""
    ends = [end for each in function.ranges(form) for end in each]
    places = [*function.hard, *ends, *(place.at for _, place in _places(found))]
    places += [p.at for r in _known() if r.function in FUNCTIONS and FUNCTIONS[r.function].name
               == function.name for _, p in _places(r.found)]  # of shorter formats  # fmt: skip
    reach = REACH * _many(function) // MANY
    return found.with_(worst(function, form, [around(places, function, form, reach)]))


def _samples(function: Function, form: str) -> Iterator[np.ndarray]:
    yield from evenly(function, form, _many(function))
    yield from function.dense(form)


def _many(function: Function) -> int:
    return MANY if function.has_longer else MANY // FEW


def _every(function, form, dtype) -> Iterator[np.ndarray]:
    for low, high in function.ranges(form):
        yield from floats(dtype, low, high)


def _places(found: Worst) -> Iterator[tuple[str, Place]]:
    yield from (
        (kind, place)
        for kind, place in (("normal", found.normal), ("subnormal", found.subnormal))
        if place
    )


def main(names: Sequence[str]) -> None:
    """Measure the functions, by default all; write the record after each of them."""
    for name in names or FUNCTIONS:
        for form in WITHIN[name]:
            if dtype_of(form) is None:
                print(f"{form}: ml_dtypes is not installed")
                continue
            began = time.monotonic()
            total = _total(FUNCTIONS[name], form)

            def step(done, label=f"{name}, {form}", total=total):
                print(f"\r{label}: {100 * done // total} %", end="", file=sys.stderr, flush=True)

            row = measured(name, form, step)
            write([each for each in _known() if each.key != row.key] + [row])
            place = row.found.normal
            said = f"{place.error:.4f} u at {place.at!r}" if place else "exact"
            print(f"\r{name}, {form}, {row.how}: {said} ({time.monotonic() - began:.0f} s)")


def _known() -> list[Recorded]:
    return read() if RECORD.exists() else []


def is_whole(row: Recorded) -> bool:
    """Say whether a row that says so is of every float, as far as its format is known here."""
    return dtype_of(row.form) is None or row.found.floats == _every_one(
        FUNCTIONS[row.function], row.form
    )


def _every_one(function, form) -> int:
    return sum(count(dtype_of(form), *ends) for ends in function.ranges(form))


def _total(function, form):
    if form == "float64":
        spaced = len(function.ranges(form)) * (_many(function) + BLOCK)
        return spaced + sum(map(len, function.dense(form)))
    return _every_one(function, form)


if __name__ == "__main__":
    main(sys.argv[1:])
