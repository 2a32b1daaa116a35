"""The encoder: what the documents print, and what is claimed of it."""

from theory.blocks import (
    NET,
    OWN,
    M,
    after_attention,
    after_crossed,
    before_attention,
    block,
    block_of_layer,
    c,
    causal_mha,
    decoder_block,
    epsilon,
    i,
    mha,
    mha_of_layer,
    net,
    norm_1,
    norm_2,
    pre_block,
    printed_block,
    q,
    with_attention,
    x,
    y,
)
from theory.claim import Claim, Hypothesis
from theory.collapse import CLAIMS as COLLAPSE
from theory.depth import CLAIMS as DEPTH
from theory.encoder_costs import CLAIMS as COSTS
from theory.letters import N, d, d_ff, d_k, h, j, k, l, n, o
from theory.multi_head import attention
from theory.normalization import layer_norm
from theory.spread import CLAIMS as SPREAD
from theory.stack import CLAIMS as STACK
from theory.stack import E, P, t
from theory.stating.families import (
    Family,
    index,
    letter,
    numbers,
    real,
    total,
    word,
)
from theory.stating.statements import equal, line, sized, states


@word(r"X_{{{i}{c}}}", computed=True, i="t", c=lambda E: E.lasts[1])
def embedded(E: Family, P: Family, t: Family, i, c):
    """What the library computes of tokens, a table of embeddings and one of positions."""


rows_of, moved = numbers("X", N + 1, n, d), numbers("Y", N + 1, n, d)  # after each layer
layer, depth = index("r", N), index("s", N + 1)
x_, e, p = numbers("x'", n, d), numbers("e", n, d), numbers("p", n, d)
kappa = numbers("kappa", n, n, domain="bit")
z, before = letter("z", after_attention(x)), letter("z", before_attention(x))
b, A = letter("b", after_crossed(y, M)), letter("a", after_attention(y, causal_mha))
row = numbers("z", d)  # a row after attention, whatever it is
r, head_column, unit = index("r", h), index("b", d_k), index("k", d_ff)
PARTED = line(epsilon, ">", 0)


alpha, v = numbers("alpha", n, n), numbers("v", n)
least, small, large = real("varepsilon"), real("m"), real("M")
queries, keys, values = numbers("Q", n, d_k), numbers("K", n, d_k), numbers("V", n, d)
common = letter("a", attention(queries, keys, values))
at_b = index("b", d_k)

NO_ATTENTION = {
    "attention-gives-nothing": Hypothesis(
        "W^O is 0, so attention adds nothing", line(OWN[3][r, head_column, o], "=", 0)
    )
}

EPSILON = line(epsilon, ">", 0)
NO_POSITIONS = Hypothesis("a row holds nothing about its place", line(p[l, o], "=", 0))
NO_MASK = Hypothesis("nothing is masked", line(kappa[k, l], "=", 1))

