"""An interrupt that no library can swallow.

Python raises KeyboardInterrupt wherever the program is just then. A bare `except:` around that
place ends it, as in mpmath around an import, and a C extension that is being imported may make an
ImportError of it, as in SciPy. So an interrupt is remembered as well: whoever shows progress asks
for it at every step, and an error after it is the interrupt's.
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
