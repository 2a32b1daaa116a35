"""What became of the mutants of `impl`: score and survivors, written to `docs/mutation.md`.

`make mutation` runs mutmut first. Every survivor must be listed in `tests/equivalent.txt`, with
the reason why no test can tell it from the original; the list is read by function and changed
line, so that it outlives renumbering.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parent.parent
REASONS = ROOT / "tests" / "equivalent.txt"
REPORT = ROOT / "docs" / "mutation.md"
LEAST = 0.95
SURVIVED, TIMEOUT = (0,), (24, 36, 152, 255, -24)


def results():
    """Return the exit code of the tests for each mutant, by its name."""
    found = {}
    for path in sorted((ROOT / "mutants" / "impl").glob("*.meta")):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    if not found or None in found.values():
        raise SystemExit("mutants: the run is not complete; expected `make mutation` to finish it")
    return found


def changed(mutant):
    """Return the function of a mutant, and its changed lines."""
    shown = subprocess.run(
        [Path(sys.executable).parent / "mutmut", "show", mutant],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    lines = [line[1:].strip() for line in shown.splitlines() if re.match(r"\+(?!\+\+)", line)]
    module, function = re.fullmatch(r"impl\.(\w+)\.x_(\w+)__mutmut_\d+", mutant).groups()
    return f"{module}.{function}", " ".join(" ".join(lines).split())


def reasons():
    """Return the listed reasons: (function, changed line) to reason."""
    found = {}
    for block in REASONS.read_text(encoding="utf-8").split("\n\n"):
        rows = [row for row in block.splitlines() if row and not row.startswith("#")]
        if rows:
            function, *lines = rows
            reason = " ".join(line[4:] for line in lines if line.startswith("    "))
            found |= {
                (function, line[2:].strip()): reason for line in lines if re.match("  [^ ]", line)
            }
    return found


def report(codes, survivors, unlisted):
    """Return the report as Markdown."""
    modules = Counter(name.split(".")[1] for name in codes)
    alive = Counter(function.split(".")[0] for function, _ in survivors)
    killed = len(codes) - len(survivors)
    rows = [f"| {name} | {modules[name]} | {alive[name]} |" for name in sorted(modules)]
    told = [
        f"- `{function}`: `{line}`\n  {reason}" for (function, line), reason in survivors.items()
    ]
    slow = sum(code in TIMEOUT for code in codes.values())
    return "\n".join([
        "# Mutants of `impl`",
        "",
        f"mutmut {version('mutmut')} changed one thing at a time in `impl/` and ran the tests that "
        f"reach it. **{killed} of {len(codes)} mutants are killed, "
        f"{100 * killed / len(codes):.1f} %** ({slow} of them by running forever). The "
        f"{len(survivors)} survivors compute the same as the original, each for the reason given. "
        "Made by `make mutation`.",
        "",
        "| module | mutants | survivors |", "|---|---|---|", *rows, "",
        "## Survivors", "", *told, "",
        *(["## Not explained", "", *map(str, unlisted), ""] if unlisted else []),
    ])  # fmt: skip


def main():
    codes, known = results(), reasons()
    alive = [changed(name) for name, code in codes.items() if code in SURVIVED]
    survivors = {each: known.get(each, "not explained") for each in alive}
    unlisted = [each for each in alive if each not in known]
    stale = [each for each in known if each not in survivors]
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(report(codes, survivors, unlisted), encoding="utf-8")
    for function, line in unlisted:
        print(f"not explained: {function}\n  {line}")
    for function, line in stale:
        print(f"listed, but killed or gone: {function}: {line}")
    share = 1 - len(alive) / len(codes)
    print(f"{len(codes)} mutants, {100 * share:.1f} % killed; {REPORT}")
    return 1 if unlisted or stale or share < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
