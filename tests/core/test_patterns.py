"""Lua patterns: the host's matcher agrees with the one of Lua."""

from __future__ import annotations

import lupa.lua55 as lua55
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.paths import LUA
from tests.helpers import RunLua, examples


class Both:
    """Bare Lua with its own functions, and the matcher of the host."""

    def __init__(self) -> None:
        self.runtime = lua55.LuaRuntime(encoding="latin-1")
        # The matcher as mods have it; what it charges is counted, and errors have no line of a mod.
        self._make = self.runtime.eval(
            """
            function(matcher, parser)
              local steps = { count = 0 }
              local modules = {
                ["core/changes"] = { with_state = function(fn) return fn end },
                ["core/sandbox/budget"] = { charge = function(n) steps.count = steps.count + n end },
                ["core/errors"] = { raise = function(message) error(message, 0) end },
              }
              local function import(name) return modules[name] end
              modules["core/sandbox/pattern_parser"] = assert(load(parser))(import)
              local functions, parse = assert(load(matcher))(import), modules["core/sandbox/pattern_parser"].parse
              local stepped = {}
              for _, name in ipairs { "find", "match", "gmatch", "gsub" } do
                stepped[name] = function(text, pattern, ...)
                  if name == "find" and not pattern:find("[%^$*+?.(%[%%-]") then
                    -- A text, which no matcher gets.
                    steps.count = steps.count + 1
                    return string.find(text, pattern, ...)
                  end
                  local anchored = name ~= "gmatch" and pattern:sub(1, 1) == "^"
                  local nodes = parse(pattern, anchored and 2 or 1)
                  return functions[name](text, { nodes = nodes, anchored = anchored }, ...)
                end
              end
              return stepped, steps
            end
            """
        )
        folder = LUA / "core" / "sandbox"
        sources = ((folder / name).read_text() for name in ("pattern_matcher.lua", "pattern_parser.lua"))
        self.stepped, self._steps = self._make(*sources)
        self._call = self.runtime.eval(CALL)

    def compare(self, name: str, *arguments: object) -> str:
        """Assert that both give the same, or raise the same error; a match took steps of the host's matcher."""
        wanted = self._call(self.runtime.globals().string, name, *arguments)
        before = self._steps.count
        assert self._call(self.stepped, name, *arguments) == wanted
        is_match = wanted.startswith("true|") and wanted != "true|nil" and name != "gsub"
        assert self._steps.count > before or not is_match
        return str(wanted)


@pytest.fixture(scope="module")
def both() -> Both:
    return Both()


# Pieces of patterns; some are wrong, or so where they end a pattern.
PIECES = st.sampled_from(
    [
        "a", "b", ".", "%a", "%d", "%s", "%S", "[ab]", "[^a]", "[%d_]", "[a-c]", "%.", "x", "[]]", "[^]a]", "[a%]]",
        "[%a-z]", "[a-]", "%z", "\0", "[\0-\x1f]", "^", "$", "-",
    ]
)  # fmt: skip
QUANTIFIERS = st.sampled_from(["", "", "", "*", "+", "-", "?"])
SINGLES = st.builds(str.__add__, PIECES, QUANTIFIERS)
ITEMS = st.one_of(
    SINGLES,
    SINGLES,
    st.sampled_from(["()", "()", "%bab", "%b()", "%baa", "%f[a]", "%f[%A]", "%f[^\0]", "%1", "%2", "(", ")", "(%1)"]),
    st.sampled_from(["%", "[", "[a", "[^", "[%", "%b", "%bx", "%f", "%fa", "%0", "%9", "[]", "]"]),
    st.lists(SINGLES, max_size=2).map(lambda inner: f"({''.join(inner)})"),
)
PATTERNS = st.builds(
    lambda start, items, back, end: start + "".join(items) + back + end,
    st.sampled_from(["", "", "^"]),
    st.lists(ITEMS, max_size=6),
    st.sampled_from(["", "", "%1"]),
    st.sampled_from(["", "", "$"]),
)
TEXTS = st.text("ab1 ._()x]\0", max_size=30)

