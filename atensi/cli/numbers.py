"""Numbers that an option takes."""

import argparse

from atensi.work.message import message


def from_zero(text: str) -> int:
    """Read a seed: a whole number from 0 on."""
    if not text.isascii() or not text.isdigit():
        said = message("expected a whole number from 0 on, came {given}", given=text)
        raise argparse.ArgumentTypeError(str(said))
    return int(text)
