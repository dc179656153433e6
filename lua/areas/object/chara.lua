-- IChara: the methods of charas.

local import = ...
local activities = import "areas/object/activities"
local arguments = import "areas/arguments"
local instance_classes = import "areas/instance_classes"
local iterators = import "areas/iterator/creation"
local objects = import "areas/object/object_states"
local parties = import "areas/object/parties"
local party = import "areas/object/party"
local placement = import "areas/object/placement"
local queries = import "areas/object/queries"
local session = import "areas/session"
local staying_charas = import "areas/object/staying_charas"

local of = objects.of

local methods = {}

-- Hours until a dead citizen respawns.
local RESPAWN_HOURS = 48

function methods.is_player(self)
  return rawequal(session.game.player, of(self, "is_player").object)
end

function methods.is_in_player_party(self)
  return party.contains(of(self, "is_in_player_party").object)
end

function methods.is_ally(self)
  of(self, "is_ally")
  return party.contains(self) and not rawequal(session.game.player, self)
end

-- Lets a chara join the party of the player; with `target`, lets that join the party of the chara.
function methods.recruit_as_ally(self, target, quiet)
  local state = of(self, "recruit_as_ally")
  if target == nil then
    if not parties.join_player(state.object) then
      return false
    end
    objects.emit(self, "base.on_recruited_as_ally", { no_message = false })
    return true
  end
  local target_state = of(target, "recruit_as_ally: target")
  if objects.emit(self, "base.on_chara_calc_can_recruit_allies", {}, true) == false
    or not parties.join(self, target) then
    return false
  end
  target_state.fields.relation = state.fields.relation
  objects.touch(target_state)
  objects.emit(target, "base.on_recruited_as_ally", { no_message = quiet and true or false })
  return true
end

function methods.leave_party(self)
  return party.remove(of(self, "leave_party").object)
end

function methods.iter_other_party_members(self)
  local state = of(self, "iter_other_party_members")
  local id = parties.of_game:get_party_id_of_chara(self)
  local charas = {}
  if party.contains(self) then
    charas = { objects.is(session.game.player) and session.game.player or nil, table.unpack(session.game.party) }
  elseif id and state.map then
    charas = queries.list_of(state.map, "base.chara", function(chara)
      return parties.of_game:has_member(id, chara)
    end)
  end
  return iterators.of_list(charas):filter(function(chara)
    return not rawequal(chara, self)
  end)
end

function methods.equip_item(self, item)
  of(self, "equip_item")
  local state = of(item, "equip_item: item")
  if not rawequal(state.inside, self) and not placement.give(state, self) then
    return nil
  end
  item.is_equipped = true
  return item
end

function methods.is_alive(self)
  return party.is_alive(of(self, "is_alive").object)
end

function methods.kill(self)
  local fields = of(self, "kill").fields
  if not party.is_alive(self) then
    return false
  end
  fields.state, fields.hp = "Dead", 0
  fields.respawn_date = session.game.seconds // 3600 + RESPAWN_HOURS
  objects.emit(self, "base.on_chara_killed")
  activities.remove(self)
  staying_charas.forget(self)
  if self:is_player() then
    objects.emit(self, "base.on_player_death", { player = self })
  end
  return true
end

function methods.revive(self)
  local fields = of(self, "revive").fields
  fields.state, fields.respawn_date, fields.hp = "Alive", nil, fields.max_hp
  objects.emit(self, "base.on_chara_revived")
  if self:is_player() then
    objects.emit(self, "base.on_player_death_revival")
  end
end

-- The level of a skill in the field `skills` of a chara, id -> level.
local function level_of(skills, id)
  local level = arguments.is_plain(skills) and skills[id]
  return type(level) == "number" and level or 0
end

function methods.base_skill_level(self, id)
  return level_of(of(self, "base_skill_level").fields.skills, id)
end

function methods.skill_level(self, id)
  local state = of(self, "skill_level")
  return level_of(state.temp.skills == nil and state.fields.skills or state.temp.skills, id)
end

-- Sets a field of a chara to its maximum, and emits an event when that heals it.
local function heal_field(self, name, event)
  local fields = of(self, "heal_to_max").fields
  local value, most = fields[name], fields["max_" .. name]
  if arguments.is_finite(value) and arguments.is_finite(most) and value < most then
    fields[name] = most
    objects.emit(self, event, { amount = most - value, quiet = true })
  end
end

function methods.heal_to_max(self)
  local fields = of(self, "heal_to_max").fields
  local hp, max_hp = fields.hp, fields.max_hp
  fields.hp = max_hp
  if arguments.is_finite(hp) and arguments.is_finite(max_hp) and hp < max_hp then
    objects.emit(self, "base.on_heal_chara_hp", { amount = max_hp - hp, quiet = true })
  end
  heal_field(self, "mp", "base.on_heal_chara_mp")
  heal_field(self, "stamina", "base.on_heal_chara_stamina")
end

instance_classes.add_methods(objects.methods["base.chara"], { "ILocation", "ICarrier", "IChara" },
  methods, activities.methods, import("areas/object/object").methods, import("areas/object/carrier").methods)

return { methods = methods }
