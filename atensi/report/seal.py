"""Seal a ledger, and say where two ledgers differ.

The seal is a hash of the code's fingerprint, the subject, the seed, the totals, and of each claim:
its words in every language, its formula, hypotheses and sources, its verdict and the evidence for
it, without times; and of each statement of the documents the verdict on it.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import Any

Entry = dict[str, Any]
SHOWS = (
    "The seal shows what was certified: nobody can change a word of it under the same seal. It "
    "does not show who ran the evidence, or that anybody did: anyone can make up a ledger and seal "
    "it by hand. Only another run shows that the evidence is real: the same code with the same "
    "seed gives the same seal."
)
COUNTED = ("totals", "coverage", "trusted_rules", "false_alarm_budget")
# These are measured or come from the clock. They differ between runs of the same code.
MEASURED = {"seconds", "worst", "cases", "message"}


def seal(ledger: Entry) -> str:
    """Return the hash of what a run of the same code with the same seed finds again."""
    judged = {name: _stated(entry) | {"evidence": _found(entry)} for name, entry in _judged(ledger)}
    run = {key: ledger[key] for key in ("fingerprint", "subject", "seed", *COUNTED)}
    text = json.dumps(run | {"judged": judged}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def differences(there: Entry, here: Entry) -> list[str]:
    """Say what differs between two ledgers, claim by claim and statement by statement."""
    theirs, ours = dict(_judged(there)), dict(_judged(here))
    sentences = [
        f"{name} is certified, but is no claim here" for name in theirs if name not in ours
    ]
    sentences += [
        f"{name} is a claim here, but not certified" for name in ours if name not in theirs
    ]
    for name in theirs.keys() & ours.keys():
        sentences += [f"{name}: {each}" for each in _of_claim(theirs[name], ours[name])]
    counts = ({key: ledger[key] for key in COUNTED} for ledger in (there, here))
    return [*sorted(sentences), *_of_entries(*counts)]


def _judged(ledger: Entry) -> Iterator[tuple[str, Entry]]:
    """Yield all that has a verdict, by its name: claims, and statements of the documents."""
    yield from ((entry["id"], entry) for entry in ledger["claims"])
    yield from ((entry["statement"], entry) for entry in ledger["statements"])


def _of_claim(there: Entry, here: Entry) -> Iterator[str]:
    yield from _of_entries(_stated(there), _stated(here))
    theirs, ours = _found(there), _found(here)
    for name in theirs.keys() | ours.keys():
        if name not in ours:
            yield f"{name} is missing here"
        elif name not in theirs:
            yield f"{name} is not certified"
        else:
            yield from (f"{name}: {each}" for each in _of_entries(theirs[name], ours[name]))


def _of_entries(there: Entry, here: Entry) -> Iterator[str]:
    for key in sorted(there.keys() | here.keys()):
        if there.get(key) != here.get(key):
            yield f"{key} is {there.get(key)!r} there, {here.get(key)!r} here"


def _stated(entry: Entry) -> Entry:
    """Return all but the evidence, and the line at which the code says it."""
    return {key: value for key, value in entry.items() if key not in ("evidence", "where")}


def _found(entry: Entry) -> dict[str, Entry]:
    """Return the evidence by kind and place, numbered where a place has several."""
    by_place: dict[str, Entry] = {}
    for record in entry["evidence"]:
        name = f"{record['kind']} at {record.get('test') or record['where']}"
        if "hypothesis" in record:
            name += f" ({record['hypothesis']})"
        while name in by_place:
            name += " again"
        by_place[name] = {key: value for key, value in record.items() if key not in MEASURED}
    return by_place
