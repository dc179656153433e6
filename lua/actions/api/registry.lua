-- What mods register, and where it is found.
return [==[
registerEntity(class: class, name: string?): integer
  Registers a class of entities; gives its place in Entities, which it gets as `global_id`.
  - name: letters, digits and underscores; that of the class when left out
  ! a class is registered once
  > local Wisp = class("Wisp", Entity)
  > print(Entities[registerEntity(Wisp)] == Wisp) --> true

registerItem(item: Item, name: string?): integer
  Registers an item; gives its place in Items, which it gets as `id`.
  - name: letters, digits and underscores
  ! an item is registered once
  > local feather = Item()
  > print(Items[registerItem(feather, "feather")] == feather) --> true

registerStat(name: string, config: table, how: string?): integer
  Registers a stat; gives its number, which is `StatTypes[name]` from now on.
  - config: `{ key of baseModifiers, what is there }`: `{ "amount", 0 }`, a list of such pairs, or a class of effects
  - how: one of HowToReturn, when you like to have that checked
  ! names are given once
  > registerStat("Charm", { "charm", { "amount", 3 } })
  > local Bard = class("Bard", Entity)
  > Decorators.Start(Bard)
  > decorate(Bard, Decorators.DynamicStats)
  > Bard.baseModifiers = {}
  > print(World(3, 3):create(Bard, Vec(1, 1)):getStat(StatTypes.Charm)) --> 3

addAttribute(stat: integer, attribute: table)
  Adds a number to a stat of several numbers.
  - attribute: `{ name, default }`
  ! the stat must hold several numbers
  > addAttribute(StatTypes.PushRes, { "wind", 2 })
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.PushRes):get "wind") --> 2

registerStatus(name: string, status: Status): integer
  Registers a status; gives its number, which is `StatusTypes[name]` from now on.
  ! names are given once
  > local Sleep = class("Sleep", require "@status.status")
  > print(registerStatus("sleep", Sleep()) == StatusTypes.sleep) --> true

registerAttackSource(name: string): string
  Registers a source of attacks; gives its name in small letters, which is its name in the stat AttackRes.
  > print(registerAttackSource "Lightning", AttackSourceTypes.Lightning) --> lightning lightning

Entities: table<integer, class<GameObject>>
  The registered classes of entities by their `global_id`.
  > print(Entities[Mods.Critters.Entities.bat.global_id] == Mods.Critters.Entities.bat) --> true

Items: table<integer, Item>
  The registered items by their `id`.
  > print(Items[Mods.Critters.Items.axe.id] == Mods.Critters.Items.axe) --> true

Mods: table<string, table>
  What mods have registered: `Mods.Name.Entities.name` and `Mods.Name.Items.name`, where Name is the id of the mod, with
  a capital letter or without.
  > print(class.name(Mods.Critters.Entities.rat), Mods.critters.Items.sword.glyph) --> Rat /

MODULE_NAME: string
  The id of your mod.
  > print(type(MODULE_NAME)) --> string
]==]
