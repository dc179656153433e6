"""Debug sessions as editors have them: breakpoints, steps in both directions, variables, errors."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from host.paths import BUNDLED_MODS
from tests.helpers import write_mod
from tests.tools.debugging.client import Client

INIT = """\
local names = { "ann", "bob" }
secret = 7

local function greet(name, times)
  local text = ""
  for i = 1, times do
    text = text .. name .. i -- in the loop
  end
  return text -- at the end
end

local function all()
  for _, name in ipairs(names) do
    local said = greet(name, 2) -- call
    print(said) -- said
  end
end

all() -- all
coroutine.wrap(function()
  local inner = { size = 5, names = names }
  print("in " .. inner.size) -- inside
end)()
local ok = pcall(function()
  error("caught") -- caught
end)
print("done") -- done
if secret > 7 then
  local missing
  print(missing.field) -- uncaught
end
"""
TEST = """\
local function add(a, b)
  return a + b
end
it("adds", function()
  local sum = add(1, 2)
  assert.equals(3, sum) -- check
end)
it("fails", function()
  assert.equals(4, add(1, 2)) -- fails
end)
it("expects an error", function()
  assert.has_error(function() error("wanted") end)
end)
"""
MARKS = {
    mark: n
    for text in (INIT, TEST)
    for n, line in enumerate(text.splitlines(), 1)
    for mark in re.findall("-- (.+)", line)
}
SMALL = ("--seed", "1", "--set", "dungeon=tiny")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a mod that greets while it loads."""
    folder = tmp_path_factory.mktemp("debugged") / "hall"
    (folder / "tests").mkdir(parents=True)
    (folder / "mod.toml").write_text('id = "hall"\nversion = "1.0"\n')
    (folder / "init.lua").write_text(INIT)
    (folder / "tests" / "hall_test.lua").write_text(TEST)
    return folder


@pytest.fixture
def client() -> Iterator[Client]:
    with Client() as made:
        yield made


def begin(client: Client, hall: Path, *points: object, **more: object) -> list[int]:
    """Debug `generate` with breakpoints in init.lua of the mod; return the lines where they are."""
    answers = client.begin("generate", "base", "--mods", hall, *SMALL, stops={hall / "init.lua": list(points)}, **more)  # type: ignore[arg-type]
    return [answer.get("line", 0) for answer in answers]


def test_the_adapter_says_what_it_can(client: Client) -> None:
    can = client.get("initialize", adapterID="dungeon-host")
    wanted = (
        "supportsStepBack",
        "supportsConditionalBreakpoints",
        "supportsHitConditionalBreakpoints",
        "supportsLogPoints",
    )
    assert all(can[name] is True for name in wanted)
    assert client.get("threads")["threads"] == [{"id": 1, "name": "mods"}]
    assert client.ask("stackTrace", threadId=1)["message"] == "this needs mods that are stopped"
    assert client.ask("dance")["message"] == 'there is no request "dance"'


def test_a_breakpoint_shows_stack_and_variables(client: Client, hall: Path) -> None:
    assert begin(client, hall, MARKS["in the loop"]) == [MARKS["in the loop"]]
    assert client.stop() == ("breakpoint", MARKS["in the loop"])
    frames = client.frames()
    assert [(frame["name"], frame["line"]) for frame in frames] == [
        ("greet", MARKS["in the loop"]),
        ("all", MARKS["call"]),
        ("main chunk", MARKS["all"]),
    ]
    assert Path(frames[0]["source"]["path"]) == (hall / "init.lua").resolve()
    assert client.variables("Locals") == {"name": '"ann"', "times": "2", "text": '""', "i": "1"}
    assert client.variables("Upvalues", 2)["names"] == '{ "ann", "bob" }'
    assert client.variables("Globals")["secret"] == "7"
    assert [client.value(text) for text in ("name .. i", "secret + 1", "names", "nothing.at_all")][:3] == [
        '"ann1"',
        "8",
        "nil",
    ]
    assert client.value("#names, names[2]", 2) == '2, "bob"'
    assert client.value("1 +").startswith("error: ")
    # Statements, and assignments.
    assert client.value("times = 1") == "nil"
    assert client.value("times") == "1"
    assert client.go() == ("breakpoint", MARKS["in the loop"])


