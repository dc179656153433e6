"""Simulation: the same log for the same seed, pictures, summaries, and errors during play."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import Result

from host import Host, Map, Request
from host.cli.simulate import _summary
from host.errors import RequestError, SaveError
from host.model.game_map import model_of
from tests.helpers import MakeMod, run_command, run_process

TINY = ("--set", "dungeon=tiny")


@pytest.fixture(scope="module")
def critters() -> Host:
    return Host(["base", "critters"], output=lambda _: None)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_log_in_another_process() -> None:
    words = ("simulate", "base", *TINY, "--seed", "7", "--turns", "40")
    one, two = run_process(*words), run_process(*words)
    assert one.returncode == 0
    assert one.stdout == two.stdout
    assert one.stderr == ""
    assert one.stdout != run_process("simulate", "base", *TINY, "--seed", "8", "--turns", "40").stdout


@pytest.mark.parametrize("player", ["script", "idle", "random"])
def test_critters_play_without_an_error(critters: Host, player: str) -> None:
    for seed in range(4):
        simulation = critters.simulate(
            "base", seed=seed, turns=60, player=player, strict=True, options={"dungeon": "tiny"}
        )
        # The player of a map of kts comes back.
        assert len(simulation.log) == 60
        assert simulation.alive == any(creature.player == 1 for creature in simulation.map.creatures)
        assert critters.warnings == []
        assert (
            sum(simulation.damage.values())
            >= sum(simulation.deaths.values()) - simulation.deaths.get("critters.arrow", 0) - 4
        )
        if player == "idle":
            assert "critters.knight" not in simulation.distance or simulation.log[0].endswith("moved")


def test_sums_agree_with_the_log(critters: Host) -> None:
    simulation = critters.simulate("base", seed=2, turns=80, options={"dungeon": "tiny"})
    text = "\n".join(simulation.log)
    lost: dict[str, int] = {}
    # The name of a creature of kts ends with its number after a "c".
    for name, is_creature, amount in re.findall(r"(\w+) (c?)\d+ loses (\d+)", text):
        name = ("base." if is_creature else "critters.") + name
        lost[name] = lost.get(name, 0) + int(amount)
    assert lost == simulation.damage
    assert text.count(" dies") == sum(simulation.deaths.values())


def test_creatures_from_pools_join_the_monsters_of_kts(critters: Host) -> None:
    options = {"dungeon": "tiny", "monsters": "many"}
    monsters = len(critters.generate("base", seed=3, players=1, options=options).creatures)
    simulation = critters.simulate("base", seed=3, turns=0, options=options, critters=True)
    # The player is a knight.
    assert len(model_of(simulation.map).living_creatures) == monsters + 1 > 1
    entities = [entity for entity in simulation.map.objects if entity.layer == "real"]
    assert simulation.left == len(entities) + monsters + 1
    assert len(entities) > 1
    text = " ".join(run_command("simulate", "--help").stdout.split())
    assert "monsters of kts act" in text


def test_whoever_watches_sees_each_turn(critters: Host) -> None:
    seen: list[int] = []
    simulation = critters.simulate(
        "base",
        seed=3,
        turns=15,
        options={"dungeon": "tiny"},
        critters=True,
        watch=lambda game_map: seen.append(len(game_map.objects)),
    )
    assert len(seen) == len(simulation.log) + 1
    assert seen[0] > 1
    assert json.loads(simulation.map.to_json())["objects"]


def test_a_function_may_decide_for_the_player(critters: Host) -> None:
    def play(*moves: str) -> tuple[str, ...]:
        keys, seen = iter(moves), []
        simulation = critters.simulate(
            "base",
            seed=7,
            options={"dungeon": "tiny"},
            watch=seen.append,
            player=lambda game_map: next(keys, None) if game_map.creatures else None,
        )
        assert simulation.turns == len(moves) == len(seen) - 1
        return simulation.log

    moves = ("idle", "south", "southwest", "script", "random")
    assert play(*moves) == play(*moves) != play("idle", "north", *moves[2:])
    by_itself = critters.simulate("base", seed=7, turns=5, options={"dungeon": "tiny"}).log
    assert play(*["script"] * 5) == by_itself
    with pytest.raises(RequestError, match="there is no move 'nort'") as caught:
        play("nort")
    assert caught.value.hint == 'did you mean "north"?'


def test_of_several_players_the_first_acts(critters: Host) -> None:
    keys = iter(["east", "west", "north", "south"])
    walked: set[tuple[int, int]] = set()
    others: set[tuple[int, int]] = set()

    def watch(game_map: Map) -> None:
        walked.update((knight.x, knight.y) for knight in game_map.creatures if knight.player == 1)
        others.update((knight.x, knight.y) for knight in game_map.creatures if knight.player == 2)

    options = {"dungeon": "tiny", "monsters": "none"}
    simulation = critters.simulate(
        "base", seed=3, players=2, options=options, player=lambda _: next(keys, None), watch=watch
    )
    assert (len(walked), len(others)) == (2, 1)
    x, y = next((knight.x, knight.y) for knight in simulation.map.creatures if knight.player == 1)
    assert f"at ({x + 1}, {y + 1})" in simulation.log[-1]


def test_moves_of_a_function_are_not_saved(critters: Host, tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="is only saved with a player that decides by itself"):
        critters.simulate("base", seed=1, player=lambda _: None, save=tmp_path / "a.save")
    critters.simulate("base", seed=1, turns=1, save=tmp_path / "a.save")
    for words in (["--keys", "l"], ["--keys", "l", "--turns", "1"]):
        result = run_command("simulate", "base", *words, "--save", tmp_path / "a.save")
        assert "is only saved with a player that decides by itself" in result.stderr
        assert result.exit_code == 1


def test_watching_draws_a_picture_a_turn() -> None:
    result = run_command("simulate", "base", *TINY, "--seed", "7", "--turns", "5", "--watch")
    assert result.exit_code == 0
    assert result.stdout.count("turn ") == 5
    assert result.stdout.count("@") >= 6
    assert "5 turns; the player lives" in result.stdout
    assert result.stdout.endswith("dungeon-host simulate base --set dungeon=tiny --seed 7 --turns 5\n")


# A class of players that stand still, unless they have a script.
PLAYER = """
local Being = class("Being", Entity)
Being.layer = Layers.player
Decorators.Start(Being)
for _, name in ipairs { "Acting", "DynamicStats", "Moving", "Displaceable", "PlayerControl" } do
  decorate(Being, Decorators[name])
