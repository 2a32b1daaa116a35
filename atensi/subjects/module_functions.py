"""A module with functions under the names of ours: each is called as it takes its arrays."""

import inspect
from contextlib import suppress
from functools import wraps
from types import ModuleType

from atensi.judging.registry import UnknownNameError
from atensi.judging.zoo import own_functions
from atensi.subjects import signatures
from atensi.subjects.offer import Function, NotOfferedError, Offer
from atensi.subjects.single import as_ours, offer

PLAIN = "called with numpy arrays"


def of_module(spec: str, module: ModuleType, arrays: str, layout: str) -> Offer:
    """Return the functions of a module under the names of ours, each as it is called."""
    found = {
        key: value for key, value in vars(module).items()
        if callable(value) and not key.startswith("_") and not inspect.isclass(value)
    }  # fmt: skip
    ours = {}
    for name in [each for each in found if each in own_functions()]:
        with suppress(UnknownNameError):  # no small input is known for all of them
            ours[name] = offer(f"{spec}:{name}", found[name], name, arrays, layout)
    kinds = {each.functions[name].kind for name, each in ours.items()}  # type: ignore[attr-defined]
    besides = {name: each for one in ours.values() for name, each in one.functions.items()}
    functions = besides | {
        name: ours[name].functions[name] if name in ours else _untried(name, function, kinds)
        for name, function in found.items()
    }
    how = {name: said for each in ours.values() for name, said in each.how.items() if said != PLAIN}
    scripts = {name: lines for each in ours.values() for name, lines in each.scripts.items()}
    return Offer(spec, functions, getattr(module, "__version__", ""), how, scripts)


def _untried(name, function, kinds):
    """Call a function with the arrays that the others take, if these are of one kind."""
    if name not in own_functions() or kinds in (set(), {"numpy"}) or len(kinds) > 1:
        return plain(function)
    (kind,) = kinds
    return as_ours(function, name, kind, "float64", "")


def plain(function: Function) -> Function:
    """Return a function of `impl`'s name; options that say nothing are not passed on to it."""
    names = signatures.names_of(function)

    @wraps(function)
    def called(*given, **options):
        said = {key: each for key, each in options.items() if not signatures.is_absent(key, each)}
        for lacking in (key for key in said if not signatures.takes(names, key)):
            raise NotOfferedError(f"takes no {lacking}")
        passed = {key: each for key, each in options.items() if signatures.takes(names, key)}
        return function(*given, **passed)

    return called
