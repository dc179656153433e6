-- Actions are looked up by name when a player asks for them: a host that only makes dungeons need not have them.
local function control(name, fields)
  local action, possible = fields.action, fields.possible
  fields.name_key = name
  fields.action = function() return kts[action]() end
  fields.possible = possible and function() return kts[possible]() end
  return kts.Control(fields)
end

control_activate = control("Open or use", {
  action = "Activate", possible = "Can_Activate", menu_direction = "up", tap_priority = 2, action_bar_slot = 1,
})
control_pick_up = control("Pick up", {
  action = "PickUp", possible = "Can_PickUp", menu_direction = "down", tap_priority = 4, action_bar_slot = 2,
})
control_drop = control("Put down", {
  action = "DropHeld", possible = "Can_DropHeld", menu_direction = "down", tap_priority = 1, action_bar_slot = 3,
})
control_swing = control("Strike", {
  action = "SwingOrDrop", possible = "Can_SwingOrDrop", menu_direction = "left", continuous = true,
  can_do_while_moving = true, action_bar_slot = 4,
})
control_throw = control("Throw or shoot", {
  action = "ThrowOrShoot", possible = "Can_ThrowOrShoot", menu_direction = "right", action_bar_slot = 5,
})
control_give_up = control("Give up and start again", {
  action = "Suicide", menu_special = 1, suicide_key = true, can_do_while_moving = true, can_do_while_stunned = true,
})

kts.CONTROLS = {
  control_activate, control_pick_up, control_drop, control_swing, control_throw, control_give_up,
}
