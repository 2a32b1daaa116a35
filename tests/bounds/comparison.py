"""Compare today's tolerances with the bound: python -m tests.bounds.comparison [--plot].

It writes the tables of docs/bounds.md between their marks, with date and versions. Each result is
wrong in one way, or honest; each tolerance accepts or refuses it.
"""

import platform
import re
import sys
from datetime import date
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from atensi_bounds import softmax
from atensi_bounds.formats import named
from atensi_bounds.problem import Problem
from atensi_bounds.refusals import multiples
from atensi_bounds.roundings import roundings

from tests.bounds import kernels
from tests.bounds.inputs import drawn
from tests.bounds.kernels import rounded

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "bounds.md"
FORMATS = ("float32", "float16", "bfloat16")
TORCH = {  # rtol and atol of torch.testing.assert_close, by dtype
    "float16": (1e-3, 1e-5),
    "bfloat16": (1.6e-2, 1e-5),
    "float32": (1.3e-6, 1e-5),
}
LOOSE = (1e-2, 1e-2)  # a benchmark's tolerance
BATCH, LENGTH, WIDTH = (2, 12), 128, 64
SCORES = 393_216
BLOCK = 4096
HAS_TORCH = find_spec("torch") is not None
HEIGHT = 512  # far above that of NumPy's sums by halves, or of a processor's lanes
assert np.prod(BATCH) * LENGTH**2 == SCORES


def shares(s):
    """Return exact weights, up to float64."""
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def half_zeroed(s):
    """Return scores of which every second one is 0."""
    s = s.copy()
    s[..., ::2] = 0
    return s


