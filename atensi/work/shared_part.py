"""What others can name of a module: all but its claims and its tests, which only the run asks for.

A module of `theory` defines words and states claims with them. Who imports a word does not reach
the claims: those are looked up by their names. So it is with a helper that stands beside tests.
"""

import ast

from atensi.work.syntax import tree


def shared(source: str) -> str:
    """Return a module without the claims and tests that nothing else in it names.

    What is left depends on every module that it imports, but for those whose claims alone it took.
    """
    own = tree(source).body
    ends = {id(each): _defined(each) for each in own if _is_end(each)}
    kept = [each for each in own if id(each) not in ends]
    used = {each.id for statement in kept for each in ast.walk(statement)
            if isinstance(each, ast.Name)}  # fmt: skip
    if used & set().union(*ends.values()):
        return source
    lines = source.splitlines(keepends=True)
    for each in own:
        if (id(each) in ends or _takes_claims(each, used)) and each.end_lineno:
            lines[_first(each) - 1 : each.end_lineno] = [""] * len(
                lines[_first(each) - 1 : each.end_lineno]
            )
    return "".join(lines)


def is_claims(name: str) -> bool:
    """Say whether this is what a module calls its claims."""
    return name == "CLAIMS" or name.endswith("_CLAIMS")


def _is_end(statement: ast.stmt) -> bool:
    names = _defined(statement)
    if isinstance(statement, ast.Assign):
        return bool(names) and all(map(is_claims, names))
    return isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_")


def _defined(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.Assign):
        return {each.id if isinstance(each, ast.Name) else "" for each in statement.targets}
    return {statement.name} if isinstance(statement, ast.FunctionDef) else set()


def _takes_claims(statement: ast.stmt, used: set[str]) -> bool:
    """Say whether an import takes nothing but claims, for claims."""
    return isinstance(statement, ast.ImportFrom) and all(
        is_claims(each.name) and (each.asname or each.name) not in used for each in statement.names
    )


def _first(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", [])
    return min(each.lineno for each in (statement, *decorators))
