"""The decoder: what the documents print, and what is claimed of it."""

from fractions import Fraction

from theory.blocks import M, c, decoder_block, epsilon, masked_crossed, net, norm_3, q, y
from theory.claim import Claim, Hypothesis
from theory.decoder_stack import CLAIMS as STACK
from theory.encoder import b, e, p
from theory.hard_lookup import hard
from theory.heads import K, V
from theory.heads import Q_own as Q
from theory.heads import c as value_column
from theory.induction import CLAIMS as INDUCTION
from theory.letters import d, d_ff, d_k, d_v, h, i, j, k, l, m, n, o
from theory.machine import CLAIMS as MACHINE
from theory.machine import W, biases, logits, words
from theory.multi_head import at_most, attention, attention_of_kept, scaled
from theory.softmax import softmax, softmax_of_kept
from theory.stating.families import (
    Family,
    bracket,
    delta,
    every,
    index,
    letter,
    log,
    matrix,
    numbers,
    positive,
    real,
    size,
    slope,
    total,
    word,
)
from theory.stating.statements import equal, line, sized, states
from theory.stating.terms import term


@word(r"\operatorname{{taken}}_{{{kappa}}}({w}, {v})")
def taken(kappa: Family, w: Family, v: Family):
    """004:88-89: what one row takes, w being the exponentials of its scores."""
    return total(kappa * w * v) / total(kappa * w)


@word(r"p_{{{i}{w}}}", computed=True, i="Y", w=lambda W: W.lasts[1])
def next_word(Y: Family, W: Family, b: Family, i, w):
    """What the library gives each word, to be the next one."""


@word(r"({X}_{{\le {last}}})_{{{j}{c}}}", whole=r"{X}_{{\le {last}}}",
      j=lambda last: last, c=lambda X: X.lasts[1])  # fmt: skip
def up_to(X: Family, last, j, c):
    """The rows up to a place."""
    return X[j, c]


@word(r"({X}_{{\le {last}}}, {Y})_{{{j}{c}}}", whole=r"({X}_{{\le {last}}}, {Y})",
      j="X", c=lambda X: X.lasts[1])  # fmt: skip
def followed(X: Family, last, Y: Family, j, c):
    """The rows of X up to a place, and those of Y after it."""
    return at_most(j, last) * X[j, c] + (1 - at_most(j, last)) * Y[j, c]


@word(r"\operatorname{{Attention}}_{{\text{{causal}}}}({Q}, {K}, {V})_{{{i}{c}}}",
      i="Q", c=lambda V: V.lasts[1])  # fmt: skip
def causal_attention(Q: Family, K: Family, V: Family, i, c):
    """Each row sees itself and the rows before it."""
    at, j = index("i", Q.lasts[0]), index("j", K.lasts[0])
    return attention_of_kept(every(at, j, entry=at_most(j, at)), Q, K, V)[i, c]


@word(r"\operatorname{{Attention}}({q}, {K}, {V})_{{{c}}}", c=lambda V: V.lasts[1])
def attention_of_one(q: Family, K: Family, V: Family, c):
    """What one query takes."""
    return total(softmax(scaled(q, K)) * V.transposed()[c])


@word(r"\operatorname{{appended}}({z})_{{{i}}}", computed=True, i="z")
def appended(z: Family, i):
    """1 if token i comes next, after the scores z of all tokens, else 0."""


z = numbers("z", n)


@word(r"\operatorname{{generated}}({t})_{{{i}}}", computed=True, i="t")
def generated(t: Family, i):
    """What two pre-norm decoder blocks with the weights of impl/reversal.py generate."""


def hundredths(*rows):
    """Return a printed table of two decimals in exact numbers."""
    return tuple(tuple(Fraction(value, 100) for value in row) for row in rows)


BEFORE = hundredths((91, 5, 4), (60, 20, 20), (25, 31, 44))  # 004:91-95
AFTER = hundredths((100, 0, 0), (75, 25, 0), (25, 31, 44))  # 004:97-101, X printed for 0
THREE = term(3)
before, after = matrix("B", BEFORE), matrix("A", AFTER)
at, to = index("i", THREE), index("j", THREE)
place = index("k", THREE)
visible = every(place, entry=at_most(place, at))

kappa, w, v = numbers("kappa", n, domain="bit"), numbers("w", n, domain="positive"), numbers("v", n)
factor, move = positive("c"), real("t")
share = letter("alpha", kappa * w / total(kappa * w))
SHORT = tuple(  # sequences of two tokens, 0 and 1
    (numbers(name, term(length), domain="bit"), index("i", term(length)))
    for length, name in enumerate("rst", start=1)
)
KEPT = line(total(kappa * w), ">", 0)
LATER = numbers("Q'", n, d_k), numbers("K'", n, d_k), numbers("V'", n, d_v)
rest = [followed(own, i, other) for own, other in zip((Q, K, V), LATER, strict=True)]
newest = every(c, entry=decoder_block(y, M)[m, c])
ONE_ROW = 6 * d * h * d_k + 2 * n * h * d_k + 2 * d * d_ff  # both attentions, and the net
ALL_AGAIN = 2 * m**2 * h * d_k + 2 * n * d * h * d_k  # the scores and means, the memory's keys

