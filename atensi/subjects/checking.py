"""The whole check of a subject: its conventions, then the laws, on all cores."""

import os
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from atensi.judging.registry import UnknownNameError, claims
from atensi.judging.zoo import own_functions
from atensi.subjects import (
    always_causal,
    each_function,
    laws,
    models,
    naming,
    other_scripts,
    part_of_width,
    polarity,
)
from atensi.subjects.conventions import CONVENTIONS
from atensi.subjects.derived import with_derived
from atensi.subjects.laws import ABSENT, BROKEN, DIGITS, HOLDS, REFUSED, Outcome
from atensi.subjects.offer import Call
from atensi.subjects.questions import Answer
from atensi.subjects.range_of_floats import with_our_subnormals
from atensi.subjects.shown import with_script
from atensi.subjects.single import form
from atensi.subjects.translation import translate
from atensi.work.message import message, tell
from atensi.work.pool import in_parallel
from atensi.work.progress import Progress

WORST_FIRST = (BROKEN, laws.UNREAD, HOLDS, REFUSED, DIGITS, ABSENT)


@dataclass(frozen=True)
class Asked:
    """What was asked for: the subject as it was named, and how hard it is tried."""

    spec: str
    like: str = naming.LIKE
    arrays: str = ""
    layout: str = ""
    examples: int = 50
    seed: int = 0
    promises: tuple[str, ...] = ()  # of a module: causal, orderless
    first: bool = False  # stop at the first broken law


@dataclass
class Check:
    """What was found: of each claim an outcome for each of its properties, and the conventions."""

    asked: Asked
    version: str
    how: dict[str, str]
    scripts: dict[str, Any]
    outcomes: list[Outcome]
    answers: list[Answer]
    absent: list[str] = field(default_factory=list)  # questions that it offers nothing for
    offered: list[str] = field(default_factory=list)  # its functions, under our names

    def by_claim(self) -> dict[str, list[Outcome]]:
        """Return the outcomes of each claim, the claims in the order of the book."""
        found: dict[str, list[Outcome]] = {claim.id: [] for claim in claims()}
        for outcome in self.outcomes:
            for claim in outcome.claims:
                found[claim].append(outcome)
        return {claim: each for claim, each in found.items() if each}

    def laws(self) -> dict[str, Outcome]:
        """Return what each claim comes to: the worst outcome of its properties.

        A property that had no input says nothing against one that holds: it is counted.
        """
        return {claim: _together(each) for claim, each in self.by_claim().items()}

    def broken(self) -> dict[str, Outcome]:
        """Return the broken laws."""
        return {claim: each for claim, each in self.laws().items() if each.outcome == BROKEN}

    def unread(self) -> set[str]:
        """Return the laws that could not be judged, by no fault of a refusal: it may be ours."""
        return {claim for claim, each in self.laws().items() if each.outcome == laws.UNREAD}

    def untried(self) -> list[str]:
        """Return how the functions that no law judged should be called, or on exact numbers."""
        names = self.named_as_ours().difference(*(each.called for each in self.outcomes))
        return sorted(map(form, names))

    def joint(self) -> dict[str, str]:
        """Return the laws of several functions of which some are offered: what each lacks."""
        laws = self.laws().items()
        return {claim: each.wants for claim, each in laws if each.outcome == ABSENT and each.wants}

    def named_as_ours(self) -> set[str]:
        """Return its functions of which laws are asked."""
        return {*self.offered} & own_functions().keys()

    def unknown(self) -> set[str]:
        """Return the questions to which an answer came that is wrong in every convention."""
        return {each.convention.key for each in self.answers if each.is_wrong}


def _together(outcomes: list[Outcome]) -> Outcome:
    """Return the worst of the outcomes, by the smallest input, and how many properties had none."""
    by = lambda each: (WORST_FIRST.index(each.outcome), sum(call.size()[0] for call in each.calls))
    worst = min(outcomes, key=by)
    count = sum(each.outcome == REFUSED for each in outcomes)
    return replace(worst, properties_refused=count) if worst.outcome == HOLDS else worst


@cache
def ours(asked: Asked) -> tuple[Any, list[Answer]]:
    """Return the subject with our conventions, and its own answers. Each worker makes it once."""
    named = naming.offer(asked.spec, asked.like, asked.arrays, asked.layout)
    offer, of_order = always_causal.with_ours(named)
    offer, of_masks = polarity.with_ours(offer)
    offer, of_parts = part_of_width.with_ours(offer)
    answers = [*each_function.ask_all(offer.functions, [*of_order, *of_masks, *of_parts])]
    functions, by = with_derived(translate(offer.functions, answers), answers)
    functions = with_our_subnormals(functions, answers)
    offer, answers = other_scripts.with_ours(offer, answers)
    return replace(offer, functions=functions, how={**offer.how, **by}), answers


def _run(job: tuple[Asked, str]) -> Any:
    """Judge a law; without one, return what is known of the subject itself.

    Only the workers, which start afresh, load a subject: some libraries do not survive a fork.
    """
    asked, place = job
    if not place:
        offer, answers = ours(asked)
        return (
            offer.version,
            dict(offer.how),
            dict(offer.scripts),
            [_plain(each) for each in answers],
            [*naming.offer(asked.spec, asked.like, asked.arrays, asked.layout).functions],
        )
    if place == FIRST:
        return until_broken(asked)
    return _judged(asked, place)


