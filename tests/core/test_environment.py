"""The Lua environment of mods: allowed functions, names of older Lua versions, stable order, isolation."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from host import Host
from host.model.rng import Stream
from tests.helpers import KTS_ONLY, MakeMod, RunLua, catch_load_error, collect_output, dedent, run_command, write_mod


class Lua:
    """A host that stays, for properties over many inputs: `lua("…", a, b)` gives what `print` shows of the results."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lines: list[str] = []
        self._host = Host([], output=self._lines.append)

    def __call__(self, code: str) -> str:
        script = self._folder / "script.lua"
        script.write_text(code)
        self._lines.clear()
        self._host.run_script(script, seed=1)
        return "\n".join(self._lines)


@pytest.fixture(scope="session")
def lua(tmp_path_factory: pytest.TempPathFactory) -> Lua:
    return Lua(tmp_path_factory.mktemp("lua"))


def number(value: float) -> str:
    """A Python number as Lua source, to the last bit."""
    if isinstance(value, int):
        return "math.mininteger" if value == -(2**63) else str(value)
    if math.isinf(value):
        return "(1/0)" if value > 0 else "(-1/0)"
    return "(0/0)" if math.isnan(value) else f"({value.hex()})"


def check_prints(mod_one: MakeMod, shown: Mapping[str, str]) -> None:
    """Assert that a mod prints the values of expressions; shape of `shown`: expression -> line."""
    lines = collect_output(mod_one("\n".join(f"print({expression})" for expression in shown)))
    assert dict(zip(shown, lines, strict=True)) == shown


# -- the allow-list

# Of mods that speak kts alone; each dialect brings names of its own.
GLOBALS = (
    "_CWD _G _MODULE_PREFIX _VERSION assert bit coroutine debug dofile error getfenv getmetatable ipairs kts load "
    "loadstring math mod next pairs pcall print rawequal rawget rawlen rawset require select setfenv setmetatable "
    "string table tonumber tostring type unpack use_strict utf8 xpcall"
)
LIBRARIES = {
    "bit": "arshift band bnot bor bswap bxor lshift rol ror rshift tobit tohex",
    "coroutine": "close create isyieldable resume running status wrap yield",
    "debug": "traceback",
    "math": (
        "abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max maxinteger min "
        "mininteger modf pi pow rad random randomseed sin sinh sqrt tan tanh tointeger type ult"
    ),
    "mod": "GetAllMods GetModPrefix GetModVersion GetRegisteredMod IsModRegistered RegisterMod",
    "string": "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper",
    "table": "concat create getn insert maxn move pack remove sort unpack",
    "utf8": "char charpattern codepoint codes len offset",
}
SORTED_KEYS = """
    local function keys(t)
      local names = {}
      for name in pairs(t) do names[#names + 1] = name end
      table.sort(names)
      return table.concat(names, " ")
    end
"""


def test_a_mod_finds_these_globals_and_no_others(mod_one: MakeMod) -> None:
    assert collect_output(mod_one(SORTED_KEYS + "print(keys(_G))", toml='dialects = ["kts"]')) == [GLOBALS]


def test_a_library_has_these_functions_and_no_others(mod_one: MakeMod) -> None:
    script = SORTED_KEYS + "\n".join(f"print(keys({library}))" for library in LIBRARIES)
    assert collect_output(mod_one(script, toml='dialects = ["kts"]')) == [*LIBRARIES.values()]


LEADS_OUT = """
    io os package python py import host collectgarbage loadfile warn newproxy jit ffi string.dump debug.getinfo
    debug.sethook debug.getregistry debug.getmetatable debug.setmetatable debug.getupvalue debug.upvaluejoin
    package_loaded cxt
"""


def test_what_leads_out_is_not_there(mod_one: MakeMod) -> None:
    """By name, too: some names of dialects are in no table of the mod."""
    check_prints(mod_one, dict.fromkeys(LEADS_OUT.split(), "nil"))


def test_no_metatable_leads_anywhere(mod_one: MakeMod) -> None:
    text = """
        for _, value in ipairs { "", 5, true, print, coroutine.create(print), _G, string, kts, kts.Tile {}, math } do
          print(type(value), getmetatable(value))
        end
        print(getmetatable(nil))
    """
    assert collect_output(mod_one(text)) == [
        "string nil",
        "number nil",
        "boolean nil",
        "function nil",
        "thread nil",
        "table nil",
        "table nil",
        "table false",
        "userdata false",
        "table nil",
        "nil",
    ]


@pytest.mark.parametrize(
    "code",
    [
        'setmetatable("", {})',
        "setmetatable(kts, {})",
        "setmetatable(kts.Tile {}, {})",
        "setmetatable(print, {})",
        "setmetatable({}, { __gc = function() end })",
        "setmetatable({}, { __gc = true })",
        "setmetatable(setmetatable({}, { __metatable = 1 }), {})",
        "kts.Tile = print",
        "kts.LayoutDungeon = nil",
    ],
)
def test_what_may_not_be_changed_is_not_changed(mod_one: MakeMod, code: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{code}"))
    assert (error.file, error.line) == ("one/init.lua", 2)
    assert "[host]" not in str(error)


def test_the_functions_of_kts_can_be_called_by_any_name_and_not_replaced(mod_one: MakeMod) -> None:
    text = """
        local make = kts.Tile
        print(kts.Tile == make, type(make), rawequal(require("host.kts"), kts))
        kts.MY_VARIABLE = { 1 }
        print(kts.MY_VARIABLE[1], kts.no_such_thing)
    """
    assert collect_output(mod_one(text)) == ["true function true", "1 nil"]


# -- type, tostring and text without addresses


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("nil", "nil"),
        ("true", "true"),
        ("12", "12"),
        ("-0.0", "-0.0"),
        ("2^53", "9007199254740992.0"),
        ("10 // 1", "10"),
        ("3.0", "3.0"),
        ("1e15", "1e+15"),
        ("math.mininteger", "-9223372036854775808"),
        ("'text'", "text"),
        ("{}", "table: 1"),
        ("print", "function: 1"),
        ("function() end", "function: 1"),
        ("coroutine.create(print)", "thread: 1"),
        ("setmetatable({}, { __name = 'Thing' })", "Thing: 1"),
        ("setmetatable({}, { __name = '100% %s' })", "100% %s: 1"),
        ("setmetatable({}, { __name = 5 })", "table: 1"),
        ("setmetatable({}, { __tostring = function() return 'shown' end })", "shown"),
        ("setmetatable({}, { __tostring = function() return 'shown' end, __metatable = false })", "shown"),
        ("setmetatable({}, {})", "table: 1"),
    ],
)
def test_text_of_a_value(mod_one: MakeMod, expression: str, shown: str) -> None:
    text = f"local value = {expression} print(tostring(value), string.format('%s', value)) print(value)"
    assert collect_output(mod_one(text)) == [f"{shown} {shown}", shown]


