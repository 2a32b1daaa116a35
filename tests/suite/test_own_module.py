"""Somebody's own torch.nn.Module on the stand: it keeps what it promises, or is told where not."""

import subprocess
import sys

import pytest

pytest.importorskip("torch", reason="torch is not installed")

from atensi.judging.registry import UnknownNameError
from atensi.subjects import machine_reports
from atensi.subjects.checking import Asked, check

LAYERS = """
import torch
from torch import nn

class Attention(nn.Module):
    reach = 0

    def __init__(self, width=6):
        super().__init__()
        self.maps = nn.ModuleList(nn.Linear(width, width) for _ in range(3))

    def forward(self, x, attention_mask=None):
        n = x.shape[1]
        kept = torch.ones(n, n, dtype=torch.bool).tril(self.reach)
        if attention_mask is not None:
            kept = kept & attention_mask[:, None, :]
        rows = (each(x) for each in self.maps)
        return nn.functional.scaled_dot_product_attention(*rows, attn_mask=kept)

class OneTooFar(Attention):
    reach = 1

class Unpadded(Attention):
    reach = 99

    def forward(self, x, attention_mask=None):
        return super().forward(x)

def everywhere():
    made = Attention()
    made.reach = 99
    return made

layer = nn.MultiheadAttention(8, 2, batch_first=True)

class Sized(Attention):
    def __init__(self, width, heads):
        super().__init__(width)
"""


@pytest.fixture
def found(tmp_path):
    path = tmp_path / "layers.py"
    path.write_text(LAYERS)
    return lambda name, *promises: check(
        Asked(f"{path}:{name}", "torch.nn.Module", promises=promises)
    )


@pytest.mark.parametrize(
    ("name", "promise"),
    [("Attention", "causal"), ("everywhere", "orderless"), ("layer", "orderless")],
)
def test_an_honest_module_keeps_the_laws_that_bind_it(found, name, promise):
    outcomes = found(name, promise).laws()
    law = {"causal": "decoder.causal", "orderless": "encoder.equivariant"}[promise]
    for claim in (law, "softmax.masking-renormalises"):
        assert outcomes[claim].outcome == "holds" and outcomes[claim].cases == 16


@pytest.mark.parametrize(
    ("name", "promise", "broken"),
    [
        ("OneTooFar", "causal", "decoder.causal"),
        ("everywhere", "causal", "decoder.causal"),
        ("Attention", "orderless", "encoder.equivariant"),
        ("Unpadded", "orderless", "softmax.masking-renormalises"),
    ],
)
def test_a_module_that_breaks_a_law_is_found_and_its_script_fails_alone(
    found, name, promise, broken, tmp_path
):
    came = found(name, promise)
    assert broken in came.broken()
    script = tmp_path / "script.py"
    script.write_text(machine_reports.script_of(came, broken))
    text = script.read_text()
    assert sum(not line.startswith("#") for line in text.splitlines()) <= 10, text
    ran = subprocess.run([sys.executable, "-I", script], capture_output=True, text=True)
    assert ran.returncode == 1 and "AssertionError" in ran.stderr, ran.stderr


def test_what_a_module_does_not_promise_is_not_asked(found):
    assert found("OneTooFar").laws()["decoder.causal"].outcome == "not offered"


def test_a_module_that_needs_arguments_is_refused_with_the_way_out(found):
    with pytest.raises(UnknownNameError, match=r"without arguments .* a function .* that makes"):
        found("Sized")
    with pytest.raises(UnknownNameError, match=r"makes no torch\.nn\.Module"):
        found("torch.Size")
