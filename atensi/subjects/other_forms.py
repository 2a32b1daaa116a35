"""What answers in another form than ours, brought into ours; what cannot be is refused."""

import numpy as np

from atensi.subjects.offer import Function, RefusedError
from atensi.subjects.range_of_floats import far_from_one


def of_tiled_groups(grouped: Function) -> Function:
    """Give the heads of a group as far apart as there are groups."""

    def called(q, k, v, mask=None, **options):
        h, g = q.shape[-3], k.shape[-3]
        tiled = np.arange(h).reshape(g, -1).T.ravel()
        if mask is not None and mask.ndim > 2 and mask.shape[-3] > 1:
            mask = mask[..., tiled, :, :]
        output = np.asarray(grouped(q[..., tiled, :, :], k, v, mask=mask, **options))
        return output[..., np.argsort(tiled), :, :]

    return called


def by_width(regression: Function, power: int) -> Function:
    """Take β as the width of the kernel, or as its square."""

    def called(x_query, x, y, beta):
        with np.errstate(divide="ignore", over="ignore"):
            width = np.float64(1.0) / abs(beta) ** power
        if beta and far_from_one(width.astype(x.dtype)):
            raise RefusedError("squares of its width leave the range of floats")
        return regression(x_query, x, y, float(width))

    return called


def square(function: Function) -> Function:
    """Refuse sizes, the last two that are given, at which it matters where the first query is."""

    def called(*given, **options):
        m, n = given[-2:]
        if m != n:
            raise RefusedError("its first query stands at the first key")
        return function(*given, **options)

    return called


def in_its_dtype(function: Function) -> Function:
    """Round what is given back in a wider dtype."""

    def called(*rows, **options):
        output = function(*rows, **options)
        if isinstance(output, tuple):
            return tuple(np.asarray(each).astype(rows[0].dtype) for each in output)
        return np.asarray(output).astype(rows[0].dtype)

    return called


def interleaved(sinusoidal: Function) -> Function:
    """Put a cosine behind each sine."""

    def called(length, width, **options):
        table = np.asarray(sinusoidal(length, width, **options))
        half, made = (width + 1) // 2, np.empty_like(table)
        made[:, 0::2], made[:, 1::2] = table[:, :half], table[:, half:]
        return made

    return called


def of_halves(rotary: Function) -> Function:
    """Return both forms of one that turns entry j with entry j + d/2: columns change places."""

    def called(x, halved=False, **options):
        if halved:
            return rotary(x, **options)
        output = np.asarray(rotary(np.concatenate([x[..., 0::2], x[..., 1::2]], -1), **options))
        half, made = x.shape[-1] // 2, np.empty_like(output)
        made[..., 0::2], made[..., 1::2] = output[..., :half], output[..., half:]
        return made

    return called


def refusing(function: Function, why: str) -> Function:
    """Refuse every input."""

    def called(*given, **options):
        function(*given, **options)
        raise RefusedError(why)

    return called


def of_one_batch(gradients: Function) -> Function:
    """Refuse what a batch shares."""

    def called(*rows, **options):
        if len({each.shape[:-2] for each in rows}) > 1:
            raise RefusedError("gradients of what a batch shares are not summed")
        return gradients(*rows, **options)

    return called


def constant_rows_to_zero(layer_norm: Function) -> Function:
    """Put 0, or the bias, where a row is constant."""

    def called(x, gain=None, bias=None, eps=0.0):
        output = np.array(layer_norm(x, gain, bias, eps=eps))
        constant = (x == x[..., :1]).all(axis=-1)
        output[constant] = 0 if bias is None else bias
        return output

    return called


def of_gains_beside_one(norm: Function) -> Function:
    """Give the gain less 1 to a norm that adds it, where no float is rounded by that."""

    def called(x, gain=None, *more, **options):
        gain = np.ones(x.shape[-1:], dtype=x.dtype) if gain is None else gain
        less = gain - 1
        if not np.array_equal(less + 1, gain):
            raise RefusedError("1 is added to its gain, which rounds this one")
        return norm(x, less, *more, **options)

    return called


def zero_rows_to_zero(rms_norm: Function) -> Function:
    """Put 0 where a row is 0."""

    def called(x, gain=None, eps=0.0):
        output = np.array(rms_norm(x, gain, eps=eps))
        output[(x == 0).all(axis=-1)] = 0
        return output

    return called


def taking_halves(attention: Function) -> Function:
    """Say that it is tried on halves."""

    def called(*rows, **options):
        return attention(*rows, **options)

    called.takes_halves = True  # type: ignore[attr-defined]
    return called


FEW = 8  # additions after which any bound on sums allows what halves lose


def of_few_halves(attention: Function) -> Function:
    """Refuse sums of many halves, which are kept in halves."""

    def called(q, k, v, *more, **options):
        if q.dtype.itemsize == 2 and max(k.shape[-2:]) > FEW:
            raise RefusedError("it keeps sums of many halves in halves")
        return attention(q, k, v, *more, **options)

    return called


def with_scales_of_float32(attention: Function) -> Function:
    """Refuse scales that are not the square of a float32: of some, the root is rounded to it."""

    def called(*rows, scale=None, **options):
        root = None if scale is None else np.sqrt(np.float32(scale))
        if root is not None and rows[0].dtype == "float64" and float(root) ** 2 != scale:
            raise RefusedError("it rounds the scale, or its root, to float32")
        return attention(*rows, scale=scale, **options)

    return called


def of_near_queries(regression: Function) -> Function:
    """Refuse queries whose kernels all leave the normal floats, so that their ratios are lost."""

    def called(x_query, x, y, beta):
        away = x_query[..., :, None, :].astype(float) - x[..., None, :, :]
        logarithms = -0.5 * ((beta * away) ** 2).sum(axis=-1)
        largest = logarithms.max(axis=-1, initial=-np.inf)
        # each coordinate's density has a factor 1/√(2π), more than exp(-1)
        if (largest - away.shape[-1] < np.log(float(np.finfo(x_query.dtype).tiny))).any():
            raise RefusedError("all its kernels underflow for a query as far as this")
        return regression(x_query, x, y, beta)

    return called
