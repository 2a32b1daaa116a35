"""The laws of the backward pass, for the gradients of any library: what is left over, and a bound.

Each law is one function of a `BackwardPass`. It gives what should be zero, and how far from zero
rounding can take it. It needs no reference and no n × n table: O(n d) or O(n d²) work. The two
last laws ask the library once more, for outputs or for gradients by the values.

Arrays are NumPy's, of 64 bits: gradients of shorter formats are converted without loss.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from theory.rounding.backward_bounds import Off, Rounding, Table, grown

OWN = 2.0**-53  # the laws themselves are evaluated in 64 bits


class Residual(NamedTuple):
    """What should be zero, and the bound of what rounding makes of it."""

    left: Table
    bound: Table

    @property
    def times(self) -> float:
        """The largest of what is left over, in multiples of its bound; NaN counts as infinite."""
        most = 0.0
        for left, bound in zip(_flat(self.left), _flat(self.bound), strict=True):
            part = abs(left) / bound if bound else (0.0 if left == 0 else float("inf"))
            most = max(most, part if part == part else float("inf"))
        return most


def _flat(table: Any) -> list[float]:
    return table.ravel().tolist() if hasattr(table, "ravel") else [float(table)]


@dataclass(frozen=True)
class BackwardPass:
    """What went into attention, one head of it, and the gradients that came back.

    q: (m, d_k). k: (n, d_k). v: (n, d_v). upstream: (m, d_v). scale: the one that was used. dtype,
    sums: the format of the gradients, and that in which sums were kept, the same unless given.
    height: the most additions that a number goes through in a sum over rows, if that is known.
    output: (m, d_v), where a law asks for it. attends: 1 for a query that sees some key, 0 for one
    that sees none; all see some unless given. bias: the largest entry of an added mask, besides
    -inf.
    """

    q: Table
    k: Table
    v: Table
    upstream: Table
    dq: Table
    dk: Table
    dv: Table
    scale: float
    dtype: str
    sums: str = ""
    height: int = 0
    output: Table = None
    attends: Table = None
    bias: float = 0.0

    @cached_property
    def off(self) -> Off:
        """How far the gradients can be off."""
        how = Rounding.of(self.dtype, self.sums, self.height)
        return Off(self.q, self.k, self.v, self.upstream, self.scale, how, self.bias)


def _sum_off(terms: Table, count: int) -> Table:
    """Return how far a sum is off that is added here, of terms of this absolute value together."""
    return grown((count + 1) * OWN) * terms


def keys_sum_to_zero(case: BackwardPass) -> Residual:
    """Σ_j dK_ja = 0."""
    n, size = case.dk.shape[0], abs(case.dk).sum(axis=0)
    return Residual(case.dk.sum(axis=0), case.off.key_gradients() + _sum_off(size, n))


def values_sum_to_upstream(case: BackwardPass) -> Residual:
    """Σ_j dV_jc = Σ_i ρ_i G_ic, where ρ_i is 1 if query i attends to something."""
    given = case.upstream if case.attends is None else case.upstream * case.attends[:, None]
    n = case.dv.shape[0] + given.shape[0]
    size = abs(case.dv).sum(axis=0) + abs(given).sum(axis=0)
    left = case.dv.sum(axis=0) - given.sum(axis=0)
    return Residual(left, case.off.value_gradients() + _sum_off(size, n))


def queries_and_keys_share_a_gauge(case: BackwardPass) -> Residual:
    """Qᵀ dQ = (Kᵀ dK)ᵀ."""
    sizes = abs(case.q).T @ abs(case.dq) + (abs(case.k).T @ abs(case.dk)).T
    passed = abs(case.q).T @ case.off.query_gradient
    passed = passed + case.off.key_gradients()[:, None] * case.off.key
    count = case.q.shape[0] + case.k.shape[0]
    left = case.q.T @ case.dq - (case.k.T @ case.dk).T
    return Residual(left, passed + _sum_off(sizes, count))


def values_answer_outputs(case: BackwardPass) -> Residual:
    """Vᵀ dV = Oᵀ G."""
    sizes = abs(case.v).T @ abs(case.dv) + abs(case.output).T @ abs(case.upstream)
    passed = case.off.value[:, None] * case.off.value_gradients()
    passed = passed + case.off.output.T @ abs(case.upstream)
    count = case.q.shape[0] + case.k.shape[0]
    left = case.v.T @ case.dv - case.output.T @ case.upstream
    return Residual(left, passed + _sum_off(sizes, count))


def masked_has_no_gradient(case: BackwardPass, seen: Table) -> Residual:
    """dK_j = 0 and dV_j = 0, exactly, where no query sees key j. seen: (n,), 1 or 0."""
    given = abs(case.dk[seen == 0]).sum() + abs(case.dv[seen == 0]).sum()
    return Residual(given, 0.0)


def order_does_not_matter(
    case: BackwardPass, other: BackwardPass, queries: Table, keys: Table
) -> tuple[Residual, ...]:
    """Compare with the gradients of inputs in another order: other.q = case.q[queries], and so on.

    Those by queries one by one, those by keys and by values all together.
    """
    off = case.off
    return (
        Residual(other.dq - case.dq[queries], 2 * off.query_gradient[queries]),
        Residual(abs(other.dk - case.dk[keys]).sum(axis=0), 2 * off.key_gradients()),
        Residual(abs(other.dv - case.dv[keys]).sum(axis=0), 2 * off.value_gradients()),
    )


def query_gradient_is_a_covariance(
    case: BackwardPass, column: int, attend: Callable[[Table], Table]
) -> Residual:
    """dQ_ia = t Σ_c G_ic (E_i[V_c K_a] - O_ic E_i[K_a]), for one column a.

    attend: what the library gives for other values (n, width), with these queries, keys and masks.
    """
    key = case.k[:, column : column + 1]
    both = attend(case.v * key)  # (m, d_v)
    mean = attend(key)  # (m, 1)
    terms = case.upstream * (both - case.output * mean)
    left = case.dq[:, column] - case.scale * terms.sum(axis=1)
    off, u = case.off, case.off.how.u
    part = 3 * off.mean + off.mean**2 + 2 * u + (case.k.shape[0] + 1) * off.how.eta
    part = part + grown((case.v.shape[1] + 4) * OWN) * 2 * (1 + off.mean) ** 2
    bound = abs(case.scale) * off.reach * off.key[column] * part
    return Residual(left, off.query_gradient[:, column] + bound)


def key_gradient_is_made_of_value_gradients(
    case: BackwardPass, column: int, value_gradients: Callable[[Table], Table]
) -> Residual:
    """dK_ja = t (Σ_c V_jc dV_jc[Q_a∘G] - dV_j[Q_a∘rowsum(G∘O)]), for one column a, over all keys.

    value_gradients: what the library gives as gradients by the values for other upstream gradients
    (m, width), with these queries, keys and masks.
    """
    query = case.q[:, column : column + 1]
    per_value = value_gradients(query * case.upstream)  # (n, d_v)
    mean = value_gradients(query * (case.upstream * case.output).sum(axis=1)[:, None])  # (n, 1)
    made = case.scale * ((case.v * per_value).sum(axis=1) - mean[:, 0])
    left = abs(case.dk[:, column] - made).sum()
    off, u, wide = case.off, case.off.how.u, case.v.shape[1]
    part = 2 * off.back * (1 + off.mean) + off.mean + 4 * u * (1 + off.back)
    part = part + grown((wide + 4) * OWN + 2 * u) * 2 * (1 + off.back) * (1 + off.mean)
    passed = abs(case.scale) * (abs(query[:, 0]) * off.reach * part).sum()
    return Residual(left, off.key_gradients()[column] + passed)


LAWS: dict[str, Callable[[BackwardPass], Residual]] = {
    "backward.key-gradients-sum-to-zero": keys_sum_to_zero,
    "backward.value-gradients-sum-to-the-upstream": values_sum_to_upstream,
    "backward.queries-and-keys-share-a-gauge": queries_and_keys_share_a_gauge,
    "backward.values-answer-outputs": values_answer_outputs,
}
