"""Words and letters of the chapter on contrastive learning."""

from theory.letters import d, k, m, n
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta, exp, log
from theory.stating.variables import index, real
from theory.stating.vocabulary import letter, word


@word(r"\prod {q}")
def product(q: Family):
    """The product of positive numbers."""
    return exp(total(q.map(log)))


@word(r"\prod_{{\ne {i}}} {q}", i="q")
def product_of_others(q: Family, i):
    """The product of all of them but one."""
    other = index("l", q.lasts[0])
    return exp(total(every(other, entry=(1 - delta(i, other)) * log(q[other]))))


f_plus, f_minus, c, s = real("f^+"), numbers("f^-", n), real("c"), real("s")
e, e_plus, e_minus = numbers("e", d), numbers("e^+", d), numbers("e^-", n, d)
f, D = numbers("f", n), real("D")
whole = exp(f_plus) + total(f_minus.map(exp))
p_minus = letter("p^-", every(k, entry=exp(f_minus[k]) / whole))
# A bag of n candidates: given x, in general, as negatives; the chances of their places.
of_x, alone = numbers("p^x", n, domain="positive"), numbers("p", n, domain="positive")
drawn, together = numbers("q", n, domain="positive"), numbers("N", n, domain="positive")
chance, posterior = numbers("P", n, domain="positive"), numbers("pi", n, domain="positive")
# All bags z of n + 1 candidates a: x, the candidates, and the place at which the positive stands.
z, a = index("z", m), index("a", n + 1)
tables = lambda name, domain="real": numbers(name, m, n + 1, domain=domain)
of_anchor, allowed, ratio = numbers("r", m, domain="nonnegative"), tables("b", "bit"), tables("ell")
bag_of_x, bag_alone = tables("p^x", "nonnegative"), tables("p", "positive")
bag_drawn, bag_together = tables("q", "positive"), tables("N", "nonnegative")
bag_chance, bag_scores = tables("P", "nonnegative"), tables("f")
