"""Contrastive learning: what the documents print, and what is claimed of it."""

from theory.claim import Claim, Hypothesis
from theory.contrastive.geometry import CLAIMS as GEOMETRY
from theory.contrastive.loss import loss
from theory.contrastive.words import (
    D,
    a,
    allowed,
    alone,
    bag_alone,
    bag_chance,
    bag_drawn,
    bag_of_x,
    bag_scores,
    bag_together,
    c,
    chance,
    drawn,
    e,
    e_minus,
    e_plus,
    f,
    f_minus,
    f_plus,
    of_anchor,
    of_x,
    p_minus,
    posterior,
    product,
    product_of_others,
    ratio,
    s,
    together,
    whole,
    z,
)
from theory.letters import i, j, k, n
from theory.shared_words import dot, entropy
from theory.softmax.words import share, softmax
from theory.stating.families import every, total
from theory.stating.operations import delta, exp, log, slope
from theory.stating.relations import INFINITY, equal, line, to
from theory.stating.statements import states
from theory.stating.vocabulary import letter

p_plus = letter("p^+", exp(f_plus) / whole)
lead = every(k, entry=f_plus - s)  # of the same scores of all negatives

rho = letter("rho", of_x / alone)
losses = letter(r"\mathcal L", every(i, entry=-log(softmax(f)[i])))

bag_losses = letter(r"\mathcal L", every(z, a, entry=-log(softmax(bag_scores[z])[a])))
mean = lambda of: total(every(z, a, entry=bag_chance[z, a] * of[z, a]))
information = letter("I", mean(ratio))


