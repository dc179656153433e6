-- types: checkers of values.
return [==[
class Type
  A checker of values, for fields of data, params of feats and options.
  = types.number

types.check(value: any, checker: Type): boolean, string?
  Whether a value is of a type; if not, also all its errors, one per line.
  > print(types.check({ 1, "b" }, types.list(types.number))) --> false [2] is "b": must be a number

types.wrap(checker: Type): Type
  The type itself.
  > print(types.wrap(types.number) == types.number) --> true

types.any: Type
  Any value, nil included.

types.nil: Type
  Nil.

types.boolean: Type
  True or false.

types.string: Type
  A string.

types.number: Type
  A number.

types.int: Type
  A whole number.

types.uint: Type
  A whole number of 0 or more.

types.float: Type
  A number.

types.nan: Type
  Not a number: 0/0.

types.table: Type
  A table.

types.function: Type
  A function, or a table that can be called.

types.userdata: Type
  A handle of the host.

types.thread: Type
  A coroutine.

types.identifier: Type
  A name of small letters, digits and underscores.

types.data_type_id: Type
  The name of a type of data, such as base.item.

types.locale_id: Type
  A string.

types.path: Type
  A string.

types.require_path: Type
  A string.

types.type: Type
  A checker of `types`.

types.class_type: Type
  A class.

types.interface_type: Type
  An interface.

types.serializable: Type
  A value that can be saved: nil, a boolean, a number, a string or a table.

types.color: Type
  A colour: its name, or three numbers from 0 to 255.

types.iterator(...: any): Type
  A value that can be iterated over; what it yields is documentation. `types.iterator` itself is such a type, too.
  > print(types.check(fun.iter { 1, 2 }, types.iterator(types.int)), (types.check(3, types.iterator))) --> true false

types.callback(...: any): Type
  A function; arguments and results are documentation. `types.callback` itself is such a type, too.
  > print(types.check(print, types.callback("x", types.number))) --> true

types.optional(of: Type): Type
  A type, or nil.
  > print(types.check(nil, types.optional(types.number))) --> true

types.gt(limit: number): Type
  A number greater than another.
  > print(types.check(3, types.gt(3))) --> false the value is 3: must be a number greater than 3

types.lt(limit: number): Type
  A number less than another.
  > print(types.check(2, types.lt(3))) --> true

types.gteq(limit: number): Type
  A number that is at least another.
  > print(types.check(3, types.gteq(3))) --> true

types.lteq(limit: number): Type
  A number that is at most another.
  > print(types.check(3, types.lteq(3))) --> true

types.range(of: Type | number, low: number, high: number?): Type
  A number between two others, optionally of a type.
  | types.range(low: number, high: number): Type
  > print(types.check(4, types.range(types.int, 1, 6))) --> true

types.positive(of: Type?): Type
  A number of 0 or more.
  > print(types.check(0, types.positive())) --> true

types.negative(of: Type?): Type
  A number of 0 or less.
  > print(types.check(-2, types.negative(types.int))) --> true

types.enum(of: table): Type
  One of the values of a table.
  > print(types.check(2, types.enum { low = 1, high = 2 })) --> true

types.literal(...: any): Type
  One of some values.
  > print(types.check("low", types.literal("low", "high"))) --> true

types.list(of: Type): Type
  A list of values of a type.
  > print(types.check({ 1, 2 }, types.list(types.int))) --> true

types.set(of: Type): Type
  A table whose keys are of a type and whose values are true.
  > print(types.check(table.set { "a" }, types.set(types.string))) --> true

types.map(keys: Type, items: Type): Type
  A table whose keys are of one type and whose values are of another.
  > print(types.check({ a = 1 }, types.map(types.string, types.int))) --> true

types.keys(of: Type): Type
  A table whose keys are of a type.
  > print(types.check({ a = 1 }, types.keys(types.string))) --> true

types.values(of: Type): Type
  A table whose values are of a type.
  > print(types.check({ a = 1 }, types.values(types.int))) --> true

types.tuple(...: Type | Type[]): Type
  A list of values with one type for each position.
  > print(types.check({ 1, "a" }, types.tuple(types.int, types.string))) --> true

types.fields(fields: table<any, Type>, rest: Type?): Type
  A table with fields of certain types; other fields are allowed.
  - rest: the type of other fields
  > print(types.check({ x = 1, z = 2 }, types.fields { x = types.int })) --> true

types.fields_strict(fields: table<any, Type>, rest: Type?): Type
  A table with fields of certain types; other fields are faults.
  - rest: the type of other fields, if they are allowed
  > local is_valid, faults = types.check({ x = 1, z = 2 }, types.fields_strict { x = types.int })
  > print(is_valid, faults) --> false z is 2: there is no field of that name

types.some(...: Type): Type
  A value of one of several types.
  > print(types.check("a", types.some(types.int, types.string))) --> true

types.all(...: Type): Type
  A value of all of several types.
  > print(types.check(4, types.all(types.int, types.gt(3)))) --> true

types.class(of: Class | Interface): Type
  An instance of a class.
  ! It must be a class or an interface
  > print(types.check(InstancedMap:new(5, 5), types.class(InstancedMap))) --> true

types.interface(of: Class | Interface): Type
  A value with the members of an interface.
  ! It must be a class or an interface
  > print(types.check({}, types.interface(IChara))) --> false the value is a table: must be an instance of that class

types.data_id(kind: string): Type
  The full id of an entry of a type of data.
  ! It must be the name of a type, such as base.item
  > print(types.check("base.wall", types.data_id "base.map_tile")) --> true

types.data_entry(kind: string): Type
  An entry of a type of data.
  > print(types.check(data["base.map_tile"]["base.wall"], types.data_entry "base.map_tile")) --> true

types.map_object(kind: string): Type
  An object of a type: "base.chara", "base.item", "base.feat", or "any".
  > local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
  > print(types.check(imp, types.map_object "base.chara")) --> true
]==]
