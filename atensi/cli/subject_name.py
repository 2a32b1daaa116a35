"""The module that a run tests in place of `impl`, by its name."""

from atensi.judging.registry import UnknownNameError
from atensi.work.message import message
from atensi.work.places import is_there


def check_subject(name: str) -> None:
    """Refuse a module that Python cannot find."""
    if not is_there(name):
        text = "--subject: there is no module '{name}'; expected one that Python can import, with "
        text += "functions of the names in impl/"
        raise UnknownNameError(message(text, name=name))
