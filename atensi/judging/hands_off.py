"""What the author of a chapter may not do: change what is imported, or make a finding by hand.

Evidence is Python, and Python could set the engine's own functions aside. So a chapter that assigns
to anything that it imports, or that takes from the engine what only the engine makes, is named.
"""

import ast
from collections.abc import Collection, Iterator

OURS = ("theory", "impl", "proofs", "tests", "figures", "atensi")
CHANGES = {"setattr", "delattr", "__setattr__", "__delattr__", "setitem", "delitem"}
GROWS = {"append", "extend", "insert", "remove", "update", "setdefault", "pop", "clear", "add"}
MADE = {
    "REGISTRY",
    "Evidence",
    "findings",
    "mock",
    "MonkeyPatch",
    "saying",
}  # by the engine, or for its tests

BEHIND = {
    "sys", "inspect", "gc", "ctypes", "importlib", "builtins", "eval", "vars", "globals", "locals",
    "setattr", "delattr", "__import__", "__dict__", "__code__", "__globals__", "__closure__",
    "__builtins__", "__enter__", "__exit__", "__setattr__", "__class__", "__wrapped__",
}  # what a chapter never needs  # fmt: skip

MADE_BY_FUNCTIONS = {
    "Statement", "Line", "Link", "To", "Exactly", "Without", "Some", "Sized", "Total", "Table",
    "Operation", "Applied", "Word", "Entry", "Slope", "Index", "Base",
}  # of statements: `states`, `line`, `total` and their like refuse what is none  # fmt: skip


def meddled(nodes: Collection[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a module that change what it imports, or make what the engine makes.

    nodes: of the module's tree, in the order of `ast.walk`.
    """
    imports = dict(_imports(nodes))
    for node in nodes:
        imports.update(_other_names(node, imports))
    for node in nodes:
        line = getattr(node, "lineno", 0)
        for name in _taken(node, imports):
            yield line, f"{name} is not for a chapter: evidence is made by the engine's decorators"
        for root in filter(imports.get, _changed(node, imports)):
            yield line, f"{root} is imported, and changed here"


def reached_into(nodes: Collection[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the lines of a chapter that change an object, or use what stands behind its names.

    A chapter states and derives; what it is handed, such as a chain, is the judge's own.
    """
    functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    classes = dict(_classes(nodes))
    for node in nodes:
        if isinstance(node, ast.Call) and (made := classes.get(_last_name(node.func))):
            yield node.lineno, f"{made} is made by its function, which refuses what is none"
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [each.name for each in node.names if isinstance(node, ast.Import)]
            for name in BEHIND.intersection([*names, getattr(node, "module", None)]):
                yield node.lineno, f"{name} is not for a chapter: it leads behind the engine"
        elif isinstance(node, ast.Name) and node.id in BEHIND:
            yield node.lineno, f"{node.id} is not for a chapter: it leads behind the engine"
        elif isinstance(node, ast.Attribute):
            own = _root(node) in functions and not isinstance(node.ctx, ast.Load)
            if node.attr in BEHIND or (node.attr.startswith("_") and node.attr[-1] != "_"):
                yield node.lineno, f".{node.attr} is not for a chapter: it leads behind the engine"
            elif not (own or isinstance(node.ctx, ast.Load)):
                yield node.lineno, f"{ast.unparse(node)} is changed; a chapter changes no object"
        elif isinstance(node, ast.Call) and (what := _grown_part(node.func)):
            yield node.lineno, f"{what} is changed; a chapter changes no object"


def _grown_part(called: ast.expr) -> str:
    """Return the part of an object that a call lets grow or shrink, such as a chain's steps."""
    held = called.value if isinstance(called, ast.Attribute) and called.attr in GROWS else None
    while isinstance(held, ast.Subscript):
        held = held.value
    return ast.unparse(held) if isinstance(held, ast.Attribute) else ""


def _imports(nodes: Collection[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield each name that is imported, and from which module."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((each.asname or each.name.split(".")[0], each.name) for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((each.asname or each.name, node.module or ".") for each in node.names)


def _classes(nodes: Collection[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield each name by which a module has a class of statements, and the class."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("theory.stating"):
            for each in node.names:
                if each.name in MADE_BY_FUNCTIONS:
                    yield each.asname or each.name, each.name
        elif isinstance(node, ast.Import) and any("stating" in each.name for each in node.names):
            yield from ((name, name) for name in MADE_BY_FUNCTIONS)


def _other_names(node: ast.AST, imports: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names that an assignment gives to what is imported, or to a part of it."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name | ast.Attribute):
        root = imports.get(_root(node.value), "")
        if root.split(".")[0] in OURS:
            yield from ((each.id, root) for each in node.targets if isinstance(each, ast.Name))


def _taken(node: ast.AST, imports: dict[str, str]) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        parts, names = (node.module or "").split("."), [each.name for each in node.names]
        yield from sorted(MADE.intersection(parts + names))
        if parts[:2] == ["proofs", "engine"]:
            yield from (each for each in names if each.startswith("_"))
    elif isinstance(node, ast.Import):
        yield from sorted(
            MADE.intersection(part for each in node.names for part in each.name.split("."))
        )
    elif isinstance(node, ast.Attribute) and node.attr in MADE and _root(node) in imports:
        yield node.attr


def _changed(node: ast.AST, imports: dict[str, str]) -> Iterator[str]:
    """Yield the names of what a statement or a call changes in place."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        targets = node.targets
    elif isinstance(node, ast.AugAssign | ast.AnnAssign):
        targets = [node.target]
    yield from (_root(each) for each in targets if isinstance(each, ast.Attribute | ast.Subscript))
    if isinstance(node, ast.Call):
        name = _last_name(node.func)
        if name in CHANGES and node.args:
            yield _root(node.args[0])
        root = _root(node.func)
        if name in GROWS and imports.get(root, "").split(".")[0] in OURS:
            yield root


def _last_name(node: ast.expr) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def _root(node: ast.expr) -> str:
    """Return the name in which an expression begins; of `vars(name)`, that name."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        if isinstance(node, ast.Call):
            inside = getattr(node.func, "id", "") == "vars" and node.args
            node = node.args[0] if inside else node.func
        else:
            node = node.value
    return getattr(node, "id", "")