def test_conditions_hit_counts_and_messages(client: Client, hall: Path) -> None:
    loop = {"line": MARKS["in the loop"]}
    begin(
        client,
        hall,
        {**loop, "condition": 'name == "bob" and i == 2'},
        {**loop, "hitCondition": "% 2", "logMessage": "{name} has {i} of {times}, {oops.x}"},
        {"line": MARKS["said"], "hitCondition": "2"},
        {"line": MARKS["done"], "condition": "nothing.here"},
    )
    assert client.stop() == ("breakpoint", MARKS["in the loop"])
    assert client.value("name .. i") == '"bob2"'
    assert client.go() == ("breakpoint", MARKS["said"])
    assert client.value("said") == '"bob1bob2"'
    assert client.go() == ("exception", MARKS["done"])
    code, printed = client.finish()
    assert code == 0
    shown = [line for line in printed.splitlines() if " has " in line]
    problem = "<hall/(expression):1: attempt to index a nil value (global 'oops')>"
    assert shown == [f"{name} has 2 of 2, {problem}" for name in ("ann", "bob")]


def test_messages_are_logged_once_and_do_not_stop(client: Client, hall: Path) -> None:
    begin(client, hall, {"line": MARKS["said"], "logMessage": "they say {said}"}, MARKS["done"])
    client.stop()
    # A step replays the run: nothing is printed twice.
    client.go("stepBack")
    code, printed = client.finish()
    assert code == 0
    assert [printed.count(f"they say {said}\n") for said in ("ann1ann2", "bob1bob2")] == [1, 1]
    assert [printed.count(line) for line in ("\nann1ann2\n", "\nin 5\n", "\ndone\n")] == [1, 1, 1]


def test_steps_in_over_and_out(client: Client, hall: Path) -> None:
    begin(client, hall, MARKS["call"])
    assert client.stop() == ("breakpoint", MARKS["call"])
    client.break_at(hall / "init.lua", [])
    assert client.go("next") == ("step", MARKS["said"])
    assert client.go("next") == ("step", MARKS["call"])
    assert client.go("stepIn") == ("step", MARKS["in the loop"] - 2)
    assert client.value("name") == '"bob"'
    assert client.go("next") == ("step", MARKS["in the loop"] - 1)
    assert client.go("next") == ("step", MARKS["in the loop"])
    assert client.go("stepOut") == ("step", MARKS["said"])
    assert client.go("stepOut") == ("step", MARKS["inside"] - 2)
    # Over a coroutine, and into another function that the host calls.
    assert client.go("next") == ("step", MARKS["caught"] - 1)
    assert client.go("stepIn") == ("step", MARKS["caught"])
    assert client.go("next") == ("step", MARKS["done"])
    code, printed = client.finish()
    assert code == 0
    assert [printed.count(line) for line in ("ann1ann2\n", "bob1bob2\n", "in 5\n", "done\n")] == [1, 1, 1, 1]


def test_steps_back_and_continues_backwards(client: Client, hall: Path) -> None:
    begin(client, hall, MARKS["in the loop"], MARKS["done"])
    lines = [client.stop()[1], *(client.go()[1] for _ in range(4))]
    assert lines == [MARKS["in the loop"]] * 4 + [MARKS["done"]]
    assert client.go("stepBack") == ("step", MARKS["caught"])
    assert client.go("reverseContinue") == ("breakpoint", MARKS["in the loop"])
    assert client.value("name .. i") == '"bob2"'
    assert client.go("stepBack") == ("step", MARKS["in the loop"])
    assert client.value("name .. i") == '"bob1"'
    assert client.go("reverseContinue") == ("breakpoint", MARKS["in the loop"])
    assert client.value("name .. i") == '"ann2"'
    code, printed = client.finish()
    assert (code, printed.count("ann1ann2"), printed.count("done")) == (0, 1, 1)


def test_reverse_continue_ends_at_the_first_statement(client: Client, hall: Path) -> None:
    begin(client, hall, {"line": MARKS["in the loop"], "hitCondition": "1"})
    assert client.stop() == ("breakpoint", MARKS["in the loop"])
    reason, _ = client.go("reverseContinue")
    assert reason == "entry"
    assert client.go("stepBack")[0] == "step"
    assert client.go() == ("breakpoint", MARKS["in the loop"])


def test_an_expression_that_never_ends_is_stopped(client: Client, hall: Path) -> None:
    begin(client, hall, MARKS["call"])
    client.stop()
    stopped = "the expression was stopped after 2000000 instructions"
    assert client.value("(function() while true do end end)()") == f"error: {stopped}"
    assert (
        client.value("(function() while true do pcall(function() while true do end end) end end)()")
        == f"error: {stopped}"
    )
    # In a coroutine it uses up the budget of the game: the run is made again.
    again = client.value("coroutine.wrap(function() while true do end end)()")
    assert again == "error: the expression used up its budget, and was stopped"
    assert client.value("name") == '"ann"'
    assert client.value('("x"):rep(2000000000)').startswith("error: ")
    assert client.go("next") == ("step", MARKS["said"])


