"""A third-party module of thousands of lines in the old style loads and generates without changes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from host import Host, Map
from tests.helpers import run_command, write_mod

NAME = "cryptlands"
SIDE = 12
QUESTS = ("gem_hunt", "escape", "relic", "duel", "ritual", "vault")
LAYOUTS = ("tiny", "small", "basic", "big", "huge", "snake", "long_snake", "ring")

# -- the module, file by file

INIT = """
-- Cryptlands, a module for the dungeon game.

mod.RegisterMod {
  name = "cryptlands",
  version = "1.4.2"
}

use_strict()

dofile("table_merge.lua")
dofile("misc_config.lua")
dofile("graphics.lua")
dofile("sounds.lua")
dofile("quest_funcs.lua")
dofile("dungeon_layouts.lua")
dofile("anims.lua")
dofile("tile_funcs.lua")
dofile("magic.lua")
dofile("items.lua")
dofile("tiles/floors.lua")
dofile("tiles/doors.lua")
dofile("tiles/furniture.lua")
dofile("tiles/homes.lua")
dofile("tiles/scenery.lua")
dofile("traps.lua")
dofile("switches.lua")
dofile("item_generation.lua")
dofile("monsters.lua")
dofile("controls.lua")
dofile("segments.lua")
dofile("general_stuff.lua")
dofile("quest_description.lua")
dofile("preset_quests.lua")
dofile("dungeon_setup.lua")
dofile("menus.lua")
dofile("hooks.lua")
"""

TABLE_MERGE = """
-- Shallow merge; the second table wins.
function table_merge(a, b)
  local result = {}
  for k, v in pairs(a) do
    result[k] = v
  end
  for k, v in pairs(b) do
    result[k] = v
  end
  return result
end

kts.table_merge = table_merge

function append_all(list, ...)
  for i = 1, select("#", ...) do
    table.insert(list, (select(i, ...)))
  end
  return list
