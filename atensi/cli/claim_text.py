"""One claim as a page, and the ledger as a list of lines."""

from functools import partial

from atensi.cli.terminal import WIDTH, paragraph, unicode_math
from atensi.judging import reason
from atensi.judging.kinds import DETAILS, NAMES
from atensi.judging.meanings import CALLED
from atensi.judging.registry import claims
from atensi.report import words
from theory.language import SOURCE, formula, translated


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
    return entry["verdict"] + stale


def page(entry, lang=SOURCE) -> str:
    """Return all there is to say about a claim."""
    t = partial(translated, lang=lang)
    scope = t(words.of(words.SCOPES, entry["scope"]))
    parts = [
        f"{entry['id']}\n{'=' * len(entry['id'])}",
        paragraph(t(entry["says"]["en"])),
        paragraph(unicode_math(formula(entry["latex"], lang)), "      "),
        f"  {t('Verdict')}: {_verdict_at_length(entry, lang)}",
        f"  {t('Over')}: {scope}    ({entry['where']})",
        _sources(entry, t),
        _hypotheses(entry, t),
        *(_evidence(record, t) for record in entry["evidence"]),
        _links(entry, t),
    ]
    if entry["departs"]:
        parts.append(paragraph(t(entry["departs"]), "    ", f"  {t('Note')}: "))
    return "\n\n".join(part for part in parts if part)


def _verdict_at_length(entry, lang):
    if not entry["verdict"]:
        text = "not verified with the present code: `atensi verify {claim}`"
        return translated(text, lang, claim=entry["id"])
    verdict = translated(CALLED[entry["verdict"]], lang).upper()
    if "stale" in entry:
        text = "{verdict}, by the code of {date}; the code has changed since: `atensi verify`"
        verdict = translated(text, lang, verdict=verdict, date=entry["stale"][:10])
    because = reason.from_json(entry["reason"]).said(lang) + "."
    return f"{verdict}\n{paragraph(because, '    ')}"


def _sources(entry, t):
    if not entry["sources"]:
        return f"  {t('Not in the documents; ours.')}"
    lines = [
        paragraph(f"{said['document']}:{said['lines']} {t(said['gist'])}", "      ", "    ")
        for said in entry["sources"]
    ]
    return "\n".join([f"  {t('Said in')}:", *lines])


def _hypotheses(entry, t):
    if not entry["hypotheses"]:
        return ""
    lines = [
        paragraph(f"{name}: {t(said['en'])}", "      ", "    ")
        for name, said in entry["hypotheses"].items()
    ]
    return "\n".join([f"  {t('Hypotheses')}:", *lines])


def _evidence(record, t):
    kind = t(words.of(NAMES, record["kind"]))
    kind += f" ({record['hypothesis']})" if "hypothesis" in record else ""
    head = f"  {t('Evidence')}: {kind}, {record['where']}, {t(record['outcome'])}"
    body = [paragraph(record["message"][:800], "    ")] if record["message"] else []
    if "steps" in record:
        body += _steps(record, t)
    if "witness" in record:
        body += _witness(record["witness"], t)
    if "statement" in record:
        body += _theorem(record, t)
    elif "theorem" in record:
        body.append(f"      {record['theorem']}")
    for key in _NAMES:
        if key in record and "steps" not in record:
            value = record[key] if isinstance(record[key], list) else [record[key]]
            shown = ", ".join(t(str(each)) for each in value)
            name = t(words.of(DETAILS, key))
            body.append(paragraph(f"{name}: {shown}", "      ", "    "))
    for expression, found in record.get("shapes", {}).items():
        counts = ", ".join(f"{t(name)} {unicode_math(count)}" for name, count in found.items())
        body.append(paragraph(f"{t(expression)}: {counts}", "      ", "    "))
    return "\n".join([head, *body])


_NAMES = (
    "sizes", "entries", "cases", "worst", "notices", "false_alarm", "miss", "seed", "rejects",
)  # fmt: skip


def _theorem(record, t):
    assumes = record["assumes"]
    assumes = t(assumes) if isinstance(assumes, str) else ", ".join(assumes)
    one = record["lines"] == 1
    size = t("one line of proof") if one else t("{n} lines of proof", n=record["lines"])
    head = f"{record['theorem']}: {size}; {t('assumes')}: {assumes}"
    if "recorded" in record:
        head += f"; {t('checked elsewhere, of the sources')} {record['recorded']}"
    said = [f"      {line}" for line in record["statement"].splitlines()]
    return [paragraph(head, "      ", "    "), *said]


def _steps(record, t):
    lines = []
    for step in record["steps"]:
        sign = unicode_math(step["relation"]) if step["relation"] else " "
        lines.append(paragraph(unicode_math(step["latex"]), "         ", f"    {sign:>2} "))
        if step["reason"]:
            lines.append(f"{'':>8}{'[' + t(step['reason']) + ']':>{WIDTH - 8}}")
    return lines


def _witness(witness, t):
    given = "; ".join(f"{t(name)} = {t(value)}" for name, value in witness["given"].items())
    there = f"{witness['left']} {witness['op']} {witness['right']}"
    lines = [
        paragraph(f"{t('Witness')}: {given}", "      ", "    "),
        paragraph(f"{t('Claimed')}: {t(witness['claimed'])}", "      ", "    "),
        paragraph(f"{t('There')}: {there}: {t('is false')}", "      ", "    "),
    ]
    if witness["ours"]:
        ours = f"{t('The code gives')}: {witness['ours']} ({t(witness['instead'])})"
        lines.append(paragraph(ours, "      ", "    "))
    return lines


def derivations(entry) -> str:
    """Return the derivations of a claim as LaTeX, each an aligned display."""
    displays = []
    for record in entry["evidence"]:
        if "steps" in record:
            lines = [
                f"  {step['relation']} & {step['latex']}"
                + (f" && \\text{{{step['reason']}}}" if step["reason"] else "")
                for step in record["steps"]
            ]
            body = " \\\\\n".join(lines)
            displays.append(f"% {record['where']}\n\\begin{{align*}}\n{body}\n\\end{{align*}}")
    return "\n\n".join(displays) or f"% {entry['id']} has no derivation"


def _links(entry, t):
    links = {
        "Builds on": entry["builds_on"],
        "Built upon by": [other.id for other in claims() if entry["id"] in other.builds_on],
        "In place of": entry["repairs"],
        "True instead": [other.id for other in claims() if entry["id"] in other.repairs],
    }
    return "\n".join(
        paragraph(", ".join(names), "      ", f"  {t(title)}: ")
        for title, names in links.items()
        if names
    )
