"""Chains: the order of handlers, changes while a chain runs, templates."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host import Host
from host.errors import HostError
from tests.helpers import RunLua, examples

RANKS = {1: "LOWEST", 2: "LOW", 3: "MEDIUM", 4: "HIGH", 5: "HIGHEST"}


@pytest.fixture(scope="module")
def lua(tmp_path_factory: pytest.TempPathFactory) -> object:
    """`lua(text)`: the lines that a script prints, in a host that stays."""
    lines: list[str] = []
    host = Host([], output=lines.append)
    path = tmp_path_factory.mktemp("chains") / "script.lua"

    def run(text: str) -> list[str]:
        lines.clear()
        path.write_text(text)
        host.run_script(path, seed=1)
        return list(lines)

    return run


@settings(max_examples=examples(60))
@given(st.lists(st.one_of(st.integers(1, 5), st.integers(6, 40)), max_size=60))
def test_handlers_run_by_priority_and_then_in_the_order_in_which_they_came(lua: object, priorities: list[int]) -> None:
    text = "local chain, ran = Chain(), {}\n"
    for i, priority in enumerate(priorities):
        text += f"chain:addHandler {{ function() ran[#ran + 1] = {i} end, {priority} }}\n"
    text += "chain:pass(Event()) print(table.concat(ran, ' '))"
    base = {rank: rank * 100_000 for rank in RANKS}
    numbers = []
    for i, priority in enumerate(priorities):
        if priority < 6:
            numbers.append((base[priority], i))
            base[priority] -= 5
        else:
            numbers.append((priority, i))
    wanted = [i for _, i in sorted(numbers, key=lambda pair: (-pair[0], pair[1]))]
    assert lua(text) == [" ".join(map(str, wanted))]  # type: ignore[operator]


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(st.sampled_from("ar"), st.integers(0, 4)), max_size=30))
def test_a_chain_holds_what_was_added_and_not_removed(lua: object, steps: list[tuple[str, int]]) -> None:
    text = "local chain, ran, f = Chain(), {}, {}\nfor i = 0, 4 do f[i] = function() ran[#ran + 1] = i end end\n"
    held: list[int] = []
    for kind, i in steps:
        if kind == "a":
            text += f"chain:addHandler(f[{i}])\n"
            held.append(i)
        else:
            text += f"chain:removeHandler(f[{i}])\n"
            if i in held:
                held.remove(i)
    text += "chain:pass(Event()) table.sort(ran) print(table.concat(ran, ' '))"
    assert lua(text) == [" ".join(map(str, sorted(held)))]  # type: ignore[operator]


@pytest.mark.parametrize("kind", ["lib.chains.schain", "lib.chains.chain"])
def test_changes_by_handlers_count_from_the_next_pass_on(run_lua: RunLua, kind: str) -> None:
    ran = run_lua(
        f"""
        local chain = require "{kind}"()
        local lines = {{}}
        local function late() lines[#lines + 1] = "late" end
        local function first()
          lines[#lines + 1] = "first"
          chain:removeHandler(first)
          chain:addHandler(late)
        end
        chain:addHandler(first)
        chain:addHandler(function() lines[#lines + 1] = "second" end)
        chain:pass(Event())
        chain:pass(Event())
        print(table.concat(lines, " "))
    """.replace("local function first()", "local first\n        function first()")
    )
    assert ran.lines == ["first second second late"]


def test_a_pass_within_a_pass_of_the_same_chain_may_change_it(run_lua: RunLua) -> None:
    ran = run_lua("""
        local chain, lines, depth = Chain(), {}, 0
        local function third() lines[#lines + 1] = "third" end
        chain:addHandler(function(event)
          lines[#lines + 1] = "first"
          if depth == 0 then
            depth = 1
            chain:removeHandler(third)
            chain:pass(Event())
          end
        end)
        chain:addHandler(function() lines[#lines + 1] = "second" end)
        chain:addHandler(third)
        chain:pass(Event())
        print(table.concat(lines, " "))
    """)
    assert ran.lines == ["first first second second third"]


def test_stop_is_asked_after_each_handler(run_lua: RunLua) -> None:
    ran = run_lua("""
        local chain = Chain { function(event) event.n = (event.n or 0) + 1 event.propagate = false end,
                              function(event) event.n = event.n + 10 end }
        local stopped, unstopped = Event(), Event()
        print(chain:pass(stopped, Chain.checkPropagate).n, chain:pass(unstopped).n)
        local begun = Event()
        begun.propagate = false
        print(chain:pass(begun, Chain.checkPropagate).n)
    """)
    assert ran.lines == ["1 11", "1"]


def test_a_table_with_a_rank_can_be_used_in_many_chains(run_lua: RunLua) -> None:
    ran = run_lua("""
        local handler = { function() end, Ranks.HIGH }
        Chain { handler }
        Chain { handler }
        print(handler[2] == Ranks.HIGH)
    """)
    assert ran.lines == ["true"]


def test_chains_of_a_template_are_independent(run_lua: RunLua) -> None:
    ran = run_lua("""
        local Template = require "lib.chains.schaintemplate"
        local template = Template()
        template:addChain("a")
        template:addChain("a")
        template:addHandler("a", function(event) event.n = (event.n or 0) + 1 end)
        local copy = template:clone()
        copy:addHandler("a", function(event) event.n = event.n + 10 end)
        local one, two = template:init(), template:init()
        one.a:addHandler(function(event) event.n = event.n + 100 end)
        print(one.a:pass(Event()).n, two.a:pass(Event()).n, copy:init().a:pass(Event()).n)
        print(template:isSetChain("a"), template:isSetChain("b"))
    """)
    assert ran.lines == ["101 1 11", "true false"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("Chain():addHandler(5)", "Chain:addHandler: handler is 5: must be a function or a table"),
        ("Chain():addHandler { 5, Ranks.HIGH }", "Expected handler to be a function, got number"),
        ("Chain { {} }", "Expected handler to be a function, got nil"),
        ("Chain():addHandler { print, 'high' }", "Expected the rank of a handler to be a number, got string"),
        (
            "Chain():addHandler { print, Ranks.MEDIUM + 0.5 }",
            "the rank of a handler is 3.5: must be one of Ranks, or a priority of 6 or more",
        ),
        (
            "require('lib.chains.schaintemplate')():addChain('x') Chain { { print, 0 } }",
            "the rank of a handler is 0: must be one of Ranks, or a priority of 6 or more",
        ),
        ("Chain.pass({}, Event())", "Chain.pass: self is table: must be a chain (call it with a colon)"),
        ("Chain():addHandlers(3)", "Chain:addHandlers: handlers is 3: must be a list"),
        ("Ranks.HIGH = 3", "Ranks.HIGH cannot be set: Ranks is the host's"),
        (
            "local t = require('lib.chains.schaintemplate')() t:addChain('getAttack') t:addHandler('getAtack', print)",
            'the chain template has no chain "getAtack"',
        ),
        (
            "require('@action.actions.attack')():getChain():addHandler(print)",
            "the chain is the host's and cannot be changed: make one of your own, as Action.fromHandlers does",
        ),
    ],
)
def test_a_wrong_call_is_told_at_its_line(run_lua: RunLua, code: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(f"-- a comment\n{code}")
    error = caught.value
    assert (error.message, error.file, error.line) == (message, "script/script.lua", 2)


@pytest.mark.parametrize(
    ("code", "title"),
    [
        ("Chain { print, nil, print }", "handlers[2]"),
        ("Chain():addHandlers { nil, print }", "handlers[1]"),
        ("Action.fromHandlers('Roar', { print, nil, print })", "handlers[2]"),
        ("require('@tinkers.tinker') { { 'tick', print }, nil, { 'tick', print } }", "Tinker: the list of elements[2]"),
        ("Glow.affectedChains = { { 'glow', {} }, nil, { 'tick', {} } }", "decorate: affectedChains of Glow[2]"),
        ("Glow.affectedChains = { { 'glow', { print, nil, print } } }", "decorate: affectedChains of Glow[1][2][2]"),
        ("Lamp.sequenceSteps = { { action = Action }, nil, { action = Action } }", "Lamp.sequenceSteps[2]"),
        ("Lamp.sequenceSteps = { { action = Action, enter = { print, nil, print } } }", "handlers[2]"),
    ],
)
def test_a_list_with_a_gap_is_an_error(run_lua: RunLua, code: str, title: str) -> None:
    with pytest.raises(HostError) as caught:
        run_lua(f"""
            Lamp, Glow = class("Lamp", Entity), class("Glow", require "@decorators.decorator")
            Decorators.Start(Lamp)
            Lamp.sequenceSteps = {{ {{ action = Action }} }}
            {code}
            decorate(Lamp, Decorators.Ticking)
            decorate(Lamp, Decorators.Sequential)
            decorate(Lamp, Glow)
            World(3, 3):create(Lamp, Vec(1, 1))
        """)
    assert caught.value.message == f"{title} is nil, and what follows would be left out: must be a list without gaps"
