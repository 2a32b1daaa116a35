"""Remember an interrupt, so that no library can swallow it.

Python raises KeyboardInterrupt wherever the program happens to be. A bare `except:` around that
place swallows it; mpmath has one around an import. A C extension that is being imported may turn it
into an ImportError; SciPy does. So this module also remembers the interrupt. `Progress` asks for it
at every step, and an error that comes after it counts as the interrupt.
"""

import signal
import threading
from contextlib import contextmanager

_came = False


@contextmanager
def remembered():
    """Remember interrupts; where they are ignored, as in a background job, they stay ignored."""
    global _came
    _came = False
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _remember)
    try:
        yield
    except Exception:
        check()
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def check():
    """Raise KeyboardInterrupt if one came and was swallowed."""
    if _came:
        raise KeyboardInterrupt


def _remember(signum, frame):
    global _came
    _came = True
    raise KeyboardInterrupt
