"""ONNX: the operators, by the reference evaluator of the standard."""

import onnx
from onnx.reference import ReferenceEvaluator

from atensi.subjects.adapters.onnx_models import attention_script, functions
from atensi.subjects.offer import Offer

START = "import numpy as np\nfrom onnx.reference import ReferenceEvaluator"
RUN = """ReferenceEvaluator(model).run(None, named)[0]"""


def _run(model, arrays):
    return ReferenceEvaluator(model).run(None, arrays)[0]


def offer():
    """Return what the operators of ONNX offer."""
    scripts = attention_script(START, RUN)
    return Offer("onnx", functions(_run), onnx.__version__, scripts=scripts)
