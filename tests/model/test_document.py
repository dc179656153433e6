"""The JSON document of a map: it is complete, follows its schema, and reads back as the same map."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from host import Host, HostError, Map
from host.model.document import dumps, to_document
from host.model.document_reader import from_document
from tests.helpers import ROOT, RunLua

SCHEMA = json.loads((ROOT / "docs" / "dungeon.schema.json").read_text())
QUESTS = ("gem_run", "great_escape", "lich_hunt", "duel", "long_march", "ring_fortress")


@pytest.mark.parametrize("quest", QUESTS)
def test_a_dungeon_follows_the_schema_and_reads_back_byte_for_byte(base_host: Host, quest: str) -> None:
    text = base_host.generate("base", seed=11, quest=quest, traps=True).to_json()
    document = json.loads(text)
    Draft202012Validator(SCHEMA).validate(document)
    assert dumps(to_document(from_document(document))) == text


def test_everything_a_script_can_do_to_a_map_is_in_the_document(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall,
          segments = T.segments, entry_type = "random" }
        kts.AddTile({ x = 2, y = 2 }, T.chest)
        kts.PlaceItem({ x = 2, y = 2 }, T.coin, 3)
        kts.SetBladeTrap({ x = 2, y = 2 }, T.key, T.coin, "south")
        kts.AddTile({ x = 3, y = 3 }, T.door)
        kts.LockDoor({ x = 3, y = 3 }, "pick_only")
        kts.AddTile({ x = 4, y = 4 }, T.door)
        kts.LockDoor({ x = 4, y = 4 }, 7)
        kts.OpenDoor({ x = 4, y = 4 })
        kts.AddTile({ x = 1, y = 2 }, T.crate)
        kts.PlaceItem({ x = 5, y = 5 }, T.key)
        kts.AddMonster({ x = 1, y = 4 }, T.rat)
        kts.AddHint({ key = "find", params = { 3 } }, 1, 1)
        kts.SetTimeLimit(90)
        kts.PrintLoc("welcome")
        """,
        load="""
        segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
        chest = kts.Tile { type = "chest", access = {}, name = "old chest", colour = "#aa5500" }
        crate = kts.Tile { access = {}, hit_points = function() return 7 end }
        """,
    )
    document = json.loads(ran.shown.to_json())
    Draft202012Validator(SCHEMA).validate(document)
    assert document["chests"] == [
        {
            "x": 2,
            "y": 2,
            "slot": 1,
            "tile": "tiles.chest",
            "open": False,
            "trap": {"kind": "blade", "item": "tiles.key", "bolt": "tiles.coin", "direction": "south"},
            "content": {"item": "tiles.coin", "count": 3},
        }
    ]
    assert document["doors"] == [
        {"x": 3, "y": 3, "slot": 1, "tile": "tiles.door", "open": False, "lock": "pick_only"},
        {"x": 4, "y": 4, "slot": 1, "tile": "tiles.door", "open": True, "lock": 7},
    ]
    assert document["hit_points"] == [{"x": 1, "y": 2, "slot": 1, "hit_points": 7}]
    assert document["items"] == [{"x": 5, "y": 5, "item": "tiles.key", "count": 1}]
    (rat,) = document["creatures"]
    assert (rat["type"], rat["x"], rat["y"]) == ("tiles.rat", 1, 4)
    assert {player for home in document["homes"] for player in home["players"]} == {0, 1}
    assert document["segments"][0]["id"] == "tiles.segment_1"
    assert document["quest"] == {"hints": [{"key": "find", "params": [3]}], "time_limit": 90}
    assert {"type": "message", "message": "welcome"} in document["events"]
    assert [mod["id"] for mod in document["mods"]] == ["tiles", "script"]
    assert dumps(to_document(from_document(document))) == ran.shown.to_json()


