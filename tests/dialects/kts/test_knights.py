"""Knights and what happens by itself in play: entrances, deaths, the clock, monsters, and errors of callbacks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from host import Host
from host.dialects.kts.hooks import KtsHooks
from host.dialects.kts.play.progress import LostItem, Magic, Missile, Progress
from host.dialects.kts.play.quest import Quest
from host.engine.engine import Engine
from host.engine.simulation import Simulation
from host.errors import SaveError
from host.model.request import Request
from host.save import cbor
from host.save.maps import from_data, to_data
from tests.dialects.kts.test_play import HALL, events, played
from tests.helpers import KTS_TILES, MakeMod, RunLua, ScriptRun


def messages(ran: ScriptRun) -> list[Any]:
    return [event["message"] for event in events(ran, "message")]


def test_a_knight_dies_and_comes_back_to_its_home(run_lua: RunLua) -> None:
    script = """
    kts.AddStartingGear(T.coin, 3, 1)
    kts.AddTask(function()
      kts.Delay(1)
      local first = T.knight
      kts.DestroyCreature(first)
      print(kts.IsAlive(player), kts.IsAlive(first), kts.GetPos(first), kts.GetFacing(first), kts.GetItemInHand(first))
      kts.GiveItem(first, T.coin)
      print(kts.GetNumHeld(first, T.coin), kts.IsKnight(first), kts.TeleportTo(first, T.here))
      print(pcall(kts.IsAlive), pcall(kts.GetPlayer, nil))
      kts.Delay(2199)
      print(kts.IsAlive(player))
      kts.Delay(10)
      print(kts.IsAlive(player), kts.GetPos(player).y, kts.GetFacing(player), kts.GetNumHeld(player, T.coin))
    end)
    """
    load = "note = kts.Tile { on_walk_over = function() knight = cxt.actor print('over', cxt.originator) end }"
    ran = played(run_lua, f"kts.AddTile(T.here, T.note)\n{script}", load, seconds=3)
    assert ran.lines[:4] == ["over Player 1", "false false nil nil nil", "0 false false", ran.lines[3]]
    assert ran.lines[3].startswith("false false ")
    assert "GetPlayer" in ran.lines[3]
    assert ran.lines[4:] == ["false", "over Player 1", "true 2 south 1"]
    assert [event["player"] for event in events(ran, "entrance")] == [0, 0]
    assert [stack.count for stack in ran.map.loose_items.values()] == [3]


def test_a_knight_reads_the_hints_and_heals_as_it_looks_at_its_home(run_lua: RunLua) -> None:
    load = "kts.MISC_CONFIG = { healing_time = 500, knight_hitpoints = 3 }"
    script = """
    kts.AddHint("second", 2, 1) kts.AddHint("first", 1, 1) kts.SetPremapped()
    kts.SetRespawnFunction(function() return 3, 2, facing end)
    kts.AddTask(function() kts.Delay(20) cxt.actor = T.knight kts.Damage(2, 0) end)
    """
    note = "note = kts.Tile { on_walk_over = function() knight = cxt.actor end }"
    for facing, health in (("north", 3), ("south", 1)):
        call = f"facing = '{facing}' kts.AddTile(T.here, T.note) {script}"
        ran = played(run_lua, call, f"{load}\n{note}", seconds=3)
        assert [event["type"] for event in ran.map.events[1:4]] == ["entrance", "magic mapping", "hints"]
        assert events(ran, "hints") == [{"hints": ["first", "second"]}]
        assert [knight.health for knight in ran.shown.creatures] == [health]
    assert not events(played(run_lua, ""), "hints")


def test_the_respawn_function_may_wait_choose_or_fail(run_lua: RunLua) -> None:
    answers = {
        "if kts.GameTime() < 250 then return 'retry' end return 1, 1, 'east'": [(1, 1)],
        "return nil": [(3, 2)],
        "return 3, 2": [(3, 2)],
        "error 'lost'": [(3, 2)],
        "kts.Delay(5)": [(3, 2)],
        "return 1, 0, 'north'": [(1, 1)],
    }
    for body, places in answers.items():
        script = f"kts.SetRespawnFunction(function(who) assert(who == player) {body} end)"
        ran = played(run_lua, script, strict=False)
        assert [(event["x"], event["y"]) for event in events(ran, "entrance")] == places, body
        failed = body in ("return 3, 2", "error 'lost'", "kts.Delay(5)")
        assert [message["key"] for message in messages(ran)] == ["error_in_respawn_func"] * failed
        warnings = [warning for warning in ran.host.warnings if "noise.wav" not in warning]
        assert bool(warnings) == failed
        assert all(warning.startswith("kts.SetRespawnFunction of mod script failed: ") for warning in warnings)


def test_an_error_ends_its_callback_and_the_game_goes_on(run_lua: RunLua) -> None:
    load = "bad = kts.Tile { on_walk_over = function() print 'over'\nerror 'oops' end }"
    script = """
    kts.AddTile(T.here, T.bad)
    kts.AddTask(function() kts.Delay(1) error 'task' end)
    kts.AddTask(function() kts.Delay(1) coroutine.yield 'soon' end)
    kts.AddTask(function() kts.Delay(100) print(kts.IsAlive(player)) end)
    """
    ran = played(run_lua, script, load, strict=False)
    assert ran.lines == ["over", "true"]
    texts = [message["params"][0] for message in messages(ran) if message["key"] == "lua_error_is"]
    assert [text.partition(": ")[2] for text in texts[:2]] == ["oops", "task"]
    where, _, what = texts[2].partition(": ")
    assert re.fullmatch(r"script/.*:\d+", where)
    assert what == 'coroutine.yield is called with "soon": must be called with milliseconds, 0 or more'
    assert any("tiles/init.lua:" in warning and "oops" in warning for warning in ran.host.warnings)


def test_the_game_ends_by_time_by_elimination_and_by_a_winner(run_lua: RunLua) -> None:
    endings = {
        "kts.SetTimeLimit(2)": ([], {"key": "time_expired"}),
        "kts.SetTimeLimit(2) kts.SetDeathmatchMode(true)": ([0], {"key": "is_winner", "params": ["Player 1"]}),
        "kts.AddTask(function() kts.Delay(2000) kts.WinGame(player) end)": (
            [0],
            {"key": "is_winner", "params": ["Player 1"]},
        ),
        "kts.AddTask(function() kts.Delay(2000) kts.EliminatePlayer(player) end)": ([], {"key": "all_lose"}),
    }
    for call, (winners, message) in endings.items():
        script = f"{call}\nkts.AddTask(function() kts.Delay(2100) print 'never' end)"
        ran = played(run_lua, script, seconds=5)
        assert [event["player"] for event in events(ran, "game won")] == winners, call
        assert messages(ran) == [message, {"key": "game_completed", "params": [0, 2]}], call
        assert ran.lines == []


def test_stuff_and_lockpicks_and_critical_items_appear_again(run_lua: RunLua) -> None:
    load = "gem = kts.ItemType { type = 'backpack', critical = 'gem' }"
    script = """
    kts.PlaceItem(T.here, T.gem) kts.PlaceItem(T.side, T.coin)
    kts.SetStuffRespawning({ T.coin }, 3000)
    kts.SetLockpickSpawn(T.lockpicks, 4000, 9000)
    kts.AddTask(function()
      kts.Delay(1500)
      for _, pos in ipairs { T.here, T.side } do kts.AddTile(pos, T.lava) kts.RemoveTile(pos, T.lava) end
    end)
    """
    ran = played(run_lua, script, f"{load}\nlava = kts.Tile {{ items = 'destroy' }}", seconds=12)
    appeared = [event["item"] for event in events(ran, "item appears")]
    assert appeared == ["tiles.gem", "tiles.coin", "tiles.lockpicks"]
    assert {"key": "has_been_respawned", "params": ["tiles.gem"]} in messages(ran)


def test_monsters_come_walk_strike_flee_and_rise(run_lua: RunLua) -> None:
    load = """
    claw = kts.ItemType { type = "held", melee_damage = function() return 1 end, melee_backswing_time = 100,
      melee_action = function() print("blow", kts.IsKnight(cxt.victim), cxt.originator) end }
    ogre = kts.MonsterType { type = "walking", health = 5, weapon = claw, ai_fear = { stone }, ai_avoid = { plate },
      on_move = function() moves = moves + 1 end, on_attack = function() print "attack" end }
    nest = kts.Tile {}
    moves = 0
    """
    place = "kts.AddMonster({ x = 5, y = 5 }, T.ogre)"
    ran = played(run_lua, f"{place} kts.AddTask(function() kts.Delay(3999) print(T.moves >= 4) end)", load, seconds=4)
    assert ran.lines[:2] == ["attack", "blow true monster"]
    assert ran.lines[-1] == "true"
    assert [event["amount"] for event in events(ran, "damage")][:4] == [1, 1, 1, 1]
    assert events(ran, "death")
    # It runs from a stone, and comes no nearer than it must.
    held = played(
        run_lua,
        f"{place} kts.PlaceItem(T.here, T.stone) kts.AddTask(function() kts.Delay(1) kts.AddTile(T.here, T.taker) end)",
        load + "taker = kts.Tile { on_walk_over = function() kts.PickUp() end }",
        seconds=4,
    )
    assert not events(held, "damage")
    # A generator lets them come from nests, up to their limit.
    nests = "for x = 1, 5 do kts.AddTile({ x = x, y = 5 }, T.nest) end kts.AddMonsterGenerator(T.still, { T.nest }, 1)"
    still = "still = kts.MonsterType { type = 'walking', speed = 0 }"
    born = played(run_lua, f"{nests} kts.LimitMonster(T.still, 2)", load + still, seconds=30)
    assert len(events(born, "monster appears")) == 2
    risen = played(
        run_lua,
        "for x = 1, 5 do kts.AddTile({ x = x, y = 5 }, T.nest) end kts.SetZombieActivity(1, { { T.nest, T.still } })",
        load + still,
        seconds=60,
    )
    assert len(events(risen, "monster appears")) == 5
    assert not [
        tile for square in range(49) for tile in risen.map.tiles_on(square) if tile.prototype.id == "tiles.nest"
    ]


def test_what_notices_a_creature_and_when(run_lua: RunLua) -> None:
    load = """
    a = kts.Tile { on_walk_over = function() print("a", cxt.tile_pos.x, cxt.tile.table == a.table) end }
    b = kts.Tile { depth = 5, on_walk_over = function() print "b" end }
    loose = kts.ItemType { type = "nopickup", on_walk_over = function() print("item", cxt.item_type) end }
    hole = kts.Tile { depth = 7, on_walk_over = function() print "hole" kts.PitKill() end }
    """
    script = """
    kts.AddTile(T.here, T.a) kts.AddTile(T.here, T.b) kts.PlaceItem(T.here, T.loose)
    kts.AddTask(function()
      kts.Delay(1)
      print "added"
      kts.AddTile(T.here, T.a)
      kts.PlaceItem(T.here, T.coin)
      print "back"
      kts.TeleportTo(player, T.side)
      kts.TeleportTo(player, T.here)
      print "hole"
      kts.TeleportTo(player, T.side)
      kts.AddTile(T.here, T.hole)
      kts.TeleportTo(player, T.here)
      print(kts.IsAlive(player))
    end)
    """
    ran = played(run_lua, script, load)
    assert ran.lines == [
        *("b", "a 3 true", "item ItemType tiles.loose"),
        *("added", "a 3 true"),
        *("back", "b", "a 3 true", "a 3 true", "item ItemType tiles.loose"),
        *("hole", "hole", "false"),
    ]


def test_hostile_callbacks_leave_the_game_whole(run_lua: RunLua) -> None:
    load = """
    wild = kts.MonsterType { type = "walking", health = 1, attack_damage = 1,
      on_move = function() kts.DestroyCreature(cxt.actor) kts.WipeDungeon() end,
      on_death = function() kts.TeleportTo(cxt.actor, here) kts.AddMonster(cxt.pos, wild) end }
    eater = kts.MonsterType { type = "walking", attack_damage = 9,
      on_attack = function() for _, player in ipairs(kts.GetAllPlayers()) do kts.EliminatePlayer(player) end end }
    """
    for monster in ("wild", "eater"):
        ran = played(run_lua, f"kts.AddMonster({{ x = 5, y = 5 }}, T.{monster})", load, seconds=20, strict=False)
        assert json.loads(ran.shown.to_json())["events"]


@pytest.mark.slow
def test_all_quests_pass_by_themselves_and_the_same_each_time() -> None:
    host = Host(["base"], output=lambda line: None)
    (generator,) = (generator for generator in host.generators(2) if generator.id == "base")
    digests = []
    for _ in range(2):
        for quest, *_others in generator.options[0].choices:
            if quest in ("plague_night", "hoard"):
                continue
            game_map = host.generate("base", seed=4, players=2, quest=quest)
            host.play(20)
            kinds = [event["type"] for event in game_map.events]
            assert kinds.count("entrance") >= 2, quest
            digests.append(json.dumps(game_map.events))
    assert digests[: len(digests) // 2] == digests[len(digests) // 2 :]
    duel = host.generate("base", seed=4, players=2, quest="duel")
    host.play(601)
    assert duel.events[-1]["message"] == {"key": "game_completed", "params": [10, 0]}
    assert not host.warnings


ARENA = """
segments = kts.LoadSegments({ floor, wall, home_n }, "s.txt")
claw = kts.ItemType { type = "held", melee_damage = 1 }
ogre = kts.MonsterType { type = "walking", health = 90, weapon = claw }
shy = kts.MonsterType { type = "walking", health = 9, ai_fear = { claw } }
function floor.on_walk_over()
  if kts.ActorIsKnight() then
    print(cxt.pos.x, cxt.pos.y, kts.GetFacing(cxt.actor))
  end
