"""Every function answers wrong arguments in its own words, and as it is written down."""

import re

import pytest

from tests.refused.answers import CALLS, FOLDER, answer, lines

pytestmark = pytest.mark.meta


@pytest.mark.parametrize("chapter", CALLS)
def test_the_answers_are_those_written_down(chapter):
    written = (FOLDER / f"{chapter}.txt").read_text(encoding="utf-8").splitlines()
    assert lines(chapter) == written, "read the difference, then: python -m tests.refused.answers"


@pytest.mark.parametrize("chapter", CALLS)
def test_a_refusal_names_function_and_argument_and_what_was_expected(chapter):
    for said in lines(chapter)[::2]:
        refusal = re.fullmatch(
            r"(TypeError|ValueError): [a-z_]+: .*(expected|missing|unknown).*", said
        )
        assert refusal or re.fullmatch(r"[a-z]+\d* \(.*\)|bool \(.*\)|list|dict|tuple", said), said


@pytest.mark.parametrize("chapter", CALLS)
def test_the_valid_calls_are_valid(chapter):
    for function, arguments in CALLS[chapter].items():
        assert "Error" not in answer(chapter, function, arguments), function
