"""A whole encoder-decoder with explicit weights: it reverses every sequence up to a length.

A row holds named features and, in a second half, their negatives: its mean is 0, so LayerNorm only
divides it, which turns no comparison round. The features are a unit vector for the token, the place
and its square, a constant 1, what the first layer reads, and a unit vector for the answer.

The source stands between two end tokens, at the places 0 and n + 1. The decoder's first layer
compares nothing: all weights are equal, and it reads the mean of the places, (n + 1)/2. At step t
the second asks for the place u = n - t, with the score 2 p u - p², which is largest at p = u; it
answers with the token there, and with the end token when t = n.
"""

from collections.abc import Sequence
from typing import Any

from impl.arrays import Params
from impl.decoder import generate
from impl.options import library, whole_number
from impl.parameters import check_tables, transformer_shapes
from impl.refusals import ArgumentValueError, speaking_for

END = 0


def reversing_parameters(tokens: int, longest: int, xp: Any = None) -> Params:
    """Return the parameters of a machine that reverses sequences of `longest` tokens at most.

    tokens: how many there are beside the end token; they are 1, 2, ... Use the order "pre".
    """
    xp = library(xp)
    for name, number in (("tokens", tokens), ("longest", longest)):
        whole_number("reversing_parameters", name, number, least=0)
    words, places = tokens + 1, longest + 2
    place, square, one, mean = range(words, words + 4)
    answer = words + 4
    half = answer + words
    width = 2 * half
    sharp = 40 * places**2  # so that e to the smallest difference of scores is beyond all doubt

    def reads(entries, columns=width):
        """Return the matrix with these entries (feature, column), each shared with its negative."""
        above = [[entries.get((k, c), 0) / 2 for c in range(columns)] for k in range(half)]
        return above + [[-value for value in row] for row in above]

    def writes(given, rows=width):
        """Return rows with these features, and zeros below."""
        given = given + [{}] * (rows - len(given))
        features = [[float(row.get(k, 0)) for k in range(half)] for row in given]
        return [row + [-value for value in row] for row in features]

    unit = range(words)
    reading = {"w_v": [reads({(place, 0): 1})], "w_o": writes([{mean: 1}])}
    asking = {
        # u = 2 · mean - 1 - t, and the score 2 p u - p²
        "w_q": [reads({(mean, 0): 2 * sharp, (one, 0): -sharp, (place, 0): -sharp,
                       (one, 1): -sharp})],
        "w_k": [reads({(place, 0): 2, (square, 1): 1})],
        "w_v": [reads({(k, k): 1 for k in unit})],
        "w_o": writes([{answer + k: 1} for k in unit]),
    }  # fmt: skip
    given = {
        "tokens": writes([{k: 1} for k in unit], words),
        "positions": writes([{place: p, square: p * p, one: 1} for p in range(places)], places),
        "output.w": reads({(answer + k, k): 1 for k in unit}, words),
    }
    for layer, crossed in enumerate((reading, asking)):
        given |= {f"decoder.{layer}.crossed.{name}": each for name, each in crossed.items()}
    others = {
        name: xp.broadcast_to(xp.asarray(1.0 if name.endswith("gain") else 0.0), shape)
        for name, shape in transformer_shapes(words, places, width, 1, 1, layers=2).items()
        if not name.startswith("encoder")
    }
    return others | {name: xp.asarray(each) for name, each in given.items()}


def reverse(
    sequence: Sequence[int], params: Params, xp: Any = None, cached: bool = True
) -> list[int]:
    """Return the tokens that the machine generates for a sequence of tokens from 1 on.

    >>> reverse([1, 2, 2], reversing_parameters(tokens=2, longest=3))
    [2, 2, 1]
    """
    xp = library(xp)
    check_tables("reverse", params)
    words, most = params["tokens"].shape[0], params["positions"].shape[0] - 2
    if any(token not in range(1, words) for token in sequence):
        what = f"is {sequence}, expected tokens from 1 to {words - 1}"
        raise ArgumentValueError("reverse", sequence=what)
    if len(sequence) > most:
        raise ArgumentValueError("reverse", sequence=f"is {sequence}, expected {most} at most")
    source = xp.asarray([END, *sequence, END], dtype=xp.int64)
    with speaking_for("reverse", source="sequence"):
        return generate(source, params, END, END, most + 1, cached=cached, order="pre")
