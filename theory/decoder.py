"""The decoder: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim, Hypothesis
from theory.encoder import add
from theory.symbols import equation, family, j, k, sum_over, term


def block(y, self_attention, cross_attention, net, norms):
    """004:67-78; Vaswani et al. (2017), section 3.1: three layers, LN(y + layer(y)) each."""
    for layer, norm in zip((self_attention, cross_attention, net), norms, strict=True):
        y = norm(add(y, layer(y)))
    return y


def masked_output(keeps, weight, value):
    """004:88-89: Σ_j κ_j e_j v_j / Σ_j κ_j e_j, one row, e_j the exponentials of the scores."""
    top = sum_over(j, term(keeps, j) * term(weight, j) * term(value, j))
    return top / sum_over(j, term(keeps, j) * term(weight, j))


def hundredths(*rows):
    """Return a printed table of two decimals in exact numbers."""
    return tuple(tuple(sp.Rational(value, 100) for value in row) for row in rows)


BEFORE = hundredths((91, 5, 4), (60, 20, 20), (25, 31, 44))  # 004:91-95
AFTER = hundredths((100, 0, 0), (75, 25, 0), (25, 31, 44))  # 004:97-101, X printed for 0

LATER = {
    "later-masked": Hypothesis(
        "what stands later has weight 0 before the normalisation",
        means=(equation(family("kappa", nonnegative=True)[k], 0),),
    )
}

CLAIMS = (
    Claim(
        id="decoder.block",
        kind="definition",
        latex=r"y \leftarrow \operatorname{LN}(y + F(y)),\quad F = \operatorname{MHA}_{\text{"
        r"causal}}(y, y),\ \operatorname{MHA}(y, M),\ \operatorname{FFN}(y) \text{ in turn}",
        says="Causal self-attention, then attention to the encoder's rows (queries from the "
        "decoder, keys and values from the encoder), then the net; each with a residual and a "
        "norm.",
        sources=("000:12", "000:17/cross", "004:67-78", "004:82"),
        builds_on=("encoder.block", "heads.causal-mask"),
    ),
    Claim(
        id="decoder.sizes",
        kind="sizes",
        latex=r"y \in \mathbb R^{m \times d},\ M \in \mathbb R^{n \times d} \implies"
        r" \operatorname{Block}(y, M) \in \mathbb R^{m \times d},\ \text{logits} \in"
        r" \mathbb R^{m \times \lvert \mathcal V \rvert}",
        says="The target may have another length than the source; a decoder's block has three "
        "layers, and keeps the target's size.",
        sources=("004:82",),
        builds_on=("decoder.block",),
        repairs=("encoder.each-block-has-two-parts",),
    ),
    Claim(
        id="decoder.causal",
        kind="invariance",
        latex=r"\kappa_{ik} = 0 \implies y_i \text{ does not depend on } x_k",
        says="A row that masks what comes later does not depend on it, through key or value; "
        "residuals, norms and nets work on each row alone, so neither does the whole decoder: "
        "each row depends on itself and the previous ones.",
        hypotheses=LATER,
        builds_on=("decoder.block", "softmax.masking-renormalises"),
    ),
    Claim(
        id="decoder.row-moves-with-earlier-values",
        kind="identity",
        latex=r"\frac{\partial y_i}{\partial v_k} = \frac{\kappa_{ik} e_k}{\sum_j \kappa_{ij} e_j}"
        r",\quad > 0 \text{ for } \kappa_{ik} = 1,\ = 0 \text{ for } \kappa_{ik} = 0",
        says="In masked self-attention each row depends on the previous tokens and on itself: it "
        "moves with the value of each, at the rate of its weight, and with no later one.",
        sources=("000:15",),
        builds_on=("decoder.causal", "lookup.slope-by-a-value-is-its-weight"),
    ),
    Claim(
        id="decoder.worked-table",
        kind="example",
        latex=r"(0.60, 0.20, 0.20) \mapsto (0.75, 0.25, 0)",
        says="The worked table is right in every entry: later places get the weight 0, and the "
        "rest of each row is divided by its sum. Masking before the softmax gives the same.",
        sources=("004:88-89", "004:91-95", "004:97-101"),
        builds_on=("softmax.masking-renormalises",),
    ),
    Claim(
        id="decoder.all-prefixes-at-once",
        kind="identity",
        latex=r"\operatorname{Attention}_{\text{causal}}(x_1, \dots, x_n)_i ="
        r" \operatorname{Attention}(x_1, \dots, x_i)_i",
        says="The mask serves this: row i of one causal pass is what the last row would be if "
        "nothing came after it. So training sees every prefix in one pass. Generation, where "
        "the rest is unknown, computes the same rows as training.",
        sources=("000:10/feed-forward-only", "004:86"),
        builds_on=("decoder.causal",),
    ),
    Claim(
        id="decoder.output-layer",
        kind="definition",
        latex=r"p = \operatorname{softmax}(y W + b) \in \mathbb R^{\lvert \mathcal V \rvert}",
        says="A linear layer to a score for each word, and softmax: a distribution over the next "
        "word.",
        sources=("003:94",),
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="decoder.generation",
        kind="definition",
        latex=r"t_0 = \langle\mathrm{SOS}\rangle,\quad t_{l+1} = \operatorname{argmax}"
        r" \operatorname{Transformer}(s, t_0 \dots t_l)_l",
        says="Generation begins with the start token. It appends the likeliest next token and "
        "feeds it back, until the end token or the greatest length.",
        sources=("000:17/fed-back", "004:65", "004:67-78/loop"),
        builds_on=("decoder.output-layer",),
        departs="The documents do not say how a token is chosen. Here it is the likeliest, and "
        "the first among equally likely ones. 004:67-78 is read as this loop, around a "
        "single block; the loop over several blocks ends before linear and softmax.",
    ),
    Claim(
        id="decoder.reverses-short-sequences",
        kind="example",
        latex=r"(t_1, \dots, t_n) \mapsto (t_n, \dots, t_1) \text{ exactly, by explicit weights}",
        says="With positions, two pre-norm decoder blocks reverse every sequence of two tokens up "
        "to length 3, without any encoder block: the weights are written down, every sequence is "
        "tried.",
        builds_on=("decoder.generation", "position.added"),
    ),
    Claim(
        id="decoder.without-positions-sources-are-multisets",
        kind="invariance",
        latex=r"\operatorname{Attention}(q, P M W^K, P M W^V) = \operatorname{Attention}(q, M W^K,"
        r" M W^V)",
        says="Without positions in the source no weights tell permutations apart: the encoder's "
        "rows for a permuted source are the permuted rows, and attention to them gives every "
        "query the same, so the decoder generates the same tokens for both orders.",
        hypotheses={
            "no-positions": Hypothesis("a row of the source holds nothing about its place"),
            "no-mask": Hypothesis("nothing of the source is masked"),
        },
        builds_on=("encoder.equivariant", "decoder.reverses-short-sequences"),
    ),
    Claim(
        id="decoder.cache-equals-full-pass",
        kind="identity",
        latex=r"\operatorname{Attention}_{\text{causal}}(Q, K, V)_l = \operatorname{Attention}("
        r"q_l, K_{\le l}, V_{\le l})",
        says="Keeping the keys and values of earlier steps and asking with the newest row alone "
        "gives the same rows as computing everything again.",
        builds_on=("decoder.causal", "decoder.generation"),
    ),
)
