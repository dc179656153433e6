"""Games of all dialects are played action by action in the library, and in a child process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from host import Host, HostError, Request
from host.engine.jobs import Job, run_job
from host.engine.playing.view import PLAY, state_of
from host.mods.mods_to_load import ModsToLoad
from host.play.action import Action
from host.process.task import fits
from tests.helpers import MakeMod, run_command

STEPS = {"north", "south", "west", "east", "northwest", "northeast", "southwest", "southeast"}


@pytest.fixture(scope="module")
def host() -> Host:
    return Host(["base", "critters", "undercroft", "overworld"], output=lambda _: None)


@pytest.mark.parametrize(
    "generator", ["base", "critters.halls", "caves", "rooms", "undercroft.floor", "undercroft", "overworld"]
)
def test_a_game_of_any_generator_or_world_is_played(host: Host, generator: str) -> None:
    play = host.play(Request(generator, seed=1, players=1))
    assert STEPS | {"wait", "script"} <= {action.id for action in play.actions()}
    before = play.player
    assert before is not None
    assert before.health == before.max_health
    step = next(action for action in play.actions() if action.id in STEPS and action.text.startswith("walk"))
    for action in (step, "wait"):
        play.do(action)
    assert play.turns == 2
    assert play.outcome is None
    assert play.seen[before.y, before.x]
    assert play.map.width == play.visible.shape[1]


def test_a_blocked_step_says_why_and_changes_nothing(host: Host) -> None:
    play = host.play(Request("caves", seed=1, players=1))
    blocked = [action for action in play.actions() if action.reason is not None]
    assert blocked
    before = play.player
    play.do(blocked[0])
    assert play.player == before
    assert play.messages == ["A wall is in the way."]


def test_who_is_out_of_sight_is_not_told_of() -> None:
    play = Host(["base"]).play(Request("base", seed=3, players=2, options={"quest": "key_hunt"}))

    def other() -> tuple[float, bool]:
        """Return the health of the knight of the second player, and whether the first one sees it."""
        knight = next((creature for creature in play.map.creatures if creature.player == 2), None)
        return (0, False) if knight is None else (knight.health, bool(play.visible[knight.y, knight.x]))

    unseen = 0
    for _ in range(60):
        read, (health, was_seen) = len(play.messages), other()
        play.do("script")
        left, is_seen = other()
        if not was_seen and not is_seen:
            unseen += left < health
            assert "The Knight" not in "".join(play.messages[read:])
    assert unseen > 3


def test_a_world_is_told_in_sentences(host: Host) -> None:
    play = host.play(Request("undercroft", seed=1, players=1))
    for _ in range(150):
        play.do("script")
    told = "\n".join(play.messages)
    for sentence in ("You come to the undercroft.", "The chest opens.", "You hit the bat for 1.", "The bat dies."):
        assert sentence in play.messages
    assert "The bat hits you for 1.\n" in told
    assert "The locked door opens." in told
    assert "turn " not in told
    assert "arrow" not in told
    assert "delver" not in told


def test_steps_of_an_entity_in_a_world_say_what_they_do(host: Host) -> None:
    play = host.play(Request("undercroft", seed=1, players=1))
    for action in (*["north"] * 4, "down"):
        play.do(action)
    blocked = next(action for action in play.actions() if action.id in STEPS and action.reason)
    play.do(blocked)
    assert play.messages[-1] in {"A wall is in the way.", "The map ends there."}
    # A fight by hand.
    texts: set[str] = set()
    for _ in range(60):
        attack = next((action for action in play.actions() if action.text.startswith("attack the ")), None)
        texts.add(attack.text if attack else "")
        play.do(attack or "script")
    assert "attack the bat" in texts


CONQUEST = """
data:add { _type = "base.chara", _id = "hero" }
local cave
function begin()
  local home, area = InstancedMap:new(9, 9), InstancedArea:new()
  area:add_floor(home)
  Area.register(area)
  cave = InstancedArea:new()
  Area.register(cave, { parent = area })
  Area.create_entrance(cave, 5, 5, home)
  Chara.set_player(Chara.create("quest.hero", 2, 2, {}, home))
  Map.set_map(home)
