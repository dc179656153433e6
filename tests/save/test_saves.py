"""Saves: what is restored, what is refused, and that a crash loses nothing."""

from __future__ import annotations

import gc
import os
import random
import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host, HostError
from host.errors import SaveError
from host.model.rng import Rng
from host.save.database import backups
from host.save.save_file import SaveFile, back_up, check, prune, read
from tests.helpers import MakeMod, RunLua, run_command

WORLD = """
data:add { _type = "base.item", _id = "apple" }
data:add { _type = "base.chara", _id = "rat", level = 2, tags = { "vermin" } }
data:add { _type = "base.map_tile", _id = "grass", is_solid = false, name = "grass" }
data:add { _type = "base.map_archetype", _id = "world", on_generate_map = function()
  return InstancedMap:new(30, 20, "w.grass")
end }
data:add { _type = "base.unique_area", _id = "world", archetype = "w.world" }
data:add { _type = "base.area_generator", _id = "cave", on_generate_floor = Dungeon.generate_floor, deepest_floor = 9 }
data:add { _type = "base.unique_area", _id = "cave", area_generator = "w.cave", parent_map = "w.world", x = 5, y = 5 }
function begin()
  local world = Area.get_or_create_map("w.world")
  Chara.set_player(Chara.create("w.rat", 2, 2, {}, world))
  Map.set_map(world)
  return world
end
Event.register("base.on_init_save", "begin to count", function() save.w.count = 0 end)
"""


@pytest.fixture
def world(make_mod: MakeMod) -> Path:
    return make_mod("w", WORLD)


class Game:
    """Runs scripts one after the other, each going on from what the one before left."""

    def __init__(self, mods: list[Path], folder: Path) -> None:
        self.mods = mods
        self.folder = folder
        self.file = folder / "game.save"
        self.lines: list[str] = []

    def run(self, script: str, *, mods: list[Path] | None = None, seed: int = 3) -> list[str]:
        path = self.folder / "script.lua"
        path.write_text(f'local W = require "w"\n{script}' if mods is None else script, encoding="utf-8")
        lines: list[str] = []
        Host(self.mods if mods is None else mods, output=lines.append).run_script(path, seed=seed, save=self.file)
        return [line.replace("\t", " ") for line in lines]


@pytest.fixture
def game(world: Path, tmp_path: Path) -> Game:
    return Game([world], tmp_path)


def test_a_game_goes_on_where_it_was(game: Game) -> None:
    game.run("""
        local world = W.begin()
        world.payload = { 0.1, 2^53, -0.0, 1/0, "\\0\\xff", [true] = 1, [1.5] = "x", [{}] = 2 }
        world.payload.self = world.payload
        local apples = Item.create("w.apple", 7, 8, { amount = 3 }, world)
        apples.seen_by = { Chara.player() }
        Item.create("w.apple", nil, nil, { amount = 9 }, Chara.player()).note = apples
        world:set_tile(3, 3, "base.wall")
        save.w.count = 4
        save.w.place = Area.get_or_create("w.cave")
        World.pass_time_in_seconds(3600 * 5)
        goto_floor("w.cave", 2)
    """)
    lines = game.run("""
        local world = Area.get_or_create_map("w.world")
        local p = world.payload
        print(p[1] == 0.1, math.type(p[2]), p[2] == 2^53, 1 / p[3], p[4], #p[5], p[true], p[1.5], p.self == p)
        local apples = Item.iter(world):nth(1)
        local mine = Chara.player():iter_inventory():nth(1)
        print(apples.amount, apples.x, apples.y, apples.seen_by[1] == Chara.player(), mine.amount, mine.note == apples)
        print(world:tile(3, 3)._id, world:tile(4, 3)._id, save.w.count, save.w.place == Area.current())
        print(World.date_hours() - 4472929, Area.current_floor(), Area.current()._id, Map.current():is_floor(0, 0))
        print(Chara.player():current_map() == Map.current(), Map.current().visit_times, #Area.all_maps())
        local down = Feat.iter():filter(function(f) return f._id == "base.stairs_down" end):nth(1)
        print(down:activate(), Area.current_floor())
    """)
    assert lines == [
        "true float true -inf inf 2 1 x true",
        "3 7 8 true 9 true",
        "base.wall w.grass 4 true",
        "5 2 w.cave false",
        "true 1 1",
        "true 3",
    ]


