"""Population of a finished map: items, monsters, and locks and traps of doors and chests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, listing
from host.errors.spelling import did_you_mean
from host.model.game_map import GameMap
from host.model.objects import PICK_ONLY, UNLOCKED, Creature, ItemStack
from host.model.rng import Stream, Weights, chance_array
from host.model.tile import CHEST, CLEAR, MAX_TILES, LockRule

# Rounds of the choice of a square: each draws a category, except the last, which accepts all listed categories.
_ROUNDS = 5
_MONSTER_TRIES = 10
# With so many free squares the chance to miss all of them is at most exp(-40), too small for the 53 bits of a float.
_CERTAIN = 40


class CategoryWeights:
    """Item categories (by number) and their weights in a draw."""

    def __init__(self, weights: Sequence[tuple[int, float]]) -> None:
        self.categories = [category for category, _ in weights]
        # The categories without repetitions.
        self.distinct = list(dict.fromkeys(self.categories))
        self.draw = Weights([weight for _, weight in weights])


def add_item(game_map: GameMap, item: int, count: int, weights: CategoryWeights, stream: Stream) -> None:
    """Put `count` single items on random free squares, whose category is drawn by weight.

    Each of four rounds draws a category, and succeeds with the chance that width × height random squares of the map hit
    a free square of this category. The fifth round takes any free square of a listed category. Raises GenerationError
    when there is none.
    """
    for placed in range(count):
        square = _choose_square(game_map, weights, stream)
        if square is None:
            categories = [game_map.tileset.categories[category] for category in weights.distinct]
            raise GenerationError(
                f"no free square is left for {game_map.registry.get('item', item).id} ({placed} of {count} placed): "
                f"none of the categories {_list_categories(categories)} has room",
                hint=_suggest_category(game_map, categories),
            )
        game_map.put_item(square, ItemStack(item))


def _list_categories(categories: Iterable[Any]) -> str:
    return listing((f'"{c}"' if isinstance(c, str) else str(c).lower() for c in categories), "and")


def _suggest_category(game_map: GameMap, categories: Sequence[Any]) -> str | None:
    """Return the hint `did you mean "…"?` for the first of `categories` that is like a category of a tile."""
    tile_categories = {tile.category for tile in game_map.tileset.tiles if isinstance(tile.category, str)}
    unknown = (c for c in categories if isinstance(c, str) and c not in tile_categories)
    return next((hint for c in unknown if (hint := did_you_mean(c, tile_categories))), None)


def _choose_square(game_map: GameMap, weights: CategoryWeights, stream: Stream) -> int | None:
    """Return a random square for an item; None when no square is free."""
    area = game_map.width * game_map.height
    for _ in range(_ROUNDS - 1):
        squares = game_map.free_squares(weights.categories[weights.draw.draw(stream)])
        if squares and stream.real() < hit_chance(len(squares), area):
            return squares[stream.below(len(squares))]
    lists = [game_map.free_squares(category) for category in weights.distinct]
    total = sum(map(len, lists))
    if not total:
        return None
    position = stream.below(total)
    for squares in lists:
        if position < len(squares):
            return squares[position]
        position -= len(squares)
    return None


@lru_cache(maxsize=8192)
def hit_chance(good: int, area: int) -> float:
    """Return the chance that `area` random squares hit one of `good` squares: 1 - (1 - good/area) ** area.

    Squares and multiplies, because machines round products in the same way, but not powers.
    """
    if good >= _CERTAIN:
        return 1.0
    miss, power, exponent = 1.0, 1.0 - good / area, area
    while exponent:
        if exponent & 1:
            miss *= power
        power *= power
        exponent >>= 1
    return 1.0 - miss


class Stuff:
    """For each category (by number), the chance that a square gets stuff, and the entry in the list of the mod."""

    def __init__(self, probabilities: Mapping[int, float], entry_of: Mapping[int, int]) -> None:
        self.probabilities = probabilities
        self.entry_of = entry_of
        self._chances = np.zeros(0)

    def chances(self, categories: int) -> npt.NDArray[np.float64]:
        """Return (categories + 1): the chance by category number, -1 for categories that are not listed.

        The last number, which index -1 reads, is for squares without a category.
        """
        if self._chances.size != categories + 1:
            self._chances = np.full(categories + 1, -1.0)
            for category, probability in self.probabilities.items():
                self._chances[category] = probability
        return self._chances


def choose_stuff(game_map: GameMap, stuff: Stuff, stream: Stream) -> list[int]:
    """Choose the free squares that get stuff; return square, entry, square, entry …, column by column.

    Takes one word of the stream for each free square of a listed category.
    """
    free = game_map.free_categories()
    chance = stuff.chances(len(game_map.tileset.categories))[free]
    listed = (chance >= 0).nonzero()[0]
    chosen = listed[chance_array(stream.words(listed.size), chance[listed])]
    chosen = chosen[(chosen % max(game_map.width, 1)).argsort(kind="stable")]
    squares_and_entries: list[int] = []
    for square, category in zip(chosen.tolist(), free[chosen].tolist(), strict=True):
        squares_and_entries += (square, stuff.entry_of[category])
    return squares_and_entries


def add_monsters(game_map: GameMap, monster: int, height: int, count: int, stream: Stream) -> list[Creature]:
    """Put up to `count` monsters on random free squares that are not stairs, with ten tries for each."""
    added = []
    area, width = game_map.width * game_map.height, game_map.width
    stair, access = game_map.tileset.traits.stair, game_map.tileset.traits.by_height[height]
    stack_on, is_occupied, draw = game_map.stacks.item, game_map.is_occupied, stream.below
    for _ in range(count if area else 0):
        for _ in range(_MONSTER_TRIES):
            square = draw(area)
            # `GameMap.is_square_free`, inlined.
            stack = stack_on(square)
            if access[stack] == CLEAR and not stair[stack] and not is_occupied(square, height):
                creature = Creature(next(game_map.uids), square % width, square // width, height, monster=monster)
                game_map.add_creature(creature)
                added.append(creature)
                break
    return added


def generate_locks(game_map: GameMap, keys: int, pretrapped: bool, stream: Stream) -> list[int]:
    """Decide for every door and chest without a lock whether it has one, by the chances of its tile, column by column.

    A lock needs one of the keys 1 … `keys`, or must be picked. With `pretrapped`, a chest may get a trap in place of a
    lock. Returns the tile slots of the chests that need a trap: a function of their mod makes the trap.
    """
    trapped_slots = []
    locks, traits = game_map.locks, game_map.tileset.traits
    stacks, width = game_map.stacks.ravel(), game_map.width
    squares = traits.array("lockable").take(stacks).nonzero()[0]
    squares = squares[(squares % max(width, 1)).argsort(kind="stable")]
    for square, stack in zip(squares.tolist(), stacks[squares].tolist(), strict=True):
        for position, tile in traits.lockables[stack]:
            slot = square * MAX_TILES + position
            if pretrapped and tile.kind == CHEST and stream.chance(tile.trap_chance):
                if tile.has_traps:
                    trapped_slots.append(slot)
            elif not tile.lock.special and slot not in locks:
                locks[slot] = _draw_lock(tile.lock, keys, stream)
    game_map.note_tiles(squares)
    return trapped_slots


def _draw_lock(rule: LockRule, keys: int, stream: Stream) -> int:
    """Return the number of a key, PICK_ONLY or UNLOCKED."""
    # `stream.chance`, inlined: there are many doors and chests.
    if keys <= 0 or rule.chance <= 0 or stream.real() >= rule.chance:
        return UNLOCKED
    if rule.pick_only_chance > 0 and stream.real() < rule.pick_only_chance:
        return PICK_ONLY
    number = 1 + stream.below(max(rule.keymax, keys))
    return number if number <= keys else UNLOCKED
