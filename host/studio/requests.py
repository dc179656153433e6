"""What pages ask for: the parameters of an address, checked."""

from __future__ import annotations

from collections.abc import Mapping

from host.errors import RequestError
from host.model.request import MOST_PLAYERS, MOST_SEED, Request

# Parameters of addresses that are no options of a generator. An option with such a name has the prefix "option.".
RESERVED = frozenset(
    {"generator", "seed", "players", "house_colours", "view", "overlays", "at", "x", "y", "look", "world"}
)
_PREFIX = "option."


def read_request(parameters: Mapping[str, str]) -> Request:
    """Return the request for a map that the parameters of an address make. Raises RequestError."""
    generator = parameters.get("generator", "")
    if not generator:
        raise RequestError("generator is missing: must be the id of a generator")
    options = {
        name.removeprefix(_PREFIX): value
        for name, value in sorted(parameters.items())
        if name not in RESERVED and name.removeprefix(_PREFIX)
    }
    return Request(
        generator,
        seed=read_whole(parameters, "seed", 1, 0, MOST_SEED),
        players=read_whole(parameters, "players", 2, 1, MOST_PLAYERS),
        house_colours=_read_colours(parameters.get("house_colours", "")),
        options=options,
    )


def _read_colours(text: str) -> list[int]:
    colours = text.split(",") if text else []
    if not all(colour.isascii() and colour.isdigit() and len(colour) <= 3 for colour in colours):
        raise RequestError(f"house_colours is {text[:40]!r}: must be numbers of colours, such as 1,1,2,2")
    return [int(colour) for colour in colours]


def read_whole(parameters: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """Return a whole number among the parameters of an address. Raises RequestError."""
    text = parameters.get(name, str(default))
    if not (text.isascii() and text.isdigit() and len(text) <= 20 and least <= int(text) <= most):
        raise RequestError(f"{name} is {text[:40]!r}: must be a whole number between {least} and {most}")
    return int(text)
