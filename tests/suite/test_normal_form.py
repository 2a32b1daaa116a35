"""The normal form: equal sums are one term, false identities stay apart, no index is captured."""

import sympy as sp

from proofs.engine.normal_form import is_zero, normal
from theory.symbols import (
    a,
    b,
    d,
    family,
    i,
    index,
    j,
    k,
    m,
    n,
    o,
    sum_over,
    sum_to,
)

x, y = family("x"), family("y")


def test_the_normal_form_decides_true_and_false_identities_alike():
    total = sum_over(j, sp.exp(x[j]))
    assert is_zero(sum_over(i, sp.exp(x[i]) / total) - 1)
    assert not is_zero(sum_over(i, sp.exp(2 * x[i]) / total) - 1)
    assert not is_zero(sp.exp(2 * x[i]) / sum_over(j, sp.exp(2 * x[j])) - sp.exp(x[i]) / total)
    assert is_zero(sum_over(i, sum_over(k, x[i] * x[k])) - sum_over(i, x[i]) ** 2)
    assert not is_zero(sum_over(i, x[i] ** 2) - sum_over(i, x[i]) ** 2)


def test_the_normal_form_agrees_with_sums_written_out():
    e = sum_over(i, (x[i] - sum_over(k, x[k]) / n) ** 2)
    for size in (1, 2, 4):
        out = e.subs(n, size).doit() - normal(e).subs(n, size).doit()
        assert sp.expand(out) == 0


def test_sums_are_exchanged_and_their_places_kept_apart():
    table, w = family("K"), index("w")
    whole = sum_over(a, sum_to(d, b, sum_to(m, w, table[a, b, w])))
    turned = sum_to(m, w, sum_over(a, sum_to(d, b, table[a, b, w])))
    squares = sum_to(m, w, sum_over(a, table[a, a, w]) ** 2)
    assert is_zero(whole - turned)
    assert is_zero(
        squares - sum_over(a, sum_to(d, b, sum_to(m, w, table[a, a, w] * table[b, b, w])))
    )
    assert not is_zero(whole - d * sum_over(a, sum_to(m, w, table[a, a, w])))
    assert not is_zero(whole - sum_over(a, sum_to(d, b, sum_to(m, w, table[b, a, w]))) * 2)
    assert not is_zero(squares - sum_over(a, sum_to(m, w, table[a, a, w] ** 2)))
    triangle = sum_over(a, sp.Sum(table[a, b, w], (b, 1, a), (w, 1, m)))
    assert not is_zero(triangle - sum_over(a, sp.Sum(table[b, a, w], (b, 1, a), (w, 1, m))))


def test_a_sum_of_one_term_is_that_term():
    y = family("y")
    assert is_zero(sum_to(1, a, y[i, a]) - y[i, 1])
    assert not is_zero(sum_to(2, a, y[i, a]) - y[i, 1])


def test_an_index_is_not_captured_in_an_exponent():
    K, row = family("K"), lambda place: sum_over(k, K[place, k])
    assert is_zero(sum_over(j, sp.exp(row(j))) - sum_over(i, sp.exp(row(i))))
    assert not is_zero(sum_over(j, sp.exp(row(j))) - sum_over(j, sp.exp(sum_over(k, K[k, k]))))
    diagonal = sp.Sum(sp.exp(sp.Sum(K[k, k], (k, 1, n))), (j, 1, n))
    assert not is_zero(sum_over(j, sp.exp(row(j))) - diagonal)


def test_sums_are_compared_in_one_order():
    X, W, V = (family(name) for name in ("X", "W", "V"))
    inner_first = sp.Sum(sp.Sum(X[i, a] * W[a, o], (a, 1, d)) * V[o, j], (o, 1, m))
    outer_first = sp.Sum(X[i, a] * sp.Sum(W[a, o] * V[o, j], (o, 1, m)), (a, 1, d))
    assert is_zero(inner_first - outer_first)
    assert is_zero(sp.exp(inner_first) - sp.exp(outer_first))
    turned = sp.Sum(X[i, a] * sp.Sum(W[o, a] * V[o, j], (o, 1, m)), (a, 1, d))
    wider = sp.Sum(X[i, a] * sp.Sum(W[a, o] * V[o, j], (o, 1, d)), (a, 1, m))
    assert not is_zero(inner_first - turned)
    assert not is_zero(inner_first - wider)


def test_the_order_of_sums_captures_no_index_of_an_inner_sum():
    K, v = family("K"), family("v")
    by_rows = sum_over(i, sum_over(j, sp.exp(sum_over(k, K[j, k])) * v[i, j]))
    by_columns = sum_over(i, sum_over(j, sp.exp(sum_over(k, K[k, j])) * v[i, j]))
    assert not is_zero(by_rows - by_columns)
    assert is_zero(by_rows - sum_over(j, sum_over(i, v[i, j]) * sp.exp(sum_over(k, K[j, k]))))


def test_a_sum_up_to_an_outer_index_keeps_its_order():
    triangle = sp.Sum(sp.Sum(x[a], (a, 1, o)), (o, 1, d))
    other = sp.Sum(sp.Sum(x[a], (o, 1, a)), (a, 1, d))
    assert not is_zero(triangle - other)
