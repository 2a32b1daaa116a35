"""Gated nets: N. Shazeer, "GLU variants improve Transformer" (2020), arXiv:2002.05202."""

from theory.claim import Claim
from theory.letters import d
from theory.stating.families import Family, numbers, real, word
from theory.stating.statements import equal, states
from theory.words import dot


@word(r"\operatorname{{Bilinear}}({x})")
def linearly_gated(x: Family, w: Family, v: Family):
    """One hidden unit times a gate that is linear, too."""
    return dot(x, w) * dot(x, v)


x, y, w, v, c = numbers("x", d), numbers("y", d), numbers("w", d), numbers("v", d), real("c")

CLAIMS = (
    Claim(
        id="feedforward.linear-gate-stays-affine",
        states=states(
            equal(
                linearly_gated((x + y) / 2, w, v),
                (linearly_gated(x, w, v) + linearly_gated(y, w, v)) / 2,
            )
        ),
        says="A unit times a gate that has no bend is affine, as a unit without a bend is.",
        builds_on=("feedforward.affine-without-a-bend",),
    ),
    Claim(
        id="feedforward.linear-gate-is-quadratic",
        states=states(
            equal(linearly_gated(c * x, w, v), c**2 * linearly_gated(x, w, v)),
            equal(
                linearly_gated(x + y, w, v) + linearly_gated(x - y, w, v),
                2 * (linearly_gated(x, w, v) + linearly_gated(y, w, v)),
            ),
        ),
        says="A unit times a linear gate is a quadratic form of its input.",
        note="So without any bend, gates make a net more than affine.",
        builds_on=("feedforward.affine-without-a-bend",),
        repairs=("feedforward.linear-gate-stays-affine",),
    ),
)
