"""Token by token: what the decoder generates, and what it knows of the source's order."""

from functools import cache
from itertools import product
from math import prod

import sympy as sp
from mpmath.libmp import to_rational

from impl import decoder as impl
from impl.parameters import transformer_shapes
from impl.reversal import reverse, reversing_parameters
from proofs.arrays import digits
from proofs.arrays.objects import INT
from proofs.encoder.values import ROWS, at, plain_params
from proofs.engine.at_case import At
from proofs.engine.evidence import derivation, exact_run, met_by, necessity
from proofs.rules import reindex
from theory.decoder.words import SHORT, kappa, z
from theory.encoder.blocks import CROSSED, OWN, y
from theory.encoder.words import anywhere, e, p
from theory.letters import l, o


def _counting_machine(hears, count):
    """An encoder-decoder that follows token t by t + 1, or by s + 1 if it hears the source s more.

    So many tokens are unit vectors. Self-attention and the net give nothing; the output layer
    shifts by one.
    """
    unit = [[int(p == q) for q in range(count)] for p in range(count)]
    params = _silent(transformer_shapes(count, 6, count, 1, count, layers=1))
    params["tokens"] = digits.array(unit)
    params["decoder.0.crossed.w_v"] = digits.array([unit])
    params["decoder.0.crossed.w_o"] = digits.array(
        [[hears * value for value in row] for row in unit]
    )
    params["output.w"] = digits.array([row[-1:] + row[:-1] for row in unit])
    return params


def _silent(shapes):
    """Parameters of which all are 0, and all gains 1."""
    entries = {name: digits.array([int(name.endswith("gain"))] * prod(shape))
               for name, shape in shapes.items()}  # fmt: skip
    return {name: digits.xp.reshape(entries[name], shape) for name, shape in shapes.items()}


SIZES = 4, 5  # how many tokens a machine knows
HEARD = (0, (2,)), (3, (1, 1)), (3, (2, 2, 2))


def _undecided_machine(count):
    """The machine, with an output layer that finds tokens 2 and 3 the likeliest, whatever came."""
    params = _counting_machine(0, count)
    nothing = digits.xp.zeros_like(params["output.w"])
    likeliest = digits.array([int(token in (2, 3)) for token in range(count)])
    return params | {"output.w": nothing, "output.b": likeliest}


def _generated(params, source):
    end = params["tokens"].shape[0] - 1
    return impl.generate(source, params, start=0, end=end, longest=5, cached=False)


@cache
def _steps():
    """Return for the scores of all tokens which machine has them, at which source and step."""
    tokens = lambda *places: digits.xp.asarray(list(places), dtype=INT)
    machines = [(_undecided_machine(count), tokens(2)) for count in SIZES]
    for hears, source in HEARD:
        machines += [(_counting_machine(hears, count), tokens(*source)) for count in SIZES]
    steps = {}
    for machine in machines:
        ours = _generated(*machine)
        for length in range(len(ours)):
            scores = impl.transformer(machine[1], tokens(0, *ours[:length]), machine[0])
            steps[tuple(map(_exact, scores.tolist()[-1]))] = *machine, length
    return steps


def _appended(scores):
    """Return which token is appended where the scores are these."""
    *machine, length = _steps()[tuple(scores.tolist())]
    after = _generated(*machine)[length]
    return [int(token == after) for token in range(scores.shape[0])]


@exact_run("decoder.generation", {"appended": _appended}, at_numbers=True)
def every_step_of_each_machine():
    for scores in _steps():
        yield {z: scores}


MOST = 4  # tokens, of whose scores every order is tried, equal ones included


@cache
def _deaf_machine(tokens):
    return _silent(transformer_shapes(tokens, 2, 1, 1, 1, layers=1))


def _first_appended(scores):
    """Return which token comes first from a machine that gives these scores, whatever came."""
    tokens, source = scores.shape[0], digits.xp.asarray([0], dtype=INT)
    params = _deaf_machine(tokens) | {"output.b": digits.array(scores.tolist())}
    (first,) = impl.generate(source, params, start=0, end=tokens, longest=1)
    return [int(token == first) for token in range(tokens)]


@exact_run("decoder.generation", {"appended": _first_appended}, at_numbers=True)
def every_order_of_a_few_scores():
    """Neither side asks more of scores than which is larger: ranks without gaps are every order."""
    for tokens in range(1, MOST + 1):
        _deaf_machine(tokens)  # here, lest the run be heard to call what makes it
        for ranks in product(range(tokens), repeat=tokens):
            if {*ranks} == {*range(max(ranks) + 1)}:
                yield {z: ranks}


def _exact(number):
    """Return the exact value of a number of fifty digits."""
    return sp.Rational(*map(int, to_rational(number._mpf_)))  # gmpy2 has integers of its own


def _reversed(length):
    """Register the run of every sequence of a length; the code's tokens are 1 and 2."""
    sequence, _ = SHORT[length - 1]
    params = cache(lambda: reversing_parameters(tokens=2, longest=3, xp=digits.xp))

    def generated(bits):
        ours = reverse([1 + int(bit) for bit in bits.tolist()], params(), digits.xp)
        return [token - 1 for token in ours]

    @exact_run("decoder.reverses-short-sequences", {"generated": generated}, duty=length - 1)
    def every_short_sequence():
        for bits in product((0, 1), repeat=length):
            yield {sequence: bits}


for _length in (1, 2, 3):
    _reversed(_length)


@derivation(
    "decoder.without-positions-sources-are-multisets", let={p[l, o]: anywhere[o], kappa[l]: 1}
)
def the_order_of_the_source_is_lost(chain):
    return chain.by(
        reindex, "there are no positions and no mask, and σ runs over all rows of the source"
    ).closes("this is the output in the first order")


def _reversed_source(positions=((1, 0), (1, 0)), mask=(1, 1)):
    own = at(plain_params(), "attention")
    crossed = {CROSSED[k]: own[OWN[k]] for k in range(4)}
    case = {y: ((1, 0),), e: ROWS, p: positions, anywhere: (1, 0), kappa: mask, "sigma": (2, 1)}
    return case | crossed


met_by("decoder.without-positions-sources-are-multisets")(_reversed_source)


@necessity("decoder.without-positions-sources-are-multisets", "no-positions")
def with_positions_the_order_is_known():
    return At(_reversed_source(positions=((0, 0), (1, 0))))


@necessity("decoder.without-positions-sources-are-multisets", "no-mask")
def a_masked_place_is_not_seen():
    return At(_reversed_source(mask=(1, 0)))
