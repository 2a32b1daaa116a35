"""What `verify` prints: the verdicts, the coverage of the documents, the run."""

from functools import partial

from atensi.cli.claim_text import lines
from atensi.judging.ledger import COUNTED
from atensi.judging.of_statements import WORDS
from atensi.judging.registry import chapters_in
from theory.documents.document_statements import REMARK, STATEMENTS
from theory.language import translated


def print_summary(ledger, problems, path, lang="en") -> None:
    """Print a ledger; path: where it was written, if all was verified."""
    say = partial(translated, lang=lang)
    print(lines(ledger["claims"], lang))
    words = [entry["verdict"] for entry in ledger["claims"]]
    totals = ", ".join(f"{words.count(word)} {word}" for word in ledger["totals"] if word in words)
    print("\n" + say("{count} claims: {totals}", count=len(words), totals=totals))
    if path:
        _print_coverage(ledger, say)
    print(say("formal: {said}", said=say(ledger["formal"])))
    _print_chances(ledger, say)
    _print_kept(ledger, say)
    seconds = ", ".join(f"{say(kind)} {value:.1f}" for kind, value in ledger["seconds"].items())
    print(say("seconds of work: {seconds}", seconds=seconds))
    print(say("seed: {seed}; subject: {subject}", seed=ledger["seed"], subject=ledger["subject"]))
    if seeds := ledger.get("seeds"):
        print(say("properties ran on {count} seeds, drawn from this one", count=seeds))
    for problem in problems:
        print(f"\nPROBLEM  {problem}")
    if problems:
        print("\n" + say("problems: {count}; the run is red", count=len(problems)))
    part = say("a part was verified; build/ledger.json is left as it was")
    print(say("ledger: {path}", path=path) if path else part)


def _print_kept(ledger, say):
    """Say how much of the evidence earlier runs found, if any of it."""
    records = [record for entry in ledger["claims"] for record in entry["evidence"]]
    since = [record["since"] for record in records if "since" in record]
    if since:
        text = (
            "{kept} of {count} pieces of evidence stand since earlier runs, the oldest since "
            "{date}: nothing that they depend on has changed; `atensi verify --fresh` runs all"
        )
        print(say(text, kept=len(since), count=len(records), date=min(since)[:16]))


def _print_chances(ledger, say):
    """Say how much of the false-alarm budget the run spends."""
    spent = {
        record["where"]: record["false_alarm"]
        for entry in ledger["claims"]
        for record in entry["evidence"]
        if "false_alarm" in record
    }
    if spent:
        text = (
            "random claims: {count} tests, which raise a false alarm in at most {rate} of all "
            "runs; the budget is {budget}"
        )
        rate, budget = f"{sum(spent.values()):.2g}", f"{ledger['false_alarm_budget']:.2g}"
        print(say(text, count=len(spent), rate=rate, budget=budget))


def _print_coverage(ledger, say):
    rows = ledger["coverage"]
    count = {key: sum(row[key] for row in rows.values()) for key in COUNTED}
    print(
        say(
            "statements in the documents: {judged} judged and {not_checkable} not checkable, of "
            "{statements}; remarks on them: {remarks}",
            **count,
        )
    )
    chapters = chapters_in("theory")
    cited = {entry["statement"] for entry in ledger["statements"] if entry["asserted_by"]}
    sentences = [each for each in STATEMENTS if each.kind != REMARK]
    own = [each for each in sentences if each.chapter in chapters]
    done = sum(each.key in cited or bool(each.not_checkable) for each in own)
    share = {"done": done, "count": len(own), "chapters": ", ".join(chapters)}
    print(say("  of the chapters written so far: {done} of {count} ({chapters})", **share))
    for document in rows:
        words = [e["verdict"] for e in ledger["statements"] if e["document"] == document]
        counts = ", ".join(f"{words.count(word)} {word}" for word in WORDS if word in words)
        print(f"  {document}: {counts}")
    if count["judged"] + count["not_checkable"] == count["statements"]:
        print(say("  the documents are covered: 100 %"))
    for each in sentences:
        if each.not_checkable and each.key not in cited:
            reason = say(each.not_checkable)
            print(say("  not checkable: {key}: {reason}", key=each.key, reason=reason))
