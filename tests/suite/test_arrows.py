"""Each folder imports only what the design allows; so agreement between folders means something."""

import ast
import sys
from pathlib import Path

import pytest

from atensi.work import reach
from theory.chapters import CHAPTERS, said_in

ROOT = Path(__file__).parent.parent.parent
MAY = {
    "theory": {"theory", "sympy", "mpmath"},
    "impl": {"impl", "array_api_compat", "numpy", "scipy", "threadpoolctl"},
    "proofs": {
        "proofs",
        "theory",
        "impl",
        "sympy",
        "mpmath",
        "numpy",
        "scipy",
        "ml_dtypes",
        "flint",
    },
    "bounds": {"atensi_bounds", "numpy"},
    "figures": {"figures", "theory", "impl", "proofs.arrays", "numpy", "matplotlib"},
}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node.lineno


def lies_in(name, packages):
    return any(name == each or name.startswith(f"{each}.") for each in packages)


@pytest.mark.parametrize("folder", MAY)
def test_a_folder_imports_only_what_it_may(folder):
    foreign = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name, line in imported(path)
        if not lies_in(name, MAY[folder] | sys.stdlib_module_names)
    ]
    assert not foreign


def test_impl_knows_no_array_library():
    """What stands in `impl.fast` knows NumPy and SciPy, and nothing else of `impl` knows it."""
    names = {name for path in (ROOT / "impl").glob("*.py") for name, _ in imported(path)}
    foreign = {"numpy", "scipy", "threadpoolctl", "impl.fast"}
    assert not [name for name in names if lies_in(name, foreign)]


# The rooms of a folder, each above all that it imports.
LADDERS = {
    "atensi": ("cli", "bench", "subjects", "report", "running", "judging", "formal", "work"),
    "figures": ("pieces", "engine"),
    "proofs": ("engine", "arrays", "rules"),
    "tests": ("suite", "zoo", "helpers"),
}


def room_of(module, folder):
    parts = module.split(".")
    return parts[1] if parts[0] == folder and len(parts) > 2 else ""


@pytest.mark.parametrize("folder", LADDERS)
def test_a_room_imports_only_from_rooms_below_it(folder):
    ladder = LADDERS[folder]
    up = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name, line in imported(path)
        if (here := path.relative_to(ROOT / folder).parts[0]) in ladder
        and (there := room_of(f"{name}.", folder)) in ladder
        and ladder.index(there) < ladder.index(here)
    ]
    assert not up


def test_the_chapters_proofs_use_the_rooms_of_proofs_and_these_use_no_chapter():
    own = {f"proofs.{room}" for room in LADDERS["proofs"]}
    for path in sorted(each for room in LADDERS["proofs"]
                       for each in (ROOT / "proofs" / room).rglob("*.py")):  # fmt: skip
        for name, line in imported(path):
            inside = lies_in(name, {"proofs"}) and not lies_in(name, own)
            assert not inside, f"{path.relative_to(ROOT)}:{line} imports {name}"


# The folders of the columns, where a chapter or an idea is one file.
FLAT = {"impl", "impl/fast", "proofs", "figures", "tests/zoo"}


def test_a_name_means_one_thing():
    """Two modules have one name only where it is the house's rule.

    A chapter's idea has one name in every column: `theory/CHAPTER/X.py`, `impl/X.py`,
    `tests/zoo/X.py`, `proofs/CHAPTER/X.py`, `figures/CHAPTER/X.py`; its properties stand in
    `test_X.py`. Two chapters may each have an idea of a name, as their folders tell them apart.
    What shares its name with an idea of `impl/` or of the zoo has it in `theory/` once, and is
    reached from there. Every other module is alone with its name. `bounds/` is a distribution of
    its own and is not asked.
    """
    places: dict[str, list] = {}
    for root in ("theory", "impl", "proofs", "figures", "atensi", "tests"):
        for path in sorted((ROOT / root).rglob("*.py")):
            if path.stem not in {"__init__", "__main__", "conftest"}:
                places.setdefault(path.stem, []).append(path.relative_to(ROOT))
    twins = {name: found for name, found in places.items() if len(found) > 1}
    assert not {name: [*map(str, found)] for name, found in twins.items() if confused(name, found)}


def confused(name, found):
    """Say whether modules of one name are neither one idea nor told apart by chapters."""
    chapters = {path.parts[1] for path in found if in_a_chapter(path)}
    flat = {path for path in found if str(path.parent) in FLAT}
    if chapters and flat:
        said = [path for path in found if path.parts[0] == "theory"]
        one = len(said) == 1 and all(
            ROOT / said[0] in map(reach.file_of, reach.reached([said_in(each)]))
            for each in chapters
        )
        if not one:
            return True
    return any(not in_a_chapter(path) and path not in flat for path in found)


def in_a_chapter(path):
    return path.parts[0] in {"theory", "proofs", "figures"} and path.parts[1] in CHAPTERS
