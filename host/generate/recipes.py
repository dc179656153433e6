"""The host's own generators, by name: what each can be told, and the steps it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from host.generate.bsp import BSP, bsp
from host.generate.caves import CAVES, caves
from host.generate.maze import MAZE, maze
from host.generate.options import Generator, resolve, with_defaults
from host.generate.plan import Plan, Steps, last
from host.generate.rooms import ROOMS, rooms
from host.generate.walk import WALK, walk
from host.model.rng import Rng, Stream


class Recipe(NamedTuple):
    """A generator of plans."""

    generator: Generator
    # Takes all options of the generator, and draws from the stream.
    steps: Callable[[dict[str, Any], Stream], Steps]


RECIPES: dict[str, Recipe] = {
    recipe.generator.id: recipe
    for recipe in (
        Recipe(ROOMS, rooms),
        Recipe(BSP, bsp),
        Recipe(CAVES, caves),
        Recipe(WALK, walk),
        Recipe(MAZE, maze),
    )
}


def stream_of(rng: Rng, recipe: Recipe) -> Stream:
    """What a generator of the host draws from."""
    return rng.stream("host", recipe.generator.id)


def steps(name: str, seed: int, **options: Any) -> Steps:
    """The states a generator of the host goes through, for a preview: the same object each time, so that `Plan.copy`
    keeps one. Raises GivenError for options that do not exist or fit, GenerationError when it cannot be done.

    >>> from host.generate.plan import as_rows
    >>> from host.generate.recipes import steps
    >>> [len(state.rooms) for state in steps("rooms", 1, rooms=3, width=40, height=30)]
    [1, 2, 3, 3, 3, 3]
    """
    recipe = RECIPES[name]
    return recipe.steps(chosen(recipe.generator, options), stream_of(Rng(seed), recipe))


def plan(name: str, seed: int, **options: Any) -> Plan:
    """What a generator of the host makes: the last of its `steps`."""
    return last(steps(name, seed, **options))


def chosen(generator: Generator, given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a generator: those given, checked, and the defaults of the rest."""
    return with_defaults(generator, resolve(generator, given))
