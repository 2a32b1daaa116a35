"""Heads: printed formulas that have no meaning as they stand."""

from proofs.engine.formula_checks import explained
from proofs.engine.malformed import ill_formed, misprinted
from theory.heads.many_heads import d_token
from theory.heads.multi_head import concat_from, product
from theory.letters import L, h
from theory.stating.families import numbers
from theory.stating.forming import defined, fitting
from theory.stating.terms import term
from theory.stating.variables import index

E, result = numbers("E", L, d_token), numbers("Z", L, d_token)
H, W_o = numbers("H", h, L, d_token / h), numbers("W^O", d_token, d_token)
l, o = index("l", L), index("o", d_token)  # noqa: E741  (the theory's names)


@ill_formed(
    "001:257/projections",
    because="the product E W has no meaning: E has d_token columns, and W has d_token / h rows",
    printed={"rows": r"\frac{d_{\text{token}}}{h}"},
    meant={"rows": r"d_{\text{token}}"},
    letters={r"d_{\text{token}}": d_token, "h": h},
)
def the_queries_of_a_head(rows):
    return product(*fitting(E, numbers("W^Q", rows, d_token / h)))


@ill_formed(
    "001:254/formula",
    because="the index i of the first head stands for nothing: no sum and no sentence gives it",
    printed={"first": r"\text{head}_i"},
    meant={"first": r"\text{head}_1"},
    letters={r"\text{head}_i": index("i", h), r"\text{head}_1": term(1)},
)
def all_heads_side_by_side(first):
    return defined(result[l, o], product(concat_from(h, first, H), W_o)[l, o], given=(H, W_o))


misprinted("000:58/typesetting", because="an ampersand stands above a letter, where nothing aligns")
misprinted(
    "001:254/undefined",
    because="L and d_token are used, and no sentence before or here says what they are",
    check=explained("L", r"d_{\text{token}}"),
)
