"""The code that the report shows: a piece of evidence, the code it runs, the formulas it quotes."""

import ast
import html
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from markupsafe import Markup
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.token import Comment, Keyword, Name, Operator, String, Token
from pygments.util import ClassNotFound

from atensi.work.places import locate
from theory.chapters import CHAPTERS, modules

_SPAN = Markup("<{0}>{1}</{0}>")
_ELEMENTS = (  # short, as there are fifty thousand; site.css colours them
    (String, "u"), (Comment, "i"), (Keyword, "b"), (Operator.Word, "b"),
    (Name.Decorator, "var"), (Name.Function, "em"), (Name.Class, "em"), (Token, ""),
)  # fmt: skip
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
_FORMULAS = (*(f"theory.{each}.words" for each in CHAPTERS), "theory.heads.program")
_EVIDENCE = tuple(modules("proofs"))


@dataclass(frozen=True)
class Code:
    """A piece of source: where it stands, what it is called, and the text, coloured."""

    where: str
    name: str
    html: Markup


def at(where: str) -> Code | None:
    """Return the function or class at a place; in other languages, the paragraph there."""
    path, _, line = where.partition(":")
    file = locate(path)
    if not file.is_file() or not line.isdigit():
        return None
    lines = file.read_text(encoding="utf-8").splitlines()
    if file.suffix != ".py":
        last = next((k for k in range(int(line), len(lines)) if not lines[k].strip()), len(lines))
        first = int(line) - 1
        if file.stem.startswith("said_"):  # generated: the statement stands above it on the page
            first = next(k for k in range(first, last) if lines[k].startswith("Proof"))
        return Code(where, path, colour("\n".join(lines[first:last]), path))
    node = _at_line(path, int(line))
    return None if node is None else replace(_code(path, node), name=_name(node, int(line)))


def runs(where: str, claim: str, called: Sequence[str] = ()) -> list[Code]:
    """Return the functions of `impl` that the evidence at a place calls, also through helpers.

    called: functions that a property or a general run called, as its run recorded, where the
    subject is `impl`.
    """
    pieces = [_imported(*name) for name in _calls(where, claim) if name[0].startswith("impl.")]
    return _once([*pieces, *of_names(called)])


def of_names(called: Sequence[str]) -> list[Code]:
    """Return functions of `impl` by their names, with their modules or without."""
    return _once(
        _imported(*each.rsplit(".", 1)) if "." in each else _offered(each) for each in called
    )


def prints(where: str, claim: str) -> list[Code]:
    """Return the printed formulas, as `theory` transcribes them, that the evidence refers to."""
    return _once(_imported(*name) for name in _calls(where, claim) if name[0] in _FORMULAS)


def colour(text: str, path: str) -> Markup:
    """Return source text as HTML with a few elements; everything is escaped."""
    try:
        lexer = get_lexer_for_filename(path, text, stripnl=False, ensurenl=False)
    except ClassNotFound:
        lexer = TextLexer()
    parts, last, run = [], "", ""
    for token, piece in [*lexer.get_tokens(text), (Token, None)]:
        name = next(name for kind, name in _ELEMENTS if token in kind)
        name = name or (last if piece is not None and piece.isspace() else "")
        if piece is None or name != last:
            plain = Markup(html.escape(run, quote=False))
            parts.append(_SPAN.format(last, plain) if last else plain)
            last, run = name, ""
        run += piece or ""
    return Markup("").join(parts)


def _once(pieces) -> list[Code]:
    return list({code.where: code for code in pieces if code}.values())


@cache
def _tree(path: str):
    return ast.parse(locate(path).read_text(encoding="utf-8"))


@cache
def _text(path: str):
    return locate(path).read_text(encoding="utf-8").splitlines()


def _first(node):
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])


def _at_line(path, line):
    """Return what stands at a line: a definition; of a listed tuple, the entry."""
    node = _around(_tree(path).body, line)
    listed = isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
    return (listed and _around(node.value.elts, line)) or node


