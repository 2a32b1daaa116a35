"""A subject: `impl/` with halves kept in float32, for `--subject tests.helpers.in_float32`."""

from tests.helpers.accumulated import accumulated as _accumulated
from tests.helpers.subject import load as _load

globals().update({name: _accumulated(each) for name, each in _load("impl").functions.items()})
