"""Questions to each function by itself, of which only an answer that is not ours is told.

Of whole attention they stand in the table of conventions.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from atensi.judging.zoo import own_functions
from atensi.subjects import own_epsilon, precision, probes
from atensi.subjects.conventions import (
    CAPPED,
    CONVENTIONS,
    DTYPES,
    FLOATS_ARE,
    GRADIENTS,
    MEANINGS,
    ROWS,
    SDPA,
    WIDTHS,
)
from atensi.subjects.questions import REFUSED, Answer, Convention, Functions, ask
from atensi.subjects.small_inputs import of_ones

MASKED = {
    "attention": probes.masked_scores,
    "softmax": probes.masked_weights,
    GRADIENTS: probes.masked_gradients,
    "folded_attention": probes.masked,
    "tiled_attention": probes.masked,
}
FROM_THE_START = "the first query stands at the first key"
FIRST = "the first query sees the first key"
KEEPS, DROPS, ADDED = "True", "False", "0, and -inf of the rest"
CAUSAL = "none after its place"
SEES = Convention("sees-unless-told", "which keys a query sees that is told nothing",
                  SDPA, probes.two_queries, {"all": (3.0, 3.0), CAUSAL: (2.0, 3.0)}, "all",
                  "heads.causal-mask")  # fmt: skip
BY_POINTS = [
    Convention("bandwidth-of-kernel_regression", "what the width of kernel_regression means",
               "kernel_regression", probes.by_width, WIDTHS, "its inverse, β",
               "kernel.beta-is-inverse-width"),
    Convention("alignment-of-linear_bias", "a linear bias with fewer queries than keys",
               "linear_bias", lambda bias: np.asarray(bias(np.ones(1), 1, 2)).ravel(),
               {"the last query stands at the last key": (-1.0, 0.0),
                FROM_THE_START: (0.0, -1.0), REFUSED: None},
               "the last query stands at the last key", "position.linear-bias"),
    Convention("form-of-causal_mask", "what a causal mask says of what may be seen", "causal_mask",
               lambda mask: np.asarray(mask(2, 2)).ravel(),
               {KEEPS: (1, 0, 1, 1), DROPS: (0, 1, 0, 0), ADDED: (0, -np.inf, 0, 0)}, KEEPS,
               "heads.causal-mask"),
    Convention("alignment-of-causal_mask", "a causal mask with fewer queries than keys",
               "causal_mask", lambda mask: float(np.diff(np.asarray(mask(1, 2)).ravel())[0] == 0),
               {"the last query sees every key": 1.0, FIRST: 0.0, REFUSED: None},
               "the last query sees every key", "heads.causal-mask"),
]  # fmt: skip
EPSILONS = [
    Convention(f"epsilon-of-{name}", f"the ε of {name}, which takes none", name,
               own_epsilon.own, {}, "what is given", "normalization.variance-with-epsilon")
    for name in ("layer_norm", "rms_norm")
]  # fmt: skip
(POLARITY,) = (each for each in CONVENTIONS if each.key == "polarity")
POLARITIES = [
    Convention(f"polarity-of-{name}", f"what True means in a mask of {name}", name,
               probe([[True, False]]), MEANINGS, "keep", "lookup.mask")
    for name, probe in MASKED.items()
]  # fmt: skip
FLOATS = [
    Convention(f"floats-in-a-mask-of-{name}", f"what floats in a mask of {name} are", name,
               probe([[0.0, 1.0]]), FLOATS_ARE, "added", "lookup.mask")
    for name, probe in MASKED.items() if name != "softmax"  # whose `where` is a mask of truths
]  # fmt: skip
HIDDEN = [  # of gradients they stand in the table
    Convention(f"{key}-of-{name}", f"{what}, in {name}", name, MASKED[name]([mask]), ROWS,
               "output 0", "softmax.nothing-to-attend-to")
    for key, what, mask, names in (
        ("hidden-row", "a row of which a mask keeps nothing", [False, False],
         MASKED.keys() - {GRADIENTS}),
        ("hidden-row-added", "a row of scores to which -inf is added", [-np.inf, -np.inf],
         MASKED.keys() - {GRADIENTS, "softmax"}),
    )
    for name in sorted(names)
]  # fmt: skip
DROPPED = Convention("dropped-key-of-capped_attention",
                     "the weight of a key that is dropped, beside a cap", CAPPED,
                     probes.capped_and_dropped, {"0": 0.0}, "0", "lookup.masked-value-never-leaks",
                     is_closed=True)  # fmt: skip
PART = Convention("part-of-rotary", "which columns rotary positions turn", "rotary",
                  probes.turned_share,
                  {"all": 1.0, "the first half": 0.5, "the first quarter": 0.25}, "all",
                  "position.rotary-keeps-lengths")  # fmt: skip
MORE = [
    PART,
    Convention("length-of-rotary", "how long a row of length 1 is once it is turned", "rotary",
               lambda rotary: np.linalg.norm(probes.turned_row(rotary)), {"1": 1.0}, "1",
               "position.rotary-keeps-lengths"),
    Convention("epsilon-in-rms_norm", "where epsilon stands in RMSNorm, and what is summed",
               "rms_norm", lambda norm: norm(np.asarray([-3.0, 0.0, 3.0]), eps=2.0)[2],
               {"√(mean + ε)": 3 / np.sqrt(8), "√mean + ε": 3 / (np.sqrt(6) + 2),
                "√(sum + ε)": 3 / np.sqrt(20)}, "√(mean + ε)", "normalization.rms-norm"),
    Convention("dropped-but-far", "a key that a mask drops, whose score is 20 000 above the rest",
               SDPA, probes.dropped_but_far, {"gets nothing": 2.0}, "gets nothing", "lookup.mask",
               mistakes={"gets all": 4.0}),
]  # fmt: skip
OWN = [SEES, *POLARITIES, *FLOATS, *HIDDEN, *BY_POINTS, *EPSILONS, DROPPED, *MORE]


def _dtype_of(name: str) -> Convention:
    def probe(function):
        found = function(*of_ones(name, "float32"))
        return np.asarray(found[0] if isinstance(found, tuple) else found).dtype.itemsize

    return Convention(f"dtype-of-{name}", f"the dtype of {name} on float32", name, probe, DTYPES,
                      "float32", "floats.stored-once")  # fmt: skip


def _precision_of(name: str) -> Convention:
    return Convention(f"precision-of-{name}", f"what {name} on float64 is computed in", name,
                      precision.of_its_digits(name), precision.PRECISION, "float64",
                      "floats.stored-once")  # fmt: skip


@cache
def questions() -> dict[str, Convention]:
    """Return the conventions and the questions to each function, by their keys."""
    ours = own_functions()
    dtypes = (_dtype_of(name) for name in ours if name != POLARITY.needs)
    whole = {each.needs for each in CONVENTIONS if each.key.endswith("precision")}
    precise = (_precision_of(name) for name in ours if name not in whole)
    rounded = (each for each in (*dtypes, *precise)
               if (answer := ask(each, ours)) and answer.is_ours)  # fmt: skip
    return {each.key: each for each in (*CONVENTIONS, *OWN, *rounded)}


def ask_all(functions: Functions, asked_before: Sequence[Answer]) -> Iterator[Answer]:
    """Yield the answers in the order of the questions, those that were asked before among them."""
    before = {each.convention.key: each for each in asked_before}
    table = {each.key for each in CONVENTIONS}
    for key, each in questions().items():
        answer = before.get(key) or ask(each, functions)
        if answer and (key in table or not answer.is_ours):
            yield answer
