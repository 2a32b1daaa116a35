"""ONNX: the operators, by the reference evaluator of the standard."""

from functools import partial

import onnx
from onnx.reference import ReferenceEvaluator

from atensi.subjects.adapters.onnx_models import attention_lines, functions
from atensi.subjects.offer import Offer

START = "import numpy as np, onnx.parser, onnx.reference"
RUN = "onnx.reference.ReferenceEvaluator(model)"


def _run(model, arrays):
    return ReferenceEvaluator(model).run(None, arrays)[0]


def offer():
    """Return what the operators of ONNX offer."""
    scripts = {"scaled_dot_product_attention": partial(attention_lines, START, RUN)}
    return Offer("onnx", functions(_run), onnx.__version__, scripts=scripts)
