"""Whole blocks and machines as the reading runs them: sizes are symbols, layers are numbered."""

from collections.abc import Callable

from array_api_compat import array_namespace

from impl import bert, decoder, encoder
from impl.feedforward import feed_forward
from impl.heads import multi_head_attention, project
from impl.normalization import layer_norm
from impl.parameters import DECODER_BLOCK, ENCODER_BLOCK
from theory.letters import d, m, n
from theory.stating.families import numbers
from theory.stating.terms import ONE, Term, term
from theory.stating.variables import index, positive, size

# Normalising repeats its row some forty times: left whole inside of a block, it outgrows a test.
NORM = ((layer_norm, (encoder,)),)
LAYERS = (
    *NORM, (multi_head_attention, (encoder, decoder)), (feed_forward, (encoder, decoder)),
)  # fmt: skip

epsilon = positive("varepsilon")
x, y, memory = numbers("x", n, d), numbers("y", m, d), numbers("M", n, size("d'"))
source, target = numbers("s", n, domain="natural"), numbers("t", m, domain="natural")
kept, own_kept = numbers("kappa", n, domain="bit"), numbers("kappa", n, n, domain="bit")
i, q, c, u = index("i", n), index("q", m), index("c", d), index("u", size("V"))

# The decoder of a whole machine asks rows of the encoder, which are as wide as its own.
ASKING = {name: axes.replace("d'", "d") for name, axes in DECODER_BLOCK.items()}
TABLES = {"tokens": "V d", "positions": "m+n d"}
OUTPUT = {"output.w": "d V", "output.b": "V"}
SEGMENTS = {"segments": "S d", "norm.gain": "d", "norm.bias": "d"}


def stack(name: str, layers: int, block: dict[str, str]) -> dict[str, str]:
    """Return the axes of the parameters of so many blocks."""
    return {f"{name}.{k}.{own}": axes for k in range(layers) for own, axes in block.items()}


def machine(run: Callable, given, axes_of: dict[str, str], places, layers=LAYERS):
    """Return the row of a function of what is given and of parameters that have these axes."""

    def code(*everything):
        own = zip(axes_of.items(), everything[len(given) :], strict=True)
        params = {name: joined(each) if "*" in axes else each for (name, axes), each in own}
        return run(*everything[: len(given)], params)

    families = (numbers(name, *sizes(axes)) for name, axes in axes_of.items())
    return code, (*given, *families), places, layers


def sizes(axes: str) -> list[Term]:
    """Return the sizes of a parameter; an axis that is a product is two."""
    one = lambda name: term(int(name)) if name.isdigit() else size(name)
    return [sum(map(one, name.split("+")[1:]), one(name.split("+")[0]))
            for name in axes.replace("*", " ").split()]  # fmt: skip


def joined(given):
    """Return W^O with its first two axes, a head and a column of it, as one."""
    h, d_v, width = given.shape
    return given.__array_namespace__().reshape(given, (h * d_v, width))


def one_step(eps, row, keys, values, crossed_keys, crossed_values, params):
    """Ask rows that are kept, and this one."""
    crossed = crossed_keys, crossed_values
    return decoder.cached_block(row, (keys, values), crossed, params, eps=eps)[0]


def two_steps(eps, first, second, memory, params):
    """Begin with nothing kept; the second row asks what the first one leaves."""
    crossed = tuple(project(memory, params[f"crossed.{name}"]) for name in ("w_k", "w_v"))
    _, kept = decoder.cached_block(first, None, crossed, params, eps=eps)
    return decoder.cached_block(second, kept, crossed, params, eps=eps)[0]


def two_tokens(cached):
    """Return what generates two tokens at most, each 0 or 1, as one number; 1 is the end."""

    def run(eps, s, kappa, params):
        tokens = decoder.generate(
            s % 2, params, start=0, end=1, longest=2, cached=cached, mask=kappa, eps=eps
        )
        xp = array_namespace(s)
        return xp.asarray(sum((t + 1) * 3**k for k, t in enumerate(tokens)), dtype=xp.int64)

    return run


def masked(function, **options):
    """Return a function whose mask and parameters come last, with its ε."""
    return lambda eps, *given: function(*given[:-2], given[-1], mask=given[-2], eps=eps, **options)


def plain(function):
    """Return a function with its ε."""
    return lambda eps, *given: function(*given, eps=eps)


FEW = {name: axes.replace("V", "2").replace("m", "2") for name, axes in (TABLES | OUTPUT).items()}
row = numbers("r", 1, d)
kept_keys = [numbers(name, *map(size, lasts)) for name, lasts in (
    ("K", ("h", "t", "d_k")), ("V'", ("h", "t", "d_v")),
    ("K'", ("h'", "n", "d_k'")), ("V''", ("h'", "n", "d_v'")),
)]  # fmt: skip
WHOLE = [
    (encoder.encoder_block, machine(
        plain(encoder.encoder_block), (epsilon, x), ENCODER_BLOCK, (i, c), NORM)),
    (encoder.encoder_block, machine(
        masked(encoder.encoder_block, order="pre"), (epsilon, x, own_kept), ENCODER_BLOCK, (i, c),
        NORM)),
    (encoder.encoder_block_as_printed, machine(
        plain(encoder.encoder_block_as_printed), (epsilon, x), ENCODER_BLOCK, (i, c), NORM)),
    (decoder.decoder_block, machine(
        plain(decoder.decoder_block), (epsilon, y, memory), DECODER_BLOCK, (q, c))),
    *((encoder.encoder, machine(
        plain(encoder.encoder), (epsilon, x), stack("encoder", layers, ENCODER_BLOCK), (i, c)))
      for layers in (1, 2)),
    *((encoder.encode, machine(
        lambda eps, s, kappa, params: encoder.encode(s % 2, params, mask=kappa, eps=eps),
        (epsilon, source, kept), TABLES | stack("encoder", layers, ENCODER_BLOCK), (i, c)))
      for layers in (1, 2)),
    *((decoder.decoder, machine(
        masked(decoder.decoder), (epsilon, y, memory, kept),
        stack("decoder", layers, DECODER_BLOCK), (q, c)))
      for layers in (1, 2)),
    (decoder.transformer, machine(
        lambda eps, s, t, kappa, params: decoder.transformer(
            s % 2, t % 2, params, mask=kappa, scale=3, eps=eps),
        (epsilon, source, target, kept),
        TABLES | OUTPUT | stack("encoder", 2, ENCODER_BLOCK) | stack("decoder", 1, ASKING),
        (q, u))),
    *((decoder.generate, machine(
        two_tokens(cached), (epsilon, source, kept),
        FEW | stack("encoder", 1, ENCODER_BLOCK) | stack("decoder", 1, ASKING), ()))
      for cached in (True, False)),
    (decoder.cached_block, machine(
        one_step, (epsilon, row, *kept_keys), DECODER_BLOCK, (ONE, c))),
    (decoder.cached_block, machine(
        two_steps, (epsilon, row, numbers("r'", 1, d), memory), DECODER_BLOCK, (ONE, c))),
    (bert.bert, machine(
        lambda eps, s, params: bert.bert(s % 2, params, eps=eps),
        (epsilon, source), TABLES | SEGMENTS | stack("encoder", 2, ENCODER_BLOCK), (i, c))),
    (bert.bert, machine(
        lambda eps, s, parts, kappa, params: bert.bert(s % 2, params, parts % 2, kappa, eps=eps),
        (epsilon, source, numbers("p", n, domain="natural"), kept),
        TABLES | SEGMENTS | stack("encoder", 1, ENCODER_BLOCK), (i, c))),
]  # fmt: skip
