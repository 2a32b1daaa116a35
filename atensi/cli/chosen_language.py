"""The language of the command line: as asked for, else the terminal's, else English."""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from atensi.judging.registry import UnknownNameError, unknown
from atensi.work.message import message
from theory.language import SOURCE, languages, translated

OPTION = "ATENSI_LANG"


def asked(words: Sequence[str], environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of a command, before its other words are understood."""
    early = argparse.ArgumentParser(add_help=False)
    early.add_argument("--lang", nargs="?")
    lang = early.parse_known_args(words)[0].lang
    return lang if lang in languages() else preferred(environment)


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment asks for: by ATENSI_LANG, else by its locale."""
    wanted = environment.get(OPTION)
    if wanted:
        if wanted not in languages():
            known = unknown("language", wanted, languages())
            raise UnknownNameError(message("{option}: {known}", option=OPTION, known=known))
        return wanted
    names = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    code = next(filter(None, names), "").split("_")[0].split(".")[0]
    return code if code in languages() else SOURCE


@contextmanager
def errors_in(lang: str) -> Iterator[None]:
    """Let argparse say in a language what is wrong; it would ask gettext, which has no words."""
    before, argparse._ = argparse._, partial(translated, lang=lang)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        argparse._ = before  # type: ignore[attr-defined]


def parser_in(lang: str) -> type[argparse.ArgumentParser]:
    """Return a parser that says in a language what argparse says of its own in the help."""
    say = partial(translated, lang=lang)

    class Formatter(argparse.HelpFormatter):
        def start_section(self, heading):
            super().start_section(say(heading))

        def add_usage(self, usage, actions, groups, prefix=None):
            prefix = say("usage: ") if prefix is None else prefix
            super().add_usage(usage, actions, groups, prefix)

    class Parser(argparse.ArgumentParser):
        def __init__(self, **given):
            super().__init__(**given, formatter_class=Formatter, add_help=False)
            self.add_argument("-h", "--help", action="help", help=say("show this help and exit"))

    return Parser
