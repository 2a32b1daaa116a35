"""A line of progress: rewritten on a terminal, printed now and then elsewhere."""

import sys
import time

from atensi.work import interrupt
from atensi.work.message import message


class Progress:
    """Progress through `total` pieces of work; quiet for the first two seconds."""

    def __init__(self, what, total, stream=None):
        interrupt.check()
        self.what, self.total, self.done = what, total, 0
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()
        self.began = self.last = time.monotonic()
        self.shown = False

    def step(self, name=""):
        """Count one more piece as done."""
        interrupt.check()
        self.done += 1
        now = time.monotonic()
        pause = 0.1 if self.live else 10.0
        if now - self.began < 2 or now - self.last < pause:
            return
        self.last, self.shown = now, True
        of = message(" of {total}", total=self.total) if self.total else ""
        text = f"atensi: {self.what}: {self.done}{of} ({now - self.began:.0f} s) {name}"
        self.stream.write(f"\r\x1b[K{text[:78]}" if self.live else f"{text}\n")
        self.stream.flush()

    def close(self):
        """Clear the line."""
        if self.live and self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
