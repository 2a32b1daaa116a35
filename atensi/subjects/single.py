"""One function of somebody's as a subject: which arrays it takes, and in which layout.

Both are found by trying, and said; what the function has no argument for is not offered.
"""

import inspect
import os
import re
import sys
from collections import defaultdict
from contextlib import redirect_stdout
from functools import cache, partial
from itertools import product
from pathlib import Path

import numpy as np

from atensi.judging.registry import UnknownNameError, unknown
from atensi.judging.zoo import own_functions
from atensi.subjects import other_options, signatures
from atensi.subjects.conventions import CAPPED, GROUPED
from atensi.subjects.derived import widened
from atensi.subjects.kinds_of_arrays import MAKERS, makers
from atensi.subjects.layouts import SWAPPED, batch_axes, ends, of_each_document, out_of, spread
from atensi.subjects.offer import Function, NotOfferedError, Offer
from atensi.subjects.script import ATTENTION, given, passed
from atensi.subjects.small_inputs import ATTENTIONS, LAYOUTS, of_ones, tried
from atensi.work.message import message
from atensi.work.places import in_its_package

SEVERAL = ("attention_gradients",)  # of which more than the first result is asked
LISTED = 3  # different errors that are told, where nothing answers


def offer(spec: str, function: Function, like: str, arrays: str, layout: str) -> Offer:
    """Return the function as a subject; find its arrays and its layout unless they are given."""
    if like not in own_functions():
        known = unknown("function of impl", like, own_functions())
        raise UnknownNameError(message("--like {like}: {known}", like=like, known=known))
    if len(_required(like)) > len(of_ones(like)):
        text = "--like {like}: takes more than can be tried; expected a module with this function, "
        text += "called so: {form}"
        raise UnknownNameError(message(text, like=like, form=form(like)))
    if inspect.isclass(function) or not callable(function):
        text = "{spec}: is of {kind}; expected a function, or an instance that is called like one"
        if inspect.isclass(function):
            text = "{spec}: is a class; expected a function, or an instance that is called like one"
        raise UnknownNameError(message(text, spec=spec, kind=type(function).__name__))
    errors: dict[str, list[str]] = defaultdict(list)
    axes_of = LAYOUTS.get(like, ("",))
    if layout and layout not in axes_of and len(axes_of) > 1:
        known = unknown("layout", layout, axes_of)
        raise UnknownNameError(message("--layout {layout}: {known}", layout=layout, known=known))
    for dtype in ("float64", "float32", "float16"):
        for kind in [arrays] if arrays else MAKERS:
            fair = {}
            own = [layout] if layout and len(axes_of) > 1 else axes_of
            for axes, fill in product(own, _fills(function, like)):
                try:
                    called = as_ours(function, like, kind, dtype, axes, fill)
                    if like == "late_interaction" and axes == "LD":
                        called = of_each_document(as_ours(function, like, kind, dtype, "...LD"))
                    off, gave = tried(called, like, axes), vars(called)["gave"]
                    if gave in MAKERS and gave != kind:
                        raise TypeError(f"gives arrays of {gave}")
                    fair[axes, fill] = off, called
                except ImportError as error:
                    if arrays:
                        errors[str(error)].append(kind)
                except (Exception, SystemExit) as error:
                    said = f"{type(error).__name__}: {str(error)[:80]}"
                    errors[said].append(f"{kind} {axes}".strip())
            if fair:
                (axes, fill), (off, called) = min(fair.items(), key=_nearest)
                return _offer(spec, function, like, (kind, dtype, axes, fill), called, off)
    listed = [f"{', '.join(dict.fromkeys(who))}: {said}" for said, who in errors.items()]
    raise UnknownNameError(
        message(
            "{spec}: does not answer as {like} does; tried {tried}. Name what it is like (--like), "
            "its arrays (--arrays) or its layout (--layout), or wrap it in a function that is "
            "called so: {form}",
            spec=spec,
            like=like,
            form=form(like),
            tried="; ".join(listed[:LISTED]) + ("; …" if len(listed) > LISTED else ""),
        )
    )


def _fills(function, like):
    """Return what may stand in a mask or gain that must be given, where none is asked for."""
    names = signatures.names_of(function)
    demands = signatures.demands(names, len(_required(like)), _accepted(like))
    if like == "rms_norm" and "gain" in demands:
        return signatures.GAINS
    return signatures.FILLS if {"mask", "where"} & demands.keys() else signatures.FILLS[:1]


