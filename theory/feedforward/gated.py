"""Gated nets: N. Shazeer, "GLU variants improve Transformer" (2020), arXiv:2002.05202."""

from theory.claim import Claim
from theory.heads.multi_head import product
from theory.letters import d, d_ff, n
from theory.scaling.saturation import logistic
from theory.shared_words import dot
from theory.stating.existence import some
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import larger
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, positive, real
from theory.stating.vocabulary import word


@word(r"\operatorname{{Bilinear}}({x})")
def linearly_gated(x: Family, w: Family, v: Family):
    """One hidden unit times a gate that is linear, too."""
    return dot(x, w) * dot(x, v)


@word(r"\operatorname{{SiLU}}({t})")
def silu(t):
    """Elfwing, Uchibe and Doya (2018): t σ(t)."""
    return t * logistic(t)


@word(r"\operatorname{{SwiGLU}}_{{{U}}}({X})_{{{i}{o}}}", i="X", o=lambda W: W.lasts[1])
def gated_net(X: Family, G: Family, U: Family, W: Family, i, o):
    """Shazeer 2020, equation 6: (SiLU(X G) · X U) W, the product entry by entry."""
    unit = index("k", G.lasts[1])
    return total(every(unit, entry=silu(product(X, G)[i, unit]) * product(X, U)[i, unit]
                       * W[unit, o]))  # fmt: skip


X, G, U, W = numbers("X", n, d), numbers("G", d, d_ff), numbers("U", d, d_ff), numbers("W", d_ff, d)
V, i, o, k = numbers("V", d, d_ff), index("i", n), index("o", d), index("k", d_ff)
t, s, g = real("t"), real("s"), positive("g")
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
        note="So without any bend, gates can make a net more than affine.",
        builds_on=("feedforward.affine-without-a-bend",),
        repairs=("feedforward.linear-gate-stays-affine",),
    ),
    Claim(
        id="feedforward.gated",
        kind="definition",
        states=states(
            equal(
                gated_net(X, G, U, W)[i, o],
                total(
                    every(
                        k,
                        entry=silu(product(X, G)[i, k]) * product(X, U)[i, k] * W[k, o],
                    )
                ),
            )
        ),
        says="A gated net multiplies each hidden unit by SiLU of a second linear layer.",
        builds_on=("feedforward.definition",),
    ),
    Claim(
        id="feedforward.gated-is-affine-in-neither-factor",
        states=states(
            some(
                U,
                V,
                holds=line(
                    gated_net(X, G, U, W)[i, o],
                    "≠",
                    (gated_net(X, G, U + V, W) + gated_net(X, G, U - V, W))[i, o] / 2,
                ),
            )
        ),
        says="A gated net is affine in neither of its factors; so with some matrix U of units, "
        "midway between U + V and U - V, it does not give the mean of what it gives with these.",
        builds_on=("feedforward.gated",),
    ),
    Claim(
        id="feedforward.gated-is-linear-in-its-units",
        states=states(
            equal(
                gated_net(X, G, s * U + t * V, W)[i, o],
                s * gated_net(X, G, U, W)[i, o] + t * gated_net(X, G, V, W)[i, o],
            )
        ),
        says="A gated net is linear in the weights of its units: in these nothing bends.",
        builds_on=("feedforward.gated",),
        repairs=("feedforward.gated-is-affine-in-neither-factor",),
    ),
    Claim(
        id="feedforward.gate-is-not-affine",
        states=states(line(silu(0), "<", (silu(g) + silu(-g)) / 2)),
        says="The gate is not affine: SiLU at 0 lies below the mean of SiLU at any two opposite "
        "points but 0.",
        builds_on=("feedforward.silu",),
        repairs=("feedforward.gated-is-affine-in-neither-factor",),
    ),
    Claim(
        id="feedforward.silu",
        states=states(equal(silu(t) - silu(-t), t)),
        says="SiLU is half its argument plus an even part.",
        builds_on=("feedforward.gated",),
    ),
    Claim(
        id="feedforward.relu-gates-itself",
        states=states(equal(larger(t, 0) * t - larger(t, 0) ** 2, 0)),
        says="With ReLU and equal weights, a gated unit is the square of ReLU.",
        builds_on=("feedforward.gated",),
    ),
)
