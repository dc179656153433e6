"""Ways over what a player has seen: around what hurts, as far as there is another way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from host.engine.playing.steering import Steering
from host.model.document_reader import from_document
from host.play.action import STEPS, Action
from host.play.guide import Guide
from host.play.surroundings import Memory, Surroundings
from tests.metrics.drawing import draw, draw_document

DETOUR = """
#######
#.^...#
#.#.###
#...###
#######
"""
CORRIDOR = """
#######
#.^...#
#######
"""
# What is drawn as stairs is no floor: who walks carefully goes around it.
FURTHER = """
#########
#$...>..#
#########
"""


# A trap that nobody can go around, and then one around which there is a longer way.
SPARED = """
########
#.^.^..#
###...##
########
"""


def guide(text: str, x: int, columns: int, **more: Any) -> Guide:
    """Return the guide of a player in row 1 who has seen some columns."""
    game_map = draw(text)
    seen = np.zeros((game_map.height, game_map.width), dtype=np.bool_)
    seen[:, :columns] = True
    return Guide(game_map, (x, 1), seen, seen, **more)


def test_who_explores_goes_around_a_trap_that_was_seen() -> None:
    assert guide(DETOUR, 1, 5).explore() in ("south", "southeast")
    assert guide(DETOUR, 1, 5).go_to(3, 1) in ("south", "southeast")


def test_who_explores_never_steps_on_a_trap_but_a_click_does() -> None:
    assert guide(CORRIDOR, 1, 5).explore() is None
    assert guide(CORRIDOR, 1, 5).go_to(4, 1) == "east"


def test_what_lies_on_floor_comes_before_what_is_behind_anything_else() -> None:
    assert guide(FURTHER, 4, 7).explore() == "west"
    assert guide(FURTHER.replace("$", "."), 4, 7).explore() == "east"


def test_what_was_seen_to_lie_there_is_taken_before_the_way_goes_on() -> None:
    assert guide("#########\n#$......#\n#########", 5, 7).explore() == "west"
    assert guide("#########\n#.......#\n#########", 5, 7).explore() == "east"


@pytest.mark.parametrize("text", [CORRIDOR, DETOUR])
def test_an_enemy_behind_a_trap_is_fought(text: str) -> None:
    assert guide(text.replace("...#", ".m.#", 1), 1, 7).fight() is not None


def test_what_lies_where_the_player_stands_is_taken_once() -> None:
    game_map = draw(CORRIDOR.replace(".^.", "..$"))
    seen = np.ones((game_map.height, game_map.width), dtype=np.bool_)
    assert Guide(game_map, (3, 1), seen, seen).explore() == "get"
    assert Guide(game_map, (3, 1), seen, seen, left=[(3, 1)]).explore() is None
    # What was passed is not left behind.
    assert Guide(game_map, (2, 1), seen, seen).explore() == "east"


def test_who_crosses_a_trap_crosses_no_other_one() -> None:
    assert guide(SPARED, 1, 8).go_to(6, 1) == "east"
    assert guide(SPARED, 3, 8).go_to(6, 1) == "southeast"


def test_friends_are_no_enemies() -> None:
    text = CORRIDOR.replace("...#", ".m.#")
    game_map = draw(text)
    (monster,) = game_map.living_creatures
    assert guide(text, 1, 7).enemies == [(4, 1)]
    friendly = guide(text, 1, 7, friends=[monster.uid])
    assert friendly.enemies == []
    assert friendly.fight() is None


@pytest.mark.parametrize(
    ("is_friend", "says"),
    [(True, "Somebody is in the way: press . to wait a turn."), (False, "An enemy is in the way: Tab fights it.")],
)
def test_who_stands_in_the_way_is_said_by_walks_and_by_exploring(is_friend: bool, says: str) -> None:
    game_map = draw("#######\n#..m..#\n#######")
    (monster,) = game_map.living_creatures
    seen = np.ones((game_map.height, game_map.width), dtype=np.bool_)
    seen[:, 5:] = False
    offers = {step: Action(step, f"walk {step}") for step in STEPS}
    friends = frozenset({monster.uid} if is_friend else ())

    def here(memory: Memory) -> Surroundings:
        return Surroundings(
            game_map, (1, 1), seen, seen, memory, offers, friends, (), None, None, (), None, turn=0, place=0
        )

    said: list[str] = []
    assert Steering(said.append).walk(4, 1, here(Memory())) is None
    steering = Steering(said.append)
    # The first time, an enemy in sight is a warning.
    assert [steering.command("explore", here(Memory())) for _ in range(1 if is_friend else 2)][-1] is None
    assert [said[0], said[-1]] == [says, says]


def test_who_walks_onto_the_way_out_is_in_the_way() -> None:
    document = draw_document("#####\n#...#\n#####")
    document["tiles"] = [*document["tiles"], {**document["tiles"][0], "id": "t.home", "kind": "home"}]
    document["stacks"] = [*document["stacks"], [len(document["tiles"]) - 1]]
    document["rows"][1][3] = len(document["stacks"]) - 1
    document["homes"] = [{"x": 3, "y": 1, "facing": "north", "special": False, "players": [0]}]
    friend = {"uid": 7, "type": "t.rat", "y": 1, "height": "walking", "facing": "north", "health": 1}
    seen = np.ones((3, 5), dtype=np.bool_)
    offers = {step: Action(step, f"walk {step}") for step in STEPS}
    memory = Memory()
    now, later = (
        Surroundings(
            game_map, (2, 1), seen, seen, memory, offers, frozenset({7}), (), None, None, (), None, turn=0, place=0
        )
        for game_map in (from_document({**document, "creatures": [{**friend, "x": x}]}) for x in (1, 3))
    )
    said: list[str] = []
    steering = Steering(said.append)
    assert steering.command("go up", now) == "east"
    assert steering.go_on(later) is None
    assert said == ["Somebody is in the way: press . to wait a turn."]


def test_tiles_are_no_stairs_where_there_are_homes_or_stairs_of_a_world() -> None:
    assert guide(FURTHER, 2, 9).go_to_stairs("down") == "east"
    assert guide(FURTHER, 2, 9, climbs=True).go_to_stairs("down") is None
    assert guide(FURTHER.replace("$", "@"), 2, 9).go_to_stairs("down") is None


WAYS = """
#########
#.......#
#########
"""


def test_of_several_ways_down_those_that_were_used_least_come_first() -> None:
    feature = {"kind": "feat", "layer": "feat", "z": 10, "glyph": ">"}
    objects = [{**feature, "uid": 10 + x, "id": f"t.way{x}", "x": x, "y": 1} for x in (1, 2, 7)]
    game_map = from_document({**draw_document(WAYS), "objects": objects})
    seen = np.ones((game_map.height, game_map.width), dtype=np.bool_)

    def at(x: int, **more: Any) -> Guide:
        return Guide(game_map, (x, 1), seen, seen, climbs=True, **more)

    assert at(4).go_to_stairs("down") == "west"
    assert at(4, descents={(1, 1): 1, (2, 1): 1}).go_to_stairs("down") == "east"
    # Who has just come out there goes to others, but who went there goes in.
    used = {(2, 1): 1}
    assert not at(2, descents=used, arrival=(2, 1)).is_at_stairs("down")
    assert at(2, descents=used, arrival=(2, 1)).go_to_stairs("down") == "west"
    assert at(2, descents=used).is_at_stairs("down")
    assert at(2, descents={(1, 1): 1, (2, 1): 1, (7, 1): 1}, arrival=(2, 1)).is_at_stairs("down")
