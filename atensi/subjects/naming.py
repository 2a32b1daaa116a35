"""What a user types for a subject, and the functions that it means.

A built-in adapter (`torch`), a module with functions of `impl`'s names (`mylib.attention`), one
function of a module or a file (`mylib.attn:flash`, `flash.py:flash`) that is like one of ours, or
a model class (`transformers:RoFormerForCausalLM`).
"""

import importlib
import importlib.util
import sys
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from atensi.judging.registry import UnknownNameError, unknown
from atensi.subjects import module_functions, single
from atensi.subjects.offer import Offer
from atensi.work.message import message
from atensi.work.places import in_its_package, is_there

ADAPTERS = (
    "impl", "torch", "torch:flex_attention", "jax", "keras", "onnx", "onnxruntime", "scipy",
    "statsmodels", "transformers:sinusoids_marian", "transformers:sinusoids_m2m100",
)  # fmt: skip
LIKE = "scaled_dot_product_attention"
MODULE = "torch.nn.Module"


@cache
def offer(spec: str, like: str = LIKE, arrays: str = "", layout: str = "") -> Offer:
    """Return what the subject of this name offers."""
    if spec in ADAPTERS:
        return adapter(spec).offer()
    place, _, name = spec.partition(":")
    if not name:
        return module_functions.of_module(spec, _module(place), arrays, layout)
    return single.offer(spec, loaded(spec), like, arrays, layout)


def loaded(spec: str) -> Any:
    """Return what a name such as mylib.attn:flash or flash.py:flash stands for."""
    place, _, name = spec.partition(":")
    if not place:
        raise _unknown(place)
    return _attribute(_module(place), place, name)


def must_be_there(spec: str) -> None:
    """Refuse a name of which there is no module and no file; nothing is loaded for that."""
    place = spec.partition(":")[0]
    if place in {each.partition(":")[0] for each in ADAPTERS}:  # it says itself what is missing
        return
    if place.endswith(".py"):
        _file(place)
        return
    _may_import(Path.cwd())
    if not is_there(place):
        raise _unknown(place)


def adapter(name: str, module: str = "") -> ModuleType:
    """Return the module by which we call a library; say what is missing, where it cannot load."""
    own = module or name.replace(":", "_")
    try:
        return importlib.import_module(f"atensi.subjects.adapters.{own}")
    except ModuleNotFoundError as error:
        raise UnknownNameError(
            message(
                "{name}: is not installed here ({missing} is missing); expected an environment "
                "with it, such as one made by: pip install atensi {missing}",
                name=name,
                missing=error.name,
            )
        ) from error
    except ImportError as error:
        text = "{name}: is installed, but cannot be loaded ({error})"
        raise UnknownNameError(message(text, name=name, error=error)) from error


def _module(place) -> ModuleType:
    if place.endswith(".py"):
        path = _file(place)
        root, dotted = in_its_package(path)
        _may_import(Path.cwd(), root)
        if dotted != path.stem:
            return _loaded(place, lambda: importlib.import_module(dotted))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
        sys.modules.setdefault(path.stem, module)
        return _loaded(place, lambda: spec.loader.exec_module(module) or module)  # type: ignore[union-attr]
    _may_import(Path.cwd())  # as Python itself does for -m
    try:
        return _loaded(place, lambda: importlib.import_module(place))
    except ModuleNotFoundError as error:
        raise _unknown(place) from error


def _file(place):
    if not Path(place).is_file():
        raise UnknownNameError(message("{place}: there is no such file", place=place))
    return Path(place)


def _unknown(place):
    text = "{known}; or a module that Python can import, a file, or either with :function"
    return UnknownNameError(message(text, known=unknown("subject", place, ADAPTERS)))


def _may_import(*folders):
    """Let modules in these folders be found, after all others."""
    known = {Path(each or ".").resolve() for each in sys.path}
    sys.path += [str(each) for each in dict.fromkeys(folders) if each.resolve() not in known]


def _loaded(place, load):
    """Load a module; say what it raised, unless the module itself is not there."""
    try:
        with redirect_stdout(sys.stderr):
            return load()
    except (Exception, SystemExit) as error:
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        if missing and place.startswith(missing) and not place.endswith(".py"):
            raise
        text = "{place}: cannot be loaded ({error}); expected a module that Python can import here"
        said = f"{type(error).__name__}: {error}"
        raise UnknownNameError(message(text, place=place, error=said)) from error


def _attribute(module, place, name):
    found = module
    for part in name.split("."):
        if not hasattr(found, part):
            offered = [key for key, value in vars(module).items() if callable(value)]
            known = unknown("function", name, offered)
            raise UnknownNameError(message("{place}: {known}", place=place, known=known))
        found = getattr(found, part)
    return found
