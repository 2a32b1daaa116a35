"""A general run is set beside the code on symbols, at sizes 2 and 3: what that must notice."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import proofs.encoder.code as of_encoder
import proofs.heads.code as of_heads
from impl import heads, lookup, softmax
from proofs.arrays.entries import beside_expressions
from proofs.arrays.entries.beside_expressions import at_sizes
from proofs.arrays.entries.beside_numpy import compared
from proofs.arrays.entries.family_arrays import ran
from proofs.arrays.entries.named_values import Names, larger
from proofs.arrays.entries.paths import paths
from proofs.arrays.entries.whole_rows import LARGEST
from proofs.engine import general
from proofs.engine.evidence import REGISTRY
from proofs.engine.normal_form import is_zero
from theory.letters import d_k, d_v, m, n
from theory.stating.families import numbers, table
from theory.stating.operations import bracket
from theory.stating.terms import Applied, Number, Word, put, walk
from theory.stating.variables import index

S, v, kappa = numbers("S", m, n), numbers("v", n, d_v), numbers("kappa", m, n, domain="bit")
Q, K = numbers("Q", m, d_k), numbers("K", n, d_k)
i, j, o = index("i", m), index("j", n), index("o", d_v)
CASES = {
    "softmax": (softmax.softmax, (S,), (i, j)),
    "attention": (lookup.attention, (S, v, kappa), (i, o)),
    "heads": (heads.scaled_dot_product_attention, (Q, K, v), (i, o)),
    "argmax": (lookup.hard_attention, (S, v), (i, o)),  # it asks which is larger
}
same = lambda whole: whole


def run_of(code, given, places):
    """Return a word that the code computes, and what it was read to give."""
    held = [table(each) for each in given]
    kinds = {f"g{k}": "family" for k, _ in enumerate(held)}
    kinds |= {f"i{k}": "index" for k, _ in enumerate(places)}
    whole, runs = Applied(Word("run", "run", kinds, None), (*held, *places)), {"run": code}
    return whole, runs, paths(lambda: (ran(whole, runs, same),))


def spoiled(found, change):
    """Return the paths of a run with another result."""
    return [path if path.refusal else replace(path, result=(change(*path.result),))
            for path in found]  # fmt: skip


@pytest.mark.parametrize("last", [(2, 3), (3, 2)])
@pytest.mark.parametrize("case", CASES)
def test_one_wrong_entry_is_noticed(case, last):
    code, given, (row, column) = CASES[case]
    whole, runs, found = run_of(code, given, (row, column))
    assert at_sizes((whole,), runs, found, same, {}, is_zero) >= beside_expressions.WANTED
    there = bracket(row, "=", last[0]) * bracket(column, "=", last[1])
    wrong = spoiled(found, lambda result: result + there)
    with pytest.raises(AssertionError, match="the code gives"):
        at_sizes((whole,), runs, wrong, same, {}, is_zero)


def test_an_error_too_small_for_floats_is_noticed():
    whole, runs, found = run_of(*CASES["heads"])
    wrong = spoiled(found, lambda result: result * (1 + Number(Fraction(1, 2**40))))
    assert compared((whole,), runs, wrong, same, {})
    with pytest.raises(AssertionError, match="the code gives"):
        at_sizes((whole,), runs, wrong, same, {}, is_zero)


def test_a_number_that_would_cancel_later_is_noticed():
    whole, runs, found = run_of(*CASES["softmax"])
    largest = next(e for e in walk(found[0].result[0]) if getattr(e, "word", None) == LARGEST)
    wrong = spoiled(found, lambda result: put(result, {largest: largest + 1}))
    assert compared((whole,), runs, wrong, same, {})  # softmax is the same for any shift
    with pytest.raises(AssertionError, match="the code gives"):
        at_sizes((whole,), runs, wrong, same, {}, is_zero)


def test_one_function_of_the_same_has_one_name():
    names, (p, q) = Names(), sp.symbols("p q", real=True)
    exp, sqrt = names.xp.scalars.exp, names.xp.scalars.sqrt
    assert exp(p + q) == exp(q + p)
    assert len({exp(p), exp(q), sqrt(p), exp(exp(p))}) == 4
    assert (exp(0), exp(-sp.oo)) == (1, 0)
    asked, held = [], names.xp.asarray([p, q])
    box = names.box(lambda x, scale: asked.append(x) or x * scale)
    assert box(held, scale=2).flat() == box(held, scale=2).flat() != box(held, scale=3).flat()
    assert len(asked) == 2


def test_the_larger_of_several_is_the_same_in_any_order():
    p, q, r = sp.symbols("p q r", real=True)
    assert larger(larger(p, q), r + 1) == larger(p, larger(r + 1, q)) != larger(p, q)
    assert larger(-sp.oo, p) == p and larger(1, 2) == 2


def test_every_general_run_makes_the_pass(monkeypatch):
    def wrong(*given):
        raise AssertionError("the pass is made")

    monkeypatch.setattr(general, "at_sizes", wrong)
    assert of_heads and of_encoder
    runs = {each.claim: each for each in REGISTRY if each.kind == "general run"}
    for claim in ("heads.multi-head", "encoder.block"):
        with pytest.raises(AssertionError, match="the pass is made"):
            runs[claim].run()


def test_names_that_are_not_shared_are_noticed(monkeypatch):
    (block,) = [e for e in REGISTRY if (e.kind, e.claim) == ("general run", "encoder.block")]
    own = beside_expressions.Exact.running

    def turned(self, runs):
        self.names.forget()
        return own(self, runs)

    monkeypatch.setattr(beside_expressions.Exact, "running", turned)
    with pytest.raises(AssertionError, match="the code gives"):
        block.run()