def test_numbers_of_nothing_look_the_same_on_every_machine(mod_one: MakeMod) -> None:
    """Processors give 0/0 different signs, and no sign may decide a dungeon."""
    text = "print(0/0, -(0/0), tostring(0/0) == tostring(-(0/0)), string.format('%f', -(0/0)))"
    assert collect_output(mod_one(text)) == ["nan nan true nan"]


def test_a_value_keeps_its_number(mod_one: MakeMod) -> None:
    text = "local a, b = {}, {} print(b, a, b, a) print(tostring(a) == tostring(a), tostring(a) == tostring(b))"
    assert collect_output(mod_one(text)) == ["table: 1 table: 2 table: 1 table: 2", "true false"]


@pytest.mark.parametrize(
    "meta",
    [
        "setmetatable({}, { __index = { __tostring = true } })",
        "setmetatable({}, { __index = function() return print end })",
        "setmetatable({}, { __index = { __name = 'Inherited' } })",
        "{ __tostring = false }",
        "{ __name = false }",
        "{ __name = {} }",
    ],
)
def test_no_metatable_brings_an_address_back(mod_one: MakeMod, meta: str) -> None:
    """Only what lies in a metatable itself counts, as in Lua."""
    assert collect_output(mod_one(f"print((tostring(setmetatable({{}}, {meta}))))")) == ["table: 1"]


@pytest.mark.parametrize(
    "code",
    [
        "string.format('%p', {})",
        "string.format('%p', 'text')",
        "string.format('%20p', print)",
        "string.format('%-20p', {})",
        "('%p'):format({})",
        "string.format('%d %p', 1, {})",
    ],
)
def test_format_shows_no_address(mod_one: MakeMod, code: str) -> None:
    error = catch_load_error(mod_one(f"local text = {code}"))
    assert error.message == "bad argument #1 to 'format' (%p shows an address, which no two runs share)"


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("string.format('%d%%', 5)", "5%"),
        ("string.format('50%%p')", "50%p"),
        ("string.format('50%%p: %s', {})", "50%p: table: 1"),
        ("string.format('%%%%p')", "%%p"),
        (
            "string.format('%5.1f|%-5s|%05d|%x|%q|%c|%g', 2.55, 'ab', 42, 255, 'a\\nb', 65, 0.1)",
            '  2.5|ab   |00042|ff|"a\\\nb"|A|0.1',
        ),
        ("string.format('%s %s %s', nil, true, 1.0)", "nil true 1.0"),
        ("string.format('%10s|%-10s|', {}, {})", "  table: 1|table: 2  |"),
        ("string.format('%i', 3.0)", "3"),
        ("string.format('%q', 1/3)", "0x1.5555555555555p-2"),
    ],
)
def test_format_is_luas(mod_one: MakeMod, code: str, shown: str) -> None:
    assert "\n".join(collect_output(mod_one(f"print(({code}))"))) == shown


@pytest.mark.parametrize(
    ("expression", "kind"),
    [("kts.Tile {}", "userdata"), ("{}", "table"), ("print", "function"), ("kts", "table"), ("kts.Tile", "function")],
)
def test_type_tells_handles_from_tables(mod_one: MakeMod, expression: str, kind: str) -> None:
    assert collect_output(mod_one(f"print(type({expression}))")) == [kind]


def test_next_of_an_empty_table_is_one_nil(mod_one: MakeMod) -> None:
    assert collect_output(mod_one("print(next({})) print(select('#', next({})), select('#', next({ 1 }, 1)))")) == [
        "nil",
        "1 1",
    ]


