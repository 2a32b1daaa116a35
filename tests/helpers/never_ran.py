"""Name the tests that ran in no run of CI: `python -m tests.helpers.never_ran REPORT.xml ...`.

Each run of pytest leaves a report (`--junit-xml`). A test that every run skips checks nothing,
however green the runs are. It needs a run of its own, or a line in `never_ran.txt` that says why.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

REASONS = Path(__file__).with_name("never_ran.txt")


def reasons(path: Path = REASONS) -> dict[str, str]:
    """Return the listed tests, each with the reason why it may run nowhere."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" | ", 1) for line in lines if line)


def skips(reports) -> tuple[set[str], dict[str, str]]:
    """Return all tests of the reports; and for each test that no run ran, why it was skipped."""
    ran, skipped = set(), {}
    for report in reports:
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname')}::{case.get('name')}"
            skip = case.find("skipped[@type='pytest.skip']")  # another type: it failed as expected
            if skip is None:
                ran.add(name)
            else:
                skipped[name] = skip.get("message", "")
    return ran | set(skipped), {name: why for name, why in skipped.items() if name not in ran}


def main(reports, listed=None) -> int:
    """Print the tests that never ran; return 1 if one is not listed, or a listed one is no test."""
    listed = reasons() if listed is None else listed
    everything, never = skips(reports)
    for name, why in sorted(never.items()):
        print(f"never ran: {name} ({why}): {listed.get(name, 'no reason is listed')}")
    gone = sorted(set(listed) - everything)
    for name in gone:
        print(f"listed, but no test: {name}")
    unexplained = set(never) - set(listed)
    print(f"{len(everything)} tests; {len(never)} ran nowhere, {len(unexplained)} without a reason")
    return 1 if gone or unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
