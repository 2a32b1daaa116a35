"""Why the claims on embedding hold, or fail.

Method: derivations for all vocabularies and widths; general runs of `impl`; witnesses.
"""

from impl.embedding import embed, one_hot
from proofs.arrays import expressions
from proofs.arrays.entries.family_arrays import Besides
from proofs.arrays.objects import INT
from proofs.engine.at_case import At
from proofs.engine.comparing import Part
from proofs.engine.correction import correction
from proofs.engine.evidence import closes, computes, counterexample, derivation, necessity, sizes
from proofs.engine.malformed import ill_formed
from proofs.engine.transcription import transcription
from theory.embedding.words import E, V, a, embedded, l, more, s, sequence, t, v
from theory.embedding.words import one_hot as said_one_hot
from theory.letters import L, d_model, n
from theory.stating.families import every, numbers
from theory.stating.forming import defined
from theory.stating.operations import delta
from theory.stating.terms import term
from theory.stating.variables import index
from theory.symbols import family
from theory.transcribing.arithmetic import OPERATIONS


def _tokens(*places):
    return expressions.xp.asarray(list(places), dtype=INT)


closes("embedding.one-hot-is-sparse", "δ is 0 or 1, so δ² = δ", "δ picks one term")
closes("embedding.one-hot-knows-no-relation", "δ picks the place of token s")


@derivation("embedding.one-hot-knows-no-relation", duty=1)
def different_tokens_are_equally_far(chain):
    # The square of δ is δ, so the squared lengths are 1.
    return chain.equals(
        1 - 2 * delta(t, s) + 1, "each has length 1, and the inner product is δ_st"
    ).closes("collect")


@counterexample("embedding.nothing-can-be-done-with-one-hot")
def a_sum_counts():
    ours = [_count(0, 0, 1), _count(0, 1, 1)]
    values = {sequence: (1, 1, 2), numbers("t'", L, domain="integer"): (1, 2, 2), V: 2}
    return At(values, ours, "the sums of the one-hot vectors, which count the tokens")


def _count(*tokens):
    return expressions.xp.sum(one_hot(_tokens(*tokens), 2), axis=0).tolist()


closes("embedding.counts-embed-as-sums", "δ picks entry v of the sum of one-hot vectors")
closes("embedding.selects-a-row", "δ picks the row of the token")


@counterexample("embedding.reduces-the-dimension")
def a_small_vocabulary_in_a_wide_model():
    rows = embed(_tokens(0), expressions.entries(family("E"), 2, 3))
    return At({V: 2, d_model: 3}, rows.tolist(), "three components, from two")


closes(
    "embedding.narrow-table-reduces-the-dimension",
    "the table has r ≥ 1 rows more than columns",
    duty=1,
    let={V: d_model + more},
)


@necessity("embedding.narrow-table-reduces-the-dimension", "narrow-table")
def a_wide_table_has_long_rows():
    rows = embed(_tokens(0), expressions.entries(family("E"), 2, 3))
    return At({V: 2, d_model: 3, more: 1}, rows.tolist(), "three components, from two")


ONE_HOT = {"one_hot": lambda tokens, columns: one_hot(tokens, *columns.shape)}
sizes("embedding.narrow-table-reduces-the-dimension", ONE_HOT)
sizes("embedding.sizes", ONE_HOT)
sizes("embedding.sizes", {"embedded": lambda tokens, table, *at: embed(tokens, table)}, duty=1)


def one_hot_at(size, token, place):
    """Return one entry of a one-hot vector; the code counts tokens and places from 0."""
    return one_hot(token - 1, size)[place - 1]


computes("embedding.one-hot", {"one_hot": Besides(one_hot_at, V)}, "as it is printed")


computes(
    "embedding.embed",
    {"embedded": lambda t, E, at, a: embed(t - 1, E)[at - 1, a - 1]},
    "as it is printed",
)


closes("embedding.only-used-rows-are-trained", "only the row of the token itself occurs")


taken = numbers("e", d_model)
OF_TOKENS = {r"d_{model}": d_model, r"|\mathcal{V}|": V}

transcription(
    "001:279",
    "embedding.sizes",
    {r"\mathbf{E}_{\mathcal{V}}": E, **OF_TOKENS},
    Part(E[v, a], at=(v, a)),
)
transcription(
    "001:284",
    "embedding.selects-a-row",
    {
        r"\mathbf{e}_{t_{i_k}}": E[t], r"\mathbf{E_\mathcal{V}}": E, **OF_TOKENS,
        r"\mathbf{oh}_{t_{i_k}}": every(v, entry=said_one_hot(t, v)),
    },
    at=(a,),
)  # fmt: skip
EMBEDDED = every(l, a, entry=embedded(sequence, E, l, a))
transcription(
    "001:313", "embedding.sizes", {r"\mathbf{E}": EMBEDDED, "L": L, "d_{model}": d_model}, 1
)
ROWS = {
    r"\text{Embed}": lambda tokens: EMBEDDED, r"\mathbf{t}": sequence, r"\mathbf{E}": EMBEDDED,
    "t": sequence, r"\mathbf{e}": E, "L": L, "i": every(l, entry=term(0) + l), "n": L, **OF_TOKENS,
}  # fmt: skip
transcription("001:294-299/formula", "embedding.embed", ROWS, at=(l, a))
transcription("001:294-299/size", "embedding.sizes", ROWS, 1)
transcription(
    "001:291", "embedding.embed", {r"\mathbf{t}": sequence, "t_i": sequence, "L": L},
    Part(sequence[l]), at=(l,),
)  # fmt: skip
transcription(
    "001:272-273",
    "embedding.one-hot",
    {r"\mathbf{oh}_{t_{i_k}}": every(v, entry=said_one_hot(t, v)), **OF_TOKENS},
    at=(v,),
    one=(t, V),  # the line says where it stands
)
transcription(
    "001:368",
    "embedding.embed",
    {
        "(t_1,t_2,t_3)": sequence, "E_{(t_1,t_2,t_3)}": every(l, a, entry=E[sequence[l], a]),
        r"\text{Embed}": lambda tokens: every(l, a, entry=embedded(tokens, E, l, a)),
    },
    at=(l, a),
)  # fmt: skip
correction(
    "001:279/solution",
    "embedding.sizes",
    {r"\mathbf{E}_{\mathcal{V}}": E, **OF_TOKENS},
    Part(E[v, a], at=(v, a)),
)
correction("001:294-299/name", "embedding.sizes", ROWS, 1)
correction(
    "001:368/typesetting",
    "embedding.embed",
    {
        "(t_3,t_2,t_1)": sequence,
        r"\mathbf{E}_{(t_3,t_2,t_1)}": every(l, a, entry=E[sequence[l], a]),
        r"\text{Embed}": lambda tokens: every(l, a, entry=embedded(tokens, E, l, a)),
    },
    at=(l, a),
)


@ill_formed(
    "001:287/index",
    because="no sentence says which row i is: line 273 calls the place of the 1 i_k",
    printed={"place": "i"},
    meant={"place": "i_k"},
    letters={"i": index("i", V), "i_k": t},
)
def the_row_that_is_taken(place):
    return defined(taken[a], E[place, a], given=(E, t))


@ill_formed(
    "001:294-299/name",
    because="a matrix of n rows, whose last row is number L, and L rows of positions have no sum",
    printed={"rows": "n"},
    meant={"rows": "L"},
    letters={"n": n, "L": L},
)
def what_is_added_to_the_positions(rows):
    return OPERATIONS["+"](numbers("E", rows, d_model), numbers("PE", L, d_model))
