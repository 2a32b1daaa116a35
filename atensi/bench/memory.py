"""Run one case alone, and print how many MB of memory it took: a process's peak never falls."""

import sys
from pathlib import Path

import numpy as np

from impl.fast.tiles import tiled_attention
from impl.heads import scaled_dot_product_attention


def held() -> float:
    """Return the most memory that this process has held, in MB, as Linux counts it.

    Not by `resource`: its peak counts what the parent held when this process began.
    """
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    [peak] = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(peak) / 1024


def main(case: str) -> None:
    """Run "formula 4096" or its like, in float32 with d = 64."""
    name, n = case.split()
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal((int(n), 64), dtype=np.float32) for _ in range(3))
    if name == "torch":
        import torch

        torch.set_num_threads(2)
        attend = torch.nn.functional.scaled_dot_product_attention
        q, k, v = (torch.from_numpy(each)[None, None] for each in (q, k, v))
    else:
        attend = {"tiles": tiled_attention, "formula": scaled_dot_product_attention}[name]
    attend(*(each[..., :64, :] for each in (q, k, v)))
    before = held()
    attend(q, k, v)
    print(held() - before)


if __name__ == "__main__":
    main(sys.argv[1])
