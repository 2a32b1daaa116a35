"""A key of evidence is made of all that the evidence depends on: code, data and claims."""

import subprocess
import sys

import pytest

from atensi.judging.registry import proofs
from atensi.running import properties
from atensi.running.proofs import _key, _key_of, stated_in
from atensi.work import reach
from atensi.work.places import clone
from atensi.work.shared_part import shared
from theory.chapters import said_in

pytestmark = pytest.mark.meta


@pytest.fixture
def change(monkeypatch):
    """Return a function that lets a module, or its shared part, have another content."""
    unchanged = reach._hash

    def changed(name):
        touched = {name, name.partition(":")[0]}
        other = lambda each: "changed" if each in touched else unchanged(each)
        monkeypatch.setattr(reach, "_hash", other)
        properties._key.cache_clear()
        _key_of.cache_clear()

    yield changed
    monkeypatch.undo()
    properties._key.cache_clear()
    _key_of.cache_clear()


def keys():
    """Return the keys of all chapters' proofs and properties, by their names."""
    pieces = {f"{each.where} {each.claim}": each for each in proofs()}
    found = {
        name: _key_of(reach.module_of(each.where), each.claim.split(".")[0])
        for name, each in pieces.items()
    }
    paths = sorted((clone() / "tests" / "properties").glob("test_*.py"))
    return found | {name: properties._key(name)
                    for name in (f"tests/properties/{path.name}" for path in paths)}  # fmt: skip


def test_no_evidence_of_ours_reads_what_nobody_lists(change):
    """Such evidence would run in every run, however little had changed."""
    before = keys()
    change("no module of ours")
    assert [name for name, key in keys().items() if key != before[name]] == []


@pytest.mark.parametrize(
    ("changed", "again", "stands"),
    [
        (
            "theory.softmax.said",
            ["proofs/softmax/w", "kernel/limits"],
            ["proofs/position", "tests/p"],
        ),
        ("theory.softmax.words", ["proofs/position", "test_decoder"], ["test_softmax"]),
        ("tests.properties.test_heads", ["test_heads.py"], ["test_tiles.py", "test_fold.py"]),
        ("tests.properties.test_heads:shared", ["test_heads.py", "test_tiles.py"], ["proofs/"]),
        (
            "theory.bert.said",
            ["proofs/bert/", "theory/bert/said.py"],
            ["proofs/contrastive/", "tests/p"],
        ),
        ("impl.bert", ["proofs/bert/", "test_bert"], ["proofs/softmax/w", "properties/test_soft"]),
        (
            "impl.softmax",
            ["proofs/softmax/code", "test_softmax", "test_bert"],
            ["theory/retrieval"],
        ),
        ("tests.zoo.kernel", ["test_kernel.py"], ["proofs/", "test_position.py"]),
        ("tests.helpers.holds", ["test_kernel.py", "test_bert.py"], ["proofs/"]),
        ("proofs.rules", ["proofs/softmax/w", "proofs/bert/"], ["test_kernel.py"]),
    ],
)
def test_a_change_touches_what_reaches_it_and_nothing_else(change, changed, again, stands):
    assert reach.file_of(changed)
    before = keys()
    change(changed)
    after = keys()
    for part in again:
        own = [name for name in before if part in name]
        assert own and any(before[name] != after[name] for name in own), part
    for part in stands:
        own = [name for name in before if part in name]
        assert own and all(before[name] == after[name] for name in own), part


def test_what_a_property_called_is_what_its_key_is_made_of(published):
    records = [record for entry in published["claims"] for record in entry["evidence"]]
    for record in records:
        if "property" in record:
            may = properties.may_call(reach.module_of(record["property"].split("::")[0]))
            assert set(record.get("calls", ())) <= may.keys(), record["property"]


def test_the_claims_that_a_proof_cites_are_what_its_key_is_made_of(published):
    cited = 0
    for entry in published["claims"]:
        for record in entry["evidence"]:
            if record["kind"] in ("derivation", "general run"):
                own = stated_in(reach.module_of(record["where"]), entry["chapter"])
                named = {said_in(each.split(".")[0]) for each in record.get("cites", ())}
                cited += len(named)
                assert named <= own, record["where"]
    assert cited


