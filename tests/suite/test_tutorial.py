"""Follow the tutorial step by step, in a copy of the project."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from atensi.work.places import clone

TUTORIAL = clone() / "docs" / "first-claim.md"
COPIED = ("atensi", "theory", "impl", "proofs", "tests", "figures", "bounds", "pyproject.toml")
pytestmark = [
    pytest.mark.meta,
    pytest.mark.skipif(not TUTORIAL.exists(), reason="no docs beside an installed tool"),
]


def blocks():
    """Return the blocks of the tutorial: what each is, the file that it names, its text."""
    text = TUTORIAL.read_text(encoding="utf-8")
    return re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def steps(console):
    """Yield each command of a block, and the lines that its output must have in this order."""
    for part in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, *expected = part.splitlines()
        yield shlex.split(command), expected


def run(words, project):
    program, *rest = words
    started = [sys.executable, *(["-m", "atensi"] if program == "atensi" else []), *rest]
    done = subprocess.run(started, cwd=project, capture_output=True, text=True)
    return " ".join((done.stdout + done.stderr).split())


def test_each_step_of_the_tutorial_does_what_it_says(tmp_path):
    for name in COPIED:
        source, ignore = clone() / name, shutil.ignore_patterns("__pycache__")
        copy = shutil.copytree if source.is_dir() else lambda *pair, ignore: shutil.copy(*pair)
        copy(source, tmp_path / name, ignore=ignore)
    ran = 0
    for kind, file, text in blocks():
        if kind == "console":
            for words, expected in steps(text):
                output, place = run(words, tmp_path), 0
                for line in expected:
                    found = output.find(" ".join(line.split()), place)
                    assert found >= 0, f"{' '.join(words)}: no {line!r} in: {output[-2000:]}"
                    place = found + 1
                ran += 1
        else:
            with (tmp_path / file).open("a", encoding="utf-8") as stream:
                stream.write(text)
    assert ran >= 4
