"""`report`, `figures`, `certificate`, `cite`: what a reader receives."""

import sys

from atensi.cli.numbers import from_zero
from atensi.cli.subject_name import check_subject
from atensi.judging import ledger as ledgers
from atensi.judging.registry import claims, full_name
from atensi.report.drawing import KINDS, SHARP, draw
from atensi.work.message import message, tell
from theory.language import languages


def add_commands(command, say):
    """Add the commands of this module to the command line."""
    command("report", report, "write the report again, from the ledger")

    of = command("figures", figures, "draw the figures")
    of.add_argument("names", nargs="*", metavar="NAME")
    of.add_argument("--lang", choices=languages(), help=say("default: all languages"))
    of.add_argument("--width", type=float, default=10.5, help=say("in cm (default: 10.5)"))
    of.add_argument("--sharp", action="store_true", help=say("without PNG, as in the report"))

    of = command("certificate", certificate, "run all and pack what a reviewer needs, or check it")
    of.add_argument("--check", metavar="FILE", help=say("run again, and say what differs"))
    of.add_argument(
        "--seed", type=from_zero, help=say("seed of the generated cases (default: fresh)")
    )
    of.add_argument("--subject", default="impl", help=say("module to test in place of impl"))
    of.add_argument("--output", metavar="FILE", help=say("default: build/"))

    of = command("cite", cite, "print a reference to the project, or to one claim")
    of.add_argument("claim", nargs="?")
    of.add_argument("--style", choices=("bibtex", "apa", "link"), default="bibtex")


def publish(ledger, folder) -> int:
    """Write the report, the appendix and the badge; return an exit code."""
    from atensi.report import outputs

    try:
        print(f"report: {outputs.publish(ledger, folder)}", file=sys.stderr)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        tell("interrupted; the ledger is written, the report is not")
        return 130
    except (ValueError, RuntimeError) as error:
        tell("{error}; the report is left as it was", error=error)
        return 1
    return 0


def report(arguments) -> int:
    """Write the report of the present ledger."""
    return publish(_present(), ledgers.place().parent)


def figures(arguments) -> int:
    """Draw figures."""
    kinds = SHARP if arguments.sharp else KINDS
    try:
        return draw(arguments.names, arguments.lang, arguments.width, kinds=kinds)
    except ValueError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 2


def certificate(arguments) -> int:
    """Write a certificate of a run made now, or check one."""
    from atensi.report import certificate as certificates

    if arguments.check:
        return certificates.check(arguments.check)
    check_subject(arguments.subject)
    return certificates.make(arguments.seed, arguments.subject, arguments.output)


def cite(arguments) -> int:
    """Print a reference."""
    from atensi.report import citation

    by_id = {claim.id: claim for claim in claims()}
    claim = by_id[full_name("claim", arguments.claim, by_id)] if arguments.claim else None
    print(citation.cite(arguments.style, claim))
    return 0


def _present():
    """Return the ledger of the present code, which must be there."""
    ledger = ledgers.read(ledgers.place())
    if ledger is None:
        raise LookupError(
            message("there is no ledger of the present code; run `atensi verify` first")
        )
    return ledger
