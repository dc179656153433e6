-- The variables of the table kts, the table mod, and the other globals of this dialect.
return [==[
kts.MENU: Menu?
  The menu of a quest. A mod that sets it is a generator: `dungeon-host generate MOD --set ITEM=CHOICE`.

kts.DUNGEON_ERROR: string?
  The reason why kts.LayoutDungeon failed; nil when it succeeded. kts.WipeDungeon sets it to nil.

kts.DEFAULT_ITEM: ItemType?
  The item in the hands of knights without one. A mod sets it while it loads.

kts.VERSION: integer
  The version of this API: 1.

kts.HOOK_CREATURE_SQUELCH: function?
  Called for the sound of a hit on a creature.

kts.HOOK_KNIGHT_DAMAGE: function?
  Called when a knight is damaged.

kts.HOOK_MISSILE_MISS: function?
  Called when a missile hits no creature.

kts.HOOK_SHOOT: function?
  Called when a creature shoots.

kts.HOOK_WEAPON_DOWNSWING: function?
  Called when a creature strikes.

kts.HOOK_WEAPON_PARRY: function?
  For a creature that parries; the host does not call it yet.

cxt: Context? -- present
  The context of the running callback.

mod.RegisterMod(options: RegisterOptions): table
  Register the mod under a name for other mods, with a namespace of its own: from then on the variables of the calling
  file go into the namespace.
  - result: the namespace
  ! the name must not be the name or the id of another mod
  ! mods register themselves while they load
  + mod.RegisterMod { name = "my_mod", version = "1.0" }
  + answer = 42
  + print(mod.GetModVersion "my_mod", mod.IsModRegistered "my_mod") --> 1.0 true

record RegisterOptions
  The argument of mod.RegisterMod.
  name: string | number, the name for other mods
  version: string?, groups of digits joined by dots
  keep_env: truth, whether the file keeps its environment

mod.GetRegisteredMod(name: string | number, least: string | number | nil): table?
  Return the namespace of a registered mod, or nil.
  - least: the lowest version to accept
  > local other = mod.GetRegisteredMod "base"
  > print(other ~= nil, mod.GetRegisteredMod "nobody") --> true nil

mod.IsModRegistered(name: string | number): boolean
  Return whether a mod is registered under a name.
  > print(mod.IsModRegistered "nobody") --> false

mod.GetModVersion(name: string | number): string?
  Return the version of a registered mod; "" when it gave none, nil when there is no such mod.
  > print(mod.GetModVersion "nobody") --> nil

mod.GetModPrefix(name: string | number): string?
  Return the folder of a registered mod, for dofile.
  > print(mod.GetModPrefix "base") --> /base/

mod.GetAllMods(): table<string, string>
  Return the names and versions of all registered mods.
  > for name in pairs(mod.GetAllMods()) do print(name) end

dofile(name: string): ... any
  Run a file of the mod in the environment of the caller, and return its results. Names are relative to the folder of
  the running file; names that begin with / are absolute.
  ! the file must be in a mod
  + print((pcall(dofile, "nowhere.lua"))) --> false

use_strict() -- within
  Restrict the calling file to the variables that its main chunk has set.
  > local ok, message = pcall(function() use_strict(); return undeclared end)
  > print(ok) --> false

_CWD: string
  The folder of the running file, for dofile.

_MODULE_PREFIX: string
  The folder of the mod, for dofile.
]==]
