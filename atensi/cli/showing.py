"""`show`: all there is to say about a claim, or what a chapter has."""

import json
import sys
from functools import partial

from atensi.cli.claim_text import lines, page
from atensi.cli.evidence_text import derivations
from atensi.judging import ledger as ledgers
from atensi.judging.evidence_places import evidence_places
from atensi.judging.last_run import last_run
from atensi.judging.records import as_json
from atensi.judging.registry import select
from theory.language import translated


def add_commands(command, say):
    """Add the commands of this module to the command line."""
    text = "show all there is to say about a claim, or what a chapter has"
    of = command("show", show, text, speaks=True)
    help_ = say("its name, or a part of it that no other has")
    of.add_argument("name", metavar="CLAIM|CHAPTER", help=help_)
    of = of.add_mutually_exclusive_group()
    of.add_argument("--json", action="store_true", help=say("print the claims as JSON"))
    of.add_argument("--latex", action="store_true", help=say("print the derivations as LaTeX"))


def show(arguments) -> int:
    """Show a claim or a chapter, by the last run."""
    chosen, lang = select([arguments.name]), arguments.lang
    one, last = len(chosen) == 1, last_run()
    if last.present:
        ledgers.refuse_edited(ledgers.place(), last.present, chosen)
    if arguments.latex:
        return _show_derivations(chosen, last)
    entries = [last.entry(claim, places=one or arguments.json) for claim in chosen]
    if arguments.json:
        print(json.dumps(entries[0] if one else entries, indent=1, ensure_ascii=False))
    else:
        print(page(entries[0], lang) if one else _chapter(chosen[0].chapter, entries, lang))
    if not one and not last.present:
        print(f"atensi: {last.notice(lang)}", file=sys.stderr)
    return 0


def _chapter(name, entries, lang):
    """Return the claims of a chapter, its figures and its theorems, each with its place."""
    say = partial(translated, lang=lang)
    records = evidence_places(name)
    parts = [f"{name}\n{'=' * len(name)}", lines(entries, lang)]
    for kind, title in {"figure": say("Figures"), "theorem": say("Theorems")}.items():
        named = {each[kind]: each["where"] for each in records if kind in each}
        width = max(map(len, named), default=0)
        rows = [f"  {each:<{width}}  {where}" for each, where in named.items()]
        parts += ["\n".join([f"{title}:", *rows])] if rows else []
    return "\n\n".join(parts)


def _show_derivations(chosen, last):
    """Print the derivations of the present code; check them now if no run has."""
    names = {claim.id for claim in chosen}
    entries = [last.entry(claim, places=False) for claim in chosen]
    if not last.present:
        from atensi.running.proofs import run_proofs

        records = list(map(as_json, run_proofs(names)))
        entries = [
            {"id": name, "evidence": [each for each in records if each["claim"] == name]}
            for name in sorted(names)
        ]
    failed = [each for entry in entries for each in entry["evidence"] if each["outcome"] == "fails"]
    for each in failed:
        print(f"atensi: {each['where']}: {each['message']}", file=sys.stderr)
    print("\n\n".join(map(derivations, entries)))
    return 1 if failed else 0
