"""Items and monsters on a map that is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError, did_you_mean, listing
from host.generate.weighted import Weights
from host.model.map import Map
from host.model.objects import Creature, ItemStack
from host.model.rng import Stream, chance_array

# Rounds in which a category is drawn anew; in the last, any category listed will do.
_ROUNDS = 5
_MONSTER_TRIES = 10
# With so many good squares the chance to miss them all is below what 53 bits can tell from 0: exp(-40).
_CERTAIN = 40


class CategoryWeights:
    """Item categories (by number) and the weights with which they are drawn."""

    def __init__(self, weights: Sequence[tuple[int, float]]) -> None:
        self.categories = [category for category, _ in weights]
        self.distinct = list(dict.fromkeys(self.categories))
        self.draw = Weights([weight for _, weight in weights])


def add_item(game_map: Map, item: int, count: int, weights: CategoryWeights, stream: Stream) -> None:
    """Put `count` single items on random free squares, whose category is drawn by weight.

    In each of four rounds a category is drawn, and a square of it as if by width × height tries over the whole map;
    in the fifth round any free square of a category listed is taken. Raises GenerationError when there is none.
    """
    for done in range(count):
        square = _choose_square(game_map, weights, stream)
        if square is None:
            known = game_map.tileset.categories
            raise GenerationError(
                f"no free square is left for {game_map.registry.get('item', item).id} ({done} of {count} placed): "
                f"none of the categories {_listed(known[category] for category in weights.distinct)} has room",
                hint=_meant(game_map, [known[category] for category in weights.distinct]),
            )
        game_map.put_item(square, ItemStack(item))


def _listed(categories: Iterable[Any]) -> str:
    return listing((f'"{c}"' if isinstance(c, str) else str(c).lower() for c in categories), "and")


def _meant(game_map: Map, categories: Sequence[Any]) -> str | None:
    """Which category of a tile was meant by the first of `categories` that no tile has."""
    there = {tile.category for tile in game_map.tileset.tiles if isinstance(tile.category, str)}
    unknown = (c for c in categories if isinstance(c, str) and c not in there)
    return next((hint for c in unknown if (hint := did_you_mean(c, there))), None)


def _choose_square(game_map: Map, weights: CategoryWeights, stream: Stream) -> int | None:
    """The square for one item; None when nothing is free anywhere."""
    area = game_map.width * game_map.height
    for _ in range(_ROUNDS - 1):
        squares = game_map.free_squares(weights.categories[weights.draw.draw(stream)])
        if squares and stream.real() < _found(len(squares), area):
            return squares[stream.below(len(squares))]
    lists = [game_map.free_squares(category) for category in weights.distinct]
    total = sum(map(len, lists))
    if not total:
        return None
    chosen = stream.below(total)
    for squares in lists:
        if chosen < len(squares):
            return squares[chosen]
        chosen -= len(squares)
    return None


@lru_cache(maxsize=8192)
def _found(good: int, area: int) -> float:
    """The chance that `area` random squares hit one of `good`: 1 - (1 - good/area) ** area.

    Squared and multiplied by hand, because machines round these alike, and powers not.
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
    """Chances of categories (by number) to get stuff on a square, and the entry of the mod's list for each."""

    def __init__(self, probabilities: Mapping[int, float], entry_of: Mapping[int, int]) -> None:
        self.probabilities = probabilities
        self.entry_of = entry_of
        self._chances = np.zeros(0)

    def chances(self, categories: int) -> npt.NDArray[np.float64]:
        """The chance by category number, -1 for what is not listed, and so at the end for no category."""
        if self._chances.size != categories + 1:
            self._chances = np.full(categories + 1, -1.0)
            for category, probability in self.probabilities.items():
                self._chances[category] = probability
        return self._chances


def choose_stuff(game_map: Map, stuff: Stuff, stream: Stream) -> list[int]:
    """Square, entry, square, entry … for the free squares that shall get stuff, column by column; one word for each
    free square of a category listed."""
    free = game_map.free_categories()
    chance = stuff.chances(len(game_map.tileset.categories))[free]
    listed = (chance >= 0).nonzero()[0]
    chosen = listed[chance_array(stream.words(listed.size), chance[listed])]
    width = game_map.width
    found: list[int] = []
    for square, category in sorted(
        zip(chosen.tolist(), free[chosen].tolist(), strict=True), key=lambda one: (one[0] % width, one[0])
    ):
        found += (square, stuff.entry_of[category])
    return found


def add_monsters(game_map: Map, monster: int, height: int, count: int, stream: Stream) -> list[Creature]:
    """Put up to `count` monsters on random squares that are clear and no stair, with ten tries for each."""
    added = []
    area = game_map.width * game_map.height
    stair = game_map.tileset.traits.stair
    for _ in range(count if area else 0):
        for _ in range(_MONSTER_TRIES):
            square = stream.below(area)
            if game_map.is_square_free(square, height) and not stair[game_map.stacks.item(square)]:
                x, y = game_map.position(square)
                creature = Creature(next(game_map.uids), x, y, height, monster=monster)
                game_map.add_creature(creature)
                added.append(creature)
                break
    return added
