"""One claim as a page, and the ledger as a list of lines."""

from atensi.cli.terminal import WIDTH, paragraph, unicode_math
from atensi.judging.registry import claims
from theory.language import translated

LABELS = {
    "en": {
        "said": "Said in", "ours": "Not in the documents; ours.", "assume": "Assuming",
        "verdict": "Verdict", "evidence": "Evidence", "builds": "Builds on", "used": "Used by",
        "repairs": "In place of", "repaired": "True instead", "departs": "Note", "scope": "Scope",
        "reals": "the real numbers", "floats": "floating-point numbers", "lines": "lines",
        "line": "line",
        "document": "document", "witness": "Witness", "claimed": "Claimed", "there": "There",
    },
    "id": {
        "said": "Dinyatakan di", "ours": "Tidak ada dalam dokumen; dari kami.",
        "assume": "Dengan asumsi", "verdict": "Putusan", "evidence": "Bukti",
        "builds": "Bertumpu pada", "used": "Dipakai oleh", "repairs": "Menggantikan",
        "repaired": "Yang benar", "departs": "Catatan", "scope": "Lingkup",
        "reals": "bilangan real", "floats": "bilangan titik kambang", "lines": "baris",
        "line": "baris",
        "document": "dokumen", "witness": "Saksi", "claimed": "Diklaim", "there": "Di sana",
    },
}  # fmt: skip


def lines(entries, lang="en") -> str:
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


def page(entry, lang="en") -> str:
    """Return all there is to say about a claim."""
    words = LABELS[lang]
    parts = [
        f"{entry['id']}\n{'=' * len(entry['id'])}",
        paragraph(entry["says"][lang]),
        paragraph(unicode_math(entry["latex"]), "      "),
        f"  {words['verdict']}: {_verdict_at_length(entry, lang)}",
        f"  {words['scope']}: {words[entry['scope']]}    ({entry['where']})",
        _sources(entry, words),
        _hypotheses(entry, words, lang),
        *(_evidence(record, words) for record in entry["evidence"]),
        _links(entry, words),
    ]
    if entry["departs"]:
        parts.append(paragraph(entry["departs"], "    ", f"  {words['departs']}: "))
    return "\n\n".join(part for part in parts if part)


def _verdict_at_length(entry, lang):
    verdict, claim = entry["verdict"], entry["id"]
    if not verdict:
        text = "not verified with the present code: `atensi verify {claim}`"
        return translated(text, lang, claim=claim)
    if "stale" in entry:
        text = "{verdict}, by the code of {date}; the code has changed since: `atensi verify`"
        verdict = translated(text, lang, verdict=verdict, date=entry["stale"][:10])
    return f"{verdict}\n" + paragraph(translated(entry["because"], lang) + ".", "    ")


def _sources(entry, words):
    if not entry["sources"]:
        return f"  {words['said']}: {words['ours']}"
    lines = [
        paragraph(
            f"{words['document']} {said['document']}, "
            f"{words['lines' if '-' in said['lines'] else 'line']} {said['lines']}: "
            f"{said['gist']}",
            "      ",
            "    ",
        )
        for said in entry["sources"]
    ]
    return "\n".join([f"  {words['said']}:", *lines])


def _hypotheses(entry, words, lang):
    if not entry["hypotheses"]:
        return ""
    lines = [
        paragraph(f"{name}: {text[lang]}", "      ", "    ")
        for name, text in entry["hypotheses"].items()
    ]
    return "\n".join([f"  {words['assume']}:", *lines])


def _evidence(record, words):
    kind = record["kind"] + (f" ({record['hypothesis']})" if "hypothesis" in record else "")
    head = f"  {words['evidence']}: {kind}, {record['where']}, {record['outcome']}"
    body = [paragraph(record["message"][:800], "    ")] if record["message"] else []
    if "steps" in record:
        body += _steps(record)
    if "witness" in record:
        body += _witness(record["witness"], words)
    if "statement" in record:
        body += _theorem(record)
    elif "theorem" in record:
        body.append(f"      theorem {record['theorem']}")
    for key in _NAMES:
        if key in record and "steps" not in record:
            value = record[key]
            value = ", ".join(map(str, value)) if isinstance(value, list) else value
            body.append(paragraph(f"{_NAMES[key]}: {value}", "      ", "    "))
    for expression, found in record.get("shapes", {}).items():
        counts = ", ".join(f"{name} {unicode_math(count)}" for name, count in found.items())
        body.append(paragraph(f"{expression}: {counts}", "      ", "    "))
    return "\n".join([head, *body])


_NAMES = {
    "sizes": "sizes", "entries": "entries compared", "cases": "cases run",
    "worst": "worst error, in units of its bound", "notices": "notices, at the least",
    "false_alarm": "false-alarm rate", "miss": "miss rate", "seed": "seed", "rejects": "rejects",
}  # fmt: skip


def _theorem(record):
    assumes = record["assumes"]
    assumes = assumes if isinstance(assumes, str) else f"the axioms {', '.join(assumes)}"
    size = f"{record['lines']} line" + "s" * (record["lines"] != 1)
    head = f"theorem {record['theorem']}, {size} of proof, assumes {assumes}"
    if "recorded" in record:
        head += f"; recorded, from the sources {record['recorded']}"
    said = [f"      {line}" for line in record["statement"].splitlines()]
    return [paragraph(head, "      ", "    "), *said]


def _steps(record):
    lines = []
    for step in record["steps"]:
        sign = unicode_math(step["relation"]) if step["relation"] else " "
        lines.append(paragraph(unicode_math(step["latex"]), "         ", f"    {sign:>2} "))
        if step["reason"]:
            lines.append(f"{'':>8}{'[' + step['reason'] + ']':>{WIDTH - 8}}")
    return lines


def _witness(witness, words):
    given = "; ".join(f"{name} = {value}" for name, value in witness["given"].items())
    there = f"{witness['left']} {witness['op']} {witness['right']}"
    lines = [
        paragraph(f"{words['witness']}: {given}", "      ", "    "),
        paragraph(f"{words['claimed']}: {witness['claimed']}", "      ", "    "),
        paragraph(f"{words['there']}: {there}: false", "      ", "    "),
    ]
    if witness["ours"]:
        lines.append(paragraph(f"impl: {witness['ours']} ({witness['instead']})", "      ", "    "))
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


def _links(entry, words):
    links = {
        "builds": entry["builds_on"],
        "used": [other.id for other in claims() if entry["id"] in other.builds_on],
        "repairs": entry["repairs"],
        "repaired": [other.id for other in claims() if entry["id"] in other.repairs],
    }
    return "\n".join(
        paragraph(", ".join(names), "      ", f"  {words[key]}: ")
        for key, names in links.items()
        if names
    )
