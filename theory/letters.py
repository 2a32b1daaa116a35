"""The letters of the chapter: sizes, and the places that run to them."""

from theory.stating.variables import index, size

n, m, d, N = (size(name) for name in ("n", "m", "d", "N"))
d_q, d_k, d_v, d_attn = (size(name) for name in ("d_q", "d_k", "d_v", "d_attn"))
L, d_model, d_ff, h = (size(name) for name in ("L", "d_model", "d_ff", "h"))
i, j, k, l = (index(name, n) for name in "ijkl")  # noqa: E741  (the theory's names)
a, b, o = (index(name, d) for name in "abo")  # coordinates
