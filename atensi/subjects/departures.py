"""Known departures: laws that a subject is known to break, each with its reason.

A file of lines `CLAIM: reason`; `#` begins a comment. A broken law that stands there does not make
the check red. One that no longer breaks does, for then the line has to go. A question whose answer
is wrong by every convention may stand there by its name, likewise.
"""

from pathlib import Path

from atensi.judging.registry import claims, unknown
from atensi.subjects.each_function import questions


class DeparturesError(LookupError):
    """A file of known departures that cannot be read; the message names file and line."""


def known(path: str | None) -> dict[str, str]:
    """Return the reasons by their claims."""
    if path is None:
        return {}
    found, ids = {}, [*(claim.id for claim in claims()), *_closed()]
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
        text = line.split("#")[0].strip()
        if not text:
            continue
        claim, colon, reason = text.partition(":")
        if not colon or not reason.strip():
            raise DeparturesError(f"{path}:{number}: expected CLAIM: reason, came {text!r}")
        if claim.strip() not in ids:
            raise DeparturesError(f"{path}:{number}: {unknown('claim', claim.strip(), ids)}")
        found[claim.strip()] = reason.strip()
    return found


def _closed() -> list[str]:
    return [key for key, each in questions().items() if each.is_closed or each.mistakes]