end
"""

QUEST_FUNCS = """
function rnd(...)
  local a, b = select(1, ...)
  if type(a) == "table" then
    return a[kts.RandomRange(1, #a)]
  end
  return kts.RandomRange(a, b or a)
end

-- A function that rolls dice, for hit points and the like.
function dice(number, sides)
  return function()
    local total = 0
    for i = 1, number do
      total = total + kts.RandomRange(1, sides)
    end
    return total
  end
end

-- An item, or a list of them.
function one_of_items(x)
  if type(x) == "userdata" then
    return x
  end
  return rnd(x)
end
"""

LAYOUTS_LUA = """
local block = { type = "block" }
local edge = { type = "edge" }
local none = { type = "none" }
local special = { type = "special" }

local function cell(kind, exits)
  return { type = kind, exits = exits }
end

layouts = {}

layouts.tiny = { id = "tiny", name_key = "tiny", next = "small", func = function()
  return { width = 1, height = 1, data = { edge } }
end }

layouts.small = { id = "small", name_key = "small", next = "basic", func = function()
  return rnd {
    { width = 2, height = 1, data = { edge, edge } },
    { width = 1, height = 2, data = { edge, edge } },
  }
end }

layouts.basic = { id = "basic", name_key = "basic", next = "big", func = function()
  return { width = 2, height = 2, data = { edge, edge, edge, edge } }
end }

layouts.big = { id = "big", name_key = "big", next = "huge", func = function()
  return rnd {
    { width = 3, height = 2, data = { edge, block, edge, edge, block, edge } },
    { width = 3, height = 3, data = { edge, block, none, block, block, block, none, block, edge } },
  }
end }

layouts.huge = { id = "huge", name_key = "huge", func = function()
  return { width = 3, height = 3, data = { edge, block, edge, block, block, block, edge, block, edge } }
end }

layouts.snake = { id = "snake", name_key = "snake", next = "long_snake", func = function()
  return { width = 3, height = 1, data = { cell("edge", "e"), cell("block", "we"), cell("edge", "w") } }
end }

layouts.long_snake = { id = "long_snake", name_key = "long_snake", next = "huge", func = function()
  return { width = 3, height = 3, data = {
    cell("block", "es"), cell("edge", "w"), cell("none", ""),
    cell("block", "ne"), cell("block", "we"), cell("block", "ws"),
    cell("none", ""), cell("edge", "e"), cell("block", "nw"),
  } }
end }

layouts.ring = { id = "ring", name_key = "ring", next = "big", func = function()
  return { width = 3, height = 3, data = {
    block, edge, block,
    edge, special, edge,
    block, edge, block,
  } }
end }

-- The tables know each other, for menus that walk through them.
for id, layout in pairs(layouts) do
  layout.all = layouts
end
"""

MAGIC = """
local function on_magic(name, effect)
  return function()
    effect()
    kts.FlashMessage(name .. "_msg")
    kts.PlaySound(cxt.pos, s_magic, 11000)
  end
end

cast_speed = on_magic("speed", function() kts.Quickness(20000, "quick") end)
cast_strength = on_magic("strength", function() kts.Strength(20000, "strong") end)
cast_healing = on_magic("healing", function() kts.Healing("healed") end)
cast_teleport = on_magic("teleport", function() kts.TeleportRandom() end)
cast_mapping = on_magic("mapping", function() kts.MagicMapping() end)
cast_poison = on_magic("poison", function() kts.Poison("poisoned") end)
cast_reveal = on_magic("reveal", function() kts.RevealLocation(10000) end)
cast_zombies = on_magic("zombies", function() kts.Necromancy(kts.RandomRange(1, 4), 5) end)
"""

TILE_FUNCS = """
function snd_open() kts.PlaySound(cxt.pos, s_door, 10500) end

function open_or_close() snd_open() end

function squelch() kts.PlaySound(cxt.pos, s_squelch, 10000) end

function fall_into_pit()
  if kts.ActorIsKnight() then
    kts.PlaySound(cxt.pos, s_screech, 12000)
  end
  kts.PitKill()
end

function toggle_tile(pos)
  for _, tile in ipairs(kts.GetTiles(pos)) do
    if tile.open_to then
      kts.RemoveTile(pos, tile)
      kts.AddTile(pos, tile.open_to)
      return
    elseif tile.close_to then
      kts.RemoveTile(pos, tile)
      kts.AddTile(pos, tile.close_to)
      return
    end
  end
  kts.OpenOrCloseDoor(pos)
end

function is_same_tile(a, b)
  return a.table == b.table
end
"""

TRAPS = """
function no_trap() end

function chest_traps(pos, facing)
  if kts.RandomChance(0.5) then
    kts.SetPoisonTrap(pos, i_poison_trap)
  else
    kts.SetBladeTrap(pos, i_blade_trap, i_bolts, facing)
  end
end
"""

SWITCHES = """
-- Called from segment files.
local dirs = { "north", "east", "south", "west" }

function _G.rf_shoot(dx, dy, d)
  local pos = kts.RotateAddPos(cxt.pos, dx, dy)
  kts.AddMissile(pos, kts.RotateDirection(cxt.pos, dirs[d]), i_bolts, false)
  kts.PlaySound(pos, s_click, 15000)
end

function _G.rf_toggle(dx, dy)
  toggle_tile(kts.RotateAddPos(cxt.pos, dx, dy))
  kts.PlaySound(cxt.pos, s_click, 15000)
end

function _G.rf_toggle_no_sound(dx, dy)
  toggle_tile(kts.RotateAddPos(cxt.pos, dx, dy))
end

function _G.rf_open(dx, dy)
  kts.OpenDoor(kts.RotateAddPos(cxt.pos, dx, dy))
end

function _G.rf_close(dx, dy)
  kts.CloseDoor(kts.RotateAddPos(cxt.pos, dx, dy))
end

function _G.rf_teleport(dx, dy)
  if cxt.actor then
    kts.TeleportTo(cxt.actor, kts.RotateAddPos(cxt.pos, dx, dy))
  end
end
"""

ITEM_GENERATION = """
item_weights = { "floor", 40, "table", 30, "small_table", 10, "chest", 60, "barrel", 5 }
quest_weights = { "floor", 10, "chest", 100, "table", 50 }

local function generator(list)
  -- list of { weight, item, least, most }
  local total = 0
  for i, entry in ipairs(list) do
    total = total + entry[1]
  end
  return function()
    local n = kts.RandomRange(1, total)
    for i, entry in ipairs(list) do
      n = n - entry[1]
      if n <= 0 then
        if entry[3] then
          return entry[2], kts.RandomRange(entry[3], entry[4])
        end
        return entry[2]
      end
    end
  end
end

g_floor = generator { { 10, i_bolts, 2, 6 }, { 5, i_dagger }, { 2, i_potion }, { 1, i_scroll }, { 3, i_staff } }
g_chest = generator { { 10, i_potion }, { 10, i_scroll }, { 5, i_bolts, 4, 12 }, { 2, i_axe }, { 2, i_crossbow } }
g_table = generator { { 10, i_potion, 1, 2 }, { 3, i_dagger }, { 1, i_book } }

stuff_levels = {}
for i = 1, 5 do
  stuff_levels[i] = {
    { "floor", i * 0.004, g_floor },
    { "table", i * 0.05, g_table },
    { "small_table", i * 0.04, g_table },
    { "chest", i * 0.1, g_chest },
    { "barrel", i * 0.03, g_floor },
  }
end
"""

MONSTERS = """
local function remains(name, graphic)
  return kts.Tile { graphic = graphic, items = 1, depth = 3, name = name }
end

t_dead_zombie_1 = remains("dead_zombie_1", g_dead1)
t_dead_zombie_2 = remains("dead_zombie_2", g_dead2)

m_zombie = kts.MonsterType {
  type = "walking", health = dice(2, 4), speed = 70, anim = a_zombie, weapon = i_club,
  corpse_tiles = { t_dead_zombie_1, t_dead_zombie_2 }, ai_avoid = { t_pit }, ai_fear = { i_wand },
  on_attack = squelch, on_damage = squelch,
  on_death = function() kts.PlaySound(cxt.actor_pos, s_zombie, 8000) end,
}
m_bat = kts.MonsterType {
  type = "Flying", health = dice(1, 3), speed = 120, anim = a_bat, attack_damage = 1, attack_stun_time = dice(1, 500),
  on_damage = squelch,
}
m_ghoul = kts.MonsterType(kts.table_merge(
  { type = "walking", speed = 90, anim = a_zombie, weapon = i_dagger },
  { health = 6, corpse_tiles = { t_dead_zombie_2 } }))

kts.BLOOD_TILES = {}
for i = 1, 3 do
  kts.BLOOD_TILES[i] = kts.Tile { depth = 4, graphic = g_blood, items = 1 }
end
kts.DEAD_KNIGHT_TILES = {}
for i = 1, 4 do
  kts.DEAD_KNIGHT_TILES[i] = kts.Tile { depth = 3, graphic = g_dead1, items = 1 }
end
"""

CONTROLS = """
c_pickup = kts.Control { action = kts.PickUp, possible = kts.Can_PickUp, menu_icon = g_icon1, tap_priority = 5 }
c_drop = kts.Control {
  action = kts.DropHeld, possible = kts.Can_DropHeld, menu_icon = g_icon2, menu_direction = "down",
}
c_throw = kts.Control { action = kts.ThrowOrShoot, possible = kts.Can_ThrowOrShoot, action_bar_slot = 3 }
c_swing = kts.Control { action = kts.SwingOrDrop, possible = kts.Can_SwingOrDrop, continuous = true }
c_suicide = kts.Control { action = kts.Suicide, suicide_key = true, can_do_while_stunned = true, name_key = "suicide" }
c_pick_lock = kts.Control {
  action = function() return kts.PickLock(0.1, 500) end, possible = kts.Can_PickLock, menu_special = 1,
}
kts.CONTROLS = { c_pickup, c_drop, c_throw, c_swing, c_suicide }
"""

GENERAL_STUFF = """
kts.DEFAULT_ITEM = i_sword
kts.KNIGHT_ANIM = a_knight
kts.STUFF_BAG_GRAPHIC = g_bag
kts.BLOOD_ICON = g_blood
kts.KNIGHT_HOUSE_COLOURS = {}
kts.KNIGHT_HOUSE_COLOURS_MENU = {}
for i = 1, 12 do
  kts.KNIGHT_HOUSE_COLOURS[i] = { i * 20, 255 - i * 20, 128 }
  kts.KNIGHT_HOUSE_COLOURS_MENU[i] = { i * 20, 255 - i * 20, 128 }
end
"""

DESCRIPTION = """
local function choice_text(item, value)
  for i, choice in ipairs(item.choices or {}) do
    if choice.id == value then
      return choice.text_key
    end
  end
  return tostring(value)
end

function describe_quest(S)
  local lines = {}
  for i, item in ipairs(kts.MENU.items) do
    if item ~= "spacer" and S[item.id] ~= "none" and S[item.id] ~= false then
      lines[#lines + 1] = item.text_key .. " " .. choice_text(item, S[item.id])
    end
  end
  return lines
end
"""

PRESETS = """
presets = {
  gem_hunt = {
    mission = "gems", dungeon = "basic", entry = "random", exit = "same",
    keys = 2, stuff = 3, zombies = "few",
  },
  escape = {
    mission = "escape", dungeon = "snake", entry = "close", exit = "guarded",
    keys = 3, stuff = 2, zombies = "many",
  },
  relic = {
    mission = "relic", dungeon = "ring", entry = "away", exit = "random",
    keys = 1, stuff = 4, zombies = "none",
  },
  duel = {
    mission = "duel", dungeon = "tiny", entry = "random", exit = "none",
    keys = 0, stuff = 5, zombies = "none",
  },
  ritual = {
    mission = "ritual", dungeon = "huge", entry = "different", exit = "none",
    keys = 2, stuff = 1, zombies = "few",
  },
  vault = {
    mission = "relic", dungeon = "long_snake", entry = "random", exit = "guarded",
    keys = 3, stuff = 3, zombies = "many",
  },
}

function apply_preset(S, id)
  local preset = presets[id]
  if preset then
    for key, value in pairs(preset) do
      S[key] = value
    end
  end
end
"""

SETUP = """
-- What the choices of the menu ask for, while a game starts.
Dsetup = nil

function reset_setup(S)
  Dsetup = {
    layout = layouts.basic, entry = "random", special = {}, items = {}, stuff = 0, keys = S.keys,
    pretrapped = S.pretrapped, exit = "same", monsters = {}, hints = 0,
  }
end

function add_hint(key, ...)
  Dsetup.hints = Dsetup.hints + 1
  kts.AddHint({ key = key, params = { ... } }, Dsetup.hints, 1)
end

-- Features.
function Layout(id)
  return function() Dsetup.layout = layouts[id] end
end

function Entry(kind)
  return function()
    if kind == "different" then
      Dsetup.entry = "random"
      kts.SetRespawnType("different")
    else
      Dsetup.entry = kind
      kts.SetRespawnType("normal")
    end
  end
end

function Exit(kind)
  return function()
    Dsetup.exit = kind
    if kind == "guarded" then
      append_all(Dsetup.special, guarded_exits)
    end
    add_hint("exit_" .. kind)
  end
end

function Mission(items, number, special)
  return function(S)
    if items then
      for i = 1, number do
        append_all(Dsetup.items, { one_of_items(items), 1, quest_weights })
      end
    end
    if special then
      Dsetup.special[#Dsetup.special + 1] = special
    end
    add_hint("mission", number or 0)
  end
end

function Zombies(number, activity)
  return function()
    Dsetup.monsters[#Dsetup.monsters + 1] = { m_zombie, number }
    Dsetup.monsters[#Dsetup.monsters + 1] = { m_bat, number + 1 }
    kts.SetZombieActivity(activity, { { t_dead_zombie_1, t_dead_zombie_2 }, { t_dead_zombie_2, m_zombie } })
    kts.LimitMonster(m_zombie, 2 * number)
    kts.AddMonsterGenerator(m_bat, { t_floor1, t_floor2 }, 0.05)
  end
end

local function add_all_items(S)
  for i = 1, Dsetup.keys do
    kts.AddItem(keys[i], 1, item_weights)
  end
  for i, entry in ipairs(Dsetup.items) do
    kts.AddItem(entry[1], entry[2], entry[3])
  end
end

local function choose_exit()
  if Dsetup.exit == "none" or Dsetup.exit == "same" then
    return
  end
  local homes = {}
  for i, home in ipairs(kts.GetAllHomes()) do
    local taken = false
    for k, player in ipairs(kts.GetAllPlayers()) do
      local own = kts.GetHomeFor(player)
      taken = taken or (own and own.x == home.x and own.y == home.y and own.facing == home.facing)
    end
    if home.tile.special_exit == (Dsetup.exit == "guarded" or nil) and not taken then
      table.insert(homes, home)
    end
  end
  if #homes == 0 then
    kts.DUNGEON_ERROR = "no exit"
  else
    Dsetup.exit_home = rnd(homes)
  end
end

local function attempt(layout, S)
  kts.WipeDungeon()
  local special = {}
  for i, list in ipairs(Dsetup.special) do
    special[i] = rnd(list)
  end
  kts.LayoutDungeon {
    layout = layout.func(), wall = t_wall, horiz_door = { t_door_h, t_floor1 }, vert_door = { t_door_v, t_floor1 },
    segments = standard_rooms, special_segments = special, entry_type = Dsetup.entry,
  }
  if kts.DUNGEON_ERROR then
    return
  end
  kts.GenerateLocksAndTraps(Dsetup.keys, Dsetup.pretrapped)
  add_all_items(S)
  if S.stuff > 0 then
    kts.AddStuff(stuff_levels[S.stuff])
  end
  for i, entry in ipairs(Dsetup.monsters) do
    kts.AddMonsters(entry[1], entry[2])
  end
  choose_exit()
  kts.ConnectivityCheck(Dsetup.keys, i_lockpicks)
end

function generate_dungeon(S)
  local wanted = Dsetup.layout
  local layout = wanted
  while true do
    for i = 1, 25 do
      attempt(layout, S)
      if kts.DUNGEON_ERROR == nil then
        if layout ~= wanted then
          kts.PrintLoc { key = "could_not_generate", params = { wanted.name_key, layout.name_key } }
        end
        kts.LimitTotalMonsters(15)
        return
      end
    end
    if not layout.next then
      return
    end
    layout = layouts[layout.next]
  end
end

function start_game(S)
  kts.AddStartingGear(i_dagger, 1, 1, 0)
  kts.SetStuffRespawning({ i_bolts, i_potion }, 30000)
  kts.SetLockpickSpawn(i_lockpicks, 600000, 60000)
  kts.SetTimeLimit(S.time * 60)
  if S.premapped then
    kts.SetPremapped()
  end
  generate_dungeon(S)
end
"""

MENUS = """
local function many(list, ...)
  for i = 1, select("#", ...) do
    list[i] = (select(i, ...))
  end
  return list
end

local function quest_choices()
  local list = { { id = "custom", text_key = "custom" } }
  for i, id in ipairs(quest_order) do
    list[#list + 1] = {
      id = id, text_key = id, min_players = id == "duel" and 2 or 1, max_players = id == "relic" and 4 or 12,
      on_select = function(S) apply_preset(S, id) end,
    }
  end
  return list
end

local function layout_choices()
  local list = {}
  for i, id in ipairs(layout_order) do
    list[i] = { id = id, text_key = id, features = Layout(id) }
    if id == "tiny" then
      list[i].constrain = function(S)
        S.IsNot("exit", "guarded")
        S.IsNot("mission", "relic")
      end
    end
  end
  return list
end

local function edges(most)
  return function(S)
    if S.num_players > most then
      S.IsNot("dungeon", "tiny")
      S.IsNot("dungeon", "small")
      S.IsNot("dungeon", "snake")
      S.IsNot("dungeon", "long_snake")
    end
    S.IsNot("dungeon", "tiny")
  end
end

local function number_items(id, text, least, most, default)
  return {
    id = id, text_key = text, choice_min = least, choice_max = most, default = default,
    show = function(v) return v end,
  }
end

local function yes_no(id, text, default)
  return { id = id, text_key = text, default = default, choices = {
    { id = false, text_key = "no" }, { id = true, text_key = "yes" },
  } }
end

kts.MENU = {
  text_key = "select_quest",
  initialize_func = function(S) apply_preset(S, S.quest) end,
  prepare_game_func = reset_setup,
  start_game_func = start_game,
  describe_quest_func = describe_quest,
  on_select = function(S, id)
    if id ~= "quest" then
      S.quest = "custom"
    end
  end,
  constrain = function(S)
    if S.num_players == 1 then
      S.IsNot("mission", "duel")
    end
    if S.num_players > 4 then
      S:IsNot("entry", "close")
      S:IsNot("entry", "away")
    end
  end,
  features = function(S)
    kts.SetDeathmatchMode(S.mission == "duel")
  end,
  items = {
    { id = "quest", text_key = "quest", default = "gem_hunt", choices = quest_choices(),
      randomize = function(S, num_players) return rnd(many({}, "gem_hunt", "escape", "ritual")) end },
    "spacer",
    { id = "mission", text_key = "mission", choices = {
      { id = "escape", text_key = "escape", features = Mission(), constrain = function(S) S.IsNot("exit", "none") end },
      { id = "gems", text_key = "gems", features = Mission({ i_gem1, i_gem2 }, 4),
        constrain = function(S) S.IsNot("exit", "none") end },
      { id = "relic", text_key = "relic", features = function(S) Mission(i_relic, 1, tombs)(S) end },
      { id = "ritual", text_key = "ritual", features = Mission(i_book, 2, shrines) },
      { id = "duel", text_key = "duel", min_players = 2, features = Mission(),
        constrain = function(S) S.Is("exit", "none") end },
    } },
    { id = "dungeon", text_key = "dungeon", choices = layout_choices(), default = "basic" },
    { id = "entry", text_key = "entry", default = "random", choices = {
      { id = "close", text_key = "close", max_players = 4, features = Entry("close"),
        constrain = function(S) S.IsNot("dungeon", "tiny") end },
      { id = "away", text_key = "away", max_players = 4, features = Entry("away"), constrain = edges(2) },
      { id = "random", text_key = "random", features = Entry("random") },
      { id = "different", text_key = "different", features = Entry("different") },
    } },
    { id = "exit", text_key = "exit", choices = {
      { id = "none", text_key = "none" },
      { id = "same", text_key = "same", features = Exit("same") },
      { id = "random", text_key = "random", features = Exit("random") },
      { id = "guarded", text_key = "guarded", features = Exit("guarded") },
    } },
    "spacer",
    number_items("keys", "keys", 0, 3, 2),
    number_items("stuff", "stuff", 0, 5, 3),
    { id = "zombies", text_key = "zombies", choices = {
      { id = "none", text_key = "none" },
      { id = "few", text_key = "few", features = Zombies(3, 0.05) },
      { id = "many", text_key = "many", features = Zombies(8, 0.2) },
    } },
    yes_no("pretrapped", "pretrapped", true),
    yes_no("premapped", "premapped", false),
    { id = "time", text_key = "time", type = "numeric", digits = 3, suffix_key = "mins" },
  },
}
"""

HOOKS = """
kts.HOOK_CREATURE_SQUELCH = squelch
kts.HOOK_SHOOT = function() kts.PlaySound(cxt.actor_pos, s_click, 9000) end
kts.HOOK_WEAPON_DOWNSWING = function() kts.PlaySound(cxt.actor_pos, s_swing, 9000) end
kts.HOOK_WEAPON_PARRY = squelch
kts.HOOK_MISSILE_MISS = nil
"""

HOMES = """
local function home(facing, graphic)
  return {
    type = "Home", facing = facing, graphic = graphic, map_as = "floor", unsecured_colour = 0xff0000,
    access = { walking = "approach", flying = "blocked", missiles = "blocked" },
    on_approach = function() kts.OpenDoor(cxt.pos) end,
    control = function(pos) return nil end,
  }
end

local function exit(facing, graphic)
  return kts.table_merge(home(facing, graphic), { special_exit = true })
end

for i, kind in ipairs { { "t_home_", home }, { "t_exit_", exit } } do
  local n, e = kts.Tile(kind[2]("north", g_home1)), kts.Tile(kind[2]("east", g_home2))
  local s, w = kts.Tile(kind[2]("south", g_home3)), kts.Tile(kind[2]("west", g_home4))
  kts.SetRotate(n, e, s, w)
  kts.SetReflect(e, w)
  homes_of_kind[kind[1]] = { n, e, s, w }
end
"""

DOORS = """
homes_of_kind = {}

local door_table = {
  type = "door", access = { walking = "approach", flying = "blocked", missiles = "blocked" }, items = 0,
  lock_chance = 0.3, lock_pick_only_chance = 0.15, keymax = 3, hit_points = dice(5, 10), map_as = "wall",
  on_open_or_close = open_or_close,
}
local iron_table = kts.table_merge(door_table, { hit_points = 0, lock_chance = 0.7 })
iron_table.hit_points = nil

t_door_h = kts.Tile(kts.table_merge(door_table, { graphic = g_door1, open_graphic = g_door2 }))
t_door_v = kts.Tile(kts.table_merge(door_table, { graphic = g_door3, open_graphic = g_door4 }))
kts.SetRotate(t_door_h, t_door_v)
t_iron_h = kts.Tile(kts.table_merge(iron_table, { graphic = g_door1 }))
t_iron_v = kts.Tile(kts.table_merge(iron_table, { graphic = g_door3 }))
kts.SetRotate(t_iron_h, t_iron_v)

local gate = { type = "door", access = { missiles = "clear" }, special_lock = 1, connectivity_check = -1, items = 0 }
t_gate_h, t_gate_v = kts.Tile(gate), kts.Tile(kts.table_merge(gate, {}))
kts.SetRotate(t_gate_h, t_gate_v)
"""

FLOORS = """
local floor = { depth = 7, items = "floor", map_as = "floor", graphic = g_floor1 }
t_floor1 = kts.Tile(floor)
t_floor2 = kts.Tile(kts.table_merge(floor, { graphic = g_floor2 }))
t_pentagram = kts.Tile(kts.table_merge(floor, { graphic = g_floor3 }))
t_open_pit = kts.Tile { depth = 6, items = "destroy", on_walk_over = fall_into_pit, graphic = g_pit1 }
t_pit = kts.Tile(kts.table_merge(floor, { graphic = g_pit2, depth = 6 }))
-- Custom fields, written afterwards.
t_pit.open_to = t_open_pit
t_open_pit.close_to = t_pit
t_wall = kts.Tile { access = {}, map_as = "wall", graphic = g_wall1, depth = 1 }
t_wall2 = kts.Tile { access = {}, map_as = "wall", graphic = g_wall2, depth = 1 }
local stair = { stairs_down = "north", depth = 2, graphic = g_stair1 }
t_stairs = { kts.Tile(stair) }
for i, direction in ipairs { "east", "south", "west" } do
  t_stairs[i + 1] = kts.Tile(kts.table_merge(stair, { stairs_down = direction }))
end
kts.SetRotate(table.unpack(t_stairs))
kts.SetReflect(t_stairs[2], t_stairs[4])
"""

FURNITURE = """
local stand = { walking = "approach", flying = "clear", missiles = "clear" }
local function put(fields)
  local common = { access = stand, depth = 0, hit_points = dice(4, 10), on_destroy = squelch }
  return kts.Tile(kts.table_merge(common, fields))
end

t_table = put { items = "table", graphic = g_table1 }
t_small_table = put { items = "small_table", graphic = g_table2 }
t_chair = put { items = 0, graphic = g_table3, hit_points = function() return kts.RandomRange(1, 30) end }
t_barrel = put { type = "barrel", items = "barrel", graphic = g_barrel }
t_lever = kts.Tile { access = stand, items = 0, graphic = g_lever }

t_chests = {}
for i, facing in ipairs { "north", "east", "south", "west" } do
  t_chests[i] = kts.Tile {
    type = "chest", access = stand, items = "chest", facing = facing, lock_chance = 0.5, keymax = 3,
    lock_pick_only_chance = 0.1, trap_chance = 0.6, traps = chest_traps_later,
    graphic = g_chest1, open_graphic = g_chest2,
  }
  -- The function is defined in a later file.
  t_chests[i].traps = function(...) return chest_traps(...) end
end
kts.SetRotate(t_chests[1], t_chests[2], t_chests[3], t_chests[4])
kts.SetReflect(t_chests[2], t_chests[4])
"""

SEGMENTS = """
local h, x = homes_of_kind["t_home_"], homes_of_kind["t_exit_"]

segment_tiles = {
  [1] = t_floor1,
  [2] = t_wall,
  [3] = { t_door_h, t_floor1 },
  [4] = { t_door_v, t_floor1 },
  [5] = { t_iron_h, t_floor2 },
  [6] = { t_table, t_floor1 },
  [7] = { t_small_table, t_floor2 },
  [8] = { t_chair, t_floor1 },
  [9] = { t_barrel, t_floor1 },
  [10] = { t_pit, t_floor1 },
  [11] = { t_lever, t_floor1 },
  [12] = t_floor2,
  [20] = h[1], [21] = h[2], [22] = h[3], [23] = h[4],
  [30] = x[1], [31] = x[2], [32] = x[3], [33] = x[4],
  [40] = { t_chests[1], t_floor1 }, [41] = { t_chests[2], t_floor1 },
  [42] = { t_chests[3], t_floor1 }, [43] = { t_chests[4], t_floor1 },
  [50] = { t_table, { i_book, 1 }, t_floor1 },
  [51] = { t_floor1, i_bolts },
  [60] = { t_stairs[1], t_floor1 },
  [61] = t_pentagram,
  [70] = { t_gate_h, t_floor1 },
  [71] = { t_gate_v, t_floor1 },
  [91] = { t_floor1, m_bat },
}

standard_rooms = kts.LoadSegments(segment_tiles, "segments/standard_rooms.txt")
append_all(standard_rooms, table.unpack(kts.LoadSegments(segment_tiles, "segments/ghoul_rooms.txt")))
tombs = kts.LoadSegments(segment_tiles, "segments/tombs.txt")
shrines = kts.LoadSegments(segment_tiles, "segments/shrines.txt")
guarded_exits = kts.LoadSegments(segment_tiles, "segments/guarded_exits.txt")
"""


def numbered(prefix: str, count: int) -> list[str]:
    return [f"{prefix}{i}" for i in range(1, count + 1)]


GRAPHICS = [
    *numbered("floor", 3),
    *numbered("wall", 2),
    *numbered("pit", 2),
    "stair1",
    *numbered("door", 4),
    *numbered("table", 3),
    "barrel",
    "lever",
    *numbered("chest", 2),
    *numbered("home", 4),
    *numbered("knight", 16),
    *numbered("zombie", 16),
    *numbered("bat", 4),
    *numbered("dead", 2),
    "blood",
    "bag",
    *numbered("icon", 2),
    *numbered("item", 30),
    *numbered("overlay", 4),
    *numbered("scenery", 80),
]
SOUNDS = ("door", "squelch", "screech", "click", "magic", "zombie", "swing")
ITEMS = {
    "sword": 'type = "held", melee_damage = dice(1, 2), melee_stun_time = dice(1, 100), overlay = o_item',
    "dagger": 'type = "held", melee_damage = 1, missile_damage = 1, can_throw = true, on_pick_up = squelch',
    "axe": 'type = "held", melee_damage = dice(1, 3), melee_stun_time = 500, missile_damage = dice(1, 2)',
    "club": 'type = "held", melee_damage = 1, melee_stun_time = dice(2, 200)',
    "crossbow": 'type = "held", ammo = i_bolts, reload_time = 2000',
    "bolts": 'type = "backpack", max_stack = 12, missile_damage = 1, missile_stun_time = dice(1, 100)',
    "staff": 'type = "held", melee_damage = 1, tutorial = 12',
    "wand": 'type = "held", on_hit = function() kts.ZombieKill(m_zombie) end, fragile = true',
    "book": 'type = "held", critical = "book_critical"',
    "gem1": 'type = "backpack", max_stack = 99, critical = "gem"',
    "gem2": 'type = "backpack", max_stack = 99, critical = "gem"',
    "relic": 'type = "held", critical = "relic"',
    "potion": 'type = "magic", on_pick_up = function() cast_healing() end',
    "scroll": 'type = "magic", on_pick_up = function() cast_mapping() end',
    "poison_trap": 'type = "held", control = c_trap',
    "blade_trap": 'type = "held", control = c_trap',
    "lockpicks": 'type = "backpack", key = -1, max_stack = 1',
}


def lua_files() -> Iterator[tuple[str, str]]:
    yield "init.lua", INIT
    yield "table_merge.lua", TABLE_MERGE
    yield "quest_funcs.lua", QUEST_FUNCS
    yield "dungeon_layouts.lua", LAYOUTS_LUA
    yield "magic.lua", MAGIC
    yield "tile_funcs.lua", TILE_FUNCS
    yield "traps.lua", TRAPS
    yield "switches.lua", SWITCHES
    yield "item_generation.lua", ITEM_GENERATION
    yield "monsters.lua", MONSTERS
    yield "controls.lua", CONTROLS
    yield "general_stuff.lua", GENERAL_STUFF
    yield "quest_description.lua", DESCRIPTION
    orders = (("quest_order", QUESTS), ("layout_order", LAYOUTS))
    lists = "\n".join(f"{name} = {{ {', '.join(map(json.dumps, ids))} }}" for name, ids in orders)
    yield "preset_quests.lua", f"{PRESETS}\n{lists}\n"
    yield "dungeon_setup.lua", SETUP
    yield "menus.lua", MENUS
    yield "hooks.lua", HOOKS
    yield "tiles/floors.lua", FLOORS
    yield "tiles/doors.lua", DOORS
    yield "tiles/furniture.lua", "chest_traps_later = nil\n" + FURNITURE
    yield "tiles/homes.lua", HOMES
    yield "segments.lua", SEGMENTS
    config = "\n".join(f"  setting_{i} = {i * 7 % 100}," for i in range(60))
    yield "misc_config.lua", f"kts.MISC_CONFIG = {{\n{config}\n}}\n"
    tails = ("", ", 255, 0, 255", ", 255, 0, 255, -4, 8", ", 255, 0, 255, 0, 0, 1, 2")
    graphics = (f'g_{name} = kts.Graphic("img/{name}.bmp"{tails[i % 4]})' for i, name in enumerate(GRAPHICS))
    yield "graphics.lua", "\n".join(graphics) + "\n"
    yield "sounds.lua", "\n".join(f's_{name} = kts.Sound("snd/{name}.wav")' for name in SOUNDS) + "\n"
    yield "anims.lua", anims()
    yield "items.lua", items()
    yield "tiles/scenery.lua", scenery()


def anims() -> str:
    def anim(name: str, count: int, extra: str = "") -> str:
        pictures = ", ".join(f"g_{name}{i}" for i in range(1, count + 1))
        return f"a_{name} = kts.Anim {{ {pictures}{extra} }}\n"

    offsets = ", ".join(f'"{("north", "east", "south", "west")[i % 4]}", {i}, {-i}' for i in range(20))
    return (
        anim("knight", 16)
        + anim("zombie", 16)
        + anim("bat", 4, ", bat = true")
        + f"o_item = kts.Overlay {{ {', '.join(f'g_overlay{i}' for i in range(1, 5))} }}\n"
        + f"kts.SetOverlayOffsets({offsets})\n"
    )


def items() -> str:
    lines = [
        "c_trap = kts.Control { action = function() return kts.SetPoisonTrapOld() end }",
        "i_bolts = nil",
        "m_zombie = nil",
    ]
    order = ["bolts", *(name for name in ITEMS if name != "bolts")]
    for i, name in enumerate(order):
        lines.append(f"i_{name} = kts.ItemType {{\n  graphic = g_item{i + 1},\n  {ITEMS[name]},\n}}")
    lines.append(
        "keys = {}\nfor i = 1, 3 do\n  keys[i] = kts.ItemType { type = 'backpack', key = i, graphic = g_item30 }\nend"
    )
    return "\n".join(lines) + "\n"


def scenery() -> str:
    """Eighty tiles that differ in little, each written out."""
    lines = []
    for i in range(1, 81):
        kind = ("items = 1", "items = 0", 'items = "floor"', 'access = { walking = "approach", flying = "clear" }')[
            i % 4
        ]
        lines.append(
            f"t_scenery{i} = kts.Tile {{\n  graphic = g_scenery{i},\n  depth = {i % 8 - 4},\n  {kind},\n"
            f'  map_as = "{("floor", "wall")[i % 2]}",\n}}'
        )
    lines += [
        f"kts.SetRotate(t_scenery{i}, t_scenery{i + 1}, t_scenery{i + 2}, t_scenery{i + 3})" for i in range(1, 80, 4)
    ]
    return "\n".join(lines) + "\n"


# -- its segments


def segment(chance: random.Random, title: str, homes: int, feature: int | None = None) -> str:
    """Four rooms around a cross of walls, with doors between them, furniture, homes, perhaps a switch."""
    squares = [[chance.choice((1, 1, 1, 12)) for _ in range(SIDE)] for _ in range(SIDE)]
    across, down = chance.randint(4, 7), chance.randint(4, 7)
    for i in range(SIDE):
        squares[down][i] = squares[i][across] = 2
    for x in (chance.randint(0, across - 1), chance.randint(across + 1, SIDE - 1)):
        squares[down][x] = chance.choice((3, 3, 5))
    for y in (chance.randint(0, down - 1), chance.randint(down + 1, SIDE - 1)):
        squares[y][across] = 4
    # Furniture keeps off the edges, where doors and homes may be.
    for _ in range(chance.randint(3, 9)):
        x, y = chance.randint(2, SIDE - 3), chance.randint(2, SIDE - 3)
        beside = [squares[y + dy][x + dx] for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        if squares[y][x] in (1, 12) and not {3, 4, 5} & set(beside):
            squares[y][x] = chance.choice((6, 7, 8, 9, 10, 40, 41, 42, 43, 50, 51, 91))
    if feature is not None:
        squares[down - 2][across - 2] = feature
    places = [
        (across // 2, 0, 20),
        (SIDE - 1, (down + SIDE) // 2, 21),
        ((across + SIDE) // 2, SIDE - 1, 22),
        (0, down // 2, 23),
    ]
    for x, y, number in chance.sample(places, homes):
        squares[y][x] = number
    lines = ["segment", f"name: {title}", f"width: {SIDE}", f"height: {SIDE}", "data:"]
    lines += [" ".join(map(str, row)) for row in squares]
    if chance.random() < 0.25:
        name, more = chance.choice((("toggle", ""), ("open", ""), ("shoot", " 2"), ("teleport", ""), ("close", "")))
        lines += ["switches:", "1", f"1 1 1 {name} {2 + bool(more)} 2 1{more}"]
    rooms = [
        (0, 0, across + 2, down + 2),
        (across + 1, 0, SIDE - across + 1, down + 2),
        (0, down + 1, across + 2, SIDE - down + 1),
        (across + 1, down + 1, SIDE - across + 1, SIDE - down + 1),
    ]
    lines += ["rooms:", str(len(rooms)), *(" ".join(map(str, room)) for room in rooms), "end", ""]
    return "\n".join(lines)


def segment_files() -> Iterator[tuple[str, str]]:
    chance = random.Random(20)
    counts = {"standard_rooms": 210, "ghoul_rooms": 12, "tombs": 9, "shrines": 6, "guarded_exits": 8}
    for name, count in counts.items():
        parts = [f"# {name}, made long ago\r\n\n"]
        for i in range(count):
            homes = chance.choice((0, 1, 1, 1, 2, 2, 3, 4)) if name == "standard_rooms" else 0
            feature = {"tombs": 61, "shrines": 60, "guarded_exits": 30}.get(name)
            parts.append(segment(chance, f"{name} {i}", homes, feature))
        yield f"segments/{name}.txt", "".join(parts) + "eof\nleft over from an editor\n"


def write_module(folder: Path) -> Path:
    """The whole module under `folder`, with nothing beside it: no manifest, no pictures, no sounds."""
    return write_mod(folder / NAME, dict([*lua_files(), *segment_files()]))


# -- what must hold


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_module(tmp_path_factory.mktemp("modules"))


@pytest.fixture(scope="module")
def host(module: Path) -> Host:
    return Host([module], output=lambda _: None)


def test_the_module_is_as_large_as_the_real_ones(module: Path) -> None:
    lua = list(module.rglob("*.lua"))
    assert len(lua) >= 25
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in module.rglob("*.*"))
    assert lines > 5000
    text = "".join(path.read_text(encoding="utf-8") for path in module.rglob("*.txt"))
    assert text.count("\nsegment\n") >= 220
    assert not (module / "mod.toml").exists()


def test_it_loads_with_warnings_about_missing_files_and_no_others(host: Host) -> None:
    assert [mod.id for mod in host.mods] == [NAME]
    assert host.mods[0].version == "1.4.2"
    assert len(host.warnings) == len(GRAPHICS) + len(SOUNDS)
    assert all(" was not found" in warning for warning in host.warnings)
    assert host.warnings[0].startswith(f"{NAME}/graphics.lua:1: kts.Graphic: ")
    counts = host.registered(NAME)
    assert counts["segment"] == 245
    assert counts["graphic"] == len(GRAPHICS)
    assert counts["tile"] > 100


def test_it_is_a_generator_with_all_its_options(host: Host) -> None:
    generator = host.generators()[0]
    options = {option.id: option for option in generator.options}
    assert generator.id == NAME
    assert list(options) == [
        *(
            "quest",
            "mission",
            "dungeon",
            "entry",
            "exit",
            "keys",
            "stuff",
            "zombies",
            "pretrapped",
            "premapped",
            "time",
        ),
    ]
    assert [choice.value for choice in options["quest"].choices] == ["custom", *QUESTS]
    assert options["quest"].random
    assert options["mission"].default == "gems"


def check(game_map: Map, players: int) -> None:
    """A dungeon somebody can play in."""
    assert game_map.width > SIDE
    owned = [home for home in game_map.homes if home.players]
    assert sorted(player for home in owned for player in home.players) == list(range(1, players + 1))
    document = json.loads(game_map.to_json())
    assert document["segments"]
    assert document["doors"]
    assert not [event for event in document["events"] if event["type"] == "error"]


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("quest", QUESTS)
def test_every_quest_generates_with_several_seeds(host: Host, quest: str, players: int) -> None:
    if quest == "duel" and players == 1:
        pytest.skip("a duel takes two")
    for seed in range(4):
        game_map = host.generate(NAME, seed=seed, players=players, quest=quest)
        check(game_map, players)
        assert game_map.quest["hints"] or quest == "duel"


@pytest.mark.parametrize("dungeon", LAYOUTS)
@pytest.mark.parametrize("entry", ["close", "away", "random", "different"])
def test_every_dungeon_takes_every_entry_that_its_menu_allows(host: Host, dungeon: str, entry: str) -> None:
    if dungeon == "tiny" and entry in ("close", "away"):
        pytest.skip("the menu forbids it")
    for seed in range(2):
        game_map = host.generate(NAME, seed=seed, players=2, dungeon=dungeon, entry=entry, exit="same")
        check(game_map, 2)
        assert game_map.origin is not None
        assert (game_map.origin.options["dungeon"], game_map.origin.options["entry"]) == (dungeon, entry)


def test_many_players_find_room_in_a_large_dungeon(host: Host) -> None:
    for players in (8, 12):
        check(host.generate(NAME, seed=3, players=players, dungeon="huge", entry="random"), players)


def test_a_quest_that_does_not_fit_grows_and_says_so(host: Host) -> None:
    # A guarded exit and a relic beside four players do not fit into two cells.
    game_map = host.generate(
        NAME, seed=1, players=2, quest="custom", mission="relic", dungeon="small", entry="away", exit="guarded"
    )
    check(game_map, 2)
    assert {
        "type": "message",
        "message": {"key": "could_not_generate", "params": ["small", "basic"]},
    } in game_map.events


def test_a_random_quest_is_one_of_its_quests(host: Host) -> None:
    chosen = {host.generate(NAME, seed=seed, quest="random").quest["description"][0] for seed in range(12)}
    assert chosen <= {"quest gem_hunt", "quest escape", "quest ritual"}
    assert len(chosen) > 1


def test_keys_locks_and_traps_are_there(host: Host) -> None:
    game_map = host.generate(NAME, seed=2, quest="vault", players=2)
    document = json.loads(game_map.to_json())
    locks = {door.get("lock") for door in document["doors"]}
    assert locks & {1, 2, 3}
    assert any("trap" in chest for chest in document["chests"])
    assert document["hit_points"]
    assert any(home["special"] for home in document["homes"])


def test_the_same_seed_makes_the_same_dungeon_in_another_host(host: Host, module: Path) -> None:
    other = Host([module], output=lambda _: None)
    for quest in ("gem_hunt", "relic"):
        for seed in (1, 7):
            one = host.generate(NAME, seed=seed, quest=quest).to_json()
            assert other.generate(NAME, seed=seed, quest=quest).to_json() == one


def test_its_knights_play_for_a_while(host: Host) -> None:
    for seed in range(3):
        game_map = host.generate(NAME, seed=seed, players=2, quest="gem_hunt")
        host.play(5)
        knights = [creature for creature in game_map.creatures if creature.player is not None]
        assert len(knights) == 2
        carriers = {(item.x, item.y) for item in game_map.items if item.where == "creature"}
        assert all((knight.x, knight.y) in carriers for knight in knights)


PLATES = """
-- Walks the first knight over every plate and past every lever of the dungeon.
local base = require "cryptlands"
kts.LayoutDungeon {
  layout = { width = 3, height = 3, data = {
    { type = "edge" }, { type = "edge" }, { type = "edge" }, { type = "edge" }, { type = "edge" }, { type = "edge" },
    { type = "edge" }, { type = "edge" }, { type = "edge" },
  } },
  wall = base.t_wall, horiz_door = base.t_door_h, vert_door = base.t_door_v,
  segments = base.standard_rooms, entry_type = "random",
}
assert(not kts.DUNGEON_ERROR, kts.DUNGEON_ERROR)
kts.AddTask(function()
  kts.Delay(1)
  local player = kts.GetAllPlayers()[1]
  for y = 0, 38 do
    for x = 0, 38 do
      if kts.IsAlive(player) then
        kts.TeleportTo(player, { x = x, y = y })
      end
    end
  end
  print("walked", kts.IsAlive(player) ~= nil)
end)
"""


def test_its_switches_work_in_play_whichever_way_segments_are_turned(module: Path, tmp_path: Path) -> None:
    script = tmp_path / "walk.lua"
    script.write_text(PLATES, encoding="utf-8")
    lines: list[str] = []
    host = Host([module], output=lines.append)
    seen: set[str] = set()
    for seed in range(5):
        game_map = host.run_script(script, seed=seed, play=2)
        seen |= {event["type"] for event in game_map.events}
    assert lines == ["walked true"] * 5
    assert {"teleport", "missile", "sound"} <= seen


def test_it_lives_beside_the_bundled_mod(module: Path) -> None:
    host = Host([module, "base"], output=lambda _: None)
    assert sorted(g.id for g in host.generators() if g.mod != "host") == sorted(["base", NAME])
    check(host.generate(NAME, seed=1), 2)
    check(host.generate("base", seed=1), 2)
    check(host.generate(NAME, seed=2), 2)


def test_the_command_line_draws_it(module: Path) -> None:
    result = run_command("generate", NAME, "--mods", module, "--seed", "4", "--set", "quest=relic", "--players", "3")
    assert result.exit_code == 0, result.stderr
    assert f"dungeon-host generate {NAME} --mods {module} --set quest=relic --seed 4 --players 3" in result.stdout
    assert "warning:" in result.stderr
    assert "Traceback" not in result.output


def test_the_command_line_lists_it(module: Path) -> None:
    result = run_command("mods", "--mods", module)
    assert result.exit_code == 0, result.stderr
    assert NAME in result.stdout
    assert "1.4.2" in result.stdout
    assert "segment" in result.stdout
    result = run_command("generators", "--mods", module)
    assert result.exit_code == 0, result.stderr
    for word in ("quest", "gem_hunt", "long_snake", "pretrapped"):
        assert word in result.stdout
