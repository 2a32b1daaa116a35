"""Loops over layers, and machines around them, that are wrong somewhere are refused."""

from functools import reduce
from unittest.mock import patch

import pytest

from impl import decoder, encoder
from impl.encoder import embedded
from impl.parameters import DECODER_BLOCK
from proofs.arrays.entries.folding import NotReadError
from proofs.arrays.heard import public
from proofs.arrays.many import WhichNumberError
from proofs.decoder.machine import BOXES, MACHINE
from proofs.decoder.stack import FIRST_LAYERS, LOOP
from proofs.encoder import whole
from proofs.engine import general
from proofs.engine.binding import BindingError
from proofs.engine.derivation import StepError
from proofs.engine.witness import EvidenceError

FAILS = (
    NotReadError,
    WhichNumberError,
    StepError,
    BindingError,
    EvidenceError,
    AssertionError,
    ValueError,
)
closes = lambda chain: chain.closes("")
public()  # is looked up once: before others stand in the places of some


def looped(fold):
    """Run a decoder whose loop over its layers is another."""

    def run(y, memory, params, mask=None, **options):
        step = lambda rows, block, held=memory: decoder.decoder_block(
            rows, held, block, mask, **options
        )
        given = {"y": (y, "... m d"), "memory": (memory, "... n d'")}
        own = decoder.fitting_blocks("decoder", params, "decoder", DECODER_BLOCK, **given)
        step.memory = memory
        return fold(own, y, step)

    with patch.object(decoder, "decoder", run):
        return general.run(
            "decoder.stack", 1, {"decoded": FIRST_LAYERS}, closes, {}, (LOOP,), left=True
        )


def asking_own_rows(own, y, step):
    """Let each layer but the first ask what came out of the layer before."""
    rows = y
    for number, block in enumerate(own):
        rows = step(rows, block, rows) if number else step(rows, block)
    return rows


def changing(own, y, step):
    """Let each layer ask twice of what the layer before has asked."""
    memory = step.memory
    for block in own:
        y, memory = step(y, block, memory), 2 * memory
    return y


def test_the_decoder_s_loop_itself_is_not_refused():
    assert looped(lambda own, y, step: reduce(step, own, y)).compared


LOOPS = {
    "the first layer left out": lambda own, y, step: reduce(step, own[1:], y),
    "the last layer left out": lambda own, y, step: reduce(step, own[:-1], y),
    "the first four layers alone": lambda own, y, step: reduce(step, own[:4], y),
    "the last layer first": lambda own, y, step: reduce(step, own[::-1], y),
    "the last layer twice": lambda own, y, step: reduce(step, [*own, *own[-1:]], y),
    "all layers twice": lambda own, y, step: reduce(step, [*own, *own], y),
    "what came out of the layer before as memory": asking_own_rows,
    "a memory that each layer changes": changing,
    "the input once more": lambda own, y, step: y + reduce(step, own, y),
    "something before": lambda own, y, step: reduce(step, own, 2 * y),
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_wrong_loop_of_the_decoder_is_refused(name):
    with pytest.raises(FAILS):
        looped(LOOPS[name])


def without(params, stack, number):
    """Return parameters with a layer left out, and the others numbered anew."""
    found = {}
    for name, each in params.items():
        which, at, *rest = (*name.split(".", 2), "")
        if which == stack and at.isdigit():
            if int(at) == number:
                continue
            name = f"{which}.{int(at) - (int(at) > number)}.{rest[0]}"
        found[name] = each
    return found


def encoding(run, duty=1):
    """Run a whole encoder that is another."""
    with patch.object(encoder, "encode", run):
        return general.run("encoder.whole", duty, whole.WHOLE, closes, {}, whole.BOXES, left=True)


ENCODERS = {
    "a layer left out": lambda t, p, mask, eps: encoder.encoder(
        embedded(t, p), without(p, "encoder", 0), mask, eps=eps
    ),
    "the stack twice": lambda t, p, mask, eps: encoder.encoder(
        encoder.encoder(embedded(t, p), p, mask, eps=eps), p, mask, eps=eps
    ),
    "no layers": lambda t, p, mask, eps: embedded(t, p),
    "positions twice": lambda t, p, mask, eps: encoder.encoder(
        embedded(t, p) + p["positions"], p, mask, eps=eps
    ),
    "no positions": lambda t, p, mask, eps: encoder.encoder(
        embedded(t, p | {"positions": 0 * p["positions"]}), p, mask, eps=eps
    ),
    "no mask": lambda t, p, mask, eps: encoder.encoder(embedded(t, p), p, eps=eps),
}


def test_the_whole_encoder_itself_is_not_refused():
    assert encoding(encoder.encode).compared


@pytest.mark.parametrize("name", ENCODERS)
def test_a_wrong_whole_encoder_is_refused(name):
    with pytest.raises(FAILS):
        encoding(ENCODERS[name])


def test_positions_after_no_layers_at_all_are_refused():
    with pytest.raises(FAILS):
        encoding(ENCODERS["no positions"], duty=0)


def machine(memory=None, mask=lambda mask: mask, swapped=False, of=lambda params: params):
    """Return a machine that is wrong in one place."""
    memory = memory or (lambda s, p, mask, eps: encoder.encode(s, p, mask=mask, eps=eps))

    def run(source, target, params, given, eps):
        source, target = (target, source) if swapped else (source, target)
        held = memory(source, params, given, eps)
        rows = embedded(target, params)
        return decoder.logits(decoder.decoder(rows, held, of(params), mask(given), eps=eps), params)

    return run


def translating(run, duty):
    """Run a whole machine that is another."""
    with patch.object(decoder, "transformer", run):
        return general.run("decoder.transformer", duty, MACHINE, closes, {}, BOXES, left=True)


OF_ENCODER, OF_DECODER = 2, 1  # the relations of layers on that side alone
MACHINES = {
    "the memory before the last layer": (OF_ENCODER, machine(
        lambda s, p, mask, eps: encoder.encode(s, without(p, "encoder", 0), mask=mask, eps=eps)
    )),
    "the memory of embedded tokens": (OF_ENCODER, machine(
        lambda s, p, mask, eps: embedded(s, p)
    )),
    "an unmasked encoder": (OF_ENCODER, machine(
        lambda s, p, mask, eps: encoder.encode(s, p, eps=eps)
    )),
    "an unmasked memory": (OF_DECODER, machine(mask=lambda mask: None)),
    "source and target exchanged": (OF_DECODER, machine(swapped=True)),
    "a layer of the decoder left out": (OF_DECODER, machine(
        of=lambda p: without(p, "decoder", 0)
    )),
}  # fmt: skip


@pytest.mark.parametrize("duty", [OF_ENCODER, OF_DECODER])
def test_the_whole_machine_itself_is_not_refused(duty):
    assert translating(machine(), duty).compared


@pytest.mark.parametrize("name", MACHINES)
def test_a_wrong_machine_is_refused(name):
    duty, run = MACHINES[name]
    with pytest.raises(FAILS):
        translating(run, duty)
