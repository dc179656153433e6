"""The generators of plans by name, with their options and steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.generate.options import Generator, read_options, with_defaults
from host.generate.plans.bsp import BSP, bsp
from host.generate.plans.caves import CAVES, caves
from host.generate.plans.corridor import CORRIDOR, corridor
from host.generate.plans.maze import MAZE, maze
from host.generate.plans.mission import MISSION, mission
from host.generate.plans.plan import Plan, Steps, last
from host.generate.plans.rewrite import REWRITE, rewrite
from host.generate.plans.rooms import ROOMS, rooms
from host.generate.plans.walk import WALK, seconds_of_lives, walk
from host.generate.plans.wfc import WFC, wfc
from host.model.rng import Rng, Stream


class Recipe(NamedTuple):
    """A generator of plans."""

    generator: Generator
    # (all options of the generator, random stream) -> steps.
    steps: Callable[[dict[str, Any], Stream], Steps]
    # What most options take at most on a slow machine beside `_SECONDS_PER_SQUARE`: seconds for each square, and all
    # options -> further seconds.
    seconds_per_square: float = 0.0
    more_seconds: Callable[[dict[str, Any]], float] = lambda _: 0.0


# Those that make whole levels, which `dungeon-host generators` lists.
RECIPES: dict[str, Recipe] = {
    recipe.generator.id: recipe
    for recipe in (
        Recipe(ROOMS, rooms),
        Recipe(BSP, bsp),
        Recipe(CAVES, caves),
        Recipe(WALK, walk, more_seconds=seconds_of_lives),
        Recipe(MAZE, maze),
        Recipe(MISSION, mission, more_seconds=lambda _: 60.0),
        Recipe(WFC, wfc, seconds_per_square=2e-3),
        Recipe(REWRITE, rewrite, seconds_per_square=5e-5),
    )
}
# Those whose function in the toolbox takes the same options and returns a plan: `toolbox.rewrite` returns letters.
PLANS: dict[str, Recipe] = {
    **{name: recipe for name, recipe in RECIPES.items() if name != REWRITE.id},
    CORRIDOR.id: Recipe(CORRIDOR, corridor),
}
_ALL: dict[str, Recipe] = {**RECIPES, **PLANS}


# Bytes and seconds that the hungriest generator takes for a square of a large map, on a slow machine.
_BYTES_PER_SQUARE, _SECONDS_PER_SQUARE = 200, 9e-6


def needed_budget(name: str, requested: Mapping[str, Any]) -> tuple[int, float]:
    """Return the bytes and the seconds that a generator of the host needs at most; zeros for any other generator.

    `requested` are options or their texts. Raises RequestError for a value out of range.
    """
    if name not in RECIPES:
        return 0, 0.0
    recipe = RECIPES[name]
    # Furniture and other contents of levels need little.
    ids = {option.id for option in recipe.generator.options}
    options = complete_options(recipe.generator, {key: value for key, value in requested.items() if key in ids})
    squares = options["width"] * options["height"]
    seconds = squares * (_SECONDS_PER_SQUARE + recipe.seconds_per_square) + recipe.more_seconds(options)
    return squares * _BYTES_PER_SQUARE, seconds


def stream_of(rng: Rng, recipe: Recipe) -> Stream:
    """Return the random stream of a generator of the host."""
    return rng.stream("host", recipe.generator.id)


def steps(name: str, seed: int, **options: Any) -> Steps:
    """Yield the states of a generator of the host, for previews.

    Each state is the same object: `Plan.copy` copies it. `options` are as in the toolbox, with sizes in squares.
    Raises RequestError for an unknown generator or option or a value out of range, and GenerationError when the request
    cannot be met.

    >>> from host.generate.plans.plan import as_rows
    >>> from host.generate.plans.recipes import steps
    >>> [len(state.rooms) for state in steps("rooms", 1, rooms=3, width=40, height=30)]
    [1, 2, 3, 3, 3, 3]
    """
    if name not in _ALL:
        raise RequestError(f'there is no generator "{name}": must be {listing(_ALL)}', hint=did_you_mean(name, _ALL))
    recipe = _ALL[name]
    return recipe.steps(complete_options(recipe.generator, options), stream_of(Rng(seed), recipe))


def plan(name: str, seed: int, **options: Any) -> Plan:
    """Return the plan that a generator of the host makes: the last of its `steps`, with the same errors."""
    return last(steps(name, seed, **options))


def complete_options(generator: Generator, requested: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a generator: checked values, and defaults for the others."""
    return with_defaults(generator, read_options(generator, requested))
