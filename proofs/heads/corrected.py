"""Heads: the formulas of corrections, read, are those of the claims."""

from collections.abc import Mapping
from dataclasses import replace

from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from proofs.heads.transcribed import ONE_INPUT, SIZES, WIDTHS, W_joined, joined, of_token, to_token
from theory.heads.many_heads import (
    MANY_HEADS,
    TOKEN_HEADS,
    W_o,
    W_token,
    d_token,
    head,
    itself,
    o,
    r,
    token_head,
)
from theory.heads.multi_head import attention, heads, multi_head, product
from theory.heads.words import ONE_HEAD, K, Q, V, W_k, W_q, W_v, X, asked, asking, c, column, row, u
from theory.letters import d, d_k, d_model, d_v, h, i
from theory.stating.terms import Term
from theory.stating.variables import index

Y = attention(*(product(X, W) for W in ONE_HEAD))
correction(
    "000:48/each",
    "heads.sizes",
    {**WIDTHS, r"\mathbf{Y}": Y},
    1,
    instance=ONE_INPUT,
)
correction(
    "000:58/typesetting",
    "heads.sizes",
    {**WIDTHS, **{rf"\mathbf{{W}}^{name}": W for name, W in zip("QKV", ONE_HEAD, strict=True)}},
    *(Part(W[column, w], at=(column, w)) for W, w in ((W_q, u), (W_k, u), (W_v, c))),
)
correction(
    "000:79",
    "heads.multi-head",
    {
        r"\text{MultiHead}": lambda X: multi_head(X, X, *MANY_HEADS, W_o), r"\mathbf{X}": X,
        r"\text{Concat}": joined, r"\text{head}": itself, "h": h, r"\mathbf{W}^O": W_o,
    },
    instance={**ONE_INPUT, row: i},
    at=(i, o),
)  # fmt: skip
joint, to_model = index("c", h * d_v), index("o", d_model)


def matrices(other: Mapping[Term, Term]) -> list[Part]:
    """Return the matrices of all heads; other: what a document has for their width, or its own."""
    wide = lambda place: replace(place, last=other.get(place.last, place.last))
    at = [((column, w), W[r, column, w]) for W, w in zip(MANY_HEADS, (u, u, c), strict=True)]
    at.append(((joint, to_model), W_o[joint, to_model]))
    return [Part(entry, at=tuple(map(wide, places))) for places, entry in at]


PROJECTIONS = dict(zip("QKV", MANY_HEADS, strict=True))
correction(
    "000:79/sizes",
    "heads.multi-head",
    {
        "i": r, "h": h, "d": d, "d_k": d_k, "d_v": d_v, r"\mathbf{W}^O": W_o,
        **{rf"\mathbf{{W}}^{name}": W for name, W in PROJECTIONS.items()},
    },
    *matrices({d_model: d}),
    instance={d_model: d},  # the document has one width for both
)  # fmt: skip
correction(
    "004:50-51/sizes",
    "heads.multi-head",
    {
        "i": r, "h": h, "d_{model}": d_model, "d_k": d_k, "d_v": d_v, "W^O": W_o,
        **{f"W^{name}": W for name, W in PROJECTIONS.items()},
    },
    *matrices({d: d_model}),
    instance={d: d_model},
)  # fmt: skip
ONE_FOR_ALL = dict.fromkeys((r"\mathbf{Q}", r"\mathbf{K}", r"\mathbf{V}", r"\mathbf{X}"), X)
for key, given, instance in (
    ("001:228", {r"\mathbf{Q}": asking, r"\mathbf{K}": asked, r"\mathbf{V}": asked}, {}),
    ("001:240-244", ONE_FOR_ALL, {**ONE_INPUT, row: i}),
):
    correction(
        key,
        "heads.multi-head",
        {
            **given, "i": r, "h": h, "d_{attn}": h * d_k,
            r"\text{Attention}": lambda Q, K, _: heads(Q, K, *MANY_HEADS),
            **{rf"\mathbf{{W}}^{name.lower()}": W for name, W in PROJECTIONS.items()},
        },
        Part(head[r, row, c], at=(instance.get(row, row), c)),
        instance=instance,
        at=(instance.get(row, row), c),
    )  # fmt: skip
correction(
    "001:233",
    "heads.multi-head",
    {r"\mathbf{W}^o": W_o, "d_{attn}": h * d_k},
    Part(W_o[joint, to_model], at=(replace(joint, last=h * d_k), replace(to_model, last=h * d_k))),
    instance={d_v: d_k, d_model: h * d_k},
)
correction(
    "001:254/formula",
    "heads.multi-head-sizes",
    {
        **SIZES, r"\text{MHSA}": lambda E: multi_head(E, E, *TOKEN_HEADS, W_joined),
        r"\text{Concat}": joined, r"\text{head}": token_head, r"\mathbf{W}^O": W_joined, "h": h,
    },
    3,
    instance={d_token: h * d_k},
)  # fmt: skip
token_column = index("j", d_token)
all_heads = lambda *places: tuple(
    replace(each, last=h * d_k) if each.last == d_token else each for each in places
)
correction(
    "001:257/projections",
    "heads.multi-head-sizes",
    {
        "i": r, "h": h, r"d_{\text{token}}": h * d_k, r"\mathbf{W}^O": W_token,
        **{rf"\mathbf{{W}}^{name}": W for name, W in zip("qkv", TOKEN_HEADS, strict=True)},
    },
    *(Part(W[r, token_column, u], at=all_heads(token_column, u)) for W in TOKEN_HEADS),
    Part(W_token[of_token, to_token], at=all_heads(of_token, to_token)),
    instance={d_token: h * d_k},
)  # fmt: skip
for key, named in (("003:58/formula", "Attention"), ("004:25/typesetting", "Attention")):
    correction(
        key,
        "heads.scaled-dot-product-attention",
        {"Q": Q, "K": K, "V": V, "d_k": d_k, rf"\text{{{named}}}": attention},
        at=(row, c),
    )
