-- I18N: texts by their keys.
return [==[
module "api.I18N": I18N -- local

class I18N -- required
  Texts by their keys, from `require "api.I18N"`. The Lua files in the folder `locale/en` of a mod return tables of
  texts, lists of which one is drawn, and functions that return texts. The key of a text is `a.b.c`; in a folder such as
  `locale/en/tavern`, it is `tavern:a.b.c`.

I18N.get(key: any, ...: any): string
  The text of a key. A function under that key gets the further arguments.
  > print(require("api.I18N").get "ui.yes") --> <error: ui.yes>

I18N.get_optional(key: any, ...: any): string?
  The text of a key, or nil.
  > print(require("api.I18N").get_optional "ui.yes") --> nil

I18N.get_array(key: any, ...: any): table?
  The texts of a key, or nil.
  > print(require("api.I18N").get_array "ui.yes") --> nil

I18N.localize(kind: any, id: any, key: any, ...: any): string
  The text of a field of an entry of data. The files in the folder `locale/en/base.item` of a mod return the texts of
  items: `return { m = { cup = { name = "Cup" } } }`.
  > print(require("api.I18N").localize("base.item", "m.cup", "name")) --> <error: base.item:m.cup.name>

I18N.localize_optional(kind: any, id: any, key: any, ...: any): string?
  The same, or nil.
  > print(require("api.I18N").localize_optional("base.item", "m.cup", "name")) --> nil

I18N.get_choice_count(key: any): integer
  The number of texts of a key.
  > print(require("api.I18N").get_choice_count "ui.yes") --> 0

I18N.quote_speech(key: string, ...: any): string
  A key in quotation marks.
  > print(require("api.I18N").quote_speech "Hello") --> "Hello"

I18N.quote(value: string): string
  A text in quotation marks.
  > print(require("api.I18N").quote "Hello") --> "Hello"

I18N.is_quoted(value: string): boolean
  Whether a text is in quotation marks.
  > print(require("api.I18N").is_quoted "Hello") --> false

I18N.capitalize(value: string): string
  A text that begins with a capital.
  > print(require("api.I18N").capitalize "putit") --> Putit

I18N.language(): string
  The language.
  > print(require("api.I18N").language()) --> en

I18N.language_id(): string
  The id of the language.
  > print(require("api.I18N").language_id()) --> base.english

I18N.is_fullwidth(): boolean
  Whether the language is written in wide characters.
  > print(require("api.I18N").is_fullwidth()) --> false

I18N.space(): string
  What stands between words.
  > print("[" .. require("api.I18N").space() .. "]") --> [ ]
]==]
