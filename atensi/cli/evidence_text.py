"""One piece of evidence as text for a terminal, and derivations as LaTeX."""

from atensi.cli.terminal import WIDTH, paragraph, unicode_math
from atensi.judging.kinds import NAMES
from atensi.report import ledger_words
from theory.language import formula


def evidence_text(record, t) -> str:
    """Return a piece of evidence as text: its kind, its place, its outcome, its finding."""
    kind = t(ledger_words.of(NAMES, record["kind"]))
    kind += f" ({record['hypothesis']})" if "hypothesis" in record else ""
    head = f"  {t('Evidence')}: {kind}, {record['where']}, {t(record['outcome'])}"
    body = [paragraph(record["message"][:800], "    ")] if record["message"] else []
    if "steps" in record:
        body += _steps(record, t)
    if "values" in record:
        case = "; ".join(f"{name} = {value}" for name, value in record["values"].items())
        body.append(paragraph(case, "      ", "    "))
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
            name = t(ledger_words.detail(key, record[key]))
            body.append(paragraph(f"{name}: {shown}", "      ", "    "))
    for expression, numbers in record.get("shapes", {}).items():
        counts = ", ".join(f"{t(name)} {unicode_math(count)}" for name, count in numbers.items())
        body.append(paragraph(f"{unicode_math(expression)}: {counts}", "      ", "    "))
    for machine, numbers in record.get("formats", {}).items():
        said = ", ".join(f"{t(name)} {t(number)}" for name, number in numbers.items())
        body.append(paragraph(f"{machine}: {said}", "      ", "    "))
    return "\n".join([head, *body])


_NAMES = (
    "sizes", "entries", "cases", "worst", "means", "false_alarm", "miss", "seed",
    "rejects",
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
    let = [unicode_math(each) for each in record.get("let", ())]
    lines = [paragraph(f"{t('where')} {', '.join(let)}", "      ", "    ")] if let else []
    for step in record["steps"]:
        sign = unicode_math(step["relation"]) if step["relation"] else " "
        lines.append(paragraph(unicode_math(step["latex"]), "         ", f"    {sign:>2} "))
        if step["reason"]:
            lines.append(f"{'':>8}{'[' + t(step['reason']) + ']':>{WIDTH - 8}}")
    return lines


def _witness(witness, t):
    given = "; ".join(f"{t(name)} = {t(value)}" for name, value in witness["given"].items())
    there = f"{witness['left']} {witness['op']} {witness['right']}".strip()
    wrong = t("is false" if witness["right"] else "has no value")
    lines = [
        paragraph(f"{t('Witness')}: {given}", "      ", "    "),
        paragraph(f"{t('Claimed')}: {_claimed(witness['claimed'], t)}", "      ", "    "),
        paragraph(f"{t('There')}: {there}: {wrong}", "      ", "    "),
    ]
    if words := witness.get("words"):
        lines.append(paragraph(f"{t('In words')}: {t(words)}", "      ", "    "))
    if witness["ours"]:
        ours = f"{t('The code gives')}: {witness['ours']} ({t(witness['instead'])})"
        lines.append(paragraph(ours, "      ", "    "))
    return lines


def _claimed(text, t):
    if not text.startswith("$"):
        return t(text)
    return unicode_math(formula(text[1:-1], t.keywords["lang"]))


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
