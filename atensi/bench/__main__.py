"""Measure, and write the tables and the plot to build/bench/: `make bench`, or with --quick."""

import sys

import torch

from atensi.bench import measured, plot
from atensi.bench.page import page
from atensi.work.files import write_whole
from atensi.work.places import build


def main(quick: bool) -> None:
    """Measure everything, tell it, and write it."""
    torch.set_num_threads(2)
    sizes = measured.SIZES[:5] if quick else measured.SIZES
    times, off = measured.attention(sizes), measured.errors(sizes)
    parts, regressions = measured.others()
    steps = measured.next_rows()
    memory = {} if quick else measured.memory([*sizes, measured.LARGE])
    text = page(times, off, memory, steps, parts, regressions)
    folder = build() / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "table.md", text)
    write_whole(folder / "attention.svg", plot.drawn(times, memory, off))
    print(text)


if __name__ == "__main__":
    main("--quick" in sys.argv)
