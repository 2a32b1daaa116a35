"""Our own code as a subject, as any other."""

import importlib
from pathlib import Path

import impl
from atensi import __version__
from atensi.subjects.offer import Offer


def offer():
    """Return all that `impl` offers."""
    functions = {}
    for path in sorted(Path(impl.__path__[0]).glob("[a-z]*.py")):
        module = importlib.import_module(f"impl.{path.stem}")
        for key, value in vars(module).items():
            if callable(value) and not key.startswith("_") and value.__module__ == module.__name__:
                functions[key] = value
    return Offer("impl", functions, __version__)
