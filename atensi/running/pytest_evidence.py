"""A pytest plugin: writes what each test found, as a line of JSON, while the tests run."""

import json
from pathlib import Path


def pytest_addoption(parser):
    parser.addoption("--evidence", metavar="FILE", help="write a line of JSON for each test")


def pytest_configure(config):
    path = config.getoption("--evidence")
    if path and not hasattr(config, "workerinput"):  # with xdist, the controller hears all reports
        config.pluginmanager.register(_Writer(Path(path)))


class _Writer:
    def __init__(self, path):
        self.file = path.open("w", encoding="utf-8")

    def _write(self, record):
        self.file.write(json.dumps(record) + "\n")
        self.file.flush()

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or not report.passed:
            path, line, _ = report.location
            self._write(
                {
                    "test": report.nodeid,
                    "where": f"{path}:{line + 1}",
                    "outcome": report.outcome,
                    "seconds": report.duration,
                    "message": "" if report.passed else str(report.longrepr),
                    **dict(report.user_properties),
                }
            )

    def pytest_collectreport(self, report):
        if report.failed:
            self._write({"test": report.nodeid, "where": report.nodeid, "outcome": "failed",
                         "seconds": 0.0, "message": str(report.longrepr)})  # fmt: skip

    def pytest_unconfigure(self):
        self.file.close()
