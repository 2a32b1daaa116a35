"""The connections of a run of the code, as arrays: the data of a diagram."""

import numpy as np

from figures.engine.assertions import as_size
from proofs.arrays import wiring
from proofs.arrays.wiring import array


def wired(output, functions, drawn):
    """Return the wiring as arrays: nodes with names, sizes, calls around them; and edges.

    functions: the functions that are drawn as one box. drawn: names of the inputs that get a node;
    other inputs, such as parameters, are listed with their box and not drawn.
    """
    boxes = wiring.boxes(output, functions)
    inputs = list(dict.fromkeys(name for box in boxes for name in box.inputs if name in drawn))
    shapes = {name: shape for box in boxes for name, shape in box.inputs.items()}
    frames = list(dict.fromkeys(call for box in boxes for call in box.inside))
    start = len(inputs)
    edges = [(start + parent, start + k) for k, box in enumerate(boxes) for parent in box.parents]
    edges += [
        (inputs.index(name), start + k)
        for k, box in enumerate(boxes) for name in box.inputs if name in drawn
    ]  # fmt: skip
    within = [" ".join(f"{call.f_code.co_name}.{frames.index(call)}" for call in box.inside)
              for box in boxes]  # fmt: skip
    return {
        "node": np.asarray([*inputs, *(box.name for box in boxes)]),
        "input": np.asarray([True] * start + [False] * len(boxes)),
        "size": np.asarray(
            [as_size(shapes[name]) for name in inputs] + [as_size(b.shape) for b in boxes]
        ),
        "inside": np.asarray([""] * start + within),
        "runs": np.asarray([""] * start + [" ".join(sorted(box.runs)) for box in boxes]),
        "parameters": np.asarray([""] * start + [_parameters(box, drawn) for box in boxes]),
        "edge": np.asarray(sorted(edges)),
    }


def _parameters(box, drawn):
    return "; ".join(f"{name}: {as_size(s)}" for name, s in box.inputs.items() if name not in drawn)


def inputs(shapes, sizes):
    """Return an input for each parameter; the numbers of its shape stand for sizes."""
    return {name: array(name, *(sizes[k] for k in shape)) for name, shape in shapes.items()}


def only(data, prefix):
    """Return the arrays whose names begin with the word, under the rest of their names."""
    start = f"{prefix} "
    return {name[len(start) :]: each for name, each in data.items() if name.startswith(start)}
