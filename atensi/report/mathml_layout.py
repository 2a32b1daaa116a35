"""How a formula is set: limits, operators, fences and alphabets, on a tree of MathML.

TeX spaces symbols by their classes. The converter leaves that to the browser; this module does it.
"""

import re
import unicodedata
import xml.etree.ElementTree as ET

_LIMITS = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
_TAKES_LIMITS = re.compile("[\N{N-ARY SUMMATION}\N{N-ARY PRODUCT}]|(arg.)?max|(arg.)?min|lim")
_OPENING = tuple("([{|\N{DOUBLE VERTICAL LINE}\N{MATHEMATICAL LEFT ANGLE BRACKET}")
_LEFT, _RIGHT = "\N{MATHEMATICAL LEFT ANGLE BRACKET}", "\N{MATHEMATICAL RIGHT ANGLE BRACKET}"
_CLOSES = {")": "(", "]": "[", "}": "{", _RIGHT: _LEFT}
_BRACKETS = tuple("()[]{}")
_SUMS = ("\N{N-ARY SUMMATION}", "\N{N-ARY PRODUCT}")
_FUNCTIONS = {"log", "exp", "sin", "cos", "tan", "tanh", "max", "min", "lim", "det", "arg"}
_ALPHABETS = {"bold": "BOLD", "double-struck": "DOUBLE-STRUCK", "script": "SCRIPT"}
# Signs that take no space: a transpose is no relation, and x_* no product.
_LETTERS = tuple(
    "*\N{INFINITY}\N{PARTIAL DIFFERENTIAL}\N{NABLA}\N{DOWN TACK}\N{HORIZONTAL ELLIPSIS}\N{PRIME}"
)
_PAIRED = ("|", "\N{DOUBLE VERTICAL LINE}")
_RIGID = (*_PAIRED, _LEFT, _RIGHT)
_MINUS = ("-", "+", "\N{MINUS SIGN}", "\N{PLUS-MINUS SIGN}")
_ARROWS = tuple(map(chr, range(0x27F5, 0x27FB)))
_THIN, _THICK = "0.1667em", "0.2778em"


def mend(root):
    """Set limits, operators, fences and upright words as a book does."""
    _pair_fences(root)
    for row in list(root.iter()):
        _join_upright(row)
        _raise_whole_groups(row)
        for child in row:
            if child.tag == "mi" and child.text in _FUNCTIONS:
                child.tag = "mo"
            base = child[0] if child.tag in _LIMITS and len(child) else None
            if base is not None and base.tag == "mo" and _TAKES_LIMITS.fullmatch(base.text or ""):
                child.tag = _LIMITS[child.tag]
                base.set("movablelimits", "true")
    for row in list(root.iter()):
        _space_operators(row)
    for element in root.iter():
        if element.text in ("argmax", "argmin"):
            element.text = f"arg\N{NARROW NO-BREAK SPACE}{element.text[3:]}"
        if element.tag in ("mi", "mo") and len(element.text or "") == 1:
            sort = unicodedata.category(element.text)
            letter = element.text in _LETTERS or sort[0] == "L"
            element.tag = "mi" if letter else "mo"
            element.text = "\N{TILDE OPERATOR}" if element.text == "~" else element.text
        sized = element.get("minsize") or element.get("stretchy") == "true"  # by \big or \left
        if element.text in _RIGID and not sized:
            element.set("stretchy", "false")  # as tall as a letter, as in TeX
        if element.text in _ARROWS:
            element.attrib |= {"lspace": _THICK, "rspace": _THICK, "stretchy": "false"}
        if element.get("mathvariant") in _ALPHABETS:
            alphabet = _ALPHABETS[element.attrib.pop("mathvariant")]
            element.text = "".join(_letter(alphabet, each) for each in element.text or "")
        if element.text in _BRACKETS:
            _leave_out(element, stretchy="true", fence="true", form=None)
        if element.text in _SUMS:
            _leave_out(element, movablelimits="true")
    _open_groups_of_one(root)
    while len(root) == 1 and root[0].tag == "mrow" and not root[0].attrib:
        root[:] = list(root[0])  # the formula is a row itself


