"""`machine`: run a whole Transformer."""

import sys

from atensi.cli.numbers import from_zero


def add_commands(command, say):
    """Add the commands of this module to the command line."""
    kinds = command("machine", machine, "run a whole Transformer").add_subparsers(
        dest="kind", required=True, metavar="KIND"
    )
    of = kinds.add_parser("reverse", help=say("explicit weights that reverse any sequence"))
    of.add_argument("words", nargs="*", metavar="WORD")
    of = kinds.add_parser("translate", help=say("a small encoder-decoder, drawn or loaded"))
    of.add_argument("tokens", nargs="+", type=int, metavar="TOKEN", help=say("0 to 11"))
    of.add_argument("--seed", type=from_zero, default=0)
    of.add_argument("--load", default="", metavar="FILE.npz")
    of.add_argument("--save", default="", metavar="FILE.npz")
    of = kinds.add_parser("bert-base", help=say("an encoder of BERT's sizes, timed"))
    of.add_argument("--seed", type=from_zero, default=0)
    of.add_argument("--layers", type=int, default=12)


def machine(arguments) -> int:
    """Run a machine and print what comes out."""
    from atensi.cli import machines

    try:
        if arguments.kind == "reverse":
            print(*machines.run_reverse(arguments.words))
        elif arguments.kind == "translate":
            print(
                *machines.run_translate(
                    arguments.tokens, arguments.seed, arguments.load, arguments.save
                )
            )
        else:
            result = machines.run_bert(arguments.seed, {"layers": arguments.layers})
            print(
                f"{result['parameters']:,} parameters, {result['dtype']}; rows {result['rows']} in "
                f"{result['seconds']:.2f} s; at most {result['megabytes']:.0f} MB in use"
            )
    except ValueError as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 2
    return 0
