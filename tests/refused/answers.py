"""How functions answer wrong arguments.

Each argument of a valid call is spoiled in turn. The calls with the same answer stand together,
below the answer. "it" is the spoiled argument, and "…" a size or the value that was given.
`python -m tests.refused.answers` writes the files anew. If you change a check, read the difference.
"""

import importlib
import itertools
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from types import FunctionType

import numpy as np

from impl.fold import summary
from impl.parameters import block_shapes, encoder_shapes, transformer_shapes
from impl.reversal import reversing_parameters
from proofs.arrays import digits

SIZE = re.compile(r"\([\d, ]*\)|(?<== )\d+")  # does not matter to what is said of it
GIVEN = (tuple, FunctionType, type(None))  # what earlier steps made: not for others to give
FOLDER = Path(__file__).parent / "answers"


def ones(*shape):
    return np.ones(shape)


def params(shapes):
    return {name: ones(*shape) for name, shape in shapes.items()}


HEADS = {"w_q": ones(2, 4, 2), "w_k": ones(2, 4, 2), "w_v": ones(2, 4, 2), "w_o": ones(4, 4)}
NET = {"w_1": ones(4, 3), "b_1": ones(3), "w_2": ones(3, 4), "b_2": ones(4)}
GROUPS = {"w_q": ones(2, 2, 4, 2), "w_k": ones(2, 4, 2), "w_v": ones(2, 4, 2), "w_o": ones(8, 4)}
GATES = {"w_gate": ones(4, 3), "w_up": ones(4, 3), "w_down": ones(3, 4)}
TOKENS = np.asarray([1, 2, 0])
WHOLE = params(transformer_shapes(5, 6, 4, 2, 3, layers=1))
DECODER = {name: each for name, each in WHOLE.items() if name.startswith("decoder")}
BLOCK = params(block_shapes(4, 2, 3))
CROSSED = params(block_shapes(4, 2, 3, crossed=True))
BERT = params(encoder_shapes(5, 6, 4, 2, 3, 1, segments=2))

PART = summary(ones(2, 3), ones(3, 4))

