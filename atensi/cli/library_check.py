"""`check` and `fingerprint`: other people's attention on the stand.

Exit codes: 0 every law that could be tried holds, or is a known departure; 1 a law is broken, or a
known departure is none any more; 2 the subject is not understood, or no law could be tried on it.
"""

import json
import textwrap
from functools import partial
from pathlib import Path

from atensi.cli.numbers import from_zero
from atensi.cli.terminal import WIDTH, paragraph
from atensi.judging.registry import UnknownNameError, claims
from atensi.work.files import must_be_writable, write_whole
from atensi.work.message import message
from theory.language import translated

KINDS = ("numpy", "torch", "jax")
PROMISES = ("causal", "orderless")
LISTED = 8  # laws that are named, where there are many


def add_commands(command, say):
    """Add the commands of this module to the command line."""
    of = command("check", check, "run the claims on somebody else's attention", speaks=True)
    of.add_argument("subject", metavar="SUBJECT", help=say(
        "a library with an adapter, module:function, file.py:function, or transformers:Model"
    ))  # fmt: skip
    _add_options(of, say)
    of.add_argument("--first", action="store_true", help=say("stop at the first broken law"))
    of.add_argument("--known", metavar="FILE", help=say("known departures: lines CLAIM: reason"))
    of.add_argument("--all", action="store_true", help=say("name what is not offered, by chapter"))
    of.add_argument("--json", action="store_true", help=say("print what was found as JSON"))
    of.add_argument("--junit", metavar="FILE", help=say("write the laws as JUnit's XML"))
    of.add_argument("--sarif", metavar="FILE", help=say("write the broken laws as SARIF"))
    of.add_argument("--against", nargs=2, metavar="VERSION", help=say(
        "run two versions of the library, each in an environment of its own, and show what changed"
    ))  # fmt: skip
    of.add_argument("--scripts", metavar="FOLDER", help=say("write a script for each departure"))

    of = command("fingerprint", fingerprint, "show where two subjects differ", speaks=True)
    of.add_argument("subjects", nargs=2, metavar="SUBJECT")
    _add_options(of, say)


def _add_options(of, say):
    of.add_argument("--like", default="", help=say(
        "the function of impl that it is like (default: attention), or torch.nn.Module"
    ))  # fmt: skip
    of.add_argument("--promises", action="append", default=[], choices=PROMISES, help=say(
        "of a module: no row depends on later ones, or permuted rows give permuted rows"
    ))  # fmt: skip
    of.add_argument(
        "--arrays", choices=KINDS, default="", help=say("what it takes (default: tried)")
    )
    of.add_argument(
        "--layout", default="", help=say("of its axes: ...LD, LD, BLD, LHD, BHLD, BLHD, BHLD>BLHD")
    )
    of.add_argument("--examples", type=int, default=50, help=say("cases for each law"))
    of.add_argument("--seed", type=from_zero, default=0, help=say("seed of the generated cases"))


def _asked(arguments, *specs):
    """Return what is asked of each subject; refuse options that say nothing of any."""
    from atensi.subjects.checking import Asked
    from atensi.subjects.models import heard
    from atensi.subjects.naming import LIKE

    if arguments.examples < 1:
        text = "--examples {examples}: expected 1 or more"
        raise UnknownNameError(message(text, examples=arguments.examples))
    like = arguments.like or LIKE
    used = set().union(*(heard(spec, like) for spec in specs))
    for option in ("like", "arrays", "layout", "promises"):
        if getattr(arguments, option) and option not in used:
            text = "--{option}: says nothing of {subjects}, and would not be heard; "
            text += "leave it out, or name a function, as in mylib.attn:flash"
            raise UnknownNameError(message(text, option=option, subjects=", ".join(specs)))
    return [Asked(spec, like, arguments.arrays, arguments.layout, arguments.examples,
                  arguments.seed, tuple(arguments.promises),
                  getattr(arguments, "first", False)) for spec in specs]  # fmt: skip


