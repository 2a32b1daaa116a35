"""The bounds as NumPy code, from the terms of the claims: python -m theory.rounding.as_code.

It writes `bounds/atensi_bounds/formulas.py`, which nobody edits. A test compares.
"""

from pathlib import Path

from theory.floats.computed_attention import CLAIMS
from theory.floats.normalising import CLAIMS as NORMALISED
from theory.letters import i, n
from theory.rounding import attention_terms as terms
from theory.rounding import norm_terms as norm
from theory.rounding import stored_terms as stored
from theory.rounding.formats import FORMATS
from theory.rounding.library_functions import WITHIN
from theory.stating.families import Family, numbers
from theory.stating.terms import Term
from theory.stating.variables import nonnegative
from theory.stating.vectorised import function

PLACE = Path(__file__).parents[2] / "bounds" / "atensi_bounds" / "formulas.py"
HEAD = '''"""The bounds on floats, as NumPy code, written by python -m theory.rounding.as_code.

Each function is a term of the theory, which the claim named beside it states. u is the unit
roundoff, eta the spacing of subnormal numbers, c u the error of exp; sums have the height h or g.
FORMATS has the significant bits of each format, and the exponent of eta.
"""

import numpy as np

'''
p, moved, off, values = (numbers(name, n) for name in ("p", "moved", "off", "values"))
size, distance, keys, error, weight = (
    nonnegative(name) for name in ("size", "distance", "keys", "off", "p")
)
LICENCES = ("floats.attention", "floats.softmax", "floats.layer-norm")

# name, claim or module that derives it, term, arguments
FUNCTIONS: tuple[tuple[str, str, Term, str], ...] = (
    ("difference_moves", "floats.softmax", terms.difference_moves(distance), "distance u eta"),
    (
        "score_moves",
        "floats.attention",
        terms.score_moves(distance, error),
        "distance off u eta",
    ),
    (
        "scaled_dot_off",
        "floats.scaled-score",
        terms.scaled_dot_off(size, keys, terms.h, n),
        "size keys u eta h n",
    ),
    ("weights_off", "floats.softmax", terms.weights_off(p, moved)[i], "p moved u eta c h n"),
    (
        "mean_off",
        "floats.weighted-mean",
        terms.mean_off(p, off, values),
        "p off values u eta g n",
    ),
    ("sum_grows", "floats.sum-in-any-order", terms.sum_grows(terms.h), "u h"),
    (
        "stored_off",
        "floats.stored-once",
        stored.stored_off(size, error),
        "size off u eta",
    ),
    (
        "stored_weight_off",
        "theory/rounding/stored_terms.py",
        stored.stored_weight_off(weight, error),
        "p off u eta",
    ),
    (
        "deviations_moved",
        "floats.layer-norm",
        norm.ROW.moved,
        "q A tau rho zeta u eta h",
    ),
    ("squares_lost", "floats.layer-norm", norm.ROW.lost, "zeta u eta h"),
    (
        "normalised_off",
        "floats.layer-norm",
        norm.ROW.normalised_off(norm.x, norm.y, norm.r, norm.theta),
        "x y A tau rho zeta r theta u eta h",
    ),
    (
        "affine_off",
        "floats.gain-and-bias",
        norm.affine_off(norm.y, norm.off, norm.gain, norm.bias),
        "y off gain bias u eta",
    ),
)
COLUMNS: tuple[Family, ...] = (values,)


def code() -> str:
    """Return the text of the module."""
    says = {claim.id: claim.says for claim in CLAIMS + NORMALISED}
    least = {name: (each.bits, each.least) for name, each in FORMATS.items()}
    parts = [
        f"FORMATS = {_table(least)}",
        f"EXP_WITHIN = {_table({name: WITHIN['exp'][name] for name in FORMATS})}",
        f"CLAIMS = {_sentences({name: says[name] for name in LICENCES})}",
    ]
    functions = [
        function(name, f"{ground}.", whole, takes.split(), COLUMNS)
        for name, ground, whole, takes in FUNCTIONS
    ]
    return HEAD + "\n".join(parts) + "\n\n\n" + "\n\n".join(functions)


def _table(entries: dict) -> str:
    return "{" + ", ".join(f'"{name}": {value}' for name, value in entries.items()) + "}"


def _sentences(entries: dict[str, str]) -> str:
    """Return texts in lines of a hundred characters, as the formatter wants them."""
    lines = []
    for name, text in entries.items():
        words, rows = text.split(), [""]
        for word in words:
            if len(rows[-1]) + len(word) > 85:
                rows.append("")
            rows[-1] += f"{word} "
        rows[-1] = rows[-1].rstrip()
        lines += [f'    "{name}": (', *(f'        "{row}"' for row in rows), "    ),"]
    return "{\n" + "\n".join(lines) + "\n}"


if __name__ == "__main__":
    PLACE.write_text(code(), encoding="utf-8")
