"""What other libraries answered when they were last checked, as the tables of a page."""

import json
from typing import Any

from atensi.judging.registry import claims
from atensi.work.places import PACKAGE
from theory.reading import digest_of_statement

RECORD = PACKAGE / "subjects" / "recorded.json"
SIGNS = {"holds": "✓", "broken": "✗", "input refused": "–", "not judged": "?",
         "needs exact numbers": "", "stated otherwise": "°"}  # fmt: skip


def tables(chapters: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the subjects, a row for each law that one could be tried on, and one a convention."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    subjects = [{"name": name, **each} for name, each in record.items()]
    asked = {name for each in subjects for name in each["laws"]}
    stated = {each.id: digest_of_statement(each) for each in claims() if each.id in asked}
    laws = [
        {"claim": entry["id"], "says": entry["says"],
         "cells": [_cell(each["laws"].get(entry["id"]), stated.get(entry["id"]))
                   for each in subjects]}
        for own in chapters.values() for entry in own
    ]  # fmt: skip
    questions = {key: it for each in subjects for key, it in each["conventions"].items()}
    conventions = [
        {**it, "cells": [each["conventions"].get(key, {}).get("answer", "") for each in subjects]}
        for key, it in questions.items()
    ]
    return {
        "subjects": subjects,
        "laws": [row for row in laws if any(cell["sign"] for cell in row["cells"])],
        "conventions": conventions,
        "broken": [
            {"subject": each["subject"], "version": each["version"], "claim": claim,
             "message": said}
            for each in subjects for claim, (outcome, said, form) in each["laws"].items()
            if outcome == "broken" and form == stated.get(claim)
        ],
    }  # fmt: skip


def _cell(found, stated):
    outcome, message, asked = found or ("not offered", "", stated)
    outcome = outcome if asked == stated else "stated otherwise"
    return {"sign": SIGNS.get(outcome, ""), "outcome": outcome, "message": message}