def test_the_clock_goes_on(game: Game) -> None:
    assert game.run("W.begin() World.pass_time_in_seconds(5) print(kts.GameTime())") == ["5000"]
    lines = game.run("""
        print(kts.GameTime())
        tween.delay(2, print, "rings")
        World.pass_time_in_seconds(1)
        print(kts.GameTime())
        World.pass_time_in_seconds(1)
        print(kts.GameTime())
    """)
    assert lines == ["5000", "6000", "rings", "7000"]


def test_random_numbers_go_on_too(game: Game, tmp_path: Path, world: Path) -> None:
    draw = "for i = 1, 7 do print(Rand.rnd(1000000), math.random(1000000)) end"
    first = game.run(f"W.begin(); {draw}") + game.run(draw)
    whole = Game([world], tmp_path / "other")
    whole.folder.mkdir()
    assert whole.run(f"W.begin(); {draw}; {draw}") == first


@pytest.mark.parametrize("seed", ["math.randomseed(7)", "Rand.set_seed(7)", 'Rand.set_seed("a\\0b")'])
def test_random_numbers_of_a_seed_go_on_too(game: Game, tmp_path: Path, world: Path, seed: str) -> None:
    draw = "for i = 1, 300 do print(Rand.rnd(1000000), math.random(1000000)) end"
    first = game.run(f"W.begin(); {seed} {draw}") + game.run(draw) + game.run(draw)
    whole = Game([world], tmp_path / "other")
    whole.folder.mkdir()
    assert whole.run(f"W.begin(); {seed} {draw} {draw} {draw}") == first


def test_many_seeds_take_no_room(game: Game) -> None:
    seeds = "for i = 1, 20000 do math.randomseed(i) math.random() Rand.set_seed(i) Rand.rnd(9) end"
    game.run(f"W.begin(); {seeds}")
    assert game.file.stat().st_size < 2**20


def test_floors_made_after_a_load_are_those_made_without(game: Game, tmp_path: Path, world: Path) -> None:
    show = """
        local m = Map.current()
        for y = 0, m:height() - 1 do
          local row = {}
          for x = 0, m:width() - 1 do row[#row + 1] = m:is_floor(x, y) and "." or "#" end
          print(table.concat(row))
        end
    """
    game.run("W.begin(); goto_floor('w.cave', 1)")
    loaded = game.run(f"goto_floor('w.cave', 2) {show}")
    whole = Game([world], tmp_path / "other")
    whole.folder.mkdir()
    assert whole.run(f"W.begin(); goto_floor('w.cave', 1); goto_floor('w.cave', 2) {show}") == loaded


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("Map.current().payload = { callbacks = { 1, 2, print } }", "map 1 → payload.callbacks[3]: function"),
        ("save.w.deep = { { x = coroutine.create(print) } }", "save.w → deep[1].x: thread"),
        ("save.w.t = setmetatable({}, { __index = print })", "save.w → t: a table with a metatable"),
        ("save.w[print] = 1", "save.w → a key: function"),
        ("Chara.player().friend = fun.range(3)", "map 1 → w.rat 2 → friend: function"),
        ("local m = InstancedMap:new(3, 3); save.w.m = m; Map.delete(m)", "save.w → m: a map that is gone"),
    ],
    ids=["function", "coroutine", "metatable", "key", "object", "deleted_map"],
)
def test_what_cannot_be_saved_is_named_and_the_earlier_save_stays(game: Game, script: str, message: str) -> None:
    game.run("W.begin(); save.w.count = 1")
    before = read(game.file)
    with pytest.raises(HostError) as caught:
        game.run(f"save.w.count = 2; {script}")
    assert message in str(caught.value)
    assert read(game.file).chunks == before.chunks


def test_travel_that_could_not_be_saved_does_not_happen(game: Game) -> None:
    lines = game.run("""
        local world = W.begin()
        world.bad = print
        local ok, why = pcall(goto_floor, "w.cave", 1)
        print(ok, why:match("map 1.*"), Map.current() == world, Chara.player():current_map() == world)
        world.bad = nil
    """)
    assert lines == ["false map 1 → bad: function true true"]


