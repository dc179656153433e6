-- Env: the program that runs the mods.
return [==[
module "api.Env": Env -- local

class Env -- required
  The program that runs the mods, from `require "api.Env"`.

Env.is_headless(): boolean
  True: there is no window.
  > print(require("api.Env").is_headless()) --> true

Env.is_hotloading(): boolean
  Whether a file is being loaded again, by TestUtil.hotload_code.
  > print(require("api.Env").is_hotloading()) --> false

Env.is_mod_loaded(id: any): boolean
  Whether a mod of that id is loaded.
  > print(require("api.Env").is_mod_loaded "nobody") --> false

Env.version(): string
  The version of this host.
  > print(#require("api.Env").version() > 0) --> true

Env.api_version(): string
  The same.
  > print(#require("api.Env").api_version() > 0) --> true

Env.lua_version(): string
  The version of Lua.
  > print(require("api.Env").lua_version()) --> Lua 5.5

Env.os(): string
  A fixed word, the same on all machines.
  > print(require("api.Env").os()) --> host

Env.get_time(): integer
  Zero: no mod sees the time of the machine.
  > print(require("api.Env").get_time()) --> 0

Env.real_time(): integer
  The same.
  > print(require("api.Env").real_time()) --> 0

Env.mod_filter(id: string): fun(entry: any): boolean
  A function that says whether an entry of data belongs to a mod.
  > local is_base = require("api.Env").mod_filter "base"
  > print(is_base(data["base.map_tile"]["base.wall"])) --> true

Env.get_require_path(value: any): string?
  The path by which a mod requires a table that its file returns; nil for any other value.
  > print((require("api.Env").get_require_path({}))) --> nil

Env.push_ui_result(result: any)
  Adds an answer for the next prompt, a value or a list of values.
  ! At most 1000 answers may wait
  > local Env = require "api.Env"
  > Env.push_ui_result { 1, "yes" }
  > print(Env.pop_ui_result()) --> 1 yes

Env.pop_ui_result(): ... any
  Removes the first answer, and returns its values.
  > print(require("api.Env").pop_ui_result()) --> nil

Env.clear_ui_results()
  Removes all answers.
  > require("api.Env").clear_ui_results()
]==]
