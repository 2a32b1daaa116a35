"""PyTorch's flex attention: masks are functions of places. Here it runs without a compiler."""

import warnings
from math import prod

import numpy as np
import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

from atensi.subjects.adapters.torch import array, tensor
from atensi.subjects.offer import NotOfferedError, Offer
from atensi.subjects.script import given, has_batches

FROM = "from torch.nn.attention.flex_attention import create_block_mask, flex_attention"


def attention_lines(named, shape):
    """Return the lines of a call: what a mask drops and what it adds as functions of places."""
    if has_batches(named):
        return []
    rows, mask = {key: named[key] for key in "qkv"}, named.get("mask")
    m, n = rows["q"].shape[-2], rows["k"].shape[-2]
    kept = np.ones((m, n), dtype=bool) if mask is None or mask.dtype != bool else mask
    rows["kept"] = np.broadcast_to(kept, (m, n)) & np.tri(m, n, n, dtype=bool)
    if named.get("is_causal"):
        rows["kept"] = rows["kept"] & np.tri(m, n, dtype=bool)
    if mask is not None and mask.dtype != bool:
        rows["added"] = np.broadcast_to(mask, (m, n)).astype(rows["q"].dtype)
    score = "lambda s, b, h, i, j: s + added[i, j]" if "added" in rows else "None"
    names = ", ".join(rows)
    return [
        "import numpy as np, torch", FROM, given(rows),
        f"{names} = map(torch.tensor, ({names}))",
        f"seen = create_block_mask(lambda b, h, i, j: kept[i, j], 1, 1, {m}, {n}, device='cpu')",
        "rows = (x[None, None] for x in (q, k, v))",
        f"got = flex_attention(*rows, {score}, seen, {named.get('scale')})[0, 0].numpy()",
    ]  # fmt: skip


def attention(q, k, v, mask=None, scale=None, is_causal=False):
    """Call flex_attention: what is added is its score_mod, what is dropped its block_mask."""
    if is_causal and q.shape[-2] != k.shape[-2]:
        raise NotOfferedError("flex attention has no causal order but that of the mask it is given")
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    size = prod(lead), q.shape[-2], k.shape[-2]
    rows = [tensor(np.broadcast_to(each, (*lead, *each.shape[-2:]))) for each in (q, k, v)]
    q, k, v = (each.reshape(size[0], 1, *each.shape[-2:]) for each in rows)
    if mask is not None:
        mask = tensor(np.broadcast_to(mask, (*lead, *size[1:])), like=q).reshape(size)
    made = flex_attention(q, k, v, _added(mask), _kept(mask, is_causal, size), scale)
    return array(made.reshape(*lead, *made.shape[-2:]))


def _added(mask):
    if mask is None or mask.dtype == torch.bool:
        return None
    return lambda score, batch, head, i, j: score + mask[batch, i, j]


def _kept(mask, is_causal, size):
    kept = mask if mask is not None and mask.dtype == torch.bool else None
    if kept is None and not is_causal:
        return None

    def seen(batch, head, i, j):
        before = i >= j if is_causal else i == i
        return before if kept is None else before & kept[batch, i, j]

    return create_block_mask(seen, size[0], 1, size[1], size[2], device="cpu")


def offer():
    """Return what flex attention offers: on a processor it has no gradients."""
    warnings.filterwarnings("ignore", message="flex_attention called without torch.compile")
    return Offer(
        "torch:flex_attention",
        {"scaled_dot_product_attention": attention},
        torch.__version__,
        scripts={"scaled_dot_product_attention": attention_lines},
    )
