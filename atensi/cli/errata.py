"""`errata`: what a draft says that cannot stay, line by line, and what to write instead."""

import json
import sys
from functools import partial

from atensi.cli.terminal import paragraph
from atensi.judging import reason
from atensi.judging.last_run import last_run
from atensi.judging.last_statements import last_statements
from atensi.judging.of_statements import WORDS, is_erratum
from atensi.judging.registry import full_name
from theory.language import translated
from theory.statements import DOCUMENTS


def add_commands(command, say):
    """Add the command of this module to the command line."""
    text = "list what a document says that cannot stay, and what to write instead"
    of = command("errata", errata, text, speaks=True)
    of.add_argument("document", nargs="?", metavar="DOCUMENT", help=say("000 to 004; all without"))
    of.add_argument("--json", action="store_true", help=say("print the statements as JSON"))


def errata(arguments) -> int:
    """List the errata of a document, or of all, by the last run."""
    asked = arguments.document
    numbers = [full_name("document", asked, DOCUMENTS)] if asked else list(DOCUMENTS)
    last, lang = last_run(), arguments.lang
    entries = [each for each in last_statements(last) if each["document"] in numbers]
    shown = [each for each in entries if is_erratum(each)]
    if arguments.json:
        print(json.dumps(shown, indent=1, ensure_ascii=False))
    else:
        print("\n\n".join(_document(number, shown, lang) for number in numbers))
    if not last.present:
        waiting = sum(not each["verdict"] for each in entries)
        said = "{notice}; statements without a verdict: {waiting} of {all}"
        notice = {"notice": last.notice(lang), "waiting": waiting, "all": len(entries)}
        print(f"atensi: {translated(said, lang, **notice)}", file=sys.stderr)
    return 0


def _document(number, entries, lang):
    title = f"{number}: {translated(DOCUMENTS[number].title, lang)}"
    own = [_erratum(each, lang) for each in entries if each["document"] == number]
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *own])


def _erratum(entry, lang):
    t = partial(translated, lang=lang)
    head = f"{entry['document']}:{entry['lines']}"
    parts = [paragraph(f"{_verdict(entry, t)}: {t(entry['gist'])}", "    ", f"{head:<12} ")]
    if entry["printed"]:
        parts.append(paragraph(entry["printed"], "      ", f"    {t('Printed')}: "))
    if entry["verdict"]:
        because = reason.from_json(entry["reason"]).said(lang)
        parts.append(paragraph(because, "      ", f"    {t('Why')}: "))
    if entry["correction"]:
        parts.append(paragraph(entry["correction"], "      ", f"    {t('Write')}: "))
    named = dict.fromkeys([*entry["asserted_by"], *entry["answered_by"]])
    if named:
        parts.append(paragraph(", ".join(named), "      ", f"    {t('Claims')}: "))
    return "\n".join(parts)


def _verdict(entry, t):
    if not entry["verdict"]:
        return t("not verified with the present code")
    return t(WORDS[entry["verdict"]]).upper() + (t(", stale") if "stale" in entry else "")
