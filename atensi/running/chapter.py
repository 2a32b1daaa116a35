"""Run a chapter's proofs, and nothing else: `python -m atensi.running.chapter softmax`.

The quick loop of `make check`. No verdict follows from it, since no property runs.
"""

import sys

from atensi.judging.registry import select, tied
from atensi.running.proofs import run_proofs


def main(names: list[str]) -> int:
    """Run the proofs of the claims or chapters, print those that fail, and return the exit code."""
    chosen = select(names)
    records = run_proofs({claim.id for claim in chosen} | tied(chosen))
    failed = [record for record in records if record.outcome != "holds"]
    for record in failed:
        print(f"{record.where}: {record.claim}: {record.message}")
    print(f"{len(records) - len(failed)} of {len(records)} proofs and witnesses hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