@pytest.fixture
def written(monkeypatch):
    """Return a function that lets a module have another text."""
    unchanged = reach.text

    def write(module, source):
        monkeypatch.setattr(
            reach, "text", lambda name: source if name == module else unchanged(name)
        )
        for each in (reach.imported, reach.asks):
            each.cache_clear()

    yield write
    monkeypatch.undo()
    for each in (reach.imported, reach.asks):
        each.cache_clear()


@pytest.mark.parametrize(
    "source",
    [
        "from proofs.softmax import (\n    weights,\n)",
        "from proofs.softmax import \\\n    weights",
        "from .weights import entropy",
        "from . import weights",
        "x = 1; from proofs.softmax import weights",
        "try: import proofs.softmax.weights\nexcept ImportError: pass",
        "def later():\n    import theory.bert, proofs.softmax.weights as w",
    ],
)
def test_an_import_is_seen_however_it_is_written(written, source):
    written("proofs.softmax.code", source)
    assert "proofs.softmax.weights" in reach.imported("proofs.softmax.code")


@pytest.mark.parametrize(
    "source",
    [
        "DATA = open('proofs/softmax/data.json').read()",
        "from pathlib import Path\nDATA = Path('data.json').read_text()",
        "import os\nright = os.environ.get('RIGHT')",
        "from os import getenv as asked",
        "import importlib\nhidden = importlib.import_module('proofs.softmax.weights')",
        "hidden = __import__('proofs.softmax.weights')",
        "from theory.documents.rows import rows",
        "import numpy as np\nDATA = np.loadtxt('data.txt')",
        "import numpy as np\nDATA = np.load('data.npz')",
        "import os\nFOUND = [*os.walk('proofs')]",
        "from pathlib import Path\nIS_THERE = Path('data.json').exists()",
    ],
)
def test_what_reads_what_nobody_lists_is_not_taken(written, source):
    module = "proofs.softmax.code"
    assert reach.key([module]) == reach.key([module])
    written(module, source)
    assert reach.key([module]) != reach.key([module])


def test_what_evidence_reads_makes_the_ledger_that_of_other_code():
    read = {path for name in reach.READS for path in reach.data(name)}
    held = reach.at_present()
    assert read and all(any(str(path).endswith(name) for name in held) for path in read)
    assert "theory/said_nowhere.npz" not in held and "tests/conftest.py" in held