def normalised_by_a_block(s):
    """Return exponentials over the sum of the first block of them."""
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return e / e[..., : min(BLOCK, s.shape[-1] // 2)].sum(axis=-1, keepdims=True)


def without_the_last(p):
    """Return weights as if the last key were not there."""
    p = p.copy()
    p[..., -1] = 0
    return p / p.sum(axis=-1, keepdims=True)


WRONG = {  # weights, from exact scores
    "zeros": lambda s: 0 * s,
    "uniform weights": lambda s: shares(0 * s),
    "unnormalised weights": lambda s: np.exp(s - s.max(axis=-1, keepdims=True)),
    "weights normalised by one block": normalised_by_a_block,
    "half of the scores zeroed": lambda s: shares(half_zeroed(s)),
    "half of the temperature": lambda s: shares(2 * s),
    "a temperature that is off by 1 %": lambda s: shares(1.01 * s),
    "the last key dropped": lambda s: without_the_last(shares(s)),
}


class Softmax:
    """The weights of one row of scores, which are uniform, from 0 to 1."""

    title = f"Softmax of a row of {SCORES} scores, uniform in [0, 1)"
    more = ("bound, float32, any order", "default, float16", "default, bfloat16")

    def __init__(self, dtype):
        self.dtype = dtype
        self.x = rounded(np.random.default_rng(0).random(SCORES), dtype)
        self.judged = self._judged(HEIGHT, "fused")

    def _judged(self, height=None, kernel="any"):
        held = named(self.dtype)
        return softmax.judged(self.x, -1, held, roundings(held, None, kernel, height))

    def other(self):
        """Return the bound of default options: of any order, and of any kernel."""
        return self._judged()

    def honest(self):
        """Return what NumPy computes in float32."""
        e = np.exp(np.float32(self.x) - np.float32(self.x.max()))
        return rounded(e / e.sum(), self.dtype)

    def by_torch(self):
        """Return what PyTorch computes, by the names of its ways."""
        x = tensor(self.x, self.dtype)
        return {"honest, PyTorch": lambda: x.softmax(-1).double().numpy()}

    def wrong(self, weights):
        """Return a wrong result, rounded to the format."""
        return rounded(weights(self.x), self.dtype)


class Attention:
    """Self-attention of 2 sequences of 128 places, 12 heads of width 64; all uniform."""

    title = (
        f"Attention in {BATCH[0]} × {BATCH[1]} heads of width {WIDTH} with {LENGTH} queries and "
        "keys, uniform in [0, 1)"
    )
    more = ("default, float16", "default, bfloat16")

    def __init__(self, dtype):
        self.dtype = dtype
        draw = self.draw(np.random.default_rng(0))
        self.given = [rounded(draw((*BATCH, LENGTH, WIDTH)), dtype) for _ in "qkv"]
        held = named(dtype)
        self.problem = Problem.read(*self.given, None, None, False, held, "zero", enable_gqa=False)
        self.judged = self._judged("fused")

    def _judged(self, kernel):
        return self.problem.judged(roundings(self.problem.held, None, kernel, None))

    @staticmethod
    def draw(random):
        """Return what draws numbers of a shape."""
        return random.random

    def other(self):
        """Return the bound of default options, for any kernel; of float32 it is the same."""
        return None if self.dtype == "float32" else self._judged("any")

    def honest(self):
        """Return what a kernel computes by blocks of 16 keys, with sums in float32."""
        heads = (x.reshape(-1, LENGTH, WIDTH) for x in self.given)
        made = [kernels.fused(*head, self.dtype, "float32") for head in zip(*heads, strict=True)]
        return np.reshape(made, self.judged.exact.shape)

    def by_torch(self):
        """Return what PyTorch computes, by the names of its ways."""
        from torch.nn import attention, functional

        given = [tensor(x, self.dtype) for x in self.given]

        def computed(name):
            with attention.sdpa_kernel(getattr(attention.SDPBackend, name)):
                return functional.scaled_dot_product_attention(*given).double().numpy()

        ways = {"flash": "FLASH_ATTENTION", "step by step": "MATH"}
        return {f"honest, PyTorch, {way}": lambda n=name: computed(n) for way, name in ways.items()}

    def wrong(self, weights):
        """Return a wrong result, rounded to the format."""
        q, k, v = self.given
        return rounded(weights(q @ np.swapaxes(k, -1, -2) / np.sqrt(WIDTH)) @ v, self.dtype)


class NormalAttention(Attention):
    """The same of normal numbers."""

    title = "The same of normal numbers of variance 1"

    @staticmethod
    def draw(random):
        """Return what draws numbers of a shape."""
        return random.standard_normal


def tensor(x, dtype):
    """Return a tensor of PyTorch."""
    import torch

    return torch.tensor(x, dtype=getattr(torch, dtype))


def verdict(actual, exact, tolerance):
    """Say what a relative and an absolute tolerance do."""
    rtol, atol = tolerance
    near = np.abs(actual - exact) <= atol + rtol * np.abs(exact)
    return "accepts" if np.all(near) else "refuses"


def ours(actual, judged):
    """Say what the bound does, and the largest error in units of it, or that it is no help."""
    allowed = judged.bound + judged.reference
    worst = multiples(np.abs(actual - judged.exact), allowed).max()
    shown = f"{worst:.2g}" if worst < 100 else f"{float(f'{worst:.2g}'):,.0f}".replace(",", " ")
    if worst <= 1 and (judged.why.any() or judged.accepts_zeros or judged.blind.any()):
        return "no help"
    return f"{'accepts' if worst <= 1 else 'refuses'}, {shown} ×"


def table(case):
    """Return the lines of a table."""
    cases = {dtype: case(dtype) for dtype in FORMATS}
    results = {"honest": lambda each: each.honest()}
    for name in cases["float32"].by_torch() if HAS_TORCH else ():
        results[name] = lambda each, way=name: each.by_torch()[way]()
    results |= {name: lambda each, w=weights: each.wrong(w) for name, weights in WRONG.items()}
    if case is not Softmax:
        results["no scale"] = lambda each: each.wrong(lambda s: shares(WIDTH**0.5 * s))
        results["1/d as the scale"] = lambda each: each.wrong(lambda s: shares(s / WIDTH**0.5))
        causal = lambda s: shares(np.where(np.tri(LENGTH), s, -np.inf))
        results["a causal mask"] = lambda each: each.wrong(causal)
        results["values in another order"] = lambda each: each.judged.exact[..., ::-1, :]
    judges = [(cases[f], cases[f].judged) for f in FORMATS]
    judges += [(cases[f], other) for f in FORMATS if (other := cases[f].other()) is not None]
    heads = ("result", "1e-2", *(f"PyTorch, {f}" for f in FORMATS))
    heads += (*(f"bound, {f}" for f in FORMATS), *case.more)
    yield f"**{case.title}**"
    yield ""
    yield f"| {' | '.join(heads)} |"
    yield "|---" * len(heads) + "|"
    for name, make in results.items():
        made = {each: make(each) for each in cases.values()}
        first = cases["float32"]
        row = [name, verdict(made[first], first.judged.exact, LOOSE)]
        row += [verdict(made[cases[f]], cases[f].judged.exact, TORCH[f]) for f in FORMATS]
        row += [ours(made[each], judged) for each, judged in judges]
        yield f"| {' | '.join(row)} |"
    yield ""


def zeros():
    """Return the lines of the table that says from how many keys on zeros would be accepted."""
    keys = (16, 128, 1024, 4096, 16384)
    yield "**Zeros for attention of 16 queries, normal numbers of variance 1, width 64**"
    yield ""
    yield f"| format | kernel | {' | '.join(f'{n} keys' for n in keys)} |"
    yield "|---" * (len(keys) + 2) + "|"
    for dtype in FORMATS:
        for kernel in ("fused",) if dtype == "float32" else ("any", "fused"):
            held, row = named(dtype), [dtype, "any" if dtype == "float32" else kernel]
            for n in keys:
                given = drawn("gaussian", 0, dtype, 16, n, WIDTH, 8)
                problem = Problem.read(*given, None, None, False, held, "zero", enable_gqa=False)
                judged = problem.judged(roundings(held, None, kernel, None))
                row.append(ours(0 * judged.exact, judged))
            yield f"| {' | '.join(row)} |"
    yield ""


def versions():
    """Return the line that says when this was computed, and by what."""
    numbers = f"Python {platform.python_version()}, NumPy {np.__version__}"
    if HAS_TORCH:
        numbers += f", PyTorch {version('torch')}"
    return f"Computed on {date.today().isoformat()} with {numbers} on {platform.machine()}."


def main():
    """Write the tables, and with --plot the plot."""
    lines = [versions(), ""]
    for case in (Softmax, Attention, NormalAttention):
        lines += table(case)
    lines += zeros()
    print("\n".join(lines))
    text = PAGE.read_text(encoding="utf-8")
    made = "\n".join(["<!-- tables -->", *lines, "<!-- end of the tables -->"])
    marks = re.compile("<!-- tables -->.*<!-- end of the tables -->", re.DOTALL)
    PAGE.write_text(marks.sub(lambda _: made, text), encoding="utf-8")
    if "--plot" in sys.argv:
        from tests.bounds import tightness

        tightness.main()


if __name__ == "__main__":
    main()
