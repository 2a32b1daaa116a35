"""Parameters of whole machines: plain arrays with dotted names, and the shapes they must have.

A block's names: attention.w_q, ... net.w_1, ... norm_1.gain, ...; a machine's put the stack and the
number of the block before them: encoder.0.attention.w_q.
"""

from collections.abc import Mapping
from typing import Any

from impl.arrays import Params
from impl.checks import names_fit, params_fit, shapes_fit, size_of
from impl.options import whole_number
from impl.refusals import ArgumentValueError, speaking_for

Shapes = dict[str, tuple[int, ...]]

ATTENTION = {"w_q": "h d d_k", "w_k": "h d d_k", "w_v": "h d d_v", "w_o": "h*d_v d"}
CROSSED = {"w_q": "h' d d_k'", "w_k": "h' d' d_k'", "w_v": "h' d' d_v'", "w_o": "h'*d_v' d"}
NET = {"w_1": "d d_ff", "b_1": "d_ff", "w_2": "d_ff d", "b_2": "d"}
NORM = {"gain": "d", "bias": "d"}
OUTPUT = {"w": "d |V|", "b": "|V|"}


def _joined(**parts: Mapping[str, str]) -> dict[str, str]:
    """Return the entries of all parts, each name after that of its part."""
    return {f"{part}.{name}": each for part, own in parts.items() for name, each in own.items()}


TABLES = {"tokens": "|V| d", "positions": "L d", "segments": "S d", "output.w": "d n"}
TABLES |= _joined(norm=NORM)
ENCODER_BLOCK = _joined(attention=ATTENTION, net=NET, norm_1=NORM, norm_2=NORM)
DECODER_BLOCK = _joined(
    attention=ATTENTION, crossed=CROSSED, net=NET, norm_1=NORM, norm_2=NORM, norm_3=NORM
)


def part(params: Params, prefix: str) -> Params:
    """Return the arrays whose names begin with the prefix, under the rest of their names.

    >>> part({"net.w_1": 1, "net.b_1": 2, "norm.gain": 3}, "net")
    {'w_1': 1, 'b_1': 2}
    """
    start = f"{prefix}."
    return {name[len(start) :]: each for name, each in params.items() if name.startswith(start)}


def blocks(params: Params, stack: str) -> list[Params]:
    """Return the parameters of each block of a stack, in order."""
    names_fit(stack, params, (), lambda name: True)
    numbers = {name.split(".")[0] for name in part(params, stack)}
    in_order = [str(number) for number in range(len(numbers))]
    if numbers != set(in_order):
        what = f"has the blocks {', '.join(sorted(numbers))} of the {stack}, expected 0, 1, 2, ..."
        raise ArgumentValueError(stack, params=what)
    return [part(params, f"{stack}.{number}") for number in in_order]


def block_shapes(width: int, heads: int, hidden: int, crossed: bool = False) -> Shapes:
    """Return the names and shapes of a block: with crossed, of one that also asks an encoder.

    width: of the rows. heads: divides the width. hidden: of the feed-forward net.
    """
    for name, number in (("width", width), ("heads", heads), ("hidden", hidden)):
        whole_number("block_shapes", name, number, least=1)
    if width % heads:
        raise ArgumentValueError("block_shapes", heads=f"is {heads}, expected a divisor of {width}")
    sizes = {"h": heads, "d": width, "d_k": width // heads, "d_v": width // heads, "d_ff": hidden}
    sizes |= {f"{name}'": size for name, size in sizes.items()}
    table = DECODER_BLOCK if crossed else ENCODER_BLOCK
    return {
        name: tuple(size_of(axis, sizes) for axis in axes.split()) for name, axes in table.items()
    }


def encoder_shapes(
    vocabulary: int,
    length: int,
    width: int,
    heads: int,
    hidden: int,
    layers: int,
    segments: int = 0,
) -> Shapes:
    """Return the names and shapes of a whole encoder, BERT's if there are segments."""
    shapes: Shapes = {"tokens": (vocabulary, width), "positions": (length, width)}
    if segments:
        shapes |= {"segments": (segments, width), "norm.gain": (width,), "norm.bias": (width,)}
    with speaking_for("encoder_shapes"):
        return shapes | _stack("encoder", layers, block_shapes(width, heads, hidden))


def transformer_shapes(
    vocabulary: int, length: int, width: int, heads: int, hidden: int, layers: int
) -> Shapes:
    """Return the names and shapes of an encoder-decoder; both share tokens and positions."""
    with speaking_for("transformer_shapes"):
        shapes = encoder_shapes(vocabulary, length, width, heads, hidden, layers)
    shapes |= _stack("decoder", layers, block_shapes(width, heads, hidden, crossed=True))
    return shapes | {"output.w": (width, vocabulary), "output.b": (vocabulary,)}


def _stack(name: str, layers: int, shapes: Shapes) -> Shapes:
    whole_number(name, "layers", layers, least=0)
    return {f"{name}.{k}.{key}": shape for k in range(layers) for key, shape in shapes.items()}


def fitting_blocks(
    function: str, params: Any, stack: str, table: Mapping[str, str], /, **arrays: tuple
) -> list[Params]:
    """Return the blocks of a stack; refuse names or shapes that are not as in the table.

    arrays: those that the blocks compute on; of a whole machine, its tables have their width.
    """
    with speaking_for(function):
        found = blocks(params, stack)
    tables = {"positions": "L d", "tokens": "|V| d'"}
    own = {f'params["{name}"]': (params.get(name), axes) for name, axes in tables.items()}
    for number in range(len(found)):
        params_fit(function, params, table, f"{stack}.{number}.", **(arrays or own))
    return found


def check_tables(function: str, params: Any) -> None:
    """Refuse a machine without its tables, with names of no part, or whose tables do not fit."""
    parts = {"tokens", "positions", "segments", "norm", "encoder", "decoder", "output"}
    names_fit(function, params, ("tokens", "positions"), lambda name: name.split(".")[0] in parts)
    given = {name: axes for name, axes in TABLES.items() if name in params}
    shapes_fit(function, **{f'params["{name}"]': (params[name], given[name]) for name in given})


def check_parameters(function: str, params: Any, shapes: Shapes) -> None:
    """Refuse parameters that are missing, unknown or of another shape, each by its name."""
    table = {name: " ".join(map(str, shape)) for name, shape in shapes.items()}
    params_fit(function, params, table)