end
kts.MISC_CONFIG = { walk_time = 250, respawn_delay = 1000 }
kts.MENU = {
  items = { { id = "foe", default = "ogre", choices = { { id = "ogre" }, { id = "shy" }, { id = "none" } } },
    { id = "seconds", choice_min = 0, choice_max = 9 } },
  start_game_func = function(S)
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = wall, segments = segments, entry_type = "random", allow_rotate = false,
    }
    if S.foe == "shy" then
      kts.AddStartingGear(claw, 1)
    end
    if S.foe ~= "none" then
      kts.AddMonster({ x = 3, y = 4 }, _ENV[S.foe])
    end
    kts.SetTimeLimit(S.seconds)
  end,
}
"""


def test_monsters_of_kts_act_in_simulate(make_mod: MakeMod) -> None:
    mod = make_mod("arena", KTS_TILES + ARENA, files={"s.txt": HALL}, toml='dialects = ["kts"]')
    lines: list[str] = []
    host = Host([mod, "critters"], output=lines.append)
    simulation = host.simulate("arena", seed=1, turns=60, player="idle", strict=True)
    text = "\n".join(simulation.log)
    # The ogre walks to the knight and kills it; the knight comes back after four turns, and again.
    assert simulation.log[0].startswith("turn 1: knight 2 at (4, 3) with 4,")
    assert "knight 2 loses 1 (0 left), knight 2 dies" in text
    assert re.search(r"2 dies\n(turn \d+: knight 2 is dead, \d moved\n){3}turn \d+: knight 3 .*knight 3 enters", text)
    assert simulation.deaths["critters.knight"] >= 2
    assert simulation.damage["critters.knight"] >= 8
    assert simulation.turns == 60
    again = host.simulate("arena", seed=1, turns=60, player="idle", strict=True)
    assert again.log == simulation.log
    # A monster flees from what it fears.
    shy = host.simulate("arena", seed=1, turns=20, player="idle", options={"foe": "shy"})
    assert shy.distance["arena.shy"] >= 1
    assert not shy.damage
    # Tiles notice the steps of the knight, who looks where it goes.
    lines.clear()
    walk = host.simulate("arena", seed=1, turns=4, player="random", options={"foe": "none"})
    assert lines[0] == "3 2 south"
    assert len(lines) > walk.distance["critters.knight"] > 0
    # The game of kts ends the simulation.
    short = host.simulate("arena", seed=1, turns=60, player="idle", options={"foe": "none", "seconds": 2})
    assert len(short.log) == 8
    assert {"type": "message", "message": {"key": "time_expired"}} in short.map.events


def test_magic_holds_knights_and_makes_them_quick_in_simulate(make_mod: MakeMod) -> None:
    look = "print(cxt.pos.x, cxt.pos.y, kts.GetFacing(cxt.actor))"

    def simulate(identity: str, call: str, **options: Any) -> Simulation[Any]:
        init = KTS_TILES + ARENA.replace(look, call)
        mod = make_mod(identity, init, files={"s.txt": HALL}, toml='dialects = ["kts"]')
        host = Host([mod, "critters"], output=lambda line: None)
        return host.simulate(identity, seed=1, options={"foe": "none", "seconds": 2}, **options)

    # A turn lasts 250 ms, of the quick 250 × 100 / 150.
    assert len(simulate("slow", "", turns=60, player="idle").log) == 8
    assert len(simulate("quick", 'kts.Quickness(90000, "x")', turns=60, player="idle").log) in (12, 13)
    for identity, milliseconds, moves in (("held", 1000, False), ("free", 400, True)):
        held = simulate(identity, f"kts.Paralyzation({milliseconds})", turns=4, player="random")
        assert bool(held.distance) == moves


def test_a_saved_game_goes_on_as_one_that_was_not_saved() -> None:
    engine = Engine(["base"], output=lambda line: None)
    hooks = KtsHooks()
    for quest, players in (("ring_fortress", 2), ("plague_night", 1)):
        courses = []
        for is_saved in (False, True):
            engine.generate(Request("base", seed=4, players=players, options={"quest": quest}))
            engine.play(15)
            game = engine.game
            if is_saved:
                header = json.loads(json.dumps(hooks.to_header(game)))
                chunk = cbor.encode(to_data(game.map))
                game.map, _ = from_data(cbor.decode(chunk, 0), game.tiles, game.registry, game.uids)
                knights = {creature.player: creature for creature in game.map.living_creatures}
                for player in game.players:
                    player.creature, player.respawns_at = knights.get(player.index), None
                hooks.from_header(game, header)
            engine.play(20)
            # Uids count on differently: uids of copies of tiles are not saved.
            uids: dict[int, int] = {}
            course = [{**e, "creature": uids.setdefault(e.get("creature", 0), len(uids))} for e in game.events]
            courses.append((course, [(c.x, c.y, c.health) for c in game.map.living_creatures]))
        assert len(courses[0][0]) > 20
        assert courses[1] == courses[0]


def test_a_save_in_play_keeps_times_and_scores() -> None:
    engine = Engine(["base"], output=lambda line: None)
    engine.generate(Request("base", seed=4, players=2, options={"quest": "race"}))
    engine.play(30)
    hooks = KtsHooks()
    game = engine.game
    before = game.part(Progress)
    assert before.ready
    assert before.noticed
    gem, coin = (game.registry.find("item", identity).index for identity in ("base.gem", "base.coins"))
    before.stuff_counts, before.critical_counts, before.last_lockpick = {coin: 4}, {gem: 1}, 12
    before.queued_stuff, before.corpse_waits = [(40_000, coin), (50_000, coin)], {7: 3}
    before.lost_items = [LostItem(gem, is_critical=True, failures=2)]
    before.due["lost items"] = 30_100
    before.droppers = {9: (coin, 1), 8: (gem, -1), 7: (gem, None)}
    before.missiles = [
        Missile(gem, 3, 4, 1, 0, True, False, 7, 20_000, 200, 3, 40, [5, 6]),
        Missile(coin, 3, 4, 0, None, False, True, 7, 20_000, 200),
    ]
    before.throws = {12: (30_200, coin)}
    before.magic = {12: Magic("super", 40_000, 31_000), 13: Magic("strength", 40_000)}
    before.invulnerable, before.immune = {12: 40_000}, {13: 41_000}
    before.due["effects"] = 31_000
    before.due["missiles"], before.has_used_necromancy = 30_010, True
    header = json.loads(json.dumps(hooks.to_header(game)))
    scores = [(player.skulls, player.lives, player.respawns_at) for player in game.players]
    assert sum(skulls for skulls, *_ in scores) > 0
    engine.generate(Request("base", seed=4, players=2, options={"quest": "race"}))
    engine.play(0.001)
    hooks.from_header(engine.game, header)
    assert [(player.skulls, player.lives, player.respawns_at) for player in engine.game.players] == scores
    after = engine.game.part(Progress)
    # Those of monsters are not saved: tiles notice monsters where they stand.
    before.noticed = {
        player.creature.uid: before.noticed[player.creature.uid] for player in game.players if player.creature
    }
    assert after == before
    for wrong in ({}, {**header["progress"], "due": [["x", 1]]}, {**header["progress"], "players": []}, 5, None):
        with pytest.raises(SaveError, match="the progress of play in the save cannot be read"):
            hooks.from_header(engine.game, {**header, "progress": wrong})
    for field, rows in {
        "stuff": [["base.gem"]],
        "queued": [["base.gem", 1]],
        "lost": [["base.gem", 1, 0]],
        "corpses": {"1": 2},
        "ready": [[1, 2.5]],
        "noticed": 3,
        "droppers": [[1, "base.gem", 2]],
        "throws": [[12, 30_200]],
        "magic": [[12, "luck", 40_000, None]],
        "immune": [[12]],
        "necromancy": 1,
        "missiles": [["base.gem", 3, 4]],
        "last_lockpick": "x",
    }.items():
        with pytest.raises(SaveError, match="the progress of play in the save cannot be read"):
            hooks.from_header(engine.game, {**header, "progress": {**header["progress"], field: rows}})
    missile = ["base.gem", 3, 4, 1, 0, True, False, 7, 20_000, 200, 3, 40, [5, 6]]
    for column, value in {3: 4, 4: 2, 9: 0, 10: -1, 11: -1, 12: ["x"]}.items():
        rows = [[*missile[:column], value, *missile[column + 1 :]]]
        with pytest.raises(SaveError, match="the progress of play in the save cannot be read"):
            hooks.from_header(engine.game, {**header, "progress": {**header["progress"], "missiles": rows}})
    # Version 0.1.0 and items of mods that are gone.
    old = {name: header["progress"][name] for name in ("begun", "over", "due", "players")}
    hooks.from_header(engine.game, {**header, "progress": {**old, "lost": [["gone.gem", True, 0]]}})
    assert not engine.game.part(Progress).lost_items
    # A save of a stranger may say that a million items are missing, or 2**62.
    counts = {"critical": [["base.gem", 10**6]], "stuff": [["base.coins", 10**6]]}
    hooks.from_header(engine.game, {**header, "progress": {**header["progress"], **counts}})
    engine.game.part(Quest).stuff_respawn = ([coin], 100_000)
    engine.play(35)
    after = engine.game.part(Progress)
    assert 9_000 < len(after.lost_items) <= 10_000
    assert len(after.queued_stuff) == 10_000
