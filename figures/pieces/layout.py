"""Where the boxes of a diagram stand."""

from collections import defaultdict


class Layout:
    """Where each node of a part of the wiring stands: its row from below, its column, its span."""

    def __init__(self, data, members=None):
        self.members = range(len(data["node"])) if members is None else list(members)
        inside = set(self.members)
        self.parents, self.children = defaultdict(list), defaultdict(list)
        for parent, child in data["edge"].tolist():
            if parent in inside and child in inside:
                self.parents[child].append(parent)
                self.children[parent].append(child)
        self.row, self.x, self.span = {}, {}, {}
        for node in self._from_below():
            self.row[node] = 1 + max((self.row[p] for p in self.parents[node]), default=-1)
        self._columns(data["input"])

    def _from_below(self):
        done = {}

        def visit(node):
            for parent in self.parents[node]:
                visit(parent)
            done.setdefault(node)

        for node in self.members:
            visit(node)
        return list(done)

    def _columns(self, is_input):
        """Give each leaf a column, deepest branch first; centre every other node on its parents.

        An input with several readers is no leaf; it is centred on its readers.
        """
        shared = {k for k in self.members if is_input[k] and len(self.children[k]) > 1}

        def visit(node):
            if node in self.x:
                return
            above = sorted(set(self.parents[node]) - shared, key=lambda p: -self.row[p])
            for parent in above:
                visit(parent)
            places = [self.x[p] for p in above if not self.detour(p, node)]
            self.span[node] = (min(places), max(places)) if places else (self.leaves,) * 2
            self.leaves += not places
            self.x[node] = sum(self.span[node]) / 2

        self.leaves = 0
        for node in reversed(self._from_below()):
            if node not in shared:
                visit(node)
        for node in shared:
            places = [self.x[c] for c in self.children[node] if not self.detour(node, c)]
            self.x[node] = sum(places) / len(places)
            self.span[node] = (self.x[node],) * 2

    def detour(self, parent, child):
        """Say whether the line passes beside other nodes: it skips a row, and joins another."""
        skips = self.row[child] > self.row[parent] + 1 and len(self.parents[child]) > 1
        near = any(self.row[p] == self.row[child] - 1 and self._reaches(parent, p)
                   for p in self.parents[child])  # fmt: skip
        return skips and near

    def _reaches(self, start, end):
        return start == end or any(self._reaches(start, p) for p in self.parents[end])
