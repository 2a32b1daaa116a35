"""The readings by themselves: each agrees with NumPy, and refuses what it cannot answer."""

from importlib.util import find_spec

import numpy as np
import pytest
import sympy as sp

from impl.heads import scaled_dot_product_attention
from impl.kernel import gaussian, kernel_regression
from impl.lookup import attention, hard_attention
from impl.softmax import hardmax, log_softmax, logsumexp, softmax
from proofs.arrays import dependence, digits, expressions, shapes, wiring
from proofs.arrays.many import WhichNumberError
from theory.fifty_digits import mp
from theory.symbols import d, d_v, family, m, n, size

READINGS = {"expressions": expressions, "digits": digits}
if find_spec("ml_dtypes"):
    from proofs.arrays import brief

    READINGS["brief"] = brief
VALUES = [[3, 1, 2], [0, -4, 3]]

CALLS = {
    "sum": lambda xp, x: xp.sum(x, axis=0),
    "sum of all": lambda xp, x: xp.sum(x),
    "max": lambda xp, x: xp.max(x, axis=-1, keepdims=True),
    "maximum": lambda xp, x: xp.maximum(x, 1),
    "argmax": lambda xp, x: xp.argmax(x, axis=-1),
    "where": lambda xp, x: xp.where(x > 0, x, -x),
    "any": lambda xp, x: xp.any(x == 3, axis=0),
    "all": lambda xp, x: xp.all(x != 3, axis=1),
    "and": lambda xp, x: (x > 0) & (x < 3),
    "or": lambda xp, x: (x < 0) | (x == 2),
    "abs": lambda xp, x: abs(x),
    "arithmetic": lambda xp, x: (1 - x) * 2 + x / 2 - 3 * x,
    "product": lambda xp, x: x @ x.mT,
    "expand": lambda xp, x: xp.expand_dims(x, axis=-2),
    "moveaxis": lambda xp, x: xp.moveaxis(x, 0, -1),
    "broadcast": lambda xp, x: xp.broadcast_to(x, (2, 2, 3)),
    "zeros": lambda xp, x: xp.zeros_like(x),
    "arange": lambda xp, x: xp.arange(3) == xp.expand_dims(xp.argmax(x, axis=-1), axis=-1),
    "index": lambda xp, x: x[..., 0],
    "concat": lambda xp, x: xp.concat([x, x], axis=0),
    "minimum": lambda xp, x: xp.minimum(x, 1),
    "mod": lambda xp, x: xp.arange(3) % 2,
    "pow": lambda xp, x: xp.pow(x, xp.asarray(2)),
    "take": lambda xp, x: xp.take(x, xp.arange(2), axis=1),
    "reshape": lambda xp, x: xp.reshape(x, (3, 2)),
    "sine and cosine at 0": lambda xp, x: xp.cos(x - x) + xp.sin(x - x),
    "finite": lambda xp, x: xp.isfinite(x) | xp.isnan(x) | xp.isinf(x),
}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("call", CALLS)
def test_a_reading_computes_what_numpy_computes(reading, call):
    space = READINGS[reading]
    ours = CALLS[call](space.xp, space.array(VALUES))
    theirs = CALLS[call](np, np.asarray(VALUES, dtype=float))
    assert ours.shape == theirs.shape
    assert (np.asarray(ours.data, dtype=float) == theirs).all()


@pytest.mark.parametrize("reading", [*READINGS, "shapes"])
def test_a_function_that_is_missing_is_named(reading):
    xp = {**READINGS, "shapes": shapes}[reading].xp
    with pytest.raises(AttributeError, match=f"{reading}: there is no 'cholesky' in this reading"):
        _ = xp.cholesky


@pytest.mark.skipif("brief" not in READINGS, reason="ml_dtypes is not installed")
def test_each_operation_on_bfloat16_is_rounded_to_it():
    x = brief.array([1.0, 1.0 + 2.0**-7, 3e38])
    stored = brief.floats(x).astype(np.float32)
    with np.errstate(over="ignore"):
        for ours, theirs in (
            (x * x, stored * stored),
            (x + x, stored + stored),
            (x / 3, stored / 3),
        ):
            assert (brief.floats(ours) == theirs.astype(brief.brief).astype(float)).all()
    ones = brief.array(np.ones((1, 300)))
    assert brief.floats(ones @ ones.mT).tolist() == [[256.0]]  # a sum of ones stands still there
    assert brief.xp.finfo(x.dtype).max == 2.0**128 - 2.0**120


