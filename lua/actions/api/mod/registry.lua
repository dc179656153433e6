-- Registration of content, and the lists of registered content.
return [==[
registerEntity(class: class, name: string?): integer
  Registers a class of entities. Returns its index in Entities, which the class gets as `global_id`.
  - name: letters, digits and underscores; the name of the class when left out
  ! a class may be registered once
  > local Wisp = class("Wisp", Entity)
  > print(Entities[registerEntity(Wisp)] == Wisp) --> true

registerItem(item: Item, name: string?): integer
  Registers an item. Returns its index in Items, which the item gets as `id`.
  - name: letters, digits and underscores
  ! an item may be registered once
  > local feather = Item()
  > print(Items[registerItem(feather, "feather")] == feather) --> true

registerStat(name: string, config: table, how: string?): integer
  Registers a stat. Returns its number, which is then `StatTypes[name]`.
  - config: `{ key of baseModifiers, … }` with a pair `{ "amount", 0 }`, a list of pairs, or a class of effects
  - how: one of HowToReturn, to have the description checked
  ! the name must be new
  > registerStat("Charm", { "charm", { "amount", 3 } })
  > local Bard = class("Bard", Entity)
  > Decorators.Start(Bard)
  > decorate(Bard, Decorators.DynamicStats)
  > Bard.baseModifiers = {}
  > print(World(3, 3):create(Bard, Vec(1, 1)):getStat(StatTypes.Charm)) --> 3

addAttribute(stat: integer, attribute: table)
  Adds an attribute to a stat with several attributes.
  - attribute: `{ name, default }`
  ! the stat must have several attributes
  > addAttribute(StatTypes.PushRes, { "wind", 2 })
  > local rat = World(3, 3):create(Mods.Critters.Entities.rat, Vec(1, 1))
  > print(rat:getStat(StatTypes.PushRes):get "wind") --> 2

registerStatus(name: string, status: Status): integer
  Registers a status. Returns its number, which is then `StatusTypes[name]`.
  ! the name must be new
  > local Sleep = class("Sleep", require "@status.status")
  > print(registerStatus("sleep", Sleep()) == StatusTypes.sleep) --> true

registerAttackSource(name: string): string
  Registers a source of attacks. Returns its name in lower case, which is its attribute in the stat AttackRes.
  > print(registerAttackSource "Lightning", AttackSourceTypes.Lightning) --> lightning lightning

Entities: table<integer, class<GameObject>>
  The registered classes of entities by their `global_id`.
  > print(Entities[Mods.Critters.Entities.bat.global_id] == Mods.Critters.Entities.bat) --> true

Items: table<integer, Item>
  The registered items by their `id`.
  > print(Items[Mods.Critters.Items.axe.id] == Mods.Critters.Items.axe) --> true

Mods: table<string, table>
  The content of all mods: `Mods.Name.Entities.name` and `Mods.Name.Items.name`, where Name is the id of the mod, with
  or without a capital letter.
  > print(class.name(Mods.Critters.Entities.rat), Mods.critters.Items.sword.glyph) --> Rat /

MODULE_NAME: string
  The id of the mod.
  > print(type(MODULE_NAME)) --> string
]==]
