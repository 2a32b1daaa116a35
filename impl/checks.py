"""What every function of `impl` asks of its arguments, and the sentences it says when refused.

A message has the form `function: argument has what; expected what, because of what`.
"""

import math
from collections.abc import Mapping
from operator import index

from array_api_compat import array_namespace


def float_arrays(function, **arrays):
    """Return the namespace that the arrays share; refuse all that is no real floating array."""
    for name, x in arrays.items():
        try:
            array_namespace(x)
        except TypeError:
            raise TypeError(
                f"{function}: {name} is a {type(x).__name__}; expected an array of the array API "
                "standard, because the result is computed in the argument's own library"
            ) from None
    same_library(function, **arrays)
    xp = array_namespace(*arrays.values())
    wrong = [
        f"{name} has dtype {x.dtype}"
        for name, x in arrays.items()
        if not xp.isdtype(x.dtype, "real floating")
    ]
    if wrong:
        raise TypeError(
            f"{function}: {', '.join(wrong)}; expected a real floating dtype, because weights are "
            "fractions and are returned in the dtype that came"
        )
    return xp


def array_of_integers(function, name, x):
    """Return the namespace of an array of integers; refuse anything else."""
    try:
        xp = array_namespace(x)
    except TypeError:
        raise TypeError(
            f"{function}: {name} is a {type(x).__name__}; expected an array of integers"
        ) from None
    if not xp.isdtype(x.dtype, "integral"):
        raise TypeError(
            f"{function}: {name} has dtype {x.dtype}; expected integers, because they name rows"
        )
    return xp


def library(xp):
    """Return the array library that was given, as the standard has it; NumPy if none was."""
    if xp is None:
        import array_api_compat.numpy as xp
    return array_namespace(xp.asarray(0.0))


def same_library(function, **arrays):
    """Refuse arrays of different libraries."""
    try:
        array_namespace(*arrays.values())
    except TypeError:
        kinds = ", ".join(f"{name} is a {_kind(x)}" for name, x in arrays.items())
        raise TypeError(
            f"{function}: {kinds}; expected all of one array library, because no library "
            "computes with another's arrays"
        ) from None


def _kind(x):
    return f"{type(x).__module__}.{type(x).__name__}"


def whole_number(function, name, size, least):
    """Refuse a size that is no integer or too small; one that stands for any size is fine."""
    symbolic = bool(getattr(size, "free_symbols", ()))
    try:
        wrong = not symbolic and (isinstance(size, bool) or index(size) < least)
    except TypeError:
        wrong = True
    if wrong:
        raise ValueError(f"{function}: {name} is {size!r}; expected an integer, {least} or more")


def named(function, params, names):
    """Return the arrays in the order of the names; refuse what is missing or not known."""
    if not isinstance(params, Mapping):
        raise TypeError(
            f"{function}: params is a {type(params).__name__}; expected a mapping from the names "
            f"{list(names)} to arrays"
        )
    missing = [name for name in names if name not in params]
    unknown = [name for name in params if name not in names]
    if missing or unknown:
        raise ValueError(
            f"{function}: params lacks {missing} and has {unknown} besides; "
            f"expected exactly {list(names)}"
        )
    return [params[name] for name in names]


def truth(function, name, value):
    """Refuse what is neither true nor false."""
    if getattr(value, "shape", ()) != () or value not in (True, False):
        raise TypeError(f"{function}: {name} is {value!r}; expected True or False")


def one_of(function, name, value, options):
    """Refuse what is none of the words."""
    if not isinstance(value, str) or value not in options:
        listed = " or ".join(map(repr, options))
        raise ValueError(f"{function}: {name} is {value!r}; expected {listed}")


def axis_of(function, x, axis):
    """Return `axis` counted from the front; refuse one that `x` does not have."""
    if x.ndim == 0:
        raise ValueError(f"{function}: x has no axes; expected at least one to normalise over")
    if isinstance(axis, bool) or not isinstance(axis, int):
        raise TypeError(f"{function}: axis is {axis!r}; expected one integer")
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(
            f"{function}: axis is {axis}; expected {-x.ndim} to {x.ndim - 1}, "
            f"because x has shape {x.shape}"
        )
    return axis % x.ndim


def bounded_above(function, xp, **arrays):
    """Refuse +inf: a row in which a logit is infinite has no softmax, only limits that differ."""
    for name, x in arrays.items():
        if bool(xp.any(x == xp.inf)):
            raise ValueError(
                f"{function}: {name} contains +inf; expected values below +inf, because the "
                "weights depend on how infinity is approached (-inf is fine: it means weight 0)"
            )


def broadcasts(function, name, shape, target, because):
    """Refuse a shape that does not stretch to `target`."""
    fits = len(shape) <= len(target) and all(
        have in (1, want) for have, want in zip(reversed(shape), reversed(target), strict=False)
    )
    if not fits:
        raise ValueError(
            f"{function}: {name} has shape {shape}; expected one that broadcasts to {target}, "
            f"because of {because}"
        )


def batches_agree(function, **shapes):
    """Refuse leading (batch) dimensions that do not broadcast against each other."""
    widest = max(len(shape) for shape in shapes.values())
    for back in range(1, widest + 1):
        sizes = {shape[-back] for shape in shapes.values() if len(shape) >= back} - {1}
        if len(sizes) > 1:
            listed = ", ".join(f"{name} has {shape}" for name, shape in shapes.items())
            raise ValueError(
                f"{function}: the batch dimensions do not fit together: {listed}; "
                "expected equal ones or 1 at each place"
            )


def finite_number(function, name, value):
    """Return one finite real number, from a number or an array of no axes; refuse anything else."""
    if getattr(value, "shape", ()) != ():
        raise ValueError(
            f"{function}: {name} has shape {value.shape}; expected a single number, because one "
            f"{name} serves all rows"
        )
    value = value.item() if hasattr(value, "item") else value  # a library's scalar has a dtype
    if isinstance(value, complex | str | bytes | bool) or value is None:
        raise TypeError(f"{function}: {name} is {value!r}; expected a real number")
    if value != value or abs(value) == math.inf:
        raise ValueError(f"{function}: {name} is {value}; expected a finite number")
    return value
