"""Softmax: what the documents print, and what is claimed of it."""

from fractions import Fraction

import sympy as sp

from theory import symbols
from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, l, n
from theory.one_more import CLAIMS as ONE_MORE
from theory.stating.families import (
    Family,
    delta,
    every,
    exp,
    fl,
    letter,
    log,
    numbers,
    real,
    slope,
    total,
    word,
)
from theory.stating.statements import equal, exactly, line, states
from theory.stating.terms import term
from theory.symbols import sum_over
from theory.symbols import term as entry_of
from theory.words import entropy, variance


@word(r"\operatorname{{softmax}}({x})_{{{i}}}", i="x")
def softmax(x: Family, i):
    """000:37, 002:72-75: the exponential of a score, divided by the sum of all of them."""
    return exp(x[i]) / total(x.map(exp))


@word(r"\operatorname{{softmax}}_{{{kappa}}}({x})_{{{i}}}", i="x")
def softmax_of_kept(kappa: Family, x: Family, i):
    """Softmax over the entries with κ = 1."""
    return kappa[i] * exp(x[i]) / total(kappa * x.map(exp))


def share(f: Family) -> Family:
    """001:42, 001:106: a score divided by the sum of the scores, printed as "Softmax"."""
    return f / total(f)


@word(r"\mathrm{{fl}}(\operatorname{{softmax}}({x}))_{{{i}}}", computed=True, i="x")
def computed_softmax(x: Family, i):
    """What a library computes of softmax."""


@word(r"\mathrm{{fl}}\left(\sum {p}\right)", computed=True)
def computed_sum(p: Family):
    """Floats, added one after the other."""


@word(r"\phi({t})")
def phi(t):
    """What it costs a weight to be exp(t) times softmax's."""
    return t * exp(t) - exp(t) + 1


@word(r"\mathrm{{fl}}(\operatorname{{softmax}}_{{{kept}}}({x}))_{{{i}}}", computed=True, i="x")
def computed_softmax_of_kept(kept: Family, x: Family, i):
    """What a library computes of softmax over the entries that are kept."""


x, y, v, f, q = (numbers(name, n) for name in "xyvfq")
alpha, kappa = numbers("alpha", n), numbers("kappa", n, domain="bit")
c, T, R, beta, t = real("c"), real("T"), real("R"), real("beta"), real("t")
p = letter("p", softmax(x))
cooled = letter("p", softmax(beta * x))
p_hat, bound, kept = numbers("phat", n), numbers("b", n), numbers("kappa", n, domain="bit")
spread, maximum = real("s"), real("m")  # how far a score lies below the largest; the largest
LARGEST_FLOAT = (2 - term(2) ** -52) * term(2) ** 1023


def weight(score, i):
    """000:37, 002:72-75: α_i = exp(f_i) / Σ_j exp(f_j)."""
    return sp.exp(entry_of(score, i)) / sum_over(symbols.j, sp.exp(entry_of(score, symbols.j)))


def ratio(score, i):
    """001:42, 001:106: f_i / Σ_j f_j, printed as "Softmax_i"."""
    return entry_of(score, i) / sum_over(symbols.j, entry_of(score, symbols.j))


def masked(score, keeps, i):
    """Softmax over the entries with κ_i = 1, by the printed formula times κ."""
    return (
        entry_of(keeps, i)
        * sp.exp(entry_of(score, i))
        / sum_over(symbols.j, entry_of(keeps, symbols.j) * sp.exp(entry_of(score, symbols.j)))
    )