def _leave_out(element, **known):
    """Take out attributes with the values, or with any, that every browser gives this sign."""
    for name, value in known.items():
        if value in (None, element.get(name)):
            element.attrib.pop(name, None)


def _open_groups_of_one(element):
    """Take a letter or a number out of a group of its own, which changes nothing but the length."""
    for place, child in enumerate(element):
        _open_groups_of_one(child)
        alone = child.tag == "mrow" and len(child) == 1 and not child.attrib
        if alone and child[0].tag in ("mi", "mn"):
            child[0].tail = child.tail
            element[place] = child[0]


def _raise_whole_groups(row):
    """Let a script on a closing fence stand on all that the fence closes."""
    if row.tag not in ("mrow", "math", "mtd", "mstyle"):
        return
    opened: list[int] = []
    for child in list(row):
        place = list(row).index(child)
        base = child[0] if child.tag in _LIMITS and len(child) else child
        if base.tag != "mo":
            continue
        if base.text in _CLOSES or base.get("form") == "postfix":
            start = opened.pop() if opened else None
            if base is not child and start is not None:
                inside = list(row)[start:place]
                group = ET.Element("mrow")
                group.extend([*inside, base])
                for each in inside:
                    row.remove(each)
                child[0] = group
        elif child is base and (base.text in _CLOSES.values() or _opens_bar(base)):
            opened.append(place)


def _opens_bar(element):
    return element.text in _PAIRED and element.get("form") == "prefix"


def _join_upright(row):
    """Make one word of letters set upright one by one."""
    for child in list(row):
        place = list(row).index(child)
        last = row[place - 1] if place else None
        if last is not None and _is_upright(last) and _is_upright(child):
            child.text = (last.text or "") + (child.text or "")
            row.remove(last)
    for child in row:
        if _is_upright(child) and len(child.text or "") > 1:
            del child.attrib["mathvariant"]  # a word is upright by itself


def _is_upright(element):
    return element.tag == "mi" and element.get("mathvariant") == "normal" and not element.tail


def _space_operators(row):
    """Give a named operator the thin spaces that TeX gives it, and a sign or a slash none."""
    for place, child in enumerate(row):
        core = child[0] if child.tag in (*_LIMITS, *_LIMITS.values()) and len(child) else child
        before = row[place - 1] if place else None
        starts = before is None or (before.tag == "mo" and before.text not in _CLOSES)
        if core.tag == "mo" and re.fullmatch(r"[a-zA-Z]{2,}(.[a-z]+)?", core.text or ""):
            after = row[place + 1] if place + 1 < len(row) else None
            if starts and _opens(after) and not core.attrib:
                core.tag = "mi"  # a name has no spaces, and needs no words to say so
                continue
            core.attrib |= {"form": "prefix", "lspace": "0" if starts else _THIN,
                            "rspace": "0" if _opens(after) else _THIN}  # fmt: skip
        elif core.tag == "mo" and (core.text == "/" or (starts and core.text in _MINUS)):
            core.attrib |= {"lspace": "0", "rspace": "0"}


def _opens(element):
    """Say whether nothing, or an opening fence, comes next."""
    while element is not None and element.tag != "mo" and len(element):
        element = element[0]
    return element is None or (element.tag == "mo" and (element.text or "").startswith(_OPENING))


def _pair_fences(root):
    """Let the first of two equal bars open and the second close."""
    for bar in _PAIRED:
        bars = [each for each in root.iter("mo") if each.text == bar]
        if len(bars) % 2 == 0:
            for place, each in enumerate(bars):
                each.set("form", ("prefix", "postfix")[place % 2])


def _letter(alphabet, plain):
    """Return the letter of a mathematical alphabet, where Unicode has it."""
    kind = "DIGIT" if plain.isdigit() else "CAPITAL" if plain.isupper() else "SMALL"
    name = unicodedata.name(plain).rsplit(" ", 1)[-1]
    for form in (f"MATHEMATICAL {alphabet} {kind} {name}", f"{alphabet} {kind} {name}"):
        try:
            return unicodedata.lookup(form)
        except KeyError:
            continue
    return plain