def check(arguments) -> int:
    """Check a subject and print its two tables."""
    from atensi.subjects import checking, departures, machine_reports

    if arguments.against:
        return _against(arguments)
    known = departures.known(arguments.known)
    for name in (arguments.junit, arguments.sarif):
        if name:
            must_be_writable(Path(name))
    if arguments.scripts:
        must_be_writable(Path(arguments.scripts, "one.py"))
    found = checking.check(*_asked(arguments, arguments.subject))
    if arguments.junit:
        write_whole(Path(arguments.junit), machine_reports.junit(found, known))
    if arguments.sarif:
        write_whole(
            Path(arguments.sarif), json.dumps(machine_reports.sarif(found, known), indent=1) + "\n"
        )
    scripts = {claim: machine_reports.script_of(found, claim) for claim in found.broken()}
    answers = {
        each.convention.key: machine_reports.script_of_answer(found, each) for each in found.answers
    }
    for name, text in (*scripts.items(), *answers.items()):
        if arguments.scripts and text:
            write_whole(Path(arguments.scripts, f"{name}.py"), text)
    if arguments.json:
        print(
            json.dumps(
                machine_reports.as_dict(found, known), indent=1, ensure_ascii=False, default=str
            )
        )
    else:
        print(text_of(found, known, scripts, arguments.lang, arguments.all))
    checking.must_have_run(found)
    wrong = found.broken().keys() | found.unknown()
    return 1 if wrong ^ known.keys() or found.unread() else 0


def _against(arguments) -> int:
    """Check two versions of a library, and show what changed."""
    from atensi.subjects.versions import changed, checked

    _asked(arguments, arguments.subject)
    words = ["--examples", str(arguments.examples), "--seed", str(arguments.seed)]
    before, after = (checked(arguments.subject, each, words) for each in arguments.against)
    rows = changed(before, after)
    names = [f"{arguments.subject} {each}" for each in arguments.against]
    _print_differences(rows, names, arguments.lang)
    return 1 if rows else 0


def _print_differences(rows, names, lang):
    say = partial(translated, lang=lang)
    for what, first, second in rows:
        print(f"{say(what)}\n    {names[0]}: {say(first)}\n    {names[1]}: {say(second)}")
    if not rows:
        print(say("no difference was found"))


def text_of(found, known, scripts, lang, names=False) -> str:
    """Return the two tables, and for each broken law what shows it.

    names: whether the laws that are not offered are named, or counted.
    """
    say = partial(translated, lang=lang)
    parts = [f"{found.asked.spec} {found.version}".strip()]
    parts += [f"  {name}: {how}" for name, how in found.how.items()]
    parts += ["", say("Laws"), *_laws(found, known, say, names)]
    if found.answers:
        parts += ["", say("Conventions (* is not ours)"), *_answers(found, say)]
    if found.absent:
        text = "{count} further questions are not asked, for want of a function"
        parts += [paragraph(say(text, count=len(found.absent)))]
    for claim, outcome in found.broken().items():
        parts += ["", *_broken(claim, outcome, scripts[claim], known, say, lang)]
    for claim in known:
        if claim not in found.broken().keys() | found.unknown():
            parts += ["", say("{claim} is a known departure and is none: remove it", claim=claim)]
    return "\n".join(parts)


