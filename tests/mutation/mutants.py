"""Change `impl` in one place at a time, and ask of each mutant whether a test sees it.

`make mutation` runs this; an interrupted run goes on where it was. Score and survivors go to
`docs/mutation.md`. A survivor must stand in `equivalent.txt`, with the reason why no test can tell
it from the original. Its entry names function and changed line, which outlive renumbering.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
MUTANTS = ROOT / "mutants"
REASONS = ROOT / "tests" / "mutation" / "equivalent.txt"
LOCK = ROOT / "mutation.lock"
REPORT = ROOT / "docs" / "mutation.md"
LEAST = 0.95
SURVIVED, UNSEEN = 0, 33  # 33: no test reaches it
ENDLESS = (24, 36, 152, 255, -24)
OF_DASK = ("fast.apart.blocks", "fast.apart._computed")  # which the core does not have


def digest():
    """Return a hash of `impl`."""
    texts = [path.read_bytes() for path in sorted((ROOT / "impl").rglob("*.py"))]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def results():
    """Return the exit code of the tests for each mutant, by its name; None if not yet run."""
    found = {}
    for path in sorted(MUTANTS.glob("impl/**/*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return found


def reasons():
    """Return the listed reasons: (function, changed line) to reason."""
    found = {}
    for block in REASONS.read_text(encoding="utf-8").split("\n\n"):
        rows = [row for row in block.splitlines() if not row.startswith("#")]
        reason = " ".join(row.strip() for row in rows if row.startswith("    "))
        lines = [row.strip() for row in rows[1:] if re.match("  [^ ]", row)]
        found |= {(rows[0], line): reason for line in lines}
    return found


def run():
    """Let mutmut run the tests on all mutants; refuse to go on without a result for each."""
    before = results()
    if before and None not in before.values():
        shutil.rmtree(MUTANTS)
    command = [Path(sys.executable).parent / "mutmut", "run"]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"ATENSI_PROFILE": "mutation"}, check=False)
    codes = results()
    if not codes or None in codes.values():
        raise SystemExit("mutants: the run is not complete; `make mutation` goes on with it")
    return codes


def changed(mutant):
    """Return the function of a mutant, and its changed lines."""
    shown = subprocess.run(
        [Path(sys.executable).parent / "mutmut", "show", mutant],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    lines = re.findall(r"^\+(?!\+\+)(.*)", shown, re.MULTILINE)
    return function(mutant), " ".join(" ".join(lines).split())


def function(mutant):
    """Return the function of a mutant, of a class after a dot."""
    module, name = re.fullmatch(r"impl\.([\w.]+)\.x[_ǁ](\w+)__mutmut_\d+", mutant).groups()
    return f"{module}.{name.replace('ǁ', '.')}"


def page(codes, alive, known):
    """Return the report as Markdown."""
    module = lambda function: next(each for each in total if function.startswith(f"{each}."))
    total = Counter(name.partition(".")[2].rpartition(".")[0] for name in codes)
    left = Counter(module(function) for function, _ in alive)
    killed, endless = len(codes) - len(alive), sum(code in ENDLESS for code in codes.values())
    table = [f"| {name} | {total[name]} | {left[name]} |" for name in sorted(total)]
    tool = re.search(r"^mutmut==(\S+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)[1]
    told = [f"- `{each[0]}`: `{each[1]}`\n  {known.get(each, '**Not explained.**')}"
            for each in sorted(set(alive))]  # fmt: skip
    return "\n".join([
        "# Mutants of `impl`", "",
        f"mutmut {tool} changed `impl/` in one place at a time and ran the tests that "
        f"reach it. **{killed} of {len(codes)} mutants are killed, {killed / len(codes):.1%}**, "
        f"{endless} of them because they run too long. The {len(alive)} survivors compute what the "
        "original computes, each for the reason given. Not counted are "
        f"{' and '.join(f'`{each}`' for each in OF_DASK)}: they need Dask, with which "
        "`tests/suite/test_parts_elsewhere.py` runs them.", "",
        f"Made by `make mutation` of `impl` with the digest `{digest()}`.", "",
        "| module | mutants | survivors |", "|---|---:|---:|", *table, "",
        "## Survivors", "", *told, "",
    ])  # fmt: skip


def main():
    known = reasons()
    codes = {name: code for name, code in run().items() if function(name) not in OF_DASK}
    alive = [changed(name) for name, code in codes.items() if code in (SURVIVED, UNSEEN)]
    REPORT.write_text(page(codes, alive, known), encoding="utf-8")
    wrong = [
        f"survives, and has no reason: {' '.join(each)}" for each in alive if each not in known
    ]
    wrong += [f"listed, but killed or gone: {' '.join(each)}" for each in set(known) - set(alive)]
    share = 1 - len(alive) / len(codes)
    if share < LEAST:
        wrong.append(f"{share:.1%} of the mutants are killed; expected {LEAST:.0%}")
    print(*wrong, f"{len(codes)} mutants, {share:.1%} killed: {REPORT}", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