CALL = """
function(fns, name, ...)
  local function all(f, ...)
    local results = table.pack(pcall(f, ...))
    for i = 1, results.n do results[i] = math.type(results[i]) and results[i] .. "!" or tostring(results[i]) end
    if results[1] == "false" then results[2] = results[2]:gsub("^%[string .-%]:%d+: ", "", 1) end
    return table.concat(results, "|", 1, results.n)
  end
  if name == "gmatch" then
    local parts = {}
    local ok, step = pcall(fns.gmatch, ...)
    if not ok then return "false" end
    for i = 1, 100 do
      local got = all(step)
      parts[#parts + 1] = got
      if got == "true" or got == "true|nil" or got:find("^false") then break end
    end
    return (table.concat(parts, ";"):gsub("true|nil$", "true"))
  end
  return all(fns[name], ...)
end
"""


@settings(max_examples=examples(500), deadline=None)
@given(TEXTS, PATTERNS, st.sampled_from(["find", "match", "gmatch"]), st.one_of(st.none(), st.integers(-12, 40)))
def test_steps_find_what_c_finds(both: Both, text: str, pattern: str, name: str, init: int | None) -> None:
    both.compare(name, text, pattern, init)


@settings(max_examples=examples(300), deadline=None)
@given(
    TEXTS,
    PATTERNS,
    st.sampled_from(["<%0>", "%1", "%2", "", "%%", "x", "%", "%a", "%1%9"]),
    st.one_of(st.none(), st.integers(-1, 4)),
)
def test_steps_replace_what_c_replaces(both: Both, text: str, pattern: str, value: str, most: int | None) -> None:
    both.compare("gsub", text, pattern, value, most)


@pytest.mark.parametrize(
    "value",
    [
        "function(a, b) return b and b .. a or tostring(a):upper() end",
        "{ a = 1, b = false, ab = 'x', [1] = 'first' }",
        "function() return {} end",
        "setmetatable({}, { __index = function(_, key) return key .. key end })",
    ],
)
def test_steps_replace_by_functions_and_tables(both: Both, value: str) -> None:
    by = both.runtime.eval(value)
    for pattern in ("(a)(b)", "%a", "(%a+)%s*", ".-b", "a*", "()b", "(a", "a)", "(()a)"):
        both.compare("gsub", "ab ba aab  b", pattern, by)


@pytest.mark.parametrize("pattern", ["x?", "x-", "(x)", "()", "x*", "x?y?", "(x", "(x?)", "x-()"], ids=repr)
def test_patterns_are_too_complex_where_they_are_for_c(both: Both, pattern: str) -> None:
    results = set()
    for count in (1, 15, 16, 17, 31, 32, 33, 64, 65, 66, 67, 98, 99, 100, 101, *range(195, 206), 400):
        for text in ("x" * 30, "x" * 450):
            results.add(both.compare("find", text, pattern * count, None).partition("|")[0])
    assert "true" in results


def test_a_position_is_no_text_to_repeat(both: Both) -> None:
    assert both.compare("find", "aa", "()%1", None) == "true|nil"
    assert both.compare("find", "aa", "()a%2", None) == "false|invalid capture index %2"


REALISTIC = """
    local parts = {}
    for i = 1, 1000 do parts[i] = "key_" .. i .. " = value number " .. i .. "  # a comment\\n" end
    local text = table.concat(parts)
    print(#text > 30000)
    local count = 0
    for line in text:gmatch("([^\\n]*)\\n") do
      local key, value = line:match("^(%S+)%s*=%s*(.-)%s*#")
      if key and value then count = count + 1 end
    end
    print(count)
    print(select(2, text:gsub("value", "VALUE")), select(2, text:gsub("%s+#.-\\n", "\\n")))
    local words = 0
    for word in text:gmatch("%a+") do words = words + 1 end
    print(words)
    print(text:find("key_1000 = (.-)%s%s#"))
    local n = 0
    for key, value in text:gmatch("(%w+) = (%w+)") do n = n + 1 end
    print(n)
"""


@pytest.mark.slow
def test_work_on_a_long_text_does_not_notice(run_lua: RunLua) -> None:
    bare: list[str] = []
    runtime = lua55.LuaRuntime()
    runtime.globals().print = lambda *parts: bare.append(" ".join(map(runtime.globals().tostring, parts)))
    runtime.execute(REALISTIC)
    assert bare[:2] == ["true", "1000"]
    assert run_lua(REALISTIC).lines == bare