CLAIMS = (
    Claim(
        id="softmax.definition",
        states=states(equal(softmax(x)[i], exp(x[i]) / total(x.map(exp)))),
        kind="definition",
        sources=("000:33", "000:37/weights", "001:193", "002:38/logits"),
        answers=(
            "000:31/score-is-weight",
            "000:37/no-limit",
            "000:60-64",
            "001:42/softmax-of-weights",
            "001:42/ratio",
            "001:106/softmax-of-weights",
            "001:106/ratio",
            "002:3-8/unmet",
            "004:25",
        ),
        says="Softmax divides the exponential of each score by the sum of all the exponentials, "
        "row by row.",
        note="000:37 prints its sums without an upper limit; here they end at n.",
    ),
    Claim(
        id="softmax.rows-sum-to-one",
        states=states(equal(total(softmax(x)), 1)),
        sources=("000:33", "001:48/softmax", "002:38/sum", "002:71"),
        answers=("001:48", "002:35", "002:38/logits", "002:38/normalised"),
        says="The weights of finitely many scores sum to one.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.rows-sum-to-one-in-floats",
        states=states(equal(computed_sum(computed_softmax(x)), 1)),
        scope="floats",
        sources=("002:71/exactly",),
        says="Computed weights sum to exactly one in floating point.",
        builds_on=("softmax.rows-sum-to-one",),
    ),
    Claim(
        id="softmax.computed-rows-sum-to-nearly-one",
        states=states(
            line(-total(bound), "≤", total(p_hat) - 1, "≤", total(bound)),
            given=line(-bound[i], "≤", p_hat[i] - softmax(x)[i], "≤", bound[i]),
        ),
        scope="floats",
        says="Where no computed weight is off by more than its bound, computed weights, added "
        "without further rounding, sum to one up to the sum of these bounds.",
        builds_on=("softmax.rows-sum-to-one",),
        repairs=("softmax.rows-sum-to-one-in-floats",),
    ),
    Claim(
        id="softmax.positive-and-at-most-one",
        states=states(line(0, "<", softmax(x)[i], "≤", 1)),
        sources=("001:49/softmax", "002:38/range"),
        answers=("000:23/some", "000:33", "001:49", "002:25", "002:38/logits"),
        says="Each weight is positive and at most one: soft attention never ignores an element.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.positive-in-floats",
        states=states(line(computed_softmax(x)[i], ">", 0)),
        answers=("004:88-89/floats",),
        scope="floats",
        says="Computed weights are positive in floating point.",
        builds_on=("softmax.positive-and-at-most-one",),
    ),
    Claim(
        id="softmax.positive-in-floats-above-its-error",
        states=states(
            line(softmax(x)[i], "≥", exp(-spread) / n),
            line(p_hat[i], ">", 0),
            given=(line(x[j], "≤", x[i] + spread), line(p_hat[i] - softmax(x)[i], "≥", -bound[i])),
            hypotheses={
                "above-its-error": Hypothesis(
                    "exp(-s)/n is more than the rounding bound",
                    line(exp(-spread) / n, ">", bound[i]),
                )
            },
        ),
        answers=("004:88-89/floats",),
        scope="floats",
        says="A weight whose score lies s below the largest is at least exp(-s)/n. Where the "
        "computed weight is off by no more than a bound, and exp(-s)/n is more than this bound, "
        "it is positive.",
        builds_on=("softmax.positive-and-at-most-one",),
        repairs=("softmax.positive-in-floats",),
    ),
    Claim(
        id="softmax.log-odds",
        states=states(equal(log(p[i] / p[k]), x[i] - x[k])),
        sources=("001:42/own-score", "001:106/own-score"),
        answers=(
            "001:42/arguments",
            "001:106/arguments",
            "001:119/arguments",
            "001:123/arguments",
            "004:21/similarity",
        ),
        says="The log-odds of two weights are the difference of their scores, whatever the other "
        "scores are.",
        builds_on=("softmax.definition",),
        repairs=("lookup.weight-depends-on-one-key",),
    ),
    Claim(
        id="softmax.keeps-order",
        states=states(exactly(line(x[i], ">", x[k]), line(p[i], ">", p[k]))),
        sources=("002:33/larger", "004:24/larger"),
        answers=("002:40/relevant", "004:24/reason"),
        says="The larger of two scores gets the larger weight, and only equal scores get equal "
        "weights.",
        builds_on=("softmax.log-odds",),
    ),
    Claim(
        id="softmax.ratio-of-scores",
        states=states(equal(softmax(f)[i], share(f)[i]), given=line(total(f), "≠", 0)),
        sources=("001:42/ratio", "001:106/ratio"),
        says="Softmax of the scores is each score divided by the sum of the scores; the two "
        "documents that print a weight formula agree.",
    ),
    Claim(
        id="softmax.ratio-is-softmax-of-logarithms",
        states=states(
            equal(share(f)[i], softmax(f.map(log))[i]),
            hypotheses={
                "positive-scores": Hypothesis("every score is positive", line(f[j], ">", 0))
            },
        ),
        answers=("001:42/ratio", "001:106/ratio", "001:123/name", "001:190/softmax"),
        says="A ratio of scores is softmax of the logarithms of the scores, when all scores are "
        "positive.",
        builds_on=("softmax.definition",),
        repairs=("softmax.ratio-of-scores",),
    ),
    Claim(
        id="softmax.of-its-own-weights",
        states=states(
            equal(alpha[i], softmax(alpha)[i]),
            given=(line(alpha[j], ">", 0), line(total(alpha), "=", 1)),
        ),
        sources=("001:42/softmax-of-weights", "001:106/softmax-of-weights"),
        says="The weights are the softmax of the weights.",
    ),
    Claim(
        id="softmax.fixed-point-is-uniform",
        states=states(
            line(
                log(softmax(alpha)[i] / softmax(alpha)[k]),
                "<",
                log(alpha[i] / alpha[k]),
                when=line(alpha[i], ">", alpha[k]),
            ),
            equal(softmax(alpha)[i], 1 / n, when=line(alpha[j], "=", 1 / n)),
            given=(line(alpha[j], ">", 0), line(alpha[j], "≤", 1)),
        ),
        answers=("001:42/softmax-of-weights", "001:106/softmax-of-weights"),
        says="Only the uniform weights are the softmax of themselves: the circular definition, "
        "read literally, makes every attention an unweighted mean.",
        builds_on=("softmax.log-odds",),
        repairs=("softmax.of-its-own-weights",),
    ),
    Claim(
        id="softmax.shift-invariance",
        states=states(equal(softmax(x + c)[i], softmax(x)[i])),
        sources=("002:72-75",),
        answers=("002:33/larger", "004:24/larger"),
        says="A constant added to all scores changes no weight.",
        builds_on=("softmax.definition",),
        repairs=("lookup.finite-mask-of-a-row",),
    ),
    Claim(
        id="softmax.shift-invariance-in-floats",
        states=states(equal(computed_softmax((x + c).map(fl))[i], computed_softmax(x)[i])),
        scope="floats",
        says="A constant added to all scores in floating point changes no computed weight.",
        builds_on=("softmax.shift-invariance",),
    ),
    Claim(
        id="softmax.exact-shift-changes-no-bit",
        states=states(
            equal(fl(fl(x[i] + c) - fl(x[k] + c)), fl(x[i] - x[k])),
            hypotheses={
                "exact-shift": Hypothesis(
                    "every x_i + c is a float", line(fl(x[j] + c), "=", x[j] + c)
                )
            },
        ),
        beyond="that the code computes every weight from these rounded numbers alone",
        scope="floats",
        says="If the shifted scores are exact, softmax first rounds the same real numbers, so "
        "every bit of its result is the same.",
        builds_on=("softmax.shift-invariance",),
        repairs=("softmax.shift-invariance-in-floats",),
    ),
    Claim(
        id="softmax.as-printed-in-floats",
        states=states(line(exp(x[i]), "≤", LARGEST_FLOAT)),
        scope="floats",
        answers=("002:72-75",),
        says="The formula can be evaluated as it is printed, for all finite scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.shifted-sum-is-safe",
        states=states(
            line(1, "≤", total((x - x[i]).map(exp)), "≤", n), given=line(x[j], "≤", x[i])
        ),
        sources=("002:72-75",),
        says="With the maximum subtracted, the exponentials lie in [0, 1] and their sum in [1, "
        "n]: no exponential overflows, nothing is divided by zero, and the sum exceeds the "
        "largest float only where n does.",
        builds_on=("softmax.shift-invariance",),
        repairs=("softmax.as-printed-in-floats",),
    ),
    Claim(
        id="softmax.permutation-equivariance",
        states=states(equal(softmax(x.permuted())[i], softmax(x).permuted()[i])),
        says="Permuted scores have the permuted weights.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.masking-renormalises",
        states=states(
            equal(softmax_of_kept(kappa, x)[i], kappa[i] * p[i] / total(kappa * p)),
            hypotheses={
                "something-kept": Hypothesis(
                    "at least one entry is kept", line(total(kappa * x.map(exp)), ">", 0)
                )
            },
        ),
        answers=("004:88-89", "004:97-101"),
        says="Leaving entries out before softmax is the same as leaving them out after it and "
        "dividing by what remains.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.nothing-to-attend-to",
        states=states(equal(computed_softmax_of_kept(kept, x)[i], 0), given=line(kept[j], "=", 0)),
        kind="convention",
        says="A row with nothing to attend to has weights zero.",
        note="Libraries differ: some return the mean of all values (weights 1/n), some NaN.",
        builds_on=("softmax.masking-renormalises",),
    ),
    Claim(
        id="softmax.jacobian",
        states=states(equal(slope(p[i], x[k]), p[i] * (delta(i, k) - p[k]))),
        answers=(
            "001:42/arguments",
            "001:106/arguments",
            "001:119/arguments",
            "001:212-214",
            "002:95/model",
        ),
        says="The Jacobian of softmax is diag(p) - p pᵀ.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.jacobian-is-a-variance",
        states=states(
            line(
                total(every(i, k, entry=v[i] * slope(p[i], x[k]) * v[k])),
                "=",
                total(every(i, k, entry=p[i] * p[k] * (v[i] - v[k]) ** 2)) / 2,
                "≥",
                p[l] * p[j] * (v[l] - v[j]) ** 2,
            )
        ),
        says="The quadratic form of the Jacobian is the variance of v under the weights. It is "
        "never negative. It is at least what any one pair contributes, so it is zero only "
        "for constant v.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="softmax.normaliser-is-convex",
        states=states(
            line(log(total(y.map(exp))) - log(total(x.map(exp))), "≥", total(p * (y - x)))
        ),
        says="The logarithm of the sum of exponentials lies above each of its tangents, whose "
        "slopes are the weights: it is convex.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.half-lipschitz",
        states=states(
            line(
                total(every(k, entry=abs(slope(p[i], x[k])))),
                "=",
                2 * p[i] * (1 - p[i]),
                "≤",
                Fraction(1, 2),
            )
        ),
        says="The slopes of a weight p by all scores, without their signs, sum to 2p(1 - p), at "
        "most a half: no weight moves more than half as fast as the fastest score.",
        note="So, by the mean value theorem, a weight changes by at most half of the largest "
        "change of a score.",
        builds_on=("softmax.jacobian",),
    ),
    Claim(
        id="softmax.hot-limit",
        states=states(
            line(exp(-R / T) / n, "≤", softmax(x / T)[i], "≤", exp(R / T) / n),
            given=(line(x[j] - x[k], "≤", R), line(T, ">", 0)),
        ),
        says="At high temperature the weights become uniform, with relative error at most "
        "exp(R/T) - 1, R being the range of the scores.",
        builds_on=("softmax.definition",),
    ),
    Claim(
        id="softmax.entropy-falls-as-it-cools",
        states=states(
            line(slope(entropy(cooled), beta), "=", -beta * variance(cooled, x), "≤", 0),
            given=line(beta, ">", 0),
        ),
        says="Sharpening the scores lowers the entropy of the weights at the rate β times the "
        "variance of the scores under the weights.",
        builds_on=("softmax.jacobian-is-a-variance",),
    ),
    Claim(
        id="softmax.maximises-score-plus-entropy",
        states=states(
            line(
                log(total(x.map(exp))) - total(q * x) - entropy(q),
                "=",
                total(every(j, entry=p[j] * phi(log(q[j] / p[j])))),
                "≥",
                0,
            ),
            line(phi(t), ">", 0, when=line(t, "≠", 0)),
            given=line(q[j], ">", 0),
            hypotheses={
                "weights-sum-to-one": Hypothesis("the weights sum to one", line(total(q), "=", 1))
            },
        ),
        says="Among all positive weights with sum one, softmax alone has the largest mean score "
        "plus entropy: each weight that differs from softmax's lowers it.",
        builds_on=("softmax.log-odds",),
    ),
    *ONE_MORE,
)
