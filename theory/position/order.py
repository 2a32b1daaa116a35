"""Order: attention alone does not see in which order its rows stand, and positions tell it."""

from theory.claim import Claim, Hypothesis
from theory.letters import d, i, j, k, l, n
from theory.shared_words import length_squared
from theory.softmax.words import softmax, softmax_of_kept
from theory.stating.families import Family, numbers, total
from theory.stating.operations import delta
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index, size
from theory.stating.vocabulary import word


@word(r"\operatorname{{Attention}}({S}, {V})_{{{i}}}", i="S")
def attention(S: Family, V: Family, i):
    """Self-attention by the scores of all pairs, each of any kind, and the values."""
    return total(softmax(S[i]) * V)


@word(r"\operatorname{{Attention}}_{{{kappa}}}({S}, {V})_{{{i}}}", i="S")
def masked_attention(kappa: Family, S: Family, V: Family, i):
    """Self-attention to the entries with κ = 1."""
    return total(softmax_of_kept(kappa[i], S[i]) * V)


@word(r"\operatorname{{Attention}}({x})_{{{i}}}", i="x")
def self_attention(x: Family, i):
    """Self-attention of numbers, which are their own queries, keys and values."""
    return total(softmax(x[i] * x) * x)


S, V, f = numbers("S", n, n), numbers("V", n), numbers("f", n)
S_, V_ = numbers("S'", n, n), numbers("V'", n)  # of the elements in another order
kappa, w = numbers("kappa", n, n, domain="bit"), numbers("w", n)
t, P = numbers("t", n), numbers("p", n)  # a token and a position, each a number
m = size("m")
j_m = index("j", m)
x, x_ = numbers("x", n), numbers("x'", m)  # one set, if r and s say where each element stands
r, s = numbers("r", m, domain="natural"), numbers("s", n, domain="natural")
first, second, at, at_ = (numbers(name, d) for name in "stpq")
BARE = {
    "no-positions": Hypothesis(
        "a row holds nothing about its place",
        (
            line(S_[k, l], "=", S.permuted().transposed().permuted().transposed()[k, l]),
            line(V_[k], "=", V.permuted()[k]),
        ),
    ),
    "no-mask": Hypothesis("nothing is masked", line(kappa[k, l], "=", 1)),
}


CLAIMS = (
    Claim(
        id="position.order-does-not-change-the-result",
        states=states(
            equal(
                attention(S.permuted().transposed().permuted().transposed(), V.permuted())[i],
                attention(S, V)[i],
            )
        ),
        says="Changing the order of the elements does not change the result of self-attention.",
        sources=("001:303/equivariance", "001:369"),
    ),
    Claim(
        id="position.equivariant",
        states=states(
            equal(masked_attention(kappa, S_, V_)[i], masked_attention(kappa, S, V).permuted()[i]),
            equal(total(softmax(f.permuted()) * V_), total(softmax(f) * V)),
            hypotheses=BARE,
        ),
        sources=("001:303/equivariant", "001:303/unordered", "004:16/set"),
        answers=("001:303/equivariance", "001:303/set", "001:364", "001:364/word", "001:369"),
        says="Without positions and masks, changing the order of the elements changes the order of "
        "the outputs in the same way: self-attention is equivariant, for any score of two "
        "elements; a single query's output is invariant.",
        builds_on=("heads.self-attention", "lookup.order-of-pairs-is-irrelevant"),
        repairs=("position.order-does-not-change-the-result",),
    ),
    Claim(
        id="position.order-cannot-be-learned",
        states=states(
            equal(
                total(w * masked_attention(kappa, S_, V_)), total(w * masked_attention(kappa, S, V))
            ),
            hypotheses={
                **BARE,
                "symmetric-read-out": Hypothesis(
                    "all outputs are read alike", line(w[j], "=", w[k])
                ),
            },
        ),
        says="Without positions and masks, a read-out that weighs all outputs alike, their sum or "
        "mean for instance, is the same for every order, whatever the score of two elements: "
        "order cannot be learned from it. (A single row, the first for instance, depends on "
        "what stands there.)",
        sources=("001:303/cannot-learn",),
        builds_on=("position.equivariant",),
    ),
    Claim(
        id="position.works-on-a-set",
        states=states(
            equal(self_attention(x_)[s[i]], self_attention(x)[i]),
            given=(
                line(1, "≤", r[j_m], "≤", n),
                line(1, "≤", s[k], "≤", m),
                line(x_[j_m], "=", x[r[j_m]]),
                line(x[k], "=", x_[s[k]]),
            ),
        ),
        says="Attention works on the set of its elements.",
        sources=("001:303/set", "004:16/once"),
        answers=("004:16/set",),
    ),
    Claim(
        id="position.added-positions-always-tell-the-order",
        states=states(
            line(total((t + P - (t.permuted() + P).permuted("tau")) ** 2), ">", 0),
            given=(
                line((t[j] - t[k]) ** 2 + delta(j, k), ">", 0),
                line((P[j] - P[k]) ** 2 + delta(j, k), ">", 0),
                line(total((t - t.permuted()) ** 2), ">", 0),
            ),
        ),
        answers=("001:305/overcomes",),
        says="With different positions added, different orders of different tokens always give "
        "different rows, as multisets.",
    ),
    Claim(
        id="position.two-tokens-tell-their-order",
        answers=("001:305/overcomes", "001:322", "001:344-360/middle", "001:374-376", "004:60"),
        states=states(
            equal(
                length_squared((first + at) - (second + at))
                * length_squared((first + at) - (first + at_)),
                length_squared(first - second) * length_squared(at - at_),
            )
        ),
        says="With positions p and q added, the rows for (s, t) and for (t, s) are different "
        "multisets, unless the tokens or the positions are equal: s + p is neither t + p nor s + "
        "q.",
        builds_on=("position.added",),
        repairs=("position.added-positions-always-tell-the-order",),
    ),
)
