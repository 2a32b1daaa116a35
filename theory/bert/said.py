"""BERT: what the documents print, and what is claimed of it."""

from theory.bert.words import (
    L_1,
    E,
    P,
    S,
    V,
    W,
    X,
    Z,
    Z_passes,
    answer,
    length,
    masked,
    masked_loss,
    next_sentence,
    place,
    pseudo_loss,
    s,
    segment,
    sigma,
    t,
    token,
    token_at,
    tokens,
    u,
    v,
    w,
    z,
)
from theory.claim import Claim
from theory.letters import b, d
from theory.shared_words import dot
from theory.softmax.words import softmax
from theory.stating.families import every, numbers, total
from theory.stating.operations import delta, exp, log
from theory.stating.relations import INFINITY, equal, line, sized, to, without
from theory.stating.statements import states
from theory.stating.variables import real

e, p, S_1, S_2 = (numbers(name, d) for name in ("e", "p", "S_1", "S_2"))
c = real("c")

IN_VOCABULARY = line(1, "≤", tokens[token], "≤", V)


CLAIMS = (
    Claim(
        id="bert.segments",
        kind="definition",
        states=states(
            equal(segment(place), 0, when=line(place, "≤", L_1 + 2)),
            equal(segment(place), 1, when=line(place, ">", L_1 + 2)),
        ),
        says="In [CLS] t_1 [SEP] t_2 [SEP] the first L_1 + 2 places are of the first sentence, "
        "the rest of the second; places count from 1.",
        sources=("001:476-479/rule",),
        answers=("001:476-479/type",),
    ),
    Claim(
        id="bert.segments-are-vectors",
        states=states(sized(every(place, entry=segment(place)), length, d)),
        says="Each component of the segment vector is itself a vector, a bold 0 or 1.",
        sources=("001:476-479/type",),
    ),
    Claim(
        id="bert.sizes",
        states=states(
            sized(every(place, entry=token_at(place)), length),
            sized(every(place, entry=segment(place)), length),
            sized(
                every(place, b, entry=E[t[place], b] + P[place, b] + S[s[place] + 1, b]), length, d
            ),
            given=line(1, "≤", t[place], "≤", V),
        ),
        says="Two sentences with one [CLS] and two [SEP] make L_1 + L_2 + 3 tokens and as many "
        "segment numbers, each 0 or 1, which choose one of two rows of width d to be added.",
        sources=("001:471", "001:483"),
        answers=("001:465", "001:471/lengths", "001:476-479/type", "001:489/input"),
        builds_on=("bert.segments",),
        repairs=("bert.segments-are-vectors",),
        note="001:483 writes [CLS] and L further tokens, the separators among them: there "
        "L = L_1 + L_2 + 2, where 001:291 has L for all of them.",
    ),
    Claim(
        id="bert.is-the-encoder-of-tokens",
        states=states(
            equal(E[t[place], b] + P[place, b] + S[s[place] + 1, b], E[t[place], b] + P[place, b]),
            given=line(1, "≤", t[place], "≤", V),
        ),
        says="BERT of a sequence is the encoder as printed, whose input is tokens and positions.",
        sources=("001:465",),
    ),
    Claim(
        id="bert.segments-shift-rows",
        states=states(equal((e[b] + p[b] + S_2[b]) - (e[b] + p[b] + S_1[b]), S_2[b] - S_1[b])),
        answers=("001:465",),
        says="Before the first norm, rows of the second sentence are shifted by S_2 - S_1, the "
        "difference of the rows of segments 1 and 0.",
        note="BERT's input is token plus position plus segment, and only then normalised. The norm "
        "removes the shift if all its components are equal (normalization.shift-invariance).",
        builds_on=("bert.sizes", "encoder.stack-sizes", "normalization.shift-invariance"),
        repairs=("bert.is-the-encoder-of-tokens",),
    ),
    Claim(
        id="bert.next-sentence",
        kind="definition",
        states=states(equal(next_sentence(X, w), sigma(dot(X[1], w)))),
        answers=("001:489/input", "001:489/meaning", "001:493/input"),
        says="The next-sentence probability, of y = 1, is the logistic function of one number, "
        "read off the row of [CLS].",
        sources=("001:489", "001:493"),
        departs=dict.fromkeys(
            ("001:489", "001:493"),
            "The original has one more layer with tanh on that row, and two outputs with biases "
            "and a softmax. One output with a bias would give the same as two.",
        ),
        note="Common code calls the class of true successors 0 (huggingface/transformers#836): "
        "which class is 1 is a convention.",
    ),
    Claim(
        id="bert.two-classes-are-one-logit",
        states=states(equal(softmax(z)[2], sigma(z[2] - z[1]))),
        answers=("001:489", "001:493"),
        says="A softmax over two classes is the logistic function of the difference: two outputs "
        "and one say the same.",
        builds_on=("bert.next-sentence", "softmax.definition"),
        note="The original has two outputs, the draft prints one.",
    ),
    Claim(
        id="bert.masked-language-model-loss",
        kind="definition",
        states=states(
            equal(
                masked_loss(Z, tokens, masked),
                -total(every(token, entry=masked[token] * log(softmax(Z[token])[tokens[token]]))),
            ),
            given=IN_VOCABULARY,
        ),
        answers=("001:458", "001:459"),
        says="The loss sums over the masked places alone; the row and the token are both indices.",
        note="The rows are computed with those tokens replaced. Devlin et al. (2019), section 3.1: "
        "15 % of the places, some of them left or replaced at random.",
    ),
    Claim(
        id="bert.pseudo-likelihood",
        kind="definition",
        states=states(
            equal(
                pseudo_loss(Z_passes, tokens),
                -total(every(token, entry=log(softmax(Z_passes[token, token])[tokens[token]]))),
            ),
            given=IN_VOCABULARY,
        ),
        says="Summed over all places, each read off a pass of its own, the loss is minus the "
        "logarithm of the pseudo-likelihood, where each pass hides its place: the same loss, with "
        "a mask at one place a pass.",
        sources=("001:458",),
        departs={
            "001:458": "The original sums over the masked places alone, each read off the sequence "
            "in which all of them are masked."
        },
        answers=("001:459",),
        builds_on=("bert.masked-language-model-loss",),
    ),
    Claim(
        id="bert.printed-loss-hides-its-answer",
        states=states(without(softmax(W[answer])[u], answer), given=line(1, "≤", answer, "≤", V)),
        says="The loss as printed, over all places and from X itself, conditions on the other "
        "tokens alone.",
        sources=("001:459",),
    ),
    Claim(
        id="bert.printed-loss-is-solved-by-copying",
        states=states(
            line(
                -log(softmax(every(v, entry=c * delta(u, v)))[u]),
                "=",
                log(1 + (V - 1) * exp(-c)),
                to(c, INFINITY),
                0,
            ),
            given=line(V, "≥", 2),
        ),
        answers=("001:459",),
        says="As printed, X holds the very token that is asked for: where the scores copy it, c "
        "for this token and 0 for all others, the loss is as small as one likes, without knowing "
        "any language. Hence the mask.",
        builds_on=("bert.masked-language-model-loss",),
        repairs=("bert.printed-loss-hides-its-answer",),
    ),
)
