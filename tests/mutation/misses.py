"""How surely is each specimen of the zoo rejected? `python -m tests.mutation.misses [RUNS]`.

Each property that the ledger names beside a specimen tries it again, RUNS times: in which case is
it seen? As cases are drawn each anew, one that is seen in a share f of them is missed by N cases
with chance (1 - f)ᴺ, and by several properties with the product. What many properties see is
never missed and left out, as is what only warns. Random claims say their rates themselves.
"""

import sys
import warnings
from collections import defaultdict
from math import prod

from atensi.judging import ledger
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from tests import conftest  # noqa: F401  (the profile of all tests: each case anew)
from tests.helpers.holds import PROPERTIES
from tests.helpers.trials import CASES
from tests.suite.test_zoo import SPECIMENS, _watched

MANY = 4  # properties that reject a specimen
RUNS = 25
PLACES = {each.place: each for each in PROPERTIES if each.kind == "property"}
NAMES = {each.name: each for each in SPECIMENS}


def seen_by() -> dict[str, list[str]]:
    """Return for each property of the ledger which specimens it rejects that few others do."""
    published, places = ledger.read(ledger.place()), defaultdict(set)
    if published is None:
        sys.exit("there is no ledger of the present code: run `make verify` first")
    for claim in published["claims"]:
        for record in claim["evidence"]:
            for name in record.get("rejects", ()):
                places[name].add(record["property"])
    seen = defaultdict(list)
    for name in sorted(name for name in places.keys() & NAMES if len(places[name]) < MANY):
        for place in places[name] & PLACES.keys():
            seen[place].append(name)
    return dict(seen)


def missed(job: tuple[str, list[str], int]) -> dict[str, float]:
    """Return for each specimen that does not only warn how likely a run of the property misses it.

    The share of cases in which it is seen is taken from the cases until it was.
    """
    place, names, runs = job
    property_, warned = PLACES[place], set()
    found: dict[str, list[int]] = {name: [] for name in names}
    watched = _watched(property_)
    subjects = {name: watched.but(**{NAMES[name].replaces: NAMES[name].function}) for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for _ in range(runs):
            at: dict[str, int] = {}
            property_.rejects(subjects, warned=warned, at=at)
            for name, case in at.items():
                found[name].append(case)
    chances = {}
    for name in names:
        seen = len(found[name])
        share = seen / (sum(found[name]) + (runs - seen) * CASES)
        if seen or name not in warned:
            chances[name] = (1 - share) ** CASES
    return chances


def main(words: list[str]) -> int:
    """Print which specimens one run of the zoo misses most easily, and how many in the mean."""
    runs = int(words[0]) if words else RUNS
    jobs = [(place, names, runs) for place, names in seen_by().items()]
    progress, chances = Progress("trials of specimens", len(jobs)), defaultdict(list)
    try:
        for job, found in in_parallel(missed, jobs):
            for name, chance in found.items():
                chances[name].append(chance)
            progress.step(job[0])
    finally:
        progress.close()
    total = {name: prod(each) for name, each in chances.items()}
    for name in sorted(total, key=total.get, reverse=True)[:10]:
        print(f"{total[name]:8.1e}  {name}")
    print(f"{sum(total.values()):8.1e}  in the mean, of {len(total)} that few properties see")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
