"""Parse a printed formula, by recursive descent."""

from collections.abc import Collection
from fractions import Fraction

from theory.transcribing.cursor import Cursor
from theory.transcribing.tokens import DOTS, FONTS, FUNCTIONS, GREEK, WORDS, FormulaError
from theory.transcribing.tree import (
    Call,
    Chain,
    Dots,
    Name,
    Node,
    Number,
    Operation,
    Rows,
    Scripted,
    Sum,
    text,
)

RELATIONS = ("=", "≤", "≥", "<", ">", "∈", "~", "≠")
CLOSING = {"(": ")", "[": "]", "\\{": "\\}"}
MATRICES = ("matrix", "bmatrix", "pmatrix")
WHERE = ("", "jika", "if", "where")  # what stands before the condition of a case
OTHERWISE = ("lainnya", "else", "otherwise")  # or in its place
TAKES_A_PRODUCT = ("exp", "log", "sin", "cos", "tanh")


def parsed(latex: str, names: Collection[str] = (), functions: Collection[str] = ()) -> Chain:
    """Return what a formula says.

    names: those of more than one letter that it may have. functions: letters whose brackets hold
    arguments, and no factor.
    """
    parser = _Parser(latex, names, functions)
    chain = parser.chain()
    parser.ended()
    return chain


def parsed_list(latex: str) -> list[Chain]:
    """Return what several formulas say that stand between commas."""
    parser = _Parser(latex, ())
    found = [parser.chain()]
    while parser.given(","):
        found.append(parser.chain())
    parser.ended()
    return found


