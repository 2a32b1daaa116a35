"""The worked program with its indentation restored: `impl` computes the numbers it prints."""

import numpy as np
import sympy as sp

from impl.heads import scaled_dot_product_attention
from impl.scores import scaled_dot
from impl.softmax import hardmax, softmax
from proofs.arrays import digits
from proofs.engine.evidence import Witness, counterexample, exact_run
from theory.program import DEVIATION, MOST_ATTENDED, PRINTED, SEED, SOFTMAX, X


def _computed():
    """Return by name what the program computes, by `impl` on fifty digits."""
    draw = np.random.default_rng(SEED)
    deviation = float(sp.Rational(DEVIATION))
    weights = [digits.array(draw.normal(0, deviation, size=(4, 4))) for _ in range(3)]
    x = digits.array(np.asarray(X) / 1000)
    q, k, v = (x @ w for w in weights)
    scores = scaled_dot(q, k)
    computed = {"Q": q, "K": k, "V": v, "scores": scores, "weights": softmax(scores)}
    return {**computed, "context": scaled_dot_product_attention(q, k, v)}


def _thousandths(array):
    return [sp.Integer(round(value * 1000)) for value in array.data.ravel()]


@exact_run("heads.program")
def the_program_prints_what_impl_computes():
    for name, array in _computed().items():
        yield f"{name}, to three decimals", _thousandths(array), [*sum(PRINTED[name], ())]


@counterexample("heads.program-runs-as-printed")
def lost_indentation_is_no_python():
    head, *body = SOFTMAX
    printed, complaint = _compiles(SOFTMAX)
    restored, _ = _compiles([head, *(f"    {line}" for line in body)])
    return Witness(
        given={"lines 72 to 75": " / ".join(SOFTMAX), "Python says": f'"{complaint}"'},
        claimed="Python compiles the softmax as printed (1 means yes)",
        left=printed,
        op="=",
        right=1,
        ours=restored,
        instead="the same for its lines with the body indented",
    )


def _compiles(lines):
    """Return 1 if Python takes the lines, else 0 and its complaint."""
    try:
        compile("\n".join(lines), "program", "exec")
    except IndentationError as error:
        return 0, error.msg
    return 1, ""


@counterexample("heads.program-counts-as-its-comments-do")
def the_first_token_is_called_zero():
    row, _, _ = MOST_ATTENDED[0]
    return Witness(
        given={"row": "the first row of X, named token-1"},
        claimed="the last line of the program calls it Token 1",
        left=row,
        op="=",
        right=1,
    )


@exact_run("heads.program-attends-most-to-its-first-token")
def the_first_token_is_attended_most():
    weights = _computed()["weights"]
    chosen = hardmax(weights).tolist()
    ours = [
        value
        for row, most in enumerate(chosen)
        for value in (most.index(1), _thousandths(weights[row, ...])[most.index(1)])
    ]
    printed = [value for _, token, weight in MOST_ATTENDED for value in (token, weight)]
    yield "three rows: token, counted from 0, and weight", ours, printed
