"""What the code that ran has connected, as arrays: the data of a diagram."""

import numpy as np

from figures.engine.assertions import as_size
from proofs.arrays import wiring
from proofs.arrays.wiring import array


def wired(output, functions, drawn):
    """Return the wiring as arrays: nodes with names, sizes, calls around them; and edges.

    functions: those drawn as one box. drawn: names of the inputs that get a node; others, such as
    parameters, are listed with their box and not drawn.
    """
    found = wiring.boxes(output, functions)
    inputs = list(dict.fromkeys(name for box in found for name in box.inputs if name in drawn))
    shapes = {name: shape for box in found for name, shape in box.inputs.items()}
    frames = list(dict.fromkeys(call for box in found for call in box.inside))
    start = len(inputs)
    edges = [(start + parent, start + k) for k, box in enumerate(found) for parent in box.parents]
    edges += [
        (inputs.index(name), start + k)
        for k, box in enumerate(found) for name in box.inputs if name in drawn
    ]  # fmt: skip
    within = [" ".join(f"{call.f_code.co_name}.{frames.index(call)}" for call in box.inside)
              for box in found]  # fmt: skip
    return {
        "node": np.asarray([*inputs, *(box.name for box in found)]),
        "input": np.asarray([True] * start + [False] * len(found)),
        "size": np.asarray(
            [as_size(shapes[name]) for name in inputs] + [as_size(b.shape) for b in found]
        ),
        "inside": np.asarray([""] * start + within),
        "runs": np.asarray([""] * start + [" ".join(sorted(box.runs)) for box in found]),
        "parameters": np.asarray([""] * start + [_parameters(box, drawn) for box in found]),
        "edge": np.asarray(sorted(edges)),
    }


def _parameters(box, drawn):
    return "; ".join(f"{name}: {as_size(s)}" for name, s in box.inputs.items() if name not in drawn)


def inputs(shapes, sizes):
    """Return an input for each parameter; its numbers stand for sizes."""
    return {name: array(name, *(sizes[k] for k in shape)) for name, shape in shapes.items()}


def only(data, prefix):
    """Return the arrays whose names begin with the word, under the rest of their names."""
    start = f"{prefix} "
    return {name[len(start) :]: each for name, each in data.items() if name.startswith(start)}
