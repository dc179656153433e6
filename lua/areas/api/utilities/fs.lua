-- Fs and CodeGenerator: files of a mod, and Lua source.
return [==[
module "api.Fs": Fs -- local

class Fs -- required
  Files in the folder of the mod, from `require "api.Fs"`. They can be read only. Paths are relative to the folder, and
  may begin with `mod/` and the id of the mod.

Fs.exists(path: string): boolean
  Whether there is a file or a folder.
  > print(require("api.Fs").exists "none.txt") --> false

Fs.read_all(path: string): string?, string?
  The content of a file; or nil and why it cannot be read.
  > print(#require("api.Fs").read_all "maps/town.map" > 0) --> true

Fs.open(path: string): table?, string?
  An open file with the methods `read("a")` for the rest, `read()` for a line, `lines` and `close`; or nil and why not.
  > print((require("api.Fs").open "../other/secret.txt")) --> nil

Fs.iter_directory_items(path: string): Iterator?, string?
  Iterates over the names in a folder; or nil and why it cannot be read.
  > for _, name in require("api.Fs").iter_directory_items "maps" do print(name) end --> town.map

Fs.join(...: string): string
  Joins parts of a path by slashes.
  > print(require("api.Fs").join("data", "chara.lua")) --> data/chara.lua

Fs.basename(path: string): string
  The last part of a path.
  > print(require("api.Fs").basename "data/chara.lua") --> chara.lua

Fs.filename_part(path: string): string
  The last part of a path, without its extension.
  > print(require("api.Fs").filename_part "data/chara.lua") --> chara

Fs.extension_part(path: string): string
  The extension of a path.
  > print(require("api.Fs").extension_part "data/chara.lua") --> lua

Fs.convert_to_require_path(path: string): string
  A path as `require` takes it.
  > print(require("api.Fs").convert_to_require_path "data/chara.lua") --> data.chara

Fs.sanitize(name: string, replacement: string?): string
  A name without characters that names of files cannot have, with at most 255 bytes.
  - replacement: stands for each of them; by default ""
  > print(require("api.Fs").sanitize("a/b: c.", "_")) --> a_b_ c_

module "api.CodeGenerator": CodeGenerator -- local

class CodeGenerator -- required
  Writes values as Lua source, from `require "api.CodeGenerator"`.
  = require("api.CodeGenerator"):new()

CodeGenerator:new(): CodeGenerator -- on_class
  Creates a generator without text.
  > print(tostring(require("api.CodeGenerator"):new()) == "") --> true

CodeGenerator:write(source: string)
  Adds source.
  > local gen = require("api.CodeGenerator"):new()
  > gen:write "return "
  > gen:write_value { 1 }
  > print(load(gen:tostring())()[1]) --> 1

CodeGenerator:write_value(value: any)
  Adds the source of a value.
  ! It must be a plain table, a string, a number, a boolean or nil
  > local gen = require("api.CodeGenerator"):new()
  > gen:write_value "x"
  > print(gen:tostring()) --> "x"

CodeGenerator:write_table(value: table)
  Adds the source of a table.
  > local gen = require("api.CodeGenerator"):new()
  > gen:write_table {}
  > print(gen:tostring()) --> {}

CodeGenerator:write_key_value(key: string | number | boolean, value: any)
  Adds a field of a table, with a comma and a new line.
  > local gen = require("api.CodeGenerator"):new()
  > gen:write_key_value("level", 3)
  > print((gen:tostring():gsub("\n", ""))) --> level = 3,

CodeGenerator:write_comment(comment: string)
  Adds lines of a comment.
  > local gen = require("api.CodeGenerator"):new()
  > gen:write_comment "Made by a tool."
  > print((gen:tostring():gsub("\n", ""))) --> -- Made by a tool.

CodeGenerator:tostring(): string
  The source.
  > print(#require("api.CodeGenerator"):new():tostring()) --> 0

CodeGenerator.inspect(value: any): string
  The source of a value.
  ! It must be a plain table, a string, a number, a boolean or nil
  > print(require("api.CodeGenerator").inspect(nil)) --> nil

CodeGenerator.gen_literal(value: string): string
  A text in quotation marks.
  > print(require("api.CodeGenerator").gen_literal "a\nb") --> "a\nb"

CodeGenerator.gen_block_string(value: string): string
  A text in long brackets, or in quotes where it has a carriage return.
  > print(load("return " .. require("api.CodeGenerator").gen_block_string "a]]b")()) --> a]]b
]==]
