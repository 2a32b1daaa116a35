"""What a module reaches: the files it imports, by itself or through others, and what these read.

Of a module that states claims, or has tests, another reaches `NAME:shared`, the part that others
can name; it reaches NAME, the whole, if it asks for the claims, or for the module itself.
"""

import ast
import hashlib
import importlib
import os
import platform
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from secrets import token_bytes

from atensi.work.places import clone, locate
from atensi.work.shared_part import is_claims, shared
from atensi.work.syntax import nodes

ROOTS = ("theory", "impl", "proofs", "figures", "tests", "atensi", "atensi_bounds")
DOCUMENTS = ("theory", "documents/*.txt")
READS = {  # what a module reads from the disk: a folder of ROOTS, and patterns in it
    "theory.documents.document_statements": DOCUMENTS,
    "theory.documents.printed_formulas": DOCUMENTS,
    "theory.documents.by_hand": DOCUMENTS,
    "theory.documents.corrections": DOCUMENTS,
    "theory.documents.silent_lines": DOCUMENTS,
    "theory.language": ("theory", "languages/*/figures/*.po", "languages/*/language.po"),
    "theory.reading": ("theory", "read.txt"),
    "theory.documents.tied": ("theory", "documents/read_ties.txt"),
    "theory.rounding.as_code": ("atensi_bounds", "*.py"),
    "proofs.exhaustive.recorded": ("proofs", "exhaustive/recorded.json"),
    "figures.pieces.trained_model": ("atensi", "subjects/minilm.json"),
}
ASKS = {  # names by which a module asks for what its imports do not say
    "read_text", "read_bytes", "fromfile", "loadtxt", "genfromtxt", "memmap", "glob",
    "rglob", "iterdir", "listdir", "scandir", "exists", "is_file", "getsource", "get_data",
    "environ", "getenv", "import_module", "__import__", "reload", "exec", "eval",
    "subprocess", "open",
}  # fmt: skip
OF_LIBRARIES = {"np.load", "numpy.load", "os.walk"}  # whose names alone say nothing
KNOWN = {  # what these ask for is in the keys, or no file and no module of ours, or names alone
    "proofs.engine.called", "proofs.engine.stated", "proofs.heads.program", "theory.chapters",
    "theory.documents.rows", "theory.stating.numeric", "figures.engine.figure",
    "tests.helpers.subject", "tests.suite.test_zoo", "tests.properties.test_array_libraries",
    *READS,
}  # fmt: skip


def reached(modules: Iterable[str]) -> set[str]:
    """Return the names of the modules, of all that they import, and of the packages around these.

    A module that is looked up by a name made at run time is not found so: whoever asks adds it.
    """
    found: set[str] = set()
    open_ = list(modules)
    while open_:
        name = open_.pop()
        if name not in found and file_of(name):
            found.add(name)
            open_ += [*imported(name), name.partition(":")[0].rpartition(".")[0]]
    return found


def key(modules: Iterable[str], also: str = "") -> str:
    """Return a hash of all that modules reach, of the environment, and of a further text.

    Where one of them asks for files or modules that nobody lists, no two keys are the same.
    """
    digest = hashlib.sha256(f"{environment()}\n{also}".encode())
    found = sorted(reached(modules))
    if any(map(asks, found)):
        digest.update(token_bytes())
    for name in found:
        digest.update(f"{name} {_hash(name)}\n".encode())
        digest.update("".join(map(_content, data(name.partition(":")[0]))).encode())
    return digest.hexdigest()


def file_of(name: str) -> Path | None:
    """Return the file of a module, or of its shared part."""
    return files().get(name.partition(":")[0])


def data(name: str) -> list[Path]:
    """Return the files that a module reads from the disk."""
    root, *patterns = READS.get(name, ROOTS[:1])
    return sorted(path for each in patterns for path in _folder(root).glob(each))


@cache
def imported(name: str) -> frozenset[str]:
    """Return the modules of ours that a module names in its imports, wherever these stand."""
    found = set()
    for node in nodes(text(name)):
        if isinstance(node, ast.Import):
            found |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            package, names = _whole(name, node), [each.name for each in node.names]
            found |= {*(f"{package}.{each}" for each in names), _part_with(package, names)}
    return frozenset(filter(file_of, found))


