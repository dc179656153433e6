"""The bundled mod undercroft, a game in all five dialects, which `simulate` plays."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host
from host.generate.niches import Niche, corner, niches
from host.model.game_map import model_of
from host.model.rng import Rng
from host.paths import BUNDLED_MODS
from tests.helpers import MakeMod, run_command
from tests.helpers.command_server import run_forked

FLOORS = 8
CONQUERED = ": the undercroft: conquered"
# Digest of the log of the whole game with seed 1, which every process has to come to.
GOLDEN = "6ae21d200f3d8165"


def log_of(output: str) -> list[str]:
    return [line for line in output.splitlines() if line.startswith("turn ")]


def floors_of(log: list[str]) -> list[str]:
    """Where the player went, as up and down to floors."""
    return [line.split(" goes ")[1] for line in log if " goes " in line]


@pytest.mark.slow
def test_the_game_can_be_won() -> None:
    words = ("simulate", "undercroft", "--seed", "1", "--strict")
    won = run_forked(*words, cwd=Path.cwd(), env=os.environ, timeout=120)
    assert won.returncode == 0, won.stderr
    assert won.stderr == ""
    log = log_of(won.stdout)
    assert log[-1].endswith(CONQUERED)
    last = log[-1].split(":")[0].removeprefix("turn ")
    assert f"\n{last} turns; the player lives, 1 creature is left\n" in won.stdout
    assert floors_of(log) == [
        *(f"down to the undercroft, floor {floor}" for floor in range(1, FLOORS + 1)),
        *(f"up to the undercroft, floor {floor}" for floor in range(FLOORS - 1, 0, -1)),
        "up to the chapel, floor 1",
    ]
    assert blake2b("\n".join(log).encode(), digest_size=8).hexdigest() == GOLDEN


@pytest.mark.slow
def test_a_game_goes_on_from_its_file_as_it_would_have(tmp_path: Path) -> None:
    save = tmp_path / "game.save"

    def simulate(*words: str | Path) -> CompletedProcess[str]:
        return run_forked("simulate", "undercroft", *words, cwd=tmp_path, env=os.environ, timeout=120)

    whole = simulate("--seed", "2", "--turns", "360")
    first = simulate("--seed", "2", "--turns", "180", "--save", save)
    second = simulate("--turns", "180", "--save", save)
    assert first.returncode == second.returncode == 0, second.stderr
    assert log_of(first.stdout) + log_of(second.stdout) == log_of(whole.stdout)
    # The player goes down before the save, and after it.
    assert [len(floors_of(log_of(part.stdout))) for part in (first, second)] == [1, 1]
    # The same save is a game to be played by hand.
    travelled = run_command("travel", "undercroft", "--save", save, "--keys", "l.i")
    assert travelled.exit_code == 0
    assert "@ delver" in travelled.stdout
    assert "You carry" in travelled.stdout


def test_what_did_not_open_is_tried_again_with_a_key() -> None:
    # Somebody stood behind the door, and the spear met them instead: three blows, and no door was tried.
    found = Host(["undercroft"], output=lambda _: None).simulate("undercroft", seed=84, turns=400, strict=True)
    assert any(line.endswith("goes down to the undercroft, floor 2") for line in found.log)


@pytest.mark.parametrize("player", ["idle", "random"])
def test_nobody_wins_without_playing(player: str) -> None:
    found = Host(["undercroft"], output=lambda _: None).simulate("undercroft", seed=1, turns=1500, player=player)
    assert len(found.log) == 1500 or not found.alive
    assert not any(CONQUERED in line for line in found.log)
    if player == "idle":
        assert floors_of(list(found.log)) == []


def test_each_floor_is_generated_by_itself() -> None:
    host = Host(["undercroft"], output=lambda _: None)
    pictures = set()
    for floor in range(1, FLOORS + 1):
        made = host.generate("undercroft.floor", seed=7, options={"floor": floor})
        kinds = [thing.id for thing in made.objects]
        assert kinds.count("undercroft.door") == 1
        assert kinds.count("undercroft.warden") == (floor == FLOORS)
        assert kinds.count("base.stairs_down") == (floor < FLOORS)
        assert not model_of(made).living_creatures
        pictures.add(made.tiles.tobytes())
    # Two floors of one source begin alike when each is the first of its game.
    assert len(pictures) >= 5


def test_it_is_short() -> None:
    lines = sum(len(path.read_text().splitlines()) for path in (BUNDLED_MODS / "undercroft").rglob("*.lua"))
    assert lines < 600


# -- worlds that play themselves


def test_a_world_whose_player_is_a_chara_is_not_simulated() -> None:
    result = run_command("simulate", "overworld")
    assert result.exit_code == 1
    assert "overworld: its player is a chara, around which nothing acts: the player must be an entity" in result.stderr


PLAYER_IS_A_CHARA = """
require("host.generators").register_generator {
  id = "den",
  generate = function() return require("host.toolbox").caves({ width = 30, height = 20 }):map() end,
}
local world = require "overworld"
return { begin = world.begin }
"""


def test_a_mod_with_a_world_of_charas_and_a_generator_plays_the_generator(
    make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    mod = make_mod("den", PLAYER_IS_A_CHARA, toml='[dependencies]\noverworld = "*"')
    result = run_command("simulate", "den", "--mods", mod, "--seed", "1")
    assert result.exit_code == 1
    assert "den: its player is a chara" in result.stderr
    assert "`dungeon-host simulate den.den` plays a map of its generator" in result.stderr
    assert "again" not in result.stderr
    monkeypatch.chdir(mod)
    result = run_command("simulate", "--seed", "1", "--turns", "3")
    assert result.exit_code == 0, result.stderr
    assert "simulate den.den" in result.stdout
    assert "MOD.GENERATOR" in run_command("simulate", "--help").stdout


def test_a_world_has_no_options() -> None:
    result = run_command("simulate", "undercroft", "--set", "floor=2")
    assert result.exit_code == 1
    assert "undercroft begins a world, which has no options: leave out floor" in result.stderr


def test_a_save_of_a_map_is_none_of_a_world(tmp_path: Path) -> None:
    save = tmp_path / "map.save"
    assert run_command("simulate", "base", "--set", "dungeon=tiny", "--turns", "1", "--save", save).exit_code == 0
    host = Host(["undercroft"], output=lambda _: None)
    with pytest.raises(Exception, match="the save is of the simulation of a map, and undercroft begins a world"):
        host.simulate("undercroft", save=save)


def walker(make_mod: MakeMod, body: str) -> Path:
    """A mod with a class of players, on two floors of five by five squares, and more."""
    return make_mod(
        "walker",
        init="""
            local Walker = class("Walker", Entity)
            Walker.layer = Layers.player
            Decorators.Start(Walker)
            for _, name in ipairs {
              "Acting", "DynamicStats", "Attackable", "WithHP", "Killable", "Moving", "Displaceable", "PlayerControl",
              "Interacting",
            } do
              decorate(Walker, Decorators[name])
            end
            Retouchers.Algos.simple(Walker)
            Retouchers.Skip.blockedMove(Walker)
            Walker.baseModifiers = { hp = { amount = 5 } }
            registerEntity(Walker)
            data:add {
              _type = "base.area_generator", _id = "cellar", deepest_floor = 2,
              on_generate_floor = function(floor)
                local map = InstancedMap:new(5, 5, "base.floor")
                Feat.create(floor == 1 and "base.stairs_down" or "base.stairs_up", 4, 2, {}, map)
                return map
              end,
            }
            data:add { _type = "base.unique_area", _id = "cellar", area_generator = "walker.cellar" }
            local game = {}
            function game.begin()
              local map = Area.get_or_create_map "walker.cellar"
              Map.set_map(map)
              local walker = World.fromMap(map):create(Walker, Vec(3, 3))
              Chara.set_player(walker)
              return walker, map
            end
        """
        + body
        + "\nreturn game",
        toml='dialects = ["actions", "areas", "kts", "rooms", "pools"]',
    )


def run(folder: Path, tmp_path: Path, body: str) -> str:
    script = tmp_path / "script.lua"
    script.write_text(body)
    result = run_command("run", script, "--mods", folder, "--seed", "1")
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_the_same_entity_is_the_player_on_every_floor(make_mod: MakeMod, tmp_path: Path) -> None:
    told = run(
        walker(make_mod, ""),
        tmp_path,
        """
        local walker, first = require("walker").begin()
        walker.hp:takeDamage(2)
        walker.title = "the first"
        print(Chara.player() == walker, Chara.is_player(walker), first:can_access(2, 2))
        goto_floor("walker.cellar", 2)
        local second = Map.current()
        print(second ~= first, walker.world == World.fromMap(second), #World.fromMap(first):getPlayers())
        require("api.test.TestUtil").save_cycle()
        print(Chara.player() == walker, walker.hp:get(), walker.title, Area.current_floor())
        print(pcall(Chara.set_player, {}))
        """,
    )
    lines = told.splitlines()
    assert lines[:3] == ["true true false", "true true 0", "true 3 the first 2"]
    assert "must be a chara, or an entity that lives on a map" in lines[3]


def test_keys_play_turns_of_the_entity(make_mod: MakeMod) -> None:
    result = run_command("travel", "walker", "--mods", walker(make_mod, ""), "--seed", "1", "--keys", "ll>h<.rig")
    assert result.exit_code == 0, result.stderr
    assert "floor 2" in result.stdout
    assert "health 5" in result.stdout
    assert "You carry nothing." in result.stdout
    # The first `<` has led back to the stairs.
    assert "You have seen no stairs up." not in result.stdout
    assert "you take what lies on your way as you walk over it" in result.stdout


def test_a_traveller_may_act_by_itself(tmp_path: Path) -> None:
    keys = "j" + "t" * 70 + "h"
    result = run_command("travel", "undercroft", "--seed", "1", "--keys", keys, "--save", tmp_path / "a.save")
    assert result.exit_code == 0, result.stderr
    # It walks over the map, of which nothing is said, and then goes down.
    assert "turn " not in result.stdout
    assert "You come to the undercroft." in result.stdout
    again = run_command("travel", "undercroft", "--seed", "1", "--keys", keys)
    assert result.stdout.split("dungeon-host")[0] == again.stdout.split("dungeon-host")[0]
    chara = run_command("travel", "overworld", "--seed", "1", "--keys", "t")
    assert "the player does nothing by itself here" in chara.stdout


def test_a_function_may_decide_in_a_world() -> None:
    host = Host(["undercroft"])
    keys = iter(["north", "down", "script"])
    simulation = host.simulate("undercroft", seed=1, player=lambda _: next(keys, None))
    assert simulation.turns == 3
    assert "finds no way down" in simulation.log[1]


def test_whoever_stands_on_stairs_or_on_a_thing_is_seen(make_mod: MakeMod, tmp_path: Path) -> None:
    folder = walker(make_mod, 'data:add { _type = "base.item", _id = "cup", glyph = "u" }')
    below = run_command("travel", "walker", "--mods", folder, "--seed", "1", "--keys", "ll>")
    assert below.exit_code == 0, below.stderr
    grid = below.stdout.split("\n\n")[0]
    assert "@" in grid
    assert "<" not in grid
    script = tmp_path / "cup.lua"
    script.write_text(
        """
        local _, map = require("walker").begin()
        Item.create("walker.cup", 2, 2, {}, map)
        """
    )
    lying = run_command("run", script, "--mods", folder, "--seed", "1", "--map")
    assert lying.exit_code == 0, lying.stderr
    grid = lying.stdout.split("\n\n")[0]
    assert "@" in grid
    assert "u" not in grid


def test_a_script_may_take_the_stairs(make_mod: MakeMod) -> None:
    script = 'function Walker:script() return self.pos.x < 5 and Vec(1, 0) or self.gone and Vec(0, 0) or "down" end'
    result = run_command("simulate", "walker", "--mods", walker(make_mod, script), "--seed", "1", "--turns", "4")
    assert result.exit_code == 0, result.stderr
    assert floors_of(log_of(result.stdout)) == ["down to walker.cellar, floor 2"]


def test_a_world_sees_what_others_change_of_its_ground(make_mod: MakeMod, tmp_path: Path) -> None:
    told = run(
        walker(make_mod, ""),
        tmp_path,
        """
        local toolbox = require "host.toolbox"
        local walker, map = require("walker").begin()
        local world = World.fromMap(map)
        map:set_tile(3, 2, "base.wall")
        print(toolbox.open(world):get(3, 2), toolbox.open(world):get(2, 2))
        world:setPlayerActions(Vec(1, 0))
        world:gameLoop()
        print(walker.pos)
        local base = World(6, 6)
        local Floor = class("Floor", Entity)
        Floor.layer = Layers.floor
        base:create(Floor, Vec(1, 1))
        base:create(Floor, Vec(2, 1))
        print(#toolbox.scatter(base, { distance = 1 }), toolbox.is_connected(base))
        """,
    )
    assert told.splitlines() == ["false true", "Vec(3, 3)", "2 true"]


def test_what_is_interacted_with_knows_by_whom(make_mod: MakeMod, tmp_path: Path) -> None:
    told = run(
        walker(
            make_mod,
            """
            local Door = class("Door", Entity)
            Door.layer = Layers.real
            Decorators.Start(Door)
            decorate(Door, Decorators.Interactable)
            decorate(Door, Decorators.Killable)
            Door.chainTemplate:addHandler("checkInteracted", function(event) event.propagate = event.by.has_key end)
            registerEntity(Door)
            game.Door = Door
            """,
        ),
        tmp_path,
        """
        local walker, map = require("walker").begin()
        local door = walker.world:create(require("walker").Door, Vec(4, 3))
        for turn = 1, 2 do
          walker.has_key = turn == 2
          walker.world:setPlayerActions(Vec(1, 0))
          walker.world:gameLoop()
          print(door.dead)
        end
        """,
    )
    assert told.splitlines() == ["false", "true"]


def test_monsters_of_kts_make_room_for_entities(make_mod: MakeMod, tmp_path: Path) -> None:
    told = run(
        walker(make_mod, ""),
        tmp_path,
        """
        local base = require "base"
        kts.LayoutDungeon {
          layout = { width = 1, height = 1, data = { { type = "block" } } },
          wall = base.wall_stone, segments = base.standard_segments, entry_type = "close",
        }
        kts.AddMonsters(base.rat, 5)
        local world = World.fromMap()
        print(#world:takeCreatures() >= 5, #world:takeCreatures())
        """,
    )
    assert told.splitlines() == ["true 0"]


# -- niches


@given(st.integers(0, 50), st.sampled_from([3, 5, 7]))
def test_niches_are_solid_and_touch_open_ground_at_their_door_alone(seed: int, size: int) -> None:
    free = np.random.default_rng(seed).random((24, 30)) < 0.02
    found = niches(free, size, Rng(seed).stream("t", "t"))
    assert len(set(found)) == len(found)
    expected = 0
    for y, x in zip(*(part.tolist() for part in free.nonzero()), strict=True):
        for turns in range(4):
            left, top = corner(Niche(x, y, turns), size)
            inside = left >= 0 and top >= 0 and left + size <= 30 and top + size <= 24
            expected += bool(inside and not free[top : top + size, left : left + size].any())
    assert len(found) == expected


def test_niches_say_what_they_need(make_mod: MakeMod, tmp_path: Path) -> None:
    told = run(
        walker(make_mod, ""),
        tmp_path,
        """
        local toolbox = require "host.toolbox"
        local plan = toolbox.bsp { width = 40, height = 30 }
        for _, niche in ipairs(toolbox.niches(plan, 5)) do
          assert(plan:is_open(niche.front.x, niche.front.y) and not plan:is_open(niche.door.x, niche.door.y))
          assert(not plan:is_open(niche.x, niche.y) and not plan:is_open(niche.centre.x, niche.centre.y))
          assert(niche.x + 2 == niche.centre.x and niche.y + 2 == niche.centre.y and niche.turns < 4)
        end
        print(pcall(toolbox.niches, plan, 4))
        """,
    )
    assert "toolbox.niches: size is 4: must be odd, so that a door can be in the middle of a side" in told
