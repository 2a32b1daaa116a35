"""Each forgery in the record of the formal proofs fails."""

import json
import shutil
from pathlib import Path

import pytest

from atensi.formal import checker_record, proof_tables, proof_texts
from atensi.formal.checker_record import checked_by
from atensi.formal.word_for_word import generated
from atensi.running import theorems

CLAIM, KEY = "softmax.log-odds", "said_softmax.log_odds_0"
PROOF = "by have H := log_odds e x 0 i k; by_theorem H.\nQed."
LINE = "softmax none\n"
CLASSICAL = "Classical_Prop.classic"
RECORDED = "log_odds_0 is recorded with another statement or other axioms"


@pytest.fixture
def recorded(monkeypatch):
    """Return what a run without the checker finds."""
    monkeypatch.setattr(theorems, "coqc", lambda: None)
    return theorems.run_formal


@pytest.fixture
def copy(tmp_path) -> Path:
    """Return a copy of the sources, to be forged."""
    return Path(shutil.copytree(proof_tables.ROCQ, tmp_path / "rocq"))


def replace(copy, name, old, new):
    text = (copy / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copy / name).write_text(text.replace(old, new), encoding="utf-8")


def rewrite(copy, change):
    """Change what is recorded."""
    path = copy / "recorded.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    change(record)
    path.write_text(json.dumps(record), encoding="utf-8")


def find(copy, says, assumes=(), key=f"{CLAIM} {KEY}"):
    """Record a theorem as if the checker had found this."""
    found = checker_record.found_to_say(says, assumes)
    rewrite(copy, lambda record: record["theorems"].update({key: found}))


def bump(copy):
    """Record the sources as they are now, as if the checker had read them."""

    def change(record):
        for file in record["sources"]:
            record["sources"][file] = proof_tables.fingerprint_of([file], copy)

    rewrite(copy, change)


def forge_a_statement(copy):
    replace(copy, "said_softmax.v", "log_odds_0 : said.", "log_odds_0 : 0 = 0 :> R.")
    bump(copy)
    find(copy, "0 = 0 :> R")


def forge_another_statement(copy):
    find(copy, "0 = 0 :> R")


def forge_an_admitted_proof(copy):
    replace(copy, "said_softmax.v", PROOF, "Admitted.")
    bump(copy)


def forge_an_admitted_lemma(copy):
    with (copy / "exponential.v").open("a", encoding="utf-8") as file:
        file.write("Lemma all (x : bool) : x.\nProof.\nAdmitted.\n")
    bump(copy)


def forge_a_hypothesis_for_all(copy):
    start = "Section Softmax."
    replace(copy, "softmax.v", start, f"Section A. End A.\nVariable any : False.\n{start}")
    bump(copy)


def forge_a_section_in_a_string(copy):
    start = "Section Softmax."
    text = f'Definition s := "a. Section A. ".\nLocal Variable any : False.\n{start}'
    replace(copy, "softmax.v", start, text)
    bump(copy)


def forge_a_hidden_axiom(copy):
    start = "Section Softmax."
    text = f'Notation "(*" := 0.\nAxiom any : False.\nNotation "*)" := 0.\n{start}'
    replace(copy, "softmax.v", start, text)
    bump(copy)


def forge_an_assumption(copy):
    find(copy, generated(CLAIM)["log_odds_0"].text, [CLASSICAL])


def forge_a_profile_that_none_uses(copy):
    replace(copy, "profiles.txt", "none:\n", f"none: {CLASSICAL}\n")


def forge_an_axiom_of_ours(copy):
    replace(copy, "profiles.txt", "none:\n", "none: softmax.any\n")
    find(copy, generated(CLAIM)["log_odds_0"].text, ["softmax.any"])


def forge_another_profile(copy):
    replace(copy, "table.txt", LINE, LINE.replace("none", "choice"))
    forge_an_assumption(copy)


def forge_an_unknown_profile(copy):
    replace(copy, "table.txt", LINE, LINE.replace("none", "all"))


def forge_a_record_without_it(copy):
    rewrite(copy, lambda record: record["theorems"].pop(f"{CLAIM} {KEY}"))


def forge_a_table_without_it(copy):
    replace(copy, "table.txt", LINE, "")


def forge_a_name(copy):
    replace(copy, "said_softmax.v", "Theorem log_odds_0", "Theorem log_odds_1")
    bump(copy)


def forge_another_broken_definition(copy):
    replace(copy, "broken.txt", "larger scores weigh less", "larger scores weigh more")


def forge_a_broken_definition_too_many(copy):
    text = (copy / "broken.txt").read_text(encoding="utf-8").split("\n")
    start = next(k for k, line in enumerate(text) if line.startswith(f"{CLAIM} in"))
    (copy / "broken.txt").write_text("\n".join(text[:start] + text[start + 3 :]), encoding="utf-8")


