"""Whether a row keeps its bits beside others: a sum in another order is as near, not the same."""

import numpy as np

from atensi.subjects.questions import REFUSED

ANSWERS = {"are the same": 0.0, "change": 1.0, REFUSED: None}


def _waves(*shape):
    """Return numbers whose sums need rounding, the same everywhere."""
    return np.sin(np.arange(np.prod(shape)) ** 1.5).reshape(shape).astype("float32")


TABLE = _waves(40, 64), _waves(100, 64), _waves(100, 64)  # some want values as wide as keys


def _bits_change(one, other):
    return float((np.asarray(one) != np.asarray(other)).any())


def alone(attention):
    q, k, v = TABLE
    return _bits_change(attention(q[:1], k, v), attention(q, k, v)[:1])


def padded(attention):
    """Ask for a row of 28 more keys, all of them dropped."""
    q, k, v = TABLE
    more = [np.pad(each, ((0, 28), (0, 0))) for each in (k, v)]
    kept = np.broadcast_to(np.arange(128) < 100, (40, 128))
    return _bits_change(attention(q, *more, mask=kept), attention(q, k, v))


def batched(attention):
    one, three = (attention(*(np.stack([each] * size) for each in TABLE)) for size in (1, 3))
    return _bits_change(one[0], three[0])
