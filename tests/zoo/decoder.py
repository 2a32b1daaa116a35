"""Wrong decoders."""

from impl import decoder, reversal
from impl.heads import multi_head_attention
from impl.parameters import part
from tests.zoo import specimen


@specimen(
    "decoder_block", "no causal mask: the answer leaks into the question",
    "jadore801120/attention-is-all-you-need-pytorch#19",
)  # fmt: skip
def decoder_block_that_leaks(y, memory, params, mask=None, order="post", **options):
    own = multi_head_attention(y, y, part(params, "attention"))
    causal = multi_head_attention(y, y, part(params, "attention"), is_causal=True)
    return decoder.decoder_block(y + own - causal, memory, params, mask, order, **options)


@specimen("decoder_block", "keys and values from the decoder in both attentions")
def decoder_block_without_encoder(y, memory, params, mask=None, order="post", **options):
    return decoder.decoder_block(y, y, params, None, order, **options)


@specimen("transformer", "the whole target is seen at once")
def transformer_that_peeks(source, target, params, mask=None, scale=None, **options):
    scores = decoder.transformer(source, target, params, mask, scale, **options)
    return scores + scores[-1:, ...] / 8


@specimen("transformer", "positions of the source are added even where there are none")
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


@specimen("generate", "the end token is returned too")
def generate_with_its_end(source, params, start, end, longest, cached=True, **options):
    found = decoder.generate(source, params, start, end, longest, cached, **options)
    return [*found, end] if len(found) < longest else found


@specimen("cached_block", "only the newest key and value are kept", "onnx/onnx#7297")
def cached_block_without_a_past(row, kept, crossed, params, **options):
    return decoder.cached_block(row, None, crossed, params, **options)


@specimen("logits", "the bias is left out")
def logits_without_bias(y, params):
    return y @ params["output.w"]


@specimen("reverse", "the sequence as it came")
def reverse_of_nothing(sequence, params, xp=None, cached=True):
    return reversal.reverse(sequence[::-1], params, xp, cached)


@specimen("reverse", "the source sorted, as if its order were unknown")
def reverse_of_the_sorted(sequence, params, xp=None, cached=True):
    return reversal.reverse(sorted(sequence), params, xp, cached)