def forge_what_refuses(copy):
    def change(record):
        record["broken"] = dict.fromkeys(record["broken"], "exponential")

    rewrite(copy, change)


def forge_a_definition_that_was_broken(copy):
    replace(copy, "softmax.v", "(e (S i j) / \\sum_k e (S i k))", "(e (S i j)/ \\sum_k e (S i k))")
    bump(copy)


def forge_a_record_without_a_model(copy):
    replace(copy, "models.txt", "exponential reals.v:R_exp choice\n", "")


def forge_a_model(copy):
    rewrite(copy, lambda record: record["says"].update({"exponential reals.R_exp": "nat"}))


def forge_a_model_that_supposes(copy):
    key, says = "exponential reals.R_exp", "False -> exponential S_rcfType"
    rewrite(copy, lambda record: record["says"].update({key: says}))
    find(copy, says, key=key)


FORGED = {
    forge_a_statement: "log_odds_0 does not state what its claim says",
    forge_another_statement: RECORDED,
    forge_an_admitted_proof: "no proof of log_odds_0 that ends in Qed",
    forge_an_admitted_lemma: "Admitted",
    forge_a_hypothesis_for_all: "Variable outside a section",
    forge_a_section_in_a_string: "Variable outside a section",
    forge_a_hidden_axiom: "Axiom",
    forge_an_assumption: RECORDED,
    forge_a_profile_that_none_uses: RECORDED,
    forge_an_axiom_of_ours: "the profile none allows softmax.any",
    forge_another_profile: RECORDED,
    forge_an_unknown_profile: "has the profile all",
    forge_a_record_without_it: "log_odds_0 is not in recorded.json",
    forge_a_table_without_it: "log_odds_0 is in recorded.json, but in no table",
    forge_a_name: "log_odds_0 is in recorded.json, but in no table",
    forge_another_broken_definition: "larger scores weigh more' is not in recorded.json",
    forge_a_broken_definition_too_many: "broken.txt lacks 1 of what recorded.json has",
    forge_what_refuses: "cannot be refused by 'exponential.v'",
    forge_a_definition_that_was_broken: "replaces a text that stands there 0 times",
    forge_a_record_without_a_model: "has no model in models.txt for exponential",
    forge_a_model: "R_exp is no model of exponential: it is of the type nat",
    forge_a_model_that_supposes: "R_exp is no model of exponential",
}


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_a_forgery_fails(forge, copy, recorded):
    forge(copy)
    failed = [record for record in recorded({CLAIM}, copy) if record.outcome != "holds"]
    assert failed
    assert all(record.outcome == "fails" for record in failed)
    assert all(record.message.startswith(f"{CLAIM}: ") for record in failed)
    assert any(FORGED[forge] in record.message for record in failed), failed


def test_what_is_recorded_is_of_these_sources_and_holds(recorded):
    listed = [*proof_tables.table(), *proof_tables.models()]
    found = recorded({each.claim for each in listed})
    names = sorted((each.claim, each.name) for each in listed)
    assert sorted((each.claim, each.finding.theorem) for each in found) == names
    assert all(record.outcome == "holds" for record in found), "run make formal"


def test_what_is_recorded_names_its_sources_and_took_no_time(recorded):
    files = proof_texts.needed({"said_softmax"})
    record, *_ = recorded({CLAIM})
    assert record.finding.recorded == proof_tables.fingerprint_of(files)
    assert record.seconds == 0


def test_a_changed_file_does_not_count_and_neither_does_what_needs_it(copy, recorded):
    with (copy / "ranked.v").open("a", encoding="utf-8") as file:
        file.write("(* *)\n")
    found = recorded({each.claim for each in proof_tables.table()}, copy)
    named = lambda record: (record.claim, record.finding.theorem)
    stale = {named(record) for record in found if record.outcome == "not run here"}
    needing = [e for e in proof_tables.table() if "ranked" in proof_texts.needed({e.file})]
    assert stale == {(each.claim, each.name) for each in needing}
    assert all(record.outcome == "holds" for record in found if named(record) not in stale)
    assert any(record.claim == CLAIM and record.outcome == "holds" for record in found)


def test_without_the_checker_the_ledger_names_the_one_of_the_record(monkeypatch):
    monkeypatch.setattr("atensi.formal.checker_record.coqc", lambda: None)
    assert checked_by().startswith("not run here: coqc is not installed; recorded by The Coq")


def test_the_record_is_taken_on_demand_where_the_checker_is(monkeypatch):
    monkeypatch.setattr(theorems, "coqc", lambda: "coqc")
    monkeypatch.setattr(theorems.gate, "check", lambda *_, **__: pytest.fail("it was built afresh"))
    assert {each.outcome for each in theorems.run_formal({CLAIM}, here=False)} == {"holds"}
