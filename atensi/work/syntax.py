"""Modules as trees, each read once, whoever asks."""

import ast
from functools import cache


@cache
def tree(source: str) -> ast.Module:
    """Return the tree of a module."""
    return ast.parse(source)


@cache
def nodes(source: str) -> tuple[ast.AST, ...]:
    """Return all nodes of a module's tree, in the order of `ast.walk`."""
    return tuple(ast.walk(tree(source)))
