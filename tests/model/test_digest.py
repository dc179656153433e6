"""Digests of maps: equal for maps whose JSON is equal but for what made them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from host import Host
from host.engine.engine import Engine
from host.model.digest import map_digest
from host.model.document import dumps, encode_document, to_document
from host.model.document_reader import from_document
from host.model.game_map import GameMap, model_of
from host.model.objects import ItemStack, Trap
from host.model.request import Request
from tests.helpers import RunLua

ORIGIN = ("generator", "seed", "players", "options", "mods")


def text_without_origin(game_map: GameMap) -> str:
    document = to_document(game_map)
    return json.dumps({key: document[key] for key in document if key not in ORIGIN})


@pytest.fixture(scope="module")
def maps() -> list[GameMap]:
    engine = Engine(["base", "critters", "undercroft"], output=lambda _: None)
    made = [
        engine.generate(Request("base", seed=seed, players=3, options={"quest": "random"})) for seed in range(1, 13)
    ]
    made += [engine.generate(Request("base", seed=1, players=3, options={"quest": "random"}))]
    made += [
        engine.generate(Request(source.id, seed=seed))
        for source in engine.sources()
        for seed in (1, 2)
        if source.id != "base"
    ]
    return made


@pytest.mark.slow
def test_digests_are_equal_when_the_json_is(maps: list[GameMap]) -> None:
    texts = [text_without_origin(each) for each in maps]
    digests = [map_digest(each) for each in maps]
    assert 1 < len(set(texts)) < len(maps)
    for i, text in enumerate(texts):
        assert [other == text for other in texts] == [digest == digests[i] for digest in digests]


@pytest.mark.slow
def test_a_map_read_from_json_has_the_same_digest(maps: list[GameMap]) -> None:
    for each in maps:
        assert map_digest(from_document(to_document(each))) == map_digest(each)


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
    game = model_of(Host(["base"], output=lambda _: None).generate("base", seed=4, traps="true", dungeon="basic"))
    before = text_without_origin(game), map_digest(game)
    change(game)
    assert text_without_origin(game) != before[0]
    assert map_digest(game) != before[1]


def test_what_made_a_map_does_not_count() -> None:
    game = model_of(Host(["base"], output=lambda _: None).generate("base", seed=4, dungeon="tiny"))
    before = map_digest(game)
    assert game.origin is not None
    game.origin = replace(game.origin, mods=(("base", "9.9", "0"),), seed=99, options={})
    assert map_digest(game) == before


def test_another_script_takes_the_names_of_the_tiles_of_the_first(run_lua: RunLua, tmp_path: Path) -> None:
    """A map of the first script is then written and digested as its tiles are named now."""
    layout = "local layout = { width = 1, height = 1, data = { { type = 'block' } } }"
    load = 'segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")'
    script = f"""
    {layout}
    kts.LayoutDungeon {{ layout = layout, wall = T.wall, segments = T.segments, entry_type = "none" }}
    pit = kts.Tile {{ depth = 3 }}
    kts.AddTile({{ x = 2, y = 2 }}, pit)
    """
    ran = run_lua(script, load=load)
    before = check_map(ran.map)
    assert "script.tile_1" in before
    (tmp_path / "second.lua").write_text("pit = kts.Tile { depth = 1 }", encoding="utf-8")
    ran.host.run_script(tmp_path / "second.lua")
    assert check_map(ran.map) != before


def test_a_change_of_an_id_counts() -> None:
    game = model_of(Host(["base"], output=lambda _: None).generate("base", seed=4, traps="true", dungeon="basic"))
    registry, text = game.registry, check_map(game)
    kinds = {"item_types": "item", "monster_types": "monster", "segments": "segment", "tiles": "tile"}
    ids = [(kind, json.loads(text)[name][0]["id"]) for name, kind in kinds.items()]
    for full_id in ids:
        prototype = registry.find(*full_id)
        assert prototype is not None
        assert registry.rename(prototype, "renamed")
        text, former = check_map(game), text
        assert text != former
        registry.remove(prototype.type, prototype.id)
        text, former = check_map(game), text
        assert text != former
    registry.remove_mod("base")
    assert check_map(game) != text


def check_map(game_map: GameMap) -> str:
    """Return the JSON of a map; `encode_document` writes the same, and the map has the digest of one read from it."""
    text = dumps(to_document(game_map))
    assert json.loads(encode_document(game_map)) == json.loads(text)
    assert map_digest(game_map) == map_digest(from_document(json.loads(text)))
    return text
