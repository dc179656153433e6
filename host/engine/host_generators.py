"""Generators of the host itself, which need no mod."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from host.border.session import START, Session
from host.errors import GenerationError
from host.generate.options import Generator, Value, with_defaults
from host.generate.plans.paint import default_stacks, paint
from host.generate.plans.plan import last
from host.generate.plans.recipes import RECIPES, Recipe, stream_of
from host.model.request import Request
from host.play.game import Game


def list_host_generators(session: Session) -> list[HostGenerator]:
    """Return the generators of the host."""
    return [HostGenerator(session, recipe) for recipe in RECIPES.values()]


class HostGenerator:
    """A generator of the host, as `host.engine.generators` lists it."""

    def __init__(self, session: Session, recipe: Recipe) -> None:
        self.id, self.mod = recipe.generator.id, recipe.generator.mod
        self._session = session
        self._recipe = recipe

    def describe(self, _: Request) -> Generator:
        return self._recipe.generator

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        self._session.phase = START
        options = with_defaults(self._recipe.generator, options)
        try:
            plan = last(self._recipe.steps(options, stream_of(game.rng, self._recipe)))
        except GenerationError as error:
            error.message = f"{self.id}: {error.message}"
            raise
        game.map = paint(plan, default_stacks(game.registry, game.tiles), game.tiles, game.registry, game.uids)
        return options