class _Parser(Cursor):
    def chain(self) -> Chain:
        self.given("=")  # it goes on from the line before
        sides, signs = [self.sum()], []
        while sign := self.given(*RELATIONS):
            signs.append(sign.text)
            sides.append(self.sum())
        return Chain(tuple(sides), tuple(signs))

    def sum(self) -> Node:
        first = Operation("neg", (self.product(),)) if self.given("-") else self.product()
        while sign := self.given("+", "-"):
            first = Operation(sign.text, (first, self.product()))
        return first

    def product(self, argument: bool = False) -> Node:
        """Read factors; argument: of a function, which ends before the next one: log x log y."""
        whole, divided = self.factor(), False
        while True:
            if argument and self.at(*TAKES_A_PRODUCT, kind="command"):
                return whole
            if argument and self.at("*", "×", "/", "⊙", "mod"):
                raise FormulaError(f"where the argument ends is not clear, at {self.around()}")
            if sign := self.given("*", "×", "/", "⊙", "mod"):
                divided = sign.text == "/"
                whole = Operation(sign.text, (whole, self.factor()))
            elif self.begins():
                if self.token and self.token.kind == "number" == self.tokens[self.place - 1].kind:
                    raise FormulaError(f"two numbers are printed as one, at {self.around()}")
                if divided:
                    raise FormulaError(f"what is divided by is not clear, at {self.around()}")
                whole = Operation("*", (whole, self.factor()))
            else:
                return whole

    def begins(self) -> bool:
        """Say whether a factor begins here."""
        if self.token is None:
            return False
        if self.token.kind in ("letter", "number") or self.at("(", "[", "\\{"):
            return True
        starts = {*FONTS, *WORDS, *GREEK, *FUNCTIONS, "underbrace", "begin", "left", "backslash"}
        return self.token.kind == "command" and self.token.text in starts

    def factor(self) -> Node:
        node = self.scripts(self.atom())
        while self.is_applied(node):
            node = self.scripts(Call(node, self.listed()))
        return node

    def is_applied(self, node) -> bool:
        """Say whether the brackets after a name hold its arguments, and are no factor."""
        base = node.base if isinstance(node, Scripted) else node
        if not isinstance(base, Name) or not (self.at("(") or self.at("left", kind="command")):
            return False
        is_word = base.text.startswith("\\text") or (len(base.text) > 1 and base.text.isalpha())
        is_letter = text(node) in self.functions or text(base) in self.functions
        return is_word or is_letter or "," in self.inside()

    def listed(self, opening="(") -> tuple[Node, ...]:
        """Read what stands in brackets, between commas, semicolons or bars."""
        left = self.given("left", kind="command")
        self.take(opening)
        items = [self.item()]
        while self.given(",", "|", ";"):
            items.append(self.item())
        if left:
            self.take("right", kind="command")
        self.take(CLOSING[opening])
        return tuple(items)

    def item(self) -> Node:
        if self.token and self.token.kind == "command" and self.token.text in DOTS:
            self.place += 1
            return Dots()
        if self.at(",", ")", "]", "}", "&") or self.token is None:
            raise FormulaError(f"an argument is empty at {self.around()}")
        chain = self.chain()
        return chain if chain.signs else chain.sides[0]

    def scripts(self, node: Node) -> Node:
        below: tuple[Node, ...] = ()
        above: Node | None = None
        while sign := self.given("_", "^", "'"):
            if sign.text == "_":
                below = (*below, *map(_digits, self.script()))
            elif above is not None:
                raise FormulaError(f"two things stand above one another, at {self.around()}")
            else:
                (above,) = self.script() if sign.text == "^" else (Name("'"),)
        return Scripted(node, below, above) if below or above is not None else node

    def script(self) -> tuple[Node, ...]:
        if not self.given("{"):
            return (self.one(),)
        items = [self.item()]
        while self.given(","):
            items.append(self.item())
        self.take("}")
        return tuple(items)

    def one(self) -> Node:
        """Read a script of one token: a letter, a digit, a sign, or a word."""
        if sign := self.given("*", "+", "-"):
            return Name(sign.text)
        if sign := self.given("top", kind="command"):
            return Name("\\top")
        if self.token and self.token.kind == "number" and len(self.token.text) > 1:
            raise FormulaError(f"of {self.token.text} one digit is raised, at {self.around()}")
        if letter := (self.token and self.token.kind == "letter" and self.token):
            self.place += 1
            return Name(letter.text)
        return self.atom()

    def group(self) -> Node:
        self.take("{")
        inside = self.item()
        self.take("}")
        return inside

    def atom(self) -> Node:
        token = self.token
        if token is None:
            raise FormulaError(f"the formula ends too early: {self.latex[-12:]!r}")
        if token.kind == "number":
            self.place += 1
            return Number(Fraction(token.text))
        if token.kind == "letter":
            return Name(self.run())
        if token.kind == "command":
            self.place += 1
            return self.command(token.text)
        return self.signed(token)

    def signed(self, token) -> Node:
        if self.at("(", "[", "\\{"):
            beside = "|" in self.inside()
            items = self.listed(token.text)
            if beside and token.text == "[":
                return Operation("beside", items)
            return items[0] if len(items) == 1 and token.text == "(" else Rows(items)
        if self.at("+", "-", "*", "~"):  # x^+ and x_*
            self.place += 1
            return Name(token.text)
        if self.at("|"):
            self.place += 1
            twice = bool(self.given("|"))
            inside = self.sum()
            self.take("|")
            if twice:
                self.take("|")
            return Operation("norm" if twice else "abs", (inside,))
        if self.at("{"):
            return self.group()
        raise FormulaError(f"{token.text} stands where a part is expected, at {self.around()}")

    def command(self, name) -> Node:
        if name in WORDS:
            return Name(f"\\text{{{self.words()}}}")
        if name in FONTS:
            return self.in_font(name)
        if name in GREEK or name in ("top", "backslash"):
            return Name(f"\\{name}")
        if name == "left":
            self.place -= 1
            items = self.listed(self.tokens[self.place + 1].text)
            return items[0] if len(items) == 1 else Rows(items)
        if name == "frac":
            return Operation("/", (self.group(), self.group()))
        if name == "sqrt":
            return Operation("sqrt", (self.group(),))
        if name == "sum":
            return self.total()
        if name == "arg":
            return self.place_of_largest()
        if name in ("max", "min"):
            return Operation(name, self.listed())
        if name in TAKES_A_PRODUCT:
            brackets = self.at("(") or self.at("left", kind="command")
            return Operation(name, self.listed() if brackets else (self.product(True),))
        if name == "underbrace":
            inside = self.group()
            under = self.scripts(inside)  # the words below say what it is
            if isinstance(under, Scripted) and under.above is not None:
                raise FormulaError(f"what is braced is raised, at {self.around()}")
            return inside
        if name == "begin":
            return self.environment()
        raise FormulaError(f"\\{name} stands where a part is expected, at {self.around()}")

    def in_font(self, font) -> Node:
        """Give each letter of a group the font; several that are no name are a product."""
        bold = {"bm": "mathbf", "boldsymbol": "mathbf", "textbf": "mathbf"}.get(font, font)
        inner = _Parser(self.words(), self.names)
        node = inner.scripts(inner.atom())
        while inner.token:
            node = Operation("*", (node, inner.scripts(inner.atom())))
        return _set(node, bold)

    def total(self) -> Node:
        limits = self.scripts(Name("\\sum"))
        if not isinstance(limits, Scripted) or len(limits.below) != 1:
            raise FormulaError(f"the sum runs over nothing, at {self.around()}")
        (start,) = limits.below
        if not isinstance(start, Chain) or not isinstance(index := start.sides[0], Name):
            raise FormulaError(f"the sum begins nowhere, at {self.around()}")
        if start.signs == ("∈",):
            return Sum(index.text, start.sides[1], self.product())
        if start.sides[1:] != (Number(Fraction(1)),):
            raise FormulaError(f"the sum does not begin at 1, at {self.around()}")
        return Sum(index.text, limits.above, self.product())

    def place_of_largest(self) -> Node:
        self.take("max", kind="command")
        limits = self.scripts(Name("\\max"))
        below = limits.below if isinstance(limits, Scripted) else ()
        if len(below) != 1 or not isinstance(below[0], Name):
            raise FormulaError(f"the largest of nothing, at {self.around()}")
        return Operation("argmax", (below[0], self.product()))

    def environment(self) -> Node:
        kind = self.words()
        if kind == "cases":
            return self.cases()
        if kind not in MATRICES:
            raise FormulaError(f"{kind} is no part of a formula")
        rows: list[tuple[Node, ...]] = []
        while not self.given("end", kind="command"):
            cells = [self.item()]
            while self.given("&"):
                cells.append(self.item())
            rows.append(tuple(cells))
            self.given("\\", kind="command")
        if (closed := self.words()) != kind:
            raise FormulaError(f"{kind} is closed by {closed}")
        return Rows(tuple(cells[0] if len(cells) == 1 else Rows(cells) for cells in rows))

    def cases(self) -> Node:
        """Read what holds where: value, condition, value, condition."""
        parts: list[Node] = []
        while not self.given("end", kind="command"):
            parts.append(self.item())
            self.given(",")
            self.take("&")
            word = self.words().strip(" .,") if self.given("text", kind="command") else ""
            ends = self.at("\\", "end", kind="command")
            if word not in (OTHERWISE if ends else WHERE):
                raise FormulaError(f"no case is {word!r}, at {self.around()}")
            parts.append(Name("otherwise") if ends else self.item())
            self.given(",")
            self.given("\\", kind="command")
        self.words()
        return Operation("cases", tuple(parts))


def _digits(node):
    """Read a number of two digits below a letter as two places: alpha_{12}."""
    if not isinstance(node, Number) or node.value < 10:
        return node
    return Operation("*", tuple(Number(Fraction(digit)) for digit in str(node.value)))


def _set(node, font):
    match node:
        case Name() if not node.text.startswith("\\text"):
            return Name(f"\\{font}{{{node.text}}}")
        case Scripted():
            return Scripted(_set(node.base, font), node.below, node.above)
        case Operation():
            return Operation(node.name, tuple(_set(each, font) for each in node.given))
    return node
