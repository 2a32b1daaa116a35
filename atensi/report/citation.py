"""How to cite the project, or one claim of it."""

from atensi import __version__

LONG = 120  # characters of a formula that no reference should carry
AUTHORS, TITLE, YEAR = "The atensi authors", "atensi: attention, theory to code, verified", 2026


def cite(style: str, claim=None, version: str = __version__, formula: str = "") -> str:
    """Return a reference as `bibtex`, `apa` or `link`; formula: the claim's, if it is at hand."""
    if style == "link":
        return f"atensi:{version}:{claim.id}" if claim else f"atensi:{version}"
    part = f", claim {claim.id}" if claim else ""
    if style == "apa":
        return f"{AUTHORS}. ({YEAR}). {TITLE} (Version {version}){part} [Computer software]."
    key = f"atensi-{claim.id}" if claim else "atensi"
    note = f"  note    = {{Claim {_said(claim, formula or claim.formula)}}},\n" if claim else ""
    return (
        f"@software{{{key},\n"
        f"  author  = {{{{{AUTHORS}}}}},\n"
        f"  title   = {{{TITLE}}},\n"
        f"  version = {{{version}}},\n"
        f"  year    = {{{YEAR}}},\n{note}}}"
    )


def _said(claim, formula):
    name = f"\\texttt{{{claim.id}}}"
    return f"{name}: ${formula}$" if len(formula) < LONG else name
