"""Publish a ledger: the report, the appendix for the thesis, and the badge."""

import time
from pathlib import Path
from typing import Any

import jinja2

from atensi.report import html_site, latex_appendix
from atensi.report.inline_html import corrected
from atensi.report.mathml import FormulaError, mathml
from atensi.work.files import write_whole
from atensi.work.message import tell

_LETTER = 6.6  # pixels, of the badge's type


def formulas(ledger: dict[str, Any]) -> list[str]:
    """Name each claim and each correction whose mathematics cannot be set."""
    problems = []
    for entry in ledger["claims"]:
        try:
            mathml(entry["latex"], entry["id"], "block")
            for record in entry["evidence"]:
                for step in record.get("steps", ()):
                    mathml(step["latex"], f"{entry['id']} ({record['where']})", "block")
        except FormulaError as error:
            problems.append(f"{entry['where']}: {error}")
    for entry in ledger["statements"]:
        try:
            corrected(entry["correction"], f"corrections.txt: {entry['statement']}")
        except FormulaError as error:
            problems.append(str(error))
    return problems


def publish(ledger: dict[str, Any], folder: Path) -> str:
    """Write all of it below a folder; return a sentence on what was written."""
    began = time.monotonic()
    tell("figures and report")
    pages = html_site.write(ledger, folder / "report")
    latex_appendix.write(ledger, folder / "latex")
    write_whole(folder / "badge.svg", badge(ledger))
    size = sum(path.stat().st_size for path in (folder / "report").rglob("*") if path.is_file())
    seconds = time.monotonic() - began
    place = folder / "report" / "index.html"
    return f"{place}: {pages} pages, {size / 1e6:.1f} MB, in {seconds:.0f} s"


def badge(ledger: dict[str, Any]) -> str:
    """Return a badge that says how many claims are judged, or how many are open."""
    totals = ledger["totals"]
    open_, red = totals["OPEN"], bool(ledger.get("problems"))
    judged = f"{sum(totals.values())} claims judged, {totals['REFUTED']} refuted"
    text = f"{open_} claims open" if open_ else "run is red" if red else judged
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(html_site.TEMPLATES), autoescape=True
    )
    return environment.get_template("badge.svg").render(
        text=text,
        left=round(14 + _LETTER * len("atensi")),
        right=round(14 + _LETTER * len(text)),
        colour="#a8320f" if open_ or red else "#14507a",
    )
