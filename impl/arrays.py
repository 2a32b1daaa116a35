"""The types of `impl`'s arguments."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

# No protocol: what the namespace of a library gives is of any type, so one checks arguments alone,
# finds no wrong operation, and lets callers cast what they know to be NumPy's.
Array: TypeAlias = Any  # of any library that follows the array API standard, or comes close enough
Params: TypeAlias = Mapping[str, Array]
Layer: TypeAlias = Callable[[Array], Array]
