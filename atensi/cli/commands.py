"""The command line.

Exit codes: 0 all is well; 1 a claim is OPEN or a self-check fails; 2 the command cannot be
understood (an unknown claim, chapter, figure or option) or a file cannot be read or written; 130
interrupted, no file half-written.
"""

import sys
from functools import partial

from atensi import __version__
from atensi.cli import (
    chosen_language,
    claim_lists,
    errata,
    library_check,
    machine_command,
    publishing,
    showing,
    verifying,
)
from atensi.work import interrupt
from atensi.work.message import spoken, tell
from theory.language import SOURCE, languages, translated


def main(argv=None) -> int:
    """Run the command line and return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    before = spoken.set(SOURCE)
    try:
        with interrupt.remembered():
            spoken.set(chosen_language.asked(words))
            parser = _parser(spoken.get())
            with chosen_language.errors_in(spoken.get()):
                arguments = parser.parse_args(words)
            return arguments.run(arguments)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        tell("interrupted; nothing was written")
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader of the pipe left early
        return 1
    except (KeyError, IndexError):  # errors of ours, though they are LookupErrors
        raise
    except (LookupError, OSError) as error:
        print(f"atensi: {error}", file=sys.stderr)
        return 2
    finally:
        spoken.reset(before)


def _parser(lang):
    say = partial(translated, lang=lang)
    parser = chosen_language.parser_in(lang)(
        prog="atensi",
        description=say("Judge every statement of the chapter on attention."),
        epilog=say(" ".join(__doc__.split("\n", 2)[2].split())),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"atensi {__version__}",
        help=say("show the version and exit"),
    )
    of = say("language of the output (default: the terminal's, or English)")
    parser.add_argument("--lang", choices=languages(), default=lang, help=of)
    parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, run, text, speaks=False):
        sub = parsers.add_parser(name, help=say(text), description=say(text))
        sub.set_defaults(run=run)
        if speaks:
            sub.add_argument("--lang", choices=languages(), default=lang, help=of)
        return sub

    for room in (
        verifying, claim_lists, showing, errata, library_check, publishing, machine_command
    ):  # fmt: skip
        room.add_commands(command, say)
    return parser
