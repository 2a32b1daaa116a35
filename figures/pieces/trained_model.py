"""What was measured on a trained model, as figures draw it."""

import json
from functools import cache
from pathlib import Path

RECORD = Path(__file__).parents[2] / "atensi" / "subjects" / "minilm.json"


@cache
def record():
    """Return the record of `make minilm`."""
    return json.loads(RECORD.read_text(encoding="utf-8"))
