"""The fonts that travel with the report, cut down to the letters it needs, as one style sheet.

Text is in STIX, as in the figures; mathematics in STIX Two Math, whose MATH table tells a browser
how to build roots, fences and limits. Both are under the SIL Open Font License.
"""

import base64
import io
from importlib.util import find_spec
from pathlib import Path

from fontTools import subset

_TEXT = {  # face: (file, weight, style)
    "regular": ("STIXGeneral.ttf", 400, "normal"),
    "italic": ("STIXGeneralItalic.ttf", 400, "italic"),
    "bold": ("STIXGeneralBol.ttf", 700, "normal"),
}
_LATIN = [*range(0x20, 0x180), *range(0x370, 0x3D7), *range(0x2010, 0x2040), *range(0x2070, 0x20A0),
          *range(0x2190, 0x2196), *range(0x2200, 0x2270), 0x27E8, 0x27E9, 0x1D40]  # fmt: skip
_LATIN.remove(0x221A)  # made for a bar above; another font's root reads better in a sentence
_MATH = [*range(0x20, 0x7F), *range(0xA0, 0xF8), *range(0x300, 0x312), *range(0x391, 0x3F6),
         *range(0x2016, 0x2038), *range(0x2102, 0x2134), *range(0x2190, 0x2196),
         *range(0x21D0, 0x21D5), *range(0x2200, 0x22C6), 0x27E8, 0x27E9,
         *range(0x27F5, 0x27FB), *range(0x1D400, 0x1D468), *range(0x1D49C, 0x1D4B6),
         *range(0x1D538, 0x1D552), *range(0x1D6FC, 0x1D716), *range(0x1D7CE, 0x1D7D8)]  # fmt: skip


def style_sheet() -> str:
    """Return `@font-face` rules with the fonts inside, so that a page from disk may use them."""
    text = Path(_folder("matplotlib"), "mpl-data", "fonts", "ttf")
    math = Path(_folder("ziamath"), "fonts", "STIXTwoMath-Regular.ttf")
    rules = [
        _rule("STIX", text / name, _LATIN, weight, style) for name, weight, style in _TEXT.values()
    ]
    return "\n".join([*rules, _rule("STIX Two Math", math, _MATH, 400, "normal")]) + "\n"


def _folder(package):
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"report: the package {package}, which brings the fonts, is missing")
    return Path(spec.origin).parent


def _rule(family, path, letters, weight, style):
    content = base64.b64encode(_cut(path, letters)).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f'font-display:swap;src:url("data:font/woff;base64,{content}") format("woff")}}'
    )


def _cut(path, letters):
    features = ["kern", "liga", "ssty"]  # ssty: the smaller forms of indices
    options = subset.Options(flavor="woff", notdef_outline=True, layout_features=features)
    options.drop_tables += ["FFTM", "PfEd", "TeX"]
    options.recalc_timestamp = False
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    stream = io.BytesIO()
    with subset.load_font(path, options) as font:
        cutter.subset(font)
        font.flavor = "woff"
        font.save(stream)
    return stream.getvalue()