def test_save_cycle_keeps_what_stands_for_things(run_lua: RunLua, world: Path) -> None:
    ran = run_lua(
        """
        local world = require("w").begin()
        local rat = Chara.create("w.rat", 9, 9, {}, world)
        rat.mood = "grim"
        local loose = Item.create("w.apple", nil, nil, { ownerless = true })
        world.loose = loose
        require("api.test.TestUtil").save_cycle()
        assert(Map.current() == world and rat.mood == "grim" and rat.x == 9)
        assert(world.loose == loose and loose.amount == 1)
        assert(Chara.iter_all():length() == 2 and Map.current():get_object(rat.uid) == rat)
        """,
        mods=[world],
    )
    assert ran.lines == []


def test_what_a_cycle_brought_back_is_in_the_next_save(game: Game) -> None:
    game.run("""
        local world = W.begin()
        save.w.count = 5
        local away = InstancedMap:new(3, 3)
        Area.register(require("api.InstancedArea"):new()) -- an area without floors
        world.away = away
        require("api.test.TestUtil").save_cycle()
    """)
    lines = game.run("print(Map.current().away.uid, Map.current().away:width(), save.w.count, Area.iter():length())")
    assert lines == ["2 3 5 3"]


def test_a_save_in_memory_is_of_its_own_game(world: Path, tmp_path: Path) -> None:
    script, file, lines = tmp_path / "s.lua", tmp_path / "game.save", list[str]()
    host = Host([world], output=lines.append)
    script.write_text('require("w").begin(); save.w.count = 1')
    host.run_script(script, seed=1, save=file)
    script.write_text('require("w").begin(); save.w.count = 2; require("api.test.TestUtil").save_cycle()')
    host.run_script(script, seed=1)
    script.write_text("print(save.w.count)")
    host.run_script(script, save=file)
    assert lines == ["1"]


def test_changes_far_from_the_player_are_saved(game: Game) -> None:
    game.run("""
        local world = W.begin()
        local rat = Chara.create("w.rat", 9, 9, {}, world)
        local apple = Item.create("w.apple", nil, nil, {}, rat)
        local kept = rat:get_mod_data("w")
        save.w.apple = apple
        goto_floor("w.cave", 1)
        goto_floor("w.cave", 2)
        apple.note, kept.x = "sour", 1
        goto_floor("w.cave", 3)
    """)
    lines = game.run("""
        local world = Area.get_or_create_map("w.world")
        local rat = Chara.at(9, 9, world)
        print(save.w.apple.note, rat:get_mod_data("w").x)
    """)
    assert lines == ["sour 1"]


def test_what_is_removed_stays_away(game: Game) -> None:
    game.run("""
        local world = W.begin()
        world.away = InstancedMap:new(3, 3)
        save.w.more = 1
        goto_floor("w.cave", 1)
        goto_floor("w.world", 1)
        Area.delete(Area.get_or_create("w.cave"))
        Map.delete(world.away)
        world.away, save.w.more, save.w.count = nil, nil, nil
    """)
    lines = game.run("print(next(save.w), Area.is_generated('w.cave'), #save.base.map_registry, Area.iter():length())")
    assert lines == ["nil false 1 1"]
    kinds = [kind for kind, _ in read(game.file).chunks]
    assert sorted(kinds) == ["area", "game", "map"]


