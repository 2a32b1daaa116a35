"""The command line.

Exit codes: 0 all is well; 1 a claim is OPEN or a self-check fails; 2 the command cannot be
understood (an unknown claim, chapter, figure or option); 130 interrupted, no file half-written.
"""

import argparse
import json
import sys

from atensi import __version__
from atensi.judging import selfcheck
from atensi.work import interrupt


def main(argv=None) -> int:
    """Run the command line and return its exit code."""
    arguments = _parser().parse_args(argv)
    try:
        with interrupt.remembered():
            return arguments.run(arguments)
    except KeyboardInterrupt:
        print("\natensi: interrupted; nothing was written", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us left; what they saw was not the whole
        return 1
    except LookupError as error:
        print(f"atensi: {error.args[0]}", file=sys.stderr)
        return 2


def _parser():
    parser = argparse.ArgumentParser(
        prog="atensi",
        description="Judge every statement of the chapter on attention.",
        epilog=__doc__.split("\n", 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"atensi {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, run, text):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    verify = command("verify", _verify, "run the evidence and print the ledger")
    verify.add_argument("names", nargs="*", metavar="CLAIM|CHAPTER")
    verify.add_argument("--seed", type=int, help="seed of the generated cases (default: fresh)")
    verify.add_argument("--subject", default="impl", help="module to test in place of impl")
    verify.add_argument("--json", action="store_true", help="print the ledger as JSON")

    listed = command("list", _list, "list claims with their verdicts")
    listed.add_argument("--chapter")
    listed.add_argument("--verdict", help="for instance REFUTED, or 'PROVED UNDER'")
    listed.add_argument("--document", help="000 to 004")
    listed.add_argument("--json", action="store_true")

    show = command("show", _show, "show all there is to say about a claim")
    show.add_argument("claim")
    show.add_argument("--lang", choices=("en", "id"), default="en")
    show.add_argument("--json", action="store_true")
    show.add_argument("--latex", action="store_true", help="print the derivations as LaTeX")

    figures = command("figures", _figures, "draw the figures")
    figures.add_argument("names", nargs="*", metavar="NAME")
    figures.add_argument("--lang", choices=("en", "id"), help="default: both")
    figures.add_argument("--width", type=float, default=10.5, help="in cm (default: 10.5)")

    command("zoo", _zoo, "show which claim rejects which wrong implementation")

    machine = command("machine", _machine, "run a whole Transformer")
    kinds = machine.add_subparsers(dest="kind", required=True, metavar="KIND")
    turned = kinds.add_parser("reverse", help="explicit weights that reverse any sequence")
    turned.add_argument("words", nargs="*", metavar="WORD")
    told = kinds.add_parser("translate", help="a small encoder-decoder, drawn or loaded")
    told.add_argument("tokens", nargs="+", type=int, metavar="TOKEN", help="0 to 11")
    told.add_argument("--seed", type=int, default=0)
    told.add_argument("--load", default="", metavar="FILE.npz")
    told.add_argument("--save", default="", metavar="FILE.npz")
    bert = kinds.add_parser("bert-base", help="an encoder of BERT's sizes, timed")
    bert.add_argument("--seed", type=int, default=0)
    bert.add_argument("--layers", type=int, default=12)

    command("report", _report, "write the report again, from the ledger")

    certificate = command("certificate", _certificate, "pack what a reviewer needs, or check it")
    certificate.add_argument("--check", metavar="FILE", help="run again, and say what differs")
    certificate.add_argument("--output", metavar="FILE", help="default: build/")

    formal = command("formal", _formal, "check the formal proofs, and that broken ones are refused")
    formal.add_argument(
        "--renew", action="store_true", help="write the statements down anew, to be read"
    )

    cite = command("cite", _cite, "print a reference to the project, or to one claim")
    cite.add_argument("claim", nargs="?")
    cite.add_argument("--style", choices=("bibtex", "apa", "link"), default="bibtex")
    return parser


def _verify(arguments) -> int:
    from atensi.judging import ledger as ledgers
    from atensi.report.outputs import formulas
    from atensi.running.whole_run import run

    path = ledgers.place()
    typed = list(dict.fromkeys(selfcheck.typed_verdicts()))
    if typed:  # such a claim cannot even be read
        print("\n".join(f"PROBLEM  {sentence}" for sentence in typed))
        return 1
    problems = [*ledgers.edited(path), *selfcheck.before()]
    try:
        ledger, found = run(arguments.names, arguments.seed, arguments.subject)
    except RuntimeError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 1
    problems += [*found, *formulas(ledger)]
    if not arguments.names:
        ledger["problems"] = problems
        ledgers.write(ledger, path)
    if arguments.json:
        print(json.dumps(ledger, indent=1, ensure_ascii=False))
    else:
        _print_ledger(ledger, problems, path if not arguments.names else None)
    if arguments.names:
        return 1 if problems else 0
    return _publish(ledger, path.parent) or (1 if problems else 0)


def _publish(ledger, folder) -> int:
    from atensi.report.outputs import publish

    try:
        print(f"report: {publish(ledger, folder)}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\natensi: interrupted; the ledger is written, the report is not", file=sys.stderr)
        return 130
    except (ValueError, RuntimeError) as error:
        print(f"atensi: {error}; the report is left as it was", file=sys.stderr)
        return 1
    return 0


def _print_ledger(ledger, problems, path):
    from atensi.cli.claim_text import line

    for entry in ledger["claims"]:
        print(line(entry))
    words = [entry["verdict"] for entry in ledger["claims"]]
    totals = ", ".join(f"{words.count(word)} {word}" for word in ledger["totals"] if word in words)
    print(f"\n{len(words)} claims: {totals}")
    if path:
        _print_coverage(ledger)
    print(f"formal: {ledger['formal']}")
    _print_chances(ledger)
    seconds = ", ".join(f"{kind} {value:.1f}" for kind, value in ledger["seconds"].items())
    print(f"seconds of work: {seconds}")
    print(f"seed: {ledger['seed']}; subject: {ledger['subject']}")
    for problem in problems:
        print(f"\nPROBLEM  {problem}")
    if problems:
        print(f"\n{len(problems)} problem{'s' * (len(problems) > 1)}: the run is red")
    print(f"ledger: {path}" if path else "a part was verified; build/ledger.json is left as it was")


def _print_chances(ledger):
    """Say how the false-alarm budget of a run is spent."""
    spent = {
        record["where"]: record["false_alarm"]
        for entry in ledger["claims"]
        for record in entry["evidence"]
        if "false_alarm" in record
    }
    if spent:
        print(
            f"random claims: {len(spent)} tests, which raise a false alarm in at most "
            f"{sum(spent.values()):.2g} of all runs; the budget is 1e-06"
        )


def _print_coverage(ledger):
    from theory.statements import STATEMENTS

    rows = ledger["coverage"].values()
    count = {
        key: sum(row[key] for row in rows) for key in ("statements", "judged", "not_checkable")
    }
    print(
        f"statements in the documents: {count['judged']} judged and {count['not_checkable']} not "
        f"checkable, of {count['statements']}"
    )
    print(f"  of the chapters written so far: {_share(ledger)}")
    for document, row in ledger["coverage"].items():
        print(f"  {document}: {row['judged']} + {row['not_checkable']} of {row['statements']}")
    if count["judged"] + count["not_checkable"] == count["statements"]:
        print("  the documents are covered: 100 %")
    cited = {said["statement"] for entry in ledger["claims"] for said in entry["sources"]}
    for each in STATEMENTS:
        if each.not_checkable and each.key not in cited:
            print(f"  not checkable: {each.key}: {each.not_checkable}")


def _share(ledger):
    """Say how many statements of the written chapters are judged, or cannot be."""
    from atensi.judging.registry import written
    from theory.statements import STATEMENTS

    own = [each for each in STATEMENTS if each.chapter in written("theory")]
    cited = {said["statement"] for entry in ledger["claims"] for said in entry["sources"]}
    done = sum(each.key in cited or bool(each.not_checkable) for each in own)
    return f"{done} of {len(own)} ({', '.join(written('theory'))})"


def _known(names=()):
    """Return the ledger of the present code, or one made now for the names."""
    from atensi.judging import ledger as ledgers
    from atensi.running.whole_run import run

    ledger = ledgers.read(ledgers.place())
    if ledger is None:
        print("atensi: no ledger of the present code; running the evidence", file=sys.stderr)
        ledger, _ = run(names)
    return ledger


def _list(arguments) -> int:
    from atensi.cli.claim_text import line
    from atensi.judging.registry import unknown, written
    from atensi.judging.verdict import VERDICTS
    from theory.statements import DOCUMENTS

    options = {"chapter": written("theory"), "verdict": VERDICTS, "document": tuple(DOCUMENTS)}
    for option, known in options.items():
        value = getattr(arguments, option)
        value = value.upper() if option == "verdict" and value else value
        setattr(arguments, option, value)
        if value is not None and value not in known:
            raise LookupError(unknown(option, value, known))
    entries = [
        entry
        for entry in _known()["claims"]
        if arguments.chapter in (None, entry["chapter"])
        and arguments.verdict in (None, entry["verdict"])
        and arguments.document in (None, *(said["document"] for said in entry["sources"]))
    ]
    if arguments.json:
        print(json.dumps(entries, indent=1, ensure_ascii=False))
    else:
        print("\n".join(map(line, entries)))
    return 0


def _claim(name):
    from atensi.judging.registry import claims, unknown

    by_id = {claim.id: claim for claim in claims()}
    if name not in by_id:
        raise LookupError(unknown("claim", name, by_id))
    return by_id[name]


def _show(arguments) -> int:
    from atensi.cli.claim_text import derivations, page

    claim = _claim(arguments.claim)
    ledger = _known([claim.id])
    entry = next(entry for entry in ledger["claims"] if entry["id"] == claim.id)
    if arguments.json:
        print(json.dumps(entry, indent=1, ensure_ascii=False))
    else:
        print(derivations(entry) if arguments.latex else page(entry, ledger, arguments.lang))
    return 0


def _zoo(arguments) -> int:
    from atensi.judging.zoo import matrix

    lines, cover, missed = matrix(_known())
    print("\n".join(lines))
    print(f"{len(cover)} claims suffice to reject every specimen that any claim rejects:")
    print("\n".join(f"  {claim}" for claim in cover))
    if missed:
        print(f"rejected by no claim: {', '.join(missed)}")
    return 1 if missed else 0


def _machine(arguments) -> int:
    from atensi.cli import machines

    try:
        if arguments.kind == "reverse":
            print(*machines.run_reverse(arguments.words))
        elif arguments.kind == "translate":
            found = machines.run_translate(
                arguments.tokens, arguments.seed, arguments.load, arguments.save
            )
            print(*found)
        else:
            found = machines.run_bert(arguments.seed, {"layers": arguments.layers})
            print(
                f"{found['parameters']:,} parameters, {found['dtype']}; rows {found['rows']} in "
                f"{found['seconds']:.2f} s; at most {found['megabytes']:.0f} MB in use"
            )
    except (ValueError, OSError) as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 2
    return 0


def _fresh():
    """Return the ledger of the present code, which must be there."""
    from atensi.judging import ledger as ledgers

    ledger = ledgers.read(ledgers.place())
    if ledger is None:
        raise LookupError("there is no ledger of the present code; run `atensi verify` first")
    return ledger


def _report(arguments) -> int:
    from atensi.judging.ledger import place

    return _publish(_fresh(), place().parent)


def _certificate(arguments) -> int:
    from atensi.report import certificate

    if arguments.check:
        return certificate.check(arguments.check)
    print(certificate.write(_fresh(), arguments.output))
    return 0


def _formal(arguments) -> int:
    from atensi.running.theorems import check_all

    return check_all(arguments.renew)


def _cite(arguments) -> int:
    from atensi.report.citation import cite

    print(cite(arguments.style, _claim(arguments.claim) if arguments.claim else None))
    return 0


def _figures(arguments) -> int:
    from atensi.report.drawing import draw

    return draw(arguments.names, arguments.lang, arguments.width)
