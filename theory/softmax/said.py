"""Softmax: what the documents print, and what is claimed of it."""

import sympy as sp

from theory import symbols
from theory.claim import Claim, Hypothesis
from theory.letters import i, j, k, n
from theory.softmax.entropy import CLAIMS as ENTROPY
from theory.softmax.in_floats import CLAIMS as IN_FLOATS
from theory.softmax.jacobian import CLAIMS as JACOBIAN
from theory.softmax.one_more import CLAIMS as ONE_MORE
from theory.softmax.words import (
    alpha,
    c,
    computed_softmax_of_kept,
    f,
    kappa,
    kept,
    p,
    share,
    softmax,
    softmax_of_kept,
    x,
)
from theory.stating.families import total
from theory.stating.operations import delta, exp, log
from theory.stating.relations import equal, exactly, line
from theory.stating.statements import states
from theory.symbols import sum_over
from theory.symbols import term as entry_of


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
    *IN_FLOATS,
    Claim(
        id="softmax.positive-and-at-most-one",
        states=states(
            line(0, "<", softmax(x)[i], "≤", 1),
            line(softmax(x)[i], "≤", 1 - softmax(x)[k], "<", 1, when=line(delta(i, k), "=", 0)),
        ),
        sources=("001:49/softmax", "002:38/range"),
        answers=("000:23/some", "000:33", "001:49", "002:25", "002:38/logits"),
        says="Each weight is positive and at most one, and less than one beside another: soft "
        "attention without a mask never ignores an element.",
        builds_on=("softmax.definition",),
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
            "001:137/arguments",
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
        says="Softmax of the scores is each score divided by the sum of the scores.",
    ),
    Claim(
        id="softmax.ratio-is-softmax-of-logarithms",
        states=states(
            equal(share(f)[i], softmax(f.map(log))[i]),
            hypotheses={
                "positive-scores": Hypothesis("every score is positive", line(f[j], ">", 0))
            },
        ),
        sources=("001:109",),
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
        sources=("004:88-89",),
        supposed={"004:88-89": ("something-kept",)},
        answers=("004:97-101",),
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
    *JACOBIAN,
    *ENTROPY,
    *ONE_MORE,
)
