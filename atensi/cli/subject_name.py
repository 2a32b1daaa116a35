"""The module that a run tests in place of `impl`, by its name."""

import importlib.util

from atensi.judging.registry import UnknownNameError
from atensi.work.message import message


def check_subject(name: str) -> None:
    """Refuse a module that Python cannot find; it is not loaded for that."""
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):  # of a package above it, or of a name that cannot be one
        spec = None
    if spec is None:
        raise UnknownNameError(
            message(
                "--subject: there is no module '{name}'; expected one that Python can import, with "
                "functions of the names in impl/",
                name=name,
            )
        )
