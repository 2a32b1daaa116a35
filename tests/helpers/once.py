"""What takes long is made once for all workers: by the first that asks, while the others wait."""

import json
import time

import pytest


@pytest.fixture(scope="session")
def once(tmp_path_factory, worker_id):
    """Return a function that makes something of a name, or reads what another worker made of it."""
    shared = tmp_path_factory.getbasetemp()
    shared = shared if worker_id == "master" else shared.parent

    def made(name, make):
        answer = shared / f"{name}.json"
        try:
            (shared / name).mkdir()
        except FileExistsError:
            while not answer.exists():
                time.sleep(0.2)
        else:
            found = {"failed": f"the worker that should make {name} failed"}
            try:
                found = {"made": make()}
            finally:
                written = answer.with_suffix(".part")
                written.write_text(json.dumps(found), encoding="utf-8")
                written.replace(answer)
        found = json.loads(answer.read_text(encoding="utf-8"))
        assert "made" in found, found["failed"]
        return found["made"]

    return made
