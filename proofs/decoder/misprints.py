"""The decoder: sentences whose things do not fit where they are put."""

from proofs.engine.malformed import ill_formed
from theory.letters import L, d_model, n
from theory.stating.families import every, numbers
from theory.stating.forming import defined, places
from theory.stating.variables import index, size

E, rows = numbers("E", size("V"), d_model), numbers("X", L, d_model)
l, a = index("l", L), index("a", d_model)  # noqa: E741  (the theory's names)


@ill_formed(
    "000:17/type",
    because="attention gives a row of d_model numbers, and what is appended to the target, to be "
    "embedded with it, is a token",
    printed={"appended": numbers("y", d_model)},
    meant={"appended": numbers("t", n, domain="integer")},
)
def what_is_embedded_next(appended):
    return defined(rows[l, a], every(l, entry=E[places(appended)[l], a])[l], given=(E, appended))
