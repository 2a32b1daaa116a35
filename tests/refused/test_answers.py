"""Every function answers wrong arguments under its own name, and as the files record."""

import inspect
import re
from importlib import import_module

import pytest

from tests.refused.answers import CALLS, FOLDER, answer, lines, variants

pytestmark = pytest.mark.meta


@pytest.mark.parametrize("chapter", CALLS)
def test_the_answers_are_those_written_down(chapter):
    written = (FOLDER / f"{chapter}.txt").read_text(encoding="utf-8").splitlines()
    assert lines(chapter) == written, "read the difference, then: python -m tests.refused.answers"


@pytest.mark.parametrize("chapter", CALLS)
def test_a_refusal_names_the_called_function_and_an_argument_of_it(chapter):
    for function, valid in CALLS[chapter].items():
        own = inspect.signature(getattr(import_module(f"impl.{chapter}"), function)).parameters
        argument = rf'({"|".join({*own, *valid})})(\["[a-z_.0-9]+"\]|\[\d\])?'
        for name, part, word, call in variants(valid):
            said = answer(chapter, function, call)
            if "Error" in said:
                told = f"{name} {part} {word}: {said}"
                assert re.match(rf"(Type|Value)Error: {function}: {argument} ", said), told
                for source in re.findall(r" from (\S+) \(", said):
                    assert re.fullmatch(argument, source), told


@pytest.mark.parametrize("chapter", CALLS)
def test_the_valid_calls_are_valid(chapter):
    for function, arguments in CALLS[chapter].items():
        assert "Error" not in answer(chapter, function, arguments), function