# -- print


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\27[31mred\\27[0m", "\\x1b[31mred\\x1b[0m"),
        ("a\\0b", "a\\x00b"),
        ("a\\rb", "a\\x0db"),
        ("\\8\\127", "\\x08\\x7f"),
        ("a\\tb", "a\tb"),
        ("a\\nb", "a\nb"),
        ("\\u{9b}31m", "\\x9b31m"),
        ("\\u{202e}back", "\\u{202e}back"),
        ("\\u{feff}", "\\u{feff}"),
        ("über 日本", "über 日本"),
    ],
)
def test_what_is_printed_moves_no_cursor(tmp_path: Path, text: str, shown: str) -> None:
    script = tmp_path / "script.lua"
    script.write_text(f'print("<{text}>")')
    result = run_command("run", script, "--seed", "1")
    assert (result.exit_code, result.stdout) == (0, f"<{shown}>\n")


@pytest.mark.parametrize("text", ["\\27[31m", "\\255", "\\xed\\xa0\\x80", "\\0"])
def test_what_the_library_prints_by_itself_moves_no_cursor_either(
    mod_one: MakeMod, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    Host([mod_one(f'print("<{text}>")')])
    out = capsys.readouterr().out
    assert out.startswith("<")
    assert out.rstrip("\n").isprintable()


def test_print_joins_with_a_space_as_kts_does(mod_one: MakeMod) -> None:
    assert collect_output(mod_one("print(1, nil, 'x', false, 2.5) print() print(nil)")) == [
        "1 nil x false 2.5",
        "",
        "nil",
    ]


def test_print_uses_nothing_that_a_mod_changed(mod_one: MakeMod) -> None:
    assert collect_output(
        mod_one("tostring = nil table.concat = nil string.format = nil select = nil print(1, 'x')")
    ) == ["1 x"]


def test_a_game_may_print_much_and_the_next_one_again(mod_one: MakeMod, tmp_path: Path) -> None:
    """What may be printed is counted by game."""
    host = Host([], output=lambda _: None)
    script = tmp_path / "script.lua"
    script.write_text('local line = ("x"):rep(100000) for i = 1, 15 do print(line) end')
    for seed in range(4):
        host.run_script(script, seed=seed)


# -- names of older Lua


OLD_NAMES = {
    "unpack({ 1, 2, 3 })": "1 2 3",
    "unpack({ 1, 2, 3 }, 2)": "2 3",
    "unpack({ 1, nil, 3 }, 1, 3)": "1 nil 3",
    "table.getn({ 1, 2, 3 })": "3",
    "table.getn({})": "0",
    "table.maxn({ 1, 2, [10] = 1, [2.5] = 1, x = 1 })": "10",
    "table.maxn({})": "0",
    "loadstring('return 1 + 1')()": "2",
    "loadstring('x = = 1')": "nil one/loaded text:1: unexpected symbol near '='",
    "loadstring('return ...', 'name')(7)": "7",
    "math.pow(2, 10)": "1024.0",
    "math.pow(2, 0.5) == 2 ^ 0.5": "true",
    "math.atan2(1, -1) == math.atan(1, -1)": "true",
    "math.atan2(0, -1) == math.pi": "true",
    "math.ldexp(0.5, 4)": "8.0",
    "math.ldexp(3, -1)": "1.5",
    "math.ldexp(0.25, 1025) == 2.0 ^ 1023": "true",
    "math.ldexp(2.0 ^ 1000, -1100) == 2.0 ^ -100": "true",
    "math.frexp(8)": "0.5 4",
    "math.frexp(-0.75)": "-0.75 0",
    "math.frexp(0)": "0.0 0",
    "math.frexp(5e-324)": "0.5 -1073",
    "math.frexp(1/0)": "inf 0",
    "math.log10(1000)": "3.0",
    "math.cosh(0), math.sinh(0), math.tanh(0)": "1.0 0.0 0.0",
    "math.tanh(1000), math.tanh(-1000)": "1.0 -1.0",
}


def test_an_old_name_does_what_it_did(mod_one: MakeMod) -> None:
    check_prints(mod_one, OLD_NAMES)


floats = st.floats(allow_nan=False, allow_infinity=False)


@given(x=floats)
def test_frexp_is_pythons(lua: Lua, x: float) -> None:
    mantissa, exponent = math.frexp(x)
    assert lua(f"local m, e = math.frexp({number(x)}) print(m == {number(mantissa)}, e == {exponent})") == "true true"


@given(x=floats)
def test_ldexp_undoes_frexp(lua: Lua, x: float) -> None:
    assert lua(f"print(math.ldexp(math.frexp({number(x)})) == {number(x)})") == "true"


@given(m=floats, e=st.integers(-1200, 1200))
def test_ldexp_is_pythons(lua: Lua, m: float, e: int) -> None:
    try:
        wanted = math.ldexp(m, e)
    except OverflowError:
        wanted = math.copysign(math.inf, m)
    # Where bits are lost at the lower end, libraries round in their own ways.
    assume(wanted == 0 or abs(wanted) >= 2.0**-1022)
    assert lua(f"print(math.ldexp({number(m)}, {e}) == {number(wanted)})") == "true"


@given(x=st.floats(-300, 300), name=st.sampled_from(["sinh", "cosh", "tanh"]))
def test_hyperbolic_functions_are_as_exact_as_pythons(lua: Lua, x: float, name: str) -> None:
    got = float.fromhex(lua(f"print(string.format('%a', math.{name}({number(x)})))"))
    assert got == pytest.approx(getattr(math, name)(x), rel=1e-9, abs=0)


@given(x=floats, y=floats)
def test_atan2_and_pow_are_luas_own(lua: Lua, x: float, y: float) -> None:
    a, b = number(x), number(y)
    same = "local function same(p, q) return p == q or p ~= p and q ~= q end "
    code = f"print(same(math.atan2({a}, {b}), math.atan({a}, {b})), same({a} ^ {b}, math.pow({a}, {b})))"
    assert lua(same + code) == "true true"


# -- bit

WORD = st.integers(0, 2**32 - 1)


def signed(x: int) -> int:
    x &= 0xFFFFFFFF
    return x - 2**32 if x >= 2**31 else x


BIT: dict[str, Callable[[int, int], int]] = {
    "band": lambda x, y: x & y,
    "bor": lambda x, y: x | y,
    "bxor": lambda x, y: x ^ y,
    "lshift": lambda x, y: x << (y & 31),
    "rshift": lambda x, y: x >> (y & 31),
    "arshift": lambda x, y: signed(x) >> (y & 31),
    "rol": lambda x, y: x << (y & 31) | x >> (32 - (y & 31)),
    "ror": lambda x, y: x >> (y & 31) | x << (32 - (y & 31)),
    "bnot": lambda x, y: ~x,
    "tobit": lambda x, y: x,
    "bswap": lambda x, y: int.from_bytes(x.to_bytes(4, "little"), "big"),
}


@given(name=st.sampled_from(sorted(BIT)), x=WORD, y=WORD, high=st.integers(-5, 5))
def test_bit_works_on_32_bits_with_sign(lua: Lua, name: str, x: int, y: int, high: int) -> None:
    arguments = f"{x + high * 2**32}" if name in ("bnot", "tobit", "bswap") else f"{x + high * 2**32}, {y}"
    assert lua(f"print(bit.{name}({arguments}))") == str(signed(BIT[name](x, y)))


@given(st.lists(WORD, min_size=1, max_size=6), st.sampled_from(["band", "bor", "bxor"]))
def test_bit_takes_any_number_of_words(lua: Lua, words: list[int], name: str) -> None:
    wanted = words[0]
    for word in words[1:]:
        wanted = BIT[name](wanted, word)
    assert lua(f"print(bit.{name}({', '.join(map(str, words))}))") == str(signed(wanted))


@given(WORD, st.integers(-10, 10))
def test_tohex_gives_the_lowest_digits(lua: Lua, x: int, n: int) -> None:
    """As in LuaBitOp: at most eight digits, capitals for a negative number of them."""
    digits = min(abs(n), 8)
    text = f"{x:08x}"[8 - digits :]
    assert lua(f"print(bit.tohex({x}, {n}))") == (text.upper() if n < 0 else text)


BITS = {
    "bit.tobit(0xffffffff)": "-1",
    "bit.tobit(0xffffffff + 1)": "0",
    "bit.tobit(2^40 + 1234)": "1234",
    "bit.tohex(1)": "00000001",
    "bit.tohex(-1)": "ffffffff",
    "bit.tohex(-1, -8)": "FFFFFFFF",
    "bit.tohex(0x21, 4)": "0021",
    "bit.tohex(0x87654321, 4)": "4321",
    "bit.bnot(0x12345678)": "-305419897",
    "bit.arshift(256, 8), bit.arshift(-256, 8)": "1 -1",
    "bit.rol(0x12345678, 12) == 0x45678123": "true",
    "bit.ror(0x12345678, 12) == 0x67812345": "true",
    "bit.bswap(0x12345678) == 0x78563412": "true",
    "bit.band('7', 5)": "5",
}


def test_bit_gives_what_its_manual_says(mod_one: MakeMod) -> None:
    check_prints(mod_one, BITS)


# -- setfenv and getfenv


def test_getfenv_and_setfenv_see_the_mods_own_functions(mod_one: MakeMod) -> None:
    text = """
        print(getfenv() == _G, getfenv(1) == _G, getfenv(0) == _G, getfenv(print) == _G)
        local function get() return x end
        local function other() return x end
        x = "global"
        print(setfenv(get, { x = "own" }) == get, get(), other(), getfenv(get).x, x)
        local function within() setfenv(1, { x = "inside" }) return x end
        print(within(), x)
        local function none() end
        setfenv(none, {})
        print(getfenv(none) == _G)
    """
    assert collect_output(mod_one(text)) == [
        "true true true true",
        "true own global own global",
        "inside global",
        "true",
    ]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("setfenv(0, {})", "bad argument #1 to 'setfenv' (the environment of the mod itself cannot be changed)"),
        ("setfenv(print, {})", "bad argument #1 to 'setfenv' (the function is not of this mod)"),
        ("setfenv(1)", "bad argument #2 to 'setfenv' (table expected, got nil)"),
        ("setfenv({}, {})", "bad argument #1 to 'setfenv' (level or function expected)"),
        ("setfenv(99, {})", "bad argument #1 to 'setfenv' (invalid level)"),
        ("getfenv(-1)", "bad argument #1 to 'getfenv' (level or function expected)"),
        ("getfenv(1.5)", "bad argument #1 to 'getfenv' (level or function expected)"),
        ("getfenv(99)", "bad argument #1 to 'getfenv' (invalid level)"),
    ],
)
def test_environments_that_are_not_there_are_refused(mod_one: MakeMod, code: str, message: str) -> None:
    assert str(catch_load_error(mod_one(f"-- a comment\nlocal x = {code}"))) == f"one/init.lua:2: {message}"


def test_functions_of_others_keep_their_environment(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod(
        "a", init='mod.RegisterMod { name = "a" } x = "a" function get() return x end function call(f) return (f()) end'
    )
    code = """
        local a = require "a"
        print(pcall(setfenv, a.get, { x = "b" }))
        print(getfenv(a.get) == getfenv(1), a.get())
        print(a.call(function() return pcall(setfenv, 3, { x = "b" }) end), a.get())
        print(a.call(function() return getfenv(3) == _G end))
    """
    make_mod("b", init=code, toml='[dependencies]\na = "*"')
    assert collect_output(tmp_path) == [
        "false bad argument #1 to 'setfenv' (the function is not of this mod)",
        "true a",
        "false a",
        "true",
    ]


# -- load


LOADS = {
    "load('return 1, 2')()": "1 2",
    "load('return x', 'n', 't', { x = 5 })()": "5",
    "load('return x', 'n', nil, { x = 5 })()": "5",
    "load('x = 5')() or x": "5",
    "load('return _ENV', 'n', 't', 7)()": "7",
    "load('return 1', 'n', 'bt')()": "1",
    "load('return 1', 'n', 'b')": "nil attempt to load a text chunk (mode is 'b')",
    "load('\\27Lua', 'n')": "nil attempt to load a binary chunk (mode is 't')",
    "load('\\27Lua', 'n', 'b')": "nil attempt to load a binary chunk (mode is 't')",
    "load(function() end)()": "",
    "load('return ...')(1, 2)": "1 2",
}


def test_load_takes_text(mod_one: MakeMod) -> None:
    check_prints(mod_one, LOADS)


def test_load_takes_pieces(mod_one: MakeMod) -> None:
    text = """
        local pieces = { "return ", "4", "2", "" , "not read" }
        local i = 0
        print(load(function() i = i + 1 return pieces[i] end)(), i)
    """
    assert collect_output(mod_one(text)) == ["42 4"]


@pytest.mark.parametrize("piece", ["{}", "true", "print"])
def test_a_piece_that_is_no_text_ends_the_load(mod_one: MakeMod, piece: str) -> None:
    """As in Lua, where load gives nil and says so."""
    text = f"local n = 0 print(load(function() n = n + 1 if n > 3 then return nil end return {piece} end))"
    assert collect_output(mod_one(text)) == ["nil reader function must return a string"]


def test_an_error_of_the_reader_is_a_result(mod_one: MakeMod) -> None:
    assert collect_output(mod_one("print(load(function() error('no more', 0) end))")) == ["nil no more"]


@pytest.mark.parametrize(
    "name",
    [
        "@other/init.lua",
        "=other/init.lua",
        "other/init.lua",
        "@other/x.lua:7: ",
        "=[host]/core/boot.lua",
        "@../other\\0\\n:1:",
    ],
)
def test_no_name_of_a_chunk_puts_the_blame_on_another(make_mod: MakeMod, name: str) -> None:
    folder = make_mod("one", init=f'load("\\n\\nerror([[ouch]])", "{name}")()')
    error = catch_load_error(make_mod("other"), folder)
    assert error.mod == "one"
    assert (error.file or "").startswith("one/loaded ")
    assert (error.line, error.message) == (3, "ouch")
    assert all(frame.file.startswith("one/") for frame in error.frames)
    syntax = catch_load_error(make_mod("one", init=f'error(select(2, load("\\nx = = 1", "{name}")), 0)'))
    assert syntax.mod == "one"
    assert syntax.message.startswith("one/loaded ")


def test_errors_in_loaded_text_have_its_lines(mod_one: MakeMod) -> None:
    error = catch_load_error(
        mod_one('local f = load("local x\\n\\nreturn x.y", "formula")\nlocal function go()\n  local y = f()\nend\ngo()')
    )
    assert str(error) == "one/loaded formula:3: attempt to index a nil value (local 'x')"
    assert [(frame.file, frame.line) for frame in error.frames] == [
        ("one/loaded formula", 3),
        ("one/init.lua", 3),
        ("one/init.lua", 5),
    ]


def test_loaded_text_sees_the_globals(mod_one: MakeMod) -> None:
    text = 'mod.RegisterMod { name = "one" } x = 1 _G.y = 2 print(load("return x, y, io")())'
    assert collect_output(mod_one(text)) == ["nil 2 nil"]


# -- errors of the names above are the mod's


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("string.format('%d', 'x')", "bad argument #2 to 'format' (number expected, got string)"),
        ("string.format('%d', 1.5)", "bad argument #2 to 'format' (number has no integer representation)"),
        ("string.format('%s')", "bad argument #2 to 'format' (no value)"),
        ("string.format('%y', 1)", "invalid conversion '%y' to 'format'"),
        ("string.format()", None),
        ("('%d'):format({})", None),
        ("coroutine.resume(1)", None),
        ("coroutine.wrap(1)", None),
        ("coroutine.wrap()", None),
        ("coroutine.create(1)", None),
        ("math.pow('a', 2)", None),
        ("math.pow()", None),
        ("math.atan2()", None),
        ("math.ldexp()", None),
        ("math.ldexp('x', 1)", None),
        ("math.frexp('x')", None),
        ("math.log10({})", None),
        ("math.cosh()", None),
        ("math.sinh({})", None),
        ("math.tanh('x')", None),
        ("table.getn()", None),
        ("table.getn(5)", None),
        ("table.getn(kts.Tile {})", None),
        ("table.maxn(nil)", None),
        ("setmetatable({}, 5)", "bad argument #2 to 'setmetatable' (nil or table expected, got number)"),
        ("setmetatable({})", None),
        ("setmetatable(setmetatable({}, { __metatable = 1 }), {})", "cannot change a protected metatable"),
        ("tostring(setmetatable({}, { __tostring = function() return {} end }))", "'__tostring' must return a string"),
        ("print(setmetatable({}, { __tostring = function() return {} end }))", "'__tostring' must return a string"),
        ("pairs(setmetatable({}, { __pairs = 5 }))", None),
        ("pairs(nil)", "bad argument #1 to 'pairs' (table expected, got nil)"),
        ("next({}, 'x')", "invalid key to 'next'"),
        ("rawset({}, nil, 1)", None),
        ("rawget(5, 1)", "bad argument #1 to 'rawget' (table expected, got number)"),
        ("rawlen(5)", None),
        ("table.sort({ 3, 'a' })", "attempt to compare string with number"),
        ("table.sort(5)", "bad argument #1 to 'sort' (table expected, got number)"),
        ("table.sort({ 1, 2 }, 5)", "bad argument #2 to 'sort' (function expected, got number)"),
        ("load({})", "bad argument #1 to 'load' (function expected, got table)"),
        ("load(nil)", "bad argument #1 to 'load' (function expected, got nil)"),
        ("loadstring(5)", None),
        ("bit.band('x')", None),
        ("bit.tobit()", None),
        ("bit.lshift(1)", None),
        ("math.random(1.5)", "bad argument #1 to 'random' (number has no integer representation)"),
        ("math.random(2, 1)", "bad argument #2 to 'random' (interval is empty)"),
        ("math.random(1, 2, 3)", "wrong number of arguments to 'random'"),
        ("math.random('x')", "bad argument #1 to 'random' (number expected, got string)"),
        ("unpack(5)", None),
        ("type()", "bad argument #1 to 'type' (value expected)"),
        ("tostring()", "bad argument #1 to 'tostring' (value expected)"),
        ("select(0)", "bad argument #1 to 'select' (index out of range)"),
    ],
)
def test_a_wrong_argument_is_the_mods_fault_at_the_mods_line(mod_one: MakeMod, code: str, message: str | None) -> None:
    """No line and no name of the host's own Lua: they would mean nothing to who reads them."""
    error = catch_load_error(mod_one(f"-- a comment\nlocal text = {code}"))
    assert (error.mod, error.file, error.line) == ("one", "one/init.lua", 2)
    assert "[host]" not in error.message
    assert "raw_" not in error.message
    assert "math_abs" not in error.message
    assert "(local " not in error.message
    if message is not None:
        assert error.message == message