def test_breakpoints_inside_coroutines_with_tables(client: Client, hall: Path) -> None:
    begin(client, hall, MARKS["inside"])
    assert client.stop() == ("breakpoint", MARKS["inside"])
    frames = client.frames()
    assert [frame["line"] for frame in frames] == [MARKS["inside"], MARKS["inside"] + 1]
    scopes = client.get("scopes", frameId=1)["scopes"]
    (inner,) = client.children(scopes[0]["variablesReference"])
    assert (inner["name"], inner["value"]) == ("inner", "{ names = table, size = 5 }")
    names, size = client.children(inner["variablesReference"])
    assert (size["name"], size["value"], size["variablesReference"]) == ("size", "5", 0)
    assert [each["value"] for each in client.children(names["variablesReference"])] == ['"ann"', '"bob"']


@pytest.mark.parametrize(
    ("filters", "stops"),
    [((), []), (("uncaught",), ["uncaught"]), (("all", "uncaught"), ["caught", "uncaught"])],
    ids=["none", "uncaught", "all"],
)
def test_errors_stop_where_they_happen(client: Client, hall: Path, filters: tuple[str, ...], stops: list[str]) -> None:
    begin(client, hall, MARKS["all"], filters=filters)
    client.stop()
    client.value("(function() secret = 8 end)()")
    lines = []
    for _ in stops:
        reason, line = client.go()
        assert reason == "exception"
        lines.append(line)
    assert lines == [MARKS[stop] for stop in stops]
    if stops:
        assert "missing" in client.get("exceptionInfo", threadId=1)["description"]
        assert client.variables("Locals")["missing" if "missing" in client.variables("Locals") else "ok"] in (
            "nil",
            "false",
        )
    code, printed = client.finish()
    assert code == 1
    assert f"hall/init.lua:{MARKS['uncaught']}: " in printed


def test_back_from_an_error(client: Client, tmp_path: Path) -> None:
    folder = tmp_path / "breaks"
    folder.mkdir()
    (folder / "mod.toml").write_text('id = "breaks"\nversion = "1.0"\n')
    (folder / "init.lua").write_text("local a = 1\na = 2\na = a.b.c\n")
    client.begin("generate", "base", "--mods", folder, *SMALL, filters=("uncaught",))
    assert client.stop() == ("exception", 3)
    assert client.go("stepBack") == ("step", 3)
    assert client.go("stepBack") == ("step", 2)
    assert client.value("a") == "1"


def test_breakpoints_that_come_later(client: Client, hall: Path) -> None:
    begin(client, hall, MARKS["call"])
    client.stop()
    assert client.break_at(hall / "init.lua", [MARKS["inside"], 4000])[1]["verified"] is False
    assert client.go() == ("breakpoint", MARKS["inside"])
    code, printed = client.finish()
    assert (code, printed.count("bob1bob2")) == (0, 1)


def test_pause_of_a_loop(client: Client, tmp_path: Path) -> None:
    folder = tmp_path / "spins"
    folder.mkdir()
    (folder / "mod.toml").write_text('id = "spins"\nversion = "1.0"\n')
    spin = "over, n = false, 0 print('spins')\nwhile not over do\n  local m = n\n  n = m + 1\nend\n"
    (folder / "init.lua").write_text(spin)
    client.begin("generate", "base", "--mods", folder, *SMALL, "--instructions", "9000000000")
    client.wait_for("output")
    client.get("pause", threadId=1)
    reason, line = client.stop()
    assert reason == "pause"
    assert line in (2, 3, 4)
    assert client.value("over = true") == "nil"
    assert client.finish()[0] == 0


# -- generators, turns, tests


def test_a_breakpoint_in_a_generator(client: Client) -> None:
    file = BUNDLED_MODS / "base" / "dungeon_setup.lua"
    line = next(n for n, text in enumerate(file.read_text().splitlines(), 1) if "local function attempt" in text) + 1
    (answer,) = client.begin("generate", "base", *SMALL, stops={file: [line]})
    assert client.stop() == ("breakpoint", answer["line"])
    assert client.frames()[0]["name"].startswith("attempt")
    client.go("next")
    assert client.finish()[0] == 0


