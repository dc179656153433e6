"""Collapse a wave: choose a pattern for each position, so that neighbours fit, with backtracking.

The patterns that are possible at a position are the bits of a whole number, so a step of propagation is a few
operations on whole numbers, whatever the number of patterns.
"""

from __future__ import annotations

from heapq import heappop, heappush

from host.errors import GenerationError
from host.errors.work import WORK
from host.generate.collapse.patterns import Patterns
from host.model.rng import Stream, Weights

# The directions in which neighbours lie, by number.
DIRECTIONS = ("east", "south", "west", "north")
# Positions of the largest grid: each takes 4 KiB.
_MOST_POSITIONS = 100_000
# Contradictions after which `collapse` gives up.
_UNDONE = 60
# Steps of propagation for each position that all attempts together may take, and some more; the instructions of Lua
# that take as long as one.
_STEPS, _MORE_STEPS, _COST = 500, 300_000, 30


class Wave:
    """Positions of a grid, `y * width + x`, and the patterns that are possible at each."""

    def __init__(self, patterns: Patterns, width: int, height: int, stream: Stream) -> None:
        """Raises GenerationError for a grid that is too large."""
        if width * height > _MOST_POSITIONS:
            raise GenerationError(
                f"{width} × {height} places for windows or tiles are too many: must be at most {_MOST_POSITIONS}"
            )
        self.width, self.height = width, height
        self._patterns, self._stream = patterns, stream
        full = (1 << len(patterns.weights)) - 1
        # What each position may be at first; fixed squares leave less.
        self.first = [full] * (width * height)
        self.masks = list(self.first)
        # The last position that no pattern fitted, and by direction the patterns that its neighbours could have.
        self.stuck: tuple[int, dict[int, int]] | None = None
        self._trail: list[tuple[int, int]] = []
        self._caches: list[dict[int, int]] = [{}, {}, {}, {}]
        self._left = width * height * _STEPS + _MORE_STEPS
        moves = ((1, 0), (0, 1), (-1, 0), (0, -1))
        self._near = [
            [
                (direction, (y + dy) * width + x + dx)
                for direction, (dx, dy) in enumerate(moves)
                if 0 <= x + dx < width and 0 <= y + dy < height
            ]
            for y in range(height)
            for x in range(width)
        ]

    def begin(self, positions: list[int] | None = None) -> bool:
        """Open all positions, or some whose neighbours stay; return whether all have a pattern."""
        opened = range(len(self.first)) if positions is None else positions
        for position in opened:
            self.masks[position] = self.first[position]
        self._trail.clear()
        if 0 in self.masks:
            self.stuck = self.masks.index(0), {}
            return False
        near = {other for position in opened for _, other in self._near[position]}
        return self._propagate([*opened, *sorted(near - {*opened})])

    def collapse(self, opened: list[int] | None = None) -> bool:
        """Choose a pattern for each position; return whether that was possible within some backtracking.

        When it was not, all choices but the last ones stay, and `stuck` says where.
        """
        heap: list[tuple[int, int, int]] = []
        for position in range(len(self.masks)) if opened is None else opened:
            heappush(heap, (self.masks[position].bit_count(), self._stream.below(1 << 16), position))
        # (position, chosen pattern, length of the trail before) of each choice.
        choices: list[tuple[int, int, int]] = []
        undone, deepest = 0, 0
        while True:
            mark = len(self._trail)
            found = self._next(heap)
            if found is None:
                return True
            position = found
            chosen = self._choose(self.masks[position])
            choices.append((position, chosen, mark))
            self._set(position, chosen)
            is_possible = self._propagate([position])
            while not is_possible:
                undone += 1
                back = 1 + (undone.bit_length() if len(choices) <= deepest else 0)
                deepest = max(deepest, len(choices))
                if not choices:
                    return False
                if undone > _UNDONE:
                    self._undo(choices[-1][2])
                    return False
                for _ in range(min(back, len(choices))):
                    position, chosen, mark = choices.pop()
                for changed in self._undo(mark):
                    heappush(heap, (self.masks[changed].bit_count(), self._stream.below(1 << 16), changed))
                # This pattern is impossible after the choices before.
                rest = self.masks[position] & ~chosen
                if not rest:
                    continue
                self._set(position, rest)
                heappush(heap, (rest.bit_count(), 0, position))
                is_possible = self._propagate([position])
            for changed, mask in self._trail[mark:]:
                if mask != self.masks[changed]:
                    heappush(heap, (self.masks[changed].bit_count(), self._stream.below(1 << 16), changed))

    def reopen(self, radius: int) -> bool:
        """Open the positions around the one where `collapse` was stuck, and all that were not chosen.

        Return whether all have a pattern; if not, nothing changes.
        """
        if self.stuck is None:
            return False
        before = list(self.masks)
        top, left = (part - radius for part in divmod(self.stuck[0], self.width))
        opened = [
            position
            for position, mask in enumerate(before)
            if mask & mask - 1
            or (0 <= position // self.width - top <= 2 * radius and 0 <= position % self.width - left <= 2 * radius)
        ]
        if self.begin(opened):
            return True
        self.masks = before
        return False

    def _undo(self, mark: int) -> list[int]:
        """Undo all changes since the trail had a length; return the positions, the last change first."""
        undone = []
        for position, mask in reversed(self._trail[mark:]):
            self.masks[position] = mask
            undone.append(position)
        del self._trail[mark:]
        return undone

    def _next(self, heap: list[tuple[int, int, int]]) -> int | None:
        """Return the position with the fewest possible patterns, of those with several."""
        while heap:
            count, _, position = heappop(heap)
            if count > 1 and count == self.masks[position].bit_count():
                return position
        return None

    def _choose(self, mask: int) -> int:
        """Return a random pattern of a mask, as a bit, as often as it occurs in the example."""
        bits = []
        while mask:
            bit = mask & -mask
            bits.append(bit)
            mask ^= bit
        weights = [self._patterns.weights[bit.bit_length() - 1] for bit in bits]
        return bits[Weights(weights).draw(self._stream)]

    def _set(self, position: int, mask: int) -> None:
        self._trail.append((position, self.masks[position]))
        self.masks[position] = mask

    def _propagate(self, waiting: list[int]) -> bool:
        """Remove patterns that fit no neighbour; return whether each position still has one."""
        masks, trail, caches, near = self.masks, self._trail, self._caches, self._near
        classes = self._patterns.classes
        steps = 0
        while waiting:
            position = waiting.pop()
            mask = masks[position]
            steps += 1
            for direction, other in near[position]:
                old = masks[other]
                allowed = caches[direction].get(mask)
                if allowed is None:
                    allowed = 0
                    steps += len(classes[direction]) // 64
                    for owners, followers in classes[direction]:
                        if owners & mask:
                            allowed |= followers
                    caches[direction][mask] = allowed
                new = old & allowed
                if new != old:
                    trail.append((other, old))
                    masks[other] = new
                    if not new:
                        self.stuck = other, {way: masks[beside] for way, beside in near[other]}
                        self.count(steps)
                        return False
                    waiting.append(other)
        self.count(steps)
        return True

    def count(self, steps: int) -> None:
        """Count steps of work; raise GenerationError after very many."""
        WORK.note(steps * _COST)
        self._left -= steps
        if self._left < 0:
            raise GenerationError(
                "no map in very many steps: must have fewer squares or fixed squares, connected = false, a smaller "
                "window, or an example with more variety"
            )
        # The caches of a long search would fill the memory.
        if len(self._caches[0]) > 1 << 16:
            self._caches = [{}, {}, {}, {}]
