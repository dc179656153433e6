-- Advice: wraps functions of modules.
return [==[
module "api.Advice": Advice

record AdviceOptions
  Options of advice.
  priority: number? = 100000, advice of the highest priority is outermost
  enabled: boolean? = true, whether it takes effect at once

Advice.add(where: string, path: string, name: string, identifier: string, fn: function, options: AdviceOptions?)
  Wraps a function of a module.
  - where: before, after, around, override, filter_args, filter_return, or before_ or after_ with while or until
  - path: the path of the module for require, such as api.Chara
  - name: the function of the module
  - identifier: a name for the advice, up to 128 characters
  ! The module must have a function of that name
  ! An identifier is used once per function; the module must belong to the host, this mod, or a mod it depends on
  > Advice.add("filter_return", "api.Rand", "dice_max", "loaded dice", function(most) return most + 1 end)
  > print(Rand.dice_max(2, 6)) --> 13
  > Advice.remove("api.Rand", "dice_max", _MOD_ID, "loaded dice")

Advice.remove(path: string, name: string, by: string, identifier: string)
  Removes a piece of advice.
  - by: the id of the mod that added it
  ! There must be such advice, of this mod or of a mod it depends on
  > Advice.add("override", "api.Rand", "dice_max", "no dice", function() return 0 end)
  > Advice.remove("api.Rand", "dice_max", _MOD_ID, "no dice")
  > print(Rand.dice_max(2, 6)) --> 12

Advice.set_enabled(path: string, name: string, by: string, identifier: string, enabled: truth?)
  Disables or enables a piece of advice.
  - by: the id of the mod that added it
  ! There must be such advice, of this mod or of a mod it depends on
  > Advice.add("override", "api.Rand", "dice_max", "rest", function() return 0 end)
  > Advice.set_enabled("api.Rand", "dice_max", _MOD_ID, "rest", false)
  > print(Rand.dice_max(2, 6)) --> 12
  > Advice.remove_by_mod(_MOD_ID)

Advice.is_advised(path: string, name: string, by: string?, identifier: string?): boolean
  Whether a function has advice.
  - by: the id of the mod that added the advice; by default any
  - identifier: the name of the advice; by default any
  ! There must be a module of that path
  > print(Advice.is_advised("api.Rand", "dice_max")) --> false

Advice.remove_by_mod(by: string)
  Removes all advice of a mod that this mod may change.
  > Advice.add("before", "api.Rand", "dice_max", "watch", print)
  > Advice.remove_by_mod(_MOD_ID)
  > print(Advice.is_advised("api.Rand", "dice_max")) --> false

Advice.remove_all(path: string, name: string)
  Removes all advice on a function that this mod may change.
  ! There must be a module of that path
  > Advice.add("before", "api.Rand", "dice_max", "watch", print)
  > Advice.remove_all("api.Rand", "dice_max")
  > print(Advice.is_advised("api.Rand", "dice_max")) --> false
]==]
