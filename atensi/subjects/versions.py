"""Two versions of a library, each in an environment of its own, and which claims changed."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from atensi.work.places import PACKAGE, build, clone

# where a library is distributed under another name
DISTRIBUTIONS = {
    "onnxruntime": ("onnx", "onnxruntime=={v}"), "keras": ("jax", "keras=={v}"),
    "transformers": ("torch", "transformers=={v}"),
}  # fmt: skip


class EnvironmentFailedError(LookupError):
    """An environment that could not be made, or a check in it that did not run."""


def checked(spec: str, version: str, words: list[str]) -> dict[str, Any]:
    """Return what a check of one version found, as JSON has it."""
    python = _environment(spec.partition(":")[0], version)
    lines = [str(clone()), str(PACKAGE.parent), str(clone() / "bounds")]
    found = subprocess.run(
        [str(python), "-m", "atensi", "check", spec, "--json", *words],
        capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(lines)},
    )  # fmt: skip
    try:
        answer: dict[str, Any] = json.loads(found.stdout)
    except json.JSONDecodeError:
        raise EnvironmentFailedError(f"{spec} {version}: {found.stderr.strip()[-400:]}") from None
    return answer


def _environment(library, version):
    """Return the interpreter of an environment with this version; make it if it is not there."""
    folder = build() / "subjects" / f"{library}-{version}"
    if not (folder / "ready").exists():
        print(f"atensi: setting up {library} {version} in {folder}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        wanted = [each.format(v=version) for each in
                  DISTRIBUTIONS.get(library, (f"{library}=={{v}}",))]  # fmt: skip
        _make(folder, wanted)
        (folder / "ready").touch()
    return folder / "bin" / "python"


def _make(folder, wanted):
    """Install what atensi needs, as it is locked, then the library, which may need others.

    Outside of the clone, whose settings of uv are about the versions that it locks itself.
    """
    lock = str(clone() / "requirements.lock")
    uv = shutil.which("uv")
    python = str(folder / "bin" / "python")
    install = [uv, "pip", "install", "-q", "--python", python] if uv else [
        python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]  # fmt: skip
    for command in (
        [uv, "venv", "-q", str(folder)] if uv else [sys.executable, "-m", "venv", str(folder)],
        [*install, "--require-hashes", "-r", lock],
        [*install, *wanted],
    ):
        ran = subprocess.run(command, capture_output=True, text=True, cwd=tempfile.gettempdir())
        if ran.returncode:
            raise EnvironmentFailedError(f"{' '.join(wanted)}: {ran.stderr.strip()[-400:]}")


def changed(a: dict[str, Any], b: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the laws and conventions that two versions answer differently."""
    rows = []
    for part, said in (("laws", "outcome"), ("conventions", "answer")):
        for key in dict.fromkeys([*a[part], *b[part]]):
            answers = [each[part].get(key, {}).get(said, "not offered") for each in (a, b)]
            if answers[0] != answers[1]:
                rows.append((key, *answers))
    return rows
