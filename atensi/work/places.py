"""Where the project lies: its clone, and the files that evidence names."""

import importlib.util
from pathlib import Path

PACKAGE = Path(__file__).parent.parent


def clone() -> Path:
    """Return the folder with `tests` and `pyproject.toml`: the clone, or its copy in a wheel."""
    here = PACKAGE.parent
    return here if (here / "tests" / "conftest.py").exists() else PACKAGE / "_clone"


def locate(path: str) -> Path:
    """Return the file or folder that a place such as `proofs/softmax/weights.py:22` names."""
    root, name = clone(), path.split(":")[0]
    return root / name if (root / name).exists() else PACKAGE.parent / name


def build() -> Path:
    """Return the folder of what is generated: in the clone, or in the working folder."""
    root = clone()
    return (root if root.name != "_clone" else Path.cwd()) / "build"


def is_there(module: str) -> bool:
    """Say whether Python finds a module; it is not loaded for that."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):  # of a package above it, or of a name that cannot be one
        return False


def in_its_package(file: Path) -> tuple[Path, str]:
    """Return the folder from which Python finds a file, and the name by which it does."""
    path = file.resolve()
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").exists():
        parts, folder = [folder.name, *parts], folder.parent
    return folder, ".".join(parts)
