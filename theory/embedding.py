"""Embedding: what the documents print, and what is claimed of it."""

import sympy as sp

from theory.claim import Claim
from theory.symbols import j, sum_over, term


def one_hot(token, place):
    """001:273: 1 at the index of the token, else 0. The vocabulary has n tokens."""
    return sp.KroneckerDelta(token, place)


def embedded(token, table, column):
    """001:284: oh E, one column."""
    return sum_over(j, one_hot(token, j) * term(table, j, column))


CLAIMS = (
    Claim(
        id="embedding.one-hot",
        kind="definition",
        latex=r"(\mathrm{oh}_t)_v = \delta_{tv}",
        says="A token is the vector with 1 at its place in the vocabulary and 0 elsewhere; each "
        "token has a place of its own.",
        sources=("001:268", "001:270", "001:272-273", "002:14/tokens", "003:34"),
        departs="The documents count tokens from 1, the code from 0. 003:34 takes words as units, "
        "the original byte pairs or word pieces (section 5.1); its output is what enters the "
        "decoder, while what leaves it is a distribution (decoder.output-layer).",
    ),
    Claim(
        id="embedding.one-hot-is-sparse",
        kind="identity",
        latex=r"(\mathrm{oh}_t)_v^2 = (\mathrm{oh}_t)_v,\quad \sum_v (\mathrm{oh}_t)_v = 1",
        says="A one-hot vector has a single entry that is not zero, however large the vocabulary.",
        sources=("001:276",),
        builds_on=("embedding.one-hot",),
    ),
    Claim(
        id="embedding.one-hot-knows-no-relation",
        kind="identity",
        latex=r"\langle \mathrm{oh}_s, \mathrm{oh}_t \rangle = \delta_{st},\quad"
        r" \lVert \mathrm{oh}_s - \mathrm{oh}_t \rVert^2 = 2 - 2 \delta_{st}",
        says="Any two different tokens are orthogonal and equally far apart: their geometry says "
        "only whether they are the same.",
        sources=("001:277/no-relation",),
        builds_on=("embedding.one-hot",),
    ),
    Claim(
        id="embedding.nothing-can-be-done-with-one-hot",
        kind="identity",
        latex=r"\sum_l \mathrm{oh}_{t_l} \text{ tells nothing of the sequence } t",
        says="No meaningful operation on one-hot vectors is possible.",
        sources=("001:277/no-operations",),
    ),
    Claim(
        id="embedding.counts-embed-as-sums",
        kind="identity",
        latex=r"\Bigl(\sum_v c_v\, \mathrm{oh}_v\Bigr) E = \sum_v c_v e_v",
        says="Sums of one-hot vectors count tokens, and a product with a table turns counts into "
        "sums of embeddings; with c = 1 at one token it selects a row.",
        builds_on=("embedding.one-hot",),
        repairs=("embedding.nothing-can-be-done-with-one-hot",),
    ),
    Claim(
        id="embedding.selects-a-row",
        kind="identity",
        latex=r"\mathrm{oh}_t E = e_t, \text{ row } t \text{ of } E",
        says="The product of a one-hot vector and the table is the row of its token.",
        sources=("001:284", "001:287"),
        departs="001:287 writes row i for the token whose index line 273 calls i_k.",
        builds_on=("embedding.one-hot",),
    ),
    Claim(
        id="embedding.embed",
        kind="definition",
        latex=r"\operatorname{Embed}(t)_l = e_{t_l}",
        says="A sequence is embedded token by token, a row for each.",
        sources=("001:294-299/formula",),
        builds_on=("embedding.selects-a-row",),
    ),
    Claim(
        id="embedding.reduces-the-dimension",
        kind="sizes",
        latex=r"d_{\mathrm{model}} < |\mathcal V|",
        says="Embedding reduces the dimension of the one-hot vectors.",
        sources=("003:40",),
    ),
    Claim(
        id="embedding.sizes",
        kind="sizes",
        latex=r"\mathrm{oh} \in \mathbb R^{L \times |\mathcal V|},\ E \in \mathbb R^{|\mathcal V|"
        r" \times d_{\mathrm{model}}} \implies \mathrm{oh}\, E \in \mathbb R^{L \times"
        r" d_{\mathrm{model}}}",
        says="L tokens become L rows of width d_model. Nothing makes d_model smaller than the "
        "vocabulary; that is a choice.",
        sources=("001:279", "001:294-299/size", "001:313"),
        builds_on=("embedding.embed",),
        repairs=("embedding.reduces-the-dimension",),
    ),
    Claim(
        id="embedding.only-used-rows-are-trained",
        kind="identity",
        latex=r"\frac{\partial (e_t)_a}{\partial E_{ub}} = \delta_{tu} \delta_{ab}",
        says="The table is a parameter, but through the embedding a token's gradient reaches the "
        "row of that token alone. A table that is tied to the output layer, as in the original's "
        "section 3.4, has another gradient there, for every row.",
        sources=("001:288",),
        builds_on=("embedding.selects-a-row",),
    ),
)
