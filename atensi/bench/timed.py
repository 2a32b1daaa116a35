"""What is timed: functions of `impl` beside those of other libraries, on the same numbers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from impl import decoder, encoder, heads, kernel, normalization, parameters, softmax
from impl.fast.nearby import tiled_regression
from impl.fast.tiles import tiled_attention

Functions = dict[str, Callable[[], Any]]
FORMULA = 8192  # beyond, all scores at once take gigabytes


def plain(q: Any, k: Any, v: Any) -> Any:
    """Return attention as one writes it in NumPy, with no guards."""
    scores = q @ k.mT / np.sqrt(q.dtype.type(q.shape[-1]))
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True) @ v


def attention(n: int, dtype: str, d: int = 64) -> tuple[Functions, list[Any]]:
    """Return ways to compute attention of n rows, and the rows."""
    random = np.random.default_rng(n)
    q, k, v = rows = [random.standard_normal((n, d)).astype(dtype) for _ in range(3)]
    theirs = [torch.from_numpy(each)[None, None] for each in rows]
    attend = torch.nn.functional.scaled_dot_product_attention
    functions: Functions = {
        "torch": lambda: attend(*theirs)[0, 0].numpy(),
        "tiles": lambda: tiled_attention(q, k, v),
    }
    if n <= FORMULA:
        functions |= {
            "formula": lambda: heads.scaled_dot_product_attention(q, k, v),
            "plain NumPy": lambda: plain(q, k, v),
        }
    return functions, rows


def block(n: int = 512, d: int = 256, h: int = 8) -> Functions:
    """Return ways to run a block of an encoder, with random weights."""
    random = np.random.default_rng(0)
    shapes = parameters.block_shapes(d, h, 4 * d)
    params = {name: random.normal(size=each) / np.sqrt(d) for name, each in shapes.items()}
    x = random.normal(size=(1, n, d))
    layer = torch.nn.TransformerEncoderLayer(d, h, 4 * d, 0.0, batch_first=True, dtype=torch.double)
    layer.eval()
    given = torch.from_numpy(x)
    return {"torch": lambda: layer(given), "formula": lambda: encoder.encoder_block(x, params)}


def pieces(n: int = 2048) -> dict[str, Functions]:
    """Return softmax and LayerNorm beside those of other libraries."""
    import scipy.special

    x = np.random.default_rng(0).normal(size=(n, n))
    given = torch.from_numpy(x)
    return {
        "softmax": {
            "torch": lambda: torch.softmax(given, -1),
            "scipy": lambda: scipy.special.softmax(x, axis=-1),
            "formula": lambda: softmax.softmax(x),
        },
        "LayerNorm": {
            "torch": lambda: torch.nn.functional.layer_norm(given, (n,)),
            "formula": lambda: normalization.layer_norm(x, eps=1e-5),
        },
    }


def next_row(t: int, d: int = 256, h: int = 4) -> Functions:
    """Return ways to compute row t of a decoder's block, d wide, beside a source of 16 rows."""
    random = np.random.default_rng(0)
    shapes = parameters.block_shapes(d, h, 4 * d, crossed=True)
    params = {name: random.normal(size=each) / np.sqrt(d) for name, each in shapes.items()}
    rows, memory = random.normal(size=(t, d)), random.normal(size=(16, d))
    project = lambda x, layer: (
        heads.project(x, params[f"{layer}.w_k"]), heads.project(x, params[f"{layer}.w_v"])
    )  # fmt: skip
    kept, crossed = project(rows[:-1], "attention"), project(memory, "crossed")
    return {
        "cached": lambda: decoder.cached_block(rows[-1:], kept, crossed, params)[0],
        "all again": lambda: decoder.decoder_block(rows, memory, params)[-1:],
    }


def regression(n: int, m: int, beta: float) -> Functions:
    """Return ways to predict m values from n points on a line."""
    from statsmodels.nonparametric.kernel_regression import KernelReg

    random = np.random.default_rng(0)
    x, x_query = np.sort(random.random(n)), random.random(m)
    y = np.sin(9 * x) + random.normal(size=n)
    model = KernelReg(y, x, "c", reg_type="lc", bw=[1 / beta])
    functions: Functions = {
        "statsmodels": lambda: model.fit(x_query)[0],
        "near points": lambda: tiled_regression(x_query[:, None], x[:, None], y, beta),
    }
    functions["scikit-learn"] = lambda: _two_densities(x_query, x, y, beta)
    if n * m <= 10**8:
        functions["formula"] = lambda: kernel.kernel_regression(
            x_query[:, None], x[:, None], y, beta
        )
    return functions


def _two_densities(x_query: Any, x: Any, y: Any, beta: float) -> Any:
    """Return what scikit-learn, which has no kernel regression, gives as a ratio of densities.

    Weights of densities are positive, so the targets are raised above 0 first.
    """
    from sklearn.neighbors import KernelDensity

    low = y.min() - 1
    weighed, plainly = (
        KernelDensity(bandwidth=1 / beta).fit(x[:, None], sample_weight=weight)
        for weight in (y - low, None)
    )
    ratio = weighed.score_samples(x_query[:, None]) - plainly.score_samples(x_query[:, None])
    return np.exp(ratio) * (y - low).mean() + low
