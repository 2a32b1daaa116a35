"""BERT: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim
from theory.symbols import n, term


def segment(i, L_1):
    """001:476-479: s_i, with i counted from 1."""
    return 0 if i <= L_1 + 2 else 1


def logistic(z):
    """001:489: σ."""
    return 1 / (1 + sp.exp(-z))


def masked_loss(logits, token, masked, length, vocabulary):
    """Devlin et al. (2019), section 3.1: -Σ over masked i of log softmax(row i) at t_i."""
    total = sp.Integer(0)
    for i in range(1, length + 1):
        if masked(i):
            row = [term(logits, i, k) for k in range(1, vocabulary + 1)]
            total -= sp.log(sp.exp(row[token(i) - 1]) / sum(sp.exp(value) for value in row))
    return total


def copying_loss(sharp):
    """001:459 for one token, as printed: X holds the token itself, W^o is sharp times 1."""
    return -sp.log(sp.exp(sharp) / (sp.exp(sharp) + n * sp.exp(0)))


CLAIMS = (
    Claim(
        id="bert.segments",
        kind="definition",
        latex=r"s_i = 0 \text{ for } i \le L_1 + 2,\ 1 \text{ above}",
        says="In [CLS] t_1 [SEP] t_2 [SEP] the first L_1 + 2 places are of the first sentence, "
        "the rest of the second; places count from 1.",
        sources=("001:476-479/rule",),
    ),
    Claim(
        id="bert.segments-are-vectors",
        kind="sizes",
        latex=r"s_i \in \{\mathbf 0, \mathbf 1\},\quad s \in \mathbb R^{L_1 + L_2 + 3}",
        says="Each component of the segment vector is itself a vector, a bold 0 or 1.",
        sources=("001:476-479/type",),
    ),
    Claim(
        id="bert.sizes",
        kind="sizes",
        latex=r"t, s \in \mathbb N^{L_1 + L_2 + 3},\quad E_t + P + S_s \in \mathbb R^{(L_1 + L_2 +"
        r" 3) \times d}",
        says="Two sentences with one [CLS] and two [SEP] make L_1 + L_2 + 3 tokens and as many "
        "segment numbers, each 0 or 1, which choose one of two rows of width d to be added.",
        sources=("001:471", "001:483"),
        builds_on=("bert.segments",),
        repairs=("bert.segments-are-vectors",),
        departs="001:483 writes [CLS] and L further tokens; the separators are among them, so "
        "L = L_1 + L_2 + 2.",
    ),
    Claim(
        id="bert.is-the-encoder-of-tokens",
        kind="identity",
        latex=r"\operatorname{BERT}(t) = \operatorname{Encoder}(t)",
        says="BERT of a sequence is the encoder as printed, whose input is tokens and positions.",
        sources=("001:465",),
    ),
    Claim(
        id="bert.segments-shift-rows",
        kind="identity",
        latex=r"(e_t + p_i + S_1) - (e_t + p_i + S_0) = S_1 - S_0 \text{ before the norm}",
        says="BERT's input is token plus position plus segment, and only then normalised: before "
        "the norm, rows of the second sentence are shifted by S_1 - S_0. The norm removes the "
        "shift if all its components are equal (normalization.shift-invariance).",
        builds_on=("bert.sizes", "encoder.stack-sizes", "normalization.shift-invariance"),
        repairs=("bert.is-the-encoder-of-tokens",),
    ),
    Claim(
        id="bert.next-sentence",
        kind="definition",
        latex=r"p(y = 1 \mid t_1, t_2) = \sigma(\operatorname{BERT}(\dots)_{[\mathrm{CLS}]} w)",
        says="The next-sentence probability is the logistic function of one number, read off the "
        "row of [CLS]; y = 1 is what that probability is trained on.",
        sources=("001:489", "001:493"),
        departs="The original has two outputs and a softmax, and common code calls the class of "
        "true successors 0 (huggingface/transformers#836): which class is 1 is a convention.",
    ),
    Claim(
        id="bert.two-classes-are-one-logit",
        kind="identity",
        latex=r"\operatorname{softmax}(z_0, z_1)_1 = \sigma(z_1 - z_0)",
        says="A softmax over two classes is the logistic function of the difference: the "
        "original's two outputs and the printed one say the same.",
        builds_on=("bert.next-sentence", "softmax.definition"),
    ),
    Claim(
        id="bert.masked-language-model-loss",
        kind="definition",
        latex=r"\mathcal L = -\sum_{i \in M} \log \operatorname{softmax}(\operatorname{BERT}("
        r"\tilde t) W^o)_{i, t_i}",
        says="The loss sums over the masked places alone, from rows computed with those tokens "
        "replaced; the row and the token are both indices.",
        departs="Devlin et al. (2019), section 3.1: 15 % of the places, some of them left or "
        "replaced at random.",
    ),
    Claim(
        id="bert.pseudo-likelihood",
        kind="definition",
        latex=r"\mathcal L = -\sum_{i=1}^{L} \log p(t_i \mid t_{\setminus i})",
        says="Summed over all places, each hidden in a pass of its own, the loss is minus the "
        "logarithm of the pseudo-likelihood: the same loss, with a mask at one place a pass.",
        sources=("001:458",),
        builds_on=("bert.masked-language-model-loss",),
    ),
    Claim(
        id="bert.printed-loss-hides-its-answer",
        kind="invariance",
        latex=r"p(t_i \mid t_{\setminus i}) = \operatorname{Softmax}(X W^o)_{i} \text{ does not"
        r" depend on } t_i",
        says="The loss as printed, over all places and from X itself, conditions on the other "
        "tokens alone.",
        sources=("001:459",),
    ),
    Claim(
        id="bert.printed-loss-is-solved-by-copying",
        kind="limit",
        latex=r"X = \mathrm{oh}_t,\ W^o = c\, I:\quad -\log\operatorname{Softmax}(X W^o)_{t_i} ="
        r" \log(1 + (\lvert \mathcal V \rvert - 1) e^{-c}) \to 0",
        says="As printed, X holds the very token that is asked for: copying it makes the loss as "
        "small as one likes, without knowing any language. Hence the mask.",
        builds_on=("bert.masked-language-model-loss",),
        repairs=("bert.printed-loss-hides-its-answer",),
    ),
)