def test_what_tools_leave_in_a_folder_is_no_file_of_ours(tmp_path):
    """Hypothesis makes a hidden folder while the evidence runs, where no clone is about it."""
    for name in (".hypothesis/.gitignore", "a/__pycache__/b.pyc", "a/b.py", "a/.b.swp", "c.npz"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert [str(each.relative_to(tmp_path)) for each in reach.held(tmp_path)] == ["a/b.py", "c.npz"]


def test_how_cases_are_drawn_is_in_the_keys_of_properties(written):
    place = "tests/properties/test_sinks.py"
    before = properties._key(place)
    for module in ("tests.helpers.anew", "tests.suite.conftest"):
        properties._key.cache_clear()
        written(module, reach.text(module) + "\nchanged = 1\n")
        after = properties._key(place)
        assert after != before
        before = after
    properties._key.cache_clear()


def test_which_code_a_word_is_of_is_in_the_keys_of_what_asks(written):
    """`sizes` of one chapter found in a register what another chapter's runs had left there."""
    asked = next(piece for piece in proofs() if piece.where.startswith("proofs/retrieval/costs"))
    before = _key(asked)
    written("proofs.retrieval.code", reach.text("proofs.retrieval.code") + "\nchanged = 1\n")
    _key_of.cache_clear()
    assert asked.kind == "sizes" and _key(asked) != before
    _key_of.cache_clear()


SPLIT = """
from theory.one_more import CLAIMS as ONE_MORE
from theory.words import entropy
x = 1
CLAIMS = (
    2,
)
@holds(
    "a.claim")
def test_it(): pass
{}
"""


def test_the_shared_part_of_a_module_is_what_others_can_name():
    left = shared(SPLIT.format("y = x"))
    assert " ".join(left.split()) == "from theory.words import entropy x = 1 y = x"
    for use in ("y = len(CLAIMS)", "test_it()"):
        assert shared(SPLIT.format(use)) == SPLIT.format(use)
    assert "ONE_MORE" in shared(SPLIT.format("def f(): return ONE_MORE"))


def test_who_asks_for_claims_reaches_the_whole_module():
    assert "theory.softmax.one_more" in reach.imported("theory.softmax.said")
    assert "theory.softmax.one_more" not in reach.imported("theory.softmax.said:shared")
    assert "theory.softmax.words" in reach.imported("theory.heads.multi_head")
    assert "tests.properties.test_fold" in reach.imported("tests.properties.test_balls")


WATCHED = """
import os, sys
from atensi.judging.registry import claims, proofs
from atensi.running.proofs import ENGINE, _key
from atensi.work import reach
from figures.engine.figure import all_figures, check
from proofs.engine.stated import claim_of

chapters, left_out = (each.split(",") for each in sys.argv[1:])
root, seen = os.getcwd() + "/", set()
seen_key = reach.key
asked = []
reach.key = lambda modules, also="": asked.append(set(modules)) or seen_key(modules, also)
sys.addaudithook(lambda event, given: event == "open" and isinstance(given[0], str)
                 and seen.add(given[0]))
stating = {each.id: reach.module_of(each.where) for each in claims()}
asked_for = set()


def profile(frame, event, given):
    seen.add(frame.f_code.co_filename)
    if event == "call" and frame.f_code is claim_of.__code__:
        asked_for.add(stating[frame.f_locals["name"]])


def look(name, run, modules):
    seen.clear()
    asked_for.clear()
    sys.setprofile(profile)
    try:
        run()
    finally:
        sys.setprofile(None)
    ours = {each for each in seen if each.startswith(FOLDERS) and each.endswith(ENDS)}
    for out in left_out:
        parts = {each for each in reach.reached(modules) if each.partition(":")[0] != out}
        may = {str(reach.file_of(each)) for each in parts}
        may |= {str(path) for each in parts for path in reach.data(each.partition(":")[0])}
        for each in sorted(ours - may - ALWAYS):
            print(f"{out}: {name} reaches {each.removeprefix(root)}, which its key leaves out")
        for each in sorted(asked_for - parts):
            print(f"{out}: {name} looks a claim of {each} up, whose claims its key leaves out")
    return len(ours)


ENDS = (".py", ".txt", ".json", ".po")
FOLDERS = tuple(f"{root}{each}/" for each in (*reach.ROOTS, "bounds"))
ALWAYS = {root + "atensi/work/reach.py", root + "theory/chapters.py"}
count = 0
for piece in proofs():
    if piece.claim.split(".")[0] in chapters:
        _key.__globals__["_key_of"].cache_clear()
        asked.clear()
        _key(piece)
        count += look(f"{piece.where} {piece.claim}", piece.run, asked[0])
for figure in all_figures():
    if figure.shows[0].split(".")[0] in chapters:
        modules = [reach.module_of(figure.where), "figures.engine.figure"]
        count += look(figure.name, lambda: check(figure), modules)
assert count, "nothing was seen"
"""


WRONG_KEYS = "impl.embedding", "theory.embedding.said"  # these without one of their modules


@pytest.fixture(scope="module")
def unlisted():
    """Return what evidence of every kind reaches and its key leaves out, by the key that is wrong.

    The key without a mistake has no name.
    """
    left_out = ",".join(("", *WRONG_KEYS))
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, "bert,embedding,feedforward", left_out],
        cwd=clone(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [line.split(": ", 1) for line in done.stdout.splitlines()]


def test_what_runs_is_what_the_key_is_made_of(unlisted):
    """Each file whose code runs, or that is opened, stands in the key; else it is named."""
    assert not [what for out, what in unlisted if not out]


@pytest.mark.parametrize("wrong", WRONG_KEYS)
def test_a_key_that_leaves_a_module_out_is_seen(unlisted, wrong):
    assert [what for out, what in unlisted if out == wrong]
