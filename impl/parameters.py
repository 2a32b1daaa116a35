"""Parameters of whole machines: plain arrays with dotted names, and the shapes they must have.

A block's names: attention.w_q, ... net.w_1, ... norm_1.gain, ...; a machine's put the stack and the
number of the block before them: encoder.0.attention.w_q.
"""

from collections.abc import Mapping

from impl.checks import float_arrays, whole_number

Shapes = dict[str, tuple[int, ...]]


def part(params, prefix):
    """Return the arrays whose names begin with the prefix, under the rest of their names.

    >>> part({"net.w_1": 1, "net.b_1": 2, "norm.gain": 3}, "net")
    {'w_1': 1, 'b_1': 2}
    """
    start = f"{prefix}."
    return {name[len(start) :]: each for name, each in params.items() if name.startswith(start)}


def blocks(params, stack):
    """Return the parameters of each block of a stack, in order."""
    own = part(params, stack)
    numbers = sorted({int(name.split(".")[0]) for name in own})
    if numbers != list(range(len(numbers))):
        raise ValueError(f"{stack}: params has the blocks {numbers}; expected 0, 1, 2, ...")
    return [part(own, str(number)) for number in numbers]


def block_shapes(width, heads, hidden, crossed=False):
    """Return the names and shapes of a block: with crossed, of one that also asks an encoder.

    width: of the rows. heads: divides the width. hidden: of the feed-forward net.
    """
    for name, number in (("width", width), ("heads", heads), ("hidden", hidden)):
        whole_number("block_shapes", name, number, least=1)
    if width % heads:
        raise ValueError(f"block_shapes: width is {width} and heads {heads}; expected a divisor")
    d_k = width // heads
    attention: Shapes = {
        "w_q": (heads, width, d_k), "w_k": (heads, width, d_k), "w_v": (heads, width, d_k),
        "w_o": (width, width),
    }  # fmt: skip
    net: Shapes = {
        "w_1": (width, hidden),
        "b_1": (hidden,),
        "w_2": (hidden, width),
        "b_2": (width,),
    }
    parts = ["attention", "crossed"] if crossed else ["attention"]
    shapes = {f"{name}.{key}": shape for name in parts for key, shape in attention.items()}
    shapes |= {f"net.{key}": shape for key, shape in net.items()}
    for number in range(1, len(parts) + 2):
        shapes |= {f"norm_{number}.gain": (width,), f"norm_{number}.bias": (width,)}
    return shapes


def encoder_shapes(vocabulary, length, width, heads, hidden, layers, segments=0):
    """Return the names and shapes of a whole encoder, BERT's if there are segments."""
    shapes: Shapes = {
        "tokens": (vocabulary, width),
        "positions": (length, width),
    }
    if segments:
        shapes |= {"segments": (segments, width), "norm.gain": (width,), "norm.bias": (width,)}
    return shapes | _stack("encoder", layers, block_shapes(width, heads, hidden))


def transformer_shapes(vocabulary, length, width, heads, hidden, layers):
    """Return the names and shapes of an encoder-decoder; both share tokens and positions."""
    shapes = encoder_shapes(vocabulary, length, width, heads, hidden, layers)
    shapes |= _stack("decoder", layers, block_shapes(width, heads, hidden, crossed=True))
    return shapes | {"output.w": (width, vocabulary), "output.b": (vocabulary,)}


def _stack(name, layers, shapes):
    whole_number(name, "layers", layers, least=0)
    return {f"{name}.{k}.{key}": shape for k in range(layers) for key, shape in shapes.items()}


def check_block(function, params, crossed=False):
    """Refuse a block with names that are missing or not known."""
    check_names(function, params, block_shapes(1, 1, 1, crossed=crossed))


def check_tables(function, params, needed=("tokens", "positions")):
    """Refuse a machine without its tables, with names of no part, or with tables that do not fit.

    A table has rows as wide as those of the tokens; the output's columns are as many as its bias.
    """
    is_mapping(function, params)
    known = {"tokens", "positions", "segments", "norm", "encoder", "decoder", "output"}
    wrong = [f"{name} is missing" for name in needed if name not in params]
    wrong += [f"{name} is unknown" for name in params if name.split(".")[0] not in known]
    refuse(function, wrong)
    tables = {name: params[name] for name in TABLES if name in params}
    float_arrays(function, **tables)
    width = params["tokens"].shape[-1:]
    for name, table in tables.items():
        place = 0 if name == "output.w" else 1
        if table.ndim != 2 or (table.shape[place],) != width:
            wrong.append(f"{name} has shape {table.shape}, expected the width of tokens, {width}")
    refuse(function, wrong)


TABLES = ("tokens", "positions", "segments", "output.w")


def check_names(function, params, shapes):
    """Refuse names that are missing or not known."""
    is_mapping(function, params)
    wrong = [f"{name} is missing" for name in shapes if name not in params]
    refuse(function, wrong + [f"{name} is unknown" for name in params if name not in shapes])


def refuse(function, wrong):
    """Raise an error that lists what is wrong, if anything is."""
    if wrong:
        more = f", and {len(wrong) - 5} more" if len(wrong) > 5 else ""
        raise ValueError(f"{function}: params: {'; '.join(wrong[:5])}{more}")


def is_mapping(function, params):
    """Refuse what has no names."""
    if not isinstance(params, Mapping):
        raise TypeError(f"{function}: params is a {type(params).__name__}; expected a mapping")


def check_parameters(function, params, shapes):
    """Refuse parameters that are missing, unknown or of another shape, each by its name."""
    check_names(function, params, shapes)
    refuse(function, [
        f"{name} has shape {tuple(params[name].shape)}, expected {shape}"
        for name, shape in shapes.items()
        if tuple(params[name].shape) != shape
    ])  # fmt: skip
