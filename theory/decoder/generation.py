"""Words, one after the other: the last layer, the loop, and what a cache saves."""

from theory.claim import Claim, Hypothesis
from theory.decoder.machine import W, biases, logits, words
from theory.decoder.words import (
    SHORT,
    appended,
    attention_of_one,
    causal_attention,
    generated,
    kappa,
    newest_row,
    next_word,
    up_to,
    z,
)
from theory.encoder.blocks import M, c, decoder_block, masked_crossed, q, y
from theory.encoder.words import anywhere, e, p
from theory.heads.words import K, V
from theory.heads.words import Q_own as Q
from theory.heads.words import c as value_column
from theory.letters import d, d_ff, d_k, h, i, j, l, m, n, o
from theory.lookup.hard import hard
from theory.softmax.words import softmax
from theory.stating.families import every, total
from theory.stating.operations import bracket
from theory.stating.relations import equal, line, sized
from theory.stating.statements import states

ONE_ROW = 6 * d * h * d_k + 2 * n * h * d_k + 2 * d * d_ff  # both attentions, and the net
ALL_AGAIN = 2 * m**2 * h * d_k + 2 * n * d * h * d_k  # the scores and means, the memory's keys


CLAIMS = (
    Claim(
        id="decoder.output-layer",
        states=states(
            equal(next_word(y, W, biases)[q, words], softmax(logits(y, W, biases)[q])[words])
        ),
        kind="definition",
        says="A linear layer gives each word a score, and softmax makes the scores a distribution "
        "over the next word.",
        sources=("003:94", "004:67-78"),
        answers=(
            "000:1-6/parts",
            "000:17/cross",
            "000:17/produces",
            "000:17/type",
            "001:434",
        ),
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="decoder.generation",
        states=states(
            equal(
                appended(z)[i],
                hard(z)[i]
                * bracket(total(every(j, entry=hard(z)[j] * bracket(j, "<", i))), "=", 0),
            )
        ),
        kind="definition",
        beyond="that z holds the model's scores after the tokens so far, that the first token is "
        "the start token, that what is appended is fed back, and that the loop ends at the end "
        "token or at the greatest length",
        says="Generation begins with the start token. It appends the likeliest next token and "
        "feeds it back, until the end token or the greatest length.",
        sources=("000:17/fed-back", "004:65", "004:67-78/loop"),
        answers=(
            "000:10/feed-forward-only",
            "000:17/cross",
            "000:17/produces",
            "000:17/end",
            "003:25",
            "003:94",
            "004:65/end",
        ),
        builds_on=("decoder.output-layer",),
        note="The documents do not say how a token is chosen. Here it is the likeliest, and "
        "the first among equally likely ones. 004:67-78 is read as this loop, around a "
        "single block; the loop over several blocks ends before linear and softmax.",
    ),
    Claim(
        id="decoder.reverses-short-sequences",
        states=states(
            *(
                equal(generated(each)[place], each[length + 1 - place])
                for length, (each, place) in enumerate(SHORT, start=1)
            )
        ),
        kind="example",
        says="With positions, two pre-norm decoder blocks reverse every sequence of one to three "
        "tokens, over an alphabet of two, without any encoder block: the weights are written "
        "down, every sequence is tried.",
        builds_on=("decoder.generation", "position.added"),
    ),
    Claim(
        id="decoder.without-positions-sources-are-multisets",
        states=states(
            equal(
                masked_crossed(kappa, y, e.permuted() + p)[q, c],
                masked_crossed(kappa, y, e + p)[q, c],
            ),
            hypotheses={
                "no-positions": Hypothesis(
                    "a row of the source holds nothing about its place",
                    line(p[l, o], "=", anywhere[o]),
                ),
                "no-mask": Hypothesis("nothing of the source is masked", line(kappa[l], "=", 1)),
            },
        ),
        beyond="that the decoder, which sees the source by this attention alone, generates the "
        "same tokens",
        answers=("001:303/cannot-learn",),
        says="Without positions and without a mask in the source no weights tell permutations "
        "apart: the encoder's rows for a permuted source are the permuted rows "
        "(encoder.stack-equivariant), and attention to them gives each query the same output "
        "for both orders, so the decoder generates the same tokens.",
        builds_on=("encoder.stack-equivariant", "decoder.reverses-short-sequences"),
    ),
    Claim(
        id="decoder.cache-equals-full-pass",
        states=states(
            equal(
                causal_attention(Q, K, V)[i, value_column],
                attention_of_one(Q[i], up_to(K, i), up_to(V, i))[value_column],
            )
        ),
        says="In one attention, keeping the keys and values of earlier steps and asking with the "
        "newest row alone gives the same rows as computing everything again.",
        builds_on=("decoder.causal", "decoder.generation"),
    ),
    Claim(
        id="decoder.cache-makes-a-step-linear",
        states=states(
            sized(newest_row(y, M), d, multiplications=ONE_ROW + 2 * m * h * d_k),
            sized(decoder_block(y, M), m, d, multiplications=m * ONE_ROW + ALL_AGAIN),
        ),
        beyond="that what is computed so is the newest row of the block",
        says="Counting matrix products, with the keys and values of earlier steps and of the "
        "encoder's rows kept, what the newest of m rows costs a block is linear in m: 2 h "
        "d_k multiplications for each row so far, besides a number that is the same for all "
        "m. Computing all m rows again is quadratic in m.",
        note="So m tokens, one after the other, cost O(m²) multiplications with the cache, and "
        "O(m³) without it.",
        builds_on=("decoder.cache-equals-full-pass", "encoder.costs"),
    ),
)
