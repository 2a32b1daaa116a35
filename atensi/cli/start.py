"""The command's start: an interrupt while its modules load ends it, for nothing has begun."""

import os
import signal

CACHE = "20000"  # of SymPy, whose own holds too little for a proof: a tenth of the time
_INTERRUPTED = b"\natensi: interrupted; nothing was written\n"


def main() -> int:
    """Load the command line, run it and return its exit code."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a background job ignores interrupts, and so do we
        signal.signal(signal.SIGINT, _leave)
    os.environ.setdefault("SYMPY_CACHE_SIZE", CACHE)  # SymPy reads it when it is imported
    from atensi.cli.commands import main as run

    signal.signal(signal.SIGINT, before)
    return run()


def _leave(signum, frame):
    # Raised inside an import, KeyboardInterrupt may be swallowed or taken for an ImportError.
    os.write(2, _INTERRUPTED)
    os._exit(130)
