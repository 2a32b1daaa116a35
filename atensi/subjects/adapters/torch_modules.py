"""Layers of torch.nn: self-attention, and the encoder layer in both orders of its norms."""

import torch
from torch import nn

from atensi.judging.registry import UnknownNameError, unknown
from atensi.subjects.models import Model
from atensi.work.message import message

WIDTH, HEADS = 8, 2


def _attention():
    return nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)


def _layer(norm_first):
    return lambda: nn.TransformerEncoderLayer(
        WIDTH, HEADS, 16, dropout=0.0, batch_first=True, norm_first=norm_first
    )


_SIZES = f"{WIDTH}, {HEADS}, 16, dropout=0.0, batch_first=True"
MAKERS = {
    "MultiheadAttention": (
        _attention, f"nn.MultiheadAttention({WIDTH}, {HEADS}, batch_first=True)"
    ),
    "TransformerEncoderLayer": (_layer(False), f"nn.TransformerEncoderLayer({_SIZES})"),
    "TransformerEncoderLayer-norm-first": (
        _layer(True), f"nn.TransformerEncoderLayer({_SIZES}, norm_first=True)"
    ),
}  # fmt: skip


def model(name):
    """Return a layer as a subject, with random weights."""
    if name not in MAKERS:
        known = unknown("layer", name, MAKERS)
        raise UnknownNameError(message("{place}: {known}", place="torch", known=known))
    make, text = MAKERS[name]
    make_it, beside = _scripts(text)

    def of(dtype):
        torch.manual_seed(0)
        return make().to(getattr(torch, dtype))

    def call(layer, x, padded):
        if isinstance(layer, nn.MultiheadAttention):
            return layer(x, x, x, key_padding_mask=padded)[0]
        return layer(x, src_key_padding_mask=padded)

    def run(rows, dtype, kept=None):
        x = torch.from_numpy(rows).to(getattr(torch, dtype))[None]
        padded = None if kept is None else torch.from_numpy(~kept)[None]
        with torch.no_grad():
            return call(of(dtype).eval(), x, padded)[0].double().numpy()

    def changed(draw, rows, place):
        other = rows.copy()
        other[place] = draw.normal(size=rows.shape[1])
        return other

    def is_nan_beside_a_padded_sequence():
        layer = of("float64")
        x = torch.randn(2, 3, WIDTH, dtype=torch.float64)
        padded = torch.tensor([[False] * 3, [True] * 3])
        call(layer, x, padded)[0].sum().backward()  # of the first sequence alone
        return any(bool(each.grad.isnan().any()) for each in layer.parameters()
                   if each.grad is not None)  # fmt: skip

    return Model(
        f"torch:{name}", torch.__version__, lambda draw, n: draw.normal(size=(n, WIDTH)), changed,
        run, causal=False, keeps=True, orderless=True, script=make_it,
        gradient_script=beside, gradient_answer=is_nan_beside_a_padded_sequence,
    )  # fmt: skip


def _scripts(text):
    """Return the lines that make the layer, and a script for the gradients beside padding."""
    padding = "key_padding_mask" if "Multihead" in text else "src_key_padding_mask"
    rows, first = ("x, x, x", "[0]") if "Multihead" in text else ("x", "")
    make = f"import torch\nfrom torch import nn\ntorch.manual_seed(0)\nmodel = {text}"
    call = f"model({rows}, {padding}=padded){first}"
    return (
        f"""{make}.double().eval()
def subject(rows, kept=None):
    x, padded = torch.tensor([rows]).double(), None if kept is None else ~torch.tensor([kept])
    return {call}[0].detach().numpy()""",
        f"""{make}
x, padded = torch.randn(2, 3, {WIDTH}), torch.tensor([[False] * 3, [True] * 3])
{call}[0].sum().backward()  # of the first sequence, which is whole
assert not any(each.grad.isnan().any() for each in model.parameters()), "a gradient is NaN"
""",
    )
