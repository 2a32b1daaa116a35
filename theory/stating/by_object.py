"""What a function says of an object, worked out once for as long as the object lives.

It is looked up by the object itself: two statements may be equal and print differently, as a letter
is equal to another of its name, whatever either stands for.
"""

import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Of = TypeVar("Of")
Said = TypeVar("Said")


def once(function: Callable[[Of], Said]) -> Callable[[Of], Said]:
    """Make a function of one object that remembers its answers. Who asks does not change them."""
    known: dict[int, tuple[Any, Said]] = {}

    @wraps(function)
    def asked(of: Of) -> Said:
        key = id(of)
        if key not in known:
            forget = lambda _: known.pop(key, None)
            known[key] = weakref.ref(of, forget), function(of)
        return known[key][1]

    return asked
