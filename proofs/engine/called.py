"""Code must be called: a number that a piece of evidence types in is refused."""

from collections.abc import Iterator
from contextlib import contextmanager

from proofs.arrays.heard import CODE, Names, heard
from proofs.engine.witness import EvidenceError


@contextmanager
def called(package: str = CODE) -> Iterator[Names]:
    """Note the functions of a package that are called, and demand one."""
    with heard(package) as names:
        yield names
    if not names:
        raise EvidenceError(f"no function of {package} was called: what stands here is typed in")
