"""What judges is what its files say: no line that ran has set a function of the engine aside.

`hands_off` reads what a chapter's lines are; here the engine itself is looked at, after they ran.
"""

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

ROOMS = ("theory.stating", "proofs.engine", "proofs.rules", "proofs.arrays", "atensi.judging",
         "atensi.running")  # fmt: skip
Link = tuple[str, Callable[[], Any], Any]  # what it is called, how it is found, what it was


def replaced() -> Iterator[str]:
    """Yield what is in the engine under a name by which its file means something else."""
    for module in _engine():
        for node in _tree(module).body:
            for name, holds in _meant(module, node):
                if not holds:
                    yield f"{module.__name__}.{name} is not what its file says: it was replaced"


def links() -> list[Link]:
    """Return the functions of the engine, each with the lines that it has now."""
    found: list[Link] = []
    for module in _engine():
        for node in _tree(module).body:
            if isinstance(node, ast.FunctionDef):
                found += _lines_of(module.__name__, module, node.name)
            elif isinstance(node, ast.ClassDef):
                own, name = getattr(module, node.name, None), f"{module.__name__}.{node.name}"
                methods = [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
                found += [link for each in methods for link in _lines_of(name, own, each)]
    return found


def broken(those: list[Link]) -> list[str]:
    """Return the names of what is something else by now."""
    return [name for name, find, was in those if find() is not was]


def _lines_of(within: str, holder: Any, name: str) -> list[Link]:
    def find() -> Any:
        held = _bare(vars(holder).get(name))
        return held.__code__ if isinstance(held, FunctionType) else held

    return [(f"{within}.{name}", find, find())] if name != "_" else []


def _engine() -> list[ModuleType]:
    """Return the modules of the engine that are loaded."""
    names = sorted(name for name in sys.modules if name.startswith(ROOMS))
    return [sys.modules[name] for name in names if getattr(sys.modules[name], "__file__", None)]


def _tree(module: ModuleType) -> ast.Module:
    return _parsed(str(module.__file__))


@cache
def _parsed(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _meant(module: ModuleType, node: ast.stmt) -> Iterator[tuple[str, bool]]:
    """Yield each name that a line of a module gives, and whether it is still what was meant."""
    match node:
        case ast.ImportFrom(module=str(source), level=0) if source in sys.modules:
            for each in node.names:
                own = getattr(module, each.asname or each.name, None)
                there = getattr(sys.modules[source], each.name, own)
                yield each.asname or each.name, own is there
        case ast.Import():
            for each in node.names:
                name = each.name if each.asname else each.name.split(".")[0]
                yield name, getattr(module, each.asname or name, None) is sys.modules.get(name)
        case ast.FunctionDef():
            yield node.name, _is_of(module, vars(module).get(node.name), node)
        case ast.ClassDef():
            own = getattr(module, node.name, None)
            yield node.name, getattr(own, "__module__", "") == module.__name__
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            for method in methods:
                held = vars(own).get(method.name)
                yield f"{node.name}.{method.name}", _is_of(module, held, method)


def _is_of(module: ModuleType, found: Any, node: ast.FunctionDef) -> bool:
    """Say whether this is the function of these lines, or what a decorator has made of it."""
    held = _bare(found)
    if node.name == "_" or (node.decorator_list and not isinstance(held, FunctionType)):
        return True
    if not isinstance(held, FunctionType) or held.__code__.co_filename != module.__file__:
        return False
    return bool(node.decorator_list) or held.__code__.co_firstlineno == node.lineno


def _bare(found: Any) -> Any:
    """Return the function under a property, a class's method or a cache."""
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    found = getattr(found, "__func__", found)
    return inspect.unwrap(found) if callable(found) else found
