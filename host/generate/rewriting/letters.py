"""Rewriting the squares of a map: a program of rules runs on a grid of letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.errors.work import WORK
from host.generate.rewriting.program import ANY, Program, RewriteEntry
from host.model.rng import Stream

# Looks at a square that a run may take: some for each square, and some more. Then it counts as endless.
_LOOKS_PER_SQUARE, _MORE_LOOKS, _MOST_LOOKS = 3000, 3_000_000, 400_000_000
# Instructions of Lua that take as long as a look at a square.
_COST = 4


class _Variant(NamedTuple):
    """A rule in one direction. Offsets are from its upper left square, in a grid with a border."""

    # (offset, letter) that must be there; offsets of squares that must be on the grid; (offset, letter) that it writes.
    checks: tuple[tuple[int, int], ...]
    inside: tuple[int, ...]
    writes: tuple[tuple[int, int], ...]
    # Offsets of squares that it writes whatever they are.
    blind: tuple[int, ...]


class LetterGrid:
    """A grid of letters, which rules rewrite. A border of zeros, as wide as the largest pattern, surrounds it."""

    def __init__(self, width: int, height: int, program: Program, stream: Stream) -> None:
        self.width, self.height = width, height
        self._program, self._stream = program, stream
        sizes = [max(len(r.left), len(r.left[0])) for entry in program.entries for r in entry.rules]
        self._border = max(sizes)
        self._row = width + self._border
        self._size = self._row * (height + 2 * self._border)
        self._cells = bytearray(self._size)
        self._grid = np.frombuffer(self._cells, dtype=np.uint8).reshape(-1, self._row)
        self.letters[:] = ord(program.fill)
        if program.origin:
            self.letters[height // 2, width // 2] = ord(program.origin)
        self._looks = 0

    @property
    def letters(self) -> npt.NDArray[np.uint8]:
        """The letters as bytes, (height, width)."""
        return self._grid[self._border : self._border + self.height, : self.width]

    def text(self) -> str:
        """Return the letters, one line for each row."""
        return "\n".join(bytes(row).decode("ascii") for row in self.letters)

    def run(self) -> Iterator[LetterGrid]:
        """Run the program; yield the grid now and then, and at the end. Raises GenerationError for an endless rule."""
        try:
            for entry in self._program.entries:
                yield from _Run(self, entry, self._stream).steps()
                yield self
        finally:
            WORK.note(self._looks * _COST + self._size)
        yield self

    def count_looks(self, looks: int, entry: RewriteEntry) -> None:
        """Count looks at squares. Raises GenerationError when there are too many."""
        self._looks += looks
        if self._looks > min(_MOST_LOOKS, self.width * self.height * _LOOKS_PER_SQUARE + _MORE_LOOKS):
            text = ", ".join(rule.text for rule in entry.rules[:3])
            raise GenerationError(
                f'{entry.path} ("{text}") still holds somewhere after very many steps: give it steps = n, or change '
                "the rule so that it ends"
            )


class _Run:
    """Applies the rules of an entry to a grid. A match is `variant * size + square`, the upper left square."""

    def __init__(self, grid: LetterGrid, entry: RewriteEntry, stream: Stream) -> None:
        self._grid, self._entry, self._stream = grid, entry, stream
        self._cells, self._size, self._row = grid._cells, grid._size, grid._row  # noqa: SLF001 - one algorithm
        self._variants: list[_Variant] = []
        # Variant -> the number of its pool: rules of `markov` have a pool each, others share one.
        self._pool_of: list[int] = []
        for number, rule in enumerate(entry.rules):
            for left, right in rule.turned():
                self._variants.append(self._compile("".join(left), "".join(right), len(left[0])))
                self._pool_of.append(number if entry.mode == "markov" else 0)
        # Possible matches, some of which may have ceased to match; and all of them as a set.
        self._pools: list[list[int]] = [[] for _ in range(max(self._pool_of) + 1)]
        self._listed: set[int] = set()
        # Letter -> (variant, offset) of patterns that need the letter at the offset, or write there blindly.
        self._triggers: dict[int, list[tuple[int, int]]] = {}
        for variant, (checks, _, _, blind) in enumerate(self._variants):
            for offset, letter in checks:
                self._triggers.setdefault(letter, []).append((variant, offset))
            for offset in blind:
                for letter in range(48, 123):
                    self._triggers.setdefault(letter, []).append((variant, offset))

    def _compile(self, left: str, right: str, width: int) -> _Variant:
        offsets = [i // width * self._row + i % width for i in range(len(left))]
        cells = [*zip(offsets, left, right, strict=True)]
        return _Variant(
            tuple((offset, ord(a)) for offset, a, _ in cells if a != ANY),
            tuple(offset for offset, a, _ in cells if a == ANY),
            tuple((offset, ord(b)) for offset, a, b in cells if b not in (ANY, a)),
            tuple(offset for offset, a, b in cells if a == ANY and b != ANY),
        )

    def steps(self) -> Iterator[LetterGrid]:
        """Apply the rules until none holds, or their steps are over. Yield the grid now and then."""
        self._find_all()
        entry, applied = self._entry, 0
        often = 1 if entry.mode == "all" else 1 + self._grid.width * self._grid.height // 200
        while applied != entry.steps and (self._step_all() if entry.mode == "all" else self._step_one()):
            applied += 1
            if applied % often == 0:
                yield self._grid

    def _find_all(self) -> None:
        """List all matches, in the order of variants and squares."""
        cells = np.frombuffer(self._cells, dtype=np.uint8)
        for number, variant in enumerate(self._variants):
            end = self._size - max(*(offset for offset, _ in variant.checks), *variant.inside, 0, 0)
            mask = np.ones(end, dtype=np.bool_)
            for offset, letter in variant.checks:
                mask &= cells[offset : offset + end] == letter
            for offset in variant.inside:
                mask &= cells[offset : offset + end] != 0
            changes = np.zeros(end, dtype=np.bool_)
            for offset, letter in variant.writes:
                changes |= cells[offset : offset + end] != letter
            found = (np.flatnonzero(mask & changes) + number * self._size).tolist()
            self._pools[self._pool_of[number]] += found
            self._listed.update(found)
            # A look of numpy is much faster.
            looks = end * (len(variant.checks) + len(variant.inside) + len(variant.writes)) // 20
            self._grid.count_looks(looks, self._entry)

    def _holds(self, variant: _Variant, at: int) -> bool:
        """Whether a pattern matches at a square, and would change something."""
        cells = self._cells
        for offset, letter in variant.checks:
            if cells[at + offset] != letter:
                return False
        for offset in variant.inside:
            if not cells[at + offset]:
                return False
        if variant.blind:
            return any(cells[at + offset] != letter for offset, letter in variant.writes)
        return True

    def _step_one(self) -> bool:
        """Apply one rule at one place; return whether one holds."""
        for pool in self._pools:
            while pool:
                i = self._stream.below(len(pool))
                match = pool[i]
                pool[i] = pool[-1]
                pool.pop()
                self._listed.discard(match)
                number, at = divmod(match, self._size)
                self._grid.count_looks(2, self._entry)
                if self._holds(self._variants[number], at):
                    self._add_matches(self._apply(number, at))
                    return True
        return False

    def _step_all(self) -> bool:
        """Apply the rules at all places, in random order, but where another one changed a square in this step.

        Return whether one holds.
        """
        variants, size = self._variants, self._size
        matches = [match for match in self._pools[0] if self._holds(variants[match // size], match % size)]
        self._grid.count_looks(2 * len(self._pools[0]) + 1, self._entry)
        if not matches:
            return False
        self._stream.shuffle(matches)
        changed: dict[int, None] = {}
        left = []
        for match in matches:
            number, at = divmod(match, size)
            checks, _, writes, _ = variants[number]
            if any(at + offset in changed for offset, _ in (*checks, *writes)):
                left.append(match)
            else:
                changed.update(dict.fromkeys(self._apply(number, at)))
        self._pools[0] = left
        self._listed = {*left}
        self._add_matches([*changed])
        return True

    def _apply(self, number: int, at: int) -> list[int]:
        """Write the right side of a variant; return the squares that changed."""
        cells = self._cells
        changed = []
        for offset, letter in self._variants[number].writes:
            if cells[at + offset] != letter:
                cells[at + offset] = letter
                changed.append(at + offset)
        return changed

    def _add_matches(self, changed: list[int]) -> None:
        """List the matches that the changed squares made."""
        cells, listed, size, looks = self._cells, self._listed, self._size, 1
        for square in changed:
            for number, offset in self._triggers.get(cells[square], ()):
                at = square - offset
                match = number * size + at
                looks += 2
                if match not in listed and self._holds(self._variants[number], at):
                    listed.add(match)
                    self._pools[self._pool_of[number]].append(match)
        self._grid.count_looks(looks, self._entry)
