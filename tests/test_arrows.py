"""The folders import only what the design lets them: their independence gives agreement meaning."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAY = {
    "theory": {"theory", "sympy", "mpmath"},
    "impl": {"impl", "array_api_compat"},
    "proofs": {"proofs", "theory", "impl", "sympy", "mpmath", "numpy"},
    "figures": {"figures", "theory", "impl", "numpy", "matplotlib"},
}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name.split(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0], node.lineno


@pytest.mark.parametrize("folder", MAY)
def test_a_folder_imports_only_what_it_may(folder):
    foreign = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name, line in imported(path)
        if name not in MAY[folder] | set(sys.stdlib_module_names)
    ]
    assert not foreign


def test_impl_knows_no_array_library():
    names = {name for path in (ROOT / "impl").rglob("*.py") for name, _ in imported(path)}
    assert not names & {"numpy", "torch", "jax", "sympy", "mpmath", "scipy"}
