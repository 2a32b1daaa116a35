"""Which place of which paper each claim of the road beyond the documents is about.

A place is a number that stands in the paper. A person saw it there, or where others quote it, and
says in what. Nothing checks that. A claim without a paper is ours, and says why.
"""

from dataclasses import dataclass

COPY, NOTES = "seen in a copy of its text", "seen in notes on it"


@dataclass(frozen=True)
class Cited:
    """A paper, the place in it, and what the place was seen in; without a place, why none is named.

    seen_in: an address, COPY or NOTES.
    """

    paper: str
    place: str = ""
    seen_in: str = ""
    why_no_place: str = ""

    def __str__(self):
        return ", ".join(filter(None, (self.paper, self.place)))

    @property
    def seen(self) -> str:
        """Return in words what the place was seen in."""
        return self.seen_in if self.seen_in in (COPY, NOTES) else "seen in {where}"


def looked_up() -> int:
    """Return how many places a person saw."""
    return len({each for each in PLACES.values() if each.place})


KIM = "Kim, Papamakarios and Mnih 2021, arXiv:2006.04710"
SMOOTH = "Castin, Ablin and Peyré 2024, arXiv:2312.14820"
HOPFIELD = "Ramsauer et al. 2020, arXiv:2008.02217"
PERFORMER = "Choromanski et al. 2021, arXiv:2009.14794"
ELEMENTS = "Hastie, Tibshirani and Friedman 2009, The Elements of Statistical Learning"
RATES = "Gregory, Some of Nonparametric Statistics, notes of a course"
SINKS = "Xiao et al. 2023, arXiv:2309.17453"
ROTARY = "Su et al. 2021, arXiv:2104.09864"
BIASES = "Press, Smith and Lewis 2022, arXiv:2108.12409"
GROUPS = "Ainslie et al. 2023, arXiv:2305.13245"
RMS = "Zhang and Sennrich 2019, arXiv:1910.07467"
GATES = "Shazeer 2020, arXiv:2002.05202"
RANK = "Dong, Cordonnier and Loukas 2021, arXiv:2103.03404"
CHAPTER_9 = "gregorkb.github.io/nonparm/NWmse.html"
FIRST_VERSION = "arxiv.org/html/2508.21038v1"
BLOG = "github.com/dscamiss/blog, content/posts/attention-lipschitz.md"
CODE_OF_THE_BOUND = "gist.github.com/jeffwillette/8bff0124df63c158c34b314298893d37"
INDUCTION = Cited(
    "Olsson et al. 2022, arXiv:2209.11895", why_no_place="its sections bear no numbers"
)
LIMITS = "Weller et al. 2025, arXiv:2508.21038"
TOKENS = "Khattab and Zaharia 2020, arXiv:2004.12832"
SPHERE = "Wang and Isola 2020, arXiv:2005.10242"
ONLINE = "Milakov and Gimelshein 2018, arXiv:1805.02867"