end
Event.register("base.on_minute_passed", "conquers", function()
  cave.is_conquered = true
end)
return { begin = begin }
"""


def test_a_world_is_won_when_all_that_one_can_enter_is_conquered(make_mod: MakeMod) -> None:
    play = Host([make_mod("quest", CONQUEST)]).play(Request("quest", seed=1, players=1))
    assert play.outcome is None
    play.do("rest")
    assert play.outcome == "won"


def test_another_game_of_the_host_ends_a_game(host: Host) -> None:
    first = host.play(Request("caves", seed=1, players=1))
    second = host.play(Request("overworld", seed=1, players=1))
    with pytest.raises(HostError, match="its host has begun another one"):
        first.do("wait")
    second.do("wait")


def test_a_child_process_shows_views_and_takes_actions() -> None:
    views: list[dict[str, Any]] = []
    keys = iter(["wait", "east"])

    def ask(view: dict[str, Any]) -> str | None:
        views.append(view)
        return next(keys, None)

    request = Request("base", seed=5, players=1, options={"quest": "first_steps", "monsters": "none"})
    arguments = {"request": request.to_data(), "critters": False, "strict": False}
    last = run_job(Job(PLAY, ModsToLoad(names=("base",)), arguments, asks=True), ask=ask)
    assert [view["turn"] for view in views] == [0, 1, 2]
    assert all(fits(PLAY.result, view) for view in views)
    assert last == views[-1]
    assert views[0]["messages"] == ["Find a gem.", "Leave the way you came in."]
    assert views[1]["messages"] == []
    assert "width" in views[0]["map"]
    assert "width" not in views[1]["map"]
    player = views[0]["player"]
    assert views[0]["visible"][player["y"]][player["x"]] == "2"


@pytest.mark.parametrize(("keys", "kinds"), [(1, "is one kind of key"), (2, "are 2 kinds of keys")])
def test_a_hint_counts_the_kinds_of_keys(host: Host, keys: int, kinds: str) -> None:
    play = host.play(Request("base", seed=1, players=1, options={"dungeon": "tiny", "keys": keys}))
    assert f"Some doors are locked. There {kinds}." in play.messages


@pytest.mark.parametrize(("time", "limit"), [(1, "1 minute"), (2, "2 minutes")])
def test_the_description_of_a_quest_counts_minutes(host: Host, time: int, limit: str) -> None:
    assert f"Time limit: {limit}" in host.generate("base", seed=1, dungeon="tiny", time=time).quest["description"]


def test_a_recording_counts_its_turns(host: Host) -> None:
    play = host.play("base", seed=1, dungeon="tiny", records=True)
    assert repr(play.recording) == "<Recording of base, 0 turns>"
    play.do("wait")
    assert repr(play.recording) == "<Recording of base, 1 turn>"


def test_a_game_is_over_when_its_host_begins_another_one(host: Host) -> None:
    """Nothing of the new game is shown as part of the old one."""
    old = host.play(Request("undercroft.floor", seed=1, players=1))
    read = old.messages
    new = host.play(Request("critters.halls", seed=9, players=1))
    for ask in (
        old.actions, lambda: old.player, lambda: old.visible, lambda: old.seen, lambda: old.map, lambda: old.goal,
        lambda: old.do("wait"),
    ):  # fmt: skip
        with pytest.raises(HostError, match="this game is over, because its host has begun another one"):
            ask()
    assert (old.turns, old.messages, old.outcome) == (0, read, None)
    assert new.player is not None


@pytest.mark.parametrize("action", [[], {}, ["wait"], None, 1, ("wait",), Action(["a"], "x")], ids=str)  # type: ignore[arg-type]
def test_what_is_no_action_is_refused_in_words(host: Host, action: Any) -> None:
    play = host.play(Request("caves", seed=1, players=1))
    with pytest.raises(HostError, match=r"must be one of actions\(\), or its id"):
        play.do(action)
    with pytest.raises(HostError, match=r'there is no action "x{50,60} …" now'):
        play.do("x" * 100_000)
    assert play.turns == 0


def test_the_line_about_a_world_has_no_health_and_only_floors_among_others(host: Host) -> None:
    """Whoever shows the line shows the health beside it."""
    play = host.play(Request("overworld", seed=1, players=1))
    assert state_of(play._played)["status"] == "day 13 of month 9, 01:10"
    play = host.play(Request("undercroft", seed=1, players=1))
    for _ in range(60):
        play.do("script")
    assert state_of(play._played)["status"].startswith("floor 1 · day 13 of month 9, ")


HALL = """
local Base = require "mod.critters.bases.player"
local Hero = class("Hero", Base)
copyChains(Base, Hero)
Hero.name, Hero.glyph = "hero", "@"
Hero.baseModifiers = { hp = { amount = 44 }, attack = { damage = 2, pierce = 1 } }
function Hero:script(world)
  SCRIPT
  return Vec(0, 0)
end
local Floor = class("Floor", Entity)
Floor.layer = Layers.floor
require("host.generators").register_generator {
  id = "hall",
  generate = function()
    local world = World(9, 3)
    for x = 1, 9 do for y = 1, 3 do world:create(Floor, Vec(x, y)) end end
    return world
  end,
}
return { entities = { hero = Hero } }
"""


def make_hall(make_mod: MakeMod, script: str) -> Path:
    toml = 'dialects = ["actions"]\n[dependencies]\ncritters = "*"'
    return make_mod("hall", init=HALL.replace("SCRIPT", script), toml=toml)


def test_a_player_whom_a_mod_takes_off_the_map_has_lost(make_mod: MakeMod) -> None:
    folder = make_hall(make_mod, "world.grid:remove(self)")
    play = Host([folder, "critters"], output=lambda _: None).play(Request("hall.hall", seed=1, players=1))
    play.do("script")
    assert (play.outcome, play.messages) == ("lost", ["You are gone from the map."])
    result = run_command("simulate", "hall.hall", "--mods", folder, "--turns", "9")
    assert "turn 1: hero 28 is gone, 0 moved\n\n1 turn; the player is dead" in result.stdout


@pytest.mark.parametrize(
    ("position", "problem"),
    [("nil", "is nil: must be a Vec"), ("Vec(0 / 0, 1)", "has numbers that are not whole: Vec(nan, 1)")],
    ids=["nil", "nan"],
)
def test_a_position_that_a_mod_spoils_names_its_class(make_mod: MakeMod, position: str, problem: str) -> None:
    folder = make_hall(make_mod, f"self.pos = {position}")
    result = run_command("simulate", "hall.hall", "--mods", folder, "--turns", "2", "--seed", "1")
    assert result.stderr.startswith(f"error: hall/init.lua:2: pos of Hero {problem}\n"), result.stderr


@pytest.mark.parametrize("position", ["'x'", "{}", "print", "{ x = Vec(1, 1), y = 2 }"])
def test_a_step_from_a_position_that_a_mod_spoils_names_its_class(make_mod: MakeMod, position: str) -> None:
    folder = make_hall(make_mod, f"self.pos = {position}")
    play = Host([folder, "critters"], output=lambda _: None).play(Request("hall.hall", seed=1, players=1))
    for action in ("script", "east"):
        with pytest.raises(HostError, match=r"^hall/init\.lua:2: pos of Hero is \w+: must be a Vec$"):
            play.do(action)
