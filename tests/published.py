"""A ledger and a site for the tests of what is published.

The ledger is the one of the present code, where it has been verified; else it is made of all proofs
and figures and of a few properties, which takes half a minute instead of two. What is imported
inside a fixture is not needed to run a property.
"""

import pytest

from atensi import ledger as ledgers

A_FEW = {"softmax.definition", "scaling.sampled-scores-have-the-proved-variance"}


@pytest.fixture(scope="session")
def published():
    """Return a ledger with every kind of evidence."""
    from atensi import run, verify
    from atensi.gather import claims

    found = ledgers.read(ledgers.place())
    if found is None:
        everything = {claim.id for claim in claims()}
        records = run.run_proofs(everything) + verify._figures(everything)
        records += verify._with_rejects(run.run_tests(A_FEW, seed=1))
        found = ledgers.build(records, 1, 0.0, "impl") | {"problems": []}
    return found


@pytest.fixture(scope="session")
def drawn():
    """Return the folder of the figures, drawn by the present code, and its files' hashes."""
    from atensi.report import drawings

    folder = ledgers.place().parent / "figures"
    return folder, drawings.ready(folder)


@pytest.fixture(scope="session")
def report(published, drawn, tmp_path_factory):
    """Return the folder of a whole site."""
    from atensi.report import site

    folder = tmp_path_factory.mktemp("published") / "report"
    site.write(published, folder, drawn[0])
    return folder
