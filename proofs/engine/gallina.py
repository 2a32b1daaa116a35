"""What the theorems of a chapter must say: the claims' statements, relation by relation.

`python -m proofs.engine.gallina CHAPTER` prints them, each with the tactics that name its parts.
"""

import importlib
import sys
from collections.abc import Iterator

from proofs.engine.duties import Duty, duties
from theory.chapters import said_in
from theory.claim import Claim
from theory.stating.existence import Some
from theory.stating.gallina_statements import Said, said, said_at_once
from theory.stating.gallina_terms import UnsaidError


def name_of(claim: Claim, duty: int) -> str:
    """Return the name of the theorem that says a relation of a claim."""
    return f"{claim.id.split('.')[1].replace('-', '_')}_{duty}"


def sayings(claim: Claim) -> Iterator[tuple[str, Said | str]]:
    """Yield the name of each relation of a claim, and what it says; or why it cannot be said."""
    for place, duty in enumerate(duties(claim.states)):
        if isinstance(duty, Some) or (isinstance(duty, Duty) and not duty.chosen):
            try:
                yield name_of(claim, place), _said(claim, duty)
            except UnsaidError as error:
                yield name_of(claim, place), str(error)


def _said(claim: Claim, duty: Duty | Some) -> Said:
    if isinstance(duty, Some):
        return said_at_once(claim.states, duty)
    return said(claim.states, duty.link, duty.when, duty.own)


def main(chapter: str) -> None:
    """Print the theorems of a chapter, without their proofs."""
    for claim in importlib.import_module(said_in(chapter)).CLAIMS:
        for name, each in sayings(claim):
            if isinstance(each, str):
                print(f"(* {name}: no word for {each[:60]} *)\n")
            else:
                print(f"Theorem {name} :\n  {each.text}.\nProof.\n{each.intros}\nQed.\n")


if __name__ == "__main__":
    main(sys.argv[1])
