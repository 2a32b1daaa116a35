"""Models of one ONNX operator, for whoever runs them: the reference, or a runtime."""

import numpy as np
from onnx import TensorProto, helper

from atensi.subjects.offer import NotOfferedError

TYPES = {
    "float16": TensorProto.FLOAT16, "float32": TensorProto.FLOAT, "float64": TensorProto.DOUBLE,
    "bool": TensorProto.BOOL,
}  # fmt: skip
OPSET = 24


def model(operator, arrays, **attributes):
    """Return a model of one operator on arrays like these, whose first output is asked for."""
    named = {f"x{place}": each for place, each in enumerate(arrays) if each is not None}
    places = [f"x{place}" if each is not None else "" for place, each in enumerate(arrays)]
    while places and not places[-1]:
        places.pop()
    node = helper.make_node(operator, places, ["y"], **attributes)
    inputs = [helper.make_tensor_value_info(name, TYPES[each.dtype.name], each.shape)
              for name, each in named.items()]  # fmt: skip
    first = TYPES[arrays[0].dtype.name]
    output = helper.make_tensor_value_info("y", first, None)
    graph = helper.make_graph([node], operator, inputs, [output])
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    return made, named


def functions(run):
    """Return the functions that the operators give, run by `run(model, arrays by name)`."""

    def attention(q, k, v, mask=None, scale=None, is_causal=False):
        lead = np.broadcast_shapes(*(each.shape[:-2] for each in (q, k, v)))
        rows = [np.broadcast_to(each, (*lead, *each.shape[-2:])) for each in (q, k, v)]
        four = [each.reshape(-1, 1, *each.shape[-2:]) for each in rows]
        if mask is not None:
            full = np.broadcast_to(mask, (*lead, *np.atleast_2d(mask).shape[-2:]))
            mask = np.array(full.reshape(-1, 1, *full.shape[-2:]))
            mask = mask if mask.dtype == bool else mask.astype(q.dtype)
        options = {} if scale is None else {"scale": float(scale)}
        made, named = model(
            "Attention",
            [*map(np.ascontiguousarray, four), mask],
            is_causal=int(is_causal),
            **options,
        )
        return run(made, named).reshape(*lead, q.shape[-2], v.shape[-1])

    def grouped(q, k, v):
        return run(*model("Attention", [q, k, v]))

    def softmax(x, axis=-1, where=None):
        if where is not None:
            raise NotOfferedError("ONNX's Softmax takes no where")
        return run(*model("Softmax", [x], axis=axis))

    def layer_norm(x, gain=None, bias=None, eps=0.0):
        gain = np.ones(x.shape[-1], dtype=x.dtype) if gain is None else gain
        return run(*model("LayerNormalization", [x, gain, bias], epsilon=float(eps)))

    return {
        "scaled_dot_product_attention": attention,
        "grouped_attention": grouped,
        "softmax": softmax,
        "log_softmax": lambda x, axis=-1: run(*model("LogSoftmax", [x], axis=axis)),
        "layer_norm": layer_norm,
        "gelu": lambda x: run(*model("Gelu", [x], approximate="tanh")),
        "sigmoid": lambda x: run(*model("Sigmoid", [x])),
    }


def attention_script(start, run):
    """Return the lines of a script that make the operator Attention of two or four axes."""
    return {
        "scaled_dot_product_attention": f"""import numpy as np
{start}
from onnx import helper
def subject(q, k, v, mask=None, scale=None, is_causal=False):
    named = {{"q": q, "k": k, "v": v}} | ({{}} if mask is None else {{"mask": mask}})
    named = {{key: x.reshape(-1, 1, *x.shape[-2:]) for key, x in named.items()}}
    options = {{"is_causal": int(is_causal)}} | ({{}} if scale is None else {{"scale": scale}})
    typed = [helper.make_tensor_value_info(key, helper.np_dtype_to_tensor_dtype(x.dtype), x.shape)
             for key, x in named.items()]
    y = helper.make_tensor_value_info("y", helper.np_dtype_to_tensor_dtype(q.dtype), None)
    node = helper.make_node("Attention", list(named), ["y"], **options)
    model = helper.make_model(helper.make_graph([node], "attention", typed, [y]),
                              opset_imports=[helper.make_opsetid("", {OPSET})], ir_version=10)
    return {run}.reshape(*q.shape[:-1], v.shape[-1])"""
    }