def _name(node, line):
    """Return what is defined there, also within a loop that defines it for several relations."""
    inside = (each for each in ast.walk(node) if isinstance(each, _DEFINITIONS))
    return next((each.name for each in inside if _first(each) == line), getattr(node, "name", ""))


def _around(nodes, line):
    return next((n for n in nodes if _first(n) <= line <= (n.end_lineno or 0)), None)


@cache
def _coloured(path, first, last):
    return colour(textwrap.dedent("\n".join(_text(path)[first - 1 : last])), path)


def _code(path, node):
    first = _first(node)
    return Code(
        f"{path}:{first}", getattr(node, "name", ""), _coloured(path, first, node.end_lineno)
    )


@cache
def _top(path) -> dict[str, ast.AST]:
    """Return what a module defines at its top level, by name."""
    definitions: dict[str, ast.AST] = {}
    for node in _tree(path).body:
        if isinstance(node, _DEFINITIONS):
            definitions[node.name] = node
        elif isinstance(node, ast.Assign):
            definitions |= {
                each.id: node
                for target in node.targets
                for each in ast.walk(target)
                if isinstance(each, ast.Name)
            }
    return definitions


@cache
def _imports(path) -> dict[str, tuple[str, str]]:
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in _tree(path).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


@cache
def _reached(where: str, claim: str) -> tuple[tuple[str, ast.AST], ...]:
    """Return the node at a place and the top-level nodes that it leads to, also elsewhere."""
    path, _, line = where.partition(":")
    start = None
    if path.endswith(".py") and locate(path).is_file():
        start = _at_line(path, int(line))
    reached, open_ = [], [(path, start), *_registrations(path, start, claim)] if start else []
    while open_:
        here, node = open_.pop()
        if (here, node) not in reached:
            reached.append((here, node))
            for name in sorted({each.id for each in ast.walk(node) if isinstance(each, ast.Name)}):
                module, own = _imports(here).get(name, ("", name))
                there = f"{module.replace('.', '/')}.py" if module in _EVIDENCE else here
                target = _top(there).get(own)
                open_ += [(there, target)] if target and (module in _EVIDENCE or not module) else []
    return tuple(reached)


def _registrations(path, start, claim):
    """Return the statements that register a claim by calling the function at a place."""
    for node in _tree(path).body:
        if isinstance(node, ast.Expr):
            inside = list(ast.walk(node))
            named = {each.id for each in inside if isinstance(each, ast.Name)}
            texts = {each.value for each in inside if isinstance(each, ast.Constant)}
            if claim in texts and getattr(start, "name", None) in named:
                yield path, node


def _calls(where, claim):
    """Return (module, name) of what is imported and named, as `name` or as `module.name`."""
    for path, node in _reached(where, claim):
        imports = _imports(path)
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id in imports:
                yield imports[each.id]
            elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
                package, module = imports.get(each.value.id, ("", ""))
                yield f"{package}.{module}", each.attr


@cache
def _imported(module, name):
    path = module.replace(".", "/") + ".py"
    node = _top(path).get(name) if locate(path).is_file() else None
    return _code(path, node) if isinstance(node, _DEFINITIONS) else None


@cache
def _offered(name):
    """Return the public function of `impl` with a name, or with a module and a name."""
    if "." in name:
        return _imported(*name.rpartition(".")[::2])
    root = locate("impl")
    for path in sorted(root.rglob("*.py")):
        where = path.relative_to(root.parent)
        names = _renamed(where.as_posix())
        code = _imported(".".join(where.with_suffix("").parts), names.get(name, name))
        if code and name not in names.values():  # else the name is another module's
            return code
    return None


@cache
def _renamed(path) -> dict[str, str]:
    """Return the other names that a module gives to its functions, with the first of each."""
    pairs = [
        pair
        for node in _tree(path).body
        if isinstance(node, ast.Assign)
        for pair in zip(*map(_names, (node.targets[0], node.value)), strict=False)
    ]
    return {new: old for new, old in pairs if isinstance(_top(path).get(old), ast.FunctionDef)}


def _names(node):
    return [each.id for each in getattr(node, "elts", [node]) if isinstance(each, ast.Name)]
