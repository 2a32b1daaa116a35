"""What carried a chain of one step: a page says so, lest the claim itself pass for a proof."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from atensi.report.inline_html import named, spoken

Entry = dict[str, Any]
ONE_STEP = {
    "normal form": "This is one step: both sides have the same normal form, which SymPy finds as "
    "it opens brackets, joins fractions and cancels.",
    "sign": "This is one step: the rules for signs, applied part by part, show which side is the "
    "larger.",
    "limit": "This is one step: SymPy takes the limit, or puts the value in where the expression "
    "is continuous.",
    "conditions": "This is one step: the conditions decide it.",
    "hypothesis": "This is one step: a condition of the claim says it.",
    "earlier": "This is one step: a relation that the claim says before this one.",
}
RULE = "This is one step, by the rule {rule}, which a person has to believe: {sentence}"
CLAIM = "This is one step, by the claim {claim}."
WORDS = "The words beside it are for the reader; nothing checks them."
THEOREM = "A theorem says the same relation, and Coq's kernel has checked its proof: {theorem}."
NONE = "No theorem stands beside it."


def carried(record: Entry, entry: Entry, rules: Mapping[str, str]) -> Markup:
    """Return what carried a record's chain of one step; nothing of a longer one.

    entry: the claim's, whose theorems may say the same. rules: the sentences to be believed.
    """
    by = [each for step in record.get("steps", ()) for each in step.get("by", ())]
    if len(by) != 1:
        return Markup("")
    parts = [_of(by[0], rules), spoken(WORDS), _beside(record, entry["evidence"])]
    return Markup(" ").join(parts)


def _of(by: str, rules: Mapping[str, str]) -> Markup:
    if by in ONE_STEP:
        return spoken(ONE_STEP[by])
    if by in rules:
        return spoken(RULE, rule=rule_link(by), sentence=spoken(rules[by]))
    return spoken(CLAIM, claim=Markup('<a class="id" href="{0}.html">{0}</a>').format(by))


def _beside(record: Entry, evidence: Sequence[Entry]) -> Markup:
    own = {*record.get("duties", ())}
    same = [e["theorem"] for e in evidence if "theorem" in e and own & {*e.get("duties", ())}]
    return spoken(THEOREM, theorem=named(same)) if same else spoken(NONE)


def rule_link(name: str) -> Markup:
    """Return the name of a rule, which leads to its sentence."""
    return Markup('<a class="mono" href="../trust.html#rule-{0}">{0}</a>').format(name)
