"""Names and numbers that mods of the areas world rely on: enums, constants, events, types, and small functions."""

# Lua lines and lists are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from host import Host, HostError
from tests.helpers import MakeMod, RunLua

# Name of an enum -> its first number, and its members in order; a member with a number of its own is followed by that.
ENUMS = {
    "Quality": (1, "Bad Normal Good Great God Unique"),
    "TileRole": (0, "None Dryground Crop Water Snow MountainWater HardWall Sand SandHard Coast SandWater"),
    "OwnState": (-2, "Inherited None=0 NotOwned Shop Shelter Quest Unobtainable"),
    "IdentifyState": (0, "None Name Quality Full"),
    "CurseState": (-2, "Doomed Cursed Normal Blessed"),
    "AiBehavior": (0, "Null Roam Dull Stand Follow Special"),
    "CharaCategory": (
        0,
        "None Goblin Orc Slime Elea Kobolt Spider Yeek Mercenary Zombie Dog Bear Kamikaze Mummy HoundFire HoundIce HoundLightning HoundDarkness HoundMind HoundNerve HoundPoison HoundSound HoundNether HoundChaos",
    ),
    "FltSelect": (0, "None Sp Unique SpUnique Friend Town SfTown Shop Snow TownSp"),
    "Relation": (10, "Ally Neutral=0 Dislike=-1 Hate=-2 Enemy=-3"),
    "Burden": (0, "None Light Moderate Heavy Max"),
}
DIRECTIONS = "North South East West Northeast Southeast Northwest Southwest Center"
COLORS = """
  White 255,255,255 Green 175,255,175 Red 255,155,155 Blue 175,175,255 Yellow 255,215,175 Brown 255,255,175 Black 155,154,153 Purple 185,155,215 SkyBlue 155,205,205 Pink 255,195,185 Orange 235,215,155 Fresh 225,215,185 DarkGreen 105,235,105 Gray 205,205,205 LightRed 255,225,225 LightBlue 225,225,255 LightPurple 225,195,255 LightGreen 215,255,215 Talk 210,250,160
"""
CONSTANTS = """
  CITIZEN_RESPAWN_HOURS 48 MAX_CHARAS 245 MAX_CHARAS_ALLY 16 MAX_CHARAS_ADVENTURER 40 MAX_CHARAS_SAVED 56 MAX_CHARAS_OTHER 189
  KARMA_BAD -30 KARMA_GOOD 20 MAP_RENEW_MAJOR_HOURS 120 MAP_RENEW_MINOR_HOURS 24 MAP_MINOR_RENEW_STEP_HOURS 24
  RESIST_GRADE 50 RESIST_LEVEL_MINIMUM 3 RESIST_LEVEL_STRONG 7 RESIST_LEVEL_IMMUNE 7 MAX_ENCHANTMENTS 15 WEAPON_WEIGHT_LIGHT 1500 WEAPON_WEIGHT_HEAVY 4000
  FATIGUE_HEAVY 0 FATIGUE_MODERATE 25 FATIGUE_LIGHT 50 FATIGUE_THRESHOLD_HEAVY 0 FATIGUE_THRESHOLD_MODERATE 25 FATIGUE_THRESHOLD_LIGHT 50
  MAX_SKILL_LEVEL 2000 MAX_SKILL_POTENTIAL 400 MAX_SKILL_EXPERIENCE 1000 POTENTIAL_DECAY_RATE 0.9 SKILL_POINT_EXPERIENCE_GAIN 400
  INITIAL_YEAR 517 INITIAL_MONTH 8 INITIAL_DAY 12 IMPRESSION_ENEMY 0 IMPRESSION_HATE 25 IMPRESSION_NORMAL 50 IMPRESSION_PARTY 53
  IMPRESSION_AMIABLE 75 IMPRESSION_FRIEND 100 IMPRESSION_FELLOW 150 IMPRESSION_MARRY 200 IMPRESSION_SOULMATE 300
  PLANT_GROWTH_DAYS 4 AI_RANGED_ATTACK_THRESHOLD 6 AI_THROWING_ATTACK_THRESHOLD 8
  CON_SICK_HEAVY 30 CON_POISON_HEAVY 30 CON_SLEEP_HEAVY 30 CON_ANGRY_HEAVY 30 CON_DIM_HEAVY 60 CON_DIM_MODERATE 30 CON_BLEED_HEAVY 20
  CON_BLEED_MODERATE 10 CON_INSANE_HEAVY 50 CON_INSANE_MODERATE 25 CON_DRUNK_HEAVY 45
  ARMOR_WEIGHT_CLASS_HEAVY 35000 ARMOR_WEIGHT_CLASS_MEDIUM 15000 RANDOM_ITEM_TITLE_SEED_MAX 30000
  HUNGER_THRESHOLD_VOMIT 35000 HUNGER_THRESHOLD_BLOATED 12000 HUNGER_THRESHOLD_SATISFIED 10000 HUNGER_THRESHOLD_NORMAL 5000
  HUNGER_THRESHOLD_HUNGRY 2000 HUNGER_THRESHOLD_STARVING 1000 SLEEP_THRESHOLD_LIGHT 15 SLEEP_THRESHOLD_MODERATE 30 SLEEP_THRESHOLD_HEAVY 50
  ETHER_DISEASE_DEATH_THRESHOLD 20000 HUNGER_DECREMENT_AMOUNT 8 HUNGER_SLEEP_DECREMENT_AMOUNT 1500 ALLY_HUNGER_THRESHOLD 6000
  INNKEEPER_MEAL_NUTRITION 15000 EATING_NUTRITION_LIMIT 10000
"""
EVENTS = """
  after_chara_damaged after_damage_hp on_damage_chara on_kill_chara on_calc_kill_exp after_container_provide_item
  after_container_receive_item after_get_translation before_chara_moved before_chara_turn_start on_chara_pass_turn on_chara_turn_end
  generate_chara_name generate_title on_act_hostile_towards on_activity_start on_activity_cleanup on_activity_finish on_activity_interrupt
  on_activity_pass_turns on_build_item on_item_generate on_calc_chara_equipment_stats on_calc_speed on_chara_calc_can_recruit_allies
  on_chara_say_text on_damage_chara_mp on_heal_chara_hp on_heal_chara_mp on_heal_chara_stamina on_drop_item on_get_item on_hud_message
  on_inventory_context_filter on_item_add_enchantment on_item_remove_enchantment on_item_build_description on_map_calc_shadow
  on_mef_updated on_object_cloned on_player_death on_player_turn on_turn_begin on_recruited_as_ally on_set_player
  calc_status_indicators on_build_chara on_build_mef on_chara_generated on_chara_instantiated on_chara_normal_build
  on_chara_place_failure on_chara_revived on_chara_vanquished on_feat_instantiated on_feat_make_target_text on_finalize_player
  on_game_initial_load on_hotload_object on_initialize_player on_item_init_params on_item_instantiated on_item_refresh
  on_magic_reaction on_mef_instantiated on_object_finalized on_player_death_revival on_player_turn_query_frame on_pre_build
  on_refresh_weight on_regenerate on_theme_switched before_ai_decide_action before_map_refresh on_calc_damage
  on_chara_hostile_action on_chara_refresh_in_map on_chara_regenerate on_chara_renewed on_item_regenerate on_map_rebuilt
  on_map_regenerated on_proc_status_effect on_regenerate_map on_talk
"""
# Type -> the fields that its entries must have.
TYPES = {
    "race": "age_min age_max skills body_parts",
    "effect": "color indicator",
    "activity": "animation_wait on_interrupt",
    "body_part": "icon",
    "enchantment": "rarity",
    "ego_enchantment": "level filter",
    "enchantment_skill": "skill_id",
    "trait": "level_min level_max type",
    "sound": "file",
    "music": "file",
    "ui_indicator": "indicator",
    "scenario": "on_game_start",
    "theme": "overrides",
    "theme_transform": "applies_to transform",
    "chip": "image group",
    "ai_action": "act",
    "tone": "texts",
    "portrait": "image",
    "keybind": "default",
    "pcc_part": "kind image",
    "damage_reaction": "on_damage",
    "language": "language_code",
    "config_option_type": "validate widget fields default",
    "auto_turn_anim": "sound callback draw",
    "equipment_type": "on_initialize_equipment",
    "loot_type": "on_drop_loot",
    "trait_indicator": "applies_to make_indicator",
    "journal_page": "render",
}
FREE_TYPES = "item_type class element ego_minor_enchantment ammo_enchantment skill asset talk_event role config_menu"