# A valid call of each public function.
CALLS = {
    "softmax": {
        "softmax": {"x": ones(2, 3), "axis": -1, "where": np.ones((2, 3), dtype=bool)},
        "log_softmax": {"x": ones(2, 3), "axis": -1},
        "logsumexp": {"x": ones(2, 3), "axis": -1},
        "hardmax": {"x": ones(2, 3), "axis": -1},
    },
    "sinks": {
        "softmax_one": {"x": ones(2, 3), "axis": -1},
        "softcap": {"scores": ones(2, 3), "cap": 30.0},
    },
    "hopfield": {
        "hopfield_step": {"state": ones(2, 4), "stored": ones(3, 4), "beta": 2.0},
        "energy": {"state": ones(2, 4), "stored": ones(3, 4), "beta": 2.0},
    },
    "lookup": {
        "attention": {"scores": ones(2, 3), "values": ones(3, 4), "mask": ones(2, 3) > 0},
        "hard_attention": {"scores": ones(2, 3), "values": ones(3, 4)},
    },
    "kernel": {
        "gaussian": {"distance_squared": ones(2, 3), "beta": 2.0},
        "kernel_regression": {"x_query": ones(2, 4), "x": ones(3, 4), "y": ones(3, 2), "beta": 2.0},
    },
    "linear_attention": {
        "elu_plus_one": {"x": ones(2, 3)},
        "linear_attention": {"q": ones(3, 4), "k": ones(3, 4), "v": ones(3, 2), "is_causal": True},
    },
    "local_linear": {
        "local_linear_regression": {"x_query": ones(2), "x": np.arange(1.0, 4.0),
                                    "y": ones(3), "beta": 0.5},
    },
    "induction": {
        "next_by_repetition": {"tokens": TOKENS, "size": 5, "sharpness": 2.0},
    },
    "rotary": {
        "rotary": {"x": ones(3, 4), "start": 2, "base": 100.0, "halved": True},
    },
    "grouped": {
        "grouped_heads": {"x_query": ones(3, 4), "x_key_value": ones(3, 4), "params": GROUPS,
                              "mask": ones(3, 3) > 0, "is_causal": True},
    },
    "gated": {
        "silu": {"x": ones(2, 3)},
        "gated_feed_forward": {"x": ones(2, 4), "params": GATES},
    },
    "alibi": {
        "linear_bias": {"slopes": ones(2), "n_queries": 2, "n_keys": 3},
        "slopes_of_heads": {"heads": 3},
    },
    "random_features": {
        "positive_features": {"x": ones(2, 4), "w": ones(4, 3)},
        "trigonometric_features": {"x": ones(2, 4), "w": ones(4, 3)},
    },
    "rms_norm": {
        "rms_norm": {"x": ones(2, 4), "gain": ones(4), "eps": 0.5},
    },
    "late_interaction": {
        "late_interaction": {"query_rows": ones(3, 4), "document_rows": ones(2, 5, 4),
                             "mask": ones(2, 5) > 0},
    },
    "scores": {
        "dot": {"q": ones(2, 4), "k": ones(3, 4)},
        "scaled_dot": {"q": ones(2, 4), "k": ones(3, 4), "scale": 0.5},
        "additive": {"q": ones(2, 4), "k": ones(3, 5), "w_q": ones(4, 6), "w_k": ones(5, 6),
                     "w_out": ones(6)},
        "additive_tanh": {"q": ones(2, 4), "k": ones(3, 5), "w_q": ones(4, 6), "w_k": ones(5, 6),
                          "w_out": ones(6)},
        "cosine": {"q": ones(2, 4), "k": ones(3, 4)},
    },
    "heads": {
        "scaled_dot_product_attention": {"q": ones(3, 4), "k": ones(3, 4), "v": ones(3, 2),
                                         "mask": ones(3, 3) > 0, "scale": 0.5, "is_causal": True},
        "causal_mask": {"n_queries": 2, "n_keys": 3, "align": "end"},
        "multi_head_attention": {"x_query": ones(3, 4), "x_key_value": ones(3, 4), "params": HEADS,
                                 "mask": ones(3, 3) > 0, "is_causal": True},
    },
    "embedding": {
        "one_hot": {"tokens": TOKENS, "size": 5},
        "embed": {"tokens": TOKENS, "table": ones(5, 4)},
    },
    "position": {
        "sinusoidal": {"length": 3, "width": 4, "base": 100.0},
        "learned": {"positions": TOKENS, "table": ones(5, 4)},
        "add_positions": {"embeddings": ones(3, 4), "positions": ones(3, 4), "scale": 2.0},
    },
    "feedforward": {
        "relu": {"x": ones(2, 3)},
        "gelu": {"x": ones(2, 3)},
        "feed_forward": {"x": ones(2, 4), "params": NET},
    },
    "normalization": {
        "layer_norm": {"x": ones(2, 4), "gain": ones(4), "bias": ones(4), "eps": 0.5},
    },
    "encoder": {
        "residual": {"x": ones(2, 4), "layer": lambda rows: rows, "order": "pre", "eps": 0.5,
                     "norm": {"gain": ones(4), "bias": ones(4)}},
        "encoder_block": {"x": ones(3, 4), "params": BLOCK, "mask": ones(3, 3) > 0,
                          "is_causal": True, "order": "pre", "eps": 0.5},
        "encoder_block_as_printed": {"x": ones(3, 4), "params": BLOCK, "eps": 0.5},
        "encoder": {"x": ones(3, 4), "params": {f"encoder.0.{k}": v for k, v in BLOCK.items()},
                    "mask": ones(3, 3) > 0, "is_causal": True, "order": "pre", "eps": 0.5},
        "embedded": {"tokens": TOKENS, "params": BERT, "segments": TOKENS * 0, "scale": 2.0},
        "encode": {"tokens": TOKENS, "params": BERT, "segments": TOKENS * 0, "scale": 2.0,
                   "order": "pre", "eps": 0.5},
    },
    "decoder": {
        "decoder_block": {"y": ones(2, 4), "memory": ones(3, 4), "order": "pre", "eps": 0.5,
                          "params": CROSSED, "mask": ones(3) > 0},
        "decoder": {"y": ones(2, 4), "memory": ones(3, 4), "params": DECODER, "eps": 0.5},
        "transformer": {"source": TOKENS, "target": TOKENS[:2], "params": WHOLE, "scale": 2.0,
                        "eps": 0.5},
        "generate": {"source": TOKENS, "params": WHOLE, "start": 0, "end": 1, "longest": 2,
                     "cached": True, "eps": 0.5},
        "next_token_probabilities": {"y": ones(2, 4), "params": {"output.w": ones(4, 5),
                                                                 "output.b": ones(5)}},
        "logits": {"y": ones(2, 4), "params": {"output.w": ones(4, 5), "output.b": ones(5)}},
        "cached_block": {"row": ones(1, 4), "kept": None, "crossed": (ones(2, 3, 2),) * 2,
                         "params": CROSSED, "mask": ones(3) > 0, "order": "pre", "eps": 0.5},
    },
    "backward": {
        "attention_gradients": {"q": ones(3, 4), "k": ones(3, 4), "v": ones(3, 2),
                                "upstream": ones(3, 2), "mask": ones(3, 3) > 0, "scale": 0.5,
                                "is_causal": True},
        "softmax_gradient": {"weights": ones(2, 3), "upstream": ones(2, 3),
                             "where": ones(2, 3) > 0},
    },
    "fold": {
        "scaled_dot_product_attention": {"q": ones(3, 4), "k": ones(3, 4), "v": ones(3, 2),
                                         "mask": ones(3, 3) > 0, "scale": 0.5, "is_causal": True,
                                         "tile": 2},
        "kernel_regression": {"x_query": ones(2, 4), "x": ones(3, 4), "y": ones(3, 2), "beta": 2.0,
                              "tile": 2},
        "summary": {"scores": ones(2, 3), "values": ones(3, 4), "mask": ones(2, 3) > 0},
        "merge": {"one": PART, "other": PART},
        "mean": {"part": PART},
    },
    "bert": {
        "joined": {"first": TOKENS, "second": TOKENS[:2], "cls": 3, "sep": 4},
        "segments": {"first": TOKENS, "second": TOKENS[:2]},
        "bert": {"tokens": TOKENS, "params": BERT, "segments": TOKENS * 0, "eps": 0.5},
        "sigmoid": {"z": ones(3)},
        "next_sentence_probability": {"rows": ones(3, 4), "w": ones(4)},
        "masked_language_model_loss": {"logits": ones(3, 5), "tokens": TOKENS,
                                       "masked": ones(3) > 0},
    },
    "retrieval": {
        "cat_score": {"rows": ones(3, 4), "w": ones(4)},
        "dot_score": {"query_rows": ones(3, 4), "document_rows": ones(2, 3, 4)},
        "ranking": {"scores": np.asarray([1.0, 3.0, 2.0])},
    },
    "contrastive": {
        "contrastive_loss": {"positive": ones(2), "negatives": ones(2, 3)},
        "dot_contrastive_loss": {"anchor": ones(2, 4), "positive": ones(2, 4),
                                 "negatives": ones(2, 3, 4), "temperature": 0.5},
    },
    "parameters": {
        "block_shapes": {"width": 4, "heads": 2, "hidden": 3},
        "encoder_shapes": {"vocabulary": 5, "length": 6, "width": 4, "heads": 2, "hidden": 3,
                           "layers": 1},
        "transformer_shapes": {"vocabulary": 5, "length": 6, "width": 4, "heads": 2, "hidden": 3,
                               "layers": 1},
    },
    "reversal": {
        "reversing_parameters": {"tokens": 3, "longest": 4},
        "reverse": {"sequence": (1, 2), "params": reversing_parameters(3, 4), "cached": True},
    },
}  # fmt: skip


