"""The REPL evaluates lines in a child that survives them."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from host.cli.main import cli
from host.engine.jobs import Job, Operation
from host.errors import BudgetError, HostError, MemoryBudgetError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.process.budgets import Budgets
from host.process.start import START_METHOD
from host.tools.repl.names import find_names
from host.tools.repl.session import Repl
from tests.helpers import MakeMod, sampled, write_mod
from tests.helpers.processes import list_descendants
from tests.helpers.terminal import Terminal

MANIFEST = 'id = "one"\nversion = "1.0"\ndependencies = { base = "*" }\n'


def open_session(folder: Path, printed: list[str], **options: Any) -> Repl:
    job = Job(Operation("", None), ModsToLoad((str(folder),), ("base",), Budgets(memory=64 * 2**20)))
    return Repl(job, Request(None, seed=1), say=printed.append, warn=printed.append, **{"seconds": 5.0, **options})


@pytest.fixture(scope="module")
def printed() -> list[str]:
    return []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    init = 'lamp = kts.ItemType { type = "held" }\nreturn { oil = 3 }\n'
    return write_mod(tmp_path_factory.mktemp("mods") / "one", {"mod.toml": MANIFEST, "init.lua": init})


@pytest.fixture(scope="module")
def session(folder: Path, printed: list[str]) -> Iterator[Repl]:
    with open_session(folder, printed, seconds=60.0) as opened:
        yield opened


def evaluate(session: Repl, text: str) -> str:
    return ", ".join(session.evaluate(text).results)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 + 1", "2"),
        ("6 / 2", "3.0"),
        ('"a\\nb" .. 1', '"a\\nb1"'),
        ("1, nil, true", "1, nil, true"),
        ("local x = 3", ""),
        ("return 4", "4"),
        ("{ 3, b = { c = 1 } }", "{ 3, b = { c = 1 } }"),
        ('require("one").oil', "3"),
        ("one.oil, base.crossbow", "3, ItemType base.crossbow"),
        ("-- nothing", ""),
    ],
)
def test_results_are_lua_literals(session: Repl, text: str, shown: str) -> None:
    assert evaluate(session, text) == shown


def test_variables_stay_and_locals_end_with_their_line(session: Repl) -> None:
    assert evaluate(session, "count = 6; local hidden = 1") == ""
    assert evaluate(session, "count * 7, hidden") == "42, nil"


def test_every_dialect_is_there(session: Repl) -> None:
    names = "kts.Tile, Pools.addToSubpool, Entity, InstancedMap, Room, toolbox.caves"
    assert evaluate(session, f"(function(...) return select('#', ...) end)({names})") == "6"
    assert evaluate(session, "(function(...) for i = 1, 6 do assert(select(i, ...)) end end)(" + names + ")") == ""


def test_what_is_printed_comes_before_the_answer(session: Repl, printed: list[str]) -> None:
    printed.clear()
    assert evaluate(session, 'print("a", 1) return 2') == "2"
    assert printed == ["a 1"]


def test_an_input_goes_on_until_it_is_lua(session: Repl) -> None:
    assert session.evaluate("function f(").is_incomplete
    assert session.evaluate("text = [[ a").is_incomplete
    assert not session.evaluate("function f()\nreturn 5\nend").is_incomplete
    assert evaluate(session, "f()") == "5"
    with pytest.raises(HostError, match="unexpected symbol"):
        session.evaluate("x = = 1")


def test_an_error_quotes_its_line_and_the_session_goes_on(session: Repl) -> None:
    evaluate(session, "kept = 1")
    with pytest.raises(HostError) as caught:
        session.evaluate("local a = 1\nerror('no')")
    assert caught.value.source is not None
    assert caught.value.source.format()[1:] == ["> 2 | error('no')", "    | ^^^^^"]
    assert not session.was_lost
    assert evaluate(session, "kept") == "1"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("while true do end", BudgetError),
        ("local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end", MemoryBudgetError),
        ("local t = {} for i = 1, 1e9 do t[i] = i end", BudgetError),
        ("pcall(function() while true do end end)", BudgetError),
        ("('x'):rep(1e9)", HostError),
    ],
)
def test_an_input_that_never_ends_is_stopped_and_the_session_goes_on(
    session: Repl, text: str, kind: type[HostError], monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate(session, "before = 1")
    if kind is BudgetError:
        # What fills the memory has time for it on a busy machine, too.
        monkeypatch.setattr(session, "seconds", 1.0)
    with pytest.raises(kind):
        session.evaluate(text)
    was_lost = session.was_lost
    assert evaluate(session, "before, 1 + 1") == ("nil, 2" if was_lost else "1, 2")


def test_a_new_game_has_another_seed_and_the_same_variables(session: Repl) -> None:
    session.restart(1)
    evaluate(session, "kept = 2")
    first = evaluate(session, "math.random(1e9)")
    session.restart(8)
    other = evaluate(session, "math.random(1e9)")
    session.restart(1)
    assert evaluate(session, "math.random(1e9)") == first != other
    assert evaluate(session, "kept") == "2"


def test_a_map_is_shown_once_there_is_one(session: Repl) -> None:
    session.reload()
    with pytest.raises(HostError, match="the game has no map yet; :generate makes"):
        session.document()
    assert session.generate("caves", {"width": "20"}) == "caves"
    assert session.document()["width"] == 20
    assert evaluate(session, "InstancedMap:new(3, 4)") == "a map of 3 × 4 squares"
    assert session.document()["width"] == 20


def test_a_map_and_a_plan_are_drawn_when_they_are_results(session: Repl) -> None:
    session.restart(1)
    caves = "toolbox.caves { width = 20, height = 10 }"
    plan = session.evaluate(caves, draws=True)
    assert plan.results == ["a plan of 20 × 10 squares"]
    assert plan.plan is not None
    assert [len(row) for row in plan.plan] == [20] * 10
    assert {*"".join(plan.plan)} <= {*" #.+"}
    made = session.evaluate(f"{caves}:map(), 5", draws=True)
    assert made.results == ["a map of 20 × 10 squares", "5"]
    assert made.document is not None
    assert made.document["height"] == 10
    assert session.evaluate(caves).plan is None
    assert session.evaluate("InstancedMap:new(5, 4)").results == ["a map of 5 × 4 squares"]


def test_names_fields_and_ids_are_completed(session: Repl) -> None:
    evaluate(session, "lantern = { flame = { hot = 1 }, oil = 2 }")
    names = [
        find_names(session.complete, text) for text in ("lan", "lantern.", "lantern.flame.h", "base.cr", "kts.AddS")
    ]
    assert names[:3] == [["lantern"], ["lantern.flame", "lantern.oil"], ["lantern.flame.hot"]]
    assert "base.crossbow" in names[3]
    assert "kts.AddStuff" in names[4]


# -- reload


def test_a_reload_reads_mods_that_changed(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "one", {"mod.toml": MANIFEST, "init.lua": "return { oil = 1 }"})
    with open_session(folder, []) as session:
        assert evaluate(session, 'x = require("one").oil return x') == "1"
        drawn = evaluate(session, "math.random(1e9)")
        assert session.reload() == []
        assert evaluate(session, "x") == "nil"
        assert evaluate(session, "math.random(1e9)") == drawn
        (folder / "init.lua").write_text("return { oil = 2222 }")
        assert session.reload() == [str(folder / "init.lua")]
        assert evaluate(session, 'require("one").oil') == "2222"
        (folder / "init.lua").write_text("return {")
        with pytest.raises(HostError, match="unexpected symbol near <eof>"):
            session.reload()
        (folder / "init.lua").write_text("return { oil = 3 }")
        session.reload()
        assert evaluate(session, 'require("one").oil') == "3"


@pytest.mark.skipif(START_METHOD != "fork", reason="needs forks")
def test_a_reload_does_not_read_mods_again_that_did_not_change(tmp_path: Path) -> None:
    mods = {"one": "", "two": 'one = "*"', "three": 'two = "*"'}
    for name, needed in mods.items():
        manifest = f'id = "{name}"\nversion = "1.0"\ndependencies = {{ {needed} }}\n'
        write_mod(tmp_path / name, {"mod.toml": manifest, "init.lua": f'print("{name} loads") count = 1'})
    loads = {name: f"{name} loads" for name in mods}
    printed: list[str] = []

    def reload(path: str, text: str) -> list[str]:
        (tmp_path / path).write_text(text)
        printed.clear()
        session.reload()
        return [name for name in mods if printed.count(loads[name]) == 1]

    with open_session(tmp_path, printed) as session:
        drawn = evaluate(session, "math.random(1e9)")
        assert reload("three/init.lua", 'print("three loads") count = 22') == ["three"]
        assert evaluate(session, "two.count = 9; return three.count, two.count") == "22, 9"
        assert reload("three/init.lua", 'print("three loads") count = 333') == ["three"]
        assert evaluate(session, "three.count, two.count, math.random(1e9)") == f"333, 1, {drawn}"
        assert reload("two/more.lua", "") == ["two", "three"]
        with pytest.raises(HostError, match="unexpected symbol near <eof>"):
            reload("three/init.lua", "return {")
        assert reload("three/init.lua", 'print("three loads") count = 4') == ["three"]
        evaluate(session, "x = 1")
        session.reload()
        with pytest.raises(BudgetError):
            evaluate(session, "while true do end")
        assert reload("one/init.lua", 'print("one loads") count = 55') == ["one", "two", "three"]
        assert reload("two/mod.toml", 'id = "two"\nversion = "2.0"\n') == ["one", "two", "three"]
        (tmp_path / "three" / "mod.toml").unlink()
        (tmp_path / "three" / "init.lua").unlink()
        reload("one/init.lua", "count = 6")
        assert evaluate(session, "one.count, three") == "6, nil"


def test_a_reload_reads_a_mod_beside_that_changed(tmp_path: Path) -> None:
    needs = 'id = "two"\nversion = "1.0"\ndependencies = { one = "*" }\n'
    folder = write_mod(tmp_path / "two", {"mod.toml": needs, "init.lua": ""})
    one = write_mod(tmp_path / "one", {"mod.toml": MANIFEST, "init.lua": "count = 1"}) / "init.lua"
    with open_session(folder, []) as session:
        assert evaluate(session, "one.count") == "1"
        one.write_text("count = 22")
        assert session.reload() == [str(one)]
        assert evaluate(session, "one.count") == "22"


def reload(session: Repl, times: int) -> None:
    for _ in range(times):
        session.reload()
        session.evaluate("x = 1")


def measure(earlier: set[int]) -> tuple[int, int, int, int]:
    """Return numbers of processes, descriptors and objects, and the kilobytes of the processes of the session."""
    gc.collect()
    children = list_descendants() - earlier
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in children)
    return len(children), len([*Path("/proc/self/fd").iterdir()]), len(gc.get_objects()), pages * 4


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs the /proc of Linux")
@pytest.mark.parametrize("reloads", sampled([25, 100], 1))
def test_reloads_leave_memory_where_it_was(tmp_path: Path, reloads: int) -> None:
    folder = write_mod(tmp_path / "one", {"mod.toml": MANIFEST, "init.lua": "return { oil = 1 }"})
    earlier = list_descendants()
    with open_session(folder, []) as session:
        reload(session, 2)
        before = measure(earlier)
        for number in range(reloads):
            (folder / "init.lua").write_text(f"return {{ oil = {number} }}")
            reload(session, 1)
        after = measure(earlier)
        assert after[:2] == before[:2]
        assert abs(after[2] - before[2]) < 500
        # Each begins with the state of freshly loaded mods.
        assert after[3] < before[3] + 8_000


# -- the command


def pipe(text: str, *words: str) -> Any:
    return CliRunner().invoke(cli, ["repl", "--seed", "1", *words], input=text)


def test_a_pipe_has_no_prompt_and_one_answer_a_line() -> None:
    lines = "1 + 1\nx = 5\n{ 1, x }\nfunction f()\n  return 'a', 2\nend\nf()\nerror('no')\nx\n:seed 7\nx +"
    result = pipe(lines)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "2",
        "{ 1, 5 }",
        '"a", 2',
        "5",
        "a new game with seed 7; variables stay",
    ]
    errors = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert errors == ["error: script/line_8.lua:1: no", "error: the input ends before the Lua in it does"]


def test_a_long_table_is_one_line_through_a_pipe() -> None:
    (line,) = pipe("local t = {} for i = 1, 60 do t[i] = i end return t").stdout.splitlines()
    assert line.startswith("{ 1, 2, 3,")


def test_a_stopped_line_says_what_is_gone() -> None:
    result = pipe("x = 1\nwhile true do end\nx\n1", "--timeout", "0.3")
    assert result.stdout.splitlines() == ["nil", "1"]
    assert "the mods took longer than 0.3 s and were stopped" in result.stderr
    assert "warning: the mods were loaded anew: the variables of earlier lines are gone" in result.stderr


def test_json_answers_each_input_with_an_object() -> None:
    result = pipe("print('a') return 1\nerror('no')\n:generate caves width=12\n", "--json")
    first, second, third = map(json.loads, result.stdout.splitlines())
    assert (first["input"], first["results"], first["printed"], first["error"]) == (1, ["1"], ["a"], None)
    assert second["error"]["message"] == "no"
    assert second["error"]["source"][0] == "> 1 | error('no')"
    assert third["map"]["width"] == 12


def test_commands_of_the_repl() -> None:
    result = pipe(
        ":help\n?kts.AddStuff\n:time 3\n:reload\n:generate caves width=12 height=9\n:map\n:nmap\n?kts.AddStuf\n:quit\n1"
    )
    assert ":generate [GENERATOR]" in result.stdout
    assert "kts.AddStuff(list: any[][])" in result.stdout
    assert " ms\n" in result.stdout
    assert "no file changed; seed 1, and variables are gone" in result.stdout
    assert result.stdout.count("caves, seed 1") == 2
    assert 'there is no command ":nmap"; did you mean ":map"?' in result.stderr
    assert 'did you mean "kts.AddStuff"?' in result.stderr
    assert result.stdout.splitlines()[-1] != "1"


@pytest.mark.parametrize(("mod", "shown"), [("undercroft", "undercroft.floor, seed 1"), ("base", "base, seed 1")])
def test_a_mod_that_is_named_makes_the_map(mod: str, shown: str) -> None:
    assert shown in pipe(":generate", mod).stdout


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (":generate caves 7", ":generate takes one generator: leave out 7; an option is KEY=VALUE"),
        (":generate caves --set width=12", ":generate takes one generator: leave out --set; an option is KEY=VALUE"),
        (":map now", ':map takes nothing: leave out "now"'),
        (":quit now", ':quit takes nothing: leave out "now"'),
    ],
)
def test_words_that_a_command_does_not_take_are_refused(command: str, problem: str) -> None:
    assert f"error: {problem}\n" in pipe(command).stderr


def test_a_wrong_seed_does_not_end_the_session() -> None:
    result = pipe(":seed x\n:seed\n:seed -1\n40 + 2")
    assert "'x' is not a whole number" in result.stderr
    assert result.stdout.endswith("42\n")


def test_a_mod_may_be_a_path_or_an_id(mod_one: MakeMod) -> None:
    folder = mod_one("return { oil = 3 }")
    assert pipe("require('one').oil", str(folder)).stdout == "3\n"
    assert pipe("require('critters') ~= nil", "critters").stdout == "true\n"
    assert 'there is no mod "criters"; did you mean "critters"?' in pipe("1", "criters").stderr


def test_run_reads_a_script_from_standard_input() -> None:
    result = CliRunner().invoke(cli, ["run", "-", "--seed", "1"], input="print(1 + 1)\nerror('no')")
    assert result.stdout == "2\n"
    assert "  > 2 | error('no')\n" in result.stderr
    assert result.exit_code == 1


def test_a_terminal_has_a_prompt_completion_and_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Terminal("repl", "--seed", "1") as terminal:
        terminal.wait(lambda text: text.rstrip().endswith(">"))
        terminal.press("1 +\r")
        terminal.wait("…")
        terminal.press("41\r")
        terminal.wait("42")
        terminal.press("kts.AddStu\t")
        terminal.wait("> kts.AddStuff")
        terminal.press(" ~= nil\r")
        terminal.wait("true")
        terminal.press("print('g' .. 'o') while true do end\r")
        terminal.wait("go\n")
        terminal.press("\x03")
        terminal.wait("interrupted")
        # Ctrl-D before the next prompt would be lost.
        terminal.wait(lambda text: text.rstrip().endswith("\n>"))
        terminal.press("\x04")
        assert terminal.end() == 0
    assert "+kts.AddStuff ~= nil" in (tmp_path / "dungeon-host" / "history").read_text()
