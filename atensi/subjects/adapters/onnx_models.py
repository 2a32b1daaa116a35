"""Models of one ONNX operator, for whoever runs them: the reference, or a runtime."""

from math import prod

import numpy as np
from onnx import TensorProto, helper

from atensi.subjects.offer import NotOfferedError
from atensi.subjects.script import given, of_one_dtype

TYPES = {
    "float16": TensorProto.FLOAT16, "float32": TensorProto.FLOAT, "float64": TensorProto.DOUBLE,
    "bool": TensorProto.BOOL,
}  # fmt: skip
OPSET = 24
CAPPED = 1  # the mode of Attention in which it gives its scores as they are capped


def model(operator, arrays, outputs=("y",), **attributes):
    """Return a model of one operator on arrays like these; the named output is asked for."""
    named = {f"x{place}": each for place, each in enumerate(arrays) if each is not None}
    places = [f"x{place}" if each is not None else "" for place, each in enumerate(arrays)]
    while places and not places[-1]:
        places.pop()
    node = helper.make_node(operator, places, [*outputs], **attributes)
    inputs = [helper.make_tensor_value_info(name, TYPES[each.dtype.name], each.shape)
              for name, each in named.items()]  # fmt: skip
    first = TYPES[arrays[0].dtype.name]
    output = helper.make_tensor_value_info(outputs[-1], first, None)
    graph = helper.make_graph([node], operator, inputs, [output])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    return made, named


def functions(run):
    """Return the functions that the operators give, run by `run(model, arrays by name)`."""

    def attention(q, k, v, mask=None, scale=None, is_causal=False, cap=0.0):
        lead = np.broadcast_shapes(*(each.shape[:-2] for each in (q, k, v)))
        rows = [np.broadcast_to(each, (*lead, *each.shape[-2:])) for each in (q, k, v)]
        q_of_four, k_of_four, v_of_four = (each.reshape(-1, 1, *each.shape[-2:]) for each in rows)
        if mask is not None:
            full = np.broadcast_to(mask, (*lead, *np.atleast_2d(mask).shape[-2:]))
            mask = np.array(full.reshape(-1, 1, *full.shape[-2:]))
        output = of_four(q_of_four, k_of_four, v_of_four, mask, scale, is_causal, cap)
        return output.reshape(*lead, q.shape[-2], v.shape[-1])

    def of_four(q, k, v, mask, scale, is_causal, cap):
        if mask is not None and mask.dtype != bool:
            mask = mask.astype(q.dtype)
        options = {} if scale is None else {"scale": float(scale)}
        options |= {"softcap": float(cap)} if cap else {}
        rows = map(np.ascontiguousarray, (q, k, v))
        return run(*model("Attention", [*rows, mask], is_causal=int(is_causal), **options))

    def capped_attention(q, k, v, cap, mask=None):
        return attention(q, k, v, mask, cap=cap)

    def grouped(q, k, v, mask=None, is_causal=False):
        mask = None if mask is None else np.array(np.broadcast_to(mask, (1, 1, *mask.shape[-2:])))
        return of_four(q, k, v, mask, None, is_causal, 0.0)

    def softcap(scores, cap):
        """Call Attention with the identity for keys, and ask for its capped scores."""
        rows = scores.reshape(1, 1, -1, scores.shape[-1])
        n = np.eye(scores.shape[-1], dtype=scores.dtype)[None, None]
        outputs = ["y", "", "", "capped"]
        made = model("Attention", [rows, n, n], outputs, scale=1.0, softcap=float(cap),
                     qk_matmul_output_mode=CAPPED)  # fmt: skip
        return run(*made).reshape(scores.shape)

    def rotary(x, start=0, base=10000.0, halved=False):
        """Call RotaryEmbedding, with cosines and sines that are computed here in float64."""
        d = x.shape[-1]
        angle = np.arange(start, start + x.shape[-2])[:, None] / base ** (np.arange(d // 2) * 2 / d)
        waves = [wave(angle).astype(x.dtype)[None] for wave in (np.cos, np.sin)]
        four = x.reshape(1, -1, *x.shape[-2:])
        made = model("RotaryEmbedding", [four, *waves], interleaved=int(not halved))
        return run(*made).reshape(x.shape)

    def softmax(x, axis=-1, where=None):
        if where is not None:
            raise NotOfferedError("ONNX's Softmax takes no where")
        return run(*model("Softmax", [x], axis=axis))

    def layer_norm(x, gain=None, bias=None, eps=0.0):
        gain = np.ones(x.shape[-1], dtype=x.dtype) if gain is None else gain
        return run(*model("LayerNormalization", [x, gain, bias], epsilon=float(eps)))

    def rms_norm(x, gain=None, eps=0.0):
        gain = np.ones(x.shape[-1], dtype=x.dtype) if gain is None else gain
        return run(*model("RMSNormalization", [x, gain], epsilon=float(eps)))

    return {
        "scaled_dot_product_attention": attention,
        "capped_attention": capped_attention,
        "grouped_attention": grouped,
        "softmax": softmax,
        "log_softmax": lambda x, axis=-1: run(*model("LogSoftmax", [x], axis=axis)),
        "layer_norm": layer_norm,
        "gelu": lambda x: run(*model("Gelu", [x], approximate="tanh")),
        "sigmoid": lambda x: run(*model("Sigmoid", [x])),
        "silu": lambda x: run(*model("Swish", [x])),
        "hardmax": lambda x, axis=-1: run(*model("Hardmax", [x], axis=axis)),
        "rms_norm": rms_norm,
        "rotary": rotary,
        "softcap": softcap,
    }


ELEMENTS = {"float32": "float", "float64": "double"}


def attention_lines(start, run, named, shape):
    """Return the lines of a call of the operator Attention, as a model in ONNX's own text."""
    named = of_one_dtype(named)
    arrays = {key: named[key].reshape(prod(named[key].shape[:-2]), 1, *named[key].shape[-2:])
              for key in ("q", "k", "v", "mask") if key in named}  # fmt: skip
    options: dict[str, float] = {"is_causal": int(named.get("is_causal", False))}
    options |= {"scale": float(named["scale"])} if "scale" in named else {}
    inputs = ", ".join(f"{_element(each)}{list(each.shape)} {key}" for key, each in arrays.items())
    node = ", ".join(f"{key}: {type(each).__name__} = {each}" for key, each in options.items())
    text = (
        f'<ir_version: 10, opset_import: ["": {OPSET}]> g ({inputs}) => '
        f"({_element(arrays['q'])}[a, b, c, d] y) "
        f"{{ y = Attention <{node}> ({', '.join(arrays)}) }}"
    )
    feed = ", ".join(f"{key!r}: {key}" for key in arrays)
    return [
        start, given(arrays), f"model = onnx.parser.parse_model({text!r})",
        f"got = {run}.run(None, {{{feed}}})[0].reshape({shape})",
    ]  # fmt: skip


def _element(array):
    return ELEMENTS.get(array.dtype.name, array.dtype.name)
