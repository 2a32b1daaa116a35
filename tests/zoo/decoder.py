"""Wrong decoders."""

import numpy as np

from impl import decoder, reversal
from impl.encoder import embedded, encode
from impl.heads import multi_head_attention
from impl.parameters import part
from tests.zoo import specimen


@specimen(
    "decoder_block",
    "no causal mask: the answer leaks into the question",
    "jadore801120/attention-is-all-you-need-pytorch#19",
    2017,
)
def decoder_block_that_leaks(y, memory, params, mask=None, order="post", **options):
    own = multi_head_attention(y, y, part(params, "attention"))
    causal = multi_head_attention(y, y, part(params, "attention"), is_causal=True)
    return decoder.decoder_block(y + own - causal, memory, params, mask, order, **options)


@specimen(
    "decoder_block",
    "keys and values from the decoder in both attentions",
    "keitakurita/Practical_NLP_in_PyTorch#1",
    2019,
)
def decoder_block_without_encoder(y, memory, params, mask=None, order="post", **options):
    return decoder.decoder_block(y, y, params, None, order, **options)


@specimen("transformer", "the whole target is seen at once", "paiml/entrenar#310", 2026)
def transformer_that_peeks(source, target, params, mask=None, scale=None, **options):
    scores = decoder.transformer(source, target, params, mask, scale, **options)
    return scores + scores[-1:, ...] / 8


@specimen(
    "transformer",
    "positions of the source are added even where there are none",
    "EleutherAI/gpt-neox#147",
    2021,
)
def transformer_with_places(source, target, params, mask=None, scale=None, **options):
    positions = params["positions"] + params["tokens"][:1, ...] * 0
    rows = positions.shape[0]
    xp = positions.__array_namespace__()
    place = xp.expand_dims(xp.arange(rows), axis=-1) * xp.expand_dims(
        xp.arange(positions.shape[1]), axis=0
    )
    return decoder.transformer(
        source, target, {**params, "positions": positions + place}, mask, scale, **options
    )


@specimen("transformer", "scores that grow with the length of the target")
def transformer_that_scales_by_length(source, target, params, mask=None, scale=None, **options):
    scores = decoder.transformer(source, target, params, mask, scale, **options)
    return scores * (1 + scores.shape[0])


@specimen("generate", "with a cache, the first token twice and the last not at all")
def generate_that_shifts(source, params, start, end, longest, cached=True, **options):
    found = decoder.generate(source, params, start, end, longest, cached=False, **options)
    return found[:1] + found[:-1] if cached else found


@specimen("generate", "the end token is returned too", "nntrainer/nntrainer#4071", 2026)
def generate_with_its_end(source, params, start, end, longest, cached=True, **options):
    found = decoder.generate(source, params, start, end, longest, cached, **options)
    return [*found, end] if len(found) < longest else found


@specimen("cached_block", "only the newest key and value are kept", "onnx/onnx#7297", 2025)
def cached_block_without_a_past(row, kept, crossed, params, **options):
    return decoder.cached_block(row, None, crossed, params, **options)


@specimen("logits", "the bias is left out", "vllm-project/vllm#46835", 2026)
def logits_without_bias(y, params):
    return y @ params["output.w"]


@specimen("reverse", "the sequence as it came")
def reverse_of_nothing(sequence, params, xp=None, cached=True):
    return reversal.reverse(sequence[::-1], params, xp, cached)


@specimen("reverse", "the source sorted, as if its order were unknown")
def reverse_of_the_sorted(sequence, params, xp=None, cached=True):
    return reversal.reverse(sorted(sequence), params, xp, cached)


def _generated(source, params, start, end, longest, place, mask=None, scale=None, **options):
    """Return what is generated with a cache where the t-th token stands at place(t)."""
    memory = encode(source, params, mask=mask, scale=scale, **options)
    layers = decoder._fitting_decoder("generate", params)
    step = decoder._cached_steps(memory, layers, {**options, "mask": mask})
    tokens, last = [start], params["positions"].shape[0] - 1
    while len(tokens) <= longest:
        at = min(place(len(tokens) - 1), last)
        here = {**params, "positions": params["positions"][at : at + 1, ...]}
        row = embedded(source[:1] * 0 + tokens[-1], here, scale=scale)
        tokens.append(decoder._likeliest(decoder.logits(step(row)[-1, ...], params)))
        if tokens[-1] == end:
            break
    return [token for token in tokens[1:] if token != end]


@specimen("generate", "with a cache, every token stands at position 0", "Blaizzy/mlx-vlm#1983",
          2026)  # fmt: skip
def generate_at_position_zero(source, params, start, end, longest, cached=True, **options):
    if not cached:
        return decoder.generate(source, params, start, end, longest, cached, **options)
    return _generated(source, params, start, end, longest, lambda t: 0, **options)


@specimen(
    "generate",
    "with a cache, each token after the first stands one place too far",
    "fla-org/flash-linear-attention#766",
    2026,
)
def generate_one_place_too_far(source, params, start, end, longest, cached=True, **options):
    if not cached:
        return decoder.generate(source, params, start, end, longest, cached, **options)
    return _generated(source, params, start, end, longest, lambda t: t + (t > 0), **options)


@specimen(
    "cached_block",
    "a slot that nobody wrote is read with the others",
    "microsoft/onnxruntime-genai#2354",
    2026,
)
def cached_block_with_a_hole(row, kept, crossed, params, **options):
    row, state = decoder.cached_block(row, kept, crossed, params, **options)
    if kept is not None:
        return row, state
    xp = row.__array_namespace__()
    return row, tuple(xp.concat([each, each * 0], axis=-2) for each in state)


@specimen("logits", "multiplied by the tanh that should cap them",
          "unslothai/unsloth-zoo#593", 2026)  # fmt: skip
def logits_times_a_tanh(y, params):
    made = decoder.logits(y, params)
    return made * np.tanh(made / 30)


@specimen("cached_block", "a window of eight keys, and the next one is written over the newest",
          "huggingface/transformers#47708", 2026)  # fmt: skip
def cached_block_that_wraps(row, kept, crossed, params, **options):
    if kept is not None and kept[0].shape[-2] == 8:
        kept = tuple(each[..., :-1, :] for each in kept)
    return decoder.cached_block(row, kept, crossed, params, **options)


@specimen(
    "generate",
    "no more than eight tokens are generated",
    "huggingface/transformers-bloom-inference#55",
    2023,
)
def generate_up_to_eight(source, params, start, end, longest, cached=True, **options):
    return decoder.generate(source, params, start, end, min(longest, 8), cached, **options)


@specimen("cached_block", "the encoder's keys are kept in a window, as the decoder's own are",
          "huggingface/transformers#46111", 2026)  # fmt: skip
def cached_block_with_a_window_for_the_encoder(row, kept, crossed, params, mask=None, **options):
    crossed = tuple(each[..., -4:, :] for each in crossed)
    if getattr(mask, "ndim", 0) and mask.shape[-1] > 1:
        mask = mask[..., -4:]
    return decoder.cached_block(row, kept, crossed, params, mask=mask, **options)
