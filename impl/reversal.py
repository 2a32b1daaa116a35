"""A whole encoder-decoder with explicit weights: it reverses every sequence up to a length.

A row holds named features and, in a second half, their negatives: its mean is 0, so LayerNorm only
divides it, which turns no comparison round. The features are a unit vector for the token, the place
and its square, a constant 1, what the first layer reads, and a unit vector for the answer.

The source stands between two end tokens, at the places 0 and n + 1. The decoder's first layer asks
for end tokens and reads the mean of their places, (n + 1)/2. At step t the second asks for the
place u = n - t, with the score 2 p u - p², which is largest at p = u; it answers with the token
there, and with the end token when t = n.
"""

from impl.checks import library, whole_number
from impl.parameters import transformer_shapes

END = 0


def reversing_parameters(tokens, longest, xp=None):
    """Return the parameters of a machine that reverses sequences of `longest` tokens at most.

    tokens: how many there are beside the end token; they are 1, 2, ... Use the order "pre".
    """
    xp = library(xp)
    for name, number in (("tokens", tokens), ("longest", longest)):
        whole_number("reversing_parameters", name, number, least=0)
    words, places = tokens + 1, longest + 2
    place, square, one, read = range(words, words + 4)
    answer = words + 4
    half = answer + words
    sharp = 40 * places**2  # so that e to the smallest difference of scores is beyond all doubt

    def matrix(entries, width=2 * half):
        """Return a matrix of zeros but for these; a feature of a row counts with its negative."""
        rows = [[0.0] * width for _ in range(2 * half)]
        for (source, target), value in entries.items():
            rows[source][target] += value / 2
            rows[source + half][target] -= value / 2
        return rows

    def features(entries):
        row = [float(entries.get(k, 0)) for k in range(half)]
        return row + [-value for value in row]

    def both(entries):
        """Write a value into a feature, and its negative into the second half."""
        negative = {(source, target + half): -value for (source, target), value in entries.items()}
        return entries | negative

    shapes = transformer_shapes(words, places, 2 * half, 1, 1, layers=2)
    params = {
        name: xp.broadcast_to(xp.asarray(1.0 if name.endswith("gain") else 0.0), shape)
        for name, shape in shapes.items()
        if not name.startswith("encoder")
    }
    unit = range(words)
    ends = {
        "w_q": [matrix({(one, 0): sharp})],
        "w_k": [matrix({(END, 0): 1})],
        "w_v": [matrix({(place, 0): 1})],
        "w_o": _row_zero(both({(0, read): 1}), 2 * half),
    }
    asks = {
        # u = 2 · read - 1 - t, and the score 2 p u - p²
        "w_q": [matrix({(read, 0): 2 * sharp, (one, 0): -sharp, (place, 0): -sharp,
                        (one, 1): -sharp})],
        "w_k": [matrix({(place, 0): 2, (square, 1): 1})],
        "w_v": [matrix({(k, k): 1 for k in unit})],
        "w_o": _row_zero(both({(k, answer + k): 1 for k in unit}), 2 * half),
    }  # fmt: skip
    for layer, given in enumerate((ends, asks)):
        params |= {f"decoder.{layer}.crossed.{name}": xp.asarray(m) for name, m in given.items()}
    return params | {
        "tokens": xp.asarray([features({k: 1}) for k in unit]),
        "positions": xp.asarray(
            [features({place: p, square: p * p, one: 1}) for p in range(places)]
        ),
        "output.w": xp.asarray(matrix({(answer + k, k): 1 for k in unit}, words)),
    }


def _row_zero(entries, size):
    """Return a square matrix of zeros but for these."""
    rows = [[0.0] * size for _ in range(size)]
    for (source, target), value in entries.items():
        rows[source][target] = float(value)
    return rows


def reverse(sequence, params, xp=None, cached=True):
    """Return the tokens that the machine generates for a sequence of tokens from 1 on.

    >>> reverse([1, 2, 2], reversing_parameters(tokens=2, longest=3))
    [2, 2, 1]
    """
    from impl.decoder import generate

    xp = library(xp)
    words = params["tokens"].shape[0]
    if any(not 1 <= token < words for token in sequence):
        raise ValueError(f"reverse: sequence is {sequence}; expected tokens from 1 to {words - 1}")
    steps = params["positions"].shape[0] - 1
    if len(sequence) >= steps:
        raise ValueError(f"reverse: {len(sequence)} tokens; expected at most {steps - 1}")
    source = xp.asarray([END, *sequence, END], dtype=xp.int64)
    return generate(source, params, END, END, steps, cached=cached, order="pre")