def _whole(name: str, node: ast.ImportFrom) -> str:
    """Return the whole name of what is imported from, which may be relative to a module."""
    module = name.partition(":")[0]
    here = module.split(".") + ["__init__"] * (files()[module].stem == "__init__")
    above = here[: len(here) - node.level] if node.level else []
    return ".".join([*above, *filter(None, [node.module])])


@cache
def asks(name: str) -> bool:
    """Say whether a module asks for files, settings or modules that its imports do not say."""
    module = name.partition(":")[0]
    if module in KNOWN or module.startswith("atensi."):
        return False
    return any(not ASKS.isdisjoint(_names(node)) for node in nodes(text(name)))


def _names(node: ast.AST) -> set[str]:
    match node:
        case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open")):
            return {"open"}
        case ast.Attribute(value=ast.Name(id=of), attr=name) if f"{of}.{name}" in OF_LIBRARIES:
            return {"open"}
        case ast.Name(id=name) | ast.Attribute(attr=name) if name != "open":
            return {name}
        case ast.ImportFrom(names=names):
            return {each.name for each in names} | (
                {"open"} if node.module == "theory.documents.rows" else set()
            )
    return set()


def _part_with(module: str, names: Iterable[str]) -> str:
    """Return the part of a module in which these names stand."""
    part = f"{module}:shared"
    ends = any(each == "*" or is_claims(each) or each.startswith("test_") for each in names)
    return module if ends or not file_of(module) or text(part) == text(module) else part


def module_of(place: str) -> str:
    """Return the module at a place such as `proofs/softmax/weights.py:22`."""
    return place.split(":")[0].removesuffix(".py").replace("/", ".")


@cache
def text(name: str) -> str:
    """Return the source of a module, or of its shared part."""
    module, _, part = name.partition(":")
    source = files()[module].read_text(encoding="utf-8")
    return shared(source) if part else source


@cache
def named(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the attributes that a module asks for, and the texts that it has in quotes."""
    own = nodes(text(name))
    attributes = frozenset(each.attr for each in own if isinstance(each, ast.Attribute))
    constants = (each.value for each in own if isinstance(each, ast.Constant))
    return attributes, frozenset(each for each in constants if isinstance(each, str))


@cache
def files() -> dict[str, Path]:
    """Return all modules of ours, by name."""
    return {
        ".".join((root, *path.relative_to(_folder(root)).with_suffix("").parts)).removesuffix(
            ".__init__"
        ): path
        for root in ROOTS
        for path in _folder(root).rglob("*.py")
    }


def everything(also: str = "") -> str:
    """Return a hash of all files of ours, whatever they are, and of the environment."""
    given = environment(), also, *sorted(at_present().items())
    return hashlib.sha256(repr(given).encode()).hexdigest()


def at_present() -> dict[str, str]:
    """Return a hash of each file of ours as it is now, whatever was read of it before."""
    return {
        f"{root}/{path.relative_to(_folder(root)).as_posix()}": _of(path)
        for root in ROOTS
        for path in held(_folder(root))
    }


def changed_since(before: Mapping[str, str]) -> list[str]:
    """Name the files that are not what they were, gone, or new."""
    now = at_present()
    return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))


def held(folder: Path) -> list[Path]:
    """Return all files in a folder, but what Python compiled, and what tools hide there."""
    found = (each for each in folder.rglob("*.*") if each.is_file())
    return sorted(each for each in found if not any(map(_is_made, each.relative_to(folder).parts)))


def _is_made(part: str) -> bool:
    return part == "__pycache__" or part.startswith(".")


def _of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@cache
def environment() -> str:
    """Say what else results depend on: Python, the processor, packages, settings of the tests."""
    cpu = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    packages = sorted(f"{each.name} {each.version}" for each in distributions())
    profile = os.environ.get("ATENSI_PROFILE", "")
    settings = _content(clone() / "pyproject.toml")
    given = (
        sys.version,
        __debug__,
        platform.platform(),
        sorted(cpu.items()),
        packages,
        profile,
        settings,
    )
    return hashlib.sha256(repr(given).encode()).hexdigest()


@cache
def _hash(name: str) -> str:
    """Return a hash of a module, or of its shared part."""
    module, _, part = name.partition(":")
    return hashlib.sha256(text(name).encode()).hexdigest() if part else _content(files()[module])


def _folder(root: str) -> Path:
    return locate("bounds/atensi_bounds" if root == "atensi_bounds" else root)


@cache
def _content(path: Path) -> str:
    return _of(path) if path.exists() else ""
