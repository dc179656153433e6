"""Digests of maps: equal for maps whose JSON is equal but for what made them."""

from __future__ import annotations

import json

import pytest

from host import Host, Map
from host.engine.engine import Engine
from host.model.digest import map_digest
from host.model.objects import ItemStack, Trap

ORIGIN = ("generator", "seed", "players", "options", "mods")


def text_without_origin(game_map: Map) -> str:
    document = json.loads(game_map.to_json())
    return json.dumps({key: document[key] for key in document if key not in ORIGIN})


@pytest.fixture(scope="module")
def maps() -> list[Map]:
    engine = Engine(["base", "critters", "undercroft"], output=lambda _: None)
    made = [engine.generate("base", seed=seed, quest="random", players=3) for seed in range(1, 13)]
    made += [engine.generate("base", seed=1, quest="random", players=3)]
    made += [
        engine.generate(source.id, seed=seed) for source in engine.sources() for seed in (1, 2) if source.id != "base"
    ]
    return made


def test_digests_are_equal_when_the_json_is(maps: list[Map]) -> None:
    texts = [text_without_origin(each) for each in maps]
    digests = [map_digest(each) for each in maps]
    assert 1 < len(set(texts)) < len(maps)
    for i, text in enumerate(texts):
        assert [other == text for other in texts] == [digest == digests[i] for digest in digests]


def test_a_map_read_from_json_has_the_same_digest(maps: list[Map]) -> None:
    for each in maps:
        assert map_digest(Map.from_json(each.to_json())) == map_digest(each)


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m.stacks.__setitem__((0, 0), (m.stacks[0, 0] + 1) % len(m.tileset.stacks)),
        lambda m: m.loose_items.__setitem__(5, ItemStack(0, 3)),
        lambda m: setattr(m.living_creatures[0], "health", 77),
        lambda m: setattr(m.living_creatures[0], "facing", (m.living_creatures[0].facing + 1) % 4),
        lambda m: m.living_creatures[0].carried.update({0: 3}),
        lambda m: setattr(m.homes[0], "special", True),
        lambda m: m.locks.__setitem__(next(iter(m.locks)), 9),
        lambda m: m.traps.__setitem__(next(iter(m.locks)), Trap("poison")),
        lambda m: m.stored.__setitem__(7, ItemStack(1, 2)),
        lambda m: m.hit_points.__setitem__(7, 1),
        lambda m: m.zones.pop(),
        lambda m: m.events.append({"type": "sound"}),
        lambda m: m.quest.update(more=1),
    ],
)
def test_each_part_of_the_json_counts(change) -> None:  # type: ignore[no-untyped-def]
    game = Host(["base"], output=lambda _: None).generate("base", seed=4, traps="true", dungeon="basic")
    before = text_without_origin(game), map_digest(game)
    change(game)
    assert text_without_origin(game) != before[0]
    assert map_digest(game) != before[1]


def test_what_made_a_map_does_not_count() -> None:
    game = Host(["base"], output=lambda _: None).generate("base", seed=4, dungeon="tiny")
    before = map_digest(game)
    assert game.origin is not None
    game.origin = game.origin._replace(mods=(("base", "9.9", "0"),), seed=99, options={})
    assert map_digest(game) == before
