"""The layer that scores the next token.

Method of the chapter: a derivation for one causal row of any length; general runs of `impl`; the
worked table in exact numbers.
"""

from impl import decoder as impl
from proofs.engine.evidence import sizes


def of_output(y, w, b):
    return impl.logits(y, {"output.w": w, "output.b": b})


sizes("decoder.sizes", {"logits": of_output}, duty=1)
