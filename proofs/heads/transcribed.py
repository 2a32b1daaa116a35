"""Heads: the printed formulas, read, are those of the claims."""

from proofs.engine.comparing import Part
from proofs.engine.transcription import transcription
from theory.heads.many_heads import (
    MANY_HEADS,
    TOKEN_HEADS,
    E,
    W_o,
    W_token,
    d_token,
    head,
    itself,
    o,
    r,
    token_head,
)
from theory.heads.multi_head import (
    attention,
    concat,
    heads,
    multi_head,
    multi_head_as_printed,
    product,
)
from theory.heads.words import ONE_HEAD, K, Q, V, W_k, W_q, W_v, X, asked, asking, c, column, row, u
from theory.letters import L, d, d_k, d_v, h, i, k, m, n
from theory.stating.families import Family, numbers
from theory.stating.variables import index

of_token, to_token = index("c", d_token), index("o", d_token)
BOLD = {r"\mathbf{Q}": Q, r"\mathbf{K}": K, r"\mathbf{V}": V, "d_k": d_k}

transcription(
    "000:60-64",
    "heads.scaled-dot-product-attention",
    {**BOLD, r"\mathbf{Y}": attention(Q, K, V), r"\text{Attention}": attention},
    at=(row, c),
)
transcription(
    "004:25",
    "heads.scaled-dot-product-attention",
    {"Q": Q, "K": K, "V": V, "d_k": d_k, "A": attention},
    at=(row, c),
)
OF_X = {r"\mathbf{X}": X, r"\mathbf{W}^Q": W_q, r"\mathbf{W}^K": W_k, r"\mathbf{W}^V": W_v}
ARGUMENTS = [product(X, each) for each in (W_q, W_k, W_v)]
transcription(
    "000:50-56",
    "heads.self-attention",
    {**OF_X, **dict(zip((r"\mathbf{Q}", r"\mathbf{K}", r"\mathbf{V}"), ARGUMENTS, strict=True))},
    *map(Part, ARGUMENTS),
)
transcription(
    "002:29-31",
    "heads.self-attention",
    {"X": X, "W^Q": W_q, "W^K": W_k, "W^V": W_v, **dict(zip("QKV", ARGUMENTS, strict=True))},
    *map(Part, ARGUMENTS),
)

ONE_INPUT = {asking: X, asked: X, m: n}  # the printed X gives queries, keys and values alike
THREE = tuple(zip("QKV", MANY_HEADS, strict=True))
of_heads = lambda inputs, weights: Family(
    lambda r, *place: product(inputs, weights[r])[place],
    (h, inputs.lasts[0], weights.lasts[2]),
)
joined = lambda H: concat(h, H)

