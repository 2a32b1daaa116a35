"""Grouped heads: J. Ainslie et al., "GQA" (2023), arXiv:2305.13245; N. Shazeer (2019) shares one.

A model has g groups of u heads; the heads of a group share one projection of keys and of values.
"""

from theory.claim import Claim
from theory.heads.multi_head import attention, multi_head, product
from theory.letters import d, d_k, d_model, d_v, m, n
from theory.stating.families import Family, every, numbers, total
from theory.stating.operations import delta
from theory.stating.relations import equal, sized
from theory.stating.statements import states
from theory.stating.variables import index, size
from theory.stating.vocabulary import word

g, u = size("g"), size("u")


@word(r"\operatorname{{Grouped}}({X}, {Y})_{{{i}{o}}}", i="X", o=lambda W_o: W_o.lasts[1])
def grouped(X: Family, Y: Family, W_q: Family, W_k: Family, W_v: Family, W_o: Family, i, o):
    """The sum over groups z and their heads r of head (z, r), through its own rows of W^O."""
    (groups, sharers), width = W_q.lasts[:2], W_v.lasts[2]
    z, r, c = index("z", groups), index("r", sharers), index("c", width)
    head = attention(product(X, W_q[z, r]), product(Y, W_k[z]), product(Y, W_v[z]))
    place = ((z - 1) * sharers + r - 1) * width + c
    return total(every(z, r, c, entry=head[i, c] * W_o[place, o]))


@word(r"\operatorname{{repeated}}({K})_{{{p}}}", p=lambda K: K.lasts[0] * u)
def repeated(K: Family, p):
    """Each group's keys u times, one after the other."""
    z, r = index("z", K.lasts[0]), index("r", u)
    return total(every(z, r, entry=delta(p, (z - 1) * u + r) * K[z]))


@word(r"\operatorname{{tiled}}({K})_{{{p}}}", p=lambda K: K.lasts[0] * u)
def tiled(K: Family, p):
    """All groups' keys one after the other, u times."""
    z, r = index("z", K.lasts[0]), index("r", u)
    return total(every(z, r, entry=delta(p, (r - 1) * K.lasts[0] + z) * K[z]))


X, Y, K, x = numbers("X", m, d), numbers("Y", n, d), numbers("K", g), numbers("x", n, d)
W_q, W_k, W_v = numbers("W^Q", g, u, d, d_k), numbers("W^K", g, d, d_k), numbers("W^V", g, d, d_v)
W_o = numbers("W^O", g * u * d_v, d_model)
i, j, o, c = index("i", m), index("j", n), index("o", d_model), index("c", d_v)
own_k, own_v = numbers("U^K", g, u, d, d_k), numbers("U^V", g, u, d, d_v)  # for each head
f = numbers("f", g * u)  # what each head does with what it reads
z, r, p, b = index("z", g), index("r", u), index("p", g * u), index("b", d_k)
a = index("a", d)
alone, W_alone = numbers("W^Q", g, 1, d, d_k), numbers("W^O", g * d_v, d_model)  # one head a group
head = every(
    z, r, i, c,
    entry=attention(product(X, W_q[z, r]), product(Y, W_k[z]), product(Y, W_v[z]))[i, c],
)  # fmt: skip

CLAIMS = (
    Claim(
        id="heads.grouped",
        kind="definition",
        states=states(
            equal(
                grouped(X, Y, W_q, W_k, W_v, W_o)[i, o],
                total(
                    every(
                        z,
                        r,
                        c,
                        entry=head[z, r, i, c] * W_o[((z - 1) * u + r - 1) * d_v + c, o],
                    )
                ),
            )
        ),
        says="In g groups of u heads, the heads of one group share their projections of keys and "
        "values. One group is called multi-query attention.",
        builds_on=("heads.multi-head", "heads.sum-over-heads"),
    ),
    Claim(
        id="heads.groups-of-one-head-are-multi-head",
        states=states(
            equal(
                grouped(X, Y, alone, W_k, W_v, W_alone)[i, o],
                multi_head(X, Y, every(z, a, b, entry=alone[z, 1, a, b]), W_k, W_v, W_alone)[i, o],
            ),
        ),
        says="Groups of one head each are multi-head attention.",
        builds_on=("heads.grouped",),
    ),
    Claim(
        id="heads.groups-store-less",
        states=states(
            sized(every(z, j, b, entry=product(x, W_k[z])[j, b]), g, n, d_k),
            sized(every(z, j, c, entry=product(x, W_v[z])[j, c]), g, n, d_v),
            sized(every(z, r, j, b, entry=product(x, own_k[z, r])[j, b]), g, u, n, d_k),
            sized(every(z, r, j, c, entry=product(x, own_v[z, r])[j, c]), g, u, n, d_v),
        ),
        says="With g groups of u heads, the cache holds g n (d_k + d_v) numbers. Heads that share "
        "nothing need g u n (d_k + d_v), u times as many. The cache grows with the length of the "
        "sequence and the number of groups.",
        builds_on=("heads.grouped", "decoder.cache-equals-full-pass"),
    ),
    Claim(
        id="heads.order-of-groups-is-free",
        states=states(equal(tiled(K)[p], repeated(K)[p])),
        says="Whether each group's keys are repeated, or all groups' keys are tiled, each head "
        "gets the same keys either way.",
        builds_on=("heads.grouped",),
    ),
    Claim(
        id="heads.orders-of-groups-are-a-permutation-apart",
        states=states(
            equal(
                total(every(p, entry=f[p] * repeated(K)[p])),
                total(every(z, r, entry=f[(z - 1) * u + r] * K[z])),
            ),
            equal(
                total(every(p, entry=f[p] * tiled(K)[p])),
                total(every(z, r, entry=f[(r - 1) * g + z] * K[z])),
            ),
        ),
        says="Repeated, the keys of group z serve heads (z - 1) u + 1, ..., z u; tiled, they serve "
        "heads z, g + z, 2 g + z, and so on. The one is the other with the heads in another "
        "order.",
        note="Queries and the rows of the output projection must be in the same order.",
        builds_on=("heads.grouped",),
        repairs=("heads.order-of-groups-is-free",),
    ),
)
