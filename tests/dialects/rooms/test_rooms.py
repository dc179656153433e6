"""The rooms dialect as mods use it."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host, HostError, Request
from host.engine.engine import Engine
from host.generate.plans.furthest_room import rooms_entered
from host.generate.plans.plan import DOOR, ROOM, WALL, Plan, as_rows
from host.generate.plans.recipes import plan, steps
from host.generate.plans.rooms import add_loops, join_rooms
from host.metrics.regions import is_connected
from host.model.rng import Stream
from tests.helpers import MakeMod, RunLua, run_command

LEVEL = """
local runner = GameRunner()
runner:createLevel(%d)
local dungeon = runner:getDungeon()
"""


GOLDEN = """ #######                     ######
 #.....#                     #....#
 #.....#############         #....#
 #.....+...........#         #....#
 #.....##.########.#         #....#
 #.....##.#      #.#         #....#
 #.....##.#      #.#         #....#
 ########.#      #.#         ##+###
        #.#      #.#          #.#
      ###+###    #.#          #.#
      #.....#    #.#          #.#
      #.....######+############.#
      #.....+..+......+.........#
      #.....####......###########
      #.....#  #......#
      #######  #......#
               #......#
               #......#
               ########
"""


def check_level(made: Plan, rooms: int) -> None:
    """What holds of every level."""
    cells, numbers = made.cells, made.numbers
    assert len(made.rooms) == rooms
    assert sum(w * h for _, _, w, h in made.rooms) == np.count_nonzero(numbers)
    for number, (x, y, w, h) in enumerate(made.rooms, 1):
        around = numbers[y - 1 : y + h + 1, x - 1 : x + w + 1]
        assert set(np.unique(around).tolist()) <= {0, number}
        assert (cells[y : y + h, x : x + w] == ROOM).all()
    assert is_connected(made.open)
    sides = np.concatenate((cells[0], cells[-1], cells[:, 0], cells[:, -1]))
    assert (sides <= WALL).all()
    # No edge touches what can be walked, and each wall does.
    padded = np.pad(made.open, 1)
    height, width = cells.shape
    near = np.logical_or.reduce([padded[y : y + height, x : x + width] for y in range(3) for x in range(3)])
    assert ((cells == WALL) == (near & ~made.open)).all()


@given(
    seed=st.integers(0, 2**62),
    width=st.integers(12, 90),
    height=st.integers(12, 70),
    rooms=st.integers(1, 14),
    loops=st.integers(0, 30),
    doors=st.floats(0, 1),
    least=st.integers(1, 5),
    more=st.integers(0, 8),
)
def test_every_level_is_sound(
    seed: int, width: int, height: int, rooms: int, loops: int, doors: float, least: int, more: int
) -> None:
    sizes = {"min_width": least, "max_width": least + more, "min_height": least, "max_height": least + more}
    try:
        made = plan("rooms", seed, width=width, height=height, rooms=rooms, loops=loops, doors=doors, **sizes)
    except HostError as error:
        fitted = re.search(rf"only (\d+) of {rooms} rooms fit into {width} × {height} squares", str(error))
        assert fitted
        assert int(fitted[1]) < rooms
        return
    check_level(made, rooms)
    assert len(set(made.links)) == min(rooms - 1 + loops, rooms * (rooms - 1) // 2)


def test_hallways_join_each_room_to_the_one_before() -> None:
    made = plan("rooms", 5)
    assert made.links == [(n - 1, n) for n in range(12, 1, -1)]


def test_a_room_joined_to_itself_is_no_loop() -> None:
    made = Plan(20, 10)
    made.add_room(2, 2, 3, 3)
    made.add_room(10, 2, 3, 3)
    stream = Stream(1, "test", "loops")
    assert [len(state.links) for state in join_rooms(made, stream, [1, 1])] == [1]
    assert [state.links for state in add_loops(made, stream, 5)] == [[(1, 1), (1, 2)]]


def test_steps_are_a_preview() -> None:
    states = [state.copy() for state in steps("rooms", 2, rooms=4, loops=1, doors=1)]
    assert [len(state.rooms) for state in states] == [1, 2, 3, 4, 4, 4, 4, 4, 4, 4]
    assert [len(state.links) for state in states] == [0, 0, 0, 0, 1, 2, 3, 4, 4, 4]
    assert [(state.cells == WALL).any() for state in states] == [False] * 8 + [True] * 2
    assert [(state.cells == DOOR).any() for state in states] == [False] * 9 + [True]


def test_a_level_by_its_seed() -> None:
    made = plan("rooms", 7, width=40, height=20, rooms=4, max_width=8, max_height=6, doors=1)
    assert [row.rstrip() for row in as_rows(made).splitlines()] == GOLDEN.split("\n")


def test_doors_hang_between_two_walls_before_a_room() -> None:
    made = plan("rooms", 3, doors=1)
    cells = made.cells
    doors = np.argwhere(cells == DOOR).tolist()
    assert doors
    for y, x in doors:
        down, across = (cells[y - 1, x], cells[y + 1, x]), (cells[y, x - 1], cells[y, x + 1])
        assert min(map(tuple, (down, across))) == (WALL, WALL)
        assert ROOM in (*down, *across)


def test_doors_come_with_their_chance() -> None:
    every = sum(np.count_nonzero(plan("rooms", seed, doors=1).cells == DOOR) for seed in range(60))
    half = sum(np.count_nonzero(plan("rooms", seed, doors=0.5).cells == DOOR) for seed in range(60))
    assert 0.4 < half / every < 0.6


def test_rooms_entered_are_counted() -> None:
    made = Plan(40, 7)
    for x in (1, 10, 20, 30):
        made.add_room(x, 2, 4, 3)
    made.carve((3, 3), (32, 3))
    assert rooms_entered(made, 1) == {1: 0, 2: 1, 3: 2, 4: 3}
    # A way round.
    made.carve((2, 3), (2, 5), across_first=False)
    made.carve((2, 5), (31, 5))
    assert rooms_entered(made, 1) == {1: 0, 2: 1, 3: 1, 4: 1}


# -- in Lua


def test_a_mod_makes_a_level(run_lua: RunLua) -> None:
    ran = run_lua(
        LEVEL % 12
        + """
        print(#runner.rooms, runner.level)
        local x, y = runner.rooms[1]:center()
        print(runner.player.tile == dungeon:getTile(vec2(x, y)), runner.player.tile == runner.rooms[1]:centerTile())
        print(runner.player.tile:getPlayerIfPresent() == runner.player)
        for _, at in ipairs { vec2(-1, 3), vec2(85, 3), vec2(0, 0), vec2(1e300, 0/0) } do
          assert(dungeon:getTile(at):isEdge())
        end
        local walls, rooms = 0, 0
        for y = 0, 63 do
          for x = 0, 84 do
            local tile = dungeon:getTile(vec2(x, y))
            walls = walls + (tile:isWall() and 1 or 0)
            rooms = rooms + (tile:isRoom() and 1 or 0)
          end
        end
        print(walls, rooms)
        """
    )
    made = ran.shown
    legend = made.legend()
    count = {names[0]: int((made.tiles == stack).sum()) for stack, names in legend.items()}
    assert ran.lines[:3] == ["12 1", "true true", "true"]
    assert ran.lines[3] == f"{count['host.wall']} {count['host.room'] + count['host.hallway']}"
    assert (made.width, made.height, len(made.rooms)) == (85, 64, 12)
    assert sorted(thing.id for thing in made.objects) == ["host.player", "host.way_down"]
    player = next(thing for thing in made.objects if thing.id == "host.player")
    x, y, w, h = made.rooms[0].tolist()
    assert (player.x, player.y) == (x + 1 + (w - 3) // 2, y + 1 + (h - 3) // 2)


def test_what_a_level_is_made_of_step_by_step(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local runner = GameRunner()
        local dungeon = Dungeon(runner, 40, 30)
        local function count()
          local edges, walls, rooms = 0, 0, 0
          for y = 0, 29 do
            for x = 0, 39 do
              local tile = dungeon:getTile(vec2(x, y))
              edges = edges + (tile:isEdge() and 1 or 0)
              walls = walls + (tile:isWall() and 1 or 0)
              rooms = rooms + (tile:isRoom() and 1 or 0)
            end
          end
          return edges, walls, rooms
        end
        print(count())
        local tile = dungeon:getTile(vec2(3, 3))
        local first = dungeon:addRoom(2, 2, 5, 4)
        print(count())
        local second = dungeon:addRoom(20, 10, 3, 3)
        print(first.number, second.number, tile:isRoom(), tile:getRoom() == first, #dungeon:getRooms())
        dungeon:connectRooms({ first, second })
        local _, walls = count()
        print(walls)
        dungeon:convertEdgesToWalls()
        print(dungeon:getTile(vec2(1, 1)):isWall(), dungeon:getTile(vec2(0, 0)):isEdge())
        """
    )
    assert ran.lines == ["1200 0 0", "1180 0 20", "1 2 true true 2", "0", "true true"]
    assert ran.map.rooms.tolist() == [[1, 1, 7, 6], [19, 9, 5, 5]]


