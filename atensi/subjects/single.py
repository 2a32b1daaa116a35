"""One function of somebody's as a subject: which arrays it takes, and in which layout.

Both are found by trying, and said; what the function has no argument for is not offered.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Any

import numpy as np

from atensi.judging.registry import UnknownNameError
from atensi.subjects.offer import Function, NotOfferedError, Offer
from atensi.subjects.script import given, passed
from atensi.work.message import message

# our name, and what other libraries call it
ARGUMENTS = {
    "mask": ("mask", "attn_mask", "attention_mask", "bias"),
    "scale": ("scale", "softmax_scale", "sm_scale"),
    "is_causal": ("is_causal", "causal"),
    "axis": ("axis", "dim"),
    "where": ("where", "mask"),
    "gain": ("gain", "weight", "scale", "gamma"),
    "bias": ("bias", "beta"),
    "eps": ("eps", "epsilon"),
}
ABSENT: Mapping[str, Any] = {
    "mask": None, "scale": None, "is_causal": False, "axis": -1, "where": None, "gain": None,
    "bias": None, "eps": None,
}  # fmt: skip
LAYOUTS = ("...LD", "LD", "BLD", "BHLD", "BLHD")
ATTENTION = "scaled_dot_product_attention"


def _numpy():
    return np.asarray, np.asarray


def _torch():
    import torch

    return lambda a: torch.from_numpy(np.array(a)), lambda t: t.detach().cpu().numpy()


def _jax():
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax.numpy.asarray, np.asarray


MAKERS: dict[str, Callable[[], tuple[Function, Function]]] = {
    "numpy": _numpy, "torch": _torch, "jax": _jax,
}  # fmt: skip


def offer(spec: str, function: Function, like: str, arrays: str, layout: str) -> Offer:
    """Return the function as a subject; find its arrays and its layout unless they are given."""
    tried = []
    rows = like == ATTENTION
    for kind in [arrays] if arrays else MAKERS:
        for axes in [layout] if layout else LAYOUTS if rows else ("",):
            try:
                called = _translated(function, kind, axes, like)
                for lead in ((), (2, 3)) if axes == "...LD" else ((),):
                    _answers(called, like, lead)
            except ImportError:
                continue
            except Exception as error:
                tried.append(f"{kind} {axes}: {type(error).__name__}: {str(error)[:80]}")
                continue
            how = f"called with {kind} arrays" + (f", laid out as {axes}" if axes else "")
            lines = partial(_script, spec, kind, axes, _theirs(_names(function)))
            return Offer(spec, {like: called}, how={like: how}, scripts={like: lines})
    raise UnknownNameError(
        message(
            "{spec}: does not answer as {like} does; tried {tried}. Name what it is like (--like), "
            "its arrays (--arrays) or its layout (--layout)",
            spec=spec,
            like=like,
            tried="; ".join(tried),
        )
    )


def _answers(called, like, lead=()):
    """Raise an error unless the function gives an array of the expected shape."""
    if like == ATTENTION:
        q, k, v = (np.ones((*lead, *sizes)) for sizes in ((2, 3), (4, 3), (4, 5)))
        given, shape = (q, k, v), (*lead, 2, 5)
        try:
            output = np.asarray(called(*given))
        except Exception:  # it may ask for values as wide as keys
            given, shape = (q, k, k.copy()), (*lead, 2, 3)
            output = np.asarray(called(*given))
    else:
        output, shape = np.asarray(called(np.ones((2, 4)))), None
    if shape and output.shape != shape:
        raise ValueError(f"shape {output.shape}, expected {shape}")


def _translated(function, kind, axes, like):
    make, back = MAKERS[kind]()
    names = _names(function)

    def called(*given, **options):
        passed = {}
        for name, value in options.items():
            if _is_absent(name, value):
                continue
            theirs = _theirs(names).get(name, name if name in names else None)
            if theirs is None:
                raise NotOfferedError(f"takes no {name}")
            array = isinstance(value, np.ndarray)
            passed[theirs] = make(value) if array else value
        if axes == "...LD":
            return back(function(*map(make, given), **passed))
        lead = max(each.ndim for each in given) - 2 if axes else 0
        spread = [make(_into(each, axes, lead)) for each in given] if axes else map(make, given)
        if axes and lead > len(axes) - 2:
            raise NotOfferedError(f"takes {len(axes) - 2} batch axes, not {lead}")
        output = back(function(*spread, **passed))
        return _out_of(output, axes, lead) if axes else output

    return called


def _theirs(names):
    """Return what a function calls the arguments that ours have."""
    found = ((name, [each for each in theirs if each in names])
             for name, theirs in ARGUMENTS.items())  # fmt: skip
    return {name: each[0] for name, each in found if each}


def plain(function: Function) -> Function:
    """Return a function of `impl`'s name; options that say nothing are not passed on to it."""
    names = _names(function)

    @wraps(function)
    def called(*given, **options):
        passed = {key: each for key, each in options.items()
                  if _takes(names, key) or not _is_absent(key, each)}  # fmt: skip
        for lacking in (key for key in passed if not _takes(names, key)):
            raise NotOfferedError(f"takes no {lacking}")
        return function(*given, **passed)

    return called


def _takes(names, key):
    kinds = (names[each].kind for each in names) if isinstance(names, Mapping) else ()
    return key in names or inspect.Parameter.VAR_KEYWORD in kinds


def _is_absent(name, value):
    return value is None or (name in ABSENT and not isinstance(value, np.ndarray)
                             and value == ABSENT[name])  # fmt: skip


def _names(function):
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):  # a built-in of C says nothing of its arguments
        return {name for names in ARGUMENTS.values() for name in names}


def _into(array, axes, lead):
    """Give an array with `lead` batch axes the axes of a layout."""
    array = array.reshape((1,) * (lead + 2 - array.ndim) + array.shape)
    full = array.reshape((1,) * (len(axes) - array.ndim) + array.shape)
    return full.swapaxes(1, 2) if axes == "BLHD" else full


def _out_of(output, axes, lead):
    full = output.swapaxes(1, 2) if axes == "BLHD" else output
    return full.reshape(full.shape[len(axes) - 2 - lead :])


def _script(spec, kind, axes, theirs, named, shape):
    """Return the lines of a call: the arrays as the function takes them, and what it gives."""
    place, _, name = spec.partition(":")
    extra = {"numpy": "", "torch": ", torch", "jax": ", jax"}[kind]
    load = f"import {'runpy' if place.endswith('.py') else place}, numpy as np{extra}"
    path = f"runpy.run_path({place!r})[{name!r}]" if place.endswith(".py") else f"{place}.{name}"
    lead = max(each.ndim for key, each in named.items() if key not in ABSENT) - 2
    rows = {key: each if key in ABSENT or not axes.strip(".LD") else _into(each, axes, lead)
            for key, each in named.items()}  # fmt: skip
    arrays = [key for key, each in rows.items() if isinstance(each, np.ndarray)]
    make = {"numpy": "", "torch": "torch.tensor", "jax": "jax.numpy.asarray"}[kind]
    made = [f"{', '.join(arrays)} = map({make}, ({', '.join(arrays)},))"] if make else []
    got = f"function({passed(rows, **theirs)})"
    got = f"{got}.detach().numpy()" if kind == "torch" else f"np.asarray({got})"
    back = ".swapaxes(1, 2)" if axes == "BLHD" else ""
    return [load, f"function = {path}", given(rows), *made, f"got = {got}{back}.reshape({shape})"]