def _judged(asked: Asked, place: str) -> Outcome:
    offer = ours(asked)[0]
    return with_script(laws.judge(offer, place, asked.examples, asked.seed), offer)


FIRST = "first"


def until_broken(asked: Asked) -> list[Outcome]:
    """Judge law by law, in the order of the book, up to the first that is broken."""
    law, tried = is_law(), {}
    for claim in (claim.id for claim in claims() if law[claim.id]):
        for place, found in laws.properties().items():
            if claim in found.claims and place not in tried:
                came = _judged(asked, place)
                tried[place] = came
                if came.outcome == BROKEN:
                    return [*tried.values()]
    return [*tried.values()]


def first_departure(asked: Asked) -> tuple[str | None, list[str]]:
    """Return the first broken law, and the questions with an answer that nobody has named."""
    last, law = until_broken(asked)[-1], is_law()
    broken = last.claims if last.outcome == BROKEN else ()
    first = next((each.id for each in claims() if each.id in broken and law[each.id]), None)
    return first, [each.convention.key for each in ours(asked)[1] if not each.known]


def _plain(answer: Answer) -> tuple[str, str, bool, tuple[Call, ...], str]:
    return answer.convention.key, answer.said, answer.known, answer.calls, answer.script


# A convention only where lengths differ; with as many queries as keys nobody reads it otherwise.
AGREED = ("heads.causal-mask",)


def is_law() -> dict[str, bool]:
    """Say of each claim whether it is a law; what is not is a convention."""
    return {claim.id: claim.kind != "convention" or claim.id in AGREED for claim in claims()}


def check(asked: Asked) -> Check:
    """Ask a subject for its conventions, and run on it every law that it offers functions for."""
    if models.is_model(asked):
        return models.check(asked)
    law = is_law()
    jobs = [(asked, "")]
    if asked.first:
        jobs.append((asked, FIRST))
    for place, found in laws.properties().items():
        if not asked.first and any(law[claim] for claim in found.claims):
            jobs.append((asked, place))
    progress, outcomes = Progress(message("laws on {subject}", subject=asked.spec), len(jobs)), []
    for (_, place), came in _on_all_cores(jobs):
        progress.step(place.split("::")[-1])
        if place:
            for each in came if place == FIRST else [came]:
                own = tuple(claim for claim in each.claims if law[claim])
                outcomes.append(replace(each, claims=own))
        else:
            version, how, scripts, said, offered = came
    progress.close()
    outcomes.sort(key=lambda outcome: outcome.place)
    asked_for = each_function.questions()
    answers = [Answer(asked_for[key], *rest) for key, *rest in said]
    told = {key for key, *_ in said}
    absent = [each.question for each in CONVENTIONS if each.key not in told]
    return Check(asked, version, how, scripts, outcomes, answers, absent, offered)


def _on_all_cores(jobs):
    left = list(jobs)  # what is at work comes first
    try:
        for job, came in in_parallel(_run, jobs, afresh=True):
            left.remove(job)
            yield job, came
    except KeyboardInterrupt:
        names = [place.split("::")[-1] or str(message("its conventions")) for _, place in left]
        at_work = ", ".join(names[: os.cpu_count()])
        tell("these had not ended: {laws}; a function that never returns stops them", laws=at_work)
        raise
    except BrokenProcessPool as error:
        text = "{subject}: ended the process that ran it, as a crash does; no law was judged"
        raise UnknownNameError(message(text, subject=jobs[0][0].spec)) from error


def must_have_run(found: Check) -> Check:
    """Return the check; refuse one in which no law was tried, where nothing could break."""
    if not any(each.outcome in (HOLDS, BROKEN) for each in found.outcomes):
        refused = (each.message for each in found.outcomes if each.outcome == REFUSED)
        whys = dict.fromkeys(filter(None, refused))
        text = "{subject}: no law could be tried on it"
        if not found.named_as_ours() and ":" not in found.asked.spec:
            text = "{subject}: none of its functions has a name of ours; name one, as in "
            text += "{subject}:flash, and with --like what it computes"
        elif whys:
            text = "{subject}: no law could be tried on it: {why}"
        raise UnknownNameError(message(text, subject=found.asked.spec, why="; ".join(whys)))
    return found


def compared(a: Check, b: Check) -> list[tuple[str, str, str]]:
    """Return where two subjects differ: a law or a convention, and what each of them says."""
    rows = []
    first, second = a.laws(), b.laws()
    for claim in dict.fromkeys([*first, *second]):
        before, after = (
            each[claim].outcome if claim in each else ABSENT for each in (first, second)
        )
        rows.append((claim, before, after))
    answers = [{each.convention.question: each.said for each in c.answers} for c in (a, b)]
    for question in dict.fromkeys([*answers[0], *answers[1]]):
        before, after = (each.get(question, ABSENT) for each in answers)
        rows.append((question, before, after))
    return [row for row in rows if row[1] != row[2]]
