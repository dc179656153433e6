"""What `check --compat` says of five mods as authors of OpenNefia's world write them."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from host import find_missing
from tests.helpers import write_mod

# Mod -> file -> text. After `--!` are the names that a line uses and the host lacks.
MODS = {
    "lantern": {
        "mod.lua": 'return { id = "lantern", version = "0.1.0", dependencies = { elona = ">= 0.1.0" } }',
        "init.lua": """require("mod.lantern.data.item")
require("mod.lantern.event.light")
""",
        "api/aspect/ILantern.lua": """local IAspect = require("api.IAspect")
local IItemUseable = require("mod.elona.api.aspect.IItemUseable") --! mod.elona.api.aspect.IItemUseable module
local ILantern = class.interface("ILantern", { fuel = "number" }, { IAspect, IItemUseable })
ILantern.default_impl = "mod.lantern.api.aspect.LanternAspect"
function ILantern:localize_action() return "base:aspect._.lantern.ILantern.action" end
return ILantern
""",
        "api/aspect/LanternAspect.lua": """local ILantern = require("mod.lantern.api.aspect.ILantern")
local Gui = require("api.Gui")
local LanternAspect = class.class("LanternAspect", ILantern)
function LanternAspect:init(item, params) self.fuel = params.fuel or 100 end
function LanternAspect:on_use(item, params)
  local chara = params.chara
  if self:calc(item, "fuel") <= 0 then Gui.mes("lantern:empty") Gui.play_sound("base.more1") return "turn_end" end
  chara:mod("light", 5, "add")
  chara:refresh_light() --! :refresh_light function
  return "turn_end"
end
return LanternAspect
""",
        "data/item.lua": """local Enum = require("api.Enum")
local ILantern = require("mod.lantern.api.aspect.ILantern")
data:add {
  _type = "base.item", _id = "lantern", value = 120, weight = 800, material = "elona.metal",
  level = 3, rarity = 100000, coefficient = 100, originalnameref2 = "lantern",
  categories = { "elona.furniture" }, tags = { "sf" }, quality = Enum.Quality.Good,
  _ext = { [ILantern] = { fuel = 50 } },
  events = { { id = "elona_sys.on_item_use", name = "light it", callback = function(self, params) end } }, --! elona_sys.on_item_use event
}
""",
        "event/light.lua": """local Event = require("api.Event")
local Map = require("api.Map")
local function on_enter(map, params)
  for _, item in map:iter_items() do
    local aspect = item:get_aspect("mod.lantern.api.aspect.ILantern")
    if aspect then item:emit("base.on_item_lit", {}) end --! base.on_item_lit event
  end
  Map.spill_blood(1, 1, 3) --! Map.spill_blood function
end
Event.register("base.on_map_enter", "light lanterns", on_enter)
Event.register("base.on_chara_hurt", "dim", function() end) --! base.on_chara_hurt event
""",
    },
    "ruins": {
        "mod.lua": 'return { id = "ruins", version = "0.1.0", dependencies = {} }',
        "init.lua": """require("mod.ruins.data.area")
require("mod.ruins.map.ruin")
""",
        "data/area.lua": """local InstancedArea = require("api.InstancedArea")
data:add {
  _type = "base.area_archetype", _id = "ruin", types = { "dungeon" }, image = "elona.feat_area_tower",
  floors = { [1] = "ruins.ruin" },
  metadata = { is_fogged = true },
  parent_area = { _id = "elona.north_tyris", on_floor = 1, x = 20, y = 30, starting_floor = 1 },
  on_generate_floor = function(area, floor) return nil end,
  music = "elona.ruin", --! base.area_archetype: music field
}
""",
        "map/ruin.lua": """local InstancedMap = require("api.InstancedMap")
local Area = require("api.Area")
local Chara = require("api.Chara")
local Charagen = require("api.Charagen")
local Nefia = require("mod.elona.api.Nefia") --! mod.elona.api.Nefia module
local Itemgen = require("mod.elona.api.Itemgen") --! mod.elona.api.Itemgen module
local Filters = require("mod.elona.api.Filters") --! mod.elona.api.Filters module
local Draw = require("api.Draw") --! api.Draw module
local ruin = { _type = "base.map_archetype", _id = "ruin", properties = { level = 3, is_indoor = true } }
function ruin.on_generate_map(area, floor, params)
  local map = InstancedMap:new(30, 20)
  map:clear("elona.cobble")
  for _, x, y in map:iter_tiles() do if map:is_floor(x, y) then map:set_tile(x, y, "elona.dirt") end end
  Charagen.create(nil, nil, { level = 3, quality = 2 }, map)
  map:spill_fragments(3, 3, 2) --! :spill_fragments function
  map:memorize_tile(1, 1)
  local up = Area.create_stairs_up(area, floor - 1, 1, 1, {}, map)
  assert(up and Area.parent(area) and area:deepest_floor())
  return map
