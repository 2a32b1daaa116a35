"""Words and letters of the chapter on BERT."""

from theory.letters import L, d
from theory.stating.families import Family, numbers
from theory.stating.operations import exp
from theory.stating.terms import Variable, term
from theory.stating.variables import index, size
from theory.stating.vocabulary import word


@word(r"\sigma({z})")
def sigma(z):
    """001:489: the logistic function."""
    return 1 / (1 + exp(-z))


@word(r"\operatorname{{Seg}}_{{{i}}}", computed=True)
def segment(i):
    """What a library computes of the segment at a place."""


@word(r"\operatorname{{joined}}_{{{i}}}", computed=True)
def token_at(i):
    """What a library makes of the tokens of two sentences: the token at a place."""


@word(r"p(y = 1 \mid {X})", computed=True)
def next_sentence(X: Family, w: Family):
    """What a library computes of the next-sentence probability, from the rows of BERT."""


@word(r"\mathcal L", computed=True)
def masked_loss(Z: Family, t: Family, masked: Family):
    """What a library computes of the loss, from logits, tokens and the places with a mask."""


@word(r"\mathcal L", computed=True)
def pseudo_loss(Z: Family, t: Family):
    """What a library computes of the loss in as many passes as places."""


L_1, L_2, V = size("L_1"), size("L_2"), size("V")
length, two = L_1 + L_2 + 3, term(2)
place, u, v = index("i", length), index("u", V), index("v", V)
token = index("i", L)
t, s = numbers("t", length, domain="natural"), numbers("s", length, domain="bit")
E, P, S = numbers("E", V, d), numbers("P", length, d), numbers("S", two, d)
X, w = numbers("X", L, d), numbers("w", d)
z = numbers("z", two)
Z, Z_passes = numbers("Z", L, V), numbers("Z", L, L, V)
tokens, masked = numbers("t", L, domain="natural"), numbers("m", L, domain="bit")
W, answer = numbers("W^o", V, V), Variable("t", "natural")
