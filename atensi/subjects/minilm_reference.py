"""all-MiniLM-L6-v2 as transformers computes it, to compare with."""

import os
from collections.abc import Sequence

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

from atensi.subjects.minilm import folder


def embeddings(sentences: Sequence[str], dtype: str) -> np.ndarray:
    """Return the embeddings of all sentences in one padded batch, pooled as its card says."""
    given = AutoTokenizer.from_pretrained(folder())(
        list(sentences), padding=True, return_tensors="pt"
    )
    model = AutoModel.from_pretrained(folder()).to(getattr(torch, dtype)).eval()
    with torch.no_grad():
        rows = model(**given).last_hidden_state
    kept = given["attention_mask"].unsqueeze(-1).to(rows.dtype)
    mean = (rows * kept).sum(1) / kept.sum(1).clamp(min=1e-9)
    return torch.nn.functional.normalize(mean, dim=1).double().numpy()
