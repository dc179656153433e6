-- The modules that mods require. A path that begins with `@` may begin with `logic.` instead.
return [==[
module "lib.chains.ranks": Ranks
module "lib.chains.schain": Chain
module "lib.chains.chain": PlainChain -- local
module "lib.chains.schaintemplate": ChainTemplate
module "lib.chains.chaintemplate": PlainChainTemplate -- local
module "lib.chains.numbers": RankNumbers
module "lib.cyclicbuf": CyclicBuffer -- local
module "lib.vec": Vec
module "modules.utils.handlers": modules.utils.handlers -- local
module "render.changes": Changes -- local
module "world.cell": Cell -- local
module "world.grid": Grid -- local
module "world.phases": phases -- local
module "world.layers": Layers
module "world.world": World
module "world.generation.generator": Generator
module "@action.action": Action
module "@action.actions.attack": AttackAction -- local
module "@action.actions.move": MoveAction -- local
module "@action.actions.dig": DigAction -- local
module "@action.actions.attackmove": AttackMove -- local
module "@action.actions.attackdig": AttackDig -- local
module "@action.actions.attackdigmove": AttackDigMove -- local
module "@action.actions.none": NoneAction -- local
module "@action.actions.player": PlayerAction -- local
module "@action.effects.effect": Effect -- local
module "@action.effects.attack": AttackEffect -- local
module "@action.effects.push": PushEffect -- local
module "@action.effects.dig": DigEffect -- local
module "@action.effects.move": MoveEffect -- local
module "@action.handlers.basic": handlers.basic -- local
module "@action.handlers.utils": handlers.utils -- local
module "@algos.simple": algos.simple -- local
module "@algos.general": algos.general -- local
module "@base.entity": Entity
module "@base.gameobject": GameObject
module "@base.event": Event
module "@base.utils": base.utils -- local
module "@decorators.decorator": Decorator -- local
module "@decorators.utils": decorators.utils -- local
module "@decorators.decorators": Decorators
module "@decorators.decorate": decorate
module "@history.history": History -- local
module "@hp.hp": HP -- local
module "@insides.options": Options -- local
module "@interactors.do": interactors -- local
module "@items.item": Item
module "@items.insides.options": Options -- local
module "@items.insides.realizers": realizers -- local
module "@items.insides.setup": setup -- local
module "@items.inventory.slots": InventorySlots
module "@items.weapons.weapon": Weapon -- local
module "@items.weapons.pattern": Pattern -- local
module "@items.weapons.piece": Piece -- local
module "@items.weapons.target": Target -- local
module "@items.weapons.chains.general": weapons.chains.general -- local
module "@items.weapons.chains.hitall": weapons.chains.hitall -- local
module "@items.weapons.chains.check": weapons.chains.check -- local
module "@retouchers.retouchers": Retouchers
module "@sequence.sequence": Sequence -- local
module "@sequence.step": Step -- local
module "@sequence.movs.basic": movs.basic -- local
module "@sequence.movs.adjacent": movs.adjacent -- local
module "@sequence.movs.diagonal": movs.diagonal -- local
module "@sequence.movs.straight": movs.straight -- local
module "@stats.stats": Stats -- local
module "@stats.stattypes": StatTypes
module "@status.status": Status -- local
module "@status.option": OptionStatus -- local
module "@status.optionstatus": OptionStatus -- local
module "@status.flavor": FlavorStatus -- local
module "@status.flavorstatus": FlavorStatus -- local
module "@status.flavors.flavor": Flavor -- local
module "@status.overlay": overlay -- local
module "@tinkers.tinker": Tinker -- local
module "@tinkers.reftinker": RefTinker -- local
module "@tinkers.storetinker": StoreTinker -- local
module "@tinkers.stattinker": StatTinker -- local
module "@tinkers.refstattinker": RefStatTinker -- local
module "@tinkers.storestattinker": StoreStatTinker -- local
module "@tinkers.utils": tinkers.utils -- local
module "@decorators.acting": Acting -- local
module "@decorators.attackable": Attackable -- local
module "@decorators.attacking": Attacking -- local
module "@decorators.diggable": Diggable -- local
module "@decorators.digging": Digging -- local
module "@decorators.displaceable": Displaceable -- local
module "@decorators.dynamicstats": DynamicStats -- local
module "@decorators.general": Decorators.General
module "@decorators.interactable": Interactable -- local
module "@decorators.interacting": Interacting -- local
module "@decorators.inventory": Inventory -- local
module "@decorators.killable": Killable -- local
module "@decorators.moving": Moving -- local
module "@decorators.playercontrol": PlayerControl -- local
module "@decorators.pushable": Pushable -- local
module "@decorators.sequential": Sequential -- local
module "@decorators.start": Decorators.Start
module "@decorators.statused": Statused -- local
module "@decorators.ticking": Ticking -- local
module "@decorators.withhp": WithHP -- local
module "@retouchers.algos": Retouchers.Algos
module "@retouchers.attackableness": Retouchers.Attackableness
module "@retouchers.bumping": Retouchers.Bumping
module "@retouchers.bump": Retouchers.Bump
module "@retouchers.equip": Retouchers.Equip
module "@retouchers.skip": Retouchers.Skip
module "@retouchers.reorient": Retouchers.Reorient
module "@retouchers.noaction": Retouchers.NoAction
module "@retouchers.invincible": Retouchers.Invincible
module "@retouchers.utils": Retouchers.utils

module "@enums.attackableness": Attackableness
module "@retouchers.all": Retouchers
module "@retouchers.step": Retouchers.Step
module "@decorators.stats.howtoreturn": HowToReturn
module "@decorators.stats.data": decorators.stats.data -- local
module "@history.event": history.event -- local
module "@hp.container": HPContainer -- local
module "@items.droppeditem": DroppedItem -- local
module "@items.weapons.chains.checks": weapons.chains.checks -- local
module "@items.weapons.chains.filters": weapons.chains.filters -- local
module "@items.weapons.chains.utils": weapons.chains.utils -- local
module "@items.weapons.querytargets": modules.done -- local
module "@sequence.init": sequence.init -- local
module "@sequence.utils": sequence.utils -- local
module "@sequence.movs.utils": movs.utils -- local
module "@tinkers.id": tinkers.id -- local
module "@tinkers.components.move": tinkers.components.move -- local
module "game.initworld": modules.initworld -- local
module "game.setup": modules.done -- local
module "game.input": modules.screen -- local
module "game.render": modules.screen -- local
module "game.game": modules.screen -- local
module "lib.chains.event": Event
module "lib.deepclone": table.deepClone
module "lib.emitter": Emitter
module "lib.inspect": ins
module "lib.Luaoop": Luaoop
module "lib.utils": table
module "modules.modloader": modules.done -- local
module "modules.utils.modchain": modules.utils.modchain -- local
module "render.assets": modules.screen -- local
module "render.renderer": modules.screen -- local
module "world.generation.cell": generation.cell -- local
module "world.generation.dir": generation.dir -- local
module "world.generation.dirsmap": generation.dirsmap -- local
module "world.generation.node": generation.node -- local
module "world.generation.types": generation.types -- local
module "world.synchronizer": Synchronizer -- local

modules.done: boolean
  What modules give whose work the host has done already.
  > print(require "modules.modloader") --> true

modules.screen: any
  What modules give that draw, play sounds or read keys: an object that does nothing. Its fields and what they return
  are the object itself. A file of the mod with the same path comes first. In mods without `mod.toml`, `engine.*`,
  `composer`, `config`, `main` and `menu` give it, too.
  > local renderer = require "render.renderer"
  > print(renderer.drawWorld(1, 2) == renderer) --> true

class Synchronizer
  = require "world.synchronizer"()
  A class without methods, which mods for Dungeon Hopper require.

Synchronizer(): Synchronizer
  An object without methods.
  > print(class.name(require "world.synchronizer"())) --> Synchronizer
]==]