def test_floors_of_other_dialects_are_saved_as_they_are(tmp_path: Path, make_mod: MakeMod) -> None:
    mod = make_mod(
        "x",
        """
        data:add { _type = "base.chara", _id = "rat" }
        local function area(id, make)
          data:add { _type = "base.area_generator", _id = id, deepest_floor = 3, on_generate_floor = make }
          data:add { _type = "base.unique_area", _id = id, area_generator = "x." .. id }
        end
        area("rooms", function(floor)
          local runner = GameRunner()
          runner:createLevel(floor)
          return runner:getDungeon()
        end)
        local Floor, Wall = class("Floor", Entity), class("Wall", Entity)
        Floor.layer, Wall.layer = Layers.floor, Layers.wall
        area("actions", function()
          local generator = Generator(50, 40, { enemy_density = 0 })
          generator:addNode(generator:start(6, 6))
          generator:generate()
          generator:prune()
          local world = World(generator.width, generator.height)
          world:materializeGenerator(generator, Floor, Wall)
          return world
        end)
        function show()
          for _, id in ipairs { "x.rooms", "x.actions" } do
            for floor = 1, 2 do
              local map, open = Area.get_or_create_map(id, floor), 0
              for y = 0, map:height() - 1 do
                for x = 0, map:width() - 1 do open = open + (map:is_floor(x, y) and x * y or 0) end
              end
              print(id, floor, map:width(), map:height(), open)
              for _, feat in Feat.iter(map) do print(feat._id, feat.x, feat.y) end
            end
          end
        end
        """,
    )
    (mod / "mod.toml").write_text('id = "x"\nversion = "1.0"\ndialects = ["areas", "rooms", "actions"]\n')
    game = Game([mod], tmp_path)
    made = game.run(
        """
        local home = InstancedMap:new(5, 5)
        Chara.set_player(Chara.create("x.rat", 1, 1, {}, home))
        Map.set_map(home)
        goto_floor("x.rooms", 1)
        require("x").show()
        """,
        mods=[mod],
    )
    assert game.run("require('x').show()", mods=[mod]) == made


def test_an_area_can_be_registered_again(game: Game) -> None:
    game.run("""
        W.begin()
        local cave = Area.get_or_create("w.cave")
        local floor = Area.get_or_create_map(cave, 1)
        Area.unregister(cave)
        Area.register(cave)
        save.w.place, save.w.floor = cave, floor
    """)
    assert game.run("print(Area.get(save.w.floor) == save.w.place, save.w.place:starting_floor())") == ["true 1"]


def test_data_of_a_mod_that_is_missing_waits_for_it(game: Game, make_mod: MakeMod, tmp_path: Path) -> None:
    guest = make_mod(
        "guest",
        """
        data:add { _type = "base.chara", _id = "bard" }
        data:add { _type = "base.map_tile", _id = "stage", is_solid = true }
        function remember() save.guest.songs = { "one", "two" } end
        """,
        root=tmp_path / "guests",
    )
    both = [*game.mods, guest]
    game.run(
        """
        local world = require("w").begin()
        require("guest").remember()
        Chara.create("guest.bard", 4, 4, {}, world).song = "one"
        world:set_tile(1, 1, "guest.stage")
        world.star = Chara.at(4, 4)
        """,
        mods=both,
    )
    lines = game.run("print(Chara.at(4, 4), Map.current():tile(1, 1)._id, Map.current().star); goto_floor('w.cave', 1)")
    assert lines[0].startswith("nil guest.stage a value of a mod that is not loaded")
    lines = game.run(
        """
        local world = Area.get_or_create_map("w.world")
        local bard = Chara.at(4, 4, world)
        print(bard._id, bard.song, world.star == bard, world:is_floor(1, 1), save.guest and save.guest.songs[2])
        """,
        mods=both,
    )
    assert lines == ["guest.bard one true false two"]


def test_a_mod_migrates_its_data(game: Game, tmp_path: Path, make_mod: MakeMod) -> None:
    game.run("W.begin(); save.w.count = 6")
    (tmp_path / "w" / "mod.toml").write_text('id = "w"\nversion = "2.0"\n')
    (tmp_path / "w" / "init.lua").write_text(
        WORLD + 'require("api.Save").on_migrate(function(from, data) return { total = data.count, from = from } end)'
    )
    lines = game.run("print(save.w.total, save.w.from, save.w.count)")
    assert lines == ["6 1.0 nil"]


def test_saves_are_backed_up_by_turns(game: Game) -> None:
    for number in range(6):
        game.run(f"if not Area.is_generated('w.world') then W.begin() end; save.w.count = {number}")
    assert len(backups(game.file)) == 3
    assert [read(path).header["count"] for path in backups(game.file)] == [5, 4, 3]
    assert prune(game.file) > 0
    assert backups(game.file) == []
    assert check(game.file) == []


