"""What a gate adds."""

from impl import gated
from proofs.arrays.entries.family_arrays import family_of
from proofs.arrays.entries.sublayers import Box, Stands
from proofs.engine.at_case import At
from proofs.engine.contrary import Never
from proofs.engine.evidence import closes, computes, counterexample, derivation
from proofs.rules import maximum
from theory.feedforward.gated import g, silu, t, v, w, x, y
from theory.stating.families import Family
from theory.stating.operations import exp

QUADRATIC = "feedforward.linear-gate-is-quadratic"


@counterexample("feedforward.linear-gate-stays-affine")
def the_square_of_a_midpoint():
    return At({x: (0,), y: (2,), w: (1,), v: (1,)})


closes(QUADRATIC, "once in the unit, once in the gate", "the mixed products cancel")


MAX = "max(u, v) = (u + v + |u - v|)/2"


def _each(rows):
    held = family_of(rows)
    return Family(lambda i, k: silu(held[i, k]), held.lasts)


def _halves_cancel(chain):
    return chain.by(maximum, MAX).closes("exp(-|t|/2) cancels")


def of_gates(x, *params):
    """Run the net with parameters given one by one."""
    named = dict(zip(gated.PARAMS, params, strict=True))
    return gated.gated_feed_forward(x, named, gated.silu)


SILU = Box(gated.silu, (gated,), _each, (Stands(silu(t), gated.silu, _halves_cancel),))

computes("feedforward.gated", {"gated_net": of_gates}, "as it is printed", boxes=(SILU,))
closes("feedforward.gated-is-linear-in-its-units", "a product is linear in each factor")


@counterexample("feedforward.gated-is-affine-in-neither-factor")
def a_midpoint_always_gives_the_mean():
    return Never(lambda chain: chain.closes("a product is linear in each factor"))


@derivation("feedforward.gate-is-not-affine", apart=True, turned=True)
def the_mean_lies_above(chain):
    return chain.equals(
        -g / 2 * (exp(g) - 1) / (exp(g) + 1), "SiLU(0) = 0, and σ(g) - σ(-g) = (e^g - 1)/(e^g + 1)"
    ).closes("g > 0")


closes("feedforward.silu", "σ(t) + σ(-t) = 1")


@derivation("feedforward.relu-gates-itself")
def relu_times_its_argument(chain):
    return chain.by(maximum, MAX).closes("|t|² = t²")
