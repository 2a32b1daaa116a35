"""Write down what the installed libraries answer: `python -m atensi.subjects.recording`.

The report shows the record, with versions and date; an answer to a law whose statement has changed
since is not shown as one. What is not installed keeps its entry. A name with a version, such as
transformers:RoFormerForCausalLM==5.17.0, is checked in an environment of its own.
"""

import importlib.util
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from atensi.judging.registry import claims
from atensi.subjects.checking import Asked, check
from atensi.subjects.machine_reports import as_dict
from atensi.subjects.naming import ADAPTERS
from atensi.subjects.versions import EnvironmentFailedError, checked
from atensi.work.files import write_whole
from theory.reading import digest_of_statement

PLACE = Path(__file__).parent / "recorded.json"
MODELS = (
    "torch:MultiheadAttention", "torch:TransformerEncoderLayer",
    "torch:TransformerEncoderLayer-norm-first", "transformers:BertModel",
    "transformers:GPT2LMHeadModel",
    *(f"transformers:{name}{version}"
      for name in ("RoFormerForCausalLM", "RemBertForCausalLM", "MegatronBertForCausalLM")
      for version in ("==5.17.0", "")),
)  # fmt: skip
KEPT = ("subject", "version", "atensi", "seed", "examples")


def entry(spec: str) -> dict[str, object]:
    """Return what is written down of a subject: outcomes and answers, and when."""
    name, _, version = spec.partition("==")
    found = checked(name, version, []) if version else as_dict(check(Asked(spec)), {})
    stated = {claim.id: digest_of_statement(claim) for claim in claims()}
    offered = {claim: each for claim, each in found["laws"].items()
               if each["outcome"] != "not offered"}  # fmt: skip
    laws = {claim: [each["outcome"], each["message"], stated[claim]]
            for claim, each in offered.items()}  # fmt: skip
    answers = {key: {name: each[name] for name in ("question", "answer", "ours", "claim")}
               for key, each in found["conventions"].items()}  # fmt: skip
    date = datetime.now(UTC).strftime("%Y-%m-%d")
    return {key: found[key] for key in KEPT} | {
        "date": date, "laws": laws, "conventions": answers,
    }  # fmt: skip


def main(names: list[str]) -> int:
    """Record the named subjects, or all that are installed."""
    known = json.loads(PLACE.read_text(encoding="utf-8")) if PLACE.exists() else {}
    every = [each for each in (*ADAPTERS, *MODELS) if each != "impl"]
    for spec in names or every:
        if importlib.util.find_spec(spec.partition(":")[0]) is None:
            print(f"{spec} is not installed; its entry stays as it is", file=sys.stderr)
            continue
        try:
            known[spec] = entry(spec)
        except EnvironmentFailedError as error:
            print(f"{error}; its entry stays as it is", file=sys.stderr)
            continue
        ordered = {each: known[each] for each in every if each in known}
        write_whole(PLACE, json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")
        print(f"{spec} {known[spec]['version']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
