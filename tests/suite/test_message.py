"""What the command says on the way, and of what is wrong, in each language."""

import ast
from pathlib import Path

import pytest

import atensi
from atensi.cli import commands
from atensi.work.message import message, spoken
from theory.language import SOURCE, is_translated, languages

pytestmark = pytest.mark.meta
SAYING = {"message", "tell"}


def texts():
    """Yield each sentence that the package gives to these functions, with its place."""
    for path in sorted(Path(atensi.__file__).parent.rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        if "from atensi.work.message import" not in code:
            continue
        for node in ast.walk(ast.parse(code)):
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") in SAYING
            if named and isinstance(node.args[0], ast.Constant):
                yield node.args[0].value, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != SOURCE])
def test_each_message_is_said_in_each_language(lang):
    found = dict(texts())
    assert len(found) > 20
    missing = {place: text for text, place in found.items() if not is_translated(text, lang)}
    assert not missing


def test_a_part_of_a_message_is_said_in_the_same_language():
    said = message("there is no {what} '{name}'{hint}", what=message("claim"), name="x", hint="")
    assert str(said) == "there is no claim 'x'"
    before = spoken.set("id")
    try:
        assert str(said) == "tidak ada klaim 'x'"
    finally:
        spoken.reset(before)


def test_an_unknown_name_is_answered_in_the_language_of_the_command(capsys):
    assert commands.main(["show", "nosuch", "--lang", "id"]) == 2
    assert capsys.readouterr().err == "atensi: tidak ada klaim atau bab 'nosuch'\n"
    assert commands.main(["show", "nosuch", "--lang", "en"]) == 2
    assert capsys.readouterr().err == "atensi: there is no claim or chapter 'nosuch'\n"


@pytest.mark.parametrize(
    "lang, said",
    [("id", "atensi: galat: argumen"), ("en", "atensi: error: argument")],
)
def test_a_wrong_option_is_answered_in_the_language_of_the_command(lang, said, capsys, monkeypatch):
    monkeypatch.setenv("ATENSI_LANG", lang)
    with pytest.raises(SystemExit):
        commands.main(["nosuch"])
    assert said in capsys.readouterr().err