def test_symbols_refuse_floats_and_undecided_comparisons():
    with pytest.raises(TypeError, match=r"0\.5.* is a float; give an exact number"):
        expressions.array([0.5])
    x = expressions.entries(family("x"), 2)
    with pytest.raises(expressions.UndecidedError, match=r"x\[2\] > x\[1\]|x\[1\] < x\[2\]"):
        hardmax(x)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(x == x)


def test_symbols_carry_infinities_and_nan():
    x = expressions.array([-sp.oo, 0, sp.nan])
    assert expressions.xp.isinf(x).tolist() == [True, False, False]
    assert expressions.xp.isnan(x).tolist() == [False, False, True]
    assert softmax(x[:2]).tolist() == [0, 1]


def test_entries_count_from_one():
    X = family("X")
    assert expressions.entries(X, 2, 2).tolist() == [[X[1, 1], X[1, 2]], [X[2, 1], X[2, 2]]]


def test_digits_carry_fifty_of_them():
    # e to fifty digits: ... 57247093699957 rounds to 5724709370 00
    e = "2.7182818284590452353602874713526624977572470937"
    computed = digits.xp.exp(digits.array([1.0])).data[0]
    assert computed.context.nstr(computed, 50) == e


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
def test_digits_take_floats_without_loss(dtype):
    x = np.asarray([0.1, 1 / 3, 1000.1], dtype=dtype)
    assert (digits.floats(digits.array(x), dtype) == x).all()
    assert digits.array(x).data[0] == int(float(x[0]) * 2**60) / mp.mpf(2) ** 60


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda xp, x: xp.concat([x, shapes.array(2, 4)]), r"cannot be joined along axis 0"),
        (lambda xp, x: xp.concat([x, shapes.array(n)]), r"cannot be joined along axis 0"),
        (lambda xp, x: x[: n + 1], r"not shown that n \+ 1 ≤ n"),
        (lambda xp, x: x[:5], r"not shown that 5 ≤ n"),
        (lambda xp, x: x[:, -4:], r"not shown that 4 ≤ 3"),
        (lambda xp, x: xp.asarray([[1, 2], [3]]), r"a list of \(1,\) and \(2,\)"),
    ],
)
def test_what_has_no_shape_for_all_sizes_is_refused(made, said):
    with pytest.raises((ValueError, NotImplementedError), match=said):
        made(shapes.xp, shapes.array(n, 3))


def test_a_nested_list_and_a_part_have_their_shapes():
    assert shapes.xp.asarray([[1, 2, 3], [4, 5, 6]]).shape == (2, 3)
    assert shapes.array(n + 2, m)[:n].shape == (n, m)


def test_a_product_of_unequal_inner_sizes_is_refused_with_both_shapes():
    with pytest.raises(
        ValueError, match=r"product of \(m, d\) and \(n, d\): the inner sizes are d and n"
    ):
        shapes.array(m, d) @ shapes.array(n, d)


def test_different_symbols_do_not_broadcast_and_one_does():
    with pytest.raises(ValueError, match="do not broadcast: the sizes m and n differ"):
        shapes.array(m) + shapes.array(n)
    assert (shapes.array(m, 1) + shapes.array(n)).shape == (m, n)


def test_an_array_without_data_has_no_truth():
    with pytest.raises(ValueError, match="it has no data"):
        bool(shapes.xp.sum(shapes.array(n)) > 0)
    for place in (slice(1, None), slice(None, None, 2), slice(None, -1, 2)):
        with pytest.raises(NotImplementedError, match="takes integers"):
            shapes.array(n, m)[place]


def test_slices_of_sizes_and_their_joins():
    x = shapes.array(n, m)
    assert shapes.array(n + d, m)[:d, ...].shape == (d, m)
    assert x[-1:, ...].shape == (1, m)
    assert x[..., :].shape == (n, m)
    assert shapes.xp.concat([x, shapes.array(d, m)], axis=0).shape == (n + d, m)


def test_the_dependence_reading_keeps_what_may_matter_and_drops_zeros():
    x = dependence.inputs("x", 2, 1)
    first, second = x[0, ...], x[1, ...]
    assert dependence.names(first + second) == [{"x1", "x2"}]
    assert dependence.names(first * 0 + second) == [{"x2"}]
    assert dependence.names(dependence.xp.maximum(first, -dependence.xp.inf)) == [{"x1"}]
    keep = dependence.xp.asarray([True, False])
    weights = softmax(dependence.xp.reshape(x, (2,)), where=keep)
    assert [entry.names for entry in weights.tolist()] == [{"x1"}, set()]
    assert dependence.names(attention(weights, x)) == [{"x1", "x2"}]  # 0 weight is still a score
    assert dependence.names(attention(weights, x, mask=keep)) == [{"x1"}]


