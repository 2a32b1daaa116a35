"""Many seeds, and clusters: the same reports wherever a job runs; other code is refused."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from atensi.cli.commands import main
from atensi.judging.registry import UnknownNameError
from atensi.running.cluster import cluster
from atensi.running.properties import in_all
from atensi.running.sweep import Job, run, seeds_from, sweep
from tests.helpers.small_cluster import small_cluster

pytestmark = pytest.mark.meta
PLACE = "tests/properties/test_gated.py"
MOMENTS = ("seconds",)


def without_moments(reports):
    return [{key: value for key, value in each.items() if key not in MOMENTS} for each in reports]


def test_a_seed_is_that_of_its_place_whatever_their_number():
    assert seeds_from(5, 3) == seeds_from(5, 9)[:3]
    assert len({*seeds_from(5, 99), *seeds_from(6, 99)}) == 198


def test_a_sweep_reports_the_same_in_the_order_of_its_jobs():
    seeds = seeds_from(1, 2)
    with ThreadPoolExecutor(1) as one:
        reports = sweep([PLACE], None, seeds, "impl", one)
    both = sweep([PLACE], None, seeds, "impl")
    assert without_moments(reports) == without_moments(both)
    tests = [each["test"] for each in both]
    assert len(tests) == 2 * len(set(tests)) and all(each["cases"] > 0 for each in both)


def test_a_failure_on_any_seed_is_told_with_its_seed(tmp_path, monkeypatch):
    wrong = "from impl.gated import *\nfrom impl.gated import silu as right\n"
    (tmp_path / "wrong_silu.py").write_text(wrong + "silu = lambda x: right(x) + x\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    failed = [
        each for each in run(Job(PLACE, 7, None, "wrong_silu")) if each["outcome"] == "failed"
    ]
    assert failed and all("--hypothesis-seed=7\n" in each["message"] for each in failed)
    held = [dict(each, outcome="passed", message="", cases=3) for each in failed]
    together = in_all(held, failed)
    assert [each["outcome"] for each in together] == ["failed"] * len(failed)
    more = in_all(held, held)
    assert [each["cases"] for each in more] == [6] * len(held)
    assert [each["outcome"] for each in more] == ["passed"] * len(held)


def test_what_is_no_cluster_is_refused(monkeypatch, capsys):
    with cluster(None) as nothing:
        assert nothing is None
    assert main(["--lang", "en", "verify", "silu", "--seeds", "0"]) == 2
    assert "--seeds: expected 1 or more, came 0" in capsys.readouterr().err
    pytest.importorskip("distributed")
    with pytest.raises(UnknownNameError, match="there is no scheduler of Dask"), cluster("inproc"):
        pass


def test_without_dask_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(UnknownNameError, match="pip install"), cluster("tcp://127.0.0.1:1"):
        pass


def test_a_cluster_runs_the_proofs_and_the_further_seeds(capsys):
    with small_cluster() as made:
        address = made.scheduler_address
        words = ["--lang", "en", "verify", "feedforward.silu", "--seeds", "2", "--seed", "3"]
        assert main([*words, "--cluster", address, "--recorded", "--fresh"]) == 0
        (seed,) = seeds_from(1, 1)
        with cluster(address) as workers:
            reports = sweep([PLACE], None, [seed], "impl", workers)
    assert without_moments(reports) == without_moments(run(Job(PLACE, seed, None, "impl")))
    found = capsys.readouterr()
    assert "a cluster of 2 workers" in found.err and "on the cluster" in found.err
    assert "properties ran on 2 seeds" in found.out


def lose_one_at_work(made):
    """Kill a worker's process while it has a job, as a machine that is lost would be."""
    while not (busy := [each.name for each in made.scheduler.workers.values() if each.processing]):
        time.sleep(0.01)
    os.kill(made.workers[busy[0]].pid, signal.SIGKILL)


def test_a_sweep_outlives_a_worker():
    seeds = seeds_from(2, 2)
    pytest.importorskip("distributed")
    with small_cluster() as made, cluster(made.scheduler_address) as workers:
        with ThreadPoolExecutor(1) as aside:
            swept = aside.submit(sweep, [PLACE], None, seeds, "impl", workers)
            lose_one_at_work(made)
        assert without_moments(swept.result()) == without_moments(
            sweep([PLACE], None, seeds, "impl")
        )


def test_workers_of_other_code_are_refused(monkeypatch):
    with small_cluster() as made:
        monkeypatch.setattr("atensi.formal.proof_tables.fingerprint", lambda: "other code")
        refused = pytest.raises(UnknownNameError, match=r"the very code .*tcp")
        with refused, cluster(made.scheduler_address):
            pass
