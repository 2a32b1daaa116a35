"""The worked program with its indentation restored: it computes what `impl` computes."""

from contextlib import redirect_stdout
from io import StringIO

import numpy as np
import sympy as sp

from impl.heads import project, scaled_dot_product_attention
from impl.scores import scaled_dot
from impl.softmax import hardmax, softmax
from proofs.arrays import digits
from proofs.arrays.heard import PROGRAMS
from proofs.engine.at_case import At
from proofs.engine.elsewhere import stands_for
from proofs.engine.evidence import closes, counterexample, exact_run
from theory.heads.program import BODIES, DEVIATION, FIRST, MOST_ATTENDED, PRINTED, PROGRAM, SEED, X


def of_impl():
    """Return by name what the program computes, by `impl` on fifty digits."""
    draw = np.random.default_rng(SEED)
    deviation = float(sp.Rational(DEVIATION))
    weights = [digits.array(draw.normal(0, deviation, size=(4, 4))) for _ in range(3)]
    x = digits.array(np.asarray(X) / 1000)
    q, k, v = (project(x, w[None])[0] for w in weights)
    scores = scaled_dot(q, k)
    computed = {"Q": q, "K": k, "V": v, "scores": scores, "weights": softmax(scores)}
    return {**computed, "context": scaled_dot_product_attention(q, k, v)}


def restored():
    """Return the program with the bodies of its blocks indented."""
    lines = enumerate(PROGRAM.strip().split("\n"), start=FIRST)
    return "\n".join(f"    {line}" if place in BODIES else line for place, line in lines)


def of_program():
    """Return by name what the restored program computes, and the lines that it prints last."""
    names, text = {"__name__": PROGRAMS}, StringIO()
    with np.printoptions(), redirect_stdout(text):
        exec(compile(restored(), "program", "exec"), names)
    return names, text.getvalue().splitlines()[-len(MOST_ATTENDED) :]


def _rounded(table):
    return [[sp.Rational(round(each * 1000), 1000) for each in row] for row in table.tolist()]


def both_runs(name):
    """Register the run of `impl`, and that of the program, for a table of it."""
    of, duty = f"rounded_{name}", [*PRINTED].index(name)
    as_stated = lambda: [{}]
    exact_run("heads.program", {of: lambda: _rounded(of_impl()[name])}, duty)(as_stated)
    exact_run(
        "heads.program",
        {of: lambda: _rounded(digits.array(of_program()[0][name]))},
        duty,
        of_program=True,
    )(as_stated)


for table in PRINTED:
    both_runs(table)


closes("heads.program", "371 + 299 + 329 = 999", duty=len(PRINTED))


@counterexample("heads.program-runs-as-printed")
def lost_indentation_is_no_python():
    ours = refusals(restored())
    return At(
        {},
        ours,
        "the same, its blocks indented",
        runs={"errors": errors_as_printed},
        words="Python refuses the program as it is printed: it expects an indented block",
    )


def refusals(program):
    """Return 1 if Python refuses a program for its syntax, else 0."""
    try:
        compile(program, "program", "exec")
    except SyntaxError:
        return 1
    return 0


@stands_for("errors")
def errors_as_printed():
    return refusals(PROGRAM)


def named():
    """Return what the last lines call each row, and its most attended token: they are as listed."""
    lines = [f"Token {i} paling fokus ke token {j} (bobot={w / 1000})" for i, j, w in MOST_ATTENDED]
    if of_program()[1] != lines:
        raise ValueError(f"the program prints {of_program()[1]}; expected {lines}")
    return [(row, token) for row, token, _ in MOST_ATTENDED]


@stands_for("name_of_row")
def rows_as_named():
    return [row for row, _ in named()]


@counterexample("heads.program-counts-as-its-comments-do")
def the_first_token_is_called_zero():
    return At(
        {},
        rows_as_named(),
        "what it calls its rows",
        runs={"name_of_row": rows_as_named},
        words="the program calls its first token 0, and the comments call it token 1",
    )


def most_attended():
    return [row.index(1) + 1 for row in hardmax(of_impl()["weights"]).tolist()]


@exact_run("heads.program-attends-most-to-its-first-token", {"most_attended": most_attended})
def the_weights_of_impl():
    yield {}


@exact_run(
    "heads.program-attends-most-to-its-first-token",
    {"name_of_most_attended": lambda: [token for _, token in named()]},
    duty=1,
    of_program=True,
)
def the_lines_of_the_program():
    yield {}
