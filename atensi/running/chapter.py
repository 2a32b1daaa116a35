"""Run a chapter's tests and proofs, and nothing else: `python -m atensi.running.chapter softmax`.

The quick loop of `make check`. No verdict follows from it, since other chapters' properties do not
run. Of a claim, such as softmax.log-odds, the proofs alone run. More words go to pytest.
"""

import os
import subprocess
import sys

from atensi.judging.registry import UnknownNameError, select, tied
from atensi.running.proofs import run_proofs
from atensi.work.places import clone


def main(words: list[str]) -> int:
    """Run both side by side, print the proofs that fail, and return the exit code."""
    name, *flags = words
    try:
        chosen = select([name])
    except UnknownNameError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 2
    tests = _tests(name, flags) if "." not in name else None
    records = run_proofs({claim.id for claim in chosen} | tied(chosen))
    failed = [record for record in records if record.outcome != "holds"]
    for record in failed:
        print(f"{record.where}: {record.claim}: {record.message}")
    print(f"{len(records) - len(failed)} of {len(records)} proofs and witnesses hold", flush=True)
    return 1 if (tests and tests.wait()) or failed else 0


def _tests(chapter, flags):
    """Begin to run the tests of a chapter, on few cases."""
    files = sorted(map(str, clone().glob(f"tests/*/test_{chapter}*.py")))
    quick = {**os.environ, "ATENSI_PROFILE": "quick"}
    return subprocess.Popen([sys.executable, "-m", "pytest", "-q", *flags, *files], env=quick)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
