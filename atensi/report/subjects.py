"""What other libraries answered when they were last checked, as the tables of a page."""

import json
from typing import Any

from atensi.work.places import PACKAGE

RECORD = PACKAGE / "subjects" / "recorded.json"
SIGNS = {"holds": "✓", "broken": "✗", "input refused": "–", "not judged": "?",
         "needs exact numbers": ""}  # fmt: skip


def tables(chapters: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the subjects, a row for each law that one could be tried on, and one a convention."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    subjects = [{"name": name, **each} for name, each in record.items()]
    claims = [entry for own in chapters.values() for entry in own]
    laws = [
        {"claim": entry["id"], "says": entry["says"],
         "cells": [_cell(each["laws"].get(entry["id"])) for each in subjects]}
        for entry in claims
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
            for each in subjects for claim, (outcome, said) in each["laws"].items()
            if outcome == "broken"
        ],
    }  # fmt: skip


def _cell(found):
    outcome, message = found or ("not offered", "")
    return {"sign": SIGNS.get(outcome, ""), "outcome": outcome, "message": message}
