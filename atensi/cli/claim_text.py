"""One claim as a page, and the ledger as a list of lines."""

from functools import partial

from atensi.cli.evidence_text import evidence_text
from atensi.cli.terminal import paragraph, unicode_math
from atensi.judging import reason
from atensi.judging.entries import departures
from atensi.judging.meanings import CALLED
from atensi.judging.registry import claims
from atensi.judging.verdict import REFUTED
from atensi.report import ledger_words
from theory.language import SOURCE, formula, translated

THOUGHT = "Not in the documents: it is what one might think."


def lines(entries, lang=SOURCE) -> str:
    """Return a line for each claim: the verdict on it, and its name."""
    words = [_verdict(entry, lang) for entry in entries]
    width = max([13, *map(len, words)])
    return "\n".join(
        f"{word:<{width}} {entry['id']}" for word, entry in zip(words, entries, strict=True)
    )


def _verdict(entry, lang):
    if not entry["verdict"]:
        return translated("not verified", lang)
    stale = translated(", stale", lang) if "stale" in entry else ""
    return in_capitals(entry["verdict"], lang) + stale


def in_capitals(verdict, lang=SOURCE) -> str:
    """Return a verdict's word, as lists print it."""
    return verdict if lang == SOURCE else translated(CALLED[verdict], lang).upper()


def page(entry, lang=SOURCE) -> str:
    """Return all there is to say about a claim."""
    t = partial(translated, lang=lang)
    scope = t(ledger_words.of(ledger_words.SCOPES, entry["scope"]))
    parts = [
        f"{entry['id']}\n{'=' * len(entry['id'])}",
        paragraph(t(entry["says"]["en"])),
        paragraph(unicode_math(formula(entry["latex"], lang)), "      "),
        f"  {t('Verdict')}: {_verdict_at_length(entry, lang)}",
        f"  {t('Over')}: {scope}    ({entry['where']})",
        _words(entry, t),
        _said_in(entry, t),
        _tied(entry["answers"], "Answers", t),
        _hypotheses(entry, t),
        *(evidence_text(record, t) for record in entry["evidence"]),
        _links(entry, t),
    ]
    for differs, keys in departures(entry).items():
        where = ", ".join(f"{each['document']}:{each['lines']}" for each in keys)
        parts.append(paragraph(f"{t(differs)} ({where})", "    ", f"  {t('Departs')}: "))
    if entry["note"]:
        parts.append(paragraph(t(entry["note"]), "    ", f"  {t('Note')}: "))
    return "\n\n".join(part for part in parts if part)


def _verdict_at_length(entry, lang):
    if not entry["verdict"]:
        text = "not verified with the present code: `atensi verify {claim}`"
        return translated(text, lang, claim=entry["id"])
    verdict = translated(CALLED[entry["verdict"]], lang).upper()
    if "stale" in entry:
        text = (
            "{verdict}, as of {date}; the code, or what it runs on, has changed since: "
            "`atensi verify`"
        )
        verdict = translated(text, lang, verdict=verdict, date=entry["stale"][:10])
    because = reason.from_json(entry["reason"]).said(lang) + "."
    return f"{verdict}\n{paragraph(because, '    ')}"


def _words(entry, t):
    if not entry["words"]:
        return ""
    lines = [paragraph(unicode_math(word), "      ", "    ") for word in entry["words"]]
    return "\n".join([f"  {t('Words')}:", *lines])


def _said_in(entry, t):
    if not entry["sources"]:
        thought = entry["verdict"] == REFUTED
        return f"  {t(THOUGHT)}" if thought else f"  {t('Not in the documents; ours.')}"
    return _tied(entry["sources"], "Said in", t)


def _tied(statements, title, t):
    if not statements:
        return ""
    lines = [
        paragraph(f"{said['document']}:{said['lines']} {t(said['gist'])}", "      ", "    ")
        for said in statements
    ]
    return "\n".join([f"  {t(title)}:", *lines])


def _hypotheses(entry, t):
    if not entry["hypotheses"]:
        return ""
    lines = [
        paragraph(f"{name}: {t(said['en'])}{_ground(said, t)}", "      ", "    ")
        for name, said in entry["hypotheses"].items()
    ]
    return "\n".join([f"  {t('Hypotheses')}:", *lines])


def _ground(said, t):
    return f". {t('It has evidence of its own:')} {said['ground']}" if "ground" in said else ""


def _links(entry, t):
    links = {
        "Builds on": entry["builds_on"],
        "Built upon by": [other.id for other in claims() if entry["id"] in other.grounds],
        "In place of": entry["repairs"],
        "True instead": [other.id for other in claims() if entry["id"] in other.repairs],
    }
    return "\n".join(
        paragraph(", ".join(names), "      ", f"  {t(title)}: ")
        for title, names in links.items()
        if names
    )