@pytest.mark.parametrize("level", [1, 2, 3, 4, 10])
@pytest.mark.parametrize(
    "caller",
    [
        "f()",
        "local t = {} for i = 1, 150 do t[i] = -i end table.sort(t, f)",
        "for k in pairs(setmetatable({}, { __pairs = f })) do end",
        "print(setmetatable({}, { __tostring = f }))",
        "kts.Tile(setmetatable({}, { __index = f }))",
        "coroutine.wrap(f)()",
    ],
    ids=["call", "sort", "__pairs", "print", "constructor", "coroutine"],
)
def test_a_level_of_error_never_points_into_the_host(mod_one: MakeMod, caller: str, level: int) -> None:
    error = catch_load_error(mod_one(f"local function f()\n  error('ouch', {level})\nend\n{caller}\nreturn 1"))
    assert error.message == "ouch"
    assert error.file == "one/init.lua"


# -- one mod and another

VANDAL = """
    for _, library in ipairs { string, table, math, coroutine, utf8, bit, debug } do
      for name in pairs(library) do library[name] = function() error("broken") end end
      setmetatable(library, { __index = function() error("broken") end })
    end
    for _, name in ipairs { "pcall", "error", "type", "next", "rawget", "require", "print", "tostring", "kts" } do
      _G[name] = nil
    end
    setmetatable(_G, { __index = function(_, name) return nil end, __newindex = function() end })
"""
HEALTHY = """
    mod.RegisterMod { name = "healthy" }
    print(("x"):rep(2), string.format("%d", 5), #table.concat({ 1, 2 }), math.floor(2.5), bit.band(7, 5), utf8.char(65))
    print(pcall(error, "ok"))
    print(type(kts.Tile {}), coroutine.wrap(function() return 1 end)(), type(select(2, pcall(error, {}))))
    x = kts.Tile {}
    for name in pairs { a = 1 } do print(name, tostring(x), load("return 2")()) end
"""


