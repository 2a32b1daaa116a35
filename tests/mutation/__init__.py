"""Change `impl` in one place at a time, and see whether a test notices."""

import sys

from atensi.work.places import clone

sys.path.append(str(clone() / "bounds"))  # as pytest is told; a trial runs without it