def spoiled(value):
    """Yield the spoiled part of a value (a parameter, or nothing), how, and the spoiled value."""
    if isinstance(value, np.ndarray):
        yield from (("", word, other) for word, other in _arrays(value))
    elif isinstance(value, Mapping):
        yield "", "a list", list(value)
        yield "more", "given", {**value, "more": ones(1)}
        # whole machines compare their blocks with the same tables: two parameters of each part
        parts = [name for name in value if name.count(".") < 3 or name.endswith(("w_k", "b_1"))]
        for name in parts:
            each = value[name]
            yield name, "missing", {key: other for key, other in value.items() if key != name}
            for word, other in _arrays(each, briefly=len(value) > 4):
                yield name, word, {**value, name: other}
    elif not isinstance(value, GIVEN):
        for other in (0, -1, 1, 99, 2.5, float("nan"), float("inf"), True, "x", None):
            yield "", repr(other), other
        yield "", "an array", ones(2)


def _arrays(x, briefly=False):
    yield "a list", x.tolist()
    for axis in range(x.ndim):
        yield f"longer in axis {axis}", np.concatenate([x, x.take([0], axis)], axis)
    if briefly:
        return
    yield "a number", x.reshape(-1)[0]
    yield "in a batch", np.stack([x, x])
    yield "in batches of 2 and 3", np.stack([np.stack([x, x])] * 3)
    if x.ndim:
        yield "its first part", x[0]
    if x.dtype.kind == "f":
        yield "of integers", x.astype("int64")
        yield "of inf", x * np.inf
        yield "of NaN", x * np.nan
        yield "of zeros", x * 0
        yield "below 0", -x
        yield "of another library", digits.array(x)
    else:
        yield "of floats", x.astype("float64") - 0.5
        yield "of booleans", x > 0
        yield "below 0", x * 0 - (x.dtype.kind == "i")
        yield "beyond", x * 0 + 5
    for axis in range(x.ndim):
        yield f"empty in axis {axis}", x.take([], axis)


