"""Change `impl` in one place at a time, and ask of each mutant whether a test sees it.

`make mutation` runs this; an interrupted run goes on where it was, unless something has changed
since. Score and survivors go to `docs/mutation.md`. A survivor must stand in `equivalent.txt`, with
the reason why no test can tell it from the original. Its entry names function and changed line,
which outlive renumbering. What is listed there counts as a survivor and is not run again, as that
takes longest: all tests run that reach it. Functions given by name (`FLAGS=decoder.generate`) are
tried alone, with what is listed.
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
COPIED = "impl", "tests", "theory", "proofs", "figures", "atensi", "bounds"
REASONS = ROOT / "tests" / "mutation" / "equivalent.txt"
LOCK = ROOT / "mutation.lock"
REPORT = ROOT / "docs" / "mutation.md"
LEAST = 0.95
ALIVE = "survived", "unseen", "listed"  # unseen: no test reaches it
QUIETLY = {"ATENSI_PROFILE": "mutation", "MUTANT_UNDER_TEST": "", "OPENBLAS_NUM_THREADS": "1"}
OF_DASK = ("fast.apart.blocks", "fast.apart._computed")  # which the core does not have


def digest(folders=("impl",)):
    """Return a hash of the modules in folders; of `impl`, the one that the page is about."""
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]


def reasons():
    """Return the listed reasons: (function, changed line) to reason."""
    found = {}
    for block in REASONS.read_text(encoding="utf-8").split("\n\n"):
        rows = [row for row in block.splitlines() if not row.startswith("#")]
        reason = " ".join(row.strip() for row in rows if row.startswith("    "))
        lines = [row.strip() for row in rows[1:] if re.match("  [^ ]", row)]
        found |= {(rows[0], line): reason for line in lines}
    return found


def run(functions=()):
    """Run the tests on the mutants of these functions, of all if none; return what became of each.

    Each is killed, endless, survived, unseen, or listed; or this does not return.
    """
    os.chdir(ROOT)
    kept, now = MUTANTS / "digest.txt", digest(COPIED)
    if not kept.exists() or kept.read_text() != now:
        shutil.rmtree(MUTANTS, ignore_errors=True)
        _make()
        kept.write_text(now)
    names, known = _names(), {function(name) for name in _names()}
    if unknown := set(functions) - known:
        raise SystemExit(f"mutants: no function {', '.join(unknown)}; there is {min(known)}, ...")
    wanted = [name for name in names if not functions or function(name) in functions]
    listed = set() if functions else _listed(wanted)
    done = set() if functions else set(_tried())
    if set(names) <= done | listed:
        (MUTANTS / "tried.jsonl").unlink()
        done = set()
    left = json.dumps([each for each in wanted if each not in done | listed])
    ended = subprocess.run(
        [sys.executable, "-m", "tests.mutation.running"], cwd=MUTANTS, check=False, text=True,
        env=os.environ | QUIETLY, input=left,
    )  # fmt: skip
    fates = _tried() | dict.fromkeys(listed, "listed")
    if ended.returncode or set(wanted) - set(fates):
        raise SystemExit("mutants: the run is not complete; `make mutation` goes on with it")
    return {name: fates[name] for name in wanted}


def _listed(names):
    """Return the mutants for which a reason is listed."""
    known = reasons()
    functions = {function for function, _ in known}
    return {each for each in names if function(each) in functions and changed(each) in known}


def _make():
    """Let mutmut write a copy of `impl` that holds all mutants beside the originals."""
    from mutmut import __main__ as mutmut

    MUTANTS.mkdir()
    mutmut.copy_src_dir()
    mutmut.copy_also_copy_files()
    mutmut.create_mutants(os.cpu_count())


def _names():
    written = sorted(MUTANTS.glob("impl/**/*.meta"))
    read = (json.loads(path.read_text(encoding="utf-8")) for path in written)
    return [name for each in read for name in each["exit_code_by_key"]]


def _tried():
    path = MUTANTS / "tried.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: fate for name, fate, _ in map(json.loads, lines)}


def changed(mutant):
    """Return the function of a mutant, and its changed lines."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    lines = re.findall(r"^\+(?!\+\+)(.*)", get_diff_for_mutant(mutant), re.MULTILINE)
    return function(mutant), " ".join(" ".join(lines).split())


def function(mutant):
    """Return the function of a mutant, of a class after a dot."""
    module, name = re.fullmatch(r"impl\.([\w.]+)\.x[_ǁ](\w+)__mutmut_\d+", mutant).groups()
    return f"{module}.{name.replace('ǁ', '.')}"


def page(fates, alive, known):
    """Return the report as Markdown."""
    module = lambda function: next(each for each in total if function.startswith(f"{each}."))
    total = Counter(name.partition(".")[2].rpartition(".")[0] for name in fates)
    left = Counter(module(function) for function, _ in alive)
    killed, endless = len(fates) - len(alive), list(fates.values()).count("endless")
    table = [f"| {name} | {total[name]} | {left[name]} |" for name in sorted(total)]
    tool = re.search(r"^mutmut==(\S+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)[1]
    told = [f"- `{each[0]}`: `{each[1]}`\n  {known.get(each, '**Not explained.**')}"
            for each in sorted(set(alive))]  # fmt: skip
    return "\n".join([
        "# Mutants of `impl`", "",
        f"mutmut {tool} changed `impl/` in one place at a time and ran the tests that "
        f"reach it. **{killed} of {len(fates)} mutants are killed, {killed / len(fates):.1%}**, "
        f"{endless} of them because they run too long. The {len(alive)} survivors compute what the "
        "original computes, each for the reason given. Not counted are "
        f"{' and '.join(f'`{each}`' for each in OF_DASK)}: they need Dask, with which "
        "`tests/suite/test_parts_elsewhere.py` runs them.", "",
        f"Made by `make mutation` of `impl` with the digest `{digest()}`.", "",
        "| module | mutants | survivors |", "|---|---:|---:|", *table, "",
        "## Survivors", "", *told, "",
    ])  # fmt: skip


def main(*functions):
    known = reasons()
    fates = {name: fate for name, fate in run(functions).items() if function(name) not in OF_DASK}
    alive = [changed(name) for name, fate in fates.items() if fate in ALIVE]
    wrong = [
        f"survives, and has no reason: {' '.join(each)}" for each in alive if each not in known
    ]
    listed = {each for each in known if not functions or each[0] in functions}
    wrong += [f"listed, but killed or gone: {' '.join(each)}" for each in listed - set(alive)]
    share = 1 - len(alive) / len(fates)
    if not functions:
        REPORT.write_text(page(fates, alive, known), encoding="utf-8")
        if share < LEAST:
            wrong.append(f"{share:.1%} of the mutants are killed; expected {LEAST:.0%}")
    print(*wrong, f"{len(fates)} mutants, {share:.1%} killed", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
