"""The documentation shows what really happens."""

import doctest
import importlib
import re
import shlex
import subprocess
from importlib.metadata import version

import pytest

from atensi.cli import commands as command_line
from atensi.judging.registry import chapters_in, claims, select
from atensi.work.places import clone

DOCS = clone() / "docs"
READMES = [clone() / name for name in ("README.md", "README.id.md")]
pytestmark = pytest.mark.skipif(
    not all(path.exists() for path in READMES), reason="no README beside an installed tool"
)
each_readme = pytest.mark.parametrize("readme", READMES, ids=lambda path: path.name)
# Slow commands, and those that write into build/, are only parsed here. Other tests run them.
LONG = ("verifying.verify", "publishing.figures", "publishing.report", "publishing.certificate")


WITH_EXAMPLES = [
    path for path in sorted((clone() / "impl").rglob("*.py")) if ">>>" in path.read_text("utf-8")
]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_in_docstrings_run(path):
    name = ".".join(path.relative_to(clone()).with_suffix("").parts)
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert tried
    assert not failed


def commands(pattern):
    texts = [path.read_text(encoding="utf-8") for path in READMES if path.exists()]
    return sorted({line for text in texts for line in re.findall(pattern, text, re.MULTILINE)})


@pytest.mark.parametrize("command", commands(r"^    \.venv/bin/atensi (.+)$"))
def test_the_readmes_commands_run(command, published, monkeypatch, capsys):
    monkeypatch.setattr("atensi.judging.ledger.read", lambda path: published)
    for name in LONG:
        monkeypatch.setattr(f"atensi.cli.{name}", lambda arguments: print("understood") or 0)
    words = shlex.split(command)
    complete = not published["totals"]["OPEN"]  # else some properties have not run
    assert command_line.main(words) == (0 if complete or words != ["zoo"] else 1)
    assert capsys.readouterr().out
    for word in words[1:]:
        if "." in word:  # a claim
            assert [claim.id for claim in select([word])] == [word]


@pytest.mark.parametrize("target", commands(r"^    make ([a-z-]+) "))
def test_the_readmes_targets_exist(target):
    command = ["make", "--dry-run", "--directory", str(clone()), target]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


@each_readme
def test_the_code_that_the_readmes_show_stands_in_its_files(readme):
    (shown,) = re.findall(r"^```python\n(.*?)^```$", readme.read_text("utf-8"), re.M | re.S)
    parts = re.split(r"^# (\S+): .*\n", shown, flags=re.MULTILINE)[1:]
    assert len(parts) >= 8
    for file, code in zip(parts[::2], parts[1::2], strict=True):
        assert code.strip("\n") in (clone() / file).read_text(encoding="utf-8"), file


@each_readme
def test_the_readmes_links_and_figures_are_there(readme):
    text = readme.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert len(links) >= 8
    for link in links:
        assert (clone() / link).exists(), f"{readme.name}: {link}"


def test_the_readmes_show_the_same_errors_and_figures():
    shown = []
    for path in READMES:
        text = path.read_text(encoding="utf-8")
        rows = re.findall(r"^\| .* \| .*: (`.+`).? \|$", text, re.MULTILINE)
        shown.append([row.replace("docs/id", "docs/en") for row in rows])
    assert shown[0] == shown[1] and len(shown[0]) >= 10


def test_the_readmes_say_the_same_in_as_many_places():
    patterns = {
        "headings": r"^## ",
        "rows of tables": r"^\| ",
        "verdicts": r"^\| ([A-Z]{4,}[A-Z ,]*)",
        "paragraphs that name their question": r"^\*\*(?=[^*]+\*\*)",
        "lines of the picture": r"^    .*[─┼┴▶│].*$",
    }
    texts = [path.read_text(encoding="utf-8") for path in READMES]
    for what, pattern in patterns.items():
        english, indonesian = (re.findall(pattern, text, re.MULTILINE) for text in texts)
        same = [word.strip() for word in english] == [word.strip() for word in indonesian]
        assert len(english) == len(indonesian) >= 3, what
        assert what != "verdicts" or same, f"{what}: {english} and {indonesian}"


@pytest.mark.parametrize("path", sorted((clone() / "docs").rglob("*.svg")), ids=lambda p: p.stem)
def test_the_committed_figures_are_the_present_ones(path, drawn):
    wanted = re.search(r"^matplotlib==(\S+)", (clone() / "requirements.lock").read_text(), re.M)[1]
    if version("matplotlib") != wanted:
        pytest.skip(
            f"matplotlib {version('matplotlib')} draws other bytes than the locked {wanted}"
        )
    present = drawn[0] / path.relative_to(clone() / "docs")
    assert path.read_bytes() == present.read_bytes(), f"{path} is out of date: make figures"


@each_readme
def test_the_readmes_claims_exist(readme):
    text = readme.read_text(encoding="utf-8")
    named = re.findall(rf"`((?:{'|'.join(chapters_in('theory'))})\.[a-z-]+)`", text)
    assert len(named) >= 6
    for name in named:
        assert [claim.id for claim in select([name])] == [name]


def test_the_claims_that_docstrings_rest_on_exist():
    known = {claim.id for claim in claims()}
    chapters = "|".join(chapters_in("theory"))
    for path in sorted((clone() / "impl").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(rf"\(((?:{chapters})\.[a-z]+(?:-[a-z]+)+)[,)]", text):
            assert name in known, f"{path} names {name}, which is no claim"


def test_each_point_of_a_list_begins_its_line():
    paths = [*clone().glob("*.md"), *DOCS.glob("*.md")]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert not [hit for text in texts for hit in re.findall(r"\S (?:\d+\.|[-*]) \*\*\w.*", text)]
    trust = (DOCS / "trust.md").read_text(encoding="utf-8")
    points = re.findall(r"^(\d+)\. ", trust, re.MULTILINE)
    assert points == [str(k) for k in range(1, 13)], "it says how many there are"
