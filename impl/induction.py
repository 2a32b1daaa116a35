"""Two attention layers with explicit weights that go on with what was repeated."""

from impl.arrays import Array
from impl.checks import shapes_fit
from impl.embedding import one_hot
from impl.heads import scaled_dot_product_attention
from impl.options import positive_number
from impl.refusals import speaking_for


def next_by_repetition(tokens: Array, size: int, sharpness: float = 20.0) -> Array:
    """Return how much each token of the vocabulary is expected next, as weights.

    The first layer asks at each place, by its position, for the place before, and reads the token
    there. The second asks, by the last token, for places that this token stands before, and reads
    what stands there: what followed it when it stood before. sharpness: the score of what matches.
    tokens: integers below size, (n,). Returns (size,).

    >>> import numpy as np
    >>> next_by_repetition(np.asarray([2, 0, 1, 2]), 3).round(3).tolist()
    [1.0, 0.0, 0.0]
    """
    xp = shapes_fit("next_by_repetition", tokens=(tokens, "n+", "integral"))
    positive_number("next_by_repetition", "sharpness", sharpness)
    n = tokens.shape[0]
    with speaking_for("next_by_repetition"):
        words = one_hot(tokens, size)  # (n, size)
    place = xp.arange(n)
    own, next_one = one_hot(place, n + 1), one_hot(place + 1, n + 1)
    earlier = xp.expand_dims(place, axis=1) > xp.expand_dims(place, axis=0)
    before = scaled_dot_product_attention(own, next_one, words, earlier, sharpness)  # (n, size)
    return scaled_dot_product_attention(words[-1:, :], before, words, scale=sharpness)[0, :]