def test_the_command_line_goes_on_from_a_save(world: Path, tmp_path: Path) -> None:
    script = tmp_path / "s.lua"
    script.write_text('if Area.is_generated("w.world") then print("again") else require("w").begin() end')
    file = tmp_path / "game.save"
    words = ("run", script, "--mods", world, "--seed", 1, "--save", file)
    assert run_command(*words).exit_code == 0
    assert run_command(*words).stdout == "again\n"
    assert "game.save" in run_command("saves", "list", tmp_path).stdout
    assert "mod           w 1.0" in run_command("saves", "show", file).stdout
    assert run_command("saves", "check", file).exit_code == 0
    assert run_command("saves", "backup", file).exit_code == 0
    assert run_command("saves", "prune", file).exit_code == 0
    for action, path in (("check", file), ("show", file), ("backup", file), ("prune", file), ("list", tmp_path)):
        missing = run_command("saves", action, path.with_name("nowhere"))
        assert (missing.exit_code, "host failed" in missing.output) == (1, False)
        assert 'nowhere"' in missing.stderr
    data = bytearray(file.read_bytes())
    data[data.index(read(file).chunks["map", "1"]) + 20] ^= 4
    file.write_bytes(data)
    found = run_command("saves", "check", file)
    assert found.exit_code == 1
    assert str(file) in found.stderr
    assert run_command(*words).exit_code == 1


def test_a_command_that_continues_a_save_prints_the_seed_of_the_game(world: Path, tmp_path: Path) -> None:
    script, file = tmp_path / "s.lua", tmp_path / "game.save"
    script.write_text('print(Map.current() or require("w").begin())')
    options = ("--mods", world, "--save", file)
    run_command("run", script, *options, "--seed", 7)
    assert "--seed 7 --save" in run_command("run", script, *options).stderr
    script.write_text('error("no")')
    failed = run_command("run", script, *options, "--seed", 8).stderr
    assert ("--seed 7 --save" in failed, "--seed 8" in failed) == (True, False)
    overworld = tmp_path / "overworld.save"
    run_command("travel", "--seed", 5, "--save", overworld, "--keys", "j")
    assert f"--seed 5 --keys k --save {overworld}" in run_command("travel", "--save", overworld, "--keys", "k").stdout


def _save(path: Path, count: int = 3) -> dict[tuple[str, str], bytes]:
    chunks = {("map", str(number)): random.Random(number).randbytes(30_000) for number in range(count)}
    SaveFile(path).write({"seed": 1}, chunks, [])
    return chunks


def test_a_flipped_bit_is_told_or_means_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.save"
    chunks = _save(path)
    whole = path.read_bytes()
    header = read(path).header
    told = 0
    for number in range(300):
        spot = random.Random(number).randrange(len(whole) * 8)
        data = bytearray(whole)
        data[spot // 8] ^= 1 << spot % 8
        path.write_bytes(data)
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        try:
            found = read(path)
        except SaveError as error:
            told += str(path) in str(error)
        else:
            assert found.chunks == chunks
            assert found.header == header
    assert told > 200


@pytest.mark.parametrize("left", [0.1, 0.5, 0.9, 0.999])
def test_a_truncated_save_is_told(tmp_path: Path, left: float) -> None:
    path = tmp_path / "x.save"
    _save(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * left)])
    with pytest.raises(SaveError, match="damaged"):
        read(path)


def test_two_processes_do_not_overwrite_each_other(tmp_path: Path) -> None:
    path = tmp_path / "x.save"
    one, late, other = SaveFile(path), SaveFile(path), SaveFile(path)
    one.write({"seed": 1}, {("mod", "a"): b"1"}, [])
    other.read()
    other.write({"seed": 1}, {("mod", "b"): b"2"}, [])
    for stale in (one, late):
        with pytest.raises(SaveError, match="another process"):
            stale.write({"seed": 1}, {("mod", "a"): b"3"}, [])
    assert read(path).chunks == {("mod", "a"): b"1", ("mod", "b"): b"2"}


def test_chunks_stay_until_they_are_dropped(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "x.save")
    file.write({}, {("map", "1"): b"one", ("map", "2"): b"two", ("map", "3"): b"three"}, [])
    file.write({}, {("map", "2"): b"other"}, [("map", "1"), ("map", "9")])
    assert read(file.path).chunks == {("map", "2"): b"other", ("map", "3"): b"three"}
    again = SaveFile(file.path)
    again.read()
    again.write({}, {("map", "3"): b"three"}, [("map", "2")])
    assert read(file.path).chunks == {("map", "3"): b"three"}


def test_any_thread_writes_a_save(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "x.save")
    with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second:
        for number, thread in enumerate((first, first, second, first)):
            thread.submit(file.write, {}, {("map", "1"): b"%d" % number}, []).result()
    assert read(file.path).chunks == {("map", "1"): b"3"}
    file.close()