def test_a_breakpoint_in_the_turn_of_an_enemy(client: Client) -> None:
    file = BUNDLED_MODS / "critters" / "entities" / "bat.lua"
    client.begin(
        "simulate",
        "base",
        "--critters",
        "--seed",
        "1",
        "--turns",
        "30",
        stops={file: [{"line": 6, "hitCondition": "3"}]},
    )
    assert client.stop() == ("breakpoint", 6)
    turn = [(frame["name"], frame["line"]) for frame in client.frames()]
    assert client.go("stepBack")[0] == "step"
    # Forward again, in another run, to the same call of the same turn.
    assert client.go("stepIn")[1] == 6
    assert [(frame["name"], frame["line"]) for frame in client.frames()] == turn
    client.get("disconnect")


def test_breakpoints_in_tests(client: Client, hall: Path) -> None:
    file = hall / "tests" / "hall_test.lua"
    client.begin("test", hall, stops={file: [MARKS["check"]]}, filters=("uncaught",), cwd=str(hall))
    assert client.stop() == ("breakpoint", MARKS["check"])
    assert client.variables("Locals") == {"sum": "3"}
    assert client.go("stepBack") == ("step", 2)
    assert client.value("a + b") == "3"
    assert client.go("stepOut") == ("breakpoint", MARKS["check"])
    assert client.go() == ("exception", MARKS["fails"])
    code, printed = client.finish()
    assert code == 1
    assert "1 failed, 2 passed" in printed


# -- requests that cannot be met


def test_a_command_that_cannot_be_debugged(client: Client) -> None:
    client.begin("survey", "base")
    code, printed = client.finish()
    assert code == 1
    assert 'error: debug does not run "survey": must be generate, simulate or test' in printed


# A browser sends the second one to the port when a page asks for it.
@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nHost: 127.0.0.1", b"POST /a:b HTTP/1.1\r\nContent-Length: 54"])
def test_what_is_no_message_ends_the_session(client: Client, head: bytes) -> None:
    client.send_bytes(head + b'\r\n\r\n{"seq":1,"type":"request","command":"initialize"}     ')
    with pytest.raises(AssertionError, match="nothing more arrives"):
        client.wait_for("initialized")


def test_texts_that_are_no_paths_and_no_lua(client: Client, hall: Path) -> None:
    client.get("initialize", adapterID="dungeon-host")
    for path in ("\0", "/a\ud800b"):
        (answer,) = client.break_at(Path(path), [1])
        assert not answer["verified"]
    (answer,) = client.break_at(hall / "init.lua", [{"line": 1, "hitCondition": "\u0665"}])
    assert "must be a number" in answer["message"]
    condition = {"line": 1, "condition": "'\ud800\0' == '?'"}
    client.begin("generate", "base", "--mods", hall, cwd="\0.", stops={hall / "init.lua": [condition]})
    assert client.stop() == ("breakpoint", 1)


def test_steps_deep_in_a_recursion(client: Client, tmp_path: Path) -> None:
    sink = "local function sink(n)\nif n == 0 then\nn = 1\nreturn 0\nend\nreturn 1 + sink(n - 1)\nend\n"
    text = f"{sink}sink(40000)\nprint(1)"
    folder = write_mod(tmp_path / "deep", {"mod.toml": 'id = "deep"\nversion = "1.0"\n', "init.lua": text})
    client.begin("generate", "base", "--mods", folder, stops={folder / "init.lua": [3]})
    assert client.stop() == ("breakpoint", 3)
    started = time.monotonic()
    assert client.go("next") == ("step", 4)
    assert client.go("stepOut") == ("step", 9)
    assert time.monotonic() - started < 8


@pytest.mark.parametrize("filters", [("uncaught",), ("all", "uncaught")], ids=["uncaught", "all"])
def test_an_error_that_is_raised_again_stops_there_and_names_its_line(
    client: Client, tmp_path: Path, filters: tuple[str, ...]
) -> None:
    init = 'local _, e = pcall(function()\n  error("boom")\nend)\nerror(e, 0)\n'
    folder = write_mod(tmp_path / "breaks", {"mod.toml": 'id = "breaks"\nversion = "1.0"\n', "init.lua": init})
    client.begin("generate", "base", "--mods", folder, *SMALL, filters=filters)
    stops = [client.stop()]
    if "all" in filters:
        stops.append(client.go())
    assert stops == [("exception", 2), ("exception", 4)][-len(stops) :]
    code, printed = client.finish()
    assert code == 1
    assert "breaks/init.lua:2: boom" in printed