end
function ruin.on_map_pass_turn(map) map:emit("ruins.on_ruin_turn", {}) end
function ruin.chara_filter(map) return Filters.dungeon(map) end
data:add(ruin)
data:add { _type = "base.event", _id = "on_ruin_turn" }
data:add_multi("base.map_tile", { { _id = "moss", image = "ruins.moss", is_solid = false }, { _id = "pillar", is_solid = true, is_opaque = true, disable_in_map_edit = true } })
""",
    },
    "company": {
        "mod.lua": 'return { id = "company", version = "0.1.0", dependencies = {} }',
        "init.lua": """local Chara = require("api.Chara")
local Event = require("api.Event")
local I18N = require("api.I18N")
local Input = require("api.Input") --! api.Input module
local Rand = require("api.Rand")
local World = require("api.World")
data:add_multi("base.chara", {
  { _id = "guard", level = 5, race = "elona.human", class = "elona.warrior", relation = -1, image = "company.chara_guard", male_image = "x", ai_calm = 1, events = { { id = "base.on_chara_killed", name = "avenge", callback = function(self) self:say("talk.avenge") end } } }, --! :say function
})
data:add { _type = "base.race", _id = "orcish", age_min = 10, age_max = 20, skills = {}, body_parts = {}, male_ratio = 50 }
local function hire(chara)
  local player = Chara.player()
  if not Input.yes_no() then return end --! api.Input.yes_no function
  if player:recruit_as_ally(chara) then
    local name = I18N.localize("base.chara", chara._id, "name")
    player.gold = player.gold - Rand.between(1, 20)
    chara:mod_base_skill_level("elona.axe", 1) --! :mod_base_skill_level function
    chara:heal_hp(10, true) --! :heal_hp function
    chara:calc("speed")
    chara:act_hostile_towards(player) --! :act_hostile_towards function
    return I18N.get("company:hire.done", name, I18N.capitalise(name)) --! I18N.capitalise function
  end
end
Event.register("base.on_chara_generated", "name", function(chara, params) chara.title = chara:build_name() end, { priority = 50000 })
Event.register("base.on_recruited_as_ally", "count", function() save.company.hired = (save.company.hired or 0) + 1 end)
Event.register("base.on_init_save", "init", function() save.company.hired = 0 end)
return { hire = hire, hour = World.date_hours, day = World.date }
""",
        "locale/en/hire.lua": 'return { hire = { done = function(_1) return ("%s joins."):format(_1) end } }',
    },
    "fishing": {
        "mod.lua": 'return { id = "fishing", version = "0.1.0", dependencies = {} }',
        "init.lua": """local Activity = require("api.Activity")
local Effect = require("mod.elona.api.Effect") --! mod.elona.api.Effect module
local Enum = require("api.Enum")
local Item = require("api.Item")
local Map = require("api.Map")
local Mef = require("api.Mef")
local Pos = require("api.Pos")
local Const = require("api.Const")
local Anim = require("api.Anim") --! api.Anim module
data:add {
  _type = "base.activity", _id = "fish", elona_id = 7,
  params = { x = types.uint, y = types.uint, bait = types.optional(types.map_object("base.item")) },
  default_turns = 100, animation_wait = 40, auto_turn_anim = "base.fishing", on_interrupt = "prompt",
  events = {
    { id = "base.on_activity_start", name = "start", callback = function(self, params) Anim.load("fish", 1, 1) return "turn_end" end }, --! api.Anim.load function
    { id = "base.on_activity_pass_turns", name = "pass", callback = function(self, params)
      local chara = params.chara
      for _, x, y in Pos.iter_surrounding(chara.x, chara.y) do
        if Map.tile(x, y).kind == Enum.TileRole.Water and Mef.at(x, y) == nil then Mef.create("fishing.ripple", x, y, { duration = 3 }) end
      end
      Effect.damage_insanity(chara, 1)
      chara:damage_sp(1) --! :damage_sp function
      return "turn_end"
    end },
    { id = "base.on_activity_finnish", name = "finish", callback = function(self, params) Item.create("elona.fish", params.chara.x, params.chara.y, {}, params.chara) end }, --! base.on_activity_finnish event
  },
}
data:add { _type = "base.mef", _id = "ripple", image = "x", params = {} }
data:add { _type = "base.asset", _id = "ripple", image = "x" }
local function begin(chara) chara:start_activity("fishing.fish", { x = 1, y = 1 }) assert(chara:has_activity() and Const.MAX_CHARAS and Enum.Wather) end --! Enum.Wather function
return { begin = begin, make = Activity.create }
""",
    },
    "market": {
        "mod.lua": 'return { id = "market", version = "0.1.0", dependencies = { company = ">= 0" } }',
        "init.lua": """local Advice = require("api.Advice")