def _nearest(each):
    off = each[1][0]
    return np.inf if np.isnan(off) else off


def _offer(spec, function, like, way, called, off):
    kind, dtype, axes, fill = way
    names = signatures.names_of(function)
    how = f"called with {kind} arrays" + (f" of {dtype}" if dtype != "float64" else "")
    how += f", laid out as {axes}" if axes else ""
    by_name = signatures.rows_by_name(names) if "v" in _required(like) else ()
    how += f", by the names {', '.join(by_name)}" if by_name else ""
    how += ", the first of its results" if called.gave_several else ""
    if off > 0 and like in ATTENTIONS:  # so what follows may be about a misreading of ours
        how += f"; the mean of equal values came back off by {off:.2g}: are its axes others, are "
        how += "the rows another of its results, or do its weights not sum to one?"
    if whys := other_options.other(called, like, signatures.defaults(names)):
        how += f"; {', and '.join(whys.values())}, so none is asked for"
        called = other_options.leaving_out(called, whys, _accepted(like))
    if left := signatures.left_alone(names, [*_accepted(like), *["cap"] * (like == ATTENTION)]):
        how += f"; not asked of, and left as they are: {', '.join(left)}"
    functions = {like: called}
    if like == ATTENTION:
        raw = as_ours(function, like, kind, dtype, "...LD", fill)
        raw = other_options.leaving_out(raw, whys, _accepted(like))
        if shared := other_options.groups(raw, axes):
            how += f"; {shared}"
            functions[GROUPED] = other_options.grouped_by(raw, axes)
        if names and "cap" in signatures.theirs(names):
            functions[CAPPED] = other_options.capped_by(called)
    theirs, told = signatures.theirs(names), signatures.always_told(names, _accepted(like))
    told = {name: told[own] for name, own in theirs.items() if own in told}
    taken = [key for key in signatures.ABSENT
             if key in theirs or signatures.takes(names, key) or key == "scale"]  # fmt: skip
    demands = [*signatures.demands(names, len(_required(like)), _accepted(like))]
    whole = partial(_whole, like, taken, demands, told, fill)
    lines = partial(_script, spec, like, kind, axes, theirs, by_name, called.gave_several, whole)
    return Offer(spec, functions, how={like: how}, scripts={like: lines})


def form(like: str) -> str:
    """Return how a function of ours is called, as its definition would begin."""
    parameters = inspect.signature(own_functions()[like]).parameters.values()
    plain = [each.replace(annotation=each.empty) for each in parameters]
    return f"{like}{inspect.Signature(plain)}"


@cache
def _required(like):
    own = inspect.signature(own_functions()[like]).parameters.values()
    return [each.name for each in own if each.default is each.empty]


@cache
def _accepted(like):
    return [*inspect.signature(own_functions()[like]).parameters]


def as_ours(
    function: Function, like: str, kind: str, dtype: str, axes: str,
    fill: bool | float | None = None,
) -> Function:  # fmt: skip
    """Return the function as it is called like ours, with NumPy's arrays in our layout."""
    make, back = makers(kind, dtype)
    names = signatures.names_of(function)
    theirs, rows = signatures.theirs(names), len(_required(like))
    by_name = signatures.rows_by_name(names) if "v" in _required(like) else ()

    def result(output):
        several = isinstance(output, tuple) and like not in SEVERAL
        first = output[0] if isinstance(output, tuple) else output
        gave = type(first).__module__.partition(".")[0].removesuffix("lib")
        vars(called).update(gave_several=several, gave=gave)
        output = first if several else output
        return tuple(map(back, output)) if like in SEVERAL else back(output)

    def called(*given, **options):
        options = dict(zip(_accepted(like)[rows:], given[rows:], strict=False)) | options
        given = given[:rows]
        demands = signatures.demands(names, rows, _accepted(like)).items()
        named = {key: make(signatures.neutral(name, given, fill)) for name, key in demands}
        named |= signatures.always_told(names, _accepted(like))
        for name, value in options.items():
            if signatures.is_absent(name, value):
                continue
            own = theirs.get(name, name if signatures.takes(names, name) else None)
            if own is None:
                raise NotOfferedError(f"takes no {name}")
            named[own] = make(_of_kind(value, given[0], kind))
        lead = batch_axes(given, axes)
        ours = spread(given, axes, lead)
        made = [make(each) for each in ours]
        named |= dict(zip(by_name, made, strict=False))
        try:
            with redirect_stdout(sys.stderr):
                output = result(function(*made[len(by_name) :], **named))
        except TypeError as error:  # a wrapper takes any name, and what it wraps does not
            lacking = re.search(r"unexpected keyword argument '(\w+)'", str(error))
            if lacking is None or lacking[1] not in named:
                raise
            raise NotOfferedError(f"takes no {lacking[1]}") from error
        for each, own in zip(ours, made, strict=True):
            _tell_changes(each, back(own))
        if isinstance(output, tuple):
            return tuple(out_of(each, axes, lead) for each in output)
        return out_of(output, axes, lead)

    vars(called).update(gave_several=False, gave=kind, kind=kind)
    return called


