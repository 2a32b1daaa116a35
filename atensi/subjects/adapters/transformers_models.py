"""The model classes of transformers, with random weights and small sizes."""

import os

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
import transformers

from atensi.judging.registry import UnknownNameError, unknown
from atensi.subjects.models import Model
from atensi.work.message import message

WORDS, WIDTH = 50, 32
SIZES = {
    "vocab_size": WORDS, "hidden_size": WIDTH, "embedding_size": WIDTH, "num_hidden_layers": 2,
    "num_attention_heads": 4, "num_key_value_heads": 2, "intermediate_size": 64, "n_embd": WIDTH,
    "n_layer": 2, "n_head": 4, "max_position_embeddings": 64, "input_embedding_size": WIDTH,
    "output_embedding_size": WIDTH, "d_model": WIDTH, "head_dim": 8, "pad_token_id": 0,
    "bos_token_id": 1, "eos_token_id": 2,
}  # fmt: skip


def model(name):
    """Return a model class as a subject; one that is named for causal language is a decoder."""
    if not hasattr(transformers, name):
        near = [each for each in dir(transformers) if each.endswith(name[-8:])]
        known = unknown("model class", name, near)
        raise UnknownNameError(message("{place}: {known}", place="transformers", known=known))
    kind = getattr(transformers, name)
    causal = name.endswith(("ForCausalLM", "LMHeadModel"))
    config = kind.config_class()
    sizes = {key: value for key, value in SIZES.items() if hasattr(config, key)}
    sizes |= {"is_decoder": True} if causal else {}
    made = {}

    def of(dtype):
        if dtype not in made:
            torch.manual_seed(0)
            made[dtype] = kind(kind.config_class(**sizes)).to(getattr(torch, dtype)).eval()
        return made[dtype]

    def run(tokens, dtype, kept=None):
        mask = None if kept is None else torch.from_numpy(kept)[None].long()
        with torch.no_grad():
            output = of(dtype)(input_ids=torch.from_numpy(tokens)[None], attention_mask=mask)
        return output[0][0].double().numpy()

    def changed(draw, tokens, place):
        other = tokens.copy()
        other[place] = 3 + (tokens[place] - 3 + draw.integers(1, WORDS - 3)) % (WORDS - 3)
        return other

    return Model(
        f"transformers:{name}", transformers.__version__,
        lambda draw, n: draw.integers(3, WORDS, size=n), changed, run, causal, keeps=True,
        script=_script(name, kind.config_class.__name__, sizes),
    )  # fmt: skip


def _script(name, config, sizes):
    given = ", ".join(f"{key}={value!r}" for key, value in sizes.items())
    return f"""import torch
from transformers import {config}, {name}
torch.manual_seed(0)
model = {name}({config}({given})).double().eval()
def subject(tokens, kept=None):
    mask = None if kept is None else torch.tensor([kept]).long()
    return model(input_ids=torch.tensor([tokens]), attention_mask=mask)[0][0].detach().numpy()"""