def test_enums_have_their_numbers(run_lua: RunLua) -> None:
    script, expected = 'local Enum = require "api.Enum"\n', []
    for name, (first, members) in ENUMS.items():
        number = first
        for member in members.split():
            key, _, text = member.partition("=")
            number = int(text or number)
            script += f'print("{name}.{key}", Enum.{name}.{key})\n'
            expected.append(f"{name}.{key} {number}")
            number += 1
    for direction in DIRECTIONS.split():
        script += f"print(Enum.Direction.{direction})\n"
        expected.append(direction)
    words = COLORS.replace("\n", " ").split()
    for name, color in zip(words[::2], words[1::2], strict=True):
        script += f'print("{name}", table.concat(Enum.Color.{name}, ","))\n'
        expected.append(f"{name} {color}")
    assert run_lua(script).lines == expected


def test_constants_have_their_numbers(run_lua: RunLua) -> None:
    words = CONSTANTS.split()
    expected = [f"{name} {number}" for name, number in zip(words[::2], words[1::2], strict=True)]
    lines = "".join(f'print("{name}", Const.{name})\n' for name in words[::2])
    assert run_lua('local Const = require "api.Const"\n' + lines).lines == expected


def test_events_of_mods_are_declared_with_params_and_defaults(run_lua: RunLua) -> None:
    script = """
    for id in ([[%s]]):gmatch "%%S+" do
      Event.register("base." .. id, "add", function(source, params, result) return result + params.n end)
      print(id, (Event.trigger("base." .. id, { n = 2 }, 1)))
    end
    """
    assert run_lua(script % EVENTS).lines == [f"{name} 3" for name in EVENTS.split()]