def _tell_changes(array, own):
    """Write what became of the array that the function had instead into what was given."""
    alike = isinstance(array, np.ndarray) and array.dtype == own.dtype
    if alike and array.tobytes() != own.tobytes():
        array[...] = own


def _of_kind(value, first, kind):
    """Give a floating mask the dtype of the rows, which all libraries but NumPy want."""
    floating = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return value.astype(first.dtype) if floating and kind != "numpy" else value


def _whole(like, taken, demands, told, fill, named):
    """Return all arguments of a call by our names: those that must be given, and none not taken."""
    given = [named[key] for key in _required(like)]
    ours = {key: each for key, each in named.items()
            if key in taken or key not in signatures.ABSENT}  # fmt: skip
    needed = {key: signatures.neutral(key, given, fill) for key in demands if key not in ours}
    return {**told, **needed, **ours}


def _script(spec, like, kind, axes, theirs, by_name, several, whole, named, shape):
    """Return the lines of a call: the arrays as the function takes them, and what it gives."""
    extra = {"numpy": "", "torch": ", torch", "jax": ", jax"}[kind]
    if like == "late_interaction" and axes == "LD":  # a call for each document
        return []
    named = whole(named)
    if "scale" in named and "scale" not in theirs:  # it was asked with keys so wide as to undo it
        q, k = widened(named["q"], named["k"])
        named = {key: each for key, each in named.items() if key != "scale"} | {"q": q, "k": k}
    rows = {key: named[key] for key in _required(like)}
    lead = batch_axes(rows.values(), axes)
    rows = named | dict(zip(rows, spread([*rows.values()], axes, lead), strict=True))
    arrays = [key for key, each in rows.items() if isinstance(each, np.ndarray)]
    make = {"numpy": "", "torch": "torch.tensor", "jax": "jax.numpy.asarray"}[kind]
    made = [f"{', '.join(arrays)} = map({make}, ({', '.join(arrays)},))"] if make else []
    by_place, named_rows = _required(like), dict(zip("qkv", by_name, strict=False))
    written = passed(rows, by_place, **theirs, **named_rows)
    got = f"function({written}){'[0]' if several else ''}"
    array = "{}.detach().numpy()" if kind == "torch" else "np.asarray({})"
    out = ends(axes)[1]
    array += f".swapaxes{SWAPPED[out]}" if out in SWAPPED else ""
    got = f"{array.format(got)}.reshape({shape})" if like not in SEVERAL else (
        f"[{array.format('x')}.reshape(s) for x, s in zip({got}, {shape})]")  # fmt: skip
    arrays_of_it = [given(rows), *made] if arrays else []
    return [*_had(spec, f"numpy as np{extra}"), *arrays_of_it, f"got = {got}"]


def _had(spec, libraries):
    """Return the lines by which a script has the function: of a file, as Python would import it."""
    place, _, name = spec.partition(":")
    if not place.endswith(".py"):
        return [f"import {place}, {libraries}", f"function = {place}.{name}"]
    root, dotted = in_its_package(Path(place))
    beside = str(root) if Path(place).is_absolute() else os.path.relpath(root)
    run = f"run_module({dotted!r})" if "." in dotted else f"run_path({place!r})"
    return [f"import runpy, sys, {libraries}", f"sys.path.append({beside!r})",
            f"function = runpy.{run}[{name!r}]"]  # fmt: skip