transcription(
    "000:79",
    "heads.multi-head-uses-its-arguments",
    {
        r"\text{MultiHead}": lambda Q, K, V: multi_head_as_printed(Q, K, V, X, *MANY_HEADS, W_o),
        **BOLD, r"\text{Concat}": joined, r"\text{head}": itself, "h": h, r"\mathbf{W}^O": W_o,
    },
    at=(i, o),
)  # fmt: skip
transcription(
    "000:80",
    "heads.multi-head",
    {
        r"\text{head}": head, "i": r, r"\text{Attention}": attention,
        r"\mathbf{Q}": of_heads(asking, MANY_HEADS[0]),
        r"\mathbf{K}": of_heads(asked, MANY_HEADS[1]),
        r"\mathbf{V}": of_heads(asked, MANY_HEADS[2]),
    },
    Part(head[r, row, c]),
    at=(row, c),
)  # fmt: skip
transcription(
    "000:81-83",
    "heads.multi-head",
    {
        r"\mathbf{X}": X, "i": r,
        **{rf"\mathbf{{W}}^{name}": W for name, W in THREE},
        **{rf"\mathbf{{{name}}}": of_heads(X, W) for name, W in THREE},
    },
    *(Part(product(asking if W is MANY_HEADS[0] else asked, W[r])) for W in MANY_HEADS),
    instance=ONE_INPUT,
)  # fmt: skip
GIVEN = {r"\mathbf{Q}": asking, r"\mathbf{K}": asked, r"\mathbf{V}": asked}
NAMED = {r"\text{Concat}": joined, r"\text{head}": head, "h": h}
from_three = lambda Q, K, _: multi_head(Q, K, *MANY_HEADS, W_o)
transcription(
    "001:224",
    "heads.multi-head",
    {r"\text{MultiHead}": from_three, **GIVEN, **NAMED, r"\mathbf{W}^o": W_o},
    at=(row, o),
)
transcription(
    "001:225",
    "heads.multi-head",
    {**GIVEN, **NAMED, "i": r, r"\text{Attention}": lambda Q, K, _: heads(Q, K, *MANY_HEADS)},
    Part(head[r, row, c]),
    at=(row, c),
)
transcription(
    "001:228",
    "heads.multi-head",
    {
        **GIVEN, "i": r, "h": h, "d_{attn}": h * d_k,
        r"\text{Attention}": lambda Q, K, _: heads(Q, K, *MANY_HEADS),
        **{rf"\mathbf{{W}}^{name.lower()}": W for name, W in THREE},
    },
    Part(head[r, row, c]),
    at=(row, c),
)  # fmt: skip
of_joined = index("c", h * d_v)
transcription(
    "001:231",
    "heads.multi-head",
    NAMED,
    Part(concat(h, head)[row, of_joined]),
    at=(row, of_joined),
)
transcription(
    "001:236",
    "heads.self-attention",
    dict.fromkeys((r"\mathbf{Q}", r"\mathbf{K}", r"\mathbf{V}", r"\mathbf{X}"), X),
    Part(X[i, column]),
    at=(i, column),
)
SMALL = {f"W^{name}": W for name, W in THREE}
transcription(
    "004:50-51",
    "heads.multi-head",
    {
        r"\text{MultiHead}": from_three, "Q": asking, "K": asked, "V": asked,
        "Attention": attention, r"\text{Concat}": joined, "head": head, "h": h, "W^O": W_o,
        **SMALL, "i": r,
    },
    0,
    Part(head[r, row, c], at=(row, c)),
    at=(row, o),
)  # fmt: skip
transcription(
    "001:240-244",
    "heads.multi-head",
    {
        r"\text{MultiHead}_h": lambda Q, K, _: multi_head(Q, K, *MANY_HEADS, W_o),
        **dict.fromkeys((r"\mathbf{Q}", r"\mathbf{K}", r"\mathbf{V}", r"\mathbf{X}"), X),
        r"\text{Concat}": joined, r"\text{head}": itself, "h": h, r"\mathbf{W}^O": W_o, "i": r,
        r"\text{Attention}": lambda Q, K, _: heads(Q, K, *MANY_HEADS), "d_{attn}": h * d_k,
        **{rf"\mathbf{{W}}^{name.lower()}": W for name, W in THREE},
    },
    0,
    Part(head[r, row, c], at=(i, c)),
    Part(head[r, row, c], at=(i, c)),
    instance={**ONE_INPUT, row: i},
    at=(i, o),
)  # fmt: skip
transcription(
    "001:255/formula",
    "heads.multi-head",
    {
        r"\text{head}": itself, "i": r, r"\mathbf{E}": X,
        r"\text{Self-Attention}": lambda E: heads(E, E, *MANY_HEADS),
        r"d_{\text{token}}": h * d_k, "h": h,
        **{rf"\mathbf{{W}}^{name.lower()}": W for name, W in THREE},
    },
    Part(head[r, row, c]),
    instance={**ONE_INPUT, row: i},
    at=(i, c),
)  # fmt: skip
SIZES = {"L": L, r"d_{\text{token}}": h * d_k, "h": h, r"\mathbf{E}": E, r"\mathbf{W}^O": W_token}
transcription(
    "001:256",
    "heads.multi-head-sizes",
    {**SIZES, r"\text{Concat}": joined, r"\text{head}": token_head},
    2,
    instance={d_token: h * d_k},
)
W_joined = numbers("W^O", h * d_k, h * d_k)  # as wide as the heads together
transcription(
    "001:254/size",
    "heads.multi-head-sizes",
    {
        **SIZES, r"\text{MHSA}": lambda E: multi_head(E, E, *TOKEN_HEADS, W_joined),
        r"\text{Concat}": joined, r"\text{head}": token_head, r"\mathbf{W}^O": W_joined,
    },
    3,
    instance={d_token: h * d_k},
    but={r"\text{head}_i, \dots": r"\text{head}_1, \dots"},
)  # fmt: skip
WIDTHS = {"n": n, "d": d, "d_k": d_k, "d_v": d_v}
transcription(
    "000:48/sizes",
    "heads.sizes",
    {
        **WIDTHS, r"\mathbf{X}": X, r"\mathbf{Y}": attention(*(product(X, W) for W in ONE_HEAD)),
        **{rf"\mathbf{{{name}}}": product(X, W) for name, W in zip("QKV", ONE_HEAD, strict=True)},
    },
    Part(asked[k, column], at=(k, column)),
    1,
    *(Part(product(given, W)) for given, W in zip((asking, asked, asked), ONE_HEAD, strict=True)),
    instance=ONE_INPUT,
)  # fmt: skip
transcription(
    "000:58",
    "heads.sizes",
    {**WIDTHS, **{rf"\mathbf{{W}}^{name}": W for name, W in zip("QKV", ONE_HEAD, strict=True)}},
    *(Part(W[column, w], at=(column, w)) for W, w in ((W_q, u), (W_k, u), (W_v, c))),
    but={"^&Q": "^Q"},
)
HEAD_SIZES = {**SIZES, "i": r, r"\text{head}": token_head, "h": h}
transcription(
    "001:255/size",
    "heads.multi-head-sizes",
    {
        **HEAD_SIZES, r"\text{Self-Attention}": lambda E: heads(E, E, *TOKEN_HEADS),
        **{rf"\mathbf{{W}}^{name}": W for name, W in zip("qkv", TOKEN_HEADS, strict=True)},
    },
    1,
    instance={d_token: h * d_k},
)  # fmt: skip
transcription(
    "001:257/output",
    "heads.multi-head-sizes",
    {r"\mathbf{W}^O": W_token, r"d_{\text{token}}": d_token},
    Part(W_token[of_token, to_token], at=(of_token, to_token)),
)
