"""Modern Hopfield networks: the claims, on numbers."""

import numpy as np
from hypothesis import strategies as st

from proofs.arrays import digits
from tests.helpers import oracle
from tests.helpers.holds import holds, within
from tests.helpers.remembered import remembered
from tests.helpers.strategies import numbers, sides
from theory.fifty_digits import mp
from theory.rounding.bounds import (
    bound_dot,
    bound_logsumexp,
    bound_scaled_attention,
    bound_scaled_dot,
    bound_scaled_sum,
)

BETAS = (0.25, 1.0, 4.0)


@st.composite
def networks(draw, dtypes=("float64", "float32"), least=1):
    """Draw states, stored patterns and β."""
    dtype, width = draw(st.sampled_from(dtypes)), draw(sides)
    state = draw(numbers(draw(sides), width, dtype=dtype))
    stored = draw(numbers(draw(st.integers(least, 5) | st.just(9)), width, dtype=dtype))
    return state, stored, draw(st.sampled_from(BETAS))


def products(state, stored, beta, dtype):
    """Return the exact scores of a state, how far they can be off, and their softmax."""
    parts = [[beta * a * b for a, b in zip(state, row, strict=True)] for row in stored]
    scores = [sum(each, mp.zero) for each in parts]
    off = [
        bound_scaled_dot(sum(map(abs, each), mp.zero), sum(map(abs, row), mp.zero), len(row), dtype)
        for each, row in zip(parts, stored, strict=True)
    ]
    return scores, off, oracle.softmax(scores)


@remembered
def exact_step(state, stored, beta, dtype):
    """Return the exact step from a state, and how far each entry can be off."""
    scores, off, p = products(state, stored, beta, dtype)
    columns = list(zip(*stored, strict=True))
    bounds = [bound_scaled_attention(scores, off, p, column, dtype) for column in columns]
    return [oracle.mean(p, column) for column in columns], bounds


@remembered
def exact_energy(state, stored, beta, dtype):
    """Return the exact energy of a state, and how far it can be off."""
    scores, off, p = products(state, stored, beta, dtype)
    normaliser, square = oracle.logsumexp(scores), sum((a * a for a in state), mp.zero)
    moved = bound_logsumexp(scores, p, normaliser, dtype) + max(off)  # it moves as scores do
    moved = (2 * moved + abs(normaliser) * max(off)) / beta  # also where moved scores round anew
    rounded = bound_scaled_sum(square / 2, abs(normaliser) / beta + moved, dtype)
    return square / 2 - normaliser / beta, moved + bound_dot(square, len(state), dtype) + rounded


def exactly(network):
    state, stored, beta = network
    return [oracle.exact(row) for row in state], [oracle.exact(row) for row in stored], mp.mpf(beta)


@holds("lookup.hopfield-step", network=networks())
def test_a_step_is_attention_to_the_patterns(subject, network):
    stepped, dtype = subject.hopfield_step(*network), network[0].dtype
    assert stepped.dtype == dtype
    assert stepped.shape == network[0].shape
    states, stored, beta = exactly(network)
    steps = [exact_step(state, stored, beta, dtype.name) for state in states]
    exact, bounds = ([each for step in steps for each in step[part]] for part in (0, 1))
    within(stepped.reshape(-1), exact, bounds, "the step")


@holds("lookup.hopfield-step", where=st.integers(190, 250), more=st.integers(0, 3))
def test_a_product_is_multiplied_by_beta_before_it_overflows(subject, where, more):
    """In halves, where the square of a length of 256 is none."""
    state = np.full((1, 2 + more), where, np.float16)
    stored = np.stack([state[0], 0 * state[0]])
    assert subject.hopfield_step(state, stored, 2.0**-16).dtype == np.float16
    states, patterns, beta = exactly((state, stored, 2.0**-16))
    exact, bounds = exact_step(states[0], patterns, beta, "float16")
    within(subject.hopfield_step(state, stored, 2.0**-16)[0], exact, bounds, "the step")


@holds("lookup.hopfield-step", network=networks())
def test_one_state_steps_as_a_row_of_many(subject, network):
    state, stored, beta = network
    alone, among = subject.hopfield_step(state[0], stored, beta), exactly(network)
    exact, bounds = exact_step(among[0][0], *among[1:], state.dtype.name)
    within(alone, exact, bounds, "the step of one state")


