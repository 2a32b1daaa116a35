"""A ledger and a site for the tests of the published pages.

If the present code has been verified, the ledger is that of its run. Otherwise it comes from all
proofs and figures and a few properties, which takes half a minute instead of two. Imports inside a
fixture are those that a property does not need.
"""

from pathlib import Path

import pytest

from atensi.judging import ledger as ledgers

OF_PROOFS = {
    "derivation", "general run", "sizes", "formed", "exact run", "counterexample", "necessity",
    "inhabited", "ill-formed", "transcription", "correction",
}  # fmt: skip
A_FEW = {"softmax.definition", "scaling.sampled-scores-have-the-proved-variance"}


@pytest.fixture(scope="session")
def proof_records(once):
    """Return the records of all proofs; of the last run, if it was of the present code."""
    from atensi.judging.records import as_json, from_json
    from atensi.judging.registry import claims, tied
    from atensi.running.kept import kept
    from atensi.running.proofs import run_proofs

    def made():
        everything = {claim.id for claim in claims()} | tied(claims())
        return [as_json(record) for record in run_proofs(everything, kept())]

    if ledger := ledgers.read(ledgers.place()):
        judged = (*ledger["claims"], *ledger["statements"])
        entries = (each for entry in judged for each in entry["evidence"])
        return [from_json(each) for each in entries if each["kind"] in OF_PROOFS]
    return [from_json(entry) for entry in once("proofs", made)]


@pytest.fixture(scope="session")
def published(once, request):
    """Return a ledger with every kind of evidence."""
    from atensi.judging.registry import claims
    from atensi.running.figures import run_figures
    from atensi.running.kept import kept
    from atensi.running.properties import run_tests
    from atensi.running.whole_run import with_rejects

    def made():
        everything = {claim.id for claim in claims()}
        records = request.getfixturevalue("proof_records") + run_figures(everything, kept())
        records += with_rejects(run_tests(A_FEW, seed=1))
        return ledgers.build(records, 1, 0.0, "impl") | {"problems": []}

    return ledgers.read(ledgers.place()) or once("ledger", made)


@pytest.fixture(scope="session")
def judged(request):
    """Return what each property rejects, if the present code was verified: it tried them all."""
    making_it = request.config.getoption("--evidence", default=None)
    ledger = None if making_it else ledgers.read(ledgers.place())
    ours = ledger["claims"] if ledger and ledger["subject"] == "impl" else ()
    records = (each for entry in ours for each in entry["evidence"] if "rejects" in each)
    return {each["property"]: {"rejected": each["rejects"]} for each in records}


@pytest.fixture(scope="session")
def drawn():
    """Return the folder of the figures, drawn by the present code, and its files' hashes."""
    from atensi.report import figure_files

    folder = ledgers.place().parent / "figures"
    return folder, figure_files.ready(folder)


@pytest.fixture(scope="session")
def report(once, published, drawn, tmp_path_factory):
    """Return the folder of a whole site, which all workers read and none changes."""
    from atensi.report import html_site

    def made():
        folder = tmp_path_factory.mktemp("published") / "report"
        html_site.write(published, folder, drawn[0])
        return str(folder)

    return Path(once("report", made))
