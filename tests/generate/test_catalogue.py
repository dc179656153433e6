"""The catalogue of a generation: requests to all bundled generators, and the digests of their maps.

While a test here fails, the host makes other maps than before. When that is meant, raise `GENERATION_VERSION` in
`host/version.py`, write a new catalogue by `python -m tests.generate.test_catalogue`, and say so in the changelog. The
catalogues of earlier generations stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from host import Host, Request
from host.errors import GenerationError
from host.model.digest import map_digest
from host.model.game_map import model_of
from host.version import GENERATION_VERSION

CATALOGUES = Path(__file__).parents[1] / "samples" / "catalogues"
SMALL: dict[str, Any] = {"width": 36, "height": 24}
FULL: dict[str, Any] = {"furnish": "full", "keys": 2, "monsters": "host", "treasure": "host"}
LEVEL: list[dict[str, Any]] = [SMALL, {**SMALL, **FULL}, {**SMALL, "furnish": "some", "keys": 1}]
# (mod or "", generator) -> options that the seeds from 1 take in turn, and the number of seeds.
ASKED: dict[tuple[str, str], tuple[list[dict[str, Any]], int]] = {
    ("base", "base"): (
        [
            {"dungeon": "tiny"},
            {},
            {"quest": "lich_hunt"},
            {"dungeon": "long_snake", "traps": True},
            {"quest": "gem_run"},
            {"quest": "duel"},
        ],
        36,
    ),
    ("critters", "critters.halls"): ([{}, {"rooms": 4}], 14),
    ("undercroft", "undercroft.floor"): ([{}, {"floor": 3}, {"floor": 5}], 24),
    ("", "rooms"): ([{**level, "rooms": 5} for level in [*LEVEL, {**SMALL, "loops": 2, "doors": 0.5}]], 20),
    ("", "bsp"): ([*LEVEL, {**SMALL, "depth": 3}], 20),
    ("", "caves"): ([*LEVEL, {**SMALL, "rock": 0.4}], 20),
    ("", "walk"): (LEVEL, 15),
    ("", "maze"): ([*LEVEL, {"width": 21, "height": 15, "loops": 0, "straight": 0.5}], 20),
    ("", "mission"): ([{"rooms": 6}, {"rooms": 9, "loops": 1, "locks": 3}], 12),
    ("", "wfc"): ([{"width": 12, "height": 10}], 9),
    ("", "rewrite"): ([{"width": 24, "height": 20}], 10),
}


def requests(mod: str, generator: str) -> Iterator[Request]:
    options, count = ASKED[mod, generator]
    for seed, chosen in zip(range(1, count + 1), cycle(options), strict=False):
        yield Request(generator, seed=seed, players=2 + seed % 2, options=chosen)


def lines_of(mod: str, generator: str) -> list[str]:
    host = Host([mod] if mod else (), output=lambda _: None)
    return [f"{digest_of(host, request)}  {request.command}" for request in requests(mod, generator)]


def digest_of(host: Host, request: Request) -> str:
    try:
        return map_digest(model_of(host.generate(request)))
    except GenerationError as error:
        return f"no map: {error}"


def path_of(generation: int) -> Path:
    return CATALOGUES / f"generation-{generation}.txt"


def test_a_catalogue_has_200_requests_to_all_bundled_generators() -> None:
    listed = {generator.id for generator in Host(["base", "critters", "overworld", "undercroft"]).generators()}
    assert {generator for _, generator in ASKED} == listed
    for generation in range(1, GENERATION_VERSION + 1):
        assert len({*path_of(generation).read_text().splitlines()}) == 200


@pytest.mark.parametrize(("mod", "generator"), ASKED, ids=[generator for _, generator in ASKED])
def test_requests_give_the_maps_of_their_generation(mod: str, generator: str) -> None:
    catalogue = path_of(GENERATION_VERSION).read_text().splitlines()
    assert [line for line in lines_of(mod, generator) if line not in catalogue] == []


if __name__ == "__main__":
    CATALOGUES.mkdir(exist_ok=True)
    path_of(GENERATION_VERSION).write_text("".join(f"{line}\n" for asked in ASKED for line in lines_of(*asked)))