def test_a_mod_that_breaks_everything_breaks_nobody_else(make_mod: MakeMod, tmp_path: Path, run_lua: RunLua) -> None:
    alone = collect_output(make_mod("healthy", init=HEALTHY))
    make_mod("a_vandal", init=VANDAL)
    assert collect_output(tmp_path) == alone
    ran = run_lua('print(require("healthy").x, ("y"):rep(2)) kts.GetAllPlayers()', mods=[tmp_path])
    assert ran.lines[-1] == "Tile healthy.x yy"


@pytest.mark.parametrize("moment", ["__index", "__newindex"])
def test_a_mod_with_strict_globals_stops_no_game(make_mod: MakeMod, run_lua: RunLua, moment: str) -> None:
    """What many mods do to find their slips: reading or setting an unknown global is an error."""
    strict = make_mod(
        "strict",
        init=f"""
        mod.RegisterMod {{ name = "strict" }}
        function act() kts.MagicMapping() end
        function make() return kts.Tile {{}} end
        setmetatable(_G, {{ {moment} = function(_, name) error("unknown global " .. name, 2) end }})
        """,
    )
    script = 'local strict = require "strict" print(strict.make()) print(pcall(strict.act))'
    ran = run_lua(script, mods=[strict])
    assert ran.lines[0] == "Tile strict.tile_1"
    assert "unknown global" not in ran.text
    assert ran.lines[1].startswith("false strict/init.lua:2: kts.MagicMapping needs cxt.actor")


