"""The feed-forward net: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.feedforward.gated import CLAIMS as GATED
from theory.feedforward.words import (
    NET,
    W_1,
    W_2,
    X,
    b_1,
    b_2,
    c,
    clamped_gelu,
    ffn,
    gelu,
    gelu_hat,
    i,
    k,
    layers,
    net,
    normal_share,
    point,
    rounding,
    share_of_the_cube,
    t,
    u,
    unbent,
    x,
)
from theory.heads.multi_head import attention, product
from theory.letters import L, d, d_ff, n
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, larger, pi, sqrt, tanh
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.terms import term

moved = every(i, c, entry=X[i, c] + delta(i, k) * t[c])  # X with t added to row k
W_q, W_k, W_v = (numbers(name, d, d) for name in ("W^Q", "W^K", "W^V"))
ALONE = tuple(product(X, each) for each in (W_q, W_k, W_v))
rows = numbers("X", L, d)


CLAIMS = (
    Claim(
        id="feedforward.definition",
        states=states(
            equal(
                ffn(x, *NET)[c],
                layers(x, *NET, c, lambda t: larger(0, t)),
            )
        ),
        kind="definition",
        says="Two linear layers with a bend between them.",
        sources=(
            "000:92",
            "001:400",
            "001:404",
            "002:87/parameters",
            "002:89",
            "002:91/linear",
            "002:93",
            "002:97/linear",
        ),
        answers=("000:92/rows", "001:404/rows", "002:1/name", "002:3-8/unmet"),
        departs={
            "002:93": "The formula has ReLU alone, as the original; with GELU or another bend it "
            "is another net of the same form.",
        },
    ),
    Claim(
        id="feedforward.gelu",
        states=states(
            equal(
                clamped_gelu(point),
                point / 2 * (1 + tanh(sqrt(2 / pi) * (point + share_of_the_cube() * point**3))),
            ),
            hypotheses={
                "no-clamp": Hypothesis(
                    "x is within -20 and 20", line(-term(20), "≤", point, "≤", 20)
                )
            },
        ),
        answers=("002:93", "002:93/original"),
        says="The bend may be smooth: GELU in its tanh form, between -20 and 20. Beyond, the code "
        "holds the x inside the tanh at ±20, where the tanh is nearly ±1; the factor x it holds "
        "only below, at -20.",
        note="The tanh form is of GELU's authors (Hendrycks and Gimpel 2016). PyTorch's default is "
        "x Φ(x); BERT's first code used it, too; its later code and GPT-2 use the tanh form.",
    ),
    Claim(
        id="feedforward.gelu-is-close",
        states=states(
            line(abs(point * normal_share(point) - gelu_hat), "<", 5 * term(10) ** -4 + rounding),
            given=line(abs(gelu_hat - gelu(point)), "≤", rounding),
        ),
        scope="floats",
        says="The computed tanh form differs from x Φ(x) by less than 5e-4 plus its rounding "
        "error.",
        builds_on=("feedforward.gelu",),
    ),
    Claim(
        id="feedforward.each-row-by-itself",
        states=states(
            equal(net(moved, *NET)[i, c], net(X, *NET)[i, c]),
            hypotheses={
                "another-row": Hypothesis("another row changes", line(delta(i, k), "=", 0))
            },
        ),
        says="The net sees one row at a time: a change of another row does not change a row's "
        "output. Attention gathers from all rows (heads.every-element-takes-part), the net works "
        "on each row alone.",
        sources=("002:87/gathers",),
        supposed={"002:87/gathers": ("another-row",)},
        answers=(
            "000:10/no-recurrence",
            "000:10/name",
            "000:88",
            "000:92/rows",
            "001:398",
            "001:404/rows",
        ),
        builds_on=("feedforward.definition", "lookup.attention"),
    ),
    Claim(
        id="feedforward.affine-without-a-bend",
        states=states(
            equal(
                layers(x, *NET, c, lambda t: t),
                total(x * product(W_1, W_2).transposed()[c])
                + (total(b_1 * W_2.transposed()[c]) + b_2[c]),
            )
        ),
        says="Without the activation the net is one affine map, x W_1 W_2 + b_1 W_2 + b_2: its d × "
        "d_ff and d_ff × d weights do no more than one d × d matrix.",
        builds_on=("feedforward.definition",),
        sources=("002:95",),
        answers=(
            "002:87/purpose",
            "002:87/nonlinear",
            "002:91/linear",
            "002:95/affine",
            "002:97/linear",
        ),
        repairs=("feedforward.linear-without-a-bend",),
        note="A linear map takes 0 to 0: this one is linear only if b_1 W_2 + b_2 = 0, for "
        "instance without biases. The document calls affine maps linear, as is usual for layers.",
    ),
    Claim(
        id="feedforward.linear-without-a-bend",
        states=states(equal(unbent(x + t, *NET)[c], unbent(x, *NET)[c] + unbent(t, *NET)[c])),
        says="Without the activation the net is one linear map: of a sum it gives the sum of what "
        "it gives of both.",
        sources=("002:95/affine",),
        builds_on=("feedforward.definition",),
    ),
    Claim(
        id="feedforward.an-affine-map-keeps-midpoints",
        states=states(
            equal(unbent(x + t, *NET)[c] + unbent(x - t, *NET)[c], 2 * unbent(x, *NET)[c]),
            line(abs(u) + abs(-u), "=", 2 * abs(u), ">", 0, when=line(u, "≠", 0)),
        ),
        answers=("002:87/nonlinear", "002:95"),
        says="No net without a bend computes |x|: for u ≠ 0 the mean of |u| and |-u| is |u|, not "
        "|0|. (A bend is needed.)",
        builds_on=("feedforward.affine-without-a-bend",),
    ),
    Claim(
        id="feedforward.absolute-value",
        states=states(equal(larger(0, point) + larger(0, -point), abs(point))),
        says="With the bend two hidden units compute |x|, which no affine map does: W_1 = (1, "
        "-1), W_2 = (1, 1). (A bend is enough.)",
        sources=("002:87/nonlinear", "002:87/curved"),
        answers=("002:95/kink", "003:82"),
        builds_on=("feedforward.definition", "feedforward.an-affine-map-keeps-midpoints"),
    ),
    Claim(
        id="feedforward.attention-alone-is-linear-for-one-row",
        states=states(equal(attention(*ALONE)[1, c], ALONE[2][1, c]), given=line(n, "=", 1)),
        answers=("003:5/attention-alone", "003:82"),
        says="Attention alone is not enough: on a sequence of one element the weight is 1 and "
        "attention is the linear map x W^V, whatever its parameters. It cannot compute |x|; two "
        "hidden units of a feed-forward net can.",
        builds_on=("heads.self-attention", "feedforward.absolute-value"),
    ),
    Claim(
        id="feedforward.share-of-parameters",
        states=states(
            equal(2 * d * d_ff / (2 * d * d_ff + 4 * d**2), term(2) / 3),
            hypotheses={
                "fourfold": Hypothesis(
                    "the net is four times as wide as the rows", line(d_ff, "=", 4 * d)
                )
            },
        ),
        answers=("002:87/parameters", "002:87/purpose"),
        says="Of 2 d d_ff entries in the matrices of an encoder block's net and 4 d² in those of "
        "its attention, two thirds are in the net, where it is four times as wide as the rows.",
        builds_on=(
            "feedforward.definition",
            "feedforward.affine-without-a-bend",
            "heads.multi-head",
        ),
        note="Biases, gains and a decoder's second attention are not counted. More parameters "
        "alone are not more capacity: without the bend they collapse "
        "(feedforward.affine-without-a-bend).",
    ),
    Claim(
        id="feedforward.first-layer-widens",
        states=states(line(d, "<", d_ff)),
        sources=("002:91/enlarges",),
        says="The first layer of the net makes rows wider.",
    ),
    Claim(
        id="feedforward.sizes",
        states=states(
            sized(product(rows, W_1), L, d_ff),
            sized(net(rows, *NET), L, d),
        ),
        says="The second layer brings rows back to their width, so that blocks can follow each "
        "other. Nothing makes d_ff larger than d; that is a choice.",
        sources=("002:97",),
        answers=(
            "000:92",
            "000:92/rows",
            "001:404",
            "001:404/rows",
            "002:9",
            "002:87/parameters",
            "002:91/widen",
        ),
        builds_on=("feedforward.definition",),
        repairs=("feedforward.first-layer-widens",),
    ),
    *GATED,
)
