"""Our own code as a subject, as any other."""

from atensi import __version__
from atensi.judging.zoo import own_functions
from atensi.subjects.offer import Offer


def offer():
    """Return all that `impl` offers."""
    return Offer("impl", own_functions(), __version__)