def test_methods_of_strings_are_functions_of_the_mod_that_runs(make_mod: MakeMod, tmp_path: Path) -> None:
    shout = "function string:shout(mark) return self:upper() .. mark end function call() return ('x'):shout '?' end"
    make_mod("a", init=f"{shout} string.rep = nil print(('x'):shout '!', ('x'):rep(2))")
    make_mod("b", init="print(('x').shout, ('x'):rep(2), string.shout, require('a').call())")
    assert collect_output(tmp_path) == ["X! xx", "nil xx nil X?"]


def test_what_dialects_add_to_string_are_methods(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("a", init="print(#('a,b'):split ',', ('stairs_up'):has_prefix 'stairs', ('x').nonesuch)")
    make_mod("b", toml='dialects = ["actions"]', init="print(#('a,b'):split ',') print(('x').has_prefix)")
    make_mod("c", toml=KTS_ONLY, init="print(('x').split, pcall(function() return ('x'):split() end))")
    assert collect_output(tmp_path) == [
        *("2 true nil", "2", "nil", "nil false c/init.lua:1: attempt to call a nil value (method 'split')")
    ]


def test_globals_of_one_mod_are_not_those_of_another(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("a", init="x = 1 _G.y = 2 string.z = 3 print(x, y)")
    make_mod("b", init="print(x, y, string.z)")
    assert collect_output(tmp_path) == ["1 2", "nil nil nil"]


# -- order: pairs and next

KINDS = """
    local set = {}
    for i = 1, 8 do set[kts.Tile {}] = i end
    for i = 1, 8 do set[kts.ItemType {}] = i end
    for _, key in ipairs { "b", "a", 3, 1, 2.5, -1, true, false } do set[key] = key end
"""


def test_handles_as_keys_come_in_the_order_of_their_ids(mod_one: MakeMod) -> None:
    text = dedent(KINDS) + "for key in pairs(set) do print(key) end"
    expected = ["-1", "1", "2.5", "3", "a", "b", "false", "true"]
    expected += [f"ItemType one.item_{i}" for i in range(1, 9)] + [f"Tile one.tile_{i}" for i in range(1, 9)]
    host_lines: list[str] = []
    host = Host([mod_one(text)], output=host_lines.append)
    assert host_lines == expected
    assert host.warnings == []


@pytest.mark.parametrize(
    "walk",
    [
        "for key in next, t do visit(key) end",
        "local key = next(t) while key ~= nil do visit(key) key = next(t, key) end",
    ],
)
def test_next_walks_a_table_with_handles_in_one_order(mod_one: MakeMod, walk: str) -> None:
    """The addresses of handles differ from table to table, and decide nothing, not even the order of other keys."""
    text = f"""
        local orders, count = {{}}, 0
        for round = 1, 100 do
          local t, names = {{}}, {{}}
          for i = 1, 6 do t[kts.Tile {{ n = i }}] = i t["k" .. i] = i end
          local function visit(key) names[#names + 1] = type(key) == "string" and key or "t" .. key.n end
          {walk}
          local order = table.concat(names, " ")
          if not orders[order] then count = count + 1 end
          orders[order] = true
        end
        print(count)
    """
    assert collect_output(mod_one(text)) == ["1"]


def test_every_key_is_met_once_by_next(mod_one: MakeMod) -> None:
    text = (
        dedent(KINDS)
        + """
local met, count = {}, 0
local key = next(set)
while key ~= nil do
  if met[key] then print("twice", key) end
  met[key] = true
  count = count + 1
  key = next(set, key)
end
print(count)
"""
    )
    assert collect_output(mod_one(text)) == ["24"]


def test_entries_may_be_changed_and_cleared_on_the_way(mod_one: MakeMod) -> None:
    text = (
        dedent(KINDS)
        + """
for key, value in pairs(set) do set[key] = type(value) == "number" and value + 1 or value end
for key in pairs(set) do set[key] = nil end
print(next(set) == nil)
local t = {}
for i = 1, 5 do t[kts.Tile {}] = i end
local seen = 0
for key in pairs(t) do
  seen = seen + 1
  for other in pairs(t) do if other ~= key then t[other] = nil end end
end
print(seen)
"""
    )
    assert collect_output(mod_one(text)) == ["true", "1"]


OBJECTS = {
    "tables": "{}",
    "functions": "function() return i end",
    "coroutines": "coroutine.create(print)",
    "instances": "setmetatable({}, { __index = string })",
}


@pytest.mark.parametrize("kind", OBJECTS)
@pytest.mark.parametrize("walk", ["for key in pairs(t) do end", "for key in next, t do end"])
def test_other_objects_as_keys_are_worth_one_warning(mod_one: MakeMod, kind: str, walk: str) -> None:
    text = f"""
        local t = {{}}
        for i = 1, 5 do t[{OBJECTS[kind]}] = i end
        local function go()
          {walk}
        end
        go()
        go()
    """
    (warning,) = Host([mod_one(text)]).warnings
    assert warning.startswith(
        "one/init.lua:4: a table is walked whose keys are tables or functions: their order is not"
    )


def test_plain_keys_are_worth_no_warning(mod_one: MakeMod) -> None:
    text = "for key in pairs { 1, 2, x = 1, [2.5] = 1, [true] = 1 } do end for key in next, { x = {} } do end"
    assert Host([mod_one(text)]).warnings == []


def test_a_mods_own_pairs_is_heard(mod_one: MakeMod) -> None:
    text = """
        local function walk(t) return function(_, key) if not key then return 1, t.name end end, t, nil end
        local meta = { __pairs = walk }
        for key, value in pairs(setmetatable({ name = "mine" }, meta)) do print(key, value) end
        meta.__metatable = "locked"
        for key, value in pairs(setmetatable({ name = "mine" }, meta)) do print(key, value) end
    """
    assert collect_output(mod_one(text)) == ["1 mine", "1 mine"]


# -- table.sort

KEYS = st.integers(-5, 5)


def sorted_by_lua(lua: Lua, items: str, by: str = "") -> list[str]:
    code = f"local t = {{ {items} }} table.sort(t{', ' + by if by else ''}) for i = 1, #t do print(t[i]) end"
    return lua(code).split("\n")


@given(st.lists(st.one_of(st.integers(-(2**62), 2**62), floats), min_size=1, max_size=250))
def test_sort_is_pythons_for_numbers(lua: Lua, values: list[float]) -> None:
    shown = lua(f"for _, x in ipairs {{ {', '.join(map(number, sorted(values)))} }} do print(x) end").split("\n")
    assert sorted_by_lua(lua, ", ".join(map(number, values))) == shown


@given(st.lists(st.text(st.characters(codec="ascii", categories=["L", "N"])), min_size=1, max_size=150))
def test_sort_is_pythons_for_text(lua: Lua, words: list[str]) -> None:
    quoted = ", ".join(f'"{word}"' for word in words)
    assert sorted_by_lua(lua, quoted) == sorted(words)


@given(st.lists(KEYS, min_size=1, max_size=250), st.booleans())
def test_sort_keeps_the_order_of_equal_elements(lua: Lua, keys: list[int], down: bool) -> None:
    pairs = list(enumerate(keys))
    items = ", ".join(f"{{ {key}, {i} }}" for i, key in pairs)
    code = f"""
        local t = {{ {items} }}
        table.sort(t, function(a, b) return a[1] {">" if down else "<"} b[1] end)
        for i = 1, #t do print(t[i][1], t[i][2]) end
    """
    wanted = sorted(pairs, key=lambda pair: -pair[1] if down else pair[1])
    assert lua(code).split("\n") == [f"{key} {i}" for i, key in wanted]


@given(st.lists(KEYS, min_size=1, max_size=60))
def test_sort_keeps_the_order_of_equal_elements_without_an_order_function(lua: Lua, keys: list[int]) -> None:
    items = ", ".join(f"thing({key}, {i})" for i, key in enumerate(keys))
    code = f"""
        local meta = {{ __lt = function(a, b) return a.key < b.key end }}
        local function thing(key, i) return setmetatable({{ key = key, i = i }}, meta) end
        local t = {{ {items} }}
        table.sort(t)
        for i = 1, #t do print(t[i].key, t[i].i) end
    """
    wanted = sorted(enumerate(keys), key=lambda pair: pair[1])
    assert lua(code).split("\n") == [f"{key} {i}" for i, key in wanted]


@given(st.lists(st.sampled_from([0, 1, 2]), min_size=2, max_size=60), st.data())
def test_sort_keeps_the_order_of_equal_numbers(lua: Lua, values: list[int], data: st.DataObject) -> None:
    """1 and 1.0 are equal, and not the same."""
    mixed = [float(value) if data.draw(st.booleans()) else value for value in values]
    shown = [str(value) for value in sorted(mixed)]
    assert sorted_by_lua(lua, ", ".join(map(str, mixed))) == shown


@pytest.mark.slow
@given(
    st.lists(KEYS, min_size=2, max_size=250),
    st.integers(0, 2**32),
    st.sampled_from(["random", "always", "never", "or equal"]),
)
def test_an_order_function_without_order_sorts_somehow_and_loses_nothing(
    lua: Lua, keys: list[int], seed: int, kind: str
) -> None:
    order = {
        "random": "r = (r * 1103515245 + 12345) % 2147483648 return r > 1073741824",
        "always": "return true",
        "never": "return false",
        "or equal": "return a <= b",
    }[kind]
    code = f"""
        local r = {seed}
        local t = {{ {", ".join(map(str, keys))} }}
        local ok, message = pcall(table.sort, t, function(a, b) {order} end)
        print(ok, message)
        for i = 1, #t do print(t[i]) end
    """
    first, *rest = lua(code).split("\n")
    assert first in ("true nil", "true", "false invalid order function for sorting")
    assert sorted(map(int, rest)) == sorted(keys)
    assert lua(code).split("\n") == [first, *rest]


@pytest.mark.parametrize("count", [2, 9, 50, 101, 300])
def test_an_order_function_that_fails_leaves_the_table_as_it_was(mod_one: MakeMod, count: int) -> None:
    text = f"""
        local t, calls = {{}}, 0
        for i = 1, {count} do t[i] = (i * 7919) % {count} end
        local before = table.concat(t, " ")
        print(pcall(table.sort, t, function(a, b)
          calls = calls + 1
          if calls > {count} // 4 then error("enough") end
          return a < b
        end))
        print(table.concat(t, " ") == before)
    """
    assert collect_output(mod_one(text)) == ["false one/init.lua:6: enough", "true"]


def test_an_order_function_may_yield_or_sort_itself(mod_one: MakeMod) -> None:
    text = """
        local t = { 3, 1, 2 }
        table.sort(t, function(a, b) local u = { 2, 1 } table.sort(u) return a < b end)
        print(table.concat(t, " "))
        local function larger(a, b) coroutine.yield("asked") return a > b end
        local co = coroutine.wrap(function() table.sort(t, larger) return "done" end)
        local answers = {}
        repeat local answer = co() answers[answer] = true until answer == "done"
        print(answers.asked, table.concat(t, " "))
    """
    assert collect_output(mod_one(text)) == ["1 2 3", "true 3 2 1"]


def test_sort_goes_through_metamethods(mod_one: MakeMod) -> None:
    text = """
        local inner = { 3, 1, 2 }
        local t = setmetatable({}, {
          __index = inner, __newindex = function(_, k, v) inner[k] = v end, __len = function() return #inner end,
        })
        table.sort(t)
        print(table.concat(inner, " "), rawlen(t))
    """
    assert collect_output(mod_one(text)) == ["1 2 3 0"]


# -- math.random


def test_random_numbers_are_those_of_the_mods_stream(run_lua: RunLua) -> None:
    script = """
        for i = 1, 300 do print(string.format("%a", math.random())) end
        for i = 1, 300 do print(math.random(6), math.random(-3, 3), math.random(1000000007)) end
        for i = 1, 20 do print(math.random(math.mininteger, math.maxinteger), math.random(0)) end
    """
    stream = Stream(77, "script", "math.random")
    wanted = [stream.real() for _ in range(300)]
    lines = run_lua(script, seed=77).lines
    assert [float.fromhex(line) for line in lines[:300]] == wanted
    for line in lines[300:600]:
        numbers = [1 + stream.below(6), stream.between(-3, 3), 1 + stream.below(1000000007)]
        assert line == " ".join(map(str, numbers))
    for line in lines[600:]:
        full, word = (int(text) for text in line.split())
        assert full == stream.between(-(2**63), 2**63 - 1)
        assert word % 2**64 == stream.word()


@given(low=st.integers(-(2**63), 2**63 - 1), span=st.integers(0, 2**64 - 1), seed=st.integers(0, 2**63 - 1))
def test_a_random_number_lies_between_its_bounds(lua: Lua, low: int, span: int, seed: int) -> None:
    high = min(low + span, 2**63 - 1)
    got = int(lua(f"math.randomseed({seed}) print(math.random({number(low)}, {number(high)}))"))
    assert low <= got <= high


def test_the_same_seed_gives_the_same_numbers(run_lua: RunLua) -> None:
    script = "for i = 1, 20 do print(math.random(1000)) end"
    first, second, other = (run_lua(script, seed=seed).lines for seed in (5, 5, 6))
    assert first == second != other


def test_other_mods_do_not_move_the_numbers(make_mod: MakeMod, run_lua: RunLua) -> None:
    quiet = make_mod("other", init='mod.RegisterMod { name = "other" } function draw() end')
    script = 'for i = 1, 20 do require("other").draw() print(math.random(1000)) end'
    before = run_lua(script, mods=[quiet]).lines
    loud = make_mod(
        "other",
        init="""
        mod.RegisterMod { name = "other" }
        for i = 1, 10 do math.random() end
        function draw() for i = 1, 7 do math.random(5) kts.RandomRange(1, 9) end end
        """,
    )
    assert run_lua(script, mods=[loud]).lines == before


def test_kts_and_math_draw_from_two_streams(run_lua: RunLua) -> None:
    alone = run_lua("for i = 1, 10 do print(math.random(1000)) end").lines
    both = run_lua("for i = 1, 10 do kts.RandomRange(1, 6) print(math.random(1000)) end").lines
    assert both == alone


def test_numbers_drawn_while_mods_load_are_the_same_at_every_start(mod_one: MakeMod, tmp_path: Path) -> None:
    folder = mod_one("for i = 1, 5 do print(math.random(1000)) end")
    stream = Stream(0, "one", "math.random")
    wanted = [str(1 + stream.below(1000)) for _ in range(5)]
    assert collect_output(folder) == collect_output(folder) == wanted
    # … and move nothing in a game.
    script = write_mod(tmp_path / "scripts", {"script.lua": "print(math.random(1000))"}) / "script.lua"
    lines: list[str] = []
    host = Host([folder], output=lines.append)
    host.run_script(script, seed=3)
    host.run_script(script, seed=3)
    assert lines[5] == lines[6] == str(1 + Stream(3, "script", "math.random").below(1000))


def test_randomseed_begins_the_same_numbers_again(run_lua: RunLua) -> None:
    script = """
        math.randomseed(5)
        local first = { math.random(1000000), math.random(1000000) }
        math.randomseed(6)
        local other = math.random(1000000)
        math.randomseed(5)
        print(first[1] == math.random(1000000), first[2] == math.random(1000000), first[1] == other)
    """
    assert run_lua(script).lines == ["true true false"]


# -- coroutines


def test_coroutines_are_luas(mod_one: MakeMod) -> None:
    text = """
        local co = coroutine.create(function(a) local b = coroutine.yield(a + 1) error({ code = b }) end)
        print(coroutine.resume(co, 1))
        print(coroutine.status(co), coroutine.isyieldable(co), coroutine.isyieldable(), coroutine.running())
        local ok, problem = coroutine.resume(co, 7)
        print(ok, problem.code, coroutine.status(co), select(2, coroutine.resume(co)))
        print(coroutine.close(coroutine.create(print)))
        local wrapped = coroutine.wrap(function() for i = 1, 2 do coroutine.yield(i) end end)
        print(wrapped(), wrapped(), wrapped(), pcall(wrapped))
    """
    assert collect_output(mod_one(text)) == [
        "true 2",
        "suspended true false thread: 1 true",
        "false 7 dead cannot resume dead coroutine",
        "true",
        "1 2 nil false one/init.lua:8: cannot resume dead coroutine",
    ]


@pytest.mark.parametrize("code", ["coroutine.yield()", "coroutine.close()", "coroutine.close(coroutine.running())"])
def test_the_main_coroutine_stays(mod_one: MakeMod, code: str) -> None:
    error = catch_load_error(mod_one(f"-- a comment\n{code}"))
    assert (error.file, error.line) == ("one/init.lua", 2)