def test_what_knights_carry_is_in_the_document(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        kts.LayoutDungeon { layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = T.wall,
          segments = T.segments, entry_type = "random" }
        kts.AddStartingGear(T.coin, 2)
        """,
        load='segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")',
        play=1,
    )
    document = json.loads(ran.shown.to_json())
    Draft202012Validator(SCHEMA).validate(document)
    assert [creature.get("carried") for creature in document["creatures"]] == [{"tiles.coin": 2}] * 2
    assert Map.from_json(ran.shown.to_json()).to_json() == ran.shown.to_json()


def test_rows_name_stacks_and_stacks_name_tiles(base_host: Host) -> None:
    game_map = base_host.generate("base", seed=3, dungeon="tiny")
    document = json.loads(game_map.to_json())
    legend = game_map.legend()
    for y, row in enumerate(document["rows"]):
        for x, stack in enumerate(row):
            ids = tuple(document["tiles"][tile]["id"] for tile in document["stacks"][stack])
            assert ids == legend[int(game_map.tiles[y, x])]


def _broken(document: dict[str, Any], path: list[Any], value: Any) -> dict[str, Any]:
    copy = json.loads(json.dumps(document))
    place = copy
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["format"], "dungeon-host/save"),
        (["version"], 2),
        (["version"], None),
        (["width"], "26"),
        (["width"], 5),
        (["width"], 0),
        (["width"], 10**9),
        (["height"], 2**70),
        (["height"], True),
        (["rows", 0, 0], 10_000),
        (["rows", 0, 0], -1),
        (["rows", 0, 0], 2**70),
        (["rows", 0, 0], "x"),
        (["rows", 0], []),
        (["rows"], None),
        (["rows"], []),
        (["stacks", 0], ["a"]),
        (["stacks", 0], [99_999]),
        (["tiles", 0, "access"], {}),
        (["tiles", 0, "kind"], None),
        (["tiles", 0, "id"], None),
        # Terminals show these as they are.
        *((["tiles", 0, "glyph"], value) for value in ("\x1b", "ab", 7)),
        *((["tiles", 0, "colour"], value) for value in ("\x1b[31m", 1)),
        (["tiles", 0, "name"], []),
        (["items"], [{"x": 0, "y": 0, "item": "no.such", "count": 1}]),
        (["items"], [{"x": 10_000, "y": 0, "item": "base.gem", "count": 1}]),
        (["creatures"], [{"x": 1}]),
        (["homes"], [{"x": 1, "y": 1, "facing": "up", "special": False}]),
        (["doors"], [{"x": 1, "y": 1, "slot": 0, "lock": "soft"}]),
        (["segments"], 3),
        (["rooms"], [[1e999, 0, 1, 1]]),
        (["rooms"], [[2**40, 0, 1, 1]]),
        (["mods"], 1),
        (["mods"], [1]),
        (["seed"], "1"),
        (["seed"], 2**64),
        (["options"], {"a": []}),
        (["options"], {"a": 1e999}),
        (["quest"], 7),
        (["quest"], {"description": 7}),
        (["events"], [1]),
        (["events"], [{}]),
        (["events"], [{"type": "message", "x": 1e999}]),
    ],
    ids=str,
)
def test_what_is_no_document_is_refused_with_a_sentence(base_host: Host, path: list[Any], value: Any) -> None:
    document = json.loads(base_host.generate("base", seed=3, dungeon="tiny").to_json())
    with pytest.raises(HostError, match=r"document|version"):
        from_document(_broken(document, path, value))


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        (["height"], True, f"height is True: must be a whole number between {1 - 2**63} and {2**63 - 1}"),
        (["tiles", 0, "kind"], None, "tiles[0]: kind is None: must be a text"),
        (["tiles", 1], 5, "tiles[1] is 5: must be an object of JSON"),
        (
            ["tiles", 0, "access", "walking"],
            "blokced",
            "tiles[0]: access.walking is 'blokced': must be blocked, approach or clear; did you mean \"blocked\"?",
        ),
        (
            ["items"],
            [{"x": 0, "y": 0, "item": "base.gen", "count": 1}],
            'items[0]: there is no item type "base.gen"; did you mean "base.gem"?',
        ),
        (["homes", 0, "facing"], "up", "homes[0]: facing is 'up': must be north, east, south or west"),
        (["doors"], 5, "doors is 5: must be a list"),
        (["rows"], 5, "rows is 5: must be a list"),
        (["rows", 1], 5, "the rows are not 14 of 14 squares"),
        (["rows", 1, 0], "x", "rows is not a list of lists of whole numbers"),
        (["stacks", 0], 5, "stacks[0]: a stack is 5: must be a list"),
        (["stacks", 0], [99], "stacks[0]: a tile is 99: must be a whole number between 0 and 11"),
        (["rows", 1, 0], 0.5, "rows is not a list of lists of whole numbers"),
        (["rows", 1, 0], True, "rows is not a list of lists of whole numbers"),
        (["rooms"], [5], "rooms is not a list of lists of 4 whole numbers"),
        (["rooms"], [[1.5, 1, 3, 3]], "rooms is not a list of lists of 4 whole numbers"),
        (["rooms"], [[1, 1, 3, 3, 5, 5, 3, 3]], "rooms is not a list of lists of 4 whole numbers"),
        (["sprites"], 5, "sprites is 5: must be an object of JSON"),
        (["sprites"], {"m.a": 5}, "the sprite 'm.a' is 5: must be an object of JSON"),
        (["themes"], 5, "themes is 5: must be an object of JSON"),
        (["themes"], {"m.a": 5}, "the theme 'm.a' is 5: must be an object of JSON"),
        (["quest"], 5, "quest is 5: must be an object of JSON"),
        (["creatures"], [{"type": "base.rat"}], "creatures[0] has no uid"),
        (["mods", 0], 5, "mods[0] is 5: must be an object of JSON"),
        (["events"], {}, "events is {}: must be a list"),
        (["api_level"], "1", "api_level is '1': must be a whole number"),
        (["seed"], -1, f"seed is -1: must be a whole number between 0 and {2**63 - 1}"),
        (["mods", 0, "hash"], 5, "mods[0]: hash is 5: must be a text"),
        (["mods", 0, "id"], ["base"], "mods[0]: id is ['base']: must be a text"),
    ],
)
def test_a_value_that_cannot_be_is_named(base_host: Host, path: list[Any], value: Any, problem: str) -> None:
    document = json.loads(base_host.generate("base", seed=3, dungeon="tiny").to_json())
    with pytest.raises(HostError) as caught:
        from_document(_broken(document, path, value))
    assert str(caught.value) == f"this is not a dungeon-host/map document: {problem}"


REQUIRED = {
    (*path, name)
    for path, names in {
        (): "generator seed mods width height tiles stacks rows items creatures rooms segments quest events",
        ("mods", 0): "id version hash",
        ("tiles", 0): "id kind access items depth",
        ("tiles", 0, "access"): "walking flying missiles",
        ("items", 0): "x y item count",
        ("homes", 0): "x y facing special",
        ("item_types", 0): "id kind",
    }.items()
    for name in names.split()
}


@pytest.mark.parametrize("path", sorted(REQUIRED, key=str), ids=str)
def test_a_missing_field_is_named_with_the_nearest_name_that_is_there(base_host: Host, path: list[Any]) -> None:
    document = json.loads(base_host.generate("base", seed=3, dungeon="tiny").to_json())
    *steps, name = path
    at = document
    for step in steps:
        at = at[step]
    value, misspelled = at.pop(name), f"{name}s"
    where = {"access": "access"}.get(str(steps[0]), f"{steps[0]}[0]") if steps else "the document"
    problem = f"this is not a dungeon-host/map document: {where} has no {name}"
    if len(steps) == 3:
        problem = f"this is not a dungeon-host/map document: tiles[0]: access has no {name}"
    with pytest.raises(HostError) as caught:
        from_document(document)
    assert str(caught.value) == problem
    if len(name) > 2:
        at[misspelled] = value
        with pytest.raises(HostError) as caught:
            from_document(document)
        assert str(caught.value) == f'{problem}; there is "{misspelled}"; did you mean "{name}"?'


@pytest.mark.parametrize("value", [None, [], "text", 3, {}])
def test_other_data_is_no_document(value: Any) -> None:
    with pytest.raises(HostError, match="not a dungeon-host/map document"):
        from_document(value)


def test_an_empty_map_has_a_document_too(run_lua: RunLua) -> None:
    ran = run_lua("")
    document = json.loads(ran.shown.to_json())
    Draft202012Validator(SCHEMA).validate(document)
    assert (document["width"], document["height"], document["rows"]) == (0, 0, [])
    assert dumps(to_document(from_document(document))) == ran.shown.to_json()
