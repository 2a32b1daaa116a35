"""The lines of a printed statement by what they do: say something, suppose it, or explain it."""

from theory.stating.printed import parts_of, printed, said
from theory.stating.statements import Said, Statement


def lines_of(statement: Statement, *those: Said) -> list[str]:
    """Return relations or conditions of a statement, as they stand in it when it is printed."""
    names = frozenset(each.name for each in statement.places)
    return [part for each in those for part in parts_of(said(each, around=names))]


def roles(statement: Statement) -> list[str]:
    """Return of each line of a printed statement what it does: says, supposes or explains.

    A domain, as T > 0, is supposed; what a letter stands for, and how large it is, is explained.
    """
    says = lines_of(statement, *statement.said)
    supposes = lines_of(statement, *statement.conditions)

    def role(line: str) -> str:
        if line in says:
            return "says"
        explains = line not in supposes and (" = " in line or r"\in \mathbb R" in line)
        return "explains" if explains else "supposes"

    return list(map(role, parts_of(printed(statement))))
