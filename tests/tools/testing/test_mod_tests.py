"""Lua tests of mods: discovery, runs, and reports of failures."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from host.border.service import service
from host.border.values import Value
from host.cli.test import _is_expression, explain_no_tests
from host.model.request import Request
from host.process.budgets import Budgets
from host.tools.testing.child import CaseKey, ChildSetup
from host.tools.testing.fork_server import ForkServer
from host.tools.testing.report import Failure, headline, write_report
from host.tools.testing.results import Results
from host.tools.testing.services import TestServices
from tests.helpers import KTS_TILES, ROOT, MakeMod, run_command, write_mod
from tests.helpers.command_server import run_forked


class Run(NamedTuple):
    """How a run of tests ended: the exit code, what was said, and the outcomes as pytest counts them."""

    code: int
    text: str

    @property
    def outcomes(self) -> dict[str, int]:
        last = self.text.rstrip().splitlines()[-1]
        return {
            word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|deselected|error)", last)
        }


Test = Callable[..., Run]

NEEDS_BASE = "[dependencies]\nbase = ''"


def run(folder: Path, *words: str) -> Run:
    """`dungeon-host test words…` in a folder, in a process of its own."""
    done = run_forked("test", *words, cwd=folder, env=os.environ, timeout=100)
    return Run(done.returncode, done.stdout + done.stderr)


@pytest.fixture
def lua_test(make_mod: MakeMod, tmp_path: Path) -> Test:
    """`lua_test("it(…)", init="…")` runs a file of tests of a mod `m`; further words go to the command."""

    def test(text: str, *words: str, init: str = "", toml: str = "", files: dict[str, str] | None = None) -> Run:
        make_mod("m", init, toml=toml, files={"tests/a_test.lua": text, **(files or {})})
        return run(tmp_path, "m", *words)

    return test


# -- ways of writing


@pytest.mark.slow
def test_busted_style(lua_test: Test) -> None:
    ran = lua_test(
        """
        describe("a list", function()
          local list
          before_each(function() list = { 1, 2 } end)
          after_each(function() log = (log or "") .. "x" end)
          describe("of two", function()
            setup(function() assert.is_nil(list) end)
            it("has two", function() assert.are.equal(2, #list); assert.are.same({ 1, 2 }, list) end)
            it("has no third", function() assert.is_nil(list[3]); assert.is_not_nil(list[1]) end)
          end)
          it("says what is wrong", function()
            assert.has_error(function() error("no") end)
            assert.has_error(function() error("no") end, "no")
            assert.has_no.errors(function() end)
            assert.error_matches(function() error("no 12") end, "no %d+")
            assert.is_true(true) assert.is_false(false) assert.truthy(0) assert.is_falsy(nil)
            assert.are_not.equal(1, 2) assert.is_not.same({ 1 }, { 2 }) assert.near(1, 1.05, 0.1)
            assert.is_table({}) assert.is_not_string(1) assert.contains({ "a", "b" }, "b") assert.matches("^a", "ab")
            assert(1 == 1, "plain")
          end)
          insulate("apart", function() it("runs", function() finally(function() end) end) end)
          it("is not written")
          pending("later", function() error("never") end)
          it("gives up", function() pending("not here") end)
        end)
        """
    )
    assert (ran.code, ran.outcomes) == (0, {"passed": 4, "skipped": 3}), ran.text


def test_codea_unit_style(lua_test: Test) -> None:
    ran = lua_test(
        """
        function testDungeon()
          CodeaUnit.detailed = false
          _:describe("Dungeon", function()
            local tile
            _:before(function() tile = { x = 1 } end)
            _:after(function() tile = nil end)
            _:test("tiles", function()
              _:expect(tile.x).is(1)
              _:expect(tile.x).is(1.05, 0.1)
              _:expect(tile.x).isnt(2)
              _:expect({ 1, 2 }).has(2)
              _:expect({ 1, 2 }).hasnt(3)
              _:expect(function() error("bad thing") end).throws("bad")
            end)
            _:test("goes on after a failure", function()
              _:expect(1).is(2)
              _:expect(2).is(2)
              _:expect(3, "three").is(4)
            end)
            _:ignore("not now", function() end)
          end)
        end

        _:describe("at the top", function()
          _:test("runs", function() _:expect(true).is(true) end)
        end)
        """
    )
    assert (ran.code, ran.outcomes) == (1, {"passed": 2, "failed": 1, "skipped": 1}), ran.text
    assert "failed: m/tests/a_test.lua:16: expectation 1: the value differs" in ran.text
    assert "  expected  2\n  got       1\n" in ran.text
    assert "failed: m/tests/a_test.lua:18: expectation 3 (three): the value differs" in ran.text


def test_opennefia_style(lua_test: Test) -> None:
    ran = lua_test(
        """
        local Assert = require("api.test.Assert")
        function test_second() Assert.eq(2, 1 + 1) Assert.not_eq(1, 2) Assert.same({ 1 }, { 1 }) Assert.gt(1, 2) end
        function test_first()
          Assert.lt(2, 1) Assert.is_truthy(0) Assert.is_falsy(nil) Assert.subset({ a = 1 }, { a = 1, b = 2 })
          Assert.matches("^a", "ab") Assert.no_matches("^b", "ab")
          Assert.throws_error(function() error("no way") end, "no way")
          Assert.throws_error(function(a, b) error(a .. b .. "\\nline 2", 0) end, "^no way$", "no", " way")
          assert(Assert.is_truthy("x") == "x")
          assert(not pcall(Assert.throws_error, function() error("a\\nline 2") end, "line 2"))
        end
        disable("too slow")
        function test_third() error("never") end
        function test_fourth() Assert.fail("as %s", "asked") end
        function helper() error("never") end
        local function test_local() error("never") end
        """,
        "--",
        "-v",
    )
    assert (ran.code, ran.outcomes) == (1, {"passed": 2, "failed": 1, "skipped": 1}), ran.text
    order = re.findall(r"::(test_\w+) (?:PASSED|FAILED|SKIPPED)", ran.text)
    assert order == ["test_second", "test_first", "test_third", "test_fourth"]
    assert "failed: m/tests/a_test.lua:13: as asked" in ran.text


def test_what_looks_like_a_test_and_is_none_is_told(lua_test: Test) -> None:
    ran = lua_test(
        """
        local Assert = require("api.test.Assert")
        function test_a() end
        function Test_b() error("never") end
        function TestC() error("never") end
        function Testing() error("never") end
        function test_d() Assert.eq({ 1 }, { 1 }) end
        disable("to be written")
        """
    )
    assert (ran.code, ran.outcomes) == (1, {"passed": 1, "failed": 1, "skipped": 3}), ran.text
    assert (
        "SKIPPED [1] m/tests/a_test.lua:3: Test_b is not a test: the name must start with a small t, as test_b"
        in ran.text
    )
    assert "SKIPPED [1] m/tests/a_test.lua:4: TestC is not a test" in ran.text
    assert "SKIPPED [1] m/tests/a_test.lua:7: disable skips the next function test…: there is none" in ran.text
    assert "the values look the same and are not equal; `same` compares the fields of tables" in ran.text


def test_dots_and_colons_of_codea_unit(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("colon", function() _:expect(1):is(1) end)
        it("dot", function() _.expect(1).is(1) end)
        """
    )
    assert ran.outcomes == {"failed": 2}
    assert (
        "a_test.lua:1: _:expect(…).is is called with a colon: must be called with a dot, as _:expect(…).is(…)"
        in ran.text
    )
    assert "a_test.lua:2: Unit:expect is called on 1: must be called with a colon, on _" in ran.text


def test_a_codea_suite_inside_a_test_function_runs_at_once(lua_test: Test) -> None:
    ran = lua_test(
        """
        function test_all()
          _:describe("x", function() _:test("y", function() _:expect(1).is(2) end) end)
        end
        function testAlone() assert.are.equal(1, 2) end
        """
    )
    assert ran.outcomes == {"failed": 2}
    assert "x > y: expectation 1" in ran.text


# -- state


def test_no_test_sees_another(lua_test: Test) -> None:
    ran = lua_test(
        """
        count = 0
        local first
        for i = 1, 3 do
          it("draws the same " .. i, function()
            count = count + 1
            touched = (touched or 0) + 1
            assert.are.equal(1, count)
            assert.are.equal(1, touched)
            assert.are.same(draw(), { math.random(1000), math.random(1000) }, nil)
          end)
        end
        """,
        init="""
        function draw()
          math.randomseed(5)
          local drawn = { math.random(1000), math.random(1000) }
          math.randomseed(5)
          return drawn
        end
        """,
    )
    assert (ran.code, ran.outcomes) == (0, {"passed": 3}), ran.text


@pytest.mark.slow
def test_the_seed_decides_what_is_drawn(lua_test: Test, tmp_path: Path) -> None:
    text = 'it("draws", function() print("drew " .. math.random(1, 1000000)) assert.is_true(false) end)'
    drawn = [re.findall(r"drew \d+", lua_test(text, *words).text) for words in ((), (), ("--seed", "2"))]
    assert drawn[0] == drawn[1] != drawn[2]


def test_globals_of_the_file_are_those_of_the_mod(lua_test: Test) -> None:
    ran = lua_test(
        'Runner = { name = "fake" } it("is seen", function() assert.are.equal("fake", who()) end)',
        init="function who() return Runner.name end",
    )
    assert ran.outcomes == {"passed": 1}, ran.text


def test_helpers_of_tests_find_the_names_by_asking(lua_test: Test) -> None:
    ran = lua_test(
        'local helper = require "tests.helper" it("x", function() helper(2, 1 + 1) end)',
        files={"tests/helper.lua": 'local t = require "host.testing" return function(...) t.assert.are.equal(...) end'},
    )
    assert ran.outcomes == {"passed": 1, "skipped": 1}, ran.text


def test_a_strict_kts_mod_has_tests_too(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod(
        "m",
        f'mod.RegisterMod {{ name = "m" }}\nuse_strict()\n{KTS_TILES}\nfunction twice(x) return 2 * x end\n',
        files={"tests/a_test.lua": 'local t = twice it("x", function() assert.are.equal(4, t(2)) end)'},
    )
    assert run(tmp_path, "m").outcomes == {"passed": 1}


def test_what_lies_beside_a_mod_is_loaded_only_when_it_is_needed(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("needed", "return { value = 7 }", root=tmp_path / "mods")
    make_mod("broken", "error('never loaded')", root=tmp_path / "mods")
    make_mod(
        "m",
        "v = require('needed').value",
        toml="[dependencies]\nneeded = ''",
        files={"a_test.lua": "it('x', function() assert.are.equal(7, v) end)"},
        root=tmp_path / "mods",
    )
    assert run(tmp_path, "mods/m").outcomes == {"passed": 1}


# -- finding


def test_which_files_are_tests(make_mod: MakeMod, tmp_path: Path) -> None:
    text = "it('x', function() end)"
    make_mod(
        "m",
        files=dict.fromkeys(
            (
                "test/any.lua",
                "tests/deep/down.lua",
                "src/a_test.lua",
                "src/test_b.lua",
                "c_spec.lua",
                "code.lua",
                "testing.lua",
            ),
            text,
        ),
    )
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "of_no_mod.lua").write_text(text)
    ran = run(tmp_path, ".", "--", "-v")
    found = re.findall(r"(\S+)::x PASSED", ran.text)
    assert sorted(found) == [
        "m/c_spec.lua",
        "m/src/a_test.lua",
        "m/src/test_b.lua",
        "m/test/any.lua",
        "m/tests/deep/down.lua",
    ]


def test_folders_around_the_current_one_are_not_looked_at(lua_test: Test, tmp_path: Path) -> None:
    ran = lua_test("it('x', function() end)", "--", "--collect-only")
    assert re.findall(r"<Dir (.+)>", ran.text) == ["m", "tests"], ran.text
    # Of several mods, only folders below the current one.
    ran = lua_test("it('x', function() end)", "m", "--", "--collect-only")
    assert re.findall(r"<Dir (.+)>", ran.text) == [tmp_path.name, "m", "tests"], ran.text


@pytest.mark.slow
def test_pytest_collects_them_by_itself(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("m", files={"a_test.lua": "it('one', function() end) it('two', function() end)"})
    done = subprocess.run(
        [sys.executable, "-m", "pytest", ".", "-k", "two", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert "1 passed, 1 deselected" in done.stdout


# -- options


@pytest.fixture
def two_files(make_mod: MakeMod, tmp_path: Path) -> Path:
    text = "it('opens a door', function() end) it('shuts a door', function() assert(false, 'stuck') end)"
    make_mod("m", files={"a_test.lua": text, "b_test.lua": text})
    return tmp_path


@pytest.mark.parametrize(
    ("words", "outcomes"),
    [
        (["-k", "opens a"], {"passed": 2, "deselected": 2}),
        (["-k", "opens and door"], {"passed": 2, "deselected": 2}),
        (["--fail-fast"], {"failed": 1, "passed": 1}),
        (["m/b_test.lua"], {"failed": 1, "passed": 1}),
        (["m/b_test.lua::opens a door"], {"passed": 1}),
    ],
    ids=lambda value: "_".join(value),
)
def test_some_of_the_tests(two_files: Path, words: list[str], outcomes: dict[str, int]) -> None:
    given = words if words[0].startswith("m/") else ["m", *words]
    assert run(two_files, *given).outcomes == outcomes


@pytest.mark.parametrize("name", ["opens a", "opens and door"])
def test_a_file_or_a_mod_that_does_not_load_fails_whatever_the_name_is(two_files: Path, name: str) -> None:
    (two_files / "m" / "b_test.lua").write_text("it(")
    ran = run(two_files, "m", "-k", name)
    assert ran.outcomes == {"failed": 1, "passed": 1, "deselected": 1}
    (two_files / "m" / "init.lua").write_text("error('stuck')")
    ran = run(two_files, "m", "-k", name)
    assert ran.outcomes == {"failed": 1, "deselected": 1}
    assert "m/init.lua:1: stuck" in ran.text


def test_a_timeout_out_of_its_range_is_refused(two_files: Path) -> None:
    text = run(two_files, "m", "--timeout", "0.0001").text
    assert text == "error: the timeout is 0.0001: must be between 0.001 and 1000000 seconds\n"


@pytest.mark.parametrize(
    ("name", "is_expression"),
    [
        ("door", False),
        ("a door opens", False),
        ("door and key", True),
        ("not (door or key)", True),
        ("what is not there", False),
        ("walks and does not fall", False),
        ("moves (fast)", False),
        ("-1 and", False),
        ("((((", False),
        ("", False),
    ],
)
def test_a_name_is_no_expression(name: str, is_expression: bool) -> None:
    assert _is_expression(name) == is_expression


def test_what_failed_last_can_be_run_again(two_files: Path) -> None:
    run(two_files, "m")
    assert run(two_files, "m", "--", "--lf").outcomes == {"failed": 2}


def test_the_command_that_is_named_runs_the_test_again(two_files: Path) -> None:
    ran = run(two_files, "m", "--seed", "3")
    again = re.findall(r"again  dungeon-host test '(.*)' --seed (\d+)", ran.text)
    assert again == [("m/a_test.lua::shuts a door", "3"), ("m/b_test.lua::shuts a door", "3")]
    assert run(two_files, again[0][0], "--seed", "3").outcomes == {"failed": 1}


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), ("--", "-n", "2")], ids=["one process", "xdist"])
def test_results_as_junit(two_files: Path, words: tuple[str, ...]) -> None:
    ran = run(two_files, "m", "--junit", "out.xml", *words)
    assert "FAILED m/a_test.lua::shuts a door - stuck" in ran.text
    assert ran.text.count("failed: m/a_test.lua:1: stuck") == 1
    (suite,) = ET.parse(two_files / "out.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("4", "2")
    failure = suite.find("./testcase/failure")
    assert failure is not None
    assert failure.get("message") == "stuck"


def test_shuffled_tests_are_in_an_order_of_the_seed(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("m", files={"a_test.lua": "for i = 1, 8 do it('t' .. i, function() end) end"})

    def order(*words: str) -> list[str]:
        return re.findall(r"::(t\d) PASSED", run(tmp_path, "m", *words, "--", "-v").text)

    shuffled = order("--shuffle")
    assert sorted(shuffled) == order() != shuffled
    assert order("--shuffle") == shuffled != order("--shuffle", "--seed", "2")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--no-such"], "No such option"),
        (["nowhere"], 'there is no mod or path "nowhere" to test'),
        (["bse"], 'did you mean "base"?'),
        (["--timeout", "x"], "not a positive number of seconds"),
        (["--seed", "-1"], "range"),
    ],
    ids=str,
)
def test_what_cannot_be_asked(words: list[str], said: str) -> None:
    result = run_command("test", *words)
    assert result.exit_code in (1, 2)
    assert said in result.stderr


def test_a_misspelled_path_or_test_is_an_error_of_the_request(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("m", files={"tests/door_test.lua": "it('opens', function() end)"})
    ran = run(tmp_path, "m/tests/dor_test.lua")
    assert ran.code == 1
    assert 'to test; did you mean "m/tests/door_test.lua"?' in ran.text
    ran = run(tmp_path, "m/tests/door_test.lua::closes")
    assert (ran.code, "not found" in ran.text) == (1, True)


def test_where_no_tests_are(tmp_path: Path) -> None:
    ran = run(tmp_path, ".")
    assert ran.code == 5
    assert "error: no test was run" in ran.text


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("opans", 'no test matches -k "opans", of 2 that were found; did you mean "opens"?'),
        ("zzz or qqq", 'no test matches -k "zzz or qqq", of 2 that were found\n'),
    ],
)
def test_a_name_that_no_test_has(make_mod: MakeMod, tmp_path: Path, name: str, message: str) -> None:
    make_mod("m", files={"tests/door_test.lua": "it('opens', function() end)\nit('shuts', function() end)\n"})
    ran = run(tmp_path, "m", "-k", name)
    assert ran.code == 5
    assert f"error: {message}" in ran.text


def test_a_part_of_a_name_that_no_test_has() -> None:
    results = Results()
    results.deselected = ["a door opens with its key", "a door shuts"]
    message = 'no test matches -k "shts", of 2 that were found; did you mean "shuts"?'
    assert explain_no_tests(results, "shts") == message
    # With pytest-xdist the names are not there.
    assert explain_no_tests(Results(), "shts") == 'no test matches -k "shts"'


# -- what goes wrong


@pytest.mark.slow
def test_what_loops_is_stopped(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("loops", function() while true do end end)
        it("loops in pcall", function() pcall(function() while true do end end) end)
        it("is well", function() end)
        """,
        "--timeout",
        "0.5",
        files={"tests/loop_test.lua": "local x = 1\nwhile true do end"},
    )
    assert ran.outcomes == {"passed": 1, "failed": 3}, ran.text
    for place in ("a_test.lua:1", "a_test.lua:2", "loop_test.lua:2"):
        assert f"error: m/tests/{place}: the mods took longer than 0.5 s and were stopped" in ran.text


@pytest.mark.slow
def test_each_fault_is_one_failed_test(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("is well", function() end)
        it("prints", function() for i = 1, 10000 do print(("x"):rep(1000)) end end)
        it("exits", function() os.exit(3) end)
        it("crashes", function() crash() end)
        it("eats memory", function() local s = "x" while true do s = s .. s end end)
        it("overflows", function() local function f() return 1 + f() end f() end)
        it("yields", function() coroutine.yield() end)
        it("raises a table", function() error({ 1 }) end)
        it("misspells", function() assert.is_tru(1) end)
        it("is still well", function() end)
        """,
        init="function crash() error('boo') end",
        files={
            "tests/syntax_test.lua": "it('x', function(",
            "tests/none_test.lua": "local x = 1",
            "tests/helper.lua": "local y = 1",
            "tests/z_test.lua": "it('runs', function() end)",
        },
    )
    assert (ran.code, ran.outcomes) == (1, {"passed": 3, "failed": 10, "skipped": 1}), ran.text
    for line in (
        "error: m/tests/a_test.lua:2: print: more than 4000000 bytes were printed",
        "error: m/tests/a_test.lua:3: attempt to index a nil value (global 'os')",
        "error: m/init.lua:1: boo\n  at     m/init.lua:1 in crash\n  from   m/tests/a_test.lua:4",
        "error: m/tests/a_test.lua:5: the mods used up the memory they may have",
        "error: m/tests/a_test.lua:6: stack overflow",
        "error: m/tests/a_test.lua:7: attempt to yield from outside a coroutine",
        "error: m/tests/a_test.lua:8: an error object that is a table",
        'assert has no check "is_tru"; did you mean "true"?',
        "error: m/tests/syntax_test.lua:1: <name> or '...' expected near <eof>",
        "error: none_test.lua has no tests",
    ):
        assert line in ran.text
    assert "Traceback" not in ran.text
    assert len(ran.text) < 60_000


def test_a_mod_that_does_not_load_fails_its_files(lua_test: Test) -> None:
    files = {"tests/b_test.lua": "it('y', function() end)", "tests/c_test.lua": "it('z', function() end)"}
    ran = lua_test("it('x', function() end)", init="local x = 1\nerror('broken')", files=files)
    assert (ran.code, ran.outcomes) == (1, {"failed": 1, "skipped": 2})
    assert ran.text.count("error: m/init.lua:2: broken") == 1
    assert "c_test.lua:1: the same error is reported for a_test.lua" in ran.text


def test_an_error_of_a_segment_file_is_at_its_line(lua_test: Test) -> None:
    init = f"{KTS_TILES}kts.LoadSegments({{ floor }}, 'rooms.txt')"
    rooms = "segment\nwidth: 1\nheight: 1\ndata:\nx\nrooms:\n1\n0 0 3 3\nend\neof\n"
    ran = lua_test("it('a', function() end)", init=init, files={"rooms.txt": rooms})
    assert 'error: m/rooms.txt:5: "x" is not a tile number: must be a whole number, 0 or more\n' in ran.text
    assert re.search(r"  at     m/rooms\.txt:5\n  from   m/init\.lua:\d+ in main chunk\n", ran.text)


def test_an_error_of_a_manifest_is_at_its_line(lua_test: Test) -> None:
    ran = lua_test("it('a', function() end)", toml='[dependencies]\nbsae = "*"\n')
    assert re.search(r'error: \S*m/mod\.toml:4: mod m needs the mod "bsae", which is not there; did you', ran.text)
    assert ":0" not in ran.text


def test_an_error_in_a_test_suggests_a_name(lua_test: Test) -> None:
    init = """
    require("host.generators").register_generator {
      id = "cave",
      generate = function() return require("host.toolbox").caves { widht = 5 } end,
    }
    """
    tests = """
    it("a", function() kts.Tile { type = "dor" } end)
    it("b", function() generate "m.cave" end)
    it("c", function() its("d") end)
    it("d", function() _:expct(1).is(1) end)
    """
    ran = lua_test(tests, init=init)
    assert "attempt to call a nil value (global 'its'); did you mean \"it\"?" in ran.text
    assert "attempt to call a nil value (method 'expct'); did you mean \"expect\"?" in ran.text
    assert 'error: m/tests/a_test.lua:1: kts.Tile: type is "dor"' in ran.text
    assert '"chest" or "barrel"; did you mean "door"?' in ran.text
    assert 'error: m/init.lua:3: toolbox.caves: options has "widht"' in ran.text
    assert 'rounds or smallest; did you mean "width"?\n  at     m/init.lua:3\n  from   m/tests/a_test' in ran.text


def test_ids_of_items_and_monsters_that_do_not_exist(lua_test: Test) -> None:
    tests = """
    it("a", function() assert.is_nil(generate("maze"):items()["m.cion"]) end)
    it("b", function() assert.is_nil(generate("maze"):monsters()["m.ratt"]) end)
    it("c", function()
      local items = generate("maze"):items()
      assert.is_nil(items["m.coin"]); assert.is_nil(items["other.sword"]); assert.same({}, items)
    end)
    """
    ran = lua_test(tests, init=KTS_TILES)
    assert ran.outcomes == {"failed": 2, "passed": 1}
    assert 'a_test.lua:1: there is no item "m.cion"; did you mean "m.coin"?' in ran.text
    assert 'a_test.lua:2: there is no monster "m.ratt"; did you mean "m.rat"?' in ran.text


def test_a_test_process_that_is_killed_is_one_failure(make_mod: MakeMod) -> None:
    # What Python does is not counted by Lua, so only the wall clock can stop it.
    mod = make_mod("m", files={"a_test.lua": "it('a', function() end) it('b', function() end)"})
    server = ForkServer(ChildSetup(str(mod), (), Budgets(seconds=5), Request(None, seed=1)))
    try:
        assert server.open("a_test.lua").error is None
        assert server._child is not None
        server._child._process.kill()
        answer = server.run("a_test.lua", CaseKey("", 1))
        assert answer.error is not None
        again = server.run("a_test.lua", CaseKey("", 2))
        assert again.error is None
        assert again.results[0]["failures"] == []
    finally:
        server.close()


def test_what_takes_too_long_in_python_is_told_at_the_line_of_the_mod(
    make_mod: MakeMod, monkeypatch: pytest.MonkeyPatch
) -> None:
    @service
    def test_generate(self, generator: str, options: Value) -> int:
        while True:
            pass

    monkeypatch.setattr(TestServices, "test_generate", test_generate)
    mod = make_mod(
        "m",
        files={
            "a_test.lua": """
            local function slow()
              generate("base")
            end
            it("waits", function()
              pcall(slow)
            end)
            """,
            "b_test.lua": "x = 1\ngenerate('base')",
        },
    )
    server = ForkServer(ChildSetup(str(mod), (), Budgets(seconds=0.5), Request(None, seed=1)))
    try:
        assert server.open("a_test.lua").error is None
        answers = [server.run("a_test.lua", CaseKey("", 1)), server.open("b_test.lua")]
    finally:
        server.close()
    told = [(str(answer.error), [frame.line for frame in answer.error.frames]) for answer in answers if answer.error]
    assert [lines for _, lines in told] == [[2, 5], [2]]
    assert all("the mods took longer than 0.5 s and were stopped; --timeout SECONDS" in text for text, _ in told)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_with_forks_and_without_the_same_comes_out(make_mod: MakeMod, method: str) -> None:
    mod = make_mod(
        "m",
        files={
            "a_test.lua": """
            it('passes', function() print(math.random(1000)) end)
            it('fails', function() assert.are.same({ 1 }, { 2 }) end)
            it('errs', function() error('x') end)
            """
        },
    )
    server = ForkServer(ChildSetup(str(mod), (), Budgets(seconds=20), Request(None, seed=7)), method)
    try:
        (listed,) = server.open("a_test.lua").results
        answers = [server.run("a_test.lua", CaseKey(*test["key"])) for test in listed["tests"]]
    finally:
        server.close()
    told = [[(one["kind"], one["message"]) for one in answer.results[0]["failures"]] for answer in answers]
    assert told == [[], [("failure", "the values are not the same")], [("error", "x")]]
    assert answers[0].printed == ["169"]


def test_a_test_that_was_begun_ahead_is_not_mistaken_for_another(make_mod: MakeMod) -> None:
    text = "for i = 1, 4 do it('t' .. i, function() print(i) end) end"
    mod = make_mod("m", files={"a_test.lua": text, "b_test.lua": text})
    server = ForkServer(ChildSetup(str(mod), (), Budgets(seconds=20), Request(None, seed=1)))
    try:
        printed = [
            server.run(path, CaseKey("", number), CaseKey("", following) if following else None).printed
            for path, number, following in (
                ("a_test.lua", 1, 2),
                ("a_test.lua", 2, 3),
                ("a_test.lua", 4, 1),
                ("b_test.lua", 3, None),
                ("a_test.lua", 1, None),
            )
        ]
    finally:
        server.close()
    assert printed == [["1"], ["2"], ["4"], ["3"], ["1"]]


# -- differences


def test_tables_are_told_apart_line_by_line() -> None:
    failure = Failure.from_data(
        {
            "kind": "failure",
            "message": "the values are not the same",
            "frames": "m/a.lua\x003\x00f",
            "expected": '{ hp = 10, items = { "sword", "shield" }, name = "a, {goblin}", where = { 1, 2 } }',
            "actual": '{ hp = 12, items = { "sword" }, name = "a, {goblin}", where = { 1, 2 } }',
        }
    )
    told = """\
failed: m/a.lua:3: the values are not the same
  --- expected
  +++ got
   {
  -  hp = 10,
  -  items = { "sword", "shield" },
  +  hp = 12,
  +  items = { "sword" },
     name = "a, {goblin}",
     where = { 1, 2 },
   }
  at     m/a.lua:3 in f
  seed   1
  again  dungeon-host test x"""
    assert write_report([failure], seed=1, again="dungeon-host test x") == told


def test_maps_are_drawn_side_by_side() -> None:
    failure = Failure("failure", "another", (), "###\n#.#\n###", "###\n#+#\n##", "map")
    assert write_report([failure], seed=1, again="x").splitlines()[1:6] == [
        "       expected   │ got",
        "     0 ###        │ ###",
        "     1 #+#        │ #.#",
        "        ^         │  ^",
        "     2 ##         │ ###",
    ]


def test_marks_stay_in_their_column() -> None:
    failure = Failure("failure", "another", (), "#" * 12 + "\n" + "#" * 12, "###\n#", "map")
    lines = write_report([failure], seed=1, again="x").splitlines()[1:6]
    assert {line.index("│") for line in lines} == {18}


def test_wide_maps_are_drawn_below_each_other() -> None:
    rows = ["#" * 85 for _ in range(20)]
    changed = [*rows[:10], "#" * 40 + "." + "#" * 44, *rows[11:]]
    failure = Failure("failure", "another", (), "\n".join(rows), "\n".join(changed), "map")
    lines = write_report([failure], seed=1, again="x").splitlines()
    assert len(lines) < 30
    assert [line.index("^") for line in lines if "^" in line] == [lines[2].index("#") + 40]


def test_a_failure_in_one_line() -> None:
    failures = [Failure("failure", "not equal", (), "2", "1"), Failure("error", "x")]
    assert headline(failures) == "not equal: expected 1, got 2 (and 1 more)"


def test_tables_are_shown_in_one_order_and_to_an_end(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("x", function()
          local loop = { z = 1, a = 2, [true] = 3, [2.5] = 4, 10, 20, ["a b"] = 5 }
          loop.me = loop
          assert.are.same({}, loop)
        end)
        """
    )
    assert "<a table that contains this one>" in ran.text
    keys = re.findall(r"\+  ([\w\[\]\". ]+) =", ran.text)
    assert keys == ["[2.5]", "a", '["a b"]', "me", "z", "[true]"]


# -- maps


def test_maps_of_generators(lua_test: Test, tmp_path: Path) -> None:
    ran = lua_test(
        """
        it("looks", function()
          local map = generate("base", { dungeon = "tiny", seed = 7 })
          assert.connected(map)
          assert.matches_map(map, "\\n" .. map:text():gsub("^", "  "):gsub("\\n", "\\n  ") .. "\\n")
          assert.are.equal(14, map.width)
          assert.is_true(map.rooms > 3)
          game.play(1)
          local one, two = game.player(1), game.player(2)
          assert.is_true(map:walkable(one.x, one.y))
          assert.reachable(map, one, { two.x, two.y })
          assert.is_not.reachable(map, one, { 0, 0 })
          assert.is_true(map:count(map:tiles(0, 0)[1]) > 1)
          assert.has_error(function() map.width = 1 end, "map.width cannot be set: the fields of a map are read-only")
          assert.error_matches(function() assert.reachable(map, { 99, 0 }, one) end, "is not on the map")
          assert.error_matches(function() generate("bose") end, "there is no generator")
          assert.error_matches(function() generate("base", { dungeon = 7 }) end, "must be")
        end)
        it("differs", function()
          local map = generate("base", { dungeon = "tiny", seed = 7 })
          assert.matches_map(map, (map:text():gsub("%.", "~", 1)))
        end)
        """,
        toml=NEEDS_BASE,
    )
    assert ran.outcomes == {"passed": 1, "failed": 1}, ran.text
    assert "the map differs from the drawing" in ran.text
    assert "expected         │ got" in ran.text


def test_what_a_test_says_of_a_map_is_said_of_something(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("counts tiles", function()
          local map = generate("m", { seed = 7 })
          assert.are.equal(1, map:count("m.ore"))
          assert.are.equal(1, map:count(ore))
          assert.are.equal(0, map:count(unused))
          assert.are.equal(0, map:count("host.edge") * 0)
          assert.has_error(function() map:count("ore") end, 'map:count: there is no tile "ore"; did you mean "m.ore"?')
          assert.error_matches(function() map:count("m.oar") end, 'no tile "m.oar"; did you mean "m.ore"?', 1, true)
          assert.error_matches(function() map:count(7) end, "a tile or the id of one was expected, got 7")
        end)
        it("names a map", function()
          generate("m")
          assert.connected()
          local map = game.map()
          local said = "a map was expected, got nil: game.map%(%) is the map of the game"
          assert.error_matches(function() assert.connected(typo) end, "assert.connected: " .. said)
          local rule = "map is nil: must be a map %(game.map%(%) is the map of the game%) or a table"
          assert.error_matches(function() assert.reachable(typo, { 1, 1 }, { 1, 1 }) end, "assert.reachable: " .. rule)
          assert.error_matches(function() assert.reachable({}, { 1, 1 }, { 1, 1 }) end, "a map was expected, got {}")
          assert.error_matches(function() assert.reachable(map, { 1 }, { 1, 1 }) end, "whole numbers, x and y, from 0")
          assert.error_matches(function() assert.matches_map(typo, "") end, "assert.matches_map: " .. rule)
          assert.error_matches(map.text, "GeneratedMap:text is called on nil: must be called with a colon, on a map")
        end)
        it("names squares", function()
          local map = generate("m")
          local open = require("host.toolbox").scatter(nil, { distance = 1, most = 1 })[1]
          local said = "%(0, 0%) cannot be reached from %(%d+, %d+%): %(0, 0%) is not walkable"
          assert.error_matches(function() assert.reachable(map, open, { 0, 0 }) end, said)
          assert.error_matches(function() assert.reachable(map, { 0, 0 }, open) end, ": %(0, 0%) is not walkable")
        end)
        it("says why there is no knight", function()
          generate("m")
          assert.error_matches(game.player, "player 1 has no knight: the map has no home for them")
          generate("base", { dungeon = "tiny" })
          assert.error_matches(game.player, "player 1 has no knight yet: game.play%(seconds%) lets them enter")
          game.play(1)
          assert.is_table(game.player())
        end)
        """,
        toml=NEEDS_BASE,
        init="""
        ore, unused = kts.Tile { name = "ore" }, kts.Tile { name = "unused" }
        local toolbox = require "host.toolbox"
        require("host.generators").register_generator { id = "caves", generate = function()
          local map = toolbox.caves { width = 20, height = 20 }:map()
          kts.AddTile(toolbox.scatter(map, { distance = 3 })[1], ore)
          return map
        end }
        """,
    )
    assert ran.outcomes == {"passed": 4}, ran.text


def test_messages_and_events(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("is heard", function()
          kts.FlashMessage("a door creaks", 1)
          print("and opens")
          assert.message("door")
          assert.is_not.message("window")
          assert.event(game.events()[1].type, { message = "a door creaks" })
          assert.has_no.event("flood")
          assert.printed("and opens")
        end)
        it("passes time", function()
          local done
          kts.AddTask(function() kts.Delay(1500) done = true end)
          tween.advance(1)
          assert.is_nil(done)
          World.pass_time_in_seconds(1)
          assert.is_true(done)
        end)
        """
    )
    assert ran.outcomes == {"passed": 2}, ran.text


@pytest.mark.slow
def test_snapshots_are_kept_beside_the_test(lua_test: Test, tmp_path: Path) -> None:
    text = """
    it("is golden", function()
      assert.snapshot(generate("base", { dungeon = "tiny" }), "tiny map")
      assert.snapshot({ a = 1 }, "table")
    end)
    """
    missing = lua_test(text, toml=NEEDS_BASE)
    assert missing.outcomes == {"failed": 1}
    assert "`dungeon-host test --snapshot-update` writes it" in missing.text
    assert not (tmp_path / "m" / "tests" / "snapshots").exists()
    assert lua_test(text, "--snapshot-update", toml=NEEDS_BASE).outcomes == {"passed": 1}
    kept = tmp_path / "m" / "tests" / "snapshots"
    assert sorted(path.name for path in kept.iterdir()) == ["a_test.table.txt", "a_test.tiny map.txt"]
    assert (kept / "a_test.table.txt").read_text() == "{ a = 1 }\n"
    assert lua_test(text, toml=NEEDS_BASE).outcomes == {"passed": 1}
    other = lua_test(text, "--seed", "2", toml=NEEDS_BASE)
    assert other.outcomes == {"failed": 1}
    assert 'the value differs from the snapshot "tiny map"' in other.text
    assert lua_test("it('x', function() assert.snapshot(1, '../x') end)", "--snapshot-update").outcomes == {"failed": 1}


@pytest.mark.parametrize("obstacle", ["pipe", "file for the folder"])
def test_a_snapshot_that_cannot_be_written_fails_its_test(lua_test: Test, tmp_path: Path, obstacle: str) -> None:
    folder = tmp_path / "m" / "tests" / "snapshots"
    if obstacle == "pipe":
        folder.mkdir(parents=True)
        os.mkfifo(folder / "a_test.name.txt")
    else:
        folder.parent.mkdir(parents=True)
        folder.write_text("")
    ran = lua_test("it('x', function() assert.snapshot(1, 'name') end)", "--snapshot-update")
    assert ran.outcomes == {"failed": 1}
    assert "cannot be written" in ran.text


OF_KTS = "local function delay(s, fn) kts.AddTask(function() kts.Delay(1000 * s) fn() end) end"
OF_ROOMS = "local delay = tween.delay"
PASSES = """
it("passes", function()
  local done
  delay(1.5, function() done = true end)
  World.pass_time_in_seconds(1)
  assert.is_nil(done)
  tween.advance(0.5)
  assert.is_true(done)
end)
"""
MAKES = 'it("makes", function() assert.is_truthy(World(5, 4).grid) end)'
COUNTS = """
it("counts", function()
  local before = World.seconds()
  World.pass_time_in_seconds(60)
  assert.are.equal(before + 60, World.seconds())
end)
"""
OWN = """
it("stays", function()
  assert.are.equal(7, World.size)
  World.size = 8
  assert.are.equal(8, size())
  assert.is_nil(World.pass_time_in_seconds)
end)
"""


@pytest.mark.parametrize(
    ("dialects", "tests", "passed"),
    [
        ("", (OF_KTS, PASSES), 1),
        ('"kts", "actions"', (OF_KTS, PASSES, MAKES), 2),
        ('"rooms", "kts"', (OF_ROOMS, PASSES), 1),
        ('"areas"', (COUNTS,), 1),
        ('"areas", "actions"', (COUNTS, MAKES), 2),
        ('"actions", "areas"', (COUNTS, MAKES), 2),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_time_passes_by_the_names_of_any_dialect(
    lua_test: Test, dialects: str, tests: tuple[str, ...], passed: int
) -> None:
    ran = lua_test("\n".join(tests), toml=f"dialects = [{dialects}]" if dialects else "")
    assert ran.outcomes == {"passed": passed}, ran.text


def test_a_name_that_is_the_mods_own_stays_so(lua_test: Test) -> None:
    ran = lua_test(OWN, init="World = { size = 7 } function size() return World.size end")
    assert ran.outcomes == {"passed": 1}, ran.text


# Call -> the end of its error.
WRONG_CALLS = (
    ("game.play({ 1 })", "game.play: seconds is a table: must be a number"),
    ("game.play(0/0)", "game.play: seconds is nan: must be"),
    ("tween.advance('2')", 'tween.advance: seconds is "2": must be'),
    ("World.pass_time_in_seconds(1e10)", "World.pass_time_in_seconds: seconds is 10000000000.0: must be"),
    ("game.player('x')", 'game.player: number is "x": must be a whole number'),
    ("game.player(3.0)", "game.player: the number is 3: must be between 1 and 2"),
    ("assert.near(1, 2)", "assert.near: tolerance is nil: must be a number"),
    ("assert.near(nil, 2, 1)", "assert.near: expected is nil: must be a number"),
    (
        "forall(1, { a = { math.mininteger, 5 } }, print)",
        "forall: the option a is from -9223372036854775808 to 5: must be less than 2^63 apart",
    ),
    ("forall(2^53, print)", "forall: seeds is 9007199254740992.0: must be a whole number between 1 and 1000000"),
)


def test_what_the_names_of_tests_do_not_take(lua_test: Test) -> None:
    cases = [f"it('x', function() {call} end)" for call, _ in WRONG_CALLS]
    ran = lua_test("\n".join(cases), toml='dialects = ["kts"]')
    assert ran.outcomes == {"failed": len(cases)}, ran.text
    for line, (_, said) in enumerate(WRONG_CALLS, 1):
        assert f"error: m/tests/a_test.lua:{line}: {said}" in ran.text


def test_tables_that_differ_too_far_inside_to_be_shown(lua_test: Test) -> None:
    ran = lua_test(
        """
        local function nested(depth, bottom) return depth == 0 and { bottom } or { x = nested(depth - 1, bottom) } end
        it("x", function()
          assert.are.same(nested(40, 1), nested(40, 2))
        end)
        it("overflows", function()
          local a, b = {}, {}
          for i = 1, 300000 do a, b = { a }, { b } end
          assert.are.same(a, b)
        end)
        """
    )
    assert ran.outcomes == {"failed": 2}
    assert "a_test.lua:3: the values are not the same\n  both values have the same text" in ran.text
    assert re.search(r"error: m/tests/a_test.lua:\d+: stack overflow", ran.text)


def test_each_snapshot_has_a_name_of_its_own(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("one", function() assert.snapshot(1, "a") assert.snapshot(1, "a") assert.snapshot("x\\r\\ny", "b") end)
        it("two", function() assert.snapshot(1, "a") end)
        it("three", function() assert.snapshot(2, "a") end)
        it("four", function() assert.snapshot(1, "c") assert.snapshot(2, "c") end)
        it("five", function() assert.snapshot(1, "A") end)
        """,
        "--snapshot-update",
    )
    assert ran.outcomes == {"passed": 2, "failed": 3}, ran.text
    assert 'a_test.lua:5: assert.snapshot: the name of another snapshot, "a", differs in case only' in ran.text
    assert 'a_test.lua:3: assert.snapshot: another test of the file has a snapshot "a" with another value' in ran.text
    assert 'a_test.lua:4: assert.snapshot: this test has a snapshot "c" with another value' in ran.text
    again = lua_test('it("one", function() assert.snapshot(1, "a") assert.snapshot("x\\r\\ny", "b") end)')
    assert again.outcomes == {"passed": 1}, again.text


def test_too_many_snapshots_are_an_error(lua_test: Test) -> None:
    ran = lua_test('it("all", function() for i = 1, 1001 do assert.snapshot(i, "a" .. i) end end)', "--snapshot-update")
    assert ran.outcomes == {"failed": 1}
    assert "assert.snapshot: the test has 1001 snapshots: must have at most 1000" in ran.text


# -- properties


def test_the_smallest_seed_and_options_that_fail_are_told(lua_test: Test) -> None:
    ran = lua_test(
        """
        it("holds", function() forall(50, function(seed) assert.is_true(math.random(6) <= 6) end) end)
        it("fails", function()
          forall(50, function(seed) assert.is_true(seed < 13) end)
        end)
        it("shrinks", function()
          forall(50, { rooms = { 1, 100 }, kind = { "a", "b", "c" } }, function(seed, options)
            assert.is_false(options.rooms > 17 and options.kind ~= "a")
          end)
        end)
        it("draws anew", function()
          local drawn = {}
          forall({ 5, 6, 5 }, function(seed) drawn[#drawn + 1] = math.random(1000000) end)
          assert.are.equal(drawn[1], drawn[3])
          assert.are_not.equal(drawn[1], drawn[2])
        end)
        it("counts expectations", function() forall(3, function(seed) _:expect(seed).is(1) end) end)
        it("takes no nonsense", function()
          for _, bad in ipairs { 0, -1, 1.5, "x", { "a" } } do
            assert.error_matches(function() forall(bad, function() end) end, "forall: ")
          end
          assert.error_matches(function() forall(3, { a = { 2, 1 } }, function() end) end, "the lowest must come first")
          assert.error_matches(function() forall(3, 7, function() end) end, "options is 7: must be a table")
        end)
        """
    )
    assert ran.outcomes == {"passed": 3, "failed": 3}, ran.text
    assert "for seed 13, the smallest of 1 to 50 that fails: expected true, got false" in ran.text
    assert re.search(r"for seed \d+, the smallest of 1 to 50 that fails, with kind = b, rooms = 18 \(shrunk", ran.text)
    assert "for seed 2, the smallest of 1 to 3 that fails: expectation" in ran.text


def test_options_shrink_within_one_failure(lua_test: Test) -> None:
    # What goes wrong with small options may be something else, which says nothing of what was found.
    ran = lua_test(
        """
        it("shrinks", function()
          forall(50, { w = { 1, 10000 } }, function(seed, options)
            if options.w > 40 then error("the room of " .. options.w .. " is too wide") end
            assert.is_true(options.w < 17)
          end)
        end)
        it("shrinks what is expected", function()
          forall({ 1 }, { w = { 1, 100 } }, function(seed, options)
            assert.are.same({}, options.w < 5 and {} or { options.w }, options.w)
          end)
        end)
        """
    )
    assert re.search(r"with w = 41 \(shrunk from .*: the room of 41 is too wide", ran.text), ran.text
    assert "with w = 5 (shrunk from" in ran.text


# -- coverage


def test_which_lines_ran(lua_test: Test, tmp_path: Path) -> None:
    ran = lua_test(
        "it('x', function() assert.are.equal(1, used(true)) end)",
        "--coverage",
        init="""
function used(x)
  if x then
    return 1
  end
  return 2
end
local ending = require "other"
""",
        files={
            "other.lua": "#!/usr/bin/lua\nreturn {\n  function()\n    print(1)\n  end,\n}\n",
            "never.lua": "x = 1\n",
        },
    )
    assert ran.code == 0, ran.text
    rows = re.findall(r"^m/(\S+) +(\d+) +(\d+) +([\d.]+)(?:  (.*))?$", ran.text, re.MULTILINE)
    assert rows == [
        ("init.lua", "5", "4", "80.0", "5"),
        ("never.lua", "1", "0", "0.0", "1"),
        ("other.lua", "2", "1", "50.0", "4"),
    ]
    text = (tmp_path / "coverage.lcov").read_text()
    assert "SF:m/init.lua\nDA:1,1\nDA:2,1\nDA:3,1\nDA:5,0\nDA:7,1\nLF:5\nLH:4\nend_of_record\n" in text
    assert "a_test" not in text


def test_lines_that_ran_of_a_mod_for_lua_5_1(tmp_path: Path) -> None:
    main = """
    function sum(...)
      local result = 0
      for i = 1, arg.n do
        i = arg[i]
        result = result + i
      end
      return result
    end
    function never()
      for i = 1, 2 do
        i = 3
      end
    end
    """
    write_mod(tmp_path / "m", {"main.lua": main, "tests/a_test.lua": "function test_sum() assert(sum(1, 2) == 3) end"})
    ran = run(tmp_path, "m", "--coverage")
    assert ran.code == 0, ran.text
    assert re.findall(r"^m/(\S+) +(\d+) +(\d+) +([\d.]+)(?:  (.*))?$", ran.text, re.MULTILINE) == [
        ("main.lua", "9", "7", "77.8", "10-11")
    ]


def test_a_line_end_in_the_name_of_a_file_ends_no_line_of_a_report(lua_test: Test, tmp_path: Path) -> None:
    ran = lua_test("it('x', function() end)", "--coverage", files={"a\nend_of_record\n.lua": "x = 1\n"})
    assert "\nm/a\\x0aend_of_record\\x0a.lua" in ran.text
    # The host opens no files with such names.
    lcov = (tmp_path / "coverage.lcov").read_text()
    assert lcov.count("end_of_record") == lcov.count("SF:") == 1


# -- the guide


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    """A folder with the mod of docs/testing-mods.md."""
    page = (ROOT / "docs" / "testing-mods.md").read_text()
    for file, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    return tmp_path


def test_the_mod_of_the_guide_passes(guide: Path) -> None:
    assert run(guide, "cheese").outcomes == {"passed": 8, "skipped": 1}


A_MOUSE = """it("a mouse", function()
  assert.are.same({ name = "mouse", hunger = 4, likes = { "cheese" } }, mouse())
end)"""
SHRINKS = """it("shrinks", function()
  forall(50, { mice = { 1, 100 } }, function(seed, options)
    assert.is_false(options.mice > 17)
  end)
end)"""


@pytest.mark.parametrize(
    ("file", "text"), [("mouse_test.lua", A_MOUSE), ("shrink_test.lua", SHRINKS)], ids=["a table", "a property"]
)
def test_the_guide_shows_what_is_told(guide: Path, file: str, text: str) -> None:
    page = (ROOT / "docs" / "testing-mods.md").read_text()
    (shown,) = re.findall(rf"^```text\n(failed: cheese/tests/{file}.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (guide / "cheese" / "tests" / file).write_text(text)
    assert shown in run(guide, f"cheese/tests/{file}").text
