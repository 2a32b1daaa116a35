"""Place the claims of a chapter in layers by what builds on what.

A claim stands one column right of the last claim that it builds on (the longest path). Within the
columns, sweeps of barycentres order the rows. A linear programme then places the rows so that the
edges are as level as they can be (after Sugiyama, Tagawa and Toda 1981; Gansner et al. 1993).
"""

from itertools import pairwise

import numpy as np
from scipy.optimize import linprog


def columns_and_rows(entries):
    """Return column and row of each claim of a chapter."""
    own = {entry["id"] for entry in entries}
    grounds = {entry["id"]: [g for g in entry["builds_on"] if g in own] for entry in entries}
    mends = [(w, entry["id"]) for entry in entries for w in entry["repairs"] if w in own]
    pairs = [(g, name) for name, those in grounds.items() for g in those] + mends
    tied = {name for pair in pairs for name in pair}
    column = _columns({name: grounds[name] for name in grounds if name in tied})
    for wrong, right in mends:  # a refuted claim stands beside the claim that is true instead
        if not grounds[wrong] and not any(wrong in those for those in grounds.values()):
            column[wrong] = column[right]
    layers = [
        [name for name in column if column[name] == k]
        for k in range(max(column.values(), default=-1) + 1)
    ]
    layers = _ordered([layer for layer in layers if layer], pairs)
    rows = _rows(layers, pairs)
    place = {name: (x, rows[name]) for x, layer in enumerate(layers) for name in layer}
    return place | _loose([name for name in grounds if name not in tied], place)


def _columns(grounds):
    """Return for each name the length of the longest path that leads to it."""
    depth: dict[str, int] = {}

    def of(name):
        if name not in depth:
            depth[name] = 1 + max((of(ground) for ground in grounds[name]), default=-1)
        return depth[name]

    for name in grounds:
        of(name)
    return depth


def _ordered(layers, pairs, sweeps=8):
    """Order each layer by the mean place of its neighbours, back and forth."""
    near: dict[str, list[str]] = {name: [] for layer in layers for name in layer}
    for one, other in pairs:
        near[one].append(other)
        near[other].append(one)
    for sweep in range(sweeps):
        for layer in layers if sweep % 2 else layers[::-1]:
            at = {name: k - len(each) / 2 for each in layers for k, name in enumerate(each)}
            mean = {name: np.mean([at[o] for o in near[name]] or [at[name]]) for name in layer}
            layer.sort(key=lambda name: (mean[name], at[name]))
    return layers


def _rows(layers, pairs):
    """Place each layer's claims at least a row apart so that the edges rise and fall least."""
    names = [name for layer in layers for name in layer]
    if not names:
        return {}
    number = {name: k for k, name in enumerate(names)}
    n, e = len(names), len(pairs)
    above, limit = [], []
    for layer in layers:
        for upper, lower in pairwise(layer):
            row = np.zeros(n + e)
            row[number[upper]], row[number[lower]] = 1, -1
            above.append(row)
            limit.append(-1)
    for k, (one, other) in enumerate(pairs):
        for sign in (1, -1):
            row = np.zeros(n + e)
            row[number[one]], row[number[other]], row[n + k] = sign, -sign, -1
            above.append(row)
            limit.append(0)
    cost = np.concatenate([np.full(n, 1e-3), np.ones(e)])
    solved = linprog(cost, A_ub=np.asarray(above), b_ub=np.asarray(limit), method="highs")
    if not solved.success:
        raise RuntimeError(f"map: no place was found for the claims: {solved.message}")
    return {name: float(solved.x[k]) for name, k in number.items()}


def _loose(names, place):
    """Put claims without neighbours in rows below the others."""
    across = max([x + 1 for x, _ in place.values()] or [min(4, len(names))])
    first = max([y + 1.2 for _, y in place.values()] or [0])
    return {name: (k % across, first + k // across) for k, name in enumerate(names)}
