"""What the command says on the way, and of what is wrong, in each language."""

import ast
from pathlib import Path

import pytest

import atensi
from atensi.cli import commands
from atensi.work.message import message, spoken
from theory.language import SOURCE, is_translated, languages

pytestmark = pytest.mark.meta
SAYING = {"message", "tell", "say"}
each_language = pytest.mark.parametrize("lang", [each for each in languages() if each != SOURCE])


def literals(node):
    """Yield the texts that an expression may be, of those that stand in it."""
    if isinstance(node, ast.IfExp):
        yield from [*literals(node.body), *literals(node.orelse)]
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def called(*trees):
    """Return the calls of each name in some code."""
    found = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found.setdefault(node.func.id, []).append(node)
    return found


def given(function, calls):
    """Return the texts that the variables of a function may have: its callers', and its own."""
    found = {}
    for place, argument in enumerate(function.args.args):
        handed = [call.args[place] for call in calls if call.args[place:]]
        found[argument.arg] = [text for each in handed for text in literals(each)]
    for node in sorted(ast.walk(function), key=lambda node: getattr(node, "lineno", 0)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).extend(literals(node.value))
        if isinstance(node, ast.AugAssign) and found.get(getattr(node.target, "id", "")):
            found[node.target.id][-1] += "".join(literals(node.value))
    return found


def texts(*sources):
    """Yield each sentence that code gives to these functions, in place or by a variable."""
    trees = [ast.parse(source) for source in sources]
    everywhere = called(*trees)
    for tree in trees:
        here = called(tree)
        said = [node.args[0] for name in SAYING for node in here.get(name, ()) if node.args]
        yield from (text for each in said for text in literals(each))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                own = {id(node) for node in ast.walk(function)}
                names = {each.id for each in said if isinstance(each, ast.Name) and id(each) in own}
                calls = here if function.name.startswith("_") else everywhere
                found = given(function, calls.get(function.name, ()))
                yield from (text for name in names for text in found.get(name, ()))


@each_language
def test_each_message_is_said_in_each_language(lang):
    code = (path.read_text("utf-8") for path in Path(atensi.__file__).parent.rglob("*.py"))
    found = set(texts(*code))
    assert {"claim", "--like {like}: {known}"} < found and len(found) > 100
    assert not {text for text in found if not is_translated(text, lang)}


@each_language
def test_a_text_that_is_not_in_the_catalogues_is_found_behind_a_variable(lang):
    code = """
def f(what, is_new):
    text = "the first of these" if is_new else "the second of these"
    text += " goes on"
    return message(text, what=say(what))


f("the thing that was handed", True)
"""
    said = {"the first of these", "the second of these goes on", "the thing that was handed"}
    assert set(texts(code)) == said
    assert not any(is_translated(text, lang) for text in said)


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
