"""`errata`: what a draft says that cannot stay, line by line, and what to write instead."""

import json
import sys
from functools import partial

from atensi.cli.terminal import paragraph, unicode_math
from atensi.judging import reason
from atensi.judging.last_run import last_run
from atensi.judging.last_statements import last_statements
from atensi.judging.of_statements import WORDS, is_erratum
from atensi.judging.registry import claims, full_name
from theory.documents.document_statements import DOCUMENTS
from theory.language import formula, translated


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
    entries = last_statements(last, numbers)
    shown = [each for each in entries if is_erratum(each)]
    if arguments.json:
        print(json.dumps(shown, indent=1, ensure_ascii=False))
    else:
        print("\n\n".join(_document(number, shown, last, lang) for number in numbers))
    if not last.present:
        waiting = sum(not each["verdict"] for each in entries)
        said = "{notice}; statements without a verdict: {waiting} of {all}"
        notice = {"notice": last.notice(lang), "waiting": waiting, "all": len(entries)}
        print(f"atensi: {translated(said, lang, **notice)}", file=sys.stderr)
    return 0


def _document(number, entries, last, lang):
    title = f"{number}: {translated(DOCUMENTS[number].title, lang)}"
    own = [_erratum(each, last, lang) for each in entries if each["document"] == number]
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *own])


def _erratum(entry, last, lang):
    t = partial(translated, lang=lang)
    head = entry["statement"]
    parts = [paragraph(f"{_verdict(entry, t)}: {t(entry['gist'])}", "    ", f"{head:<12} ")]
    said = partial(_labelled, parts, t)
    said("Printed", entry["printed"])
    if entry["verdict"]:
        said("Why", reason.from_json(entry["reason"]).said(lang))
    for record in entry["evidence"]:
        said("Refused", record.get("refusal", "").partition(": ")[2])  # without the error's name
    if "\n" in entry["correction"]:
        program = entry["correction"].splitlines()
        parts.append("\n".join([f"    {t('Write')}:", *(f"      {line}" for line in program)]))
    else:
        said("Write", entry["correction"])
    for each in entry["corrected"]:
        if each["by"] == "person":
            said("Compared by a person alone", f"{each['formula']} ({t(each['because'])})")
    known = {claim.id: claim for claim in claims()}
    named = dict.fromkeys([*entry["asserted_by"], *entry["answered_by"]])
    said("Claims", ", ".join(named))
    for name in named:
        own = unicode_math(formula(last.formula(known[name]), lang))
        parts.append(paragraph(f"{t(known[name].says)} {own}", "        ", "      "))
    return "\n".join(parts)


def _labelled(parts, t, label, text):
    """Add a paragraph after its label, if there is a text."""
    if text:
        parts.append(paragraph(text, "      ", f"    {t(label)}: "))


def _verdict(entry, t):
    if not entry["verdict"]:
        return t("not verified with the present code")
    return t(WORDS[entry["verdict"]]).upper() + (t(", stale") if "stale" in entry else "")
