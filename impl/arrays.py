"""The types of `impl`'s arguments."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Array: TypeAlias = Any  # of any library that follows the array API standard, or comes close enough
Params: TypeAlias = Mapping[str, Array]
Layer: TypeAlias = Callable[[Array], Array]