CLAIMS = (
    Claim(
        id="decoder.block",
        states=states(
            equal(decoder_block(y, M)[q, c], norm_3(b[q] + net(b[q]))[c]),
            given=line(epsilon, ">", 0),
        ),
        kind="definition",
        says="Causal self-attention, then attention to the encoder's rows (queries from the "
        "decoder, keys and values from the encoder), then the net; each with a residual and a "
        "norm.",
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
    ),
    Claim(
        id="decoder.sizes",
        states=states(sized(decoder_block(y, M), m, d), sized(logits(y, W, biases), m, size("V"))),
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
        says="The target may have another length than the source; a decoder's block has three "
        "layers, and keeps the target's size.",
        builds_on=("decoder.block",),
        repairs=("encoder.each-block-has-two-parts",),
    ),
    Claim(
        id="decoder.causal",
        states=states(
            equal(
                taken(
                    kappa,
                    every(j, entry=w[j] * (1 + (factor - 1) * delta(j, k))),
                    every(j, entry=v[j] + move * delta(j, k)),
                ),
                taken(kappa, w, v),
            ),
            given=KEPT,
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
        "residuals, norms and nets work on each row alone, so neither does the whole decoder: "
        "each row depends on itself and the previous ones.",
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
        says="In masked self-attention each row depends on the previous tokens and on itself: it "
        "moves with the value of each, at the rate of its weight, and with no later one.",
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
        ),
        kind="example",
        says="The worked table is right in every entry: later places get the weight 0, and the "
        "rest of each row is divided by its sum. Masking before the softmax gives the same.",
        sources=("004:88-89", "004:91-95", "004:97-101"),
        builds_on=("softmax.masking-renormalises",),
    ),
    Claim(
        id="decoder.all-prefixes-at-once",
        states=states(
            equal(
                causal_attention(Q, K, V)[i, value_column],
                attention(up_to(Q, i), up_to(K, i), up_to(V, i))[i, value_column],
            )
        ),
        says="The mask serves this: row i of one causal pass is what the last row would be if "
        "nothing came after it.",
        sources=("000:15/input", "004:86"),
        answers=("000:10/feed-forward-only", "000:17/fed-back", "003:25", "004:65"),
        builds_on=("decoder.causal",),
        note="So training sees every prefix in one pass; generation, where the rest is unknown, "
        "computes these rows too (decoder.cache-equals-full-pass).",
    ),
    Claim(
        id="decoder.output-layer",
        states=states(
            equal(next_word(y, W, biases)[q, words], softmax(logits(y, W, biases)[q])[words])
        ),
        kind="definition",
        says="A linear layer to a score for each word, and softmax: a distribution over the next "
        "word.",
        sources=("003:94", "004:67-78"),
        answers=(
            "000:1-6/parts",
            "000:17/cross",
            "000:17/produces",
            "000:17/type",
            "001:434",
            "003:34",
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
        beyond="that the first token is the start token, and that the loop ends at the end token "
        "or at the greatest length",
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
        says="With positions, two pre-norm decoder blocks reverse every sequence of two tokens up "
        "to length 3, without any encoder block: the weights are written down, every sequence is "
        "tried.",
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
                    "a row of the source holds nothing about its place", line(p[l, o], "=", 0)
                ),
                "no-mask": Hypothesis("nothing of the source is masked", line(kappa[l], "=", 1)),
            },
        ),
        beyond="that the decoder, which sees the source by this attention alone, generates the "
        "same tokens",
        answers=("001:303/cannot-learn",),
        says="Without positions in the source no weights tell permutations apart: the encoder's "
        "rows for a permuted source are the permuted rows, and attention to them gives every "
        "query the same, so the decoder generates the same tokens for both orders.",
        builds_on=("encoder.equivariant", "decoder.reverses-short-sequences"),
    ),
    Claim(
        id="decoder.cache-equals-full-pass",
        states=states(
            equal(
                causal_attention(Q, K, V)[i, value_column],
                attention_of_one(Q[i], up_to(K, i), up_to(V, i))[value_column],
            )
        ),
        says="Keeping the keys and values of earlier steps and asking with the newest row alone "
        "gives the same rows as computing everything again.",
        builds_on=("decoder.causal", "decoder.generation"),
    ),
    Claim(
        id="decoder.cache-makes-a-step-linear",
        states=states(
            sized(newest, d, multiplications=ONE_ROW + 2 * m * h * d_k),
            sized(decoder_block(y, M), m, d, multiplications=m * ONE_ROW + ALL_AGAIN),
        ),
        says="With the keys and values of earlier steps kept, what the newest of m rows costs a "
        "block is linear in m: 2 h d_k multiplications for each row so far, besides a number that "
        "is the same for all m. Computing all m rows again is quadratic in m.",
        note="So m tokens, one after the other, cost O(m²) multiplications with the cache, and "
        "O(m³) without it.",
        builds_on=("decoder.cache-equals-full-pass", "encoder.costs"),
    ),
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
