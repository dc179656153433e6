"""Values that are nil because of a misspelled variable elsewhere in the file: the error begins with that variable."""

from __future__ import annotations

import pytest

from host import HostError
from tests.dialects.kts.test_layout_typos import ARGUMENTS, LOAD
from tests.helpers import RunLua, check_cases

CAUSE = 'there is no variable "roms": '
LAYOUT = f"kts.LayoutDungeon {{ {ARGUMENTS.replace('T.segments', '%s')} }}"
# What stands before the call, and the value that it passes.
WAYS = {
    "a local": ("local segs = roms", "segs"),
    "a local of a local": ("local first = roms local segs = first", "segs"),
    "a local that is assigned later": ("local segs segs = roms", "segs"),
    "the second of two": ("local other, segs = 1, roms", "segs"),
    "a global": ("segs = roms", "segs"),
    "parentheses": ("local segs = (roms)", "(segs)"),
    "a default": ("local segs = nil or roms", "segs"),
    "a field of a table": ("local all = { segs = roms }", "all.segs"),
    "a field that is assigned": ("local all = {} all.segs = roms", "all.segs"),
    "a field by its name": ("local all = {} all['segs'] = roms", "all.segs"),
    "a field of a field": ("local all = { segs = roms } local some = { segs = all.segs }", "some.segs"),
    "a result": ("local function list() return roms end", "list()"),
    "a result of a field": ("local M = {} function M.list() return roms end", "M.list()"),
}
# Calls of a function that lays out, and what the function is called.
CALLS = {
    "local function lay(_, segs) %s end lay(1, roms)",
    "local lay = function(_, segs) %s end lay(1, roms)",
    "local M = {} function M.lay(segs) %s end M.lay(roms)",
    "local M = {} function M:lay(segs) %s end M:lay(roms)",
    "local segs = roms local function lay() %s end lay()",
    "local function lay(all) local segs = all.segs %s end lay { segs = roms }",
}


def check(run: RunLua, script: str, expected: str) -> None:
    with pytest.raises(HostError) as caught:
        run(f"rooms = {{}} {script}", load=LOAD)
    message = str(caught.value)
    assert message.startswith(f"script/script.lua:1: {CAUSE}{expected}"), message
    assert message.endswith('; did you mean "rooms"?'), message


def test_a_value_is_followed_to_the_variable_that_is_not_there(run_shared: RunLua) -> None:
    def lay_out(script: str) -> None:
        check(
            run_shared, f"{script} require('api.Map').from_dungeon()", "Map.from_dungeon: there is no dungeon, as kts."
        )

    def index(script: str) -> None:
        check(run_shared, script, "attempt to ")

    check_cases([(name, f"{before} {LAYOUT % value}") for name, (before, value) in WAYS.items()], lay_out)
    check_cases([(call, call % (LAYOUT % "segs")) for call in CALLS], lay_out)
    check_cases([(name, f"{before} print(({value})[1])") for name, (before, value) in WAYS.items()], index)
    check_cases([(call, call % "segs:first()") for call in CALLS], index)


@pytest.mark.parametrize(
    "script",
    [
        "local segs = roms if kts then segs = nil end\n%s",
        "if not kts then lay(roms) end function lay(segs)\n%s\nend lay(nil)",
        "local function list() if kts then return nil end return roms end local segs = list()\n%s",
        "local segs, other = unknown() or nil\n%s",
        "for segs in function() end do print(segs) end local segs\n%s",
    ],
)
def test_a_value_with_a_choice_is_not_followed(run_shared: RunLua, script: str) -> None:
    script = f"rooms = {{}} function unknown() end {script % (LAYOUT % 'segs')} require('api.Map').from_dungeon()"
    with pytest.raises(HostError) as caught:
        run_shared(script, load=LOAD)
    assert str(caught.value).partition(": ")[2].startswith("Map.from_dungeon: there is no dungeon"), caught.value


def test_of_two_calls_the_running_one_is_followed(run_shared: RunLua) -> None:
    script = "rooms = {} local function draw(n)\n local drawn = kts.RandomRange(1, n)\n return drawn\nend\n%s"
    for calls in ("draw(roms)\ndraw(other_roms)", "draw(2)\ndraw(roms)"):
        with pytest.raises(HostError) as caught:
            run_shared(script % calls, load=LOAD)
        assert str(caught.value).startswith(f"script/script.lua:2: {CAUSE}"), calls


def test_a_local_of_another_block_is_named(run_shared: RunLua) -> None:
    with pytest.raises(HostError) as caught:
        run_shared("do\n  local rooms = {}\nend\nkts.RandomRange(1, rooms)")
    message = str(caught.value)
    assert message.startswith('script/script.lua:4: there is no variable "rooms": kts.RandomRange: ')
    assert message.endswith("; the local variable of line 2 is not visible here")


def test_a_variable_is_no_cause_of_a_call_at_the_wrong_time(run_shared: RunLua) -> None:
    with pytest.raises(HostError) as caught:
        run_shared("", load="rooms = {} kts.AddItem(roms)")
    assert "there is no variable" not in str(caught.value)
