"""Questions to a subject: a probe, and the known answers that what comes is told apart by.

An answer that nobody has named is shown as it came.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from atensi.subjects.offer import Call, Function, NotOfferedError, RefusedError, watched

Functions = Mapping[str, Function]
REFUSED = "refused"
NOT_PROMISED = "not promised"
NAN = float("nan")


@dataclass(frozen=True)
class Convention:
    """A question, the known answers with the number that tells each, and the claim of ours."""

    key: str
    question: str
    needs: str  # the function that is asked
    probe: Callable[[Function], Any]
    answers: Mapping[str, Any]  # what a subject answers, in words, by what comes then
    ours: str
    claim: str
    is_closed: bool = False  # whether any other answer is wrong
    mistakes: Mapping[str, Any] = field(default_factory=dict)  # wrong answers that have a name


@dataclass(frozen=True)
class Answer:
    """What a subject answers: one of the known answers, or what came."""

    convention: Convention
    said: str
    known: bool = True
    calls: tuple[Call, ...] = field(default=(), repr=False)  # what was asked, and what came
    script: str = ""  # where it cannot be made from the calls

    @property
    def is_ours(self) -> bool:
        """Say whether it is the answer of `impl`, or one that `impl` leaves to the processor."""
        return self.convention.ours in (self.said, NOT_PROMISED)

    @property
    def is_wrong(self) -> bool:
        """Say whether it is wrong by every convention."""
        asked = self.convention
        return not self.known and (asked.is_closed or self.said in asked.mistakes)

    def question(self) -> str:
        """Return the question, what the subject answers, and what we do."""
        asked, ours = self.convention.question, self.convention.ours
        return f"{asked}: {self.said}; in atensi: {ours}"


def ask(convention: Convention, functions: Functions) -> Answer | None:
    """Return a subject's answer, or None where it does not offer what is asked."""
    calls: list[Call] = []
    heard = watched(functions, calls)
    if convention.needs not in heard:
        return None
    try:
        came = convention.probe(heard[convention.needs])
    except (NotOfferedError, ModuleNotFoundError):
        return None
    except RefusedError as error:
        known = REFUSED in convention.answers
        answer = Answer(convention, REFUSED if known else str(error), known)
    except (ValueError, TypeError, IndexError) as error:  # what came has another form
        answer = Answer(convention, f"{type(error).__name__}: {error}"[:200], known=False)
    else:
        answer = _named(convention, came)
    return replace(answer, calls=tuple(calls))


def _named(convention, came):
    for said, expected in convention.answers.items():
        if said != REFUSED and _same(came, expected):
            return Answer(convention, said)
    named = (said for said, number in convention.mistakes.items() if _same(came, number))
    return Answer(convention, next(named, str(np.asarray(came).tolist())), known=False)


def _same(came, expected):
    came, expected = np.asarray(came, dtype=float), np.asarray(expected, dtype=float)
    # what is told apart differs in the first digit; three digits see each answer as it is
    near = came.shape == expected.shape and np.allclose(came, expected, rtol=1e-3, equal_nan=True)
    return bool(near)
