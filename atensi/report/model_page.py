"""What was measured on a trained model, as the tables of a page."""

import json
from decimal import ROUND_CEILING, Context
from typing import Any

from atensi.work.places import PACKAGE

RECORD = PACKAGE / "subjects" / "minilm.json"
# Rounded up, so that an upper bound stays one.
ONE_DIGIT, TWO_DIGITS = (Context(prec=digits, rounding=ROUND_CEILING) for digits in (1, 2))
FIGURES = ("trained-variance", "trained-dilution", "trained-ranking")


def shown(figures: list[Any]) -> dict[str, Any]:
    """Return the record, its errors as short numbers, and its figures."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    enclosure, agreement = record["enclosure"], record["agreement"]
    widths, narrow = (each["widths"] for each in (enclosure, enclosure["narrow"]))
    radius = lambda width: f"{ONE_DIGIT.create_decimal(width):.0e}"
    up = lambda off: f"{TWO_DIGITS.create_decimal(off):.1e}"
    rows = [
        [str(number), *(radius(each[number]) if number < len(each) else "–"
                        for each in (narrow, widths))]
        for number in range(len(widths))
    ]  # fmt: skip
    return {
        "record": record,
        "apart": [(name, f"{agreement[key]:.1e}") for name, key in AGREED],
        "off": [(name, *(up(own[dtype]) for dtype in ("float64", "float32")))
                for name, own in enclosure["off"].items()],
        "widths": rows,
        "width": radius(enclosure["width"]),
        "figures": [each for name in FIGURES for each in figures if each.name == name],
    }  # fmt: skip


AGREED = (
    ("atensi and transformers, float64", "float64"),
    ("atensi and transformers, float32", "float32"),
    ("transformers, float32 and float64", "rounded"),
)