def test_random_tiles_of_rooms(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local dungeon = Dungeon(GameRunner(), 40, 30)
        dungeon:addRoom(2, 2, 2, 1)
        dungeon:addRoom(10, 2, 3, 3)
        dungeon:addRoom(20, 2, 1, 1)
        for _, avoid in ipairs { 0, 1, 2, 3 } do
          local counts = { 0, 0, 0 }
          for i = 1, 1200 do
            local number = dungeon:randomRoomTile(avoid > 0 and avoid or nil):getRoom().number
            counts[number] = counts[number] + 1
          end
          print(table.concat(counts, " "))
        end
        """
    )
    for line, expected in zip(ran.lines, ((200, 900, 100), (0, 1080, 120), (800, 0, 400), (218, 982, 0)), strict=True):
        counts = list(map(int, line.split()))
        assert all(abs(a - b) < 70 and bool(a) == bool(b) for a, b in zip(counts, expected, strict=True))


@pytest.mark.parametrize("method", ["tries", "path", "rooms"])
def test_the_way_down_is_far_away(run_lua: RunLua, method: str) -> None:
    ran = run_lua(
        LEVEL % 12
        + f"""
        local down = runner:placeWayDown {{ method = "{method}" }}
        print(down.tile:getRoom().number, runner.rooms[1]:centerTile():distance(down.tile) > 10)
        print(runner.player:moveTo(down.tile), runner.level, runner.player.tile == runner.rooms[1]:centerTile())
        """
    )
    number, far = ran.lines[0].split()
    assert int(number) > 1
    assert far == "true"
    assert ran.lines[1] == "true 2 true"


def test_a_level_of_one_room(run_lua: RunLua) -> None:
    assert run_lua(LEVEL % 1 + "print(#runner.rooms, runner:placeWayDown('path') ~= nil)").lines == ["1 true"]


def test_mods_extend_the_classes_where_they_stand(make_mod: MakeMod) -> None:
    one = make_mod(
        "one",
        """
        function Dungeon:nearest(target, tiles)
          local best = tiles[1]
          for _, tile in ipairs(tiles) do
            if tile:distance(target) < best:distance(target) then best = tile end
          end
          return best
        end
        function GameRunner:placeWayDown()
          local tile = self:getDungeon():nearest(self.rooms[1]:centerTile(), { self.rooms[2]:centerTile() })
          return WayDown(tile, self)
        end
        Trap = class(Spikes)
        function Trap:name() return "trap" end
        require("host.generators").register_generator {
          id = "level",
          options = { { id = "rooms", default = 5, least = 2, most = 20 } },
          generate = function(options)
            local runner = GameRunner(60, 40)
            runner:createLevel(options.rooms)
            local trap = Trap(runner.player.tile)
            print(trap:name(), trap:is_a(Spikes), trap:is_a(Dungeon), trap.state)
            return runner
          end,
        }
        print(select(2, pcall(class, 3)))
        """,
        toml='dialects = ["rooms"]',
    )
    two = make_mod("two", "print(Dungeon.nearest, Spikes == nil)")
    lines: list[str] = []
    host = Host([one, two], output=lines.append)
    made = host.generate("one", seed=4, rooms="7")
    assert lines == [
        "one/init.lua:25: class: its argument is 3: must be a class, or nothing",
        *("nil false", "trap\ttrue\tfalse\tdown"),
    ]
    assert made.origin is not None
    assert made.origin.options == {"rooms": 7}
    assert len(made.rooms) == 7
    down = next(thing for thing in made.objects if thing.id == "host.way_down")
    x, y, w, h = made.rooms[1].tolist()
    assert (down.x, down.y) == (x + 1 + (w - 3) // 2, y + 1 + (h - 3) // 2)
    shown = run_command("generate", "one.level", "--mods", one, "--set", "rooms=3", "--seed", "2")
    assert shown.exit_code == 0
    assert "dungeon-host generate one.level" in shown.output
    assert "@ the player" in shown.output


def test_spikes_go_up_and_down(run_lua: RunLua) -> None:
    ran = run_lua(
        LEVEL % 3
        + """
        local spikes = Spikes(runner.player.tile)
        local hp = runner.player.hitPoints
        print(spikes.state, spikes:damageLo(), spikes:damageHi())
        for i = 1, 3 do
          tween.advance(1.999)
          print(spikes.state)
          tween.advance(0.001)
          print(spikes.state, #runner.crawl)
        end
        local lost = hp - runner.player.hitPoints
        print(lost >= 8 and lost <= 14)
        spikes:actionWith(runner.player)
        runner.player:damage(100)
        tween.advance(100)
        print(#runner.crawl, runner.crawl[1])
        """
    )
    assert ran.lines == [
        *("down 1 1", "down", "up 1", "up", "down 1", "down", "up 2", "true"),
        "3 Spikes impale the player!",
    ]
    assert next(event for event in ran.map.events if event["type"] == "message")["message"] == ran.lines[-1][2:]


def test_entering_spikes_hurts_once(run_lua: RunLua) -> None:
    ran = run_lua(
        LEVEL % 3
        + """
        local later
        local x, y = runner.rooms[2]:center()
        local spikes = Spikes(dungeon:getTile(vec2(x, y)), function(s, fn, ...) later = { s, fn, ... } end)
        print(later[1], later[3] == spikes)
        print(runner.player:moveTo(spikes.tile), runner.player.hitPoints)
        print(runner.player:moveBy(1, 0), runner.player.hitPoints)
        print(runner.player:moveTo(dungeon:getTile(vec2(0, 0))), runner.player.hitPoints)
        """
    )
    assert ran.lines == ["2 true", "true 19", "true 19", "false 19"]


def test_time_passes_on_the_one_clock(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local log = {}
        tween.delay(2, function(...) log[#log + 1] = table.concat({ "two", ... }, "-") end, "a", "b")
        tween.delay(1, function() log[#log + 1] = "one"; tween.delay(0.5, function() log[#log + 1] = "half" end) end)
        local id = tween.delay(1, function() log[#log + 1] = "never" end)
        tween.stop(id)
        tween.advance(1)
        print(table.concat(log, " "))
        tween.advance(1)
        print(table.concat(log, " "))
        tween.delay(5, print, "played")
        tween.stopAll()
        tween.delay(5, print, "played as well")
        """,
        play=10,
    )
    assert ran.lines == ["one", "one half two-a-b", "played as well"]


def test_nobody_takes_the_clock_away(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local thread = coroutine.create(function()
          tween.delay(1, function() coroutine.yield() end)
          tween.advance(2)
        end)
        print(coroutine.resume(thread))
        thread = coroutine.create(function()
          tween.delay(1, error, "boom")
          tween.advance(2)
        end)
        print(coroutine.resume(thread))
        local seen
        tween.delay(1, function(...) seen = select("#", ...) end, nil, nil)
        tween.advance(2)
        print(seen)
        """
    )
    assert ran.lines == [
        "false script/script.lua:3: tween.delay: its function yielded: a delayed function must not yield",
        "false boom",
        "2",
    ]


def test_deferred_tables_wait_for_the_end_of_a_walk(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local t = DeferredTable()
        t:add("a") t:add("b", "B") t:add(3)
        for k, v in t:pairs() do
          t:add("late") t:remove("a")
          for inner in pairs(t) do assert(inner ~= "late") end
          print(k, v, t:contains("late"), t:contains("a"))
        end
        print(t:contains("late"), t:contains("a"), t:contains("B"), t:contains("b"))
        for k in t:pairs() do t:remove("late") break end
        print(t:contains("late"))
        pcall(function() for k in t:pairs() do t:add("x") error("out") end end)
        print(t:contains("x"))
        for i = 1, 100 do t:add(i) end
        for i = 1, 100 do t:remove(i) end
        local list = {}
        for k in t:pairs() do list[#list + 1] = k end
        print(table.concat(list, " "))
        local one, other = vec2(1, 2), vec2(1, 2)
        t:add(one)
        print(t:contains(other))
        """
    )
    assert ran.lines == [
        *("a a false true", "b B false true", "3 3 false true", "true false true false", "false", "true"),
        *("b x", "true"),
    ]


def test_a_deferred_table_waits_for_loops_alone(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local t = DeferredTable()
        for i = 1, 40 do t:add(i) end
        print(t:pairs()())
        t:pairs()
        t:add("late")
        print(t:contains("late"))
        local next_one, seen = t:pairs(), 0
        local key = next_one()
        while key do
          seen = seen + 1
          t:remove(key)
          if key == 1 then t:remove(2) t:add("later") end
          key = next_one()
        end
        print(seen, t:pairs()())
        """
    )
    assert ran.lines == ["1 1", "true", "40 later later"]


def test_a_deferred_table_holds_what_equals_everything(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local Coin = class()
        function Coin.__eq(a, b) return a.kind == b.kind end
        local t = DeferredTable()
        t:add(Coin()) t:add("key", Coin())
        local n = 0
        for _ in t:pairs() do n = n + 1 end
        print(n, t:contains(Coin()))
        function Coin:actionWith() print("taken") end
        local runner = GameRunner()
        runner:createLevel(2)
        local tile = runner.rooms[2]:centerTile()
        tile:addContents(Coin())
        runner.player:moveTo(tile)
        """
    )
    assert ran.lines == ["2 true", "taken"]


def test_vectors(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local a, b = vec2(3, 4), vec2(1, 1)
        print(a + b, a - b, a * 2, 2 * a, a / 2, -a, a == vec2(3, 4), a ~= b, a:len(), vec2(0, 0):dist(a))
        print(Tile:room(0, 0):distance(Tile:wall(3, 4)), Tile:edge(1, 1):isEdge(), asset.documents.Dropbox.trap_down)
        print(asset.a.b == asset.a.b, Room(1, 2, 4, 5):center())
        print(Room(1, 2, 4, 5):corners())
        print(Room(0, 0, 3, 3):intersects(Room(2, 2, 3, 3)), Room(0, 0, 3, 3):intersects(Room(3, 0, 3, 3)))
        """
    )
    assert ran.lines == [
        "(4, 5) (2, 3) (6, 8) (6, 8) (1.5, 2.0) (-3, -4) true true 5.0 5.0",
        "5.0 true asset.documents.Dropbox.trap_down".replace("asset.", ""),
        "true 2 4",
        "1 2 4 6",
        "true false",
    ]


BAD: list[tuple[str, str]] = [
    ("GameRunner():createLevel(0)", "GameRunner:createLevel: count is 0: must be between 1 and 100000"),
    ("GameRunner():createLevel(0/0)", "GameRunner:createLevel: count is nan: must be a whole number"),
    ("GameRunner():createLevel(400)", "of 400 rooms fit into 85 × 64 squares"),
    ("GameRunner(5, 5):createLevel(1)", "no room of 4 × 4 squares fits into 5 × 5"),
    ("GameRunner(1e9):createLevel(1)", "GameRunner: width is 1000000000: must be between 3 and 4000"),
    ("GameRunner():getDungeon()", "there is no level yet"),
    ("dungeon.getTile(vec2(1, 1))", "Dungeon:getTile is called on a table: must be called with a colon"),
    ("dungeon:getTile(3)", "Dungeon:getTile: its argument is 3: must be a vec2"),
    ("dungeon:getTile({ x = 1 })", "has x 1 and y nil: must be a vec2, with numbers for both"),
    ("dungeon:randomRoomTile('x')", 'avoid is "x": must be a whole number'),
    ("dungeon:furthestFrom(nil, 1, 2)", "Dungeon:furthestFrom: target is nil: must be a Tile"),
    ("dungeon:connectRooms({ Room(1, 1, 2, 2) })", "rooms[1] is a table: must be a Room of this Dungeon"),
    ("dungeon:connectRooms({ { number = {} } })", "rooms[1] is a table: must be a Room of this Dungeon"),
    ("dungeon:connectRooms(runner.rooms, { doors = 2 })", "connectRooms: options.doors is 2: must be between 0 and 1"),
    (
        "dungeon:connectRooms(runner.rooms, { door = 0.5 })",
        "Dungeon:connectRooms: options.door is 0.5: there is no field of that name, but loops and doors; did you mean",
    ),
    (
        "dungeon:createRandomRooms(4, { minwidth = 3 })",
        'sizes has "minwidth", which is not an option: must be min_width, max_width, min_height or max_height; did',
    ),
    ("dungeon:addRoom(84, 1, 3, 3)", "does not fit into 85 × 64"),
    ("dungeon:addRoom(1.5, 1, 3, 3)", "Dungeon:addRoom: x is 1.5: must be a whole number"),
    ("dungeon:addRoom(1, 1, 80, 60)", "overlaps or touches room"),
    ("dungeon:createRandomRooms(2, { min_width = 9, max_width = 3 })", "min_width is 9 and max_width 3"),
    ("dungeon:createRandomRooms(2, 7)", "Dungeon:createRandomRooms: sizes is 7: must be a table"),
    ("dungeon:furthestRoom('far')", 'Dungeon:furthestRoom: method is "far": must be "path" or "rooms"'),
    ("dungeon:furthestRoom('path', 99)", "Dungeon:furthestRoom: from is 99: must be one of the 3 rooms"),
    ("runner:placeWayDown({ method = 'luck' })", 'method is "luck": must be "tries" or "path" or "rooms"'),
    ("runner:placeSpikes(-1)", "GameRunner:placeSpikes: count is -1: must be a whole number"),
    ("runner:addToCrawl({ 3 })", "GameRunner:addToCrawl: commands[1] is 3: must be a table"),
    ("runner:addToCrawl({ { text = {} } })", "addToCrawl: commands[1].text is a table: must be a string"),
    ("runner:addToCrawl({ { damage = 1, receiver = {} } })", "must be a table with a method damage, such as a Player"),
    ("runner:addToCrawl({ { damage = 0.5 } })", "commands[1].damage is 0.5: must be a whole number"),
    (
        "runner:addToCrawl({ { damage = 1, receiver = 7 } })",
        "commands[1].receiver is 7: must be a table",
    ),
    ("Spikes(runner.player.tile, 3)", "Spikes: delay is 3: must be a function"),
    (
        "dungeon:connectRooms(setmetatable({}, { __index = function() return runner.rooms[1] end }))",
        "Dungeon:connectRooms: rooms is a table: must end: it has more than 100000 elements",
    ),
    ("Room(1, 1, 0, 3)", "Room: width is 0: must be a whole number of at least 1"),
    ("Room(1, 1, 1, 3):centerTile()", "the room has no runner to take tiles from"),
    ("Tile:room('a', 1)", 'Tile:room: x is "a": must be a number'),
    ("Tile.room(3, 1)", "Tile:room is called on 3: must be called with a colon"),
    ("vec2('x')", 'vec2: x is "x": must be a number'),
    ("return vec2(1, 2) + 3", "vec2 +: the right operand is 3: must be a vec2"),
    ("return vec2(1, 2) * vec2(1, 2)", "the factor is a table: must be a number"),
    ("tween.delay(-1, print)", "tween.delay: seconds is -1: must be a number between 0 and 1000000000"),
    ("tween.delay(0/0, print)", "tween.delay: seconds is nan"),
    ("tween.delay(1)", "tween.delay: fn is nil: must be a function"),
    ("tween.delay(1, function() tween.advance(1) end) tween.advance(2)", "time is passing already"),
    ("for i = 1, 20000 do tween.delay(1, print) end", "10000 delays wait already"),
    ("tween.delay = print", "tween.delay cannot be set: tween is a table of the host"),
    ("asset.x = 1", "asset.x cannot be set"),
    ("local a = asset for i = 1, 1e6 do a = a.x end", "asset: the path has 1001 characters: must have at most 1000"),
    (
        "local r = GameRunner() r:createLevel(3) r:connectRooms { r.rooms[1], nil, r.rooms[3] }",
        "Dungeon:connectRooms: rooms[2] is nil, and what follows would be left out",
    ),
    (
        "GameRunner():addToCrawl { { text = 'a' }, nil, { text = 'b' } }",
        "GameRunner:addToCrawl: commands[2] is nil, and what follows would be left out",
    ),
    ("DeferredTable():add(nil)", "DeferredTable:add: the key is nil"),
    ("DeferredTable.add(3, 3)", "DeferredTable:add is called on 3: must be called with a colon"),
    ("Spikes(3)", "Spikes: tile is 3: must be a Tile or a table"),
    ("WayDown()", "WayDown: tile is nil: must be a Tile or a table"),
    ("CombatRound():applyDamage(1.5)", "CombatRound:applyDamage: amount is 1.5: must be a whole number"),
    ("CombatRound():appendText({})", "CombatRound:appendText: text is a table: must be a string"),
    ("runner.player:moveBy(0.5, 1)", "Player:moveBy: dx is 0.5: must be a whole number"),
    ("runner.player:damage('much')", 'Player:damage: amount is "much": must be a whole number'),
]


@pytest.mark.parametrize(("code", "message"), BAD, ids=[code for code, _ in BAD])
def test_bad_calls_say_what_is_wrong_where(run_shared: RunLua, code: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_shared(LEVEL % 3 + code)
    text = caught.value.report()
    assert message in text
    assert "script/script.lua" in text
    assert "[host]" not in text


def test_a_bad_call_changes_nothing(run_lua: RunLua) -> None:
    before = run_lua(LEVEL % 3).shown.to_json()
    after = run_lua(
        LEVEL % 3
        + """
        assert(not pcall(dungeon.createRandomRooms, dungeon, 5000))
        assert(not pcall(dungeon.addRoom, dungeon, 1, 1, 80, 60))
        assert(not pcall(dungeon.connectRooms, dungeon, { runner.rooms[1], 3 }))
        """
    ).shown.to_json()
    before, after = (re.sub(r'"hash":"\w+"', "", text) for text in (before, after))
    assert before == after


@pytest.mark.parametrize("count", ["0", "0/0", "5000", "{}"])
def test_a_level_that_cannot_be_made_leaves_the_one_before(run_lua: RunLua, count: str) -> None:
    ran = run_lua(
        LEVEL % 3
        + f"""
        local made, rooms, tile = runner:getDungeon(), runner.rooms, runner.player.tile
        print(pcall(runner.createLevel, runner, {count}))
        assert(runner:getDungeon() == made and runner.rooms == rooms and runner.level == 1 and runner.roomCount == 3)
        assert(runner.player.tile == tile and tile:getPlayerIfPresent() == runner.player)
        local other = GameRunner(30, 30)
        print(pcall(other.createLevel, other, {count}))
        assert(other.dungeon == nil and other.level == 0 and #other.rooms == 0)
        """
    )
    assert [line.split()[0] for line in ran.lines] == ["false", "false"]
    assert (ran.map.width, len(ran.map.rooms)) == (85, 3)


def test_lines_of_a_round_are_all_looked_at_first(run_lua: RunLua) -> None:
    ran = run_lua(
        LEVEL % 2
        + """
        local commands = { { text = "a" }, { damage = 1, receiver = runner.player }, { text = 1 } }
        print(pcall(runner.addToCrawl, runner, commands))
        print(#runner.crawl, runner.player.hitPoints)
        """
    )
    assert ran.lines[1] == "0 20"


def test_names_that_no_call_knows_are_told(run_lua: RunLua) -> None:
    ran = run_lua(
        LEVEL % 2
        + """
        runner:placeWayDown { methd = "path" }
        """
    )
    assert [re.findall('"([^"]*)"', line) for line in ran.host.warnings] == [["methd", "method"]]


def test_classes_of_the_host_are_classes_of_codea(run_lua: RunLua) -> None:
    ran = run_lua(
        LEVEL % 2
        + """
        Deep = class(Dungeon)
        print(runner:is_a(GameRunner), dungeon:is_a(Dungeon), dungeon:is_a(Room), Deep(runner, 20, 20):is_a(Dungeon))
        print(vec2(1, 2):is_a(vec2), Deep._base == Dungeon, Dungeon._base)
        """
    )
    assert ran.lines == ["true true false true", "true true nil"]


def test_a_dungeon_of_an_earlier_game_is_over(make_mod: MakeMod) -> None:
    folder = make_mod(
        "m",
        """
        local kept
        require("host.generators").register_generator { id = "a", generate = function()
          local before = kept
          kept = GameRunner()
          kept:createLevel(3)
          if before then return before end
          return kept
        end }
        """,
    )
    engine = Engine([folder])
    assert engine.generate(Request("m", seed=1)).width == 85
    with pytest.raises(HostError, match="generate returned a table: must return a map of this game"):
        engine.generate(Request("m", seed=1))


def test_levels_are_made_in_games_only(make_mod: MakeMod) -> None:
    with pytest.raises(HostError, match=r"m/init\.lua:1: Dungeon is called while mods load"):
        Host([make_mod("m", "Dungeon(nil)")])
    with pytest.raises(HostError, match=r"m2/init\.lua:1: tween\.delay is called while mods load"):
        Host([make_mod("m2", "tween.delay(1, print)")])


def test_too_many_squares(run_lua: RunLua) -> None:
    with pytest.raises(HostError, match="this game would have 3 maps with 48000000 squares"):
        run_lua("for i = 1, 3 do Dungeon(nil, 4000, 4000) end")


def test_the_hosts_own_tiles_are_nobodys_to_change(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local dungeon = Dungeon(nil, 20, 20)
        dungeon:addRoom(5, 5, 3, 3)
        local tile = kts.GetTiles({ x = 5, y = 5 })[1]
        print(tile, tile.name, tile.anything)
        print(pcall(function() tile.access = {} end))
        print(pcall(function() tile.table.access = {} end))
        print(kts.GetTiles({ x = 6, y = 6 })[1] == tile)
        """
    )
    assert ran.lines[0] == "Tile host.room nil nil"
    assert ran.lines[1] == "false script/script.lua:5: Tile host.room is the host's own and cannot be changed"
    assert ran.lines[2].startswith("false script/script.lua:6: access belongs to mod host and is read-only here")
    assert ran.lines[3] == "true"


def test_a_name_of_the_dialect_that_a_mod_uses_for_its_own_is_its_own(make_mod: MakeMod) -> None:
    one = make_mod("one", "Room = { 7 } own = 3")
    two = make_mod(
        "two",
        'local one = require "one" print(one.Room[1], one.own, one.Dungeon)',
        toml='[dependencies]\none = "*"',
    )
    lines: list[str] = []
    Host([one, two], output=lines.append)
    assert lines == ["7 3 nil"]


def test_names_of_later_lessons(run_lua: RunLua) -> None:
    ran = run_lua("""
        local runner = GameRunner(40, 30)
        runner:createTiles()
        print(#runner:getRooms(), runner.dungeonLevel, runner:getTile(vec2(3, 3)):isEdge(), WIDTH, HEIGHT)
        runner:createLevel(4)
        print(#runner:getRooms() == #runner.rooms, runner.dungeonLevel)
        local Chest = class()
        function Chest:init(tile, owner) self.tile, self.owner = tile, owner end
        local chests = runner:createThings(Chest, 3)
        print(#chests, chests[1].owner == runner, chests[1].tile:getRoom() ~= runner.rooms[1])
        runner.player:moveBy(1, 0)
        runner:placePlayerInRoom1()
        local tile = runner.player.tile
        print(tile == runner.rooms[1]:centerTile())
        local x1, y1 = runner.rooms[1]:corners()
        local corner = runner:getTile(vec2(x1, y1))
        print(corner:legalNeighbor(nil, vec2(1, 0)) == runner:getTile(vec2(x1 + 1, y1)),
          corner:legalNeighbor(nil, vec2(-1, -1)) == corner)
        function Tile:attemptedEntranceBy(object, from) return from end
        print(corner:legalNeighbor(nil, vec2(1, 0)) == corner)
        print(pcall(function() return Tile:room(1, 1):legalNeighbor(nil, vec2(1, 0)) end))
    """)
    assert ran.lines[:6] == ["0 0 true 1366 1024", "true 1", "3 true true", "true", "true true", "true"]
    assert "must be a tile of a level" in ran.lines[6]


def test_a_level_in_steps(run_lua: RunLua) -> None:
    ran = run_lua("""
        local runner = GameRunner()
        print(runner.width, runner.height)
        runner:createTiles()
        print(select(2, pcall(runner.placePlayerInRoom1, runner)))
        print(select(2, pcall(runner.placeWayDown, runner)))
        runner:createRandomRooms(3)
        runner:createRandomRooms(2)
        print(#runner.rooms, #runner:getRooms())
        runner:connectRooms(runner.rooms)
        runner:placePlayerInRoom1()
        print(runner.player.tile == runner.rooms[1]:centerTile())
    """)
    none = "runner.rooms has no room: createRandomRooms and createLevel make rooms"
    assert ran.lines == [
        "85 64",
        f"script/script.lua:4: GameRunner:placePlayerInRoom1: {none}",
        f"script/script.lua:5: GameRunner:placeWayDown: {none}",
        *("5 5", "true"),
    ]


def test_sizes_of_rooms_may_be_inherited(run_lua: RunLua) -> None:
    script = """
    local sizes = setmetatable({ max_width = 5 }, { __index = { min_width = 5, min_height = 4, max_height = 4 } })
    local runner = GameRunner()
    runner:createTiles()
    for _, room in ipairs(runner:getDungeon():createRandomRooms(3, sizes)) do
      local x1, y1, x2, y2 = room:corners()
      print(x2 - x1 + 1, y2 - y1 + 1)
    end
    """
    assert run_lua(script).lines == ["5 4"] * 3


def test_spikes_are_things_to_create(run_lua: RunLua) -> None:
    ran = run_lua("""
        local runner = GameRunner()
        runner:createLevel(5)
        local Snare = class(Spikes)
        local snares = runner:createThings(Snare, 2)
        print(#runner:createThings(Spikes, 3), snares[1].state)
        tween.advance(2)
        print(snares[1].state)
    """)
    assert ran.lines == ["3 down", "up"]


def test_a_slip_in_a_command_is_a_warning(run_lua: RunLua) -> None:
    ran = run_lua("GameRunner():addToCrawl { { txt = 'a', by = 'me' } }")
    (warning,) = ran.host.warnings
    assert warning.endswith('commands[1] has the field "txt", which the host does not use; did you mean "text"?')