def test_a_save_that_is_removed_while_the_game_goes_on_is_not_begun_anew_with_a_part(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "x.save")
    file.write({}, {("map", "1"): b"one"}, [])
    file.path.unlink()
    with pytest.raises(SaveError, match="was removed while"):
        file.write({}, {("map", "2"): b"two"}, [])
    assert not file.path.exists()


def test_other_files_are_no_saves(tmp_path: Path) -> None:
    text, other = tmp_path / "a.txt", tmp_path / "b.db"
    text.write_text("hello" * 1000)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE t (x)")
    database.close()
    for path in (text, other, tmp_path / "nothing"):
        with pytest.raises(SaveError, match=r"not a save|there is no save"):
            read(path)
    with pytest.raises(SaveError, match=r"not a save|there is no save"):
        back_up(other)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_process_killed_while_it_saves_loses_nothing(tmp_path: Path) -> None:
    """Kills 150 processes at random instants: whatever one has said is saved is there, and the file can be read."""
    path = tmp_path / "x.save"
    draw = random.Random(5)
    saved = 0
    for round_number in range(150):
        if round_number % 30 == 0:
            path.unlink(missing_ok=True)
            saved = 0
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reading)
                file = SaveFile(path)
                file.read()
                file._backed_up = True
                number = saved
                while True:
                    number += 1
                    chunks = {("map", str(i)): bytes([number % 256]) * 500 + str(number).encode() for i in range(4)}
                    file.write({"number": number}, chunks, [])
                    os.write(writing, b"%d\n" % number)
            finally:
                os._exit(1)
        os.close(writing)
        time.sleep(draw.random() * 0.006)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        with os.fdopen(reading, "rb") as told:
            lines = told.read().split(b"\n")[:-1]
        told_last = int(lines[-1]) if lines else saved
        if not path.exists():
            assert told_last == 0
            continue
        contents = read(path)
        number = contents.header["number"]
        # The last may be complete though its process could not say so any more.
        assert told_last <= number <= told_last + 1
        assert all(data.endswith(str(number).encode()) for data in contents.chunks.values())
        assert len(contents.chunks) == 4
        saved = number


@given(st.integers(0, 3000), st.lists(st.integers(1, 300), max_size=6))
def test_a_stream_goes_on_from_any_position(start: int, counts: list[int]) -> None:
    one, other = Rng(9).stream("m", "p"), Rng(9).stream("m", "p")
    for _ in range(start):
        one.word()
    other.seek(start)
    assert other.position == one.position == start
    for count in counts:
        assert one.words(count).tolist() == other.words(count).tolist()
        assert one.word() == other.word()
    assert other.position == one.position


def test_what_is_not_as_it_was_when_the_game_was_saved_is_told(tmp_path: Path, make_mod: MakeMod) -> None:
    script, save = tmp_path / "script.lua", tmp_path / "game.save"
    script.write_text("Map.set_map(Map.current() or InstancedMap:new(9, 9))\n")
    one, two = make_mod("one", toml='dialects = ["areas"]'), make_mod("two", toml='dialects = ["areas"]')
    words = ["run", script, "--save", save]
    assert run_command(*words, "--mods", one, "--mods", two, "--seed", 1).stderr == ""
    (one / "mod.toml").write_text((one / "mod.toml").read_text().replace("1.0", "1.1"))
    assert run_command(*words, "--mods", one, "--seed", 2).stderr.splitlines() == [
        "warning: the seed 2 is ignored: the game in the save continues with its seed 1",
        "warning: the save was made with one 1.0, and one 1.1 is loaded",
        "warning: the save was made with the mod two, which is not loaded: its data stays in the save",
    ]
    assert "the seed" not in run_command(*words, "--mods", one).stderr


def test_a_save_file_that_is_dropped_closes_its_database(tmp_path: Path) -> None:
    file = SaveFile(tmp_path / "x.save")
    header = {"seed": 1, "players": 1}
    file.write(header, {("mod", "w"): b"x"}, [])
    file.write(header, {("mod", "w"): b"y"}, [])
    database = file._database
    assert database is not None
    del file
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        database.execute("SELECT 1")
