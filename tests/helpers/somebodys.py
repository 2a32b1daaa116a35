"""A function of somebody's, in a file of its own, on the stand; and what shows that it is wrong."""

import subprocess
import sys

from atensi.subjects import checking, laws
from atensi.subjects.checking import Asked
from atensi.subjects.script import script

LIKE = "scaled_dot_product_attention"
OURS = "from impl.heads import scaled_dot_product_attention as ours\n"


def written(folder, text):
    """Write a function f and return how it is named."""
    path = folder / "somebodys.py"
    path.write_text(OURS + text + "\n", encoding="utf-8")
    return f"{path}:f"


def broken(spec, law, like=LIKE):
    """Return the script of a law's property that breaks."""
    offer, _ = checking.ours(Asked(spec, like=like))
    for place, found in laws.properties().items():
        if law in found.claims:
            came = laws.judge(offer, place, 25, 0)
            if came.outcome == laws.BROKEN:
                return script(f"{law}: broken.", offer.scripts, came.calls)
    raise AssertionError(f"{law} holds")


def right_of(folder, text):
    """Write the right function and return its file."""
    path = folder / "right.py"
    path.write_text(OURS + text + "\n", encoding="utf-8")
    return str(path)


def run_of(folder, lines):
    """Run a script and return what it says of its error."""
    (folder / "it.py").write_text(lines, encoding="utf-8")
    return subprocess.run([sys.executable, folder / "it.py"], capture_output=True, text=True).stderr
