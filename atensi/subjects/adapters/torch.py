"""PyTorch: functional attention, softmax, LayerNorm, and their gradients."""

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812  (its name everywhere)

from atensi.subjects.offer import NotOfferedError, Offer
from atensi.subjects.script import given, of_one_dtype, passed

CALL = "torch.nn.functional.scaled_dot_product_attention"


def attention_lines(named, shape):
    """Return the lines of a call of attention."""
    arrays, call = of_one_dtype(named), passed(named, mask="attn_mask")
    names = ", ".join(key for key, each in arrays.items() if isinstance(each, np.ndarray))
    tensors = f"{names} = map(torch.tensor, ({names}))"
    return ["import numpy as np, torch", given(arrays), tensors, f"got = {CALL}({call}).numpy()"]


def gradient_lines(named, shape):
    """Return the lines of a call of the gradients."""
    arrays = of_one_dtype(named)
    call = passed({key: each for key, each in arrays.items() if key != "upstream"}, mask="mask")
    call = call.replace("mask=mask", "attn_mask=torch.tensor(mask)")
    return [
        "import numpy as np, torch",
        given(arrays),
        "q, k, v = (torch.tensor(x, requires_grad=True) for x in (q, k, v))",
        f"{CALL}({call}).backward(torch.tensor(upstream))",
        "got = [x.grad.numpy() for x in (q, k, v)]",
    ]


def tensor(array, like=None):
    """Return a tensor of its own memory; a floating mask in the dtype of the queries."""
    own = np.array(array, copy=True, order="C")
    short = own.dtype.name == "bfloat16"  # which PyTorch knows, and not by NumPy's name
    made = torch.from_numpy(own.view(np.int16)).view(torch.bfloat16) if short else (
        torch.from_numpy(own))  # fmt: skip
    return made.to(like.dtype) if like is not None and made.is_floating_point() else made


def array(made):
    """Return a NumPy array of a tensor's memory."""
    if made.dtype != torch.bfloat16:
        return made.numpy()
    import ml_dtypes

    return made.view(torch.int16).numpy().view(ml_dtypes.bfloat16)


def attention(q, k, v, mask=None, scale=None, is_causal=False):
    """Call torch.nn.functional.scaled_dot_product_attention."""
    return array(_attention([tensor(each) for each in (q, k, v)], mask, scale, is_causal))


def _attention(rows, mask, scale, is_causal):
    q, k, v = rows
    mask = None if mask is None else tensor(mask, like=q)
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=scale, is_causal=is_causal)


def gradients(q, k, v, upstream, mask=None, scale=None, is_causal=False):
    """Return the gradients by q, k and v of the sum of upstream times the output."""
    leaves = [tensor(each).requires_grad_() for each in (q, k, v)]
    _attention(leaves, mask, scale, is_causal).backward(tensor(upstream))
    return tuple(leaf.grad.numpy() for leaf in leaves)


def grouped(q, k, v, mask=None, is_causal=False):
    """Return attention of several heads of queries over fewer heads of keys."""
    q, k, v = (tensor(each) for each in (q, k, v))
    mask = None if mask is None else tensor(mask, like=q)
    return F.scaled_dot_product_attention(
        q, k, v, attn_mask=mask, is_causal=is_causal, enable_gqa=True
    ).numpy()


def softmax(x, axis=-1, where=None):
    """Call torch.softmax."""
    if where is not None:
        raise NotOfferedError("torch.softmax takes no where")
    return torch.softmax(tensor(x), dim=axis).numpy()


def layer_norm(x, gain=None, bias=None, eps=0.0):
    """Call torch.nn.functional.layer_norm."""
    gain, bias = (None if each is None else tensor(each) for each in (gain, bias))
    return F.layer_norm(tensor(x), (x.shape[-1],), gain, bias, eps).numpy()


def rms_norm(x, gain=None, eps=0.0):
    """Call torch.nn.functional.rms_norm."""
    return F.rms_norm(
        tensor(x), (x.shape[-1],), None if gain is None else tensor(gain), eps
    ).numpy()


def gated_feed_forward(x, params, activation=None):
    """Return the gated net as it is written in PyTorch, with torch.nn.functional.silu."""
    gate, up = (tensor(x) @ tensor(params[name]) for name in ("w_gate", "w_up"))
    gate = F.silu(gate) if activation is None else tensor(activation(gate.numpy()))
    return (gate * up @ tensor(params["w_down"])).numpy()


def offer():
    """Return what PyTorch offers."""
    return Offer(
        "torch",
        {
            "scaled_dot_product_attention": attention,
            "attention_gradients": gradients,
            "grouped_attention": grouped,
            "softmax": softmax,
            "log_softmax": lambda x, axis=-1: torch.log_softmax(tensor(x), dim=axis).numpy(),
            "logsumexp": lambda x, axis=-1: torch.logsumexp(tensor(x), dim=axis).numpy(),
            "layer_norm": layer_norm,
            "rms_norm": rms_norm,
            "silu": lambda x: F.silu(tensor(x)).numpy(),
            "gated_feed_forward": gated_feed_forward,
            "gelu": lambda x: F.gelu(tensor(x), approximate="tanh").numpy(),
            "sigmoid": lambda x: torch.sigmoid(tensor(x)).numpy(),
            "one_hot": lambda tokens, size: F.one_hot(tensor(tokens).long(), size).double().numpy(),
            "embed": lambda tokens, table: F.embedding(
                tensor(tokens).long(), tensor(table)
            ).numpy(),
            "cosine": lambda q, k: F.cosine_similarity(
                tensor(q)[..., :, None, :], tensor(k)[..., None, :, :], dim=-1
            ).numpy(),
        },
        torch.__version__,
        scripts={
            "scaled_dot_product_attention": attention_lines,
            "attention_gradients": gradient_lines,
        },
    )
