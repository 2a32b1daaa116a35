"""A broken law with a script that fails: it is run, since a subject may keep something of calls."""

import subprocess
import sys
from dataclasses import replace
from itertools import islice

from atensi.subjects.laws import BROKEN, Outcome
from atensi.subjects.offer import Offer
from atensi.subjects.script import texts

TRIED = 12  # scripts, of a subject that gives in a process of its own what is expected
PATIENCE = 60  # seconds for a script, which loads the library


def with_script(outcome: Outcome, offer: Offer) -> Outcome:
    """Return a broken law with the first of its scripts that fails; say if one call passes."""
    if outcome.outcome != BROKEN:
        return outcome
    keeps, past = False, outcome.past
    outcome = replace(outcome, past=[])
    for text in islice(texts(offer.scripts, outcome.calls, past), TRIED):
        if fails(text):
            return replace(outcome, script=text, keeps=keeps)
        keeps = True
    return replace(outcome, keeps=keeps)


def fails(text: str) -> bool:
    """Say whether a script fails in a process of its own, or does not end."""
    try:
        ran = subprocess.run(
            [sys.executable, "-"], input=text, text=True, capture_output=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return True
    return ran.returncode != 0
