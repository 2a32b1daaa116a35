"""Many heads: several attentions side by side, their projections and sizes, and what heads add."""

from theory.claim import Claim, Hypothesis
from theory.heads.multi_head import (
    attention,
    concat,
    concat_from,
    heads,
    multi_head,
    multi_head_as_printed,
    product,
    self_attention,
)
from theory.letters import L, d, d_attn, d_k, d_model, d_v, h, i, m, n
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, slope, sqrt
from theory.stating.relations import equal, line, sized, without
from theory.stating.statements import states
from theory.stating.variables import index, size
from theory.stating.vocabulary import letter

d_token = size("d_token")
row, c, o = index("i", m), index("c", d_v), index("o", d_model)  # a query, columns
r, s_, b, u = (index(name, last) for name, last in zip("rsbu", (h, h, d_k, d_k), strict=True))
X, asking, asked = numbers("X", n, d), numbers("X", m, d), numbers("X'", n, d)
Q, K, V = numbers("Q", m, d_k), numbers("K", n, d_k), numbers("V", n, d_v)
W_q, W_k, W_v = numbers("W^Q", d, d_k), numbers("W^K", d, d_k), numbers("W^V", d, d_v)
MANY_HEADS = (
    numbers("W^Q", h, d, d_k), numbers("W^K", h, d, d_k), numbers("W^V", h, d, d_v),
)  # fmt: skip
W_o = numbers("W^O", h * d_v, d_model)

in_order = letter("Y", X.permuted())
ONE_HEAD = (W_q, W_k, W_v)

HEAD = r"\mathrm{head}"
head, H = letter(HEAD, heads(asking, asked, *MANY_HEADS)), numbers("H", h, m, d_v)
itself = letter(HEAD, heads(X, X, *MANY_HEADS))
single = letter(HEAD, attention(*(product(X, each) for each in ONE_HEAD)))
W, B, C = numbers("W", d, d), numbers("W", d_v, d_model), numbers("W'", d_v, d_model)

MORE_HEADS = tuple(
    numbers(name, h + 1, d, width) for name, width in (("U^Q", d_k), ("U^K", d_k), ("U^V", d_v))
)
more = letter(HEAD + "'", heads(X, X, *MORE_HEADS))
z = index("z", d)
SAME_HEADS = tuple(  # the first h of them, with the projections of before
    line(wide[r, z, column], "=", own[r, z, column])
    for wide, own, column in zip(MORE_HEADS, MANY_HEADS, (b, b, c), strict=True)
)
W_more = numbers("U^O", (h + 1) * d_v, d_model)

E = numbers("E", L, d_token)
TOKEN_HEADS = tuple(numbers(name, h, d_token, d_k) for name in ("W^Q", "W^K", "W^V"))
W_token, token_head = numbers("W^O", d_token, d_token), letter(HEAD, heads(E, E, *TOKEN_HEADS))
slices, narrow = numbers("E", h, d_k), numbers("W", d_k, d_k)
widened = letter("W'", every(s_, u, b, entry=delta(r, s_) * narrow[u, b]))


