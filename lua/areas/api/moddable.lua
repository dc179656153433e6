-- IModdable: fields with temporary values.
return [==[
module "api.IModdable": IModdable -- local

class IModdable
  An object with fields and temporary values over them: a map, a chara, an item or a feat.
  = InstancedMap:new(5, 5)

IModdable:calc(key: any): any -- within
  The value of a field: the temporary one, or else the field itself.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 2)
  > print(map:calc "level", map.level) --> 3 1

IModdable:mod(key: any, value: any, how: "add" | "set" | "merge"?): any
  Changes the value of a field until the next refresh; returns the new value.
  - how: "add" adds a number, "set" replaces the value, "merge" joins two tables; by default "add"
  ! "add" needs numbers, "merge" needs tables
  > local map = InstancedMap:new(5, 5)
  > map:mod("name", "dusk", "set")
  > print(map:calc "name", map:mod("level", 4)) --> dusk 5

IModdable:mod_base(key: any, value: any, how: "add" | "set" | "merge"?): any
  Changes a field permanently, in the same way; returns its new value.
  ! "add" needs numbers, "merge" needs tables
  > local map = InstancedMap:new(5, 5)
  > map:mod_base("level", 4)
  > print(map.level) --> 5

IModdable:reset(key: any, value: any)
  Sets a field and removes its temporary value.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 4)
  > map:reset("level", 2)
  > print(map:calc "level") --> 2

IModdable:refresh()
  Removes all temporary values and emits base.on_refresh, whose handlers may set them again.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 4)
  > map:refresh()
  > print(map:calc "level") --> 1

IModdable:on_refresh()
  An alias of refresh.
  > local map = InstancedMap:new(5, 5)
  > map:mod("level", 4)
  > map:on_refresh()
  > print(map:calc "level") --> 1

IModdable:get_mod_data(id: string): table
  The table of a mod for its data about this object. It is saved; for other mods it is read-only.
  - id: the id of the mod
  ! The mod must be loaded
  > local map = InstancedMap:new(5, 5)
  > map:get_mod_data(_MOD_ID).visits = 3
  > print(map:get_mod_data(_MOD_ID).visits) --> 3
]==]
