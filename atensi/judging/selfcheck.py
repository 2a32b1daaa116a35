"""The suite checks itself. Each check returns sentences that begin with a place."""

from collections.abc import Collection

from atensi.judging import hands_off, lines_check, untouched
from atensi.judging.registry import claims, proofs, unknown
from atensi.judging.typed_in import modules, own_randomness, typed_tolerances
from atensi.judging.verdict import OPEN
from atensi.work.message import message
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress
from theory.chapters import CHAPTERS
from theory.documents import tied
from theory.documents.document_statements import STATEMENTS
from theory.reading import unread
from theory.stating.in_range import out_of_range
from theory.stating.names import printed_alike
from theory.stating.statements import states
from theory.stating.terms import TermError
from theory.stating.uniform import depends_on_form

ENGINES = {
    ("theory", "stating"), ("proofs", "engine"), ("proofs", "arrays"), ("proofs", "rules"),
    ("figures", "engine"),
}  # fmt: skip
FEW = 50  # claims whose statements are checked here, sooner than on all cores


def before(of: Collection[str] | None = None) -> list[str]:
    """Check what can be checked before anything runs. of: the claims whose statements are read."""
    read = [claim.id for claim in claims() if of is None or claim.id in of]
    proofs()  # loaded before processes are copied, which look at them
    jobs: list[int | str] = [*range(len(_OF_CODE)), *read]
    progress, said = Progress(message("statements that are read"), len(read)), {}
    here = ((job, _said(job)) for job in jobs)
    try:
        for job, sentences in here if len(read) <= FEW else in_parallel(_said, jobs):
            said[job] = sentences
            if isinstance(job, str):
                progress.step(job)
    finally:
        progress.close()
    return [sentence for job in jobs for sentence in said[job]]


def _said(job: int | str) -> list[str]:
    """Return what a check of the code says, by its number, or one of a claim's statement."""
    return [*(_of_statement(job) if isinstance(job, str) else _OF_CODE[job]())]


def _of_statement(name: str) -> list[str]:
    """Check how the statement of a claim is read and printed."""
    read = [claim for claim in claims() if claim.id == name]
    checks = (_readings, _well_said, _one_thing_a_name, _no_place_out_of_range)
    return [sentence for check in checks for sentence in check(read)]


def _meddling():
    """No chapter changes what it imports, or makes a finding by hand."""
    for path, nodes in modules("theory", "proofs", "tests/properties", "tests/zoo", "figures"):
        if path.parts[:2] not in ENGINES:
            found = [*hands_off.meddled(nodes)]
            if path.parts[0] in ("theory", "proofs") and path.parts[1] in CHAPTERS:
                found += hands_off.reached_into(nodes)
            yield from (f"{path}:{line}: {said}" for line, said in found)


def _engine():
    """The engine is what its files say, after all chapters were loaded."""
    proofs()
    yield from untouched.replaced()


def _names_of_claims():
    known, seen = {claim.id for claim in claims()}, set()
    for claim in claims():
        if claim.id in seen:
            yield f"{claim.where}: {claim.id} is there twice"
        seen.add(claim.id)
        for name in (*claim.grounds, *claim.repairs):
            if name not in known:
                yield f"{claim.where}: {claim.id}: {unknown('claim', name, known)}"


def _names_in_evidence():
    by_id = {claim.id: claim for claim in claims()}
    for piece in proofs():
        claim = by_id.get(piece.claim)
        if piece.kind in ("ill-formed", "transcription", "correction"):
            continue  # it speaks of a statement, whose name was looked up as it was registered
        if claim is None:
            yield f"{piece.where}: {piece.kind}: {unknown('claim', piece.claim, by_id)}"
        elif piece.hypothesis and piece.hypothesis not in claim.hypotheses:
            known = claim.hypotheses
            yield f"{piece.where}: {claim.id}: {unknown('hypothesis', piece.hypothesis, known)}"


def _readings(read):
    for claim in unread(read):
        yield (
            f"{claim.where}: {claim.id}: its sentence or its formula changed since a person "
            f"read them together: python -m theory.reading {claim.id}"
        )
    by_id = {claim.id: claim for claim in read}
    for name, does, key in tied.unread(read):
        yield (
            f"{by_id[name].where}: {name} {does} {key}, and nobody has read the two together as "
            f"they are: python -m theory.reading {name}"
        )


def _well_said(read):
    """Each statement is one that `states` takes, by whatever it was made."""
    for claim in read:
        said = claim.states
        try:
            states(*said.said, given=said.given, hypotheses=said.hypotheses)
        except TermError as error:
            yield f"{claim.where}: {claim.id}: {error}"


def _one_thing_a_name(read):
    for claim in read:
        if twice := printed_alike(claim.states):
            yield f"{claim.where}: {claim.id}: two things are printed as {', '.join(twice)}"
        if words := depends_on_form(claim.states):
            yield (
                f"{claim.where}: {claim.id}: {', '.join(words)} means one thing of one argument "
                "and another of another; a page prints one definition"
            )


def _no_place_out_of_range(read):
    for claim in read:
        if lost := out_of_range(claim.states):
            said = f"no condition keeps the place of {', '.join(lost)} in its range"
            yield f"{claim.where}: {claim.id}: {said}"


_OF_CODE = (
    typed_tolerances,
    own_randomness,
    _names_of_claims,
    _names_in_evidence,
    lines_check.before,
    _meddling,
    _engine,
)


def after(ledger, records) -> list[str]:
    """Check the records of the run."""
    known = {claim.id for claim in claims()} | {each.key for each in STATEMENTS}
    problems = []
    consequences = [
        f"{entry['where']}: {entry['id']} is {OPEN}: {entry['because']}"
        for entry in ledger["claims"]
        if entry["verdict"] == OPEN
    ]
    refuted = {e["id"] for e in ledger["claims"] if e["verdict"] == "REFUTED"}
    for record in records:
        if record.outcome == "fails":
            problems.append(f"{record.where}: {record.kind} fails: {_short(record.message)}")
        if record.claim and record.claim not in known:
            problems.append(f"{record.where}: {unknown('claim', record.claim, known)}")
        if record.kind in ("property", "statistic") and record.claim in refuted:
            problems.append(f"{record.where}: a {record.kind} speaks for {record.claim}, refuted")
    consequences += lines_check.after(ledger["statements"])
    return list(dict.fromkeys(problems + consequences))


def _short(message):
    lines = [line for line in message.splitlines() if line.strip()]
    errors = [line.removeprefix("E").strip() for line in lines if line.startswith("E ")]
    return " ".join(errors[:2] or lines[:4])[:600]
