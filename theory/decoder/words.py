"""Words and letters of the chapter on the decoder."""

from fractions import Fraction

from theory.heads.multi_head import at_most, attention_of_kept, scaled
from theory.letters import n
from theory.softmax.words import softmax
from theory.stating.families import Family, every, numbers, total
from theory.stating.terms import term
from theory.stating.variables import index, real
from theory.stating.vocabulary import word


@word(r"\operatorname{{taken}}_{{{kappa}}}({w}, {v})")
def taken(kappa: Family, w: Family, v: Family):
    """004:88-89: what one row takes, w being the exponentials of its scores."""
    return total(kappa * w * v) / total(kappa * w)


@word(r"p_{{{i}{w}}}", computed=True, i="Y", w=lambda W: W.lasts[1])
def next_word(Y: Family, W: Family, b: Family, i, w):
    """What the library gives each word, to be the next one."""


@word(r"({X}_{{\le {last}}})_{{{j}{c}}}", whole=r"{X}_{{\le {last}}}",
      j=lambda last: last, c=lambda X: X.lasts[1])  # fmt: skip
def up_to(X: Family, last, j, c):
    """The rows up to a place."""
    return X[j, c]


@word(r"({X}_{{\le {last}}}, {Y})_{{{j}{c}}}", whole=r"({X}_{{\le {last}}}, {Y})",
      j="X", c=lambda X: X.lasts[1])  # fmt: skip
def followed(X: Family, last, Y: Family, j, c):
    """The rows of X up to a place, and those of Y after it."""
    return at_most(j, last) * X[j, c] + (1 - at_most(j, last)) * Y[j, c]


@word(r"\operatorname{{Attention}}_{{\text{{causal}}}}({Q}, {K}, {V})_{{{i}{c}}}",
      i="Q", c=lambda V: V.lasts[1])  # fmt: skip
def causal_attention(Q: Family, K: Family, V: Family, i, c):
    """Each row sees itself and the rows before it."""
    at, j = index("i", Q.lasts[0]), index("j", K.lasts[0])
    return attention_of_kept(every(at, j, entry=at_most(j, at)), Q, K, V)[i, c]


@word(r"\operatorname{{Attention}}({q}, {K}, {V})_{{{c}}}", c=lambda V: V.lasts[1])
def attention_of_one(q: Family, K: Family, V: Family, c):
    """What one query takes."""
    return total(softmax(scaled(q, K)) * V.transposed()[c])


@word(r"\operatorname{{Block}}^{{\text{{newest}}}}({Y}, {M})_{{{c}}}",
      computed=True, c=lambda Y: Y.lasts[1])  # fmt: skip
def newest_row(Y: Family, M: Family, c):
    """What a library computes of a block's last row, all other keys and values being kept."""


@word(r"\operatorname{{appended}}({z})_{{{i}}}", computed=True, i="z")
def appended(z: Family, i):
    """1 if token i comes next, after the scores z of all tokens, else 0."""


z = numbers("z", n)


@word(r"\operatorname{{generated}}({t})_{{{i}}}", computed=True, i="t")
def generated(t: Family, i):
    """What two pre-norm decoder blocks with the weights of impl/reversal.py generate."""


def hundredths(*rows):
    """Return a printed table of two decimals in exact numbers."""
    return tuple(tuple(Fraction(value, 100) for value in row) for row in rows)


BEFORE = hundredths((91, 5, 4), (60, 20, 20), (25, 31, 44))  # 004:91-95
AFTER = hundredths((100, 0, 0), (75, 25, 0), (25, 31, 44))  # 004:97-101, X printed for 0
THREE = term(3)
at, to = index("i", THREE), index("j", THREE)
place = index("k", THREE)
kappa, w, v = numbers("kappa", n, domain="bit"), numbers("w", n, domain="positive"), numbers("v", n)
any_w, factor, move = numbers("w", n), real("c"), real("t")
SHORT = tuple(  # sequences of two tokens, 0 and 1
    (numbers(name, term(length), domain="bit"), index("i", term(length)))
    for length, name in enumerate("rst", start=1)
)
