"""Measure every case, and say which one is at work."""

from atensi_bounds import attention_tolerance

from atensi.bench import timed
from atensi.bench.timing import medians, peak
from atensi.work.message import tell

SIZES = [2**e for e in range(7, 15)]
STEPS = [2**e for e in range(7, 13)]
BOUNDED = 2048  # up to which the reference and its bound, which hold all scores, are computed
NOTICED, LARGE = 4096, 65536  # from where memory is told from that of the libraries, and beyond

Table = dict[int, dict[str, float]]  # by rows and function


def attention(sizes: list[int]) -> dict[str, Table]:
    """Return seconds by dtype, rows and function."""
    found: dict[str, Table] = {}
    for dtype in ("float32", "float64"):
        for n in sizes:
            tell("attention, {dtype}, n = {n}", dtype=dtype, n=n)
            functions, _ = timed.attention(n, dtype)
            found.setdefault(dtype, {})[n] = medians(functions)
    return found


def errors(sizes: list[int]) -> dict[str, Table]:
    """Return the largest error over the bound, by dtype, rows and function.

    The reference is the formula in long double for float64, and in float64 for float32.
    """
    found: dict[str, Table] = {}
    for dtype, wider in (("float32", "float64"), ("float64", "longdouble")):
        for n in (each for each in sizes if each <= BOUNDED):
            tell("errors, {dtype}, n = {n}", dtype=dtype, n=n)
            functions, rows = timed.attention(n, dtype)
            exact = timed.plain(*(each.astype(wider) for each in rows))
            bound = attention_tolerance(*rows)
            found.setdefault(dtype, {})[n] = {
                name: float((abs(function() - exact) / bound).max())
                for name, function in functions.items()
            }
    return found


def next_rows() -> Table:
    """Return seconds of a decoder's next row, by rows so far and function."""
    found: Table = {}
    for t in STEPS:
        tell("the next row, {t} so far", t=t)
        found[t] = medians(timed.next_row(t))
    return found


def others() -> tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]:
    """Return seconds of blocks and their parts, and of kernel regression, by case and function."""
    tell("a block of an encoder, softmax, LayerNorm")
    parts = {"encoder block, n = 512, d = 256, h = 8": medians(timed.block())}
    parts |= {f"{name}, 2048 × 2048": medians(each) for name, each in timed.pieces().items()}
    regressions = {}
    for n, m, beta in ((5000, 500, 3.0), (5000, 500, 300.0)):
        width = f"{1 / beta:.2g}"
        case = f"{n} points, {m} queries, width {width}"
        tell("kernel regression: {n} points, {m} queries, width {width}", n=n, m=m, width=width)
        regressions[case] = medians(timed.regression(n, m, beta))
    return parts, regressions


def memory(sizes: list[int]) -> Table:
    """Return the MB that attention takes beyond its rows, by rows and function."""
    found: Table = {}
    for n in (each for each in sizes if each >= NOTICED):
        tell("memory, n = {n}", n=n)
        names = ("torch", "tiles", *(["formula"] if n <= timed.FORMULA else []))
        found[n] = {name: peak(f"{name} {n}") for name in names}
    return found
