"""Terms that a reading throws away, as 0 times one: that they have a value is still to be shown."""

from contextvars import ContextVar

from theory.stating.terms import Term

THROWN: ContextVar[dict[Term, None] | None] = ContextVar("thrown", default=None)


def thrown(*terms: Term) -> None:
    """Keep terms of which the result no longer speaks: 0 times NaN is NaN, not 0."""
    kept = THROWN.get()
    if kept is not None:
        kept.update(dict.fromkeys(each for each in terms if each.parts))