CLAIMS = (
    Claim(
        id="encoder.block",
        states=states(equal(block(x)[i, c], norm_2(z[i] + net(z[i]))[c]), given=EPSILON),
        kind="definition",
        says="The block with its norms last: attention, residual, norm, feed-forward net, "
        "residual, norm.",
        sources=("000:1-6/drawing", "001:442", "002:87/after", "003:88", "004:36-44"),
        answers=(
            "000:12",
            "001:441",
            "002:12/blocks",
            "002:87/input",
            "002:97/residual",
            "003:88/everywhere",
        ),
        builds_on=("heads.multi-head", "feedforward.definition", "normalization.as-used"),
        note="It is the block of Vaswani et al. (2017), section 3.1.",
    ),
    Claim(
        id="encoder.pre-norm-block",
        states=states(
            equal(pre_block(x)[i, c], before[i, c] + net(norm_2(before[i]))[c]), given=EPSILON
        ),
        kind="definition",
        says="The block that normalises before each layer, and leaves a plain sum from input to "
        "output.",
        builds_on=("encoder.block",),
        note="Much code that cites the original is of this kind "
        "(harvardnlp/annotated-transformer#92).",
    ),
    Claim(
        id="encoder.block-as-printed",
        states=states(equal(printed_block(x)[i, c], net(norm_2(z[i]) + z[i])[c]), given=EPSILON),
        kind="definition",
        answers=("001:441",),
        says="The block as one draft prints it; it type-checks.",
        builds_on=("encoder.block",),
    ),
    Claim(
        id="encoder.printed-block-is-the-original",
        states=states(equal(net(norm_2(row) + row)[c], norm_2(row + net(row))[c])),
        says="The second half of the printed block is that of the original.",
        sources=("001:441",),
    ),
    Claim(
        id="encoder.printed-block-is-the-net-of-twice-z",
        states=states(
            equal(layer_norm(row)[c] + row[c], 2 * row[c]),
            equal(net(row)[c], NET[3][c], when=line(NET[2][unit, c], "=", 0)),
            hypotheses={
                "normalised": Hypothesis(
                    "the rows of Z have mean 0 and mean square 1: no epsilon, gain 1, bias 0, and "
                    "no constant row",
                    (line(total(row), "=", 0), line(total(row**2), "=", d)),
                )
            },
        ),
        answers=("001:441", "004:36-44/places"),
        says="Z is normalised already, so the printed half is the net of 2Z: no residual runs "
        "around the net, nothing is normalised after it, and a net with W_2 = 0 makes every "
        "row b_2.",
        builds_on=("normalization.idempotence", "encoder.block-as-printed"),
        repairs=("encoder.printed-block-is-the-original",),
    ),
    Claim(
        id="encoder.block-takes-tokens",
        states=states(line(block(x)[i, c], "≥", 0)),
        says="Every block takes tokens, numbers from 0 on, embeds them and adds positions, and "
        "blocks are nested: so a block gives tokens too.",
        sources=("001:440", "001:443", "001:447-451"),
    ),
    Claim(
        id="encoder.input",
        states=states(equal(embedded(E, P, t)[i, c], E[t[i], c] + P[i, c])),
        sources=("002:14/first",),
        kind="definition",
        answers=(
            "000:1-6/parts",
            "000:13/input",
            "001:254/letter",
            "001:440",
            "001:443",
            "001:447-451",
            "002:12/numbers",
            "002:14/input",
            "002:47/positions",
        ),
        says="Tokens are embedded once, before the first block, and their positions are added.",
        builds_on=("embedding.embed", "position.added"),
        repairs=("encoder.embedded-tokens-are-the-input",),
    ),
    Claim(
        id="encoder.stack-sizes",
        states=states(sized(block(x), n, d)),
        says="A block turns n rows of width d into n rows of width d, so blocks of one kind, each "
        "with parameters of its own, can be stacked.",
        answers=(
            "000:1-6/drawing",
            "000:13/input",
            "001:440",
            "001:443",
            "001:447-451",
            "001:447/collection",
            "001:454",
            "002:12/stack",
            "004:34",
        ),
        builds_on=("encoder.block", "encoder.input"),
        repairs=("encoder.block-takes-tokens",),
    ),
    Claim(
        id="encoder.all-rows-at-once",
        states=states(sized(block(x), n, d)),
        beyond="that one list of array operations serves every length, and so none waits for a row",
        says="No step of the encoder waits for another row: it is one sequence of array "
        "operations, whatever the length. (A recurrent net needs L of them. So does the decoder "
        "when it generates; in training decoder.all-prefixes-at-once spares it that.)",
        sources=("000:10/feed-forward-only", "003:25"),
        answers=(
            "000:10/no-recurrence",
            "002:16/difference",
            "002:19/sees-all",
            "003:5/no-recurrence",
            "003:12/reason",
        ),
        builds_on=("encoder.stack-sizes",),
    ),
    Claim(
        id="encoder.nothing-but-attention",
        states=states(equal(block(x)[i, c], z[i, c])),
        sources=("003:5/nothing-else",),
        says="A Transformer uses attention alone: a block is attention, residual and norm.",
    ),
    Claim(
        id="encoder.only-attention-mixes-rows",
        answers=(
            "000:10/relies-on-attention",
            "000:10/earlier",
            "002:16/difference",
            "002:16/earlier",
        ),
        states=states(
            equal(after_attention(x)[i, c], after_attention(x_)[i, c]),
            given=(PARTED, equal(x_[i, o], x[i, o])),
            hypotheses=NO_ATTENTION,
        ),
        sources=("000:10/no-recurrence", "003:5/no-recurrence", "003:5/attention-alone"),
        supposed=dict.fromkeys(
            ("000:10/no-recurrence", "003:5/attention-alone", "003:5/no-recurrence"),
            ("attention-gives-nothing",),
        ),
        says="Attention alone, without recurrence or convolution, relates one place to another: "
        "where it gives nothing, a row that the net sees depends on the same row of the input"
        " only. But a block has more than attention: the net works on each row "
        "(feedforward.attention-alone-is-linear-for-one-row says what the net is for).",
        builds_on=("encoder.block", "feedforward.each-row-by-itself"),
        repairs=("encoder.nothing-but-attention",),
    ),
    Claim(
        id="encoder.embedded-tokens-are-the-input",
        states=states(equal(embedded(E, P, t)[i, c], E[t[i], c])),
        says="Embedded tokens alone are the input of the first layer.",
        sources=("002:14/input",),
    ),
    Claim(
        id="encoder.equivariant",
        states=states(
            equal(
                with_attention(kappa, e.permuted() + p)[i, c],
                with_attention(kappa, e + p).permuted()[i, c],
            ),
            hypotheses={"no-positions": NO_POSITIONS, "no-mask": NO_MASK},
        ),
        answers=("000:10/relies-on-attention", "001:364", "004:60"),
        says="Attention with its residual is equivariant: rows in another order give the same rows "
        "in that order. Order enters by the positions that are added, or not at all.",
        builds_on=("position.equivariant",),
    ),
    Claim(
        id="encoder.block-equivariant",
        states=states(
            equal(
                mha_of_layer(kappa, layer, e.permuted())[i, c],
                mha_of_layer(kappa, layer, e).permuted()[i, c],
            ),
            equal(
                block_of_layer(kappa, layer, e.permuted())[i, c],
                block_of_layer(kappa, layer, e).permuted()[i, c],
            ),
            given=EPSILON,
            hypotheses={"no-mask": NO_MASK},
        ),
        says="A block is equivariant: its attention is, and its norms and its net work on each row "
        "alone.",
        builds_on=("encoder.equivariant", "feedforward.each-row-by-itself", "encoder.block"),
    ),
    Claim(
        id="encoder.stack-equivariant",
        states=states(
            equal(moved[depth, i, c], rows_of[depth].permuted()[i, c]),
            given=(
                EPSILON,
                equal(rows_of[1, k, o], e[k, o] + p[k, o]),
                equal(moved[1, k, o], e.permuted()[k, o] + p[k, o]),
                equal(rows_of[layer + 1, k, o], block_of_layer(kappa, layer, rows_of[layer])[k, o]),
                equal(moved[layer + 1, k, o], block_of_layer(kappa, layer, moved[layer])[k, o]),
            ),
            hypotheses={"no-positions": NO_POSITIONS, "no-mask": NO_MASK},
        ),
        says="The whole encoder is equivariant, however many layers it has: attention is "
        "equivariant, everything else works on each row alone, and compositions of equivariant "
        "maps are equivariant.",
        sources=("001:364",),
        answers=("001:303/equivariance", "001:305/overcomes"),
        builds_on=("encoder.block-equivariant", "encoder.input", "encoder.stack"),
    ),
    *COSTS,
    Claim(
        id="encoder.net-sees-attention-alone",
        states=states(equal(z[i, c], mha(x)[i, c])),
        says="The input of the feed-forward net is the output of self-attention.",
        sources=("002:87/input",),
    ),
    Claim(
        id="encoder.net-sees-the-normalised-sum",
        states=states(equal(z[i, c], norm_1(x[i])[c]), given=PARTED, hypotheses=NO_ATTENTION),
        answers=("002:9", "002:87/input"),
        says="The net sees the sum of input and attention, normalised: even where attention gives "
        "nothing, the row passes on, less its mean and scale.",
        builds_on=("encoder.block",),
        repairs=("encoder.net-sees-attention-alone",),
    ),
    Claim(
        id="encoder.attention-contracts",
        states=states(
            line(
                least * total(v) + (1 - n * least) * small,
                "≤",
                total(alpha[i] * v),
                "≤",
                least * total(v) + (1 - n * least) * large,
            ),
            given=(line(small, "≤", v[j]), line(v[j], "≤", large), equal(total(alpha[k]), 1)),
            hypotheses={
                "weights-at-least": Hypothesis(
                    "every weight is at least ε", line(alpha[k, j], "≥", least)
                )
            },
        ),
        says="Attention alone draws rows towards each other: where every weight is at least ε, all"
        " outputs lie in one interval, whose length is 1 - nε times that of an interval in "
        "which all values lie.",
        builds_on=("heads.every-element-takes-part",),
    ),
    Claim(
        id="encoder.residual-keeps-differences",
        states=states(
            equal(common[i, c], common[k, c]),
            equal((x[i, c] + common[i, c]) - (x[k, c] + common[k, c]), x[i, c] - x[k, c]),
            hypotheses={
                "equal-keys": Hypothesis(
                    "all keys are equal", line(keys[j, at_b], "=", keys[l, at_b])
                )
            },
        ),
        says="Where all keys are equal, attention gives every row the same: without the residual "
        "all rows are equal after that one layer. The sum with the input, before the norm, "
        "keeps all differences.",
        answers=("002:40/enriched",),
        builds_on=("encoder.attention-contracts",),
    ),
    Claim(
        id="encoder.each-block-has-two-parts",
        states=states(equal(decoder_block(y, M)[q, c], norm_2(A[q] + net(A[q]))[c])),
        says="Every block of encoder and decoder has two parts, self-attention and a net.",
        sources=("002:12/blocks",),
    ),
    *COLLAPSE,
    *STACK,
    *SPREAD,
    *DEPTH,
)
