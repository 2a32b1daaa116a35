"""`list` and `zoo`: the claims, and the wrong implementations, a line each."""

import json
import sys

from atensi.cli.claim_text import in_capitals, lines
from atensi.judging.last_run import last_run
from atensi.judging.registry import chapters_in, claims, full_name
from atensi.judging.verdict import VERDICTS
from theory.documents.document_statements import DOCUMENTS
from theory.language import languages, translated


def add_commands(command, say):
    """Add the commands of this module to the command line."""
    of = command("list", list_claims, "list claims with their verdicts", speaks=True)
    of.add_argument("--chapter", help=say("a chapter's name, or a part of it"))
    of.add_argument("--verdict", help=say("for instance REFUTED, or 'PROVED UNDER'"))
    of.add_argument("--document", help=say("000 to 004"))
    of.add_argument("--json", action="store_true", help=say("print the claims as JSON"))

    text = "show which claim rejects which wrong implementation"
    of = command("zoo", zoo, text, speaks=True)
    of.add_argument("--json", action="store_true", help=say("print the matrix as JSON"))


def list_claims(arguments) -> int:
    """List the claims that the options select, by the last run."""
    called = {in_capitals(each, lang): each for lang in languages() for each in VERDICTS}
    options = {"chapter": chapters_in("theory"), "verdict": called, "document": DOCUMENTS}
    asked = {
        option: full_name(option, value, names)
        for option, names in options.items()
        if (value := getattr(arguments, option)) is not None
    }
    verdict = called.get(asked.get("verdict", ""))
    last = last_run()
    every = map(last.entry, claims()) if arguments.json else last.lines()
    entries = [
        entry
        for entry in every
        if asked.get("chapter", entry["chapter"]) == entry["chapter"]
        and asked.get("document", "")
        in ("", *(each["document"] for each in (*entry["sources"], *entry["answers"])))
    ]
    shown = [each for each in entries if verdict in (None, each["verdict"])]
    if arguments.json:
        print(json.dumps(shown, indent=1, ensure_ascii=False))
    elif shown:
        print(lines(shown, arguments.lang))
    _notice(last, arguments.lang)
    return 0


def zoo(arguments) -> int:
    """Show which claims reject which specimen, by the last run; without a run, the specimens."""
    from atensi.judging import zoo as rejections

    lang, last = arguments.lang, last_run()
    _notice(last, lang)
    ledger = last.present or last.earlier
    if arguments.json:
        found = rejections.as_json(ledger, lang)
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return 1 if found["rejected_by_none"] and last.present else 0
    if not ledger:
        for function, specimens in rejections.by_function().items():
            print(f"{function}:")
            for each in specimens:
                print(f"  {rejections.described(each, lang)}")
        missing = "`atensi verify` finds out which claim rejects which specimen"
        print(translated(missing, lang))
        return 0
    rows, cover, missed = rejections.matrix(ledger, lang)
    print("\n".join(rows))
    suffice = "{count} claims suffice to reject every specimen that any claim rejects:"
    print(translated(suffice, lang, count=len(cover)))
    print("\n".join(f"  {claim}" for claim in cover))
    if missed:
        print(translated("rejected by no claim: {names}", lang, names=", ".join(missed)))
    return 1 if missed and last.present else 0


def _notice(last, lang):
    if not last.present:
        print(f"atensi: {last.notice(lang)}", file=sys.stderr)
