"""`verify` and `formal`: run evidence, and say what it shows."""

import json
import sys
from contextlib import nullcontext

from atensi.cli.numbers import from_zero
from atensi.cli.publishing import publish
from atensi.cli.subject_name import check_subject
from atensi.formal.checker import coqc
from atensi.judging import ledger as ledgers
from atensi.judging import selfcheck
from atensi.judging.registry import UnknownNameError, select
from atensi.judging.typed_in import typed_verdicts
from atensi.running.kept import kept
from atensi.work import reach
from atensi.work.files import must_be_writable
from atensi.work.idle import in_idle_time
from atensi.work.message import message
from atensi.work.places import clone
from theory.language import translated

WHOLE = "the whole run"  # whose ledger and report stand, with nothing wrong


def add_commands(command, say):
    """Add the commands of this module to the command line."""
    of = command("verify", verify, "run the evidence and print the ledger", speaks=True)
    of.add_argument("names", nargs="*", metavar="CLAIM|CHAPTER")
    of.add_argument(
        "--seed", type=from_zero, help=say("seed of the generated cases (default: fresh)")
    )
    of.add_argument("--seeds", type=int, default=1, metavar="N", help=say(
        "run the properties on so many seeds (default: 1)"
    ))  # fmt: skip
    of.add_argument("--cluster", metavar="ADDRESS", help=say(
        "of the scheduler of a Dask cluster, which runs the proofs, and the seeds after the first"
    ))  # fmt: skip
    of.add_argument("--subject", default="impl", help=say("module to test in place of impl"))
    of.add_argument(
        "--recorded", action="store_true",
        help=say("take the formal proofs from the record that `atensi formal` writes"),
    )  # fmt: skip
    of.add_argument(
        "--fresh", action="store_true",
        help=say("run all evidence, also that whose inputs have not changed since it ran"),
    )  # fmt: skip
    of.add_argument("--json", action="store_true", help=say("print the ledger as JSON"))

    command("formal", formal, "check the formal proofs, and that broken ones are refused")


def verify(arguments) -> int:
    """Run the evidence, print the ledger; write it, and the report, if no part was named."""
    from atensi.report.outputs import formulas
    from atensi.running.cluster import cluster
    from atensi.running.whole_run import closure, run

    select(arguments.names)
    check_subject(arguments.subject)
    if arguments.seeds < 1:
        raise UnknownNameError(
            message("--seeds: expected 1 or more, came {count}", count=arguments.seeds)
        )
    path = ledgers.place()
    must_be_writable(path)
    earlier = kept(arguments.fresh)
    given = (
        arguments.names,
        arguments.seed,
        arguments.subject,
        arguments.recorded,
        arguments.seeds,
    )
    asked = reach.everything(f"{given} {coqc()}")
    if earlier.take(WHOLE, asked) is not None and (ledger := ledgers.read(path)):
        _print(arguments, ledger, [], path)
        stands = "nothing has changed since {date}; `atensi verify --fresh` runs all again"
        print(translated(stands, arguments.lang, date=ledger["written"][:16]), file=sys.stderr)
        is_there = (path.parent / "report" / "index.html").exists()
        return 0 if arguments.names or is_there else publish(ledger, path.parent)
    typed = list(dict.fromkeys(typed_verdicts()))
    if typed:  # such a claim cannot even be read
        print("\n".join(f"PROBLEM  {sentence}" for sentence in typed))
        return 1
    of = closure(select(arguments.names)) if arguments.names else None
    problems = [*ledgers.edited(path), *selfcheck.before(of)]
    try:
        with cluster(arguments.cluster) as executor, _figures_for(arguments):
            ledger, others = run(
                arguments.names, arguments.seed, arguments.subject, here=not arguments.recorded,
                kept=earlier, seeds=arguments.seeds, executor=executor,
            )  # fmt: skip
    except RuntimeError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 1
    problems += [*others, *formulas(ledger)]
    if not arguments.names:
        ledger["problems"] = problems
        earlier.forget(WHOLE)  # another ledger than that which stood after it
        ledgers.write(ledger, path)
        ledgers.seal(path)
    _print(arguments, ledger, problems, None if arguments.names else path)
    red = 1 if problems else 0
    if arguments.names:
        return red
    red = publish(ledger, path.parent) or red
    if not red:
        earlier.keep(WHOLE, asked, [])
        earlier.write()
    return red


def _figures_for(arguments):
    """Draw the figures of the report meanwhile, where a core waits."""
    if arguments.names:
        return nullcontext()
    drawing = [sys.executable, "-m", "atensi", "figures", "--sharp"]
    return in_idle_time(drawing, clone())  # -m looks first where it runs: for our own modules


def _print(arguments, ledger, problems, path):
    from atensi.cli.summary import print_summary

    if arguments.json:
        print(json.dumps(ledger, indent=1, ensure_ascii=False))
    else:
        print_summary(ledger, problems, path, arguments.lang)


def formal(arguments) -> int:
    """Let Coq's kernel check the theorems."""
    from atensi.running.theorems import check_all

    return check_all()
