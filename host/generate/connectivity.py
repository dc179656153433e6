"""Can every player get at the keys? If not, give them lockpicks.

The flood works on the whole map at once: squares are bits of one large integer, and one step in all four directions
is four shifts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.model.map import Map
from host.model.objects import LOCKPICKS, SPECIAL_LOCK, UNLOCKED, ItemStack
from host.model.rng import Stream
from host.model.tile import MAX_TILES, PASS_LOCK, PASS_OPEN


class Flood:
    """The squares of a map as bits: who can walk where. A guard column on the right keeps rows apart."""

    def __init__(self, game_map: Map) -> None:
        self.map = game_map
        self.row = game_map.width + 1
        passes = game_map.tileset.traits.array("passes").take(game_map.stacks)
        # Bits that can be walked whatever keys one has.
        self.passable = self.bits(passes == PASS_OPEN)
        # (bit, key number) of the squares that a key opens.
        self.locked: list[tuple[int, int]] = []
        slots = game_map.tileset.traits.lock_slot
        doors = (passes.ravel() == PASS_LOCK).nonzero()[0]
        for square, stack in zip(doors.tolist(), game_map.stacks.ravel()[doors].tolist(), strict=True):
            lock = game_map.lock_of(square * MAX_TILES + slots[stack])
            if lock in (UNLOCKED, SPECIAL_LOCK):
                self.passable |= self.bit(square)
            elif lock > 0:
                self.locked.append((self.bit(square), lock))

    def bits(self, mask: npt.NDArray[np.bool_]) -> int:
        """The squares for which a mask (height, width) holds."""
        grid = np.zeros((self.map.height, self.row), dtype=np.bool_)
        grid[:, :-1] = mask
        return int.from_bytes(np.packbits(grid, bitorder="little").tobytes(), "little")

    def bit(self, square: int) -> int:
        y, x = divmod(square, self.map.width)
        return 1 << y * self.row + x

    def around(self, bits: int) -> int:
        """`bits` and the squares beside them."""
        return bits | bits << 1 | bits >> 1 | bits << self.row | bits >> self.row

    def spread(self, bits: int, passable: int, *, diagonal: bool = False) -> int:
        """All that can be reached from `bits` over `passable` squares."""
        row = self.row
        bits &= passable
        before = 0
        while bits != before:
            before = bits
            if diagonal:
                wide = bits | bits << 1 | bits >> 1
                bits |= (wide | wide << row | wide >> row) & passable
                continue
            # A step across, then one up or down from there: corridors bend, and so this needs fewer rounds.
            bits |= (bits << 1 | bits >> 1) & passable
            bits |= (bits << row | bits >> row) & passable
        return bits

    def squares(self, bits: int) -> npt.NDArray[np.int64]:
        """The squares whose bits are set, in order."""
        height = self.map.height
        data = np.frombuffer(bits.to_bytes((height * self.row + 7) // 8, "little"), dtype=np.uint8)
        grid = np.unpackbits(data, count=height * self.row, bitorder="little").reshape(height, self.row)
        return np.flatnonzero(grid[:, : self.map.width])


def ensure_connected(
    game_map: Map,
    starts: Sequence[int],
    keys: int,
    lockpicks: int,
    key_of: Mapping[int, int],
    stream: Stream,
) -> list[int]:
    """Make sure that from each start (a square) lockpicks or `keys` different keys can be reached; where neither can,
    put lockpicks (the item index `lockpicks`) on a reachable square. Returns the squares that got some.

    `key_of` is the key number by item index, LOCKPICKS for lockpicks. Raises GenerationError when lockpicks are
    needed and no reachable square has room.
    """
    flood = Flood(game_map)
    found = [(flood.bit(square), key) for square, key in _keys(game_map, key_of)]
    given = []
    done = 0
    for start in dict.fromkeys(starts):
        if flood.bit(start) & done:
            continue
        first = flood.spread(flood.bit(start), flood.passable)
        reached, fine = _explore(flood, flood.bit(start), first, found, keys)
        if not fine:
            square = _room_for_lockpicks(game_map, flood, reached, stream)
            game_map.put_item(square, ItemStack(lockpicks))
            found.append((flood.bit(square), LOCKPICKS))
            given.append(square)
        # Whoever starts in the same place finds the same.
        done |= first
    return given


def _keys(game_map: Map, key_of: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """(square, key number) of every key and lockpick that lies loose, or first in a container."""
    for square, stack in game_map.items.items():
        if stack.item in key_of:
            yield square, key_of[stack.item]
    first: dict[int, int] = {}
    for place, stack in game_map.stored.items():
        if stack.item in key_of:
            square = place // MAX_TILES
            first[square] = min(place, first.get(square, place))
    for square, place in first.items():
        if square not in game_map.items and not _stored_below(game_map, place):
            yield square, key_of[game_map.stored[place].item]


def _stored_below(game_map: Map, place: int) -> bool:
    """Whether a tile further down on the same square stores something."""
    return any(other in game_map.stored for other in range(place - place % MAX_TILES, place))


def _explore(flood: Flood, start: int, reached: int, found: Sequence[tuple[int, int]], keys: int) -> tuple[int, bool]:
    """(squares that can be walked to, whether lockpicks or enough keys were seen on the way)."""
    passable = flood.passable
    owned: set[int] = set()
    while True:
        seen = flood.around(reached) | start
        new = {key for bit, key in found if bit & seen} - owned
        owned |= new
        if LOCKPICKS in owned or (owned and len(owned) >= keys):
            return reached, True
        if not new:
            return reached, False
        opened = 0
        for bit, key in flood.locked:
            if key in new:
                opened |= bit
        passable |= opened
        reached = flood.spread(reached | seen & opened, passable)


def _room_for_lockpicks(game_map: Map, flood: Flood, reached: int, stream: Stream) -> int:
    stores = game_map.tileset.traits.array("stores").take(game_map.stacks.ravel())
    squares = flood.squares(reached)
    squares = squares[((game_map.free_categories() >= 0) & ~stores)[squares]]
    if not len(squares):
        raise GenerationError(
            f"a player can reach only {reached.bit_count()} squares without the keys, and none of them has room "
            "for lockpicks; give the dungeon more floor with an item category"
        )
    return int(squares[stream.below(len(squares))])
