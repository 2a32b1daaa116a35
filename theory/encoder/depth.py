"""Through any number of layers: what attention alone loses, and what keeps rows apart.

Y. Dong, J.-B. Cordonnier and A. Loukas, "Attention is not all you need" (2021), arXiv:2103.03404,
sections 2 and 3.
"""

from theory.claim import Claim, Hypothesis
from theory.encoder.collapse import attended, bilinear
from theory.encoder.spread import c, head, mixed
from theory.feedforward.words import ffn
from theory.letters import N, a, b, d, i, j, k, l, n, o
from theory.letters import h as heads
from theory.normalization.layer_norm import layer_norm
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.terms import term
from theory.stating.variables import index, positive, real

r, s = index("r", N), index("s", N + 1)
x, y, B = numbers("x", d), numbers("y", d), numbers("B", d, d)
D, gamma = positive("D"), positive("gamma")  # their powers are taken
beta = numbers("beta", N, heads, domain="positive")
omega = numbers("omega", N, heads, domain="nonnegative")
rho, m, lean, kappa = real("rho"), real("m"), real("t"), real("kappa")
left = (exp(lean) - exp(-lean)) / (exp(lean) + exp(-lean))
SAME = every(a, b, entry=delta(a, b))


def limit(depth):
    """The bound on the spread before layer `depth`: its cube times γ/4 is the next."""
    return D * (gamma * D**2 / 4) ** ((term(3) ** (depth - 1) - 1) / 2)


rows = numbers("X", N + 1, n, d)
LAYERS = tuple(numbers(name, N, heads, d, d, domain="nonnegative") for name in "PNRS")
P_, N_, R_, S_ = LAYERS


def copying(row):
    """The net that passes each entry, raised above the bend by m, and multiplies it by ρ."""
    lifted, back = every(a, entry=m), every(a, entry=-rho * m)
    return ffn(row, SAME, lifted, rho * SAME, back)


CLAIMS = (
    Claim(
        id="encoder.depth-loses-all-differences",
        states=states(
            line(rows[s, i, c] - rows[s, k, c], "≤", limit(s)),
            given=(
                line(rows[1, j, o] - rows[1, l, o], "≤", D),
                equal(
                    rows[r + 1, j, o],
                    mixed(rows[r], P_[r], N_[r], R_[r], S_[r])[j, o],
                ),
            ),
            hypotheses={
                "bounded-scores": Hypothesis(
                    "in each layer and head the absolute entries of the matrix between rows sum "
                    "to β at most",
                    line(total(P_[r, head] + N_[r, head]), "≤", beta[r, head]),
                ),
                "bounded-values": Hypothesis(
                    "in each layer and head those of a column for the values sum to ω at most",
                    line(
                        total(every(b, entry=R_[r, head, b, a] + S_[r, head, b, a])),
                        "≤",
                        omega[r, head],
                    ),
                ),
                "bounded-heads": Hypothesis(
                    "in each layer the products βω of its heads sum to γ at most",
                    line(total(beta[r] * omega[r]), "≤", gamma),
                ),
            },
        ),
        says="Through any number of layers of attention alone, of any width, with any number of "
        "heads whose outputs are added and no mask, rows that differ by at most D in each entry "
        "differ by at most D (γD²/4)^((3^L - 1)/2) after L = s - 1 layers. γ bounds, in each "
        "layer, the sum of the products βω of its heads, where β and ω bound the sums of "
        "encoder.rows-lose-their-spread: once γD² is below 4, all differences are lost at a "
        "doubly exponential rate.",
        note="The paper bounds all heads by one number, and multiplies it by how many there are. "
        "Here each head counts for what it is.",
        builds_on=("encoder.rows-lose-their-spread",),
    ),
    Claim(
        id="encoder.a-net-multiplies-differences",
        states=states(
            equal(copying(x)[c] - copying(y)[c], rho * (x[c] - y[c])),
            given=(line(x[a], "≥", -m), line(y[a], "≥", -m)),
        ),
        says="For rows whose entries are at least -m, a feed-forward net of the rows' own width "
        "can multiply all differences by any ρ.",
        note="So with nets between the layers no rate holds: what attention leaves of a "
        "difference, a net brings back, unless nothing is left. In the paper (section 3) the "
        "rate depends on how far the nets stretch.",
        builds_on=("feedforward.definition", "encoder.depth-loses-all-differences"),
    ),
    Claim(
        id="encoder.layer-norm-keeps-opposite-rows",
        states=states(
            equal(attended(B, x, -x)[c], left * x[c]),
            equal(attended(B, -x, x)[c], left * -x[c]),
            line(0, "<", lean * left),
            equal(layer_norm(kappa * x)[c], kappa / abs(kappa) * x[c], when=line(kappa, "≠", 0)),
            given=(
                equal(total(x), 0),
                equal(total(x**2), d),
                equal(bilinear(x, B, x), lean),
            ),
            hypotheses={
                "scores-itself": Hypothesis(
                    "the row's score with itself is not 0", line(lean, "≠", 0)
                )
            },
        ),
        says="A row of mean 0 and mean square 1 whose score with itself is not 0 and its opposite "
        "attend to each other, and the values are the rows themselves. Attention multiplies both "
        "by one number, which has the sign of that score. LayerNorm without epsilon turns a "
        "positive multiple of the row into the row again, and a negative one into its opposite. "
        "Through any number of such layers, without residual or net, the two stay or change "
        "places, and come no nearer.",
        note="The paper finds that LayerNorm plays no role. It can undo all that attention loses, "
        "as here, and can make rows equal that differ: "
        "normalization.shift-and-scale-are-forgotten.",
        builds_on=(
            "encoder.two-rows-keep-a-difference-of-weights",
            "normalization.shift-and-scale-are-forgotten",
        ),
    ),
)
