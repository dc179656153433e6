-- The variables of the table kts, and what mods of this dialect find beside it.
return [==[
kts.MENU: Menu?
  A mod that sets it is a generator: `dungeon-host generate MOD --set ITEM=CHOICE`.

kts.DUNGEON_ERROR: string?
  Why kts.LayoutDungeon could not make the dungeon; nil when it could. kts.WipeDungeon clears it.

kts.DEFAULT_ITEM: ItemType?
  What knights hold who hold nothing. A mod sets it while it loads.

kts.VERSION: integer
  The version of this API: 1.

kts.HOOK_CREATURE_SQUELCH: function?
  Called when a creature is crushed.

kts.HOOK_KNIGHT_DAMAGE: function?
  Called when a knight is hurt.

kts.HOOK_MISSILE_MISS: function?
  Called when a missile hits a wall.

kts.HOOK_SHOOT: function?
  Called when somebody shoots.

kts.HOOK_WEAPON_DOWNSWING: function?
  Called when somebody strikes.

kts.HOOK_WEAPON_PARRY: function?
  Called when somebody parries; nothing calls it yet.

cxt: Context?
  What the running callback is about.

mod.RegisterMod(options: RegisterOptions): table -- within
  Give the mod a namespace of its own, into which the variables of the calling file go from then on, and a name by which others require it.
  - result: the namespace
  ! another mod has registered the name, or has it as its id
  ! the mod has loaded
  + mod.RegisterMod { name = "my_mod", version = "1.0" }
  + answer = 42
  + print(mod.GetModVersion "my_mod", mod.IsModRegistered "my_mod") --> 1.0 true

record RegisterOptions
  What mod.RegisterMod takes.
  name: string | number, by which others find the mod
  version: string?, groups of digits joined by dots
  keep_env: truth, whether variables of the file stay where they are

mod.GetRegisteredMod(name: string | number, least: string | number | nil): table? -- within
  The namespace of a registered mod, or nil.
  - least: the least version that will do
  > local other = mod.GetRegisteredMod "base"
  > print(other ~= nil, mod.GetRegisteredMod "nobody") --> true nil

mod.IsModRegistered(name: string | number): boolean -- within
  Whether a mod has registered itself under a name.
  > print(mod.IsModRegistered "nobody") --> false

mod.GetModVersion(name: string | number): string? -- within
  The version a mod registered itself with; "" for none, nil when there is no such mod.
  > print(mod.GetModVersion "nobody") --> nil

mod.GetModPrefix(name: string | number): string? -- within
  Where the files of a registered mod lie, for dofile.
  > print(mod.GetModPrefix "base") --> /base/

mod.GetAllMods(): table<string, string> -- within
  Name and version of all mods that registered themselves.
  > for name in pairs(mod.GetAllMods()) do print(name) end

dofile(name: string): ... any -- within
  Run a file of the mod in the environment of the caller, and give what it returns. Names are relative to the file that runs;
  those that begin with / are whole.
  ! the file must lie in a mod
  + print((pcall(dofile, "nowhere.lua"))) --> false

use_strict() -- within
  From here on the calling file may read and set only variables that its main chunk has set.
  > local ok, message = pcall(function() use_strict(); return undeclared end)
  > print(ok) --> false

_CWD: string
  The folder of the file that runs, as dofile sees it.

_MODULE_PREFIX: string
  The folder of the mod, as dofile sees it.
]==]
