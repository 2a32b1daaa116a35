"""What the documentation shows is what happens."""

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest

from atensi import cli
from atensi.gather import claims, clone, written

README = clone() / "README.md"
pytestmark = pytest.mark.skipif(not README.exists(), reason="no README beside an installed tool")


@pytest.mark.parametrize("chapter", written("impl"))
def test_the_examples_in_docstrings_run(chapter):
    failed, tried = doctest.testmod(importlib.import_module(f"impl.{chapter}"))
    assert tried
    assert not failed


def commands():
    text = README.read_text(encoding="utf-8") if README.exists() else ""
    return re.findall(r"^    \.venv/bin/atensi (.+)$", text, flags=re.MULTILINE)


@pytest.mark.parametrize("command", commands())
def test_the_readmes_commands_are_understood(command, monkeypatch, capsys):
    for name in ("_verify", "_figures", "_list", "_show", "_zoo"):
        monkeypatch.setattr(cli, name, lambda arguments: 0)
    words = shlex.split(command)
    assert cli.main(words) == 0
    for word in words[1:]:
        if "." in word:  # a claim
            assert cli._claim(word).id == word


def test_the_readmes_claims_exist():
    text = README.read_text(encoding="utf-8")
    named = re.findall(rf"`((?:{'|'.join(written('theory'))})\.[a-z-]+)`", text)
    assert len(named) >= 6
    for name in named:
        assert cli._claim(name).id == name


def test_the_claims_that_docstrings_rest_on_exist():
    known = {claim.id for claim in claims()}
    chapters = "|".join(written("theory"))
    for chapter in written("impl"):
        text = (clone() / "impl" / f"{chapter}.py").read_text(encoding="utf-8")
        for name in re.findall(rf"\(((?:{chapters})\.[a-z]+(?:-[a-z]+)+)[,)]", text):
            assert name in known, f"impl/{chapter}.py names {name}, which is no claim"


def test_the_version_is_the_same_everywhere():
    from atensi import __version__

    root = Path(clone())
    assert f'version = "{__version__}"' in (root / "pyproject.toml").read_text(encoding="utf-8")
    assert f"version: {__version__}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## {__version__}\n" in (root / "CHANGELOG.md").read_text(encoding="utf-8")
