"""Somebody's own PyTorch on the stand: a layer keeps what it promises, functions are understood."""

import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch is not installed")

from atensi_bounds import attention_tolerance, softmax_tolerance

from atensi.judging.registry import UnknownNameError
from atensi.subjects import machine_reports, naming
from atensi.subjects.checking import Asked, check
from atensi.subjects.models import LENGTHS, TRIALS
from impl.heads import scaled_dot_product_attention
from impl.softmax import softmax

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
        assert outcomes[claim].outcome == "holds" and outcomes[claim].cases == TRIALS * len(LENGTHS)


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


LIKE = "scaled_dot_product_attention"
Q, K, V = (np.sin(np.arange(24.0)).reshape(2, 4, 3) + place for place in range(3))
MODULE = """
import torch
import torch.nn.functional as F

def scaled_dot_product_attention(q, k, v, attn_mask=None, scale=None):
    return F.scaled_dot_product_attention(q, k, v, attn_mask, scale=scale)

def softmax(x, dim=None):
    return torch.softmax(x, dim)

def feed_forward(x, params):
    return torch.relu(x @ params["w_1"] + params["b_1"]) @ params["w_2"] + params["b_2"]

def helper(anything):
    return anything
"""


def test_each_function_of_a_module_is_called_with_the_arrays_that_it_takes(tmp_path):
    (tmp_path / "functions_of_torch.py").write_text(MODULE, encoding="utf-8")
    found = naming.offer(str(tmp_path / "functions_of_torch.py"))
    assert found.how[LIKE] == "called with torch arrays, laid out as ...LD"
    off = abs(found.functions[LIKE](Q, K, V) - scaled_dot_product_attention(Q, K, V))
    assert (off <= 2 * attention_tolerance(Q, K, V)).all()
    weights, rows = found.functions["softmax"](Q, axis=0).T, Q.T
    assert (abs(weights - softmax(rows)) <= 2 * softmax_tolerance(rows)).all()
    x, ones = np.eye(2), {"w_1": np.eye(2), "w_2": np.eye(2), "b_1": np.ones(2), "b_2": np.ones(2)}
    assert (found.functions["feed_forward"](x, ones) == x + 2).all()
    assert found.functions["helper"](3) == 3


def test_bfloat16_goes_to_pytorch_and_back(tmp_path):
    halves_of = pytest.importorskip("ml_dtypes").bfloat16
    (tmp_path / "functions_of_torch.py").write_text(MODULE, encoding="utf-8")
    called = naming.offer(f"{tmp_path / 'functions_of_torch.py'}:{LIKE}").functions[LIKE]
    short = [x.astype(halves_of) for x in (Q, K, V)]
    assert called(*short).dtype == halves_of
