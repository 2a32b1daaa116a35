"""Make a slow thing once for all workers. The first one to ask makes it; the others wait."""

import json
import time

import pytest


@pytest.fixture(scope="session")
def once(tmp_path_factory, worker_id):
    """Return a function that makes a named thing, or reads the one that another worker made."""
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
