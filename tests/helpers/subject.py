"""The subject of the tests: functions with the names and signatures of `impl`."""

import importlib
from pathlib import Path

import impl


class NotOfferedError(AttributeError):
    """A function that the subject does not have."""


class Subject:
    """Functions by name, the name of their module, and the functions that were called."""

    def __init__(self, name, functions, called=None):
        self.name = name
        self.functions = dict(functions)
        self.called = set() if called is None else called

    def __getattr__(self, name):
        try:
            function = self.functions[name]
        except KeyError:
            text = f"{name} is not offered by {self.name}"
            raise NotOfferedError(text, name=name, obj=self) from None
        self.called.add(name)
        return function

    def but(self, **changed):
        """Return this subject with some functions replaced; both record the calls of either."""
        return Subject("+".join(changed), {**self.functions, **changed}, self.called)

    def watched(self):
        """Return this subject with no calls recorded."""
        return Subject(self.name, self.functions)


def sines_in(function):
    """Return the format in which a function keeps its sines; `impl` takes float64 for any rows."""
    return getattr(function, "sines_in", "float64")


def modules(package):
    """Return the names of the modules of a package."""
    root = Path(package.__path__[0])
    paths = (path.relative_to(root.parent) for path in sorted(root.rglob("[a-z]*.py")))
    return [".".join(path.with_suffix("").parts) for path in paths]


def load(name):
    """Make a subject of `impl`, or of any module with functions of the same names."""
    if name != "impl":
        module = importlib.import_module(name)
        offered = {key: value for key, value in vars(module).items() if not key.startswith("_")}
        return Subject(name, {key: value for key, value in offered.items() if callable(value)})
    functions = {}
    for name in modules(impl):
        module = importlib.import_module(name)
        offered = {
            value: key  # the last name of a function with two, as its first is another module's
            for key, value in vars(module).items()
            if callable(value) and not key.startswith("_") and value.__module__ == module.__name__
        }
        functions |= {key: value for value, key in offered.items()}
    return Subject("impl", functions)
