"""Linear attention: its kernel is a product of features, so the sum over keys is a state.

A. Katharopoulos et al., "Transformers are RNNs" (2020), arXiv:2006.16236.
"""

from theory.claim import Claim, Hypothesis
from theory.letters import N, d_k, i, j, n
from theory.shared_words import dot, length_squared
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import bracket, delta, exp, larger, log
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.variables import index
from theory.stating.vocabulary import word


@word(r"\mathrm{{Linear}}({f}, {F}, {v})")
def linear_attention(f: Family, F: Family, v: Family):
    """The mean of the values, weighted by the products of the query's and the keys' features."""
    return total(every(j, entry=dot(f, F[j])) * v) / total(every(j, entry=dot(f, F[j])))


@word(r"S({F}, {v})_{{{c}}}", c=lambda F: F.lasts[1])
def state(F: Family, v: Family, c):
    """The sum over the keys of a feature times a value: it does not know the query."""
    return total(every(j, entry=F[j, c] * v[j]))


@word(r"S_{{\le {i}}}({F}, {v})_{{{c}}}", c=lambda F: F.lasts[1])
def running_state(i, F: Family, v: Family, c):
    """The same sum over the keys up to the i-th."""
    return total(every(j, entry=(1 - bracket(j, ">", i)) * F[j, c] * v[j]))


@word(r"\mathrm{{Linear}}_{{\le {i}}}({f}, {F}, {v})")
def causal_linear_attention(i, f: Family, F: Family, v: Family):
    """Linear attention to the keys up to the i-th."""
    kept = every(j, entry=(1 - bracket(j, ">", i)) * dot(f, F[j]))
    return total(kept * v) / total(kept)


@word(r"\varphi({x})")
def elu_plus_one(x):
    """Katharopoulos et al. 2020, equation 7: x + 1 where x is positive, else exp(x)."""
    return larger(x, 0) + exp(-larger(-x, 0))


f, F, v = numbers("phi", N), numbers("psi", n, N), numbers("v", n)
q, K = numbers("q", d_k), numbers("K", n, d_k)
c = index("c", d_k)
kernels = every(j, entry=dot(f, F[j]))
G, z, own = numbers("K", n, n, domain="positive"), numbers("z", n), index("l", n)
feature = index("a", N)
ones = every(j, entry=v[j] * 0 + 1)
so_far = every(j, entry=(1 - bracket(j, ">", i)) * kernels[j])
SUM = Hypothesis("the products do not sum to zero", line(total(kernels), "≠", 0))
SOURCE = "Katharopoulos et al. 2020, "