PLACES = {
    "kernel.local-linear-is-attention-and-a-slope": Cited(ELEMENTS, "section 6.1.1", COPY),
    "kernel.local-linear-fits-best": Cited(ELEMENTS, "section 6.1.1", NOTES),
    "kernel.keeps-lines": Cited(ELEMENTS, "section 6.1.1", COPY),
    "kernel.bias-at-ends-and-at-curvature": Cited(ELEMENTS, "section 6.1.1", COPY),
    "kernel.local-linear-bias-is-of-second-order": Cited(ELEMENTS, "section 6.1.1", NOTES),
    "kernel.positive-kernel-is-attention": Cited(
        "Tsai et al. 2019, arXiv:1908.11775", "definition 1", NOTES
    ),
    "kernel.linear-attention-is-a-state": Cited(
        "Katharopoulos et al. 2020, arXiv:2006.16236", "equations 5 and 10 to 12", COPY
    ),
    "kernel.positive-features-are-unbiased": Cited(
        PERFORMER, "lemmas 1 and 2", "ar5iv.org/abs/2009.14794"
    ),
    "kernel.more-features-vary-less": Cited(PERFORMER, "lemma 2", "ar5iv.org/abs/2009.14794"),
    "kernel.sampled-features-have-the-proved-distribution": Cited(
        PERFORMER, "lemma 2", "ar5iv.org/abs/2009.14794"
    ),
    "lookup.sink-is-one-more-pair": Cited(SINKS, "section 3.3", NOTES),
    "softmax.one-more-is-an-extra-score": Cited(SINKS, "section 3.3", NOTES),
    "lookup.evicting-costs": Cited(
        "Zhang et al. 2023, arXiv:2306.14048",
        why_no_place="its theorem 4.4 is on which to keep, not on what eviction costs",
    ),
    "lookup.hopfield-step": Cited(HOPFIELD, "equation 3", "ar5iv.org/abs/2008.02217"),
    "lookup.hopfield-energy-falls": Cited(
        HOPFIELD, "equation 2 and theorem 1", "ar5iv.org/abs/2008.02217"
    ),
    "lookup.hopfield-step-then-projection": Cited(
        HOPFIELD, "section 2", "ar5iv.org/abs/2008.02217"
    ),
    "heads.attention-to-rows-on-a-ball-is-lipschitz": Cited(
        SMOOTH, why_no_place="they bound the Frobenius norm of all rows, here of one row"
    ),
    "heads.attention-is-lipschitz-on-a-ball": Cited(
        SMOOTH, why_no_place="they bound the Frobenius norm of all rows, here of one row"
    ),
    "heads.dot-product-attention-is-not-lipschitz": Cited(KIM, "theorem 3.1", BLOG),
    "heads.attention-by-distances-is-lipschitz": Cited(KIM, "theorem 3.2", CODE_OF_THE_BOUND),
    "heads.weighted-distances-are-bounded": Cited(KIM, "theorem 3.2", CODE_OF_THE_BOUND),
    "lookup.softcap-cannot-focus": Cited("Gemma Team 2024, arXiv:2408.00118", "section 2", NOTES),
    "lookup.normalised-gradients-are-bounded": Cited(
        "Henry et al. 2020, arXiv:2010.04245",
        why_no_place="it says nothing of gradients in numbers",
    ),
    "position.rotary-score-knows-the-offset": Cited(ROTARY, "section 3.2", COPY),
    "position.rotary-scores-fall-with-distance": Cited(ROTARY, "sections 3.3 and 3.4.3", COPY),
    "position.linear-bias-in-order-knows-the-key-alone": Cited(BIASES, "section 3", COPY),
    "position.slopes-beyond-a-power-of-two": Cited(BIASES, "section 3", COPY),
    "heads.groups-store-less": Cited(GROUPS, "section 2.2", COPY),
    "heads.grouped": Cited(GROUPS, "section 2.2", COPY),
    "normalization.layer-norm-is-rms-norm-of-deviations": Cited(RMS, "equation 4", NOTES),
    "normalization.rms-norm-ignores-a-shift": Cited(RMS, "section 4.1", NOTES),
    "normalization.rms-norm-ignores-the-scale": Cited(RMS, why_no_place="its abstract says so"),
    "feedforward.linear-gate-is-quadratic": Cited(GATES, "section 2", COPY),
    "feedforward.gated-is-affine-in-neither-factor": Cited(GATES, "section 2", COPY),
    "feedforward.gated-is-linear-in-its-units": Cited(GATES, "section 2", COPY),
    "feedforward.gate-is-not-affine": Cited(GATES, "section 2", COPY),
    "encoder.depth-loses-all-differences": Cited(RANK, "theorem 2.3", NOTES),
    "encoder.two-rows-keep-a-difference-of-weights": Cited(RANK, "section 2", NOTES),
    "encoder.rows-lose-their-spread": Cited(RANK, "section 2", NOTES),
    "encoder.a-residual-keeps-two-rows-apart": Cited(RANK, "section 3", NOTES),
    "encoder.a-net-multiplies-differences": Cited(RANK, "section 3", NOTES),
    "encoder.layer-norm-keeps-opposite-rows": Cited(RANK, "section 3", NOTES),
    "decoder.one-layer-cannot-go-on": INDUCTION,
    "decoder.one-layer-fails-one-of-four": INDUCTION,
    "decoder.a-net-after-one-layer-goes-on": Cited(
        "Sanford, Hsu and Telgarsky 2024, arXiv:2408.14332",
        why_no_place="its one theorem bounds the size for long sequences, not for these four",
    ),
    "decoder.two-layers-go-on": INDUCTION,
    "decoder.sharp-layers-go-on": INDUCTION,
    "decoder.two-layers-are-sure": INDUCTION,
    "retrieval.some-k-are-never-first": Cited(
        LIMITS, "appendix D.3; section 3.3 of version 1", FIRST_VERSION
    ),
    "retrieval.thresholds-add-one-to-the-rank": Cited(LIMITS, "proposition 2", FIRST_VERSION),
    "retrieval.sign-rank-is-width-enough": Cited(LIMITS, "proposition 2", FIRST_VERSION),
    "retrieval.meeting-hulls-are-not-separated": Cited(
        "Radon 1921, Mathematische Annalen 83", why_no_place="the paper proves one theorem"
    ),
    "retrieval.width-two-k-ranks-any-k-first": Cited(
        "arXiv:2601.20844", why_no_place="its title is the theorem: width 2k is large enough"
    ),
    "retrieval.late-interaction-gives-any-joint-score": Cited(TOKENS, "section 3.3", COPY),
    "retrieval.late-interaction-never-falls-with-a-token": Cited(TOKENS, "section 3.3", COPY),
    "retrieval.late-interaction-is-a-dot-product": Cited(TOKENS, "section 3.3", COPY),
    "retrieval.late-interaction-costs": Cited(TOKENS, "section 3.3", COPY),
    "contrastive.nearness-and-spread": Cited(SPHERE, "theorem 1", "ar5iv.org/abs/2005.10242"),
    "contrastive.drawn-negatives": Cited(SPHERE, "theorem 1", "ar5iv.org/abs/2005.10242"),
    "contrastive.nearness-is-greatest-for-equal-pairs": Cited(
        SPHERE, "theorem 1", "ar5iv.org/abs/2005.10242"
    ),
    "contrastive.logarithm-is-approached": Cited(
        "van den Oord, Li and Vinyals 2018, arXiv:1807.03748", "section 2.3 and appendix A.1", COPY
    ),
    "kernel.bias-is-at-most-a-mean-distance": Cited(RATES, "proposition 9.2", CHAPTER_9),
    "kernel.squared-error-is-bias-and-variance": Cited(
        RATES, "propositions 9.1 and 9.3", CHAPTER_9
    ),
    "kernel.best-width-is-a-cube-root": Cited(RATES, "proposition 9.3", CHAPTER_9),
    "fold.any-shift": Cited(ONLINE, "algorithm 3", COPY),
    "fold.order-of-parts-is-irrelevant": Cited(ONLINE, "section 3.1", COPY),
}

