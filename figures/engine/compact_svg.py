"""A drawing without what no eye sees: spaces, names and digits, a third of what Matplotlib writes.

Glyphs are drawn as paths, each under its font's name; every group has a name that nothing uses.
"""

import re
from collections import Counter

_PATH = re.compile(r' d="([^"]*)"')
_STEP = re.compile(r"([MLQC])([^A-Za-z]*)|z")
_PLACE = re.compile(r'translate\([^)]*\)| [xy]="[^"]*"')
_MOVED = re.compile(r'(<use [^>]*) transform="translate\(([-\d.]+)[ ,]([-\d.]+)\)"')
_FRACTION = re.compile(r"\d+\.\d+")
_NAME = re.compile(r' id="([^"]*)"')
_STYLE = re.compile(r'style="([^"]*)"')
_ALONE = re.compile(r"<g>\n(<[^>]*/>\n)</g>\n")
_REFERENCE = re.compile(r'(?<=href="#)[^"]+|(?<=url\(#)[^)]+')


def compact(drawing):
    """Return an SVG that looks the same, with places to a hundredth of their unit.

    A path's unit is a point and a glyph's is less: both are finer than any printer.
    """
    text = re.sub(r"<!--.*?-->", "", drawing.decode(), flags=re.DOTALL)
    text = _PLACE.sub(lambda place: _rounded(place[0]), text)
    text = _MOVED.sub(_at, text).replace("xlink:href", "href")
    text = _PATH.sub(lambda path: f' d="{_by_steps(_without_spaces(_rounded(path[1])))}"', text)
    text = re.sub(r"\n\s*", "\n", _renamed(text))
    return _ALONE.sub(r"\1", _classed(text)).encode()


def _at(moved):
    """Return a use with its place in the place of a move, which means the same."""
    use, x, y = moved.groups()
    return use + "".join(f' {name}="{at}"' for name, at in (("x", x), ("y", y)) if at != "0")


def _rounded(places):
    """Return numbers with two digits at most behind the point."""
    short = lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return _FRACTION.sub(short, places)


def _without_spaces(path):
    """Return a path without the spaces around its letters and at its end."""
    return re.sub(r"\s*([A-Za-z])\s*", r"\1", path).strip()


def _by_steps(path):
    """Return a path whose places are told from the one before, in hundredths: nothing is lost."""
    steps = list(_STEP.finditer(path))
    if "".join(step[0] for step in steps) != path:
        return path  # it is told so already, or in letters that Matplotlib does not write
    start, told = (0, 0), []
    here = start
    for step in steps:
        if step[0] == "z":
            told.append("z")
            here = start
            continue
        ends = [round(100 * float(number)) for number in step[2].split()]
        moves = (end - here[k % 2] for k, end in enumerate(ends))
        told.append(step[1].lower() + " ".join(map(_hundredths, moves)).replace(" -", "-"))
        here = ends[-2:]
        start = here if step[1] == "M" else start
    return "".join(told)


def _hundredths(count):
    """Return so many hundredths, without the zeros that nobody needs."""
    text = f"{count / 100:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _renamed(text):
    """Return the SVG with short names, and without those that nothing refers to."""
    used = dict.fromkeys(_REFERENCE.findall(text))
    short = {name: f"n{number}" for number, name in enumerate(used)}
    named = lambda name: f' id="{short[name[1]]}"' if name[1] in short else ""
    return _REFERENCE.sub(lambda name: short[name[0]], _NAME.sub(named, text))


def _classed(text):
    """Return the SVG with a class for each style that several parts have."""
    counts = Counter(_STYLE.findall(text))
    shared = [style for style, count in counts.items() if count > 1 and "</style>" in text]
    names = {style: f"s{number}" for number, style in enumerate(shared)}
    tight = (
        f".{name}{{{each.replace(': ', ':').replace('; ', ';')}}}" for each, name in names.items()
    )
    named = lambda style: f'class="{names[style[1]]}"' if style[1] in names else style[0]
    return _STYLE.sub(named, text).replace("</style>", "".join(tight) + "</style>", 1)
