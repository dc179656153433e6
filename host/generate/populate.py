"""Items and monsters on a map that is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from host.errors import GenerationError
from host.model.map import MOST_TILES, Map
from host.model.rng import Stream, happens
from host.model.things import Creature, ItemStack
from host.pools.weighted import Weights

# Rounds in which a category is drawn anew; in the last, any category listed will do.
_ROUNDS = 5
_MONSTER_TRIES = 10
# With so many good squares the chance to miss them all is below what 53 bits can tell from 0: exp(-40).
_CERTAIN = 40


def free_categories(game_map: Map) -> npt.NDArray[np.int64]:
    """(height, width) of category numbers; -1 where there is none, or no room for one more item."""
    categories: npt.NDArray[np.int64] = game_map.tileset.traits.array("category")[game_map.stacks]
    taken = [*game_map.items, *(place // MOST_TILES for place in game_map.stored)]
    categories.flat[taken] = -1
    return categories


def add_item(
    game_map: Map, item: int, count: int, weights: Sequence[tuple[int, float]], stream: Stream
) -> None:
    """Put `count` single items on random free squares, whose category is drawn by weight.

    `weights` is (category number, weight). In each of four rounds a category is drawn, and a square of it as if
    by width × height tries over the whole map; in the fifth round any free square of a category listed is taken.
    Raises GenerationError when there is none.
    """
    if not count:
        return
    categories = free_categories(game_map).ravel()
    draw = Weights([weight for _, weight in weights])
    free = {category: np.flatnonzero(categories == category).tolist() for category, _ in weights}
    for done in range(count):
        squares = _choose_category(free, weights, draw, categories.size, stream)
        if squares is None:
            names = ", ".join(repr(game_map.tileset.categories[category]) for category in free)
            raise GenerationError(
                f"no free square is left for {game_map.registry.get('item', item).id} ({done} of {count} placed): "
                f"none of the categories {names} has room"
            )
        i = stream.below(len(squares))
        squares[i], squares[-1] = squares[-1], squares[i]
        game_map.put_item(squares.pop(), ItemStack(item))


def _choose_category(
    free: dict[int, list[int]],
    weights: Sequence[tuple[int, float]],
    draw: Weights,
    area: int,
    stream: Stream,
) -> list[int] | None:
    """The free squares to choose from, after up to four rounds; None when nothing is free anywhere."""
    for _ in range(_ROUNDS - 1):
        squares = free[weights[draw.draw(stream)][0]]
        if squares and stream.chance(_found(len(squares), area)):
            return squares
    # One list drawn by its share of the squares is the same as one square of all.
    lists = [squares for squares in free.values() if squares]
    if not lists:
        return None
    return lists[Weights([len(squares) for squares in lists]).draw(stream)]


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


def choose_stuff(
    game_map: Map, probabilities: Mapping[int, float], stream: Stream
) -> list[tuple[int, int]]:
    """(square, category number) of the free squares that shall get stuff, column by column.

    `probabilities` maps category numbers to the chance of one square; one word a free square of a category in it.
    """
    categories = free_categories(game_map).T
    chance = np.full(len(game_map.tileset.categories) + 1, -1.0)
    for category, probability in probabilities.items():
        chance[category] = probability
    columns, rows = np.nonzero(chance[categories] >= 0)
    found = categories[columns, rows]
    chosen = happens(stream.words(len(found)), chance[found])
    squares = (rows * game_map.width + columns)[chosen]
    return list(zip(squares.tolist(), found[chosen].tolist(), strict=True))


def add_monsters(game_map: Map, monster: int, height: int, count: int, stream: Stream) -> list[Creature]:
    """Put up to `count` monsters on random squares that are clear and no stair, with ten tries for each."""
    added = []
    area = game_map.width * game_map.height
    stair = game_map.tileset.traits.stair
    for _ in range(count if area else 0):
        for _ in range(_MONSTER_TRIES):
            square = stream.below(area)
            y, x = divmod(square, game_map.width)
            if game_map.free_for(x, y, height) and not stair[game_map.stacks.item(y, x)]:
                creature = Creature(next(game_map.uids), x, y, height, monster=monster)
                game_map.add_creature(creature)
                added.append(creature)
                break
    return added
