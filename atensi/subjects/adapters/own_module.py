"""Somebody's own torch.nn.Module as a subject: rows in, rows out, whatever the weights are."""

import inspect
from copy import deepcopy
from functools import cache

import numpy as np
import torch
from torch import nn

from atensi.judging.registry import UnknownNameError
from atensi.subjects.models import Model
from atensi.subjects.naming import loaded
from atensi.work.message import message

# what a module may call the mask of places, and whether it marks those that are kept
MASKS = {
    "key_padding_mask": False, "src_key_padding_mask": False, "padding_mask": False,
    "attention_mask": True,
}  # fmt: skip


def model(spec, promises):
    """Return the module, or what a call without arguments makes, as a subject."""
    found = loaded(spec)
    make = (lambda: found) if isinstance(found, nn.Module) else found

    @cache
    def of(dtype):
        torch.manual_seed(0)
        return deepcopy(make()).to(getattr(torch, dtype)).eval()

    try:
        is_module = isinstance(make(), nn.Module)
    except TypeError as error:
        raise UnknownNameError(
            message(
                "{spec}: cannot be made without arguments ({error}); expected a torch.nn.Module, "
                "or a function without arguments that makes one, such as "
                "`def block(): return Block(64)`",
                spec=spec,
                error=error,
            )
        ) from error
    if not is_module:
        raise UnknownNameError(
            message("{spec}: makes no torch.nn.Module; see `atensi check --help`", spec=spec)
        )
    taken = inspect.signature(of("float64").forward).parameters
    needed = sum(each.default is each.empty and each.kind == each.POSITIONAL_OR_KEYWORD
                 for each in taken.values())  # fmt: skip
    mask = next((name for name in MASKS if name in taken), None)

    def run(rows, dtype, kept=None):
        x = torch.from_numpy(rows).to(getattr(torch, dtype))[None]
        with torch.no_grad():
            return _rows(of(dtype)(*[x] * needed, **_masked(mask, kept)))

    width = _width(spec, of("float64"), run)

    def changed(draw, rows, place):
        other = rows.copy()
        other[place] = draw.normal(size=width)
        return other

    return Model(
        spec, torch.__version__, lambda draw, n: draw.normal(size=(n, width)), changed, run,
        causal="causal" in promises, keeps=mask is not None, orderless="orderless" in promises,
        script=_script(spec, needed, mask, isinstance(found, nn.Module)),
    )  # fmt: skip


def _masked(mask, kept):
    if kept is None:
        return {}
    return {mask: torch.from_numpy(kept if MASKS[mask] else ~kept)[None]}


def _rows(output):
    rows = (output[0] if isinstance(output, tuple) else output)[0]
    return rows.double().numpy()


def _width(spec, module, run):
    """Return the width of the rows that it takes: of those that its parameters have, by trying."""
    tried = {}
    for width in dict.fromkeys(side for each in module.parameters() for side in each.shape[::-1]):
        try:
            came = run(np.ones((3, width)), "float64")
            if came.ndim == 2 and len(came) == 3:
                return width
            tried[width] = f"gave shape {came.shape}"
        except Exception as error:
            tried[width] = str(error).strip().split("\n")[0][:80]
    listed = "; ".join(f"{width}: {why}" for width, why in tried.items()) or "it has no parameters"
    raise UnknownNameError(
        message(
            "{spec}: takes no rows (1, 3, width) of any width of its parameters: {listed}",
            spec=spec,
            listed=listed,
        )
    )


def _script(spec, needed, mask, made):
    place, _, name = spec.partition(":")
    path = f"runpy.run_path({place!r})[{name!r}]" if place.endswith(".py") else f"{place}.{name}"
    kept = "torch.tensor([kept])" if mask and MASKS[mask] else "~torch.tensor([kept])"
    drop = "" if mask is None else f", **({{}} if kept is None else {{{mask!r}: {kept}}})"
    return f"""import torch, {"runpy" if place.endswith(".py") else place}
torch.manual_seed(0)
model = {path}{"" if made else "()"}.double().eval()
def subject(rows, kept=None):
    x = torch.tensor([rows], dtype=torch.float64)
    came = model({", ".join(["x"] * needed)}{drop})
    return (came[0] if isinstance(came, tuple) else came)[0].detach().numpy()"""