local Inventory = require("api.Inventory")
local Log = require("api.Log")
local Save = require("api.Save")
local StayingCharas = require("api.StayingCharas")
local ItemMemory = require("mod.elona_sys.api.ItemMemory") --! mod.elona_sys.api.ItemMemory module
local company = require("mod.company.init")
local field = require("game.field") --! game.field module
local fun = require("thirdparty.fun")
local Codec = require("util.codec") --! util.codec module
data:add_type { name = "stall", fields = { { name = "price", type = types.number, default = 1 } } }
data:add { _type = "market.stall", _id = "fruit", price = 3 }
data:add { _type = "elona_sys.inventory_proto", _id = "stall" } --! elona_sys.inventory_proto type
data:add { _type = "base.config_option", _id = "tax", type = "number", default = 0.1, min_value = 0, maximum = 1 } --! base.config_option: maximum field
data:add { _type = "base.data_ext", _id = "shop", fields = { { name = "open", type = types.boolean, default = true } } }
local Stall = class.class("Stall", { ILocation }, { no_inspect = true })
Stall:delegate("inv", { "take_object", "iter" })
function Stall:init() self.inv = Inventory:new(20, "base.item", self) end
function Stall:sell(item, n)
  local price = math.floor(item:calc("value") * (1 + config.market.tax))
  if self.inv:is_full() then return false end
  local sold = item:separate(n) --! :separate function
  self:take_object(sold)
  ItemMemory.set_known(item._id, true)
  Log.info("sold %s for %d", item:build_name(n), math.clamp(price, 1, 9999))
  return table.deepcopy({ price }), string.split("a,b", ","), fun.iter({ 1 }):map(function(x) return x end):to_list()
end
Advice.add("around", "api.Item", "create", "tax", function(orig, ...) return orig(...) end)
Advice.add("before", "api.Map", "spill_blood", "less", function() end) --! Map.spill_blood function
Advice.add("before", "mod.company.init", "hire", "log", function() end)
local function settle(chara, area) save.base.staying_charas:register(chara, area, 1) StayingCharas.register_global(chara, area, 1) field:refresh_screen() Save.queue_autosave() Save.autosave_now() end --! game.field.refresh_screen function, Save.autosave_now function
for _, stall in data["market.stall"]:iter() do assert(stall.price) end
for _, proto in data["elona_sys.inventory_proto"]:iter() do assert(proto) end --! elona_sys.inventory_proto type
return { Stall = Stall, settle = settle, hire = company.hire, codec = Codec }
""",
    },
}


@pytest.mark.slow
def test_names_of_five_mods_are_listed_with_count_and_lines_and_no_others(tmp_path: Path) -> None:
    expected: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for mod, files in MODS.items():
        write_mod(tmp_path / mod, files)
        expected[mod] = defaultdict(list)
        for name, text in files.items():
            for number, line in enumerate(text.splitlines(), 1):
                for marked in filter(None, line.partition("--! ")[2].split(", ")):
                    expected[mod][marked].append((f"{mod}/{name}", number))
    listed = {
        mod: {f"{each.name} {each.kind}": (each.uses, sorted(each.places)) for each in missing}
        for mod, missing in find_missing(tmp_path).items()
    }
    assert listed == {
        mod: {name: (len(places), sorted(places)) for name, places in names.items()} for mod, names in expected.items()
    }
