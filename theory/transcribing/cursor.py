"""A place in the tokens of a formula: what stands there, what is taken, what is missing."""

from collections.abc import Collection

from theory.transcribing.tokens import FormulaError, Token, tokens


class Cursor:
    """The tokens of a formula, and how far they are read."""

    def __init__(self, latex: str, names: Collection[str], functions: Collection[str] = ()):
        self.functions = functions
        inner = {name.rpartition("{")[2].rstrip("}") for name in names}
        self.latex, self.names = latex, {n for n in inner if n.isalpha() and len(n) > 1}
        self.tokens, self.place = list(tokens(latex)), 0

    @property
    def token(self) -> Token | None:
        """The token that comes next."""
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def around(self) -> str:
        """Return what stands around it, for a message."""
        at = self.token.at if self.token else len(self.latex)
        return repr(self.latex[max(0, at - 12) : at + 12])

    def at(self, *texts: str, kind: str = "sign") -> bool:
        """Say whether it is one of these."""
        return self.token is not None and self.token.kind == kind and self.token.text in texts

    def take(self, *texts: str, kind: str = "sign") -> Token:
        """Take the token if it is one of these, else say that it is missing."""
        if not self.at(*texts, kind=kind):
            raise FormulaError(f"{' or '.join(texts)} is missing at {self.around()}")
        self.place += 1
        return self.tokens[self.place - 1]

    def given(self, *texts: str, kind: str = "sign") -> Token | None:
        """Take the token if it is one of these."""
        return self.take(*texts, kind=kind) if self.at(*texts, kind=kind) else None

    def ended(self) -> None:
        """Refuse what is left over."""
        if self.token:
            raise FormulaError(f"{self.token.text} closes or joins nothing, at {self.around()}")

    def inside(self) -> list[str]:
        """Return the signs between these brackets and their end, those of inner ones left out."""
        depth, found = 0, []
        for token in self.tokens[self.place :]:
            depth += token.text in ("(", "[", "\\{", "{") and token.kind == "sign"
            depth -= token.text in (")", "]", "\\}", "}") and token.kind == "sign"
            if depth == 1:
                found.append(token.text)
            if depth == 0 and token.kind == "sign":
                break
        return found

    def words(self) -> str:
        """Return the letters between braces as they are printed."""
        begin = self.take("{").at + 1
        depth = 1
        while depth:
            if self.token is None:
                raise FormulaError(f"a brace is not closed: {self.latex[begin : begin + 12]!r}")
            depth += self.at("{") - self.at("}")
            self.place += 1
        return self.latex[begin : self.tokens[self.place - 1].at].strip()

    def run(self) -> str:
        """Take the longest name of the table that begins here, or one letter."""
        found = ""
        for token in self.tokens[self.place :]:
            if token.kind != "letter":
                break
            found += token.text
        fits = [found[:k] for k in range(len(found), 1, -1) if found[:k] in self.names]
        name = fits[0] if fits else found[0]
        self.place += len(name)
        return name
