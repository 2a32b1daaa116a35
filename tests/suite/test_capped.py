"""Attention that takes a cap among its options is asked what it does, and wrong ones are told."""

import json

import pytest

from atensi.cli.commands import main
from atensi.subjects import checking, laws
from atensi.subjects.checking import Asked
from tests.helpers.somebodys import written

TEXT = """
import numpy as np

def bent(scores, cap):
    return cap * np.tanh(scores / cap) if cap else scores

def f(q, k, v, mask=None, is_causal=False, scale=None, softcap=0.0):
    m, n, d = q.shape[-2], k.shape[-2], q.shape[-1]
    scale = d**-0.5 if scale is None else scale
    scores = {scores}
    if is_causal:
        scores = np.where(np.tri(m, n, dtype=bool), scores, -np.inf)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    {after}
    top = scores.max(-1, keepdims=True, initial=-np.inf)
    weights = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = weights.sum(-1, keepdims=True)
    return weights / np.where(total == 0, 1, total) @ v
"""
PRODUCTS = "scale * (q @ k.swapaxes(-1, -2))"
RIGHT = f"bent({PRODUCTS}, softcap)"
WRONG = {
    # the mistake that the standard itself had: onnx/onnx#7865, emmtrix/emx-onnx-cgen#731
    "after the mask": (PRODUCTS, "scores = bent(scores, softcap)",
                       {"dropped-key-of-capped_attention": "0.268"}),
    # huggingface/trl#5691, of the logits
    "before the scale": ("scale * bent(q @ k.swapaxes(-1, -2), softcap)", "",
                         {"cap": "it is capped before it is scaled"}),
    # vllm-project/vllm-metal#665
    "never": (PRODUCTS, "", {"cap": "nothing"}),
    "in no order alone": (f"{PRODUCTS} if is_causal else {RIGHT}", "", {"cap": "[0.964"}),
    # unslothai/unsloth-zoo#593, of the logits
    "times the score": (f"{PRODUCTS} * ({RIGHT} / softcap if softcap else 1)", "",
                        {"cap": "1.928"}),
    "of the first keys": (
        f"np.concatenate([{RIGHT}[..., :64], ({PRODUCTS})[..., 64:]], axis=-1)", "",
        {"cap": "[0.964"},
    ),
}  # fmt: skip


def answers(folder, scores, after=""):
    """Return what a function answers that is wrong by every convention."""
    spec = written(folder, TEXT.format(scores=scores, after=after))
    return {each.convention.key: each for each in checking.ours(Asked(spec))[1]}


def test_a_right_cap_is_ours(tmp_path):
    found = answers(tmp_path, RIGHT)
    assert found["cap"].said == "c tanh(s/c)" and found["cap-and-mask"].said == "first the cap"
    assert all(each.known for each in found.values())


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_cap_is_told(name, tmp_path):
    scores, after, said = WRONG[name]
    found = answers(tmp_path, scores, after)
    for key, begins in said.items():
        assert found[key].said.startswith(begins) and not found[key].known
        assert found[key].convention.is_closed


def test_a_wrong_cap_makes_the_check_red_unless_it_is_known(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(laws, "properties", dict)  # the questions come before any law
    monkeypatch.setattr(checking, "must_have_run", lambda found: found)
    spec = written(tmp_path, TEXT.format(scores=PRODUCTS, after="scores = bent(scores, softcap)"))
    assert main(["check", spec]) == 1
    said = capsys.readouterr().out
    assert "the weight of a key that is dropped, beside a cap: 0.268" in said
    assert "wrong by every convention: dropped-key-of-capped_attention" in said
    known = tmp_path / "known.txt"
    known.write_text("dropped-key-of-capped_attention: as in ONNX before 2026\n", encoding="utf-8")
    assert main(["check", spec, "--known", str(known), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["conventions"]["cap"]["answer"] == "c tanh(s/c)"
