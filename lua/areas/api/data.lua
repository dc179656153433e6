-- data and config: entries, types and options of mods.
return [==[
module "internal.data": data

class DataEntry
  An entry of data: a table with its fields, `_type` and `_id`. Entries of other mods are read-only.
  = data["base.map_tile"]["base.wall"]

DataEntry[string]: any
  The fields that its type declares.

DataEntry._id: string
  Its full id: `my_mod.name`.

DataEntry._type: string
  Its type: `base.item`.

class data -- named
  The data of all mods. `data["base.item"]` holds the entries of a type.

data[string]: DataType
  The entries of a type.

data:add(entry: table): DataEntry
  Adds an entry. Its full id is `my_mod.name`.
  - entry: its `_type`, its `_id`, and the fields of the type; also `_ext` for extensions and `_ordering`, a number
  - result: the same table
  ! There must be a type of that name, and no other entry of that id
  ! All entries are checked when all mods have loaded; all faults are reported together
  > local lamp = data:add { _type = "base.item", _id = "lamp", value = 12 }
  > print(lamp._id == _MOD_ID .. ".lamp") --> true

data:add_multi(name: string, list: table[]): DataEntry[]
  Adds many entries of one type.
  ! There must be a type of that name, and no other entry of those ids
  > print(#data:add_multi("base.item", { { _id = "cup" }, { _id = "jug" } })) --> 2

data:replace(entry: table): DataEntry
  Replaces an entry that this mod has added.
  ! This mod must have added an entry of that type and id
  > data:add { _type = "base.item", _id = "bread", value = 2 }
  > data:replace { _type = "base.item", _id = "bread", value = 4 }
  > print(data["base.item"][_MOD_ID .. ".bread"].value) --> 4

record DataField
  A field of a type of data.
  name: string, its name
  type: Type?, the type of its values, such as types.number; by default any
  default: any, its value in entries without it
  indexed: boolean?, whether find_by can search it; its values must differ from entry to entry
  doc: string?, what it means
  template: any, for tools
  no_fallback: any, for tools

record DataTypeOptions -- strict
  A type of data.
  name: string, a name of small letters; the full name is `my_mod.name`
  fields: DataField[]?, the fields that entries have
  validation: "strict" | "permissive"? = "strict", whether entries may have further fields
  on_validate: function?, called with each entry; raises an error or returns a text for an invalid one
  fallbacks: table?, for tools
  doc: string?, what it is for

data:add_type(given: DataTypeOptions)
  Adds a type of data, so that mods can add entries of it.
  ! There must be no other type of that name, and no two fields of one name
  ! The default of a field must be of its type
  > data:add_type { name = "gem", fields = { { name = "value", type = types.number, default = 1 } } }
  > print(data:add({ _type = _MOD_ID .. ".gem", _id = "opal" }).value) --> 1

data:has_type(name: string): boolean
  Whether there is a type of a name.
  > print(data:has_type "base.item", data:has_type "base.itme") --> true false

data:types(): string[]
  The names of all types.
  > print(table.index_of(data:types(), "base.item") ~= nil) --> true

data:iter(): Iterator
  Iterates over all types: name and type.
  > for _, name, kind in data:iter() do if name == "base.chara" then print(kind["base.fallback"].name) end end --> bug

data:sort_all()
  Sorts the entries of all types again.
  > data:sort_all()

data:validate_all(): boolean, string[]
  Whether all entries are valid, and a list of their faults.
  > print((data:validate_all())) --> true

class DataType
  The entries of a type, by full id: `data["base.item"]["my_mod.lamp"]`; nil if there is none.
  = data["base.item"]

DataType[string]: DataEntry?
  The entry of an id.

DataType:ensure(id: string | DataEntry): DataEntry
  The entry of an id.
  ! There must be an entry of that id
  > print(data["base.map_tile"]:ensure("base.wall").is_solid) --> true

DataType:iter(): Iterator
  Iterates over all entries of the type, in order.
  > print(data["base.config_option"]:iter():length() >= 1) --> true

DataType:find_by(field: string, value: any): DataEntry?
  The entry with a value in an indexed field.
  ! The field must be indexed
  > data:add_type { name = "rune", fields = { { name = "sign", type = types.string, indexed = true } } }
  > data:add { _type = _MOD_ID .. ".rune", _id = "fire", sign = "F" }
  > print(data[_MOD_ID .. ".rune"]:find_by("sign", "F")._id == _MOD_ID .. ".fire") --> true

DataType:validate(entry: any): boolean, string?
  Whether a table is valid as an entry; if not, also all its faults.
  > print(data["base.item"]:validate { value = "dear" }) --> false value is "dear": must be a number

DataType:ext(id: string | DataEntry, ext: string): table
  The fields of an extension (a base.data_ext) of an entry, or their defaults.
  ! There must be an entry of that id, and an extension
  > data:add { _type = "base.data_ext", _id = "smell", fields = { { name = "kind", type = types.string,
  >   default = "none" } } }
  > local cheese = data:add { _type = "base.item", _id = "cheese",
  >   _ext = { [_MOD_ID .. ".smell"] = { kind = "strong" } } }
  > print(data["base.item"]:ext(cheese, _MOD_ID .. ".smell").kind) --> strong

DataType:type(): string
  The name of the type.
  > print(data["base.item"]:type()) --> base.item

DataType:print(): string
  The ids of all entries, one per line.
  > print(data["base.config_option"]:print():find("base.debug_always_renew_map", 1, true) ~= nil) --> true

DataType:edit(descriptor: string, fn: fun(entry: table): any) -- load
  Changes every entry of the type, also entries of other mods, when all mods have loaded.
  - descriptor: a name for the edit, unique for the mod and the type
  - fn: gets a copy of each entry; changes it, or returns another
  ! Only while mods load
  + data:add { _type = "base.item", _id = "onion", value = 3 }
  + data["base.item"]:edit("all is dearer", function(item) item.value = item.value * 2 end)
  > print(data["base.item"][_MOD_ID .. ".onion"].value) --> 6

config: table<string, table>
  Options of mods, `config.my_mod.option`, declared as base.config_option.
  ! There must be an option of that name, and the value must have its type
  > data:add { _type = "base.config_option", _id = "speed", type = "integer", default = 3, max_value = 5 }
  > config[_MOD_ID].speed = 4
  > print(config[_MOD_ID].speed) --> 4
]==]
