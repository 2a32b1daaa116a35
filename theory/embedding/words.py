"""Words and letters of the chapter on embedding."""

from theory.letters import L, d_model
from theory.stating.families import Family, numbers
from theory.stating.operations import delta
from theory.stating.variables import index, size
from theory.stating.vocabulary import word


@word(r"(\mathrm{{oh}}_{{{t}}})_{{{v}}}")
def one_hot(t, v):
    """001:273: 1 at the index of the token, else 0."""
    return delta(t, v)


@word(r"\operatorname{{Embed}}({t})_{{{l}{a}}}")
def embedded(t: Family, E: Family, l, a):  # noqa: E741  (the theory's names)
    """001:294-299: the row of the table for each token of a sequence."""
    return E[t[l], a]


V = size("V")  # how many tokens the vocabulary has
more = size("r")
s, t, u, v = (index(name, V) for name in "stuv")  # tokens
l, a, b = index("l", L), index("a", d_model), index("b", d_model)  # noqa: E741
E, counts = numbers("E", V, d_model), numbers("c", V)
sequence = numbers("t", L, domain="integer")
