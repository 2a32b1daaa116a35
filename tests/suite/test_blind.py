"""Wrong attentions that were written before the laws were read: which law each breaks first."""

import importlib.util
from pathlib import Path

import pytest

from atensi.subjects import checking
from atensi.subjects.checking import Asked
from atensi.work.pool import in_parallel

ROOM = Path(__file__).parents[1] / "blind"
DOCUMENT = ROOM.parents[1] / "docs" / "check.md"
FIRST = {
    "backward_plain_mean": "backward.attention-gradients",
    "backward_unscaled_keys": "backward.attention-gradients",
    "causal_mask_kept": "heads.causal-mask",
    "epsilon_in_the_sum": "softmax.definition",
    "groups_tiled": "heads.grouped",
    "heads_not_moved": "heads.self-attention",
    "largest_of_all": "softmax.definition",
    "mask_of_ten_thousand": "heads.scaled-dot-product-attention",
    "mask_or_causal": "heads.causal-mask",
    "mask_read_as_padding": "lookup.attention",
    "mean_square_of_all": "normalization.rms-norm",
    "norm_over_time": "decoder.causal",
    "queries_in_chunks": "heads.causal-mask",
    "rotary_mixed": "position.rotary-score-knows-the-offset",
    "scale_of_values": "heads.scaled-dot-product-attention",
    "scale_zero": "heads.scaled-dot-product-attention",
    "scores_clipped": "softmax.definition",
    "tiled_denominator": "softmax.definition",
    "tiles_skipped": "heads.causal-mask",
    "variance_in_one_pass": "floats.layer-norm",
}
TORCH = ("norm_over_time",)
ATTENTION = "scaled_dot_product_attention"


def asked(name):
    path = ROOM / f"{name}.py"
    if name in TORCH:
        return Asked(f"{path}:Block", checking.naming.MODULE, promises=("causal",))
    function = f":{ATTENTION}" if f"def {ATTENTION}(" in path.read_text("utf-8") else ""
    return Asked(f"{path}{function}", arrays="numpy", examples=20, first=True)


@pytest.fixture(scope="module")
def first():
    """What tells each apart; the laws are judged up to the first that breaks."""
    jobs = [asked(name) for name in FIRST if name not in TORCH]
    return {Path(job.spec.partition(":")[0]).stem: found
            for job, found in in_parallel(checking.first_departure, jobs, afresh=True)}  # fmt: skip


def test_each_wrong_attention_of_the_room_is_in_the_table():
    assert {path.stem for path in ROOM.glob("*.py")} == set(FIRST)


@pytest.mark.parametrize("name", [name for name in FIRST if name not in TORCH])
def test_a_wrong_attention_is_told_by_what_it_breaks_first(first, name):
    law, unnamed = first[name]
    assert law == FIRST[name]
    assert name != "causal_mask_kept" or unnamed == ["causal-alignment"]


@pytest.mark.parametrize("name", TORCH)
def test_a_wrong_module_is_told_by_what_it_breaks_first(name):
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    assert next(iter(checking.check(asked(name)).broken())) == FIRST[name]


def test_the_page_has_the_count():
    assert f"All {len(FIRST)} break a law" in DOCUMENT.read_text("utf-8")
