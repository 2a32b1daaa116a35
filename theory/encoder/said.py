"""The encoder: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.encoder.blocks import (
    NET,
    M,
    block,
    c,
    decoder_block,
    i,
    mha,
    net,
    norm_1,
    norm_2,
    pre_block,
    printed_block,
    q,
    x,
    y,
)
from theory.encoder.collapse import CLAIMS as COLLAPSE
from theory.encoder.costs import CLAIMS as COSTS
from theory.encoder.depth import CLAIMS as DEPTH
from theory.encoder.mixing import CLAIMS as MIXING
from theory.encoder.spread import CLAIMS as SPREAD
from theory.encoder.stack import CLAIMS as STACK
from theory.encoder.stack import E, P, in_vocabulary, t
from theory.encoder.words import (
    EPSILON,
    NO_ATTENTION,
    PARTED,
    A,
    alpha,
    at_b,
    before,
    embedded,
    keys,
    large,
    least,
    queries,
    row,
    small,
    unit,
    v,
    values,
    z,
)
from theory.heads.multi_head import attention
from theory.letters import d, j, k, l, n
from theory.normalization.layer_norm import layer_norm
from theory.stating.families import total
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.vocabulary import letter

common = letter("a", attention(queries, keys, values))


CLAIMS = (
    Claim(
        id="encoder.block",
        states=states(equal(block(x)[i, c], norm_2(z[i] + net(z[i]))[c]), given=EPSILON),
        kind="definition",
        says="The block with its norms last: attention, residual, norm, feed-forward net, "
        "residual, norm.",
        sources=("000:1-6/drawing", "001:440", "001:442", "002:87/after", "003:88", "004:36-44"),
        departs={
            "001:440": "Alone, lines 440 to 443 define a block of tokens; nested as in line 451 it "
            "has no meaning. The original's block takes rows, and only the first is given embedded "
            "tokens.",
        },
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
        says="The block that normalises before each of its two parts. Its output is the plain sum "
        "of its input and what the two parts give.",
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
            equal(net(2 * row)[c], NET[3][c], when=line(NET[2][unit, c], "=", 0)),
            hypotheses={
                "normalised": Hypothesis(
                    "the rows of Z have mean 0 and mean square 1: no epsilon, gain 1, bias 0, and "
                    "no constant row",
                    (line(total(row), "=", 0), line(total(row**2), "=", d)),
                )
            },
        ),
        answers=("001:441", "004:36-44/places"),
        says="Without gain, bias and epsilon, Z is normalised already, so the printed half is the "
        "net of 2Z: no residual runs around the net, nothing is normalised after it, and a "
        "net with W_2 = 0 makes every row b_2.",
        builds_on=("normalization.idempotence", "encoder.block-as-printed"),
        repairs=("encoder.printed-block-is-the-original",),
    ),
    Claim(
        id="encoder.block-takes-tokens",
        states=states(line(block(x)[i, c], "≥", 0)),
        says="Every block takes tokens, which are numbers that are not negative, embeds them and "
        "adds positions, and blocks are nested: so a block gives tokens too.",
        sources=("001:447-451", "001:465/nested"),
    ),
    Claim(
        id="encoder.input",
        states=states(equal(embedded(E, P, t)[i, c], E[t[i], c] + P[i, c]), given=in_vocabulary(t)),
        sources=("001:443", "002:14/first"),
        departs={
            "001:443": "The sum is made in every block here, and once, before the first, in the "
            "original; γ is 1.",
        },
        kind="definition",
        answers=(
            "000:1-6/parts",
            "000:13/input",
            "001:254/letter",
            "001:440",
            "001:447-451",
            "002:12/numbers",
            "002:14/input",
            "002:47/positions",
        ),
        says="A token is embedded, and its position is added.",
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
    *MIXING,
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
        "nothing, it sees the row of the input, normalised.",
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
        says="The weights of attention draw values together. Where every weight is at least ε, "
        "all outputs lie in one interval, whose length is 1 - nε times that of an interval in "
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
