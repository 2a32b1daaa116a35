"""Kernels of halves widen, compute and round once; the properties see what stays in halves."""

import numpy as np
import pytest

from impl.softmax import softmax
from proofs.exhaustive.all_floats import dtype_of
from tests.helpers import in_float32
from tests.helpers.accumulated import HALVES, accumulated, widened
from tests.helpers.subject import load
from tests.properties import test_floats as floats

pytestmark = pytest.mark.meta


@pytest.mark.parametrize("dtype", HALVES)
def test_a_kernel_is_the_function_on_float32_rounded(dtype):
    x = np.asarray([0.5, 1.25, -3.0]).astype(dtype_of(dtype))
    p = accumulated(softmax)(x)
    assert p.dtype == x.dtype
    assert p.tobytes() == softmax(x.astype(np.float32)).astype(x.dtype).tobytes()
    assert in_float32.softmax(x).tobytes() == p.tobytes()


def test_other_arrays_are_left_as_they_are():
    for x in (np.float32([1, 2]), np.float64([1, 2]), np.asarray([True])):
        assert widened(x) is x
    assert accumulated(softmax)(np.float64([0.0, 1.0])).dtype == np.float64


def in_halves(function):
    """Return a kernel that does not widen float16: every step of `impl/` rounds to it."""

    def kernel(x, *others, **options):
        run = function if x.dtype == np.float16 else accumulated(function)
        return run(x, *others, **options)

    kernel.takes_halves = True
    return kernel


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("softmax", floats.test_softmax_of_halves_is_that_of_float32_rounded_once),
        (
            "scaled_dot_product_attention",
            floats.test_attention_of_halves_is_that_of_float32_rounded_once,
        ),
        ("layer_norm", floats.test_layer_norm_of_halves_is_that_of_float32_rounded_once),
    ],
)
def test_a_kernel_that_stays_in_float16_is_rejected(name, holds):
    impl = load("impl")
    short = impl.but(**{name: in_halves(impl.functions[name])})
    assert holds.property.rejects({"short": short}) == {"short"}