CLAIMS = (
    Claim(
        id="contrastive.loss",
        states=states(
            equal(
                loss(f_plus, f_minus),
                -log(exp(f_plus) / (exp(f_plus) + total(f_minus.map(exp)))),
            ),
            equal(
                loss(dot(e, e_plus), every(k, entry=dot(e, e_minus[k]))),
                -log(
                    exp(dot(e, e_plus))
                    / (exp(dot(e, e_plus)) + total(every(k, entry=exp(dot(e, e_minus[k])))))
                ),
            ),
        ),
        kind="definition",
        says="The loss is minus the logarithm of the positive's weight among itself and n "
        "negatives; with dot products as scores, in the second form.",
        sources=("001:525", "001:530"),
        answers=("001:525/typesetting", "001:525/undefined"),
        note="A reader of one paper finds the positive left out of its denominator, and kept in "
        "its code (amazon-science/sccl#27); most code divides by a temperature.",
    ),
    Claim(
        id="contrastive.cross-entropy",
        states=states(
            equal(loss(f_plus, f_minus), log(1 + total((f_minus - f_plus).map(exp)))),
            equal(
                -total(every(j, entry=delta(i, j) * log(softmax(f)[j]))),
                log(1 + total(every(j, entry=(1 - delta(i, j)) * exp(f[j] - f[i])))),
            ),
            equal(loss(f_plus + c, f_minus + c), loss(f_plus, f_minus)),
        ),
        says="The loss is softmax cross-entropy with the positive as the class, and depends on "
        "differences of scores alone: any number may be added to all scores of a query.",
        sources=("001:519/no-meaning",),
        answers=("001:519/ranking", "001:525"),
        builds_on=("contrastive.loss", "softmax.definition"),
        note="So a single score trained by it has no meaning of its own, and scores of different "
        "queries cannot be compared. A score of BERT-CAT is a probability, and means one if it is "
        "calibrated.",
    ),
    Claim(
        id="contrastive.positive",
        states=states(
            line(loss(f_plus, f_minus), ">", 0),
            line(loss(f_plus, lead), "=", log(1 + n * exp(-s)), to(s, INFINITY), 0),
            hypotheses={
                "a-negative": Hypothesis("there is at least one negative", line(n, "≥", 1))
            },
        ),
        says="The loss is positive, however good the scores: no finite scores reach its infimum "
        "0, which a growing lead approaches.",
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.blind-scores",
        states=states(equal(loss(f_plus, every(k, entry=f_plus)), log(n + 1))),
        says="Scores that tell nothing apart lose log(n + 1).",
        builds_on=("contrastive.loss",),
    ),
    Claim(
        id="contrastive.bounded-scores",
        states=states(
            line(exp(loss(f_plus, f_minus)), "≥", 1 + n * exp(-D)),
            hypotheses={
                "bounded-lead": Hypothesis(
                    "the positive leads no negative by more than D",
                    line(f_plus - f_minus[k], "≤", D),
                )
            },
        ),
        says="With scores that differ by at most D, the loss is at least log(1 + n e^(-D)); this "
        "is scaling.weights-dilute, read as a loss. Cosines have D = 2, so without a temperature "
        "their loss is at least log(1 + n e^(-2)).",
        answers=("001:525",),
        builds_on=("contrastive.cross-entropy", "scaling.weights-dilute"),
    ),
    Claim(
        id="contrastive.gradient",
        states=states(
            equal(slope(loss(f_plus, f_minus), f_plus), p_plus - 1),
            equal(slope(loss(f_plus, f_minus), f_minus[k]), p_minus[k]),
            line(p_minus[i], ">", p_minus[k], when=line(f_minus[i], ">", f_minus[k])),
            equal(p_plus - 1 + total(p_minus), 0),
        ),
        says="The positive's score is pulled up by what its weight lacks to 1; each negative's "
        "score is pushed down by its weight. Hard negatives are pushed most, and all forces "
        "sum to zero.",
        builds_on=("contrastive.cross-entropy", "softmax.jacobian"),
    ),
    Claim(
        id="contrastive.optimum-is-the-posterior",
        states=states(
            line(posterior[i], "=", share(rho)[i], "=", softmax(rho.map(log) + c)[i]),
            equal(slope(total(posterior * losses), f[k]), softmax(f)[k] - posterior[k]),
            line(total(posterior * losses), "≥", entropy(posterior)),
            given=(
                line(posterior[j], "=", share(chance)[j]),
                line(total(posterior), "=", 1),
            ),
            hypotheses={
                "same-distribution": Hypothesis(
                    "negatives have the distribution of positives", line(drawn[j], "=", alone[j])
                ),
                "independent-of-the-pair": Hypothesis(
                    "negatives are drawn independently of anchor and positive",
                    line(chance[j], "=", of_x[j] * together[j] / n),
                ),
                "independent-of-each-other": Hypothesis(
                    "negatives are drawn independently of each other",
                    line(together[j], "=", product_of_others(drawn)[j]),
                ),
            },
        ),
        says="By Bayes, candidate i is the positive with probability π_i, proportional to its "
        "density ratio. The mean loss is at least the entropy of π, and its slope is the weights "
        "minus π. So, all ratios being positive, the logarithm of the ratio plus any function of "
        "the anchor is an optimum.",
        builds_on=(
            "contrastive.cross-entropy",
            "softmax.maximises-score-plus-entropy",
            "softmax.ratio-is-softmax-of-logarithms",
        ),
    ),
    Claim(
        id="contrastive.bounds-mutual-information",
        states=states(
            line(log(n + 1) - mean(bag_losses), "≤", information),
            line(mean(bag_losses), "≥", 0),
            given=(
                line(bag_of_x[z, a], "=", allowed[z, a] * bag_alone[z, a] * exp(ratio[z, a])),
                line(allowed[z, a], "≤", 1),
                line(total(bag_chance), "=", 1),
                line(total(every(z, entry=of_anchor[z] * product(bag_alone[z]))), "=", 1),
            ),
            hypotheses={
                "same-distribution": Hypothesis(
                    "negatives have the distribution of positives",
                    line(bag_drawn[z, a], "=", bag_alone[z, a]),
                ),
                "independent-of-the-pair": Hypothesis(
                    "negatives are drawn independently of anchor and positive",
                    line(
                        bag_chance[z, a],
                        "=",
                        of_anchor[z] * bag_of_x[z, a] * bag_together[z, a] / (n + 1),
                    ),
                ),
                "independent-of-each-other": Hypothesis(
                    "negatives are drawn independently of each other",
                    line(bag_together[z, a], "=", product_of_others(bag_drawn[z])[a]),
                ),
            },
        ),
        says="For anchors and items of finitely many values, whatever the scores: log(n + 1) less "
        "the mean loss is at most the mutual information of anchor and positive (van den Oord et "
        "al. 2018), if negatives are drawn fairly; and as no loss is negative, n negatives "
        "certify at most log(n + 1) of it.",
        note="Their appendix A.1 puts an expectation in place of a sum over the negatives, and is "
        "the more accurate the more there are. Here the bound holds for any number of them.",
        builds_on=("contrastive.cross-entropy", "contrastive.positive"),
    ),
    *GEOMETRY,
)