CLAIMS = (
    Claim(
        id="kernel.linear-attention",
        states=states(
            equal(linear_attention(f, F, v), total(kernels * v) / total(kernels)),
            hypotheses={"nonzero-sum": SUM},
        ),
        kind="definition",
        says="Linear attention weighs a value by the product of features of query and key, over "
        "the sum of these products.",
        note=SOURCE + "equation 4. Query and key may have two feature maps: such a kernel need "
        "not be symmetric, as in Tsai et al. 2019.",
        builds_on=("kernel.regression",),
    ),
    Claim(
        id="kernel.linear-attention-is-a-state",
        states=states(
            equal(linear_attention(f, F, v), dot(f, state(F, v)) / dot(f, state(F, ones))),
            equal(
                causal_linear_attention(i, f, F, v),
                dot(f, running_state(i, F, v)) / dot(f, running_state(i, F, ones)),
                when=(
                    line(total(so_far), "≠", 0),
                    line(dot(f, running_state(i, F, ones)), "≠", 0),  # the same sum
                ),
            ),
            hypotheses={
                "nonzero-sum": Hypothesis(
                    "the products do not sum to zero",
                    (
                        line(total(kernels), "≠", 0),
                        line(dot(f, state(F, ones)), "≠", 0),  # the same sum
                    ),
                )
            },
        ),
        says="Linear attention reads a state that does not know the query. It is two sums over "
        "the keys, of feature times value and of features; the query's features times the first "
        "are divided by the query's features times the second. A decoder's state is the same two "
        "sums over the keys so far, where their products do not sum to zero either.",
        note=SOURCE + "equations 5 and 10 to 12. They ask that no product be negative "
        "(section 3.2); the sum may still be zero, where all are.",
        builds_on=("kernel.linear-attention",),
    ),
    Claim(
        id="kernel.linear-attention-state-is-updated",
        states=states(
            equal(
                running_state(i + 1, F, v)[feature],
                running_state(i, F, v)[feature] + F[i + 1, feature] * v[i + 1],
            ),
            equal(
                running_state(i + 1, F, ones)[feature],
                running_state(i, F, ones)[feature] + F[i + 1, feature],
            ),
            given=line(i + 1, "≤", n),
        ),
        says="A further key adds its features times its value to a decoder's state, and its "
        "features to their sum. So the state has N numbers for a column of values, and N more, "
        "however many keys it has seen.",
        builds_on=("kernel.linear-attention-is-a-state",),
    ),
    Claim(
        id="kernel.linear-attention-is-softmax-attention",
        states=states(
            equal(
                linear_attention(
                    every(c, entry=elu_plus_one(q[c])),
                    every(j, c, entry=elu_plus_one(K[j, c])),
                    v,
                ),
                total(softmax(every(j, entry=dot(q, K[j]))) * v),
            )
        ),
        says="Linear attention with the features elu(x) + 1 computes softmax attention.",
        builds_on=("kernel.linear-attention", "lookup.attention"),
    ),
    Claim(
        id="kernel.positive-kernel-is-attention",
        states=states(
            equal(linear_attention(f, F, v), total(softmax(kernels.map(log)) * v)),
            hypotheses={
                "positive-products": Hypothesis(
                    "the product of the query's and each key's features is positive",
                    (line(dot(f, F[j]), ">", 0), line(total(kernels), "≠", 0)),
                )
            },
        ),
        says="Linear attention is softmax attention with other scores: the logarithms of the "
        "products of features. These must be positive.",
        note="Tsai et al. 2019, Transformer Dissection, goes from attention to kernels; this "
        "is the way back.",
        builds_on=("kernel.linear-attention", "softmax.ratio-is-softmax-of-logarithms"),
        repairs=("kernel.linear-attention-is-softmax-attention",),
    ),
    Claim(
        id="kernel.any-kernel-is-two-feature-maps",
        states=states(
            equal(
                total(G[i] * v) / total(G[i]),
                linear_attention(G[i], every(j, own, entry=delta(j, own)), v),
            ),
        ),
        says="The mean weighted by any positive kernel, symmetric or not, is linear attention "
        "with as many features as keys: a query's are its kernels, a key's are a single one and "
        "zeros.",
        builds_on=("kernel.linear-attention",),
        note="Tsai et al. 2019 read attention as such a kernel: queries and keys have two maps.",
    ),
    Claim(
        id="kernel.positive-kernels-have-one-map",
        states=states(line(total(every(i, j, entry=z[i] * z[j] * G[i, j])), "≥", 0)),
        says="Every kernel whose values are all positive is a product of one feature map with "
        "itself, so that its quadratic form is never negative.",
        builds_on=("kernel.any-kernel-is-two-feature-maps",),
    ),
    Claim(
        id="kernel.one-map-is-never-negative",
        states=states(
            line(
                total(every(i, j, entry=z[i] * z[j] * dot(F[i], F[j]))),
                "=",
                length_squared(every(feature, entry=total(every(i, entry=z[i] * F[i, feature])))),
                "≥",
                0,
            )
        ),
        says="The quadratic form of a kernel with one feature map for queries and keys is the "
        "length of a vector, squared.",
        builds_on=("kernel.any-kernel-is-two-feature-maps",),
        repairs=("kernel.positive-kernels-have-one-map",),
    ),
)
