"""What a function calls its arguments, and in which order it takes queries, keys and values."""

import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

Names = Mapping[str, inspect.Parameter]
# our name, and what other libraries call it
ROWS = {
    "q": ("q", "query", "queries", "xq"), "k": ("k", "key", "keys", "xk"),
    "v": ("v", "value", "values", "xv"),
}  # fmt: skip
ARGUMENTS = {
    "mask": ("mask", "attn_mask", "attention_mask", "bias"),
    "scale": ("scale", "softmax_scale", "sm_scale"),
    "is_causal": ("is_causal", "causal"),
    "axis": ("axis", "dim"),
    "where": ("where", "mask"),
    "gain": ("gain", "weight", "scale", "gamma"),
    "bias": ("bias", "beta"),
    "eps": ("eps", "epsilon", "norm_eps", "variance_epsilon", "layer_norm_eps", "rms_norm_eps"),
    "start": ("start", "offset", "position", "start_pos", "position_offset", "past_length"),
    "base": ("base", "theta", "rope_theta"),
    "halved": ("halved",),
    "temperature": ("temperature", "tau", "temp"),
    "cap": (
        "softcap",
        "soft_cap",
        "logit_softcap",
        "logits_soft_cap",
        "logit_cap",
        "cap",
        "softcapping",
        "attn_logit_softcapping",
    ),
    "dropout": ("dropout_p", "dropout", "dropout_rate", "p_dropout"),
}
DROP = "dropout"
ABSENT: Mapping[str, Any] = {
    "mask": None, "scale": None, "is_causal": False, "axis": -1, "where": None, "gain": None,
    "bias": None, "eps": None, "start": 0, "base": 10000.0, "halved": False,
    "temperature": 1.0, "cap": 0.0, "dropout": 0.0,
}  # fmt: skip


def names_of(function: Callable[..., Any]) -> Names | None:
    """Return a function's parameters; None of a built-in of C that does not tell them.

    A layer of PyTorch is called through what takes anything; its own arguments are `forward`'s.
    """
    try:
        return inspect.signature(getattr(function, "forward", function)).parameters
    except (TypeError, ValueError):
        return _told(function)


def _told(function):
    """Return the parameters that the first line of a documentation names, as PyTorch's do."""
    line = re.search(r"^\s*\w+\(([^)]*)\)", getattr(function, "__doc__", None) or "")
    told = re.findall(r"([a-z_]\w*)\s*(=)?", re.sub(r"=\s*[^,]+", "=", line[1])) if line else []
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return {name: inspect.Parameter(name, kind, **({"default": None} if given else {}))
            for name, given in told} or None  # fmt: skip


def theirs(names: Names | None) -> dict[str, str]:
    """Return what a function calls the options that ours have."""
    known = {name for found in ARGUMENTS.values() for name in found} if names is None else names
    found = ((name, [each for each in called if each in known])
             for name, called in ARGUMENTS.items())  # fmt: skip
    return {name: each[0] for name, each in found if each}


def defaults(names: Names | None) -> dict[str, Any]:
    """Return the defaults of the options that a function has, by our names."""
    return {name: (names or {})[own].default if own in (names or {}) else None
            for name, own in theirs(names).items()}  # fmt: skip


def left_alone(names: Names | None, accepted: Collection[str]) -> list[str]:
    """Return the options that are never given, with their defaults."""
    given = {own for name, own in theirs(names).items() if name in accepted or name == DROP}
    return [f"{name}={each.default!r}" for name, each in (names or {}).items()
            if each.default is not each.empty and name not in {*given, *accepted}
            and name not in {own for called in ROWS.values() for own in called}]  # fmt: skip


def rows_by_name(names: Names | None) -> tuple[str, ...]:
    """Return how queries, keys and values are called, if they cannot be given in that order."""
    lower = {name.lower(): name for name in names or ()}
    found = [[lower[each] for each in called if each in lower] for called in ROWS.values()]
    if names is None or not all(found):
        return ()
    q, k, v = (each[0] for each in found)
    plain = [name for name, each in names.items() if each.kind is not each.KEYWORD_ONLY]
    return () if plain[:3] == [q, k, v] else (q, k, v)


# What fills a mask that hides nothing: there is none, or its entries keep, drop, or are added.
FILLS = (None, True, False, 0.0)
GAINS = (None, 0.0)  # what fills a gain that changes nothing: 1, or 0 where 1 is added to it


def demands(names: Names | None, rows: int, accepted: Collection[str]) -> dict[str, str]:
    """Return our names of the arguments, beside the rows, that a function cannot do without."""
    own = {name: each for name, each in theirs(names).items() if name in accepted or name == DROP}
    bare = [name for place, (name, each) in enumerate((names or {}).items())
            if place >= rows and each.default is each.empty]  # fmt: skip
    return {name: called for name, called in own.items() if called in bare}


def neutral(name: str, rows: Sequence[Any], fill: bool | float | None) -> Any:
    """Return a value of an argument that changes nothing; of a mask, filled with what keeps all."""
    row: Any = np.asarray(rows[0]) if len(rows) else np.zeros(1)
    width = np.zeros(row.shape[-1:], dtype=row.dtype)
    if name in ("mask", "where"):
        shape = row.shape if len(rows) == 1 else (row.shape[-2], rows[1].shape[-2])
        return None if fill is None else np.full(shape, fill)
    gain = width + (1 if fill is None else float(fill))
    return {"gain": gain, "bias": width, "eps": 0.0, "scale": len(width) ** -0.5}.get(
        name, ABSENT[name]
    )


def always_told(names: Names | None, accepted: Collection[str]) -> dict[str, Any]:
    """Return the options that are told also where ours are not: their default may be another."""
    own = theirs(names)
    told: list[str] = [name for name in ("axis", "is_causal") if name in own and name in accepted]
    if names is not None and own.get(DROP) in names:
        told.append(DROP)
    return {own[name]: ABSENT[name] for name in told
            if names is None or names[own[name]].default != ABSENT[name]}  # fmt: skip


def takes(names: Names | None, key: str) -> bool:
    """Say whether a function has an argument of that name, or takes any."""
    kinds = {each.kind for each in (names or {}).values()}
    return key in (names or ()) or inspect.Parameter.VAR_KEYWORD in kinds


def is_absent(name: str, value: Any) -> bool:
    """Say whether an option says nothing."""
    return value is None or (
        name in ABSENT and not isinstance(value, np.ndarray) and value == ABSENT[name]
    )