OURS = {
    "kernel.regression-fits-best": "the case of a level line of kernel.local-linear-fits-best",
    "kernel.linear-attention-state-is-updated": "a step of kernel.linear-attention-is-a-state",
    "kernel.positive-kernels-have-one-map": "a common sentence, which is refuted",
    "kernel.one-map-is-never-negative": "what is true instead of positive-kernels-have-one-map",
    "heads.attention-is-lipschitz-in-its-query": "alike scores, of one query",
    "heads.a-query-in-the-middle-moves-fastest": "why no smaller constant is enough for a query",
    "heads.a-row-against-many-moves-fastest": "why no smaller constant is enough for all rows",
    "heads.scores-rise-alike-on-a-ball": "a step of attention-to-rows-on-a-ball-is-lipschitz",
    "heads.a-product-is-at-most-the-lengths": "Cauchy and Schwarz",
    "heads.scores-move-slowly-on-a-ball": "a step of heads.attention-is-lipschitz-on-a-ball",
    "heads.distances-without-the-row-itself-are-not-lipschitz": "a hypothesis of theorem 3.2",
    "position.rotary-forms-are-a-permutation-apart": "libraries have one form or the other",
    "position.rotary-leaves-turns-and-scales": "what is left of heads.same-scores-share-a-basis",
    "heads.same-scores-share-a-basis": "linear algebra",
    "heads.same-outputs-share-a-basis": "linear algebra",
    "position.rotary-any-offset-can-be-first": "answers position.rotary-scores-fall-with-distance",
    "position.rotary-score-is-a-sum-of-waves": "what is true instead of scores that fall",
    "position.rotary-keeps-pairs-apart": "converse of position.rotary-leaves-turns-and-scales",
    "position.rotary-turns-and-scales-alone": "converse of position.rotary-leaves-turns-and-scales",
    "position.rotary-base-stretches-slow-pairs": "what changing the base does, as libraries do it",
    "heads.groups-of-one-head-are-multi-head": "as many groups as heads",
    "heads.orders-of-groups-are-a-permutation-apart": "libraries have one order or the other",
    "normalization.rows-that-differ-stay-different": "a common sentence, which is refuted",
    "normalization.shift-and-scale-are-forgotten": "what is true instead of rows that differ",
    "retrieval.a-plane-ranks-any-pair-first": "a common sentence, which is refuted",
    "retrieval.five-documents-outrun-a-plane": "a case of retrieval.some-k-are-never-first",
    "retrieval.six-documents-outrun-width-three": "a case of retrieval.some-k-are-never-first",
    "retrieval.width-four-ranks-any-pair-first": "a case of width-two-k-ranks-any-k-first",
    "retrieval.four-documents-fit-a-plane": "an example with its numbers",
    "retrieval.late-interaction-outranks-a-product": "an example with its numbers",
    "retrieval.a-line-ranks-its-ends": "the case of width 1",
    "retrieval.a-line-ranks-two-sets-at-most": "the case of width 1",
    "retrieval.a-line-ranks-two-sets": "the case of width 1",
    "retrieval.late-interaction-with-one-token-is-dot": "the case of one token",
    "contrastive.temperature-is-a-width": "kernel.bridge-to-dot-product, of vectors of one length",
    "contrastive.many-negatives": "of copies, where the paper's theorem 1 is of drawn negatives",
    "contrastive.spread-has-a-bound": "the paper's theorem 1 is a limit of many points",
    "fold.scores-within-reach": "Cauchy and Schwarz",
}
