"""What pages ask for: the parameters of an address, checked."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from host.engine.arguments import MOST_PLAYERS, MOST_SEED
from host.errors import RequestError

# Parameters of addresses that are no options of a generator. An option with such a name has the prefix "option.".
RESERVED = frozenset({"generator", "seed", "players", "view", "overlays", "at", "x", "y", "look", "world"})
_PREFIX = "option."


class MapRequest(NamedTuple):
    """What makes a map. Options are (id, text), sorted; the same request gives the same map."""

    generator: str
    seed: int
    players: int
    options: tuple[tuple[str, str], ...]

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of an operation that generates."""
        return {**self._asdict(), "options": dict(self.options)}

    def command(self, mods: Sequence[str], name: str = "generate", players: int = 2) -> str:
        """Return the command line that makes the same map, or does something else with it.

        `mods` are the values of --mods; `players` is the default of the command `name`.
        """
        words = ["dungeon-host", name, self.generator]
        for mod in mods:
            words += ["--mods", mod]
        for name, value in self.options:
            words += ["--set", f"{name}={value}"]
        words += ["--seed", str(self.seed)]
        if self.players != players:
            words += ["--players", str(self.players)]
        return shlex.join(words)


def read_map_request(parameters: Mapping[str, str]) -> MapRequest:
    """Return the map that the parameters of an address ask for. Raises RequestError."""
    generator = parameters.get("generator", "")
    if not generator:
        raise RequestError("generator is missing: must be the id of a generator")
    options = {
        name.removeprefix(_PREFIX): value
        for name, value in parameters.items()
        if name not in RESERVED and name.removeprefix(_PREFIX)
    }
    return MapRequest(
        generator,
        read_whole(parameters, "seed", 1, 0, MOST_SEED),
        read_whole(parameters, "players", 2, 1, MOST_PLAYERS),
        tuple(sorted(options.items())),
    )


def read_whole(parameters: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """Return a whole number among the parameters of an address. Raises RequestError."""
    text = parameters.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise RequestError(f"{name} is {text[:40]!r}: must be a whole number between {least} and {most}")
    return int(text)
