"""ONNX Runtime: the same operators on its processor kernels."""

from functools import partial

import onnxruntime

from atensi.subjects.adapters.onnx_models import attention_lines, functions
from atensi.subjects.offer import Offer

onnxruntime.set_default_logger_severity(4)  # errors come as exceptions

START = "import numpy as np, onnx.parser, onnxruntime"
RUN = "onnxruntime.InferenceSession(model.SerializeToString())"


def _run(model, arrays):
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return session.run(None, arrays)[0]


def offer():
    """Return what ONNX Runtime offers."""
    scripts = {"scaled_dot_product_attention": partial(attention_lines, START, RUN)}
    return Offer("onnxruntime", functions(_run), onnxruntime.__version__, scripts=scripts)
