"""Whole machines: draw their parameters from a seed, save, load, run and time them."""

import io
import resource
import time
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from atensi.judging.registry import UnknownNameError
from atensi.work.files import write_whole
from atensi.work.message import message
from atensi.work.progress import Progress
from impl.decoder import generate
from impl.encoder import encode
from impl.feedforward import gelu
from impl.parameters import check_parameters, encoder_shapes, transformer_shapes
from impl.position import sinusoidal
from impl.reversal import reverse, reversing_parameters

SMALL = {"vocabulary": 12, "length": 16, "width": 16, "heads": 2, "hidden": 32, "layers": 2}
BERT_BASE = {
    "vocabulary": 30522, "length": 512, "width": 768, "heads": 12, "hidden": 3072, "layers": 12,
    "segments": 2,
}  # fmt: skip


def initialise(shapes, seed, dtype="float32"):
    """Draw parameters: weights of variance 1/(rows), gains 1, biases 0, sinusoidal positions."""
    draw = np.random.default_rng(seed)
    params, progress = {}, Progress(message("parameters"), len(shapes))
    for name, shape in shapes.items():
        progress.step(name)
        last = name.rsplit(".", 1)[-1]
        if last == "positions":
            params[name] = sinusoidal(*shape).astype(dtype)
        elif last == "gain":
            params[name] = np.ones(shape, dtype)
        elif len(shape) == 1:
            params[name] = np.zeros(shape, dtype)
        else:
            fan = shape[-1] if last in ("tokens", "segments") else shape[-2]
            weights = draw.standard_normal(shape, dtype="float32")
            params[name] = (weights / np.float32(fan**0.5)).astype(dtype)
    progress.close()
    return params


def save(path, params):
    """Write the arrays into an .npz file, all of it or nothing."""
    stream = io.BytesIO()
    np.savez(stream, **params)
    write_whole(Path(path), stream.getvalue())


def load(path, shapes):
    """Read arrays from an .npz file; refuse what is missing, unknown or of another shape."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            params = {name: stored[name] for name in stored.files}
    except (ValueError, BadZipFile, AttributeError) as error:  # the last of a single array
        text = "load: {path}: is no archive of arrays; expected an .npz file, as --save writes it"
        raise UnknownNameError(message(text, path=path)) from error
    check_parameters(f"load: {path}", params, shapes)
    return params


def run_reverse(words):
    """Reverse a sequence of words by attention, and return the words."""
    names = list(dict.fromkeys(words))
    tokens = [names.index(word) + 1 for word in words]
    params = reversing_parameters(tokens=max(1, len(names)), longest=len(words))
    return [names[token - 1] for token in reverse(tokens, params)]


def run_translate(tokens, seed, kept="", saved=""):
    """Generate tokens for a source with a small machine, random or loaded."""
    shapes = transformer_shapes(**SMALL)
    params = load(kept, shapes) if kept else initialise(shapes, seed)
    if saved:
        save(saved, params)
    source = np.asarray(tokens, dtype=int)
    longest = SMALL["length"] - 1
    return generate(source, params, start=0, end=1, longest=longest, scale=SMALL["width"] ** 0.5)


def run_bert(seed, sizes=None):
    """Run an encoder of BERT's sizes once; return its rows' shape, seconds, and memory in MB."""
    sizes = BERT_BASE | (sizes or {})
    params = initialise(encoder_shapes(**sizes), seed)
    tokens = np.random.default_rng(seed).integers(0, sizes["vocabulary"], sizes["length"])
    began = time.perf_counter()
    rows = encode(tokens, params, activation=gelu, eps=1e-12)
    seconds = time.perf_counter() - began
    if not np.isfinite(rows).all():
        raise RuntimeError(f"the encoder gave numbers that are not finite, with seed {seed}")
    return {
        "rows": rows.shape,
        "dtype": str(rows.dtype),
        "parameters": sum(each.size for each in params.values()),
        "seconds": seconds,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