def test_a_count_cannot_be_nested():
    with (
        shapes.counting(),
        pytest.raises(RuntimeError, match="cannot be nested"),
        shapes.counting(),
    ):
        pass


def test_costs_are_polynomials_in_the_sizes():
    b = size("b")
    with shapes.counting() as cost:
        result = attention(shapes.array(b, m, n), shapes.array(n, d_v))
    assert result.shape == (b, m, d_v)
    assert cost.multiply_adds == b * m * n * d_v
    assert cost.exponentials == b * m * n
    with shapes.counting() as cost:
        kernel_regression(
            shapes.array(m, d), shapes.array(n, d), shapes.array(n), sp.Symbol("beta", real=True)
        )
    assert cost.multiply_adds == m * n
    assert cost.exponentials == m * n
    assert sp.Poly(cost.elementwise, m, n, d).coeff_monomial(m * n * d) == 3  # -, ·, and the sum
    with shapes.counting() as cost:
        product = shapes.array(m, d) @ shapes.array(d)
    assert product.shape == (m,)
    assert cost.multiply_adds == m * d


def test_peak_memory_is_what_is_alive_at_once():
    with shapes.counting() as cost:
        x = shapes.array(n)  # n alive
        y = x + x  # 2 n
        del x  # n
        z = shapes.xp.expand_dims(y, axis=0)  # a view: still n
        del y  # the view keeps it alive: n
        z + z  # 2 n, and gone
        shapes.array(m)  # n + m, and gone
    assert cost.peak_memory == sp.Max(2 * n, n + m)
    assert cost.alive == n
    del z
    assert cost.alive == 0


def test_a_total_is_dominated_only_if_it_is_smaller_at_every_size():
    with shapes.counting() as cost:
        shapes.array(m, n)
        shapes.array(m)  # never more than m n, as n is at least 1
    assert cost.peak_memory == m * n


@pytest.mark.parametrize("function", [softmax, log_softmax, logsumexp, hardmax])
@pytest.mark.parametrize("sizes", [(3,), (2, 5), (4, 1, 2)])
def test_shapes_are_those_of_numpy(function, sizes):
    for axis in range(len(sizes)):
        assert (
            function(shapes.array(*sizes), axis=axis).shape
            == function(np.ones(sizes), axis=axis).shape
        )


def test_masks_are_type_checked_too():
    F, V = shapes.array(m, n), shapes.array(n, d_v)
    assert attention(F, V, mask=shapes.array(n, dtype="bool")).shape == (m, d_v)
    assert attention(F, V, mask=shapes.array(m, 1)).shape == (m, d_v)
    assert hard_attention(F, V).shape == (m, d_v)
    assert gaussian(F, 2.0).shape == (m, n)
    with pytest.raises(WhichNumberError, match="the code asks whether m is n"):
        attention(F, V, mask=shapes.array(m, dtype="bool"))  # it fits square scores alone
    with pytest.raises(ValueError, match=r"mask has shape \(2,\)"):
        attention(shapes.array(m, 3), shapes.array(3, d_v), mask=shapes.array(2, dtype="bool"))


def test_the_wiring_has_a_box_for_each_call_and_the_lines_between():
    found = wiring.boxes(_attended(), ("finite_scores", "weigh", "weighted_sum"))
    assert [(box.name, box.shape, box.parents) for box in found] == [
        ("finite_scores", (m, n), []),
        ("weigh", (m, n), [0]),
        ("weighted_sum", (m, d_v), [1]),
    ]
    assert found[0].inputs == {"q": (m, d), "k": (n, d)} and found[2].inputs == {"v": (n, d_v)}
    (shares,) = (box for box in wiring.boxes(_attended(), ("shares",)) if box.name == "shares")
    assert [call.f_code.co_name for call in shares.inside] == [
        "scaled_dot_product_attention",
        "weigh",
    ]


def test_the_wiring_leaves_out_what_the_output_does_not_depend_on():
    names = {box.name for box in wiring.boxes(_attended(), ())}
    assert "matmul" in names and not names & {"isinf", "isfinite", "any", "all"}


def test_what_runs_inside_a_box_is_known():
    x = wiring.array("x", n, d)
    made = scaled_dot_product_attention(x, x, x, is_causal=True)
    (box,) = wiring.boxes(made, ("scaled_dot_product_attention",))
    assert {"causal_mask", "weigh"} <= box.runs and box.parents == []


def test_wires_refuse_what_shapes_refuse():
    with pytest.raises(ValueError, match="do not broadcast"):
        wiring.array("x", n) + wiring.array("y", m)


def _attended():
    q, k, v = wiring.array("q", m, d), wiring.array("k", n, d), wiring.array("v", n, d_v)
    return scaled_dot_product_attention(q, k, v)
