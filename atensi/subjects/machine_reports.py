"""A check for machines: JSON, JUnit's XML, and SARIF."""

from typing import Any
from xml.etree import ElementTree

from atensi import __version__
from atensi.judging.registry import claims
from atensi.subjects.checking import Check
from atensi.subjects.laws import ABSENT, BROKEN, DIGITS, REFUSED, as_json
from atensi.subjects.questions import Answer
from atensi.subjects.script import headed, of_answer

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_dict(check: Check, known: dict[str, str]) -> dict[str, Any]:
    """Return all that was found."""
    laws = {
        claim: as_json(each) | ({"known": known[claim]} if claim in known else {})
        | ({"script": script_of(check, claim)} if each.outcome == BROKEN else {})
        for claim, each in check.laws().items()
    }  # fmt: skip
    conventions = {
        each.convention.key: {"question": each.convention.question, "answer": each.said,
                              "ours": each.convention.ours, "claim": each.convention.claim,
                              "script": script_of_answer(check, each)}
        for each in check.answers
    }  # fmt: skip
    return {
        "subject": check.asked.spec, "version": check.version, "atensi": __version__,
        "seed": check.asked.seed, "examples": check.asked.examples, "how": check.how,
        "laws": laws, "conventions": conventions, "not_asked": check.absent,
    }  # fmt: skip


def script_of(check: Check, claim: str) -> str:
    """Return the script that shows a broken law, or an empty text."""
    return headed(f"{claim}: broken by {_named(check)}.", check.laws()[claim].script)


def script_of_answer(check: Check, answer: Answer) -> str:
    """Return the script that shows an answer which is not ours, or an empty text."""
    return of_answer(_named(check), check.scripts, answer)


def _named(check):
    return f"{check.asked.spec} {check.version}".strip()


def junit(check: Check, known: dict[str, str]) -> str:
    """Return the laws as a test suite: broken ones fail, what was not offered is skipped."""
    suite = ElementTree.Element("testsuite", name=f"atensi check {check.asked.spec}")
    for claim, each in check.laws().items():
        case = ElementTree.SubElement(
            suite, "testcase", classname=claim.split(".")[0], name=claim, time=f"{each.seconds:.3f}"
        )
        if each.outcome == BROKEN and claim not in known:
            failure = ElementTree.SubElement(case, "failure", message=each.message)
            failure.text = script_of(check, claim)
        elif each.outcome in (ABSENT, DIGITS, REFUSED, BROKEN):
            reason = known.get(claim, each.message)
            ElementTree.SubElement(case, "skipped", message=f"{each.outcome}: {reason}")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode") + "\n"


def sarif(check: Check, known: dict[str, str]) -> dict[str, Any]:
    """Return the broken laws as SARIF, with the claims as its rules."""
    says = {claim.id: claim.says for claim in claims()}
    broken = [claim for claim in check.broken() if claim not in known]
    place = check.asked.spec.partition(":")[0].replace(".", "/").removesuffix("/py")
    uri = f"{place}.py"
    return {
        "$schema": SCHEMA, "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "atensi", "version": __version__,
                "rules": [{"id": claim, "shortDescription": {"text": says[claim]}}
                          for claim in broken],
            }},
            "results": [{
                "ruleId": claim, "level": "error",
                "message": {"text": f"{check.asked.spec}: {check.broken()[claim].message}"},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}}}],
            } for claim in broken],
        }],
    }  # fmt: skip