def answer(chapter, function, arguments):
    """Return what the function says: the error, or dtype and shape of its result."""
    called = getattr(importlib.import_module(f"impl.{chapter}"), function)
    try:
        with np.errstate(all="ignore"):
            result = called(**arguments)
    except (TypeError, ValueError) as error:
        kind = "TypeError" if isinstance(error, TypeError) else "ValueError"
        return f"{kind}: {error}"
    if hasattr(result, "shape"):
        return f"{result.dtype} {result.shape}"
    return type(result).__name__


def variants(valid):
    """Yield for each spoiled call the argument, its part that is spoiled, how, and the call."""
    arrays = [name for name, each in valid.items() if hasattr(each, "shape")]
    for name, value in valid.items():
        for part, word, other in spoiled(value):
            if word != "of another library" or len(arrays) > 1 or part:  # alone it is fine
                yield name, part, word, {**valid, name: other}
    for one, two in itertools.pairwise(arrays):
        both = {one: np.stack([valid[one]] * 2), two: np.stack([valid[two]] * 3)}
        yield f"{one} and {two}", "", "in batches of 2 and 3", {**valid, **both}


def answers(chapter, function):
    """Return the answers of a function, each with the spoiled arguments that lead to it."""
    found = {}
    for name, part, word, call in variants(CALLS[chapter][function]):
        said = answer(chapter, function, call).replace(f"Error: {function}: ", "Error: ")
        whole = f'{name}["{part}"]' if part else name  # as a message calls it
        said = re.sub(rf"(?<=Error: ){re.escape(whole)}(?= )", "it", said)
        said = said.replace(f"is {call[name]!r}," if name in call else "is ,", "is …,")
        said = re.sub(rf"(?<= ){re.escape(part)}$", "…", said) if part else said
        if "Error" in said:
            said = SIZE.sub("…", said)
        found.setdefault(said, []).append((part or name, word))
    return found


def grouped(calls):
    """Return the calls of one answer in few words: by what is spoiled, or by how."""
    told = []
    for first, second in ((0, 1), (1, 0)):
        groups = {}
        for call in calls:
            groups.setdefault(call[first], []).append(call[second])
        told.append("; ".join(f"{key}: {', '.join(words)}" for key, words in groups.items()))
    return min(told, key=len)


def lines(chapter):
    """Return the answers of all functions of a chapter, as they are written down."""
    found = []
    for function in CALLS[chapter]:
        found += ["", function]
        for said, calls in answers(chapter, function).items():
            found += textwrap.wrap(said, 98, initial_indent="  ", subsequent_indent="   ")
            indent = {"initial_indent": " " * 4, "subsequent_indent": " " * 4}
            found += textwrap.wrap(grouped(calls), 98, **indent)
    return found[1:]


def main():
    FOLDER.mkdir(exist_ok=True)
    for chapter in CALLS:
        text = "\n".join(lines(chapter)) + "\n"
        (FOLDER / f"{chapter}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