def test_types_that_the_host_keeps_have_required_fields(make_mod: MakeMod) -> None:
    entries = "".join(
        f'data:add {{ _type = "base.{name}", _id = "a", further = 1, {" ".join(f"{field} = false," for field in fields.split())} }}\n'
        for name, fields in {**TYPES, **dict.fromkeys(FREE_TYPES.split(), "")}.items()
    )
    lines: list[str] = []
    names = " ".join([*TYPES, *FREE_TYPES.split()])
    count = f'for name in ("{names}"):gmatch "%S+" do print(name, data["base." .. name]["m.a"].further) end'
    host = Host([make_mod("m", entries + count)], output=lines.append)
    assert (lines, host.warnings) == ([f"{name} 1" for name in names.split()], [])
    lacking = "".join(f'data:add {{ _type = "base.{name}", _id = "a" }}\n' for name in TYPES)
    with pytest.raises(HostError) as caught:
        Host([make_mod("lacking", lacking)], output=lines.append)
    message = str(caught.value)
    for name, fields in TYPES.items():
        for field in fields.split():
            assert f'base.{name} "lacking.a": {field} is nil: must be given' in message


def test_env_knows_mods_and_their_files(make_mod: MakeMod) -> None:
    lines: list[str] = []
    init = """
    local Env = require "api.Env"
    local words = require "mod.m.lib.words"
    local of_mod = Env.mod_filter "m"
    print(Env.get_require_path(words), Env.get_require_path {}, of_mod { _id = "m.x" }, of_mod { _id = "base.m" }, of_mod(3))
    print(Env.is_mod_loaded "m", Env.version() == Env.api_version(), Env.lua_version(), type(Env.os()))
    """
    Host([make_mod("m", init, files={"lib/words.lua": "return {}"})], output=lines.append)
    assert lines == ["mod.m.lib.words nil true false false", "true true Lua 5.5 string"]


def test_the_tables_of_the_save_and_the_source_of_values(run_lua: RunLua) -> None:
    script = """
    for _, name in ipairs { "uids", "areas", "unique_areas", "parties", "staying_charas", "inventories", "play_turns" } do
      local ok, value = pcall(function() return save.base[name] end)
      print(name, ok, value ~= nil)
    end
    local gen = require("api.CodeGenerator"):new()
    gen:write "local t = "
    gen:write_table { 1, a = { true } }
    gen:write "\\nreturn t, "
    gen:write_value "x"
    local t, text = load(gen:tostring())()
    print(t[1], t.a[1], text)
    """
    lines = run_lua(script.replace("\\\\n", "\\n")).lines
    assert lines[-1] == "1 true x"
    assert [line for line in lines[:-1] if not line.endswith("true true")] == []
