"""What no module may hold: typed verdicts and tolerances, and randomness beside random claims."""

import ast
from pathlib import Path

from atensi.judging.of_statements import WORDS
from atensi.judging.verdict import VERDICTS
from atensi.work.places import clone
from atensi.work.syntax import nodes

TOLERANCES = {"atol", "rtol", "abs", "rel", "abs_tol", "rel_tol", "decimal", "places"}
ORACLE = Path("tests/helpers/oracle.py")  # has the step of difference quotients
CLOSE = {
    "allclose", "isclose", "approx", "assert_allclose", "assert_almost_equal",
    "assert_approx_equal", "assert_array_almost_equal", "assert_array_max_ulp",
    "assert_array_almost_equal_nulp",
}  # fmt: skip
PROPERTIES = Path("tests/properties")
NEARLY_NOTHING = 0.05  # what is compared with less is asked to be close


def modules(*folders):
    """Yield the path of each module in some folders, and the nodes of its tree."""
    root = clone()
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield path.relative_to(root), nodes(path.read_text(encoding="utf-8"))


def typed_verdicts():
    """No claim and no piece of evidence says what its verdict is."""
    for path, held in modules("theory", "proofs", "figures"):
        for node in held:
            typed = isinstance(node, ast.keyword) and node.arg == "verdict"
            if typed or (isinstance(node, ast.Constant) and node.value in (*VERDICTS, *WORDS)):
                line = getattr(node, "lineno", 0)
                yield f"{path}:{line}: a verdict is typed here; verdicts are derived from evidence"


def typed_tolerances():
    """Bounds come from theory/rounding/, each with its derivation."""
    for path, held in modules("tests", "proofs", "figures"):
        for node in held:
            if isinstance(node, ast.BinOp) and path != ORACLE and _is_small(node):
                yield f"{path}:{node.lineno}: a tolerance is typed, {ast.unparse(node)}; take a bound from theory/rounding/"  # noqa: E501
            if isinstance(node, ast.ImportFrom) and CLOSE & {each.name for each in node.names}:
                yield f"{path}:{node.lineno}: what allows typed tolerances is imported; take a bound from theory/rounding/"  # noqa: E501
            if path.parent == PROPERTIES and isinstance(node, ast.Compare | ast.Assign):
                for each in filter(_is_nearly_nothing, _sides(node)):
                    yield f"{path}:{node.lineno}: a tolerance is typed, {ast.unparse(each)}; take a bound from theory/rounding/"  # noqa: E501
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                named = {word.arg for word in node.keywords} & TOLERANCES
                bounds = [*node.args[2:3], *(each.value for each in node.keywords)]
                bounds = bounds if name == "within" else []
                typed = any(_is_share(each) for bound in bounds for each in ast.walk(bound))
                if typed or name in CLOSE or (named and name not in {"sum", "SimpleNamespace"}):
                    yield f"{path}:{node.lineno}: a tolerance is typed at {name}; take a bound from theory/rounding/"  # noqa: E501


def own_randomness():
    """A random claim takes its numbers from the generator that it is given, and hides none."""
    for path, held in modules("tests/properties"):
        if any(isinstance(node, ast.FunctionDef) and _samples(node) for node in held):
            for node in held:
                own = [getattr(node, "attr", getattr(node, "id", ""))]
                if isinstance(node, ast.ImportFrom):  # which may give it another name
                    own = [each.name for each in node.names]
                for name in {*own} & {"default_rng", "RandomState", "clip"}:
                    yield f"{path}:{node.lineno}: {name} stands beside random claims, whose rates hold for what `draw` gives as it is"  # noqa: E501


def _samples(function):
    called = [getattr(each, "func", each) for each in function.decorator_list]
    return any(getattr(each, "id", "") == "chance" for each in called)


def _is_small(node):
    """Whether this is mpf(10) ** -40, or another negative power of a number of fifty digits."""
    base = getattr(getattr(node.left, "func", None), "attr", "")
    negative = isinstance(node.right, ast.UnaryOp) and isinstance(node.right.op, ast.USub)
    literal = negative and isinstance(node.right.operand, ast.Constant)
    return isinstance(node.op, ast.Pow) and base == "mpf" and literal


def _sides(node):
    return [node.value] if isinstance(node, ast.Assign) else [node.left, *node.comparators]


def _is_nearly_nothing(node):
    """Whether this is a small number that stands there by itself, like 1e-6 or 10**-3."""
    if isinstance(node, ast.BinOp):
        power = isinstance(node.op, ast.Pow) and isinstance(node.right, ast.UnaryOp)
        return power and _is_typed(node.left) and _is_typed(node.right)
    small = isinstance(node, ast.Constant) and isinstance(node.value, float)
    return small and 0 < abs(node.value) < NEARLY_NOTHING


def _is_share(node):
    """Whether this is a number that is not whole, like 0.01, 1 / 100, 10**-2 or mpf(1) / 100."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Div | ast.Pow) and all(
            map(_is_typed, (node.left, node.right))
        )
    return isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value != 0


def _is_typed(node):
    """Whether this is a number that stands there as it is, as an `mpf` or as a fraction too."""
    if isinstance(node, ast.UnaryOp):
        return _is_typed(node.operand)
    if isinstance(node, ast.Call):
        return all(map(_is_typed, node.args))
    return isinstance(node, ast.Constant)