CLAIMS = (
    Claim(
        id="heads.multi-head",
        kind="definition",
        states=states(
            equal(
                multi_head(asking, asked, *MANY_HEADS, W_o)[row, o],
                product(concat(h, head), W_o)[row, o],
            )
        ),
        says="Several heads with projections of their own, put side by side and mixed by one more "
        "matrix.",
        sources=(
            "000:80",
            "000:81-83",
            "001:224",
            "001:225",
            "001:228",
            "001:231",
            "001:240-244",
            "001:255/formula",
            "003:24",
            "003:74-76",
            "004:48",
            "004:50-51",
        ),
        answers=(
            "000:46/named",
            "000:79",
            "000:79/sizes",
            "001:233",
            "001:254/formula",
            "003:58/formula",
            "004:9-10",
            "004:50-51/sizes",
        ),
        builds_on=("heads.scaled-dot-product-attention",),
        departs={
            **dict.fromkeys(
                ("001:225", "004:50-51"),
                "The line lets keys and values come from different rows. Here they come from the "
                "same ones, as in the original Transformer: a convention of the code.",
            ),
            "003:74-76": "The mask stands inside each head, and the drawing does not show it.",
        },
    ),
    Claim(
        id="heads.multi-head-uses-its-arguments",
        states=states(without(multi_head_as_printed(Q, K, V, X, *MANY_HEADS, W_o)[i, o], X)),
        says="MultiHead(Q, K, V) as printed, with heads computed from X, is a function of its "
        "arguments.",
        sources=("000:79",),
    ),
    Claim(
        id="heads.equivariant",
        answers=(
            "001:303/equivariance",
            "001:303/unordered",
            "001:364",
            "001:369",
            "002:47/positions",
            "004:16/set",
        ),
        states=states(
            equal(
                self_attention(in_order, *ONE_HEAD)[i, c],
                self_attention(X, *ONE_HEAD).permuted()[i, c],
            ),
            equal(
                multi_head(in_order, in_order, *MANY_HEADS, W_o)[i, o],
                multi_head(X, X, *MANY_HEADS, W_o).permuted()[i, o],
            ),
        ),
        says="Without positions and masks self-attention is equivariant, with one head and with "
        "several: rows in another order have the same outputs, in that order.",
        builds_on=("heads.self-attention", "heads.multi-head"),
    ),
    Claim(
        id="heads.projecting-twice-is-projecting-once",
        states=states(
            equal(
                product(product(X, W), MANY_HEADS[0][r])[i, b],
                product(X, product(W, MANY_HEADS[0][r]))[i, b],
            ),
            equal(
                attention(*(product(product(X, W), each[r]) for each in MANY_HEADS))[i, c],
                attention(*(product(X, product(W, each[r])) for each in MANY_HEADS))[i, c],
            ),
        ),
        answers=("000:79", "000:81-83", "001:236/convention", "004:50-51/name"),
        says="If all arguments are the same projection X W of X, the heads' own projections merge "
        "with them: MultiHead of projected rows is a MultiHead of X with other weights, so X "
        "alone is the argument that is needed.",
        builds_on=("heads.multi-head",),
        repairs=("heads.multi-head-uses-its-arguments",),
    ),
    Claim(
        id="heads.divisor-is-the-root-of-the-width",
        states=states(
            equal(sqrt(d_attn / h), sqrt(d_k)),
            sized(product(asking, MANY_HEADS[0][r]), m, d_k),
            hypotheses={
                "narrow-heads": Hypothesis(
                    "each head projects to d_attn/h columns, not to the d_attn of the single head",
                    equal(d_attn, h * d_k),
                )
            },
        ),
        says="√(d_attn/h) is the root of the width in which a head compares.",
        sources=("001:228", "001:240-244"),
        answers=("004:24/width",),
        builds_on=("heads.multi-head",),
    ),
    Claim(
        id="heads.concatenation-may-start-anywhere",
        states=states(
            sized(concat_from(h, r, token_head), L, d_token), given=equal(d_token, h * d_k)
        ),
        says="The concatenation as printed, from head i on, fits W^O.",
        sources=("001:254/formula",),
    ),
    Claim(
        id="heads.projections-are-as-small-as-heads",
        states=states(equal(d_token / h, d_token)),
        says="A row of d_token entries can be multiplied by a projection of d_token/h rows.",
        sources=("001:257/projections",),
    ),
    Claim(
        id="heads.multi-head-sizes",
        states=states(
            sized(TOKEN_HEADS[0][r], d_token, d_k),
            sized(token_head[r], L, d_k),
            sized(concat(h, token_head), L, d_token),
            sized(multi_head(E, E, *TOKEN_HEADS, W_token), L, d_token),
            given=equal(d_token, h * d_k),
        ),
        says="With d_token = h d_k, each projection has d_token rows and d_k columns; all h "
        "heads, from the first on, stand side by side in d_token columns.",
        sources=("001:254/size", "001:255/size", "001:256", "001:257/output"),
        answers=(
            "000:79/sizes",
            "001:233",
            "001:254/formula",
            "001:254/undefined",
            "001:255/formula",
            "001:257/projections",
            "001:442/left-out",
            "004:50-51/sizes",
        ),
        builds_on=("heads.multi-head",),
        repairs=(
            "heads.concatenation-may-start-anywhere",
            "heads.projections-are-as-small-as-heads",
        ),
    ),
    Claim(
        id="heads.small-projections-see-one-slice",
        states=states(
            equal(
                product(slices, narrow)[r, b],
                total(every(s_, u, entry=slices[s_, u] * widened[s_, u, b])),
            ),
            equal(slope(product(slices, narrow)[r, b], slices[s_, u]), delta(r, s_) * narrow[u, b]),
        ),
        answers=("001:257/projections",),
        says="Square projections fit the h slices of the input, one to each head. The projection "
        "of slice r is a projection of the whole input that is zero outside slice r. The head is "
        "blind to all other slices.",
        builds_on=("heads.multi-head-sizes",),
    ),
    Claim(
        id="heads.sum-over-heads",
        states=states(
            equal(
                product(concat(h, H), W_o)[row, o],
                total(
                    every(r, entry=total(every(c, entry=H[r, row, c] * W_o[(r - 1) * d_v + c, o])))
                ),
            )
        ),
        answers=("001:231", "004:48"),
        says="Heads that are put side by side and then mixed are summed: each head writes through "
        "its own rows of W^O.",
        builds_on=("heads.multi-head",),
    ),
    Claim(
        id="heads.more-heads-always-help",
        states=states(
            line(
                product(concat(h + 1, more), W_more)[i, o],
                "≠",
                product(concat(h, itself), W_o)[i, o],
            ),
            given=SAME_HEADS,
        ),
        says="A further head always helps: it computes what the heads before it do not.",
        sources=("001:218/always-help",),
    ),
    Claim(
        id="heads.equal-heads-act-as-one",
        states=states(
            equal(product(single, B)[i, o] + product(single, C)[i, o], product(single, B + C)[i, o])
        ),
        answers=("001:218/always-help", "004:49"),
        says="Heads are there to extract different aspects, but nothing in the formula makes them "
        "do so: two heads with equal projections act as one.",
        builds_on=("heads.sum-over-heads",),
        repairs=("heads.more-heads-always-help",),
    ),
)
