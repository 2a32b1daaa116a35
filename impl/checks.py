"""What the functions of `impl` ask of arrays: library, dtype, shape, and names among parameters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import zip_longest
from operator import mul
from typing import Any

from array_api_compat import array_namespace

from impl.refusals import ArgumentTypeError, ArgumentValueError, listed


def shapes_fit(function: str, /, **arguments: tuple[Any, ...]) -> Any:
    """Return the library of the arrays; refuse an array whose dtype or shape does not fit.

    An argument is an array, its axes, and its kind of dtype, floating unless given. A name among
    the axes, as in "... n d_k", is one size wherever it stands, and `h*d` is a product. In front,
    `...` stands for batch axes that broadcast, and `...b` for axes that are the same wherever it
    stands. An axis `m?` may be missing; `n+` is not empty. Sizes are compared by == alone, so that
    symbols can stand for them.
    """
    xp = kinds_fit(function, **{name: (x, *kind) for name, (x, _, *kind) in arguments.items()})
    asked = tuple([(name, axes, tuple(x.shape)) for name, (x, axes, *_) in arguments.items()])
    are_numbers = all(type(size) is int for *_, shape in asked for size in shape)
    if wrong := (_remembered if are_numbers else _misfits)(asked):
        raise ArgumentValueError(function, **wrong)
    return xp


def _misfits(asked: Sequence[tuple[str, str, tuple]]) -> dict[str, str]:
    """Return what is wrong with each array that does not fit: of names, axes and shapes."""
    sizes: dict[str, Any] = {}
    source: dict[str, tuple[str, tuple]] = {}  # which array showed a size first, and its shape
    wrong = {}
    for name, pattern, shape in asked:
        axes = _axes(pattern)
        places = _places(axes, shape)
        misfits = [axis for axis, size in places or () if not _fits(axis, size, sizes)]
        if misfits or places is None:
            expected = misfits or [axis for axis in axes if axis != "..."]
            parts = {part for axis in expected for part in axis.split("*") if part in source}
            of = {part: "{} {}".format(*source[part]) for part in sorted(parts)}
            known = [f"{_word(part)} = {sizes[part]} from {first}" for part, first in of.items()]
            because = f" with {', '.join(known)}" if known else ""
            wrong[name] = f"has shape {shape}, expected {_shown(axes)}{because}"
        for axis in sizes:
            source.setdefault(axis, (name, shape))
    return wrong


_remembered = lru_cache(maxsize=4096)(_misfits)  # every call asks, and shapes come again


@cache
def _axes(pattern: str) -> tuple[str, ...]:
    return tuple(pattern.split())


def _places(axes: tuple[str, ...], shape: tuple) -> list[tuple[str, Any]] | None:
    """Return each axis with its size, the batch with its shape; None if their number is another."""
    batch = axes[:1] if axes[0][0] == "." else ()
    rest = axes[len(batch) :]
    if len(shape) < len(rest):
        rest = tuple(axis for axis in rest if axis[-1] != "?")
    before = len(shape) - len(rest)
    if before < 0 or (before and not batch):
        return None
    places = list(zip(rest, shape[before:], strict=True))
    return [(batch[0], shape[:before]), *places] if batch else places


def _fits(axis: str, size: Any, sizes: dict[str, Any]) -> bool:
    """Say whether an axis has the size that is known by now, and remember it if none is."""
    name = axis.rstrip("?+")
    known = size_of(name, sizes)
    if name == "..." and known is not None:
        known = size = stretched(known, size)
    if (known is not None and known != size) or size is None or (axis[-1] == "+" and size == 0):
        return False
    sizes[name] = size
    return True


def size_of(axis: str, sizes: Mapping[str, Any]) -> Any:
    """Return a number, the size that a name stands for, or a product; None if it is not known."""
    factors = [sizes.get(each) if isinstance(each, str) else each for each in _factors(axis)]
    return None if None in factors else reduce(mul, factors)


@cache
def _factors(axis: str) -> tuple[int | str, ...]:
    return tuple(int(each) if each.isdigit() else each for each in axis.split("*"))


def stretched(one: Sequence, other: Sequence) -> tuple | None:
    """Return the shape to which both shapes broadcast; None if there is none."""
    pairs = list(zip_longest(reversed(one), reversed(other), fillvalue=1))
    if any(a != b and a != 1 and b != 1 for a, b in pairs):
        return None
    return tuple(b if a == 1 else a for a, b in reversed(pairs))


def _word(axis: str) -> str:
    return "..." if axis[0] == "." else axis.replace("+", " ≥ 1")


def _shown(axes: tuple[str, ...]) -> str:
    """Return the axes as a shape: "... m? d" as (..., m, d) or (d,)."""
    words = [_word(axis) for axis in axes]
    few = [word for word in words[1:] if word[-1] != "?"]
    shapes = [words, few] if "?" in "".join(words) else [words]
    shown = (", ".join(each) + "," * (len(each) == 1) for each in shapes)
    return " or ".join(f"({each})" for each in shown).replace("?", "")


def kinds_fit(function: str, /, **arguments: tuple[Any, ...]) -> Any:
    """Return the library of the arrays; refuse no array, one of another library, or another dtype.

    An argument is an array and the kinds of dtype that it may have, floating unless given.
    """
    xp, first, wrong = None, None, {}
    for name, (x, *given) in arguments.items():
        kinds = tuple(given) or ("real floating",)
        own = _library(x)
        xp, first = (own, x) if xp is None else (xp, first)
        if own is None:
            wrong[name] = f"is a {_kind(x)}, expected an array of the array API standard"
        elif own is not xp:
            wrong[name] = f"is a {_kind(x)}, expected a {_kind(first)}, as of one array library"
        elif not xp.isdtype(x.dtype, kinds):
            wrong[name] = f"has dtype {x.dtype}, expected {' or '.join(kinds)}"
    if wrong:
        raise ArgumentTypeError(function, **wrong)
    return xp


def is_array(value: Any) -> bool:
    """Say whether it is an array of some library."""
    return _library(value) is not None


def _library(value: Any) -> Any:
    """Return the library of an array; None of what is no array."""
    try:
        return array_namespace(value)
    except TypeError:
        return None


def _kind(x: Any) -> str:
    return f"{type(x).__module__}.{type(x).__name__}".removeprefix("builtins.")


def mask_fits(
    function: str, name: str, mask: Any, x: Any, *kinds: str, shape: Sequence | None = None
) -> None:
    """Refuse a mask of another library than `x`, of other kinds, or that does not stretch to it.

    shape: to which the mask must stretch in the place of that of `x`.
    """
    kinds_fit(function, x=(x,), **{name: (mask, *kinds)})
    whole = tuple(x.shape if shape is None else shape)
    if stretched(mask.shape, whole) != whole:
        what = f"has shape {tuple(mask.shape)}, expected one that broadcasts to {whole}"
        raise ArgumentValueError(function, **{name: what})


def bounded_above(function: str, /, **logits: Any) -> None:
    """Refuse +inf: a row in which a logit is infinite has no softmax, only limits that differ."""
    for name, x in logits.items():
        xp = array_namespace(x)
        if bool(xp.any(x == xp.inf)):
            what = "puts +inf into a softmax, expected less, as limits there differ (-inf is fine)"
            raise ArgumentValueError(function, **{name: what})


def params_fit(
    function: str, params: Any, table: Mapping[str, str], prefix: str = "", /, **arrays: tuple
) -> Any:
    """Return the library of all arrays; refuse names or shapes that are not as in the table.

    table: the axes of each parameter, by what follows the prefix in its name.
    """
    own = {prefix + name: axes for name, axes in table.items()}
    names_fit(function, params, own, lambda name: name in own or not name.startswith(prefix))
    given = {f'params["{name}"]': (params[name], axes) for name, axes in own.items()}
    return shapes_fit(function, **arrays, **given)


def names_fit(function: str, params: Any, needed: Iterable[str], known: Callable) -> None:
    """Refuse what is no mapping, parameters that are missing, and those that are not known."""
    if not isinstance(params, Mapping):
        what = f"is a {_kind(params)}, expected a mapping from names to arrays"
        raise ArgumentTypeError(function, params=what)
    missing = [name for name in needed if name not in params]
    unknown = [name for name in params if not known(name)]
    wrong = [f"lacks {listed(missing)}"] if missing else []
    wrong += [f"has the unknown {listed(unknown)}"] if unknown else []
    if wrong:
        raise ArgumentValueError(function, params=" and ".join(wrong))