def _laws(found, known, say, names):
    laws = found.laws()
    counts: dict[str, list[str]] = {}
    for claim, each in laws.items():
        counts.setdefault(each.outcome, []).append(claim)
    for outcome, named in counts.items():
        if outcome in ("not offered", "needs exact numbers"):
            continue
        for claim in named:
            each, more = laws[claim], ""
            if claim in known:
                more = say("known: {reason}", reason=known[claim])
            elif outcome == "holds":
                more = say("{count} cases", count=each.cases)
                more += f", {each.worst:.2g} {say('of the bound')}" if each.worst else ""
                more += ", " + say("{count} refused", count=each.refused) if each.refused else ""
                without = each.properties_refused
                more += ", " + say("{count} properties refused", count=without) if without else ""
            else:
                more = each.message
            yield f"  {say(outcome):<12} {claim:<46} {more}"[:160]
    digits = counts.get("needs exact numbers", [])
    if digits:
        text = "{count} more, of {functions}, are tried on exact numbers alone; over floats they "
        text += "follow from the formulas above, within their bounds, where theirs stands there"
        asked = ", ".join(sorted({laws[claim].message for claim in digits}))
        yield paragraph(say(text, count=len(digits), functions=asked))
    if untried := [] if found.asked.first else found.untried():
        text = "no law judged these; what is asked of them wants exact numbers, another function "
        text += "beside them, or that they are called so: {functions}"
        yield paragraph(say(text, functions="; ".join(untried)))
    if joint := {} if found.asked.first else found.joint():
        text = "{count} laws speak of these functions together with others that are not offered, "
        text += "and were not judged: {laws}"
        listed = [f"{claim} ({wanted})" for claim, wanted in joint.items()]
        if len(listed) > LISTED and not names:
            listed = [*listed[:LISTED], "…"]
        yield paragraph(say(text, count=len(joint), laws=", ".join(listed)))
    absent = counts.get("not offered", [])
    yield paragraph(say("{count} not offered", count=len(absent)))
    chapters: dict[str, list[str]] = {}
    for claim in absent if names else []:
        chapter, _, name = claim.partition(".")
        chapters.setdefault(chapter, []).append(name)
    for chapter, own in chapters.items():
        yield paragraph(f"{chapter}: {', '.join(own)}", "  ")


def _answers(found, say):
    for each in found.answers:
        mark = " " if each.is_ours else "*"
        said = say(each.said)
        if each.convention.key in found.unknown():
            said += f" ({say('wrong by every convention')}: {each.convention.key})"
        yield f"{mark} {say(each.convention.question)}: {said}"


def _broken(claim, outcome, text, known, say, lang):
    says = next(each.says for each in claims() if each.id == claim)
    yield f"{say('broken').upper()}  {claim}"
    yield paragraph(say(says), "  ")
    yield paragraph(outcome.message, "  ")
    if outcome.keeps:
        text = "In a process of its own this call gives what is expected: what it gives depends on "
        text += "calls before it, or on chance."
        yield paragraph(say(text), "  ")
    threads = threads_of(claim)
    if threads:
        yield paragraph(f"{say('Of this kind')}: {', '.join(threads)}", "  ")
    if text:
        yield say("  This fails without us:") + "\n" + textwrap.indent(text.rstrip(), "    ")
    else:
        for call in outcome.calls:
            yield textwrap.shorten(f"  {call.name}{_shown(call)}", 3 * WIDTH, placeholder=" …")


def _shown(call):
    listed = [repr(each.tolist() if hasattr(each, "tolist") else each) for each in call.arguments]
    listed += [f"{key}={each!r}" for key, each in call.options.items() if each is not None]
    came = call.output.tolist() if hasattr(call.output, "tolist") else call.output
    return f"({', '.join(listed)}) gave {came}"


def threads_of(claim) -> list[str]:
    """Return the public threads of wrong implementations that the claim's properties reject."""
    from atensi.judging.last_run import last_run
    from atensi.judging.zoo import rejections, specimens

    ledger = last_run().present
    if not ledger:
        return []
    rejected = rejections(ledger).get(claim, set())
    return sorted({each.thread for each in specimens() if each.name in rejected and each.thread})


def fingerprint(arguments) -> int:
    """Show the laws and conventions in which two subjects differ."""
    from atensi.subjects.checking import check as run
    from atensi.subjects.checking import compared
    from atensi.subjects.naming import must_be_there

    for spec in arguments.subjects:  # before the laws of the first run
        must_be_there(spec)
    a, b = map(run, _asked(arguments, *arguments.subjects))
    rows = compared(a, b)
    _print_differences(rows, arguments.subjects, arguments.lang)
    return 1 if rows else 0
