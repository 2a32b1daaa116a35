"""What is fast stands for its formula: as a subject, it keeps every law that the formula keeps.

The laws are those of `atensi check`, with what follows from a form: attention by scores, and
weights. What is tested on fifty digits is run on the form besides. None of them offers gradients.
How near they come on many cases is for `tests/properties/test_tiles.py`.
"""

from functools import partial

import pytest
from array_api_compat import array_namespace

from atensi.judging.zoo import specimens
from atensi.subjects import laws
from atensi.subjects.derived import with_derived
from atensi.subjects.laws import BROKEN, DIGITS, HOLDS
from atensi.subjects.offer import Offer
from impl import decoder, fold, heads, kernel
from impl.fast import nearby, tiles
from tests.helpers.subject import load

pytestmark = pytest.mark.meta
ATTENTION, REGRESSION = "scaled_dot_product_attention", "kernel_regression"
FORMULA = {
    ATTENTION: heads.scaled_dot_product_attention, REGRESSION: kernel.kernel_regression,
}  # fmt: skip
FAST = {
    "folded_attention": (ATTENTION, fold.folded_attention),
    "tiled_attention": (ATTENTION, tiles.tiled_attention),
    "folded_regression": (REGRESSION, fold.folded_regression),
    "tiled_regression": (REGRESSION, nearby.tiled_regression),
}
DEPARTS = {  # and why; within the bound of the fold, which `test_tiles.py` holds it to
    "tiled_attention": {
        "test_an_exact_shift_changes_no_bit": "where nothing is subtracted from the scores, a "
        "shift of all of them is undone by the division, which rounds",
        "test_attention_is_the_weighted_mean_up_to_rounding": "sums below the least normal number "
        "are divided by a mass that no score of 0 keeps at 1 or more",
        "test_what_stands_later_is_not_touched_be_it_nan": "the fold takes over where a number is "
        "not finite, and sums in another order: rows before it keep their values, not every bit",
    },
    "cached_block": {
        "test_a_block_is_three_layers_in_order": "it compares bits, and a row alone is multiplied "
        "in another order than among others; `decoder.cache-equals-full-pass` has the bound",
    },
}
EXAMPLES, TILE = 6, 2


def form(name, function):
    """Return a fast form under the name of its formula, in tiles that are smaller than the rows."""
    return {FAST[name][0]: partial(function, tile=TILE)}


def judged(name, functions):
    """Yield the laws, and what comes of each."""
    offer = Offer(name, with_derived(functions)[0])
    for place in laws.properties():
        yield place, laws.judge(offer, place, EXAMPLES, seed=0)


@pytest.fixture(scope="module")
def of_formula():
    """What each formula keeps, by its name and the law."""
    return {name: dict(judged(name, {name: formula})) for name, formula in FORMULA.items()}


@pytest.mark.parametrize("name", FAST)
def test_a_fast_form_keeps_every_law_of_its_formula(name, of_formula):
    ours = form(name, FAST[name][1])
    theirs, departs = of_formula[FAST[name][0]], DEPARTS.get(name, {})
    kept = [place for place, each in theirs.items() if each.outcome == HOLDS]
    assert kept and not [place for place, each in theirs.items() if each.outcome == BROKEN]
    for place, found in judged(name, ours):
        if found.outcome == BROKEN and place.partition("::")[2] in departs:
            continue
        assert found.outcome == theirs[place].outcome, (place, found.message)
        if found.outcome == DIGITS and found.message in ours:
            laws.properties()[place].glance(subject=load("impl").but(**ours))


@pytest.mark.parametrize(
    "name", ["fold_that_averages", "tiles_with_one_mask", "regression_that_averages",
             "regression_of_three_widths"],
)  # fmt: skip
def test_a_wrong_fast_form_breaks_a_law(name):
    wrong = next(each for each in specimens() if each.name == name)
    offered = form(wrong.replaces, wrong.function)
    assert any(each.outcome == BROKEN for _, each in judged(name, offered))


def from_cache(cached_block):
    """Return a decoder's block that gives its rows one after the other, from the cache."""

    def decoder_block(y, memory, params, mask=None, **options):
        crossed = [heads.project(memory, params[f"crossed.{name}"]) for name in ("w_k", "w_v")]
        kept, rows = None, []
        for place in range(y.shape[-2]):
            row = y[..., place : place + 1, :]
            seen = mask if mask is None else mask[..., place : place + 1, :]
            row, kept = cached_block(row, kept, crossed, params, mask=seen, **options)
            rows.append(row)
        return array_namespace(y).concat(rows, axis=-2)

    decoder_block.__module__ = "impl.decoder"
    return decoder_block


def laws_of_decoders(monkeypatch, cached_block):
    """Run the laws of decoders on whole machines whose blocks are computed from the cache."""
    ran = []
    block = from_cache(cached_block)
    monkeypatch.setattr(decoder, "decoder_block", lambda *a, **o: ran.append(1) or block(*a, **o))
    subject = load("impl").but(decoder_block=block)
    for place, law in laws.properties().items():
        file, _, name = place.partition("::")
        if file == "tests/properties/test_decoder.py" and name not in DEPARTS["cached_block"]:
            law.glance(subject=subject)
    assert ran


def test_a_decoder_from_the_cache_keeps_every_law_of_decoders(monkeypatch):
    laws_of_decoders(monkeypatch, decoder.cached_block)


def test_a_decoder_from_a_wrong_cache_breaks_one(monkeypatch):
    wrong = next(each for each in specimens() if each.name == "cached_block_without_a_past")
    with pytest.raises(AssertionError):
        for _ in range(10):  # each is a glance, which may miss it
            laws_of_decoders(monkeypatch, wrong.function)
