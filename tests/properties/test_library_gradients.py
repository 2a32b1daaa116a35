"""The gradients that PyTorch and JAX give of attention keep the laws, without a reference."""

import numpy as np
import pytest

from theory.backward.kept_laws import (
    LAWS,
    BackwardPass,
    key_gradient_is_made_of_value_gradients,
    masked_has_no_gradient,
    order_does_not_matter,
    query_gradient_is_a_covariance,
)

pytestmark = pytest.mark.meta
# JAX keeps weights in 32 bits whatever it is given: the laws said so of its gradients in 64 bits.
KEEPS = {"jax": "float32"}
WIDTH = 16  # of queries, keys and values: fused kernels take one width only


def attention_of_torch(backend):
    """Return PyTorch's attention, or its gradients, as a function of NumPy arrays."""
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from torch.nn.attention import SDPBackend, sdpa_kernel

    def run(q, k, v, upstream=None, mask=None):
        given = [torch.tensor(each)[None, None].requires_grad_() for each in (q, k, v)]
        kept = None if mask is None else torch.tensor(mask)
        with sdpa_kernel(getattr(SDPBackend, backend)):
            output = torch.nn.functional.scaled_dot_product_attention(*given, attn_mask=kept)
            if upstream is None:
                return output.detach().numpy()[0, 0]
            output.backward(torch.tensor(upstream)[None, None])
        return tuple(each.grad.numpy()[0, 0] for each in given)

    return run


def attention_of_jax():
    """Return the same of JAX."""
    jax = pytest.importorskip("jax", reason="jax is not installed")
    jax.config.update("jax_enable_x64", True)

    def run(q, k, v, upstream=None, mask=None):
        given = [each[None, :, None, :] for each in (q, k, v)]
        kept = None if mask is None else mask[None, None]
        attend = lambda *each: jax.nn.dot_product_attention(*each, mask=kept)
        if upstream is None:
            return np.asarray(attend(*given))[0, :, 0]
        _, back = jax.vjp(attend, *given)
        return tuple(np.asarray(each)[0, :, 0] for each in back(upstream[None, :, None, :]))

    return run


LIBRARIES = {
    "torch, step by step": lambda: attention_of_torch("MATH"),
    "torch, fused": lambda: attention_of_torch("FLASH_ATTENTION"),
    "jax": attention_of_jax,
}
library = pytest.mark.parametrize("library", LIBRARIES)


def drawn(m, n, dtype):
    """Draw inputs; upstream gradients are never uniform."""
    draw, shapes = np.random.default_rng(), ((m, WIDTH), (n, WIDTH), (n, WIDTH), (m, WIDTH))
    return [draw.standard_normal(shape).astype(dtype) for shape in shapes]


def judged(attention, arrays, mask=None, dtype=""):
    """Return the backward pass of a library as the laws take it."""
    output = attention(*arrays[:3], mask=mask)
    given = (*arrays, *attention(*arrays, mask=mask))
    wide = [each.astype("float64") for each in given]
    attends = None if mask is None else mask.any(axis=1).astype(float)
    scale, dtype = WIDTH**-0.5, dtype or arrays[0].dtype.name
    return BackwardPass(*wide, scale, dtype, output=output.astype("float64"), attends=attends)


def residuals(library, arrays, mask=None, spoil=lambda *gradients: gradients):
    """Return what each law leaves over, by its name; spoil: what is done to gradients first."""
    q, k, v, upstream = arrays
    made, dtype = LIBRARIES[library](), KEEPS.get(library, "")

    def attention(*arrays, mask=None):
        result = made(*arrays, mask=mask)
        return spoil(*result) if isinstance(result, tuple) else result

    case = judged(attention, arrays, mask, dtype)

    def padded(columns):
        return np.pad(columns, ((0, 0), (0, WIDTH - columns.shape[1]))).astype(q.dtype)

    def attend(values):
        output = attention(q, k, padded(values), mask=mask)
        return output[:, : values.shape[1]].astype("float64")

    def value_gradients(other):
        gradients = attention(q, k, np.zeros_like(v), padded(other), mask=mask)[2]
        return gradients[:, : other.shape[1]].astype("float64")

    queries, keys = np.arange(len(q))[::-1], np.arange(len(k))[::-1]
    moved = None if mask is None else mask[queries][:, keys]
    other = judged(attention, (q[queries], k[keys], v[keys], upstream[queries]), moved, dtype)
    found = {name: law(case) for name, law in LAWS.items()}
    found["covariance"] = query_gradient_is_a_covariance(case, 3, attend)
    found["values"] = key_gradient_is_made_of_value_gradients(case, 3, value_gradients)
    orders = order_does_not_matter(case, other, queries, keys)
    found |= {f"order of {name}": each for name, each in zip("qkv", orders, strict=True)}
    if mask is not None:
        found["masked"] = masked_has_no_gradient(case, mask.any(axis=0))
    return found


def broken(found):
    """Return the laws that are broken, and by how many times their bound."""
    return {name: each.times for name, each in found.items() if each.times > 1}


@library
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("masked", [False, True])
def test_the_gradients_of_a_library_keep_the_laws(library, dtype, masked):
    mask = None
    if masked:
        mask = np.random.default_rng().random((48, 64)) > 1 / 4
        mask[:, 5], mask[:, 0] = False, True  # a key that nobody sees, and one that all see
    assert not broken(residuals(library, drawn(48, 64, dtype), mask))


# JAX keeps all weights at once, which limits the rows
@pytest.mark.parametrize("library, rows", [("torch, fused", 10**4), ("jax", 2 * 10**3)])
def test_they_keep_them_at_thousands_of_rows(library, rows):
    assert not broken(residuals(library, drawn(rows, rows, "float32")))


WRONG = {
    "queries without their scale": lambda dq, dk, dv: (dq * WIDTH**0.5, dk, dv),
    "keys without their scale": lambda dq, dk, dv: (dq, dk * WIDTH**0.5, dv),
    "neither is scaled": lambda dq, dk, dv: (dq * WIDTH**0.5, dk * WIDTH**0.5, dv),
    "a key's gradients lost": lambda dq, dk, dv: (dq, np.concatenate([0 * dk[:1], dk[1:]]), dv),
    "a value's gradients lost": lambda dq, dk, dv: (dq, dk, np.concatenate([0 * dv[:1], dv[1:]])),
    "keys one place on": lambda dq, dk, dv: (dq, np.roll(dk, 1, axis=0), dv),
    "values one place on": lambda dq, dk, dv: (dq, dk, np.roll(dv, 1, axis=0)),
}


@library
@pytest.mark.parametrize("what", WRONG)
def test_spoiled_gradients_of_a_library_break_a_law(library, what):
    assert broken(residuals(library, drawn(48, 64, "float32"), spoil=WRONG[what]))