@holds("lookup.hopfield-step-descends", network=networks())
def test_the_energy_is_the_printed_one_up_to_rounding(subject, network):
    energies, dtype = subject.energy(*network), network[0].dtype
    assert energies.dtype == dtype
    states, stored, beta = exactly(network)
    exact = [exact_energy(state, stored, beta, dtype.name) for state in states]
    within(energies, *(list(each) for each in zip(*exact, strict=True)), "the energy")


@holds("lookup.hopfield-step-descends", network=networks(dtypes=("float64",)), data=st.data())
def test_a_step_goes_down_the_slope_of_the_energy(subject, network, data):
    state, stored, beta = network[0][:1], network[1], network[2]
    place = data.draw(st.integers(0, state.shape[1] - 1))
    moved = digits.array(state)
    moved.data[0, place] += oracle.STEP
    stored_, before = digits.array(stored), digits.array(state)
    rise = (subject.energy(moved, stored_, beta) - subject.energy(before, stored_, beta)).data[0]
    slope = rise / oracle.STEP
    stepped = subject.hopfield_step(before, stored_, beta).data[0, place]
    (row,), among, b = exactly((state, stored, beta))
    _, off = exact_energy(row, among, b, "digits")
    # Taylor: the second derivative is 1 - β Var, of patterns up to 8
    remainder = (1 + b * 64) * oracle.STEP
    allowance = remainder + 4 * off / oracle.STEP + exact_step(row, among, b, "digits")[1][place]
    within([row[place] - slope], [stepped], [allowance], "the step")


@holds("lookup.hopfield-energy-falls", network=networks(dtypes=("float64",)))
def test_a_step_lowers_the_energy_by_half_its_square(subject, network):
    states, stored, beta = exactly(network)
    before, patterns = digits.array(network[0]), digits.array(network[1])
    after = subject.hopfield_step(before, patterns, network[2])
    fallen = (
        subject.energy(before, patterns, network[2]) - subject.energy(after, patterns, network[2])
    ).data
    for state, moved, fall in zip(states, after.data, fallen, strict=True):
        moved = list(moved)
        square = sum(((a - b) ** 2 for a, b in zip(moved, state, strict=True)), mp.zero)
        off = max(exact_step(state, stored, beta, "digits")[1])
        reach = max(map(abs, [*state, *moved, *(a for row in stored for a in row)]))
        # an entry of the step that is off by `off` moves both sides together by at most 4 reach off
        allowance = 8 * len(state) * reach * off
        allowance += sum(exact_energy(each, stored, beta, "digits")[1] for each in (state, moved))
        assert fall >= square / 2 - allowance


@holds("lookup.hopfield-retrieves", network=networks(dtypes=("float64",), least=2))
def test_a_step_retrieves_the_pattern_that_leads(subject, network):
    states, stored, beta = exactly(network)
    stepped = subject.hopfield_step(*network)
    for state, ours in zip(states, stepped, strict=True):
        scores, _, _ = products(state, stored, beta, "float64")
        first, second = sorted(scores, reverse=True)[:2]
        wanted = stored[scores.index(first)]
        _, bounds = exact_step(state, stored, beta, "float64")
        for place, bound in enumerate(bounds):
            apart = max(abs(row[place] - wanted[place]) for row in stored)
            most = apart * (len(stored) - 1) * mp.exp(second - first)
            within([ours[place]], [wanted[place]], [most + bound], "the pattern")


@holds(
    "lookup.hopfield-step-then-projection", network=networks(dtypes=("float64",)), data=st.data()
)
def test_values_linear_in_the_keys_are_a_projected_step(subject, network, data):
    state, stored, beta = network
    w = data.draw(numbers(state.shape[1], 2))
    (row,), among, b = exactly((state[:1], stored, beta))
    scores = digits.array(state[:1] * beta) @ digits.array(stored).mT
    values = digits.array(stored) @ digits.array(w)
    ours = subject.attention(scores, values).data.ravel()
    exact, bounds = exact_step(row, among, b, "digits")
    columns = [oracle.exact(column) for column in w.T]
    projected = [oracle.mean(exact, column) for column in columns]
    lengths = [sum(map(abs, column), mp.zero) for column in columns]
    size = max(abs(a) for each in among for a in each)
    allowances = [
        4 * (length * max(bounds) + bound_dot(length * size, len(row), "digits"))
        for length in lengths
    ]
    within(ours, projected, allowances, "attention")
