"""The weights of rows beside a kernel's: what is alike, and what a causal mask leaves."""

from theory.claim import Claim, Hypothesis
from theory.heads.multi_head import at_most, causal, causal_from_the_start
from theory.heads.words import K, Q_own, alpha_x, b, row, s_own, weights
from theory.letters import i, j, l, m, n
from theory.stating.families import every, total
from theory.stating.operations import exp
from theory.stating.relations import equal, line
from theory.stating.statements import states
from theory.stating.vocabulary import letter

alpha_own, Z = weights(s_own), letter("Z", every(i, entry=total(s_own[i].map(exp))))


CLAIMS = (
    Claim(
        id="heads.weights-are-a-kernel-matrix",
        states=states(equal(alpha_x[i, j], alpha_x[j, i])),
        says="The matrix of weights is a kernel matrix, so it is symmetric.",
        sources=("001:218/kernel-matrix",),
    ),
    Claim(
        id="heads.weights-are-a-normalised-kernel",
        states=states(
            line(Z[i] * alpha_own[i, j], "=", exp(s_own[i, j]), "=", Z[j] * alpha_own[j, i]),
            hypotheses={"equal-projections": Hypothesis("Q = K", line(Q_own[l, b], "=", K[l, b]))},
        ),
        answers=("001:218/kernel-matrix",),
        sources=("001:218/normalised",),
        says="With equal queries and keys, the weights are the kernel matrix exp(s) with each row "
        "divided by its sum. Each row times this sum gives the symmetric matrix again, as "
        "for a random walk on a weighted graph.",
        builds_on=("heads.scaled-dot-product-attention",),
        repairs=("heads.weights-are-a-kernel-matrix",),
    ),
    Claim(
        id="heads.causal-mask",
        kind="convention",
        states=states(
            equal(causal(m, n)[row, j], at_most(j, row + (n - m))),
            equal(causal_from_the_start(m, n)[row, j], at_most(j, row)),
        ),
        answers=(
            "000:12/uses",
            "000:15/itself",
            "000:60-64/mask",
            "001:190/mask",
            "002:19/mask",
            "003:74-76",
            "003:74-76/cross",
            "004:9-10",
        ),
        says="In causal order the last query sees every key; with as many queries as keys, each "
        "sees itself and what comes before. (Aligned at the start instead: j ≤ i.)",
        note="PyTorch's is_causal aligns at the start, FlashAttention and MLX at the "
        "end; is_causal with unequal lengths is refused here (pytorch/pytorch#103082, "
        "ml-explore/mlx#2835).",
    ),
)