end
Retouchers.Algos.simple(Being)
Being.baseModifiers = {}
registerEntity(Being)
"""


def test_what_the_script_of_a_player_prints_comes_at_its_turn(make_mod: MakeMod) -> None:
    folder = make_mod(
        "talker",
        init=PLAYER
        + """
function Being:script(world)
  print("said after " .. world.turn)
  if world.turn == 3 then error "I have said enough" end
  return Vec(0, 0)
end
        """,
        toml='dialects = ["actions"]',
    )
    words = ("simulate", "base", *TINY, "--seed", "7", "--mods", folder)
    result = run_command(*words, "--turns", "3")
    assert result.exit_code == 0, result.stderr
    said = [re.sub(":.*", "", line) for line in result.stdout.splitlines()[:6]]
    assert said == ["said after 0", "turn 1", "said after 1", "turn 2", "said after 2", "turn 3"]
    # What went before an error is told.
    failed = run_command(*words, "--turns", "4")
    assert failed.exit_code == 1
    assert [re.sub(":.*", "", line) for line in failed.stdout.splitlines()] == [*said, "said after 3"]
    assert "talker/init.lua:13: I have said enough" in failed.stderr
    assert "again  dungeon-host simulate base" in failed.stderr


def test_what_is_summed_up_counts_turns_and_the_living(make_mod: MakeMod) -> None:
    folder = make_mod(
        "still",
        init=PLAYER
        + """
            local Rat = class("Rat", Entity)
            Rat.layer = Layers.real
            Decorators.Start(Rat)
            for _, name in ipairs { "Acting", "Ticking", "Sequential" } do
              decorate(Rat, Decorators[name])
            end
            Retouchers.Algos.general(Rat)
            Rat.sequenceSteps = { { action = require "@action.actions.none" } }
            registerEntity(Rat)
            local Crate = class("Crate", Entity)
            Crate.layer = Layers.real
            Decorators.Start(Crate)
            registerEntity(Crate)
            require("host.generators").register_generator {
              id = "yard", options = { { id = "rats", default = 1, least = 0, most = 9 } },
              generate = function(options)
                local world = World(9, 9)
                local Floor = class("Floor", Entity)
                Floor.layer = Layers.floor
                for x = 1, 9 do
                  for y = 1, 9 do
                    world:create(Floor, Vec(x, y))
                  end
                end
                world:create(Crate, Vec(5, 5))
                for i = 1, options.rats do
                  world:create(Rat, Vec(i, 9))
                end
                return world
              end,
            }
        """,
        toml='dialects = ["actions"]',
    )
    words = ("simulate", "still.yard", "--seed", "7", "--mods", folder, "--player", "idle")
    one = run_command(*words, "--turns", "1", "--set", "rats=0")
    assert one.exit_code == 0, one.stderr
    assert "\n1 turn; the player lives, 1 creature is left\n" in one.stdout
    two = run_command(*words, "--turns", "2")
    assert two.exit_code == 0, two.stderr
    assert "\n2 turns; the player lives, 2 creatures are left\n" in two.stdout


def test_sums_name_who_they_are_of() -> None:
    done = run_command("simulate", "base", "--seed", "1", "--turns", "12")
    assert "\ndamage taken: giant rat 3\ndeaths: giant rat 1\nsquares walked: " in done.stdout
    assert "base." not in done.stdout.split("damage taken")[1].split("\n\n")[0]


def test_sums_of_kinds_with_one_name_have_their_ids() -> None:
    sums = {"a.rat": 2, "b.rat": 1, "a.bat": 3, "a.door": 1}
    names = {"a.rat": "rat", "b.rat": "rat", "a.bat": "bat\x1b"}
    result = {"turns": 1, "left": 1, "alive": True, "damage": sums, "deaths": {}, "distance": {}, "names": names}
    assert _summary(result)[1] == "damage taken: rat (a.rat) 2, rat (b.rat) 1, bat\\x1b 3, a.door 1"


def test_a_save_goes_on_as_it_began(make_mod: MakeMod, tmp_path: Path) -> None:
    save = tmp_path / "game.save"
    whole = run_command("simulate", "base", *TINY, "--seed", "5", "--turns", "12", "--player", "random")
    first = run_command("simulate", "base", *TINY, "--seed", "5", "--turns", "7", "--player", "random", "--save", save)
    second = run_command("simulate", "--turns", "5", "--save", save)
    assert first.exit_code == second.exit_code == 0

    def told(*results: Result) -> list[str]:
        return [line for result in results for line in result.stdout.splitlines() if line.startswith("turn ")]

    assert told(first, second) == told(whole)
    assert len(told(second)) == 5
    assert whole.stdout.split("damage taken")[1].split("\n\n")[0] in second.stdout
    # With another mod it might come out otherwise: it is refused, and the save stays what it was.
    before = save.read_bytes()
    other = run_command("simulate", "--save", save, "--mods", make_mod("other"))
    assert other.exit_code == 1
    assert "the save was made with other mods, or other versions of them: other" in other.stderr
    assert save.read_bytes() == before


def test_a_save_of_something_else_is_refused(critters: Host, tmp_path: Path) -> None:
    save, script = tmp_path / "game.save", tmp_path / "s.lua"
    script.write_text('require "api.Map"')
    host = Host(["base"], output=lambda _: None)
    host.run_script(script, seed=1, save=save)
    with pytest.raises(
        SaveError,
        match="the save is not of a simulation: continue it with run or travel",
    ):
        critters.simulate("base", turns=1, save=save)


def test_pools_may_hold_things_of_other_dialects(make_mod: MakeMod) -> None:
    folder = make_mod(
        "stocker",
        init="""
            gem = kts.ItemType { type = "backpack" }
            Pools.addToSubpool("i.common.weapon", gem, 1000)
            ghost = kts.MonsterType { type = "walking", health = 1, weapon = gem }
            Pools.addToSubpool("e.z1.f1.enemy", ghost, 3)
        """,
        toml='dialects = ["kts", "pools"]',
    )
    host = Host(["base", "critters", folder], output=lambda _: None)
    simulation = host.simulate("base", seed=3, turns=2, critters=True)
    assert len([entity for entity in simulation.map.objects if entity.kind == "entity"]) > 3
    assert "stocker.gem" in {item.id for item in simulation.map.items if item.where == "floor"}


def test_errors_in_turns_are_told_and_strict_stops(make_mod: MakeMod, tmp_path: Path) -> None:
    folder = make_mod(
        "bad",
        init="""
            local Bad = class("Bad", Entity)
            Bad.layer = Layers.player
            Decorators.Start(Bad)
            for _, name in ipairs { "Acting", "PlayerControl" } do decorate(Bad, Decorators[name]) end
            Bad.chainTemplate:addHandler("checkAction", function(event)
              error "no"
            end)
            registerEntity(Bad)
        """,
        toml='dialects = ["actions"]',
    )
    words = ("simulate", "base", *TINY, "--seed", "7", "--turns", "3", "--mods", folder)
    result = run_command(*words)
    assert result.exit_code == 0
    assert result.stdout.count("errs: bad/init.lua:6: no") == 3
    assert result.stderr.count("bad/init.lua:6: turn") == 3
    strict = run_command(*words, "--strict")
    assert strict.exit_code == 1
    assert "error: bad/init.lua:6: no" in strict.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"turns": -1}, "turns is -1: must be a whole number between 0 and 1000000"),
        ({"turns": 1.5}, "turns is 1.5: must be a whole number between 0 and 1000000"),
        ({"player": "robot"}, "player is 'robot': must be script, cautious, bold, idle or random, or a function"),
    ],
)
def test_wrong_arguments_are_told(critters: Host, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(RequestError) as caught:
        critters.simulate("base", **arguments)  # type: ignore[arg-type]
    assert caught.value.message == message


def test_without_a_class_of_players_nobody_enters(base_host: Host) -> None:
    with pytest.raises(RequestError, match="no loaded mod has a class of players"):
        base_host.simulate("caves", seed=1)


def test_a_knight_enters_without_a_class_of_players_and_alone(base_host: Host) -> None:
    simulation = base_host.simulate("base", seed=1, turns=3, options={"monsters": "none"})
    assert (simulation.left, simulation.map.objects) == (1, [])
    keys = [word for word in run_command("simulate", "--help").stdout.split() if word == "--critters"]
    assert keys


def test_the_log_says_which_status_somebody_has_and_for_how_long() -> None:
    options = ["--set", "dungeon=tiny", "--set", "monsters=none", "--critters"]
    words = ["simulate", "base", "--mods", "critters", *options, "--seed", 8, "--turns", 60]
    assert "knight 1 status poison (3)" in run_command(*words).stdout


def test_the_player_that_the_generator_placed_is_played(make_mod: MakeMod) -> None:
    mod = make_mod(
        "arena",
        """
        local Hero = class("Hero", Entity)
        Hero.layer = Layers.player
        Decorators.Start(Hero)
        for _, name in ipairs { "Acting", "DynamicStats", "Moving", "Displaceable", "PlayerControl" } do
          decorate(Hero, Decorators[name])
        end
        Retouchers.Algos.simple(Hero)
        Hero.baseModifiers = {}
        local Floor = class("Floor", Entity)
        Floor.layer = Layers.floor
        require("host.generators").register_generator {
          id = "arena",
          generate = function()
            local world = World(9, 9)
            world:createFloors(Floor)
            world:createPlayer(Hero, Vec(5, 5))
            return world
          end,
        }
        """,
        toml='dialects = ["actions"]',
    )
    result = run_command("simulate", "arena", "--mods", str(mod), "--keys", "lj", "--turns", "2")
    assert result.exit_code == 0, result.output
    assert "turn 2: Hero 1 at (6, 6)" in result.stdout
    assert "1 creature is left" in result.stdout


def test_a_player_enters_where_the_rooms_dialect_has_its_own(make_mod: MakeMod) -> None:
    halls = make_mod(
        "halls",
        """
        require("host.generators").register_generator {
          id = "halls",
          generate = function()
            local runner = GameRunner(30, 20)
            runner:createLevel(3)
            return runner
          end,
        }
        """,
        toml='dialects = ["rooms"]',
    )
    host = Host(["critters", halls], output=lambda _: None)
    played = host.simulate("halls", seed=3, turns=0).map
    (start,) = [(thing.x, thing.y) for thing in played.objects if thing.id == "host.player"]
    assert [(thing.x, thing.y) for thing in played.objects if thing.layer == "real"] == [start]
    # That player is nobody to fight.
    play = host.play(Request("halls", seed=3))
    play.do("east")
    assert "beside you" not in " ".join(play.command("explore"))
    assert play.turns > 2
