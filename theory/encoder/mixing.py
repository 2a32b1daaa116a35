"""What attention does with rows: it alone mixes them, and it follows their order."""

from theory.claim import Claim
from theory.encoder.blocks import (
    after_attention,
    block,
    block_of_layer,
    c,
    i,
    mha,
    mha_of_layer,
    with_attention,
    x,
)
from theory.encoder.stack import E, P, in_vocabulary, t
from theory.encoder.words import (
    EPSILON,
    NO_MASK,
    NO_POSITIONS,
    PARTED,
    depth,
    e,
    embedded,
    kappa,
    layer,
    moved,
    p,
    rows_of,
    x_,
    z,
)
from theory.letters import d, k, n, o
from theory.stating.relations import equal, sized
from theory.stating.statements import states

ORDER = "tau"  # where σ² is the variance of a norm

CLAIMS = (
    Claim(
        id="encoder.all-rows-at-once",
        states=states(sized(block(x), n, d)),
        beyond="that one list of array operations serves every length, and so none waits for a "
        "row, in a block and so in a stack of them",
        says="The encoder does not take its rows one after another: it is one sequence of array "
        "operations, whatever the length.",
        note="A recurrent net needs one such sequence for each row. So does the decoder when it "
        "generates; in training decoder.all-prefixes-at-once spares it that.",
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
            given=(
                PARTED,
                equal(x[i, o], x_[i, o]),
                equal(mha(x)[i, o], mha(x_)[i, o]),
            ),
        ),
        beyond="that all else in a block works on each row by itself, and so in stacks of blocks, "
        "the decoder's too",
        sources=("000:10/no-recurrence", "003:5/no-recurrence", "003:5/attention-alone"),
        says="Attention alone, without recurrence or convolution, relates one place to another: "
        "a row that the net sees depends only on the same row of the input and on what attention "
        "gives that row. But a block has more than attention: the net works on each row "
        "(feedforward.attention-alone-is-linear-for-one-row says what the net is for).",
        builds_on=("encoder.block", "feedforward.each-row-by-itself"),
        repairs=("encoder.nothing-but-attention",),
    ),
    Claim(
        id="encoder.embedded-tokens-are-the-input",
        states=states(equal(embedded(E, P, t)[i, c], E[t[i], c]), given=in_vocabulary(t)),
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
        says="Without a mask, attention with its residual is equivariant: rows in another order "
        "give the same rows in that order; order enters by the positions that are added, or "
        "not at all.",
        builds_on=("position.equivariant",),
    ),
    Claim(
        id="encoder.block-equivariant",
        states=states(
            equal(
                mha_of_layer(kappa, layer, e.permuted(ORDER))[i, c],
                mha_of_layer(kappa, layer, e).permuted(ORDER)[i, c],
            ),
            equal(
                block_of_layer(kappa, layer, e.permuted(ORDER))[i, c],
                block_of_layer(kappa, layer, e).permuted(ORDER)[i, c],
            ),
            given=EPSILON,
            hypotheses={"no-mask": NO_MASK},
        ),
        says="Without a mask, a block is equivariant: its attention is, and its norms and its net "
        "work on each row alone.",
        builds_on=("encoder.equivariant", "feedforward.each-row-by-itself", "encoder.block"),
    ),
    Claim(
        id="encoder.stack-equivariant",
        states=states(
            equal(moved[depth, i, c], rows_of[depth].permuted(ORDER)[i, c]),
            given=(
                EPSILON,
                equal(rows_of[1, k, o], e[k, o] + p[k, o]),
                equal(moved[1, k, o], e.permuted(ORDER)[k, o] + p[k, o]),
                equal(rows_of[layer + 1, k, o], block_of_layer(kappa, layer, rows_of[layer])[k, o]),
                equal(moved[layer + 1, k, o], block_of_layer(kappa, layer, moved[layer])[k, o]),
            ),
            hypotheses={"no-positions": NO_POSITIONS, "no-mask": NO_MASK},
        ),
        says="Without positions and without a mask, the whole encoder is equivariant, however "
        "many layers it has: attention is equivariant, everything else works on each row alone, "
        "and compositions of equivariant maps are equivariant.",
        sources=("001:364",),
        answers=("001:303/cannot-learn", "001:303/equivariance", "001:305/overcomes"),
        builds_on=("encoder.block-equivariant", "encoder.input", "encoder.stack"),
    ),
)
