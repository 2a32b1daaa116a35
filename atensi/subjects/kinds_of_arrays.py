"""The arrays that a function may take, made of NumPy's and made into them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from atensi.subjects.offer import as_array

Both = tuple[Callable[[Any], Any], Callable[[Any], Any]]


def _numpy() -> Both:
    return np.asarray, as_array


def _torch() -> Both:
    import torch

    from atensi.subjects.adapters.torch import array, tensor

    def back(made):
        return array(made.detach().cpu()) if isinstance(made, torch.Tensor) else np.asarray(made)

    return tensor, back


def _jax() -> Both:
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax.numpy.asarray, np.asarray


MAKERS: Mapping[str, Callable[[], Both]] = {"numpy": _numpy, "torch": _torch, "jax": _jax}


def makers(kind: str, dtype: str) -> Both:
    """Return what makes arrays of a kind, and NumPy's of them; wider floats become the dtype."""
    make, back = MAKERS[kind]()

    def made(value):
        if isinstance(value, Mapping):
            return {key: made(each) for key, each in value.items()}
        if not isinstance(value, np.ndarray):
            return value
        wider = value.dtype.kind == "f" and value.dtype.itemsize > np.dtype(dtype).itemsize
        return make(value.astype(dtype) if wider else value)

    return made, back
