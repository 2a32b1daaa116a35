"""The decoder: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.decoder.generation import CLAIMS as GENERATION
from theory.decoder.induction import CLAIMS as INDUCTION
from theory.decoder.machine import CLAIMS as MACHINE
from theory.decoder.machine import W, biases, logits
from theory.decoder.stack import CLAIMS as STACK
from theory.decoder.words import (
    AFTER,
    BEFORE,
    any_w,
    at,
    causal_attention,
    factor,
    followed,
    kappa,
    move,
    place,
    taken,
    to,
    up_to,
    v,
    w,
)
from theory.encoder.blocks import M, c, decoder_block, net, norm_3, q, y
from theory.encoder.words import EPSILON, b
from theory.heads.multi_head import at_most, attention
from theory.heads.words import K, V
from theory.heads.words import Q_own as Q
from theory.heads.words import c as value_column
from theory.letters import d, d_k, d_v, i, j, k, m, n
from theory.softmax.words import softmax, softmax_of_kept
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, log, slope
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states
from theory.stating.variables import size
from theory.stating.vocabulary import letter, matrix

before, after = matrix("B", BEFORE), matrix("A", AFTER)
visible = every(place, entry=at_most(place, at))

share = letter("alpha", kappa * w / total(kappa * w))
KEPT = line(total(kappa * w), ">", 0)
LATER = numbers("Q'", n, d_k), numbers("K'", n, d_k), numbers("V'", n, d_v)
rest = [followed(own, i, other) for own, other in zip((Q, K, V), LATER, strict=True)]


CLAIMS = (
    Claim(
        id="decoder.block",
        states=states(
            equal(decoder_block(y, M)[q, c], norm_3(b[q] + net(b[q]))[c]),
            given=EPSILON,
        ),
        kind="definition",
        says="A decoder's block is causal self-attention, then attention to the encoder's rows "
        "(queries from the decoder, keys and values from the encoder), then the net; each has a "
        "residual and a norm.",
        sources=("000:1-6/drawing", "000:17/cross", "004:67-78", "004:82"),
        answers=(
            "000:12",
            "000:12/uses",
            "000:17/type",
            "000:46/self",
            "001:434",
            "002:12/blocks",
            "003:74-76/cross",
            "004:36-44",
        ),
        builds_on=("encoder.block", "heads.causal-mask"),
        repairs=("encoder.each-block-has-two-parts",),
    ),
    Claim(
        id="decoder.sizes",
        states=states(
            sized(decoder_block(y, M), m, d),
            sized(logits(y, W, biases), m, size("V")),
        ),
        answers=(
            "000:1-6/drawing",
            "000:17/produces",
            "000:17/type",
            "002:12/blocks",
            "002:12/stack",
            "004:36-44/kind",
            "004:67-78/loop",
            "004:82",
        ),
        says="The target may have another length than the source; a decoder's block, of three "
        "sublayers by its definition, keeps the target's size, and the last linear layer gives "
        "each of its rows a score for each word of the vocabulary.",
        builds_on=("decoder.block",),
    ),
    Claim(
        id="decoder.causal",
        states=states(
            equal(
                taken(
                    kappa,
                    every(j, entry=any_w[j] * (1 + (factor - 1) * delta(j, k))),
                    every(j, entry=v[j] + move * delta(j, k)),
                ),
                taken(kappa, any_w, v),
            ),
            given=line(total(kappa * any_w), "≠", 0),
            hypotheses={
                "later-masked": Hypothesis(
                    "what stands later has weight 0 before the normalisation",
                    line(kappa[k], "=", 0),
                )
            },
        ),
        beyond="that no other layer, and no number of blocks, lets a later row in",
        answers=("000:15", "004:86"),
        says="A row that masks what comes later does not depend on it, through key or value; "
        "residuals, norms, nets and attention to the encoder's rows work on each row of the "
        "target alone, so neither does the whole decoder: of the target, each row depends on "
        "itself and the previous ones.",
        builds_on=("decoder.block", "softmax.masking-renormalises"),
    ),
    Claim(
        id="decoder.row-moves-with-earlier-values",
        states=states(
            equal(slope(taken(kappa, w, v), v[k]), share[k]),
            line(share[k], ">", 0, when=line(kappa[k], "=", 1)),
            equal(share[k], 0, when=line(kappa[k], "=", 0)),
            given=KEPT,
        ),
        says="In masked self-attention each row depends on the values of the previous tokens and "
        "on its own: it moves with each of them, at the rate of its weight, and with no later one.",
        sources=("000:15",),
        answers=(
            "000:15/order",
            "000:15/itself",
            "002:17-19/ambiguity",
            "002:19/sees-all",
            "002:19/mask",
            "003:74-76",
            "004:29/all",
            "004:88-89",
        ),
        builds_on=("decoder.causal", "lookup.slope-by-a-value-is-its-weight"),
    ),
    Claim(
        id="decoder.worked-table",
        states=states(
            equal(before[at, to] * at_most(to, at) / total(before[at] * visible), after[at, to]),
            equal(softmax_of_kept(visible, before[at].map(log))[to], after[at, to]),
            equal(softmax(before[at].map(log))[to], before[at, to]),
        ),
        kind="example",
        says="The worked table is right in every entry: its rows are weights of a softmax; later "
        "places get the weight 0, and the rest of each row is divided by its sum. Masking before "
        "the softmax gives the same.",
        sources=("004:91-95", "004:97-101"),
        answers=("004:88-89", "004:88-89/from"),
        repairs=("decoder.present-step-is-left-out",),
        builds_on=("softmax.masking-renormalises",),
    ),
    Claim(
        id="decoder.present-step-is-left-out",
        states=states(equal(after[at, at], 0)),
        says="The mask of the worked table leaves out the present step, too.",
        sources=("004:88-89/from",),
        builds_on=("decoder.worked-table",),
    ),
    Claim(
        id="decoder.all-prefixes-at-once",
        states=states(
            equal(
                causal_attention(Q, K, V)[i, value_column],
                attention(up_to(Q, i), up_to(K, i), up_to(V, i))[i, value_column],
            )
        ),
        says="The mask serves this: row i of one causal pass is the last row of attention without "
        "a mask over the first i rows.",
        sources=("000:15/input", "004:86"),
        answers=("000:10/feed-forward-only", "000:17/fed-back", "003:25", "004:65"),
        builds_on=("decoder.causal",),
        note="So training sees every prefix in one pass; generation, where the rest is unknown, "
        "computes these rows too (decoder.cache-equals-full-pass).",
    ),
    *GENERATION,
    Claim(
        id="decoder.later-rows-have-no-influence",
        states=states(
            equal(
                causal_attention(*rest)[i, value_column],
                attention(up_to(Q, i), up_to(K, i), up_to(V, i))[i, value_column],
            )
        ),
        says="Whatever queries, keys and values stand after row i: row i of a causal pass is that "
        "of the rows up to i alone, so two inputs that agree up to there have the same row.",
        builds_on=("decoder.causal", "decoder.all-prefixes-at-once"),
    ),
    *STACK,
    *MACHINE,
    *INDUCTION,
)
