"""The quest menu: its options, constraints between choices, the order of its functions, and mistakes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.errors import GenerationError, HostError, HostErrors, InternalError, ModError, RequestError
from host.generate.options import Choice, Option
from tests.helpers import MakeMod, run_command, write_mod

ABC = 'choices = { { id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }, { id = "e" } }'


class Menu:
    """A host with a mod "m" whose menu has the given items and functions."""

    def __init__(self, make_mod: MakeMod, items: str, functions: str = "", before: str = "") -> None:
        self.lines: list[str] = []
        start = "" if "start_game_func" in functions else "start_game_func = function(S) end,"
        init = f"{before}\nkts.MENU = {{ text_key = 'menu', items = {{ {items} }}, {start} {functions} }}"
        self.host = Host([make_mod("m", init)], output=self.lines.append)

    def options(self, players: int = 2) -> dict[str, Option]:
        generator = self.host.generators(players)[0]
        return {option.id: option for option in generator.options}

    def chosen(self, players: int = 2, **options: Any) -> dict[str, Any]:
        """The options with which a game starts."""
        self.lines.clear()
        origin = self.host.generate("m", seed=1, players=players, **options).origin
        assert origin is not None
        return dict(origin.options)

    def refusal(self, players: int = 2, **options: Any) -> str:
        with pytest.raises(HostError) as caught:
            self.chosen(players, **options)
        assert not isinstance(caught.value, InternalError), caught.value
        return re.sub(r"^m/init\.lua:\d+: ", "", str(caught.value))


# -- what is offered


def test_a_menu_offers_its_items_with_their_choices(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        """
        { id = "quest", choices = { { id = "one", min_players = 2 }, { id = "two", max_players = 4 } } },
        "spacer",
        { id = "mapped", default = true, choices = { { id = false }, { id = true } } },
        { id = "keys", choice_min = 1, choice_max = 3 },
        { id = "gems", type = "dropdown", choice_min = 0, choice_max = 2, default = 2, randomize = error },
        { id = "time", type = "numeric", digits = 3 },
        { id = "score", type = "numeric", default = 7 },
        """,
    )
    assert menu.host.generators()[0].id == "m"
    assert list(menu.options().values()) == [
        Option("quest", "one", (Choice("one", 2), Choice("two", None, 4))),
        Option("mapped", True, (Choice(False), Choice(True))),
        Option("keys", 1, (Choice(1), Choice(2), Choice(3))),
        Option("gems", 2, (Choice(0), Choice(1), Choice(2)), random=True),
        Option("time", 0, numeric=True, digits=3),
        Option("score", 7, numeric=True),
    ]


def test_without_options_a_game_starts_with_the_defaults(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f"""{{ id = "first", {ABC} }}, {{ id = "given", default = "c", {ABC} }},
        {{ id = "least", choice_min = 4, choice_max = 9 }}, {{ id = "digits", type = "numeric" }},
        {{ id = "no", choices = {{ {{ id = false }}, {{ id = true }} }} }}""",
    )
    assert menu.chosen() == {"first": "a", "given": "c", "least": 4, "digits": 0, "no": False}


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ({"letter": "c"}, "c"),
        ({"flag": True}, True),
        ({"flag": "true"}, True),
        ({"flag": "false"}, False),
        ({"count": 3}, 3),
        ({"count": "3"}, 3),
        ({"count": 3.0}, 3),
        ({"minutes": 90}, 90),
        ({"minutes": "090"}, 90),
        ({"minutes": 0}, 0),
        ({"half": 1.5}, 1.5),
        ({"half": "0.5"}, 0.5),
    ],
    ids=str,
)
def test_an_option_may_be_given_as_itself_or_as_text(make_mod: MakeMod, given: dict[str, Any], value: Any) -> None:
    menu = Menu(
        make_mod,
        f"""{{ id = "letter", {ABC} }},
        {{ id = "flag", default = true, choices = {{ {{ id = false }}, {{ id = true }} }} }},
        {{ id = "count", choice_min = 1, choice_max = 4 }}, {{ id = "minutes", type = "numeric", digits = 3 }},
        {{ id = "half", choices = {{ {{ id = 0.5 }}, {{ id = 1.5 }} }} }}""",
    )
    (name,) = given
    found = menu.chosen(**given)[name]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"lettr": "a"}, 'm has no option "lettr": it has letter, flag and minutes; did you mean "letter"?'),
        ({"letter": "z"}, 'm: letter is "z": must be a, b, c, d or e'),
        ({"flag": "tru"}, 'm: flag is "tru": must be false or true; did you mean "true"?'),
        ({"flag": 1}, 'm: flag is "1": must be false or true'),
        ({"minutes": "x"}, 'm: minutes is "x": must be a whole number, 0 or more'),
        ({"minutes": -5}, "m: minutes is -5: must be a whole number, 0 or more"),
        ({"minutes": 1.5}, "m: minutes is 1.5: must be a whole number, 0 or more"),
        ({"minutes": 1000}, "m: minutes is 1000: must have at most 3 digits"),
        ({"letter": "random"}, 'm: letter is "random": must be a, b, c, d or e'),
    ],
    ids=str,
)
def test_a_wrong_option_is_named_with_what_is_right(make_mod: MakeMod, given: dict[str, Any], text: str) -> None:
    menu = Menu(
        make_mod,
        f"""{{ id = "letter", {ABC} }}, {{ id = "flag", choices = {{ {{ id = false }}, {{ id = true }} }} }},
        {{ id = "minutes", type = "numeric", digits = 3 }}""",
    )
    with pytest.raises(RequestError) as caught:
        menu.chosen(**given)
    assert str(caught.value) == text
    assert caught.value.exit_code == 1


def test_all_wrong_options_are_reported_together(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, f'{{ id = "one", {ABC} }}, {{ id = "two", {ABC} }}')
    with pytest.raises(HostErrors) as caught:
        menu.chosen(one="x", two="y", three="z")
    assert len(caught.value.errors) == 3


def test_an_unknown_generator_is_named_with_those_there_are(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, f'{{ id = "one", {ABC} }}')
    with pytest.raises(RequestError, match=r'^there is no generator "mm": must be m\b.*; did you mean "m"\?$'):
        menu.host.generate("mm")
    silent = Host([make_mod("silent")])
    with pytest.raises(RequestError, match=r"^the mod \"silent\" has no generator: it sets no kts\.MENU and"):
        silent.generate("silent")


@pytest.mark.parametrize("players", [0, -1, 65])
def test_the_number_of_players_has_bounds(make_mod: MakeMod, players: int) -> None:
    menu = Menu(make_mod, f'{{ id = "one", {ABC} }}')
    with pytest.raises(RequestError, match=rf"^players is {players}: must be a whole number between 1 and 64$"):
        menu.chosen(players)


# -- constraints


@pytest.mark.parametrize(
    ("rule", "given", "expected"),
    [
        ('S.Is("x", "d")', "a", "d"),
        ('S.IsNot("x", "c")', "b", "b"),
        ('S.IsAtLeast("x", "c")', "a", "c"),
        ('S.IsAtMost("x", "b")', "e", "b"),
        ('S.IsAtLeast("x", "b") S.IsAtMost("x", "d")', "e", "d"),
        ('S.IsNot("x", "c") S.IsNot("x", "d")', "d", "e"),
        ('S.IsNot("x", "a") S.IsNot("x", "b")', "a", "c"),
        # Of two as close the earlier.
        ('S.IsNot("x", "c")', "c", "b"),
        # Nothing is allowed: nothing moves.
        ('S.Is("x", "a") S.Is("x", "b")', "d", "d"),
        ('S:Is("x", "d")', "a", "d"),
        ('S:IsNot("x", "c")', "c", "b"),
        ('S:IsAtLeast("x", "c") S:IsAtMost("x", "c")', "e", "c"),
    ],
)
def test_a_choice_that_is_not_allowed_moves_to_the_closest_that_is(
    make_mod: MakeMod, rule: str, given: str, expected: str
) -> None:
    menu = Menu(make_mod, f'{{ id = "x", default = "{given}", {ABC} }}', f"constrain = function(S) {rule} end")
    assert menu.chosen() == {"x": expected}
    assert menu.options()["x"].default == expected


def test_constraints_may_stand_at_the_menu_an_item_or_a_choice(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f"""
        {{ id = "x", {ABC}, constrain = function(S) S.IsNot("y", "a") end }},
        {{ id = "y", choices = {{ {{ id = "a" }}, {{ id = "b", constrain = function(S) S.Is("z", "c") end }} }} }},
        {{ id = "z", {ABC} }}, {{ id = "w", {ABC} }}
        """,
        'constrain = function(S) S.Is("w", "e") end',
    )
    assert menu.chosen() == {"x": "a", "y": "b", "z": "c", "w": "e"}


def test_only_the_constraints_of_the_chosen_choice_count(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f"""
        {{ id = "x", choices = {{
          {{ id = 1, constrain = function(S) S.Is("y", "b") end }},
          {{ id = 2, constrain = function(S) S.Is("y", "c") end }},
        }} }}, {{ id = "y", {ABC} }}
        """,
    )
    assert menu.chosen() == {"x": 1, "y": "b"}
    assert menu.chosen(x=2) == {"x": 2, "y": "c"}


def test_false_is_a_choice_like_any_other(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        '{ id = "flag", default = true, choices = { { id = false }, { id = true } } }',
        'constrain = function(S) S.Is("flag", false) end, start_game_func = function(S) print(S.flag) end',
    )
    assert menu.chosen() == {"flag": False}
    assert menu.lines == ["false"]


def test_constraints_may_depend_on_choices_and_follow_each_other(make_mod: MakeMod) -> None:
    chain = """constrain = function(S)
      if S.x == "b" then S.Is("y", "c") end
      if S.y == "c" then S.Is("z", "d") end
    end"""
    menu = Menu(make_mod, f'{{ id = "z", {ABC} }}, {{ id = "y", {ABC} }}, {{ id = "x", {ABC} }}', chain)
    assert menu.chosen(x="b") == {"x": "b", "y": "c", "z": "d"}


def test_constraints_that_never_agree_come_to_an_end(make_mod: MakeMod) -> None:
    restless = 'constrain = function(S) if S.x == "a" then S.Is("x", "b") else S.Is("x", "a") end end'
    assert Menu(make_mod, f'{{ id = "x", {ABC} }}', restless).chosen()["x"] in ("a", "b")


def test_numeric_items_are_not_moved(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f'{{ id = "n", type = "numeric" }}, {{ id = "x", {ABC} }}',
        "constrain = function(S) if S.n > 5 then S.Is('x', 'e') end end",
    )
    assert menu.chosen(n=9) == {"n": 9, "x": "e"}


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ('S.Is("nothing", "a")', 'S.Is: there is no menu item "nothing"'),
        ("S.Is()", 'S.Is: there is no menu item "nil"'),
        ('S.IsNot("x", "z")', 'S.IsNot: the menu item "x" has no choice "z"'),
        ('S.IsAtLeast("x", nil)', 'S.IsAtLeast: the menu item "x" has no choice "nil"'),
        ('S.IsAtMost("x", true)', 'S.IsAtMost: the menu item "x" has no choice "true"'),
        ('error("no way")', "no way"),
    ],
)
def test_a_wrong_constraint_names_its_line(make_mod: MakeMod, rule: str, text: str) -> None:
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', f"constrain = function(S)\n{rule}\nend")
    for ask in (menu.host.generators, menu.chosen):
        with pytest.raises(ModError) as caught:
            ask()
        assert str(caught.value) == f"m/init.lua:2: {text}"
        assert caught.value.mod == "m"


@pytest.mark.parametrize("where", ["features", "prepare_game_func", "start_game_func", "on_select", "initialize_func"])
def test_constraints_belong_into_constrain_functions(make_mod: MakeMod, where: str) -> None:
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', f'{where} = function(S) S.Is("x", "a") end')
    assert menu.refusal(x="b") == (
        "S.Is is called outside of a constrain function: call it only while constraints are applied"
    )


# -- players and teams

BY_PLAYERS = """{ id = "x", default = "%s", choices = {
  { id = "alone", max_players = 1 }, { id = "few", min_players = 2, max_players = 3 }, { id = "many", min_players = 4 },
} }"""


@pytest.mark.parametrize(
    ("players", "default", "expected"),
    [
        (1, "alone", "alone"),
        (2, "alone", "few"),
        (4, "few", "many"),
        (9, "alone", "many"),
    ],
)
def test_a_game_starts_with_a_choice_for_its_number_of_players(
    make_mod: MakeMod, players: int, default: str, expected: str
) -> None:
    assert Menu(make_mod, BY_PLAYERS % default).chosen(players) == {"x": expected}


def test_minimums_count_only_when_the_game_starts_and_then_refuse_it(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, BY_PLAYERS % "many")
    assert menu.options(1)["x"].default == "many"
    assert menu.options(9)["x"].default == "many"
    for options in ({}, {"x": "many"}):
        text = "the option x cannot be many here: it requires at least 4 players, and the game has 3"
        assert menu.refusal(3, **options) == text
    assert menu.chosen(4) == {"x": "many"}


def test_the_first_item_with_too_few_players_or_teams_is_named(make_mod: MakeMod) -> None:
    items = """
    { id = "w", choices = { { id = 1, min_players = 1, min_teams = 1 } } },
    { id = "x", choices = { { id = 2, min_players = 3, min_teams = 2 } } },
    { id = "y", choices = { { id = 3, min_players = 9 } } },
    """
    colours = "kts.KNIGHT_HOUSE_COLOURS_MENU = { { 255, 0, 0 } }"
    menu = Menu(make_mod, items, before=colours)
    assert menu.refusal(2) == "the option x cannot be 2 here: it requires at least 3 players, and the game has 2"
    assert menu.refusal(3) == "the option x cannot be 2 here: it requires at least 2 teams, and the game has 1"


def test_maximums_count_always(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, BY_PLAYERS % "alone")
    assert menu.options(1)["x"].default == "alone"
    assert menu.options(2)["x"].default == "few"


def test_each_player_is_a_team_while_there_are_house_colours(make_mod: MakeMod) -> None:
    items = (
        '{ id = "x", default = "team", choices = { { id = "none", max_teams = 0 }, { id = "team", min_teams = 2 } } }'
    )
    functions = """
    initialize_func = function(S) print(S.num_players, S.num_teams) end,
    start_game_func = function(S) print(S.num_players, S.num_teams) end
    """
    menu = Menu(make_mod, items, functions)
    assert menu.options()["x"].choices == (Choice("none"), Choice("team", 2))
    assert menu.options()["x"].default == "team"
    assert menu.chosen(3) == {"x": "team"}
    assert menu.lines == ["0 0", "0 0", "3 3"]
    colours = "kts.KNIGHT_HOUSE_COLOURS_MENU = { { 1, 2, 3 }, { 4, 5, 6 } }"
    few = Menu(make_mod, items, functions, colours)
    few.chosen(5)
    assert few.lines[-1] == "5 2"


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            {"x": "many"},
            ("the option x cannot be many here: it requires at least 4 players, and the game has 2"),
        ),
        (
            {"x": "alone"},
            ("the option x cannot be alone here: it allows at most 1 player, and the game has 2"),
        ),
    ],
    ids=["a minimum", "a maximum"],
)
def test_an_option_that_does_not_fit_the_players_is_refused(
    make_mod: MakeMod, given: dict[str, str], text: str
) -> None:
    menu = Menu(make_mod, BY_PLAYERS % "few")
    with pytest.raises(RequestError) as caught:
        menu.chosen(2, **given)
    assert str(caught.value) == text


def test_an_option_that_another_forbids_is_refused(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f"""{{ id = "x", {ABC} }},
        {{ id = "y", choices = {{ {{ id = 1 }}, {{ id = 2, constrain = function(S) S.IsAtMost("x", "b") end }} }} }}""",
    )
    assert menu.chosen(x="c", y=1) == {"x": "c", "y": 1}
    assert menu.refusal(x="c", y=2) == (
        "the option x cannot be c here, the menu makes it b: "
        "with the other options and this number of players it may be a, b"
    )


# -- the order of functions

TRACED = """
local function item(id, ...)
  local choices = {}
  for i, name in ipairs { ... } do
    choices[i] = { id = name }
    for _, family in ipairs { "on_select", "constrain", "features" } do
      choices[i][family] = function(S) print(family, id .. "=" .. name) end
    end
  end
  local made = { id = id, choices = choices, show = function(value) print("show", id .. "=" .. value) end }
  for _, family in ipairs { "on_select", "constrain", "features" } do
    made[family] = function(S) print(family, id) end
  end
  return made
end
local function traced(name) return function(S) print(name) return nil end end
"""
TRACED_FUNCTIONS = ", ".join(
    f'{name} = traced("{name}")'
    for name in (
        "initialize_func",
        "prepare_game_func",
        "start_game_func",
        "describe_quest_func",
        "on_select",
        "constrain",
        "features",
    )
)


@pytest.fixture
def traced(make_mod: MakeMod) -> Menu:
    return Menu(make_mod, 'item("x", "a", "b"), "spacer", item("y", "c", "d")', TRACED_FUNCTIONS, TRACED)


def test_a_menu_is_read_items_first_then_initialized_then_validated(traced: Menu) -> None:
    traced.host.generators()
    assert traced.lines == [
        *("show x=a", "show x=b", "show y=c", "show y=d"),
        "initialize_func",
        *("constrain", "constrain x", "constrain x=a", "constrain y", "constrain y=c"),
    ]


def test_a_game_starts_with_prepare_then_features_item_by_item_then_start(traced: Menu) -> None:
    traced.chosen()
    assert traced.lines[traced.lines.index("prepare_game_func") :] == [
        "prepare_game_func",
        *("features", "features x", "features x=a", "features y", "features y=c"),
        "start_game_func",
    ]
    assert traced.lines.count("describe_quest_func") == 1


def test_what_is_selected_is_told_to_the_menu_the_item_and_the_choice(traced: Menu) -> None:
    traced.chosen(y="d")
    selected = [line for line in traced.lines if line.startswith("on_select")]
    assert selected == ["on_select", "on_select y", "on_select y=d"]
    # Each selection is followed by the constraints, with the new choice.
    after = traced.lines.index("on_select y=d") + 1
    assert traced.lines[after : after + 5] == [
        "constrain",
        "constrain x",
        "constrain x=a",
        "constrain y",
        "constrain y=d",
    ]
    assert "features y=d" in traced.lines


def test_several_options_are_selected_in_the_order_of_the_menu(traced: Menu) -> None:
    traced.chosen(y="d", x="b")
    selected = [line for line in traced.lines if line.startswith("on_select")]
    assert selected == ["on_select", "on_select x", "on_select x=b", "on_select", "on_select y", "on_select y=d"]


def test_nothing_is_selected_when_nothing_is_asked_for(traced: Menu) -> None:
    traced.chosen()
    assert not [line for line in traced.lines if line.startswith("on_select")]


@pytest.mark.parametrize("where", ["menu", "item"])
def test_on_select_gets_the_state_and_the_id_of_the_item(make_mod: MakeMod, where: str) -> None:
    function = "on_select = function(S, id) print(S.x, id) end"
    item, functions = (f"{ABC}, {function}", "") if where == "item" else (ABC, function)
    menu = Menu(make_mod, f'{{ id = "x", {item} }}', functions)
    menu.chosen(x="d")
    assert menu.lines == ["d x"]


def test_every_function_gets_the_same_state(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f'{{ id = "x", {ABC}, on_select = see, constrain = see, features = see }}, {{ id = "n", type = "numeric" }}',
        "initialize_func = see, prepare_game_func = see, start_game_func = done, on_select = see, constrain = see",
        """
        local seen, count = nil, 0
        function see(S) if S ~= seen then seen, count = S, count + 1 end end
        function done(S) see(S) print(count, S.x, math.type(S.n), S.n, S.num_players, S.mine) end
        """,
    )
    menu.chosen(5, x="b", n="12")
    # One state to see what is offered, one for the game.
    assert menu.lines == ["2 b integer 12 5 nil"]


def test_a_selection_may_change_other_choices(make_mod: MakeMod) -> None:
    preset = (
        'on_select = function(S, id) if id == "quest" then S.x = "d" elseif id == "x" then S.quest = "custom" end end'
    )
    items = f'{{ id = "quest", choices = {{ {{ id = "custom" }}, {{ id = "hunt" }} }} }}, {{ id = "x", {ABC} }}'
    menu = Menu(make_mod, items, preset)
    assert menu.chosen(quest="hunt") == {"quest": "hunt", "x": "d"}
    assert menu.chosen(x="b") == {"quest": "custom", "x": "b"}
    assert menu.chosen(quest="hunt", x="b") == {"quest": "custom", "x": "b"}


def test_initialize_may_set_choices_and_those_are_validated(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f'{{ id = "x", {ABC} }}',
        'initialize_func = function(S) S.x = "e" end, constrain = function(S) S.IsAtMost("x", "c") end',
    )
    assert menu.options()["x"].default == "c"


# -- random choices


def test_random_lets_the_mod_choose(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f"""{{ id = "x", {ABC}, randomize = function(S, players, teams)
          print(S.x, players, teams)
          return ({{ "b", "c" }})[kts.RandomRange(1, 2)]
        end }}""",
    )
    found = {menu.host.generate("m", seed=seed, players=3, x="random").origin.options["x"] for seed in range(20)}  # type: ignore[union-attr]
    assert found == {"b", "c"}
    assert set(menu.lines) == {"a 3 3"}


@pytest.mark.parametrize("result", ['"z"', "nil", "5", "{}", "9"])
def test_a_random_value_that_is_no_choice_is_the_first_choice(make_mod: MakeMod, result: str) -> None:
    randomize = f"randomize = function() return {result} end"
    menu = Menu(
        make_mod,
        f"""{{ id = "x", default = "c", {ABC}, {randomize} }}, {{ id = "n", type = "numeric", {randomize} }},
        {{ id = "y", choice_min = 0, choice_max = 8, default = 3, {randomize} }}""",
    )
    number = int(result) if result.isdigit() else 0
    chosen = {"x": "a", "n": number, "y": 5 if number == 5 else 0}
    assert menu.chosen(x="random", n="random", y="random") == chosen


def test_a_value_of_the_state_that_is_no_choice_is_the_first_choice(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f'{{ id = "x", default = "c", {ABC} }}, {{ id = "n", type = "numeric" }}',
        "prepare_game_func = function(S) S.x, S.n = {}, 2.5 end, start_game_func = function(S) print(S.x, S.n) end",
    )
    assert menu.chosen() == {"x": "a", "n": 0}
    assert menu.lines == ["a 0"]
    assert "the menu item n has become 2.5, which is none of its choices: it is 0 now" in menu.host.warnings


def test_a_random_quest_chooses_all_items_in_three_rounds(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f"""{{ id = "x", {ABC}, randomize = function(S) print("x") return "b" end }},
        {{ id = "y", {ABC}, constrain = function(S) S.IsNot("y", "a") S.IsNot("y", "d") end }},
        {{ id = "z", choices = {{ {{ id = 1 }}, {{ id = 2, min_players = 3 }} }} }},
        {{ id = "w", default = "a", {ABC}, randomize = function() return "e" end }},
        {{ id = "n", type = "numeric" }}""",
        'constrain = function(S) if S.y == "b" then S.Is("w", "a") end end',
    )
    chosen = [menu.host.generate("m", seed=seed, options={"*": "random"}).origin.options for seed in range(12)]  # type: ignore[union-attr]
    assert {options["x"] for options in chosen} == {"b"}
    assert {options["y"] for options in chosen} == {"b", "c", "e"}
    assert {options["w"] for options in chosen if options["y"] == "b"} == {"a"}
    assert {(options["z"], options["n"]) for options in chosen} == {(1, 0)}
    assert menu.lines.count("x") == 3 * 12
    again = menu.host.generate("m", seed=3, options={"*": "random", "z": 1}).origin.options  # type: ignore[union-attr]
    assert again == chosen[3]
    assert menu.refusal(**{"*": "any"}) == "m: * is 'any': must be random"


def test_a_choice_called_random_is_a_choice(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, '{ id = "x", choices = { { id = "a" }, { id = "random" } }, randomize = error }')
    assert menu.chosen(x="random") == {"x": "random"}


# -- the start of a game


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ('"too small"', "too small"),
        ("5", "5"),
        ("false", "false"),
        ('setmetatable({}, { __tostring = function() return "odd" end })', "odd"),
    ],
)
def test_an_error_left_in_dungeon_error_ends_the_start(make_mod: MakeMod, value: str, shown: str) -> None:
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', f"start_game_func = function() kts.DUNGEON_ERROR = {value} end")
    with pytest.raises(GenerationError) as caught:
        menu.chosen()
    assert str(caught.value) == f"the dungeon could not be made: {shown}"
    assert caught.value.exit_code == 1


def test_the_error_of_one_game_does_not_spoil_the_next(make_mod: MakeMod) -> None:
    start = 'start_game_func = function(S) if S.x == "b" then kts.DUNGEON_ERROR = "no" end end'
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', start)
    with pytest.raises(GenerationError):
        menu.chosen(x="b")
    assert menu.chosen() == {"x": "a"}


@pytest.mark.parametrize("where", ["prepare_game_func", "features", "start_game_func", "describe_quest_func"])
def test_an_error_at_the_start_names_its_line(make_mod: MakeMod, where: str) -> None:
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', f'{where} = function(S)\nerror("oops")\nend')
    with pytest.raises(ModError) as caught:
        menu.chosen()
    assert str(caught.value) == "m/init.lua:2: oops"
    assert caught.value.mod == "m"


def test_the_description_of_the_quest_is_kept(make_mod: MakeMod) -> None:
    describe = 'describe_quest_func = function(S) return { "first: " .. S.x, "second" } end'
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', describe)
    assert menu.host.generate("m", seed=1).quest["description"] == ["first: a", "second"]


def test_messages_in_the_description_are_not_lost(make_mod: MakeMod) -> None:
    describe = 'describe_quest_func = function(S) return { "first", { key = "with_params", params = { 5 } } } end'
    menu = Menu(make_mod, f'{{ id = "x", {ABC} }}', describe)
    description = menu.host.generate("m", seed=1).quest["description"]
    assert len(description) == 2
    assert "with_params" in str(description[1])


def test_messages_in_the_description_and_in_hints_are_shown_as_text(make_mod: MakeMod) -> None:
    text = """kts.MENU = {
      items = {},
      describe_quest_func = function()
        return { { key = "bring_gems", params = { 3, { key = "to_the", params = { "gate" } } } } }
      end,
      start_game_func = function() kts.AddHint({ key = "players_in", params = { kts.GetAllPlayers()[1] } }, 1, 1) end,
    }"""
    shown = run_command("generate", make_mod("m", text), "--seed", "1").output.splitlines()
    assert "bring gems 3 to the gate" in shown
    assert "Hint: players in Player 1" in shown


def test_each_game_finds_the_mods_as_they_were_loaded(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        f'{{ id = "x", {ABC} }}',
        "start_game_func = function() games = games + 1 print(games, #kts.GetAllPlayers()) end",
        "games = 0",
    )
    for players in (1, 4, 2):
        menu.host.generate("m", seed=1, players=players)
    assert menu.lines == ["1 1", "1 4", "1 2"]


CHANGES = {
    "another-choice": ('choices[2].id = "z"', ["a", "z"]),
    "a-choice-more": ('choices[3] = { id = "z" }', ["a", "b", "z"]),
    "a-choice-less": ("choices[2] = nil", ["a"]),
    "other-choices": ('item.choices = { { id = "z" } }', ["z"]),
    "an-equal-table": ('item.choices = setmetatable({ { id = "z" } }, { __eq = function() return true end })', ["z"]),
    "an-equal-choice": (
        'choices[2] = setmetatable({ id = "z" }, { __eq = function() return true end })',
        ["a", "z"],
    ),
    "another-item": ('kts.MENU.items[1] = { id = "first", choices = { { id = "z" } } }', ["z"]),
    "another-menu": ('kts.MENU = { items = { { id = "first", choices = { { id = "z" } } } } }', ["z"]),
    "a-range": ("item.choices, item.choice_min, item.choice_max = nil, 1, 2", [1, 2]),
    "behind-a-metatable": (
        'item.choices = nil; setmetatable(item, { __index = { choices = { { id = "z" } } } })',
        ["z"],
    ),
    "in-a-list-with-a-metatable": (
        'setmetatable(choices, { __index = function(_, i) return i == 3 and { id = "z" } or nil end })',
        ["a", "b", "z"],
    ),
}


@pytest.mark.parametrize(("change", "ids"), CHANGES.values(), ids=CHANGES)
def test_a_menu_that_has_changed_is_read_again(make_mod: MakeMod, change: str, ids: list[Any]) -> None:
    before = f"""
    choices = {{ {{ id = "a" }}, {{ id = "b" }} }}
    item = {{ id = "first", choices = choices }}
    change_menu = function() {change} end
    """
    menu = Menu(
        make_mod,
        "item",
        "initialize_func = function() turn = (turn or 0) + 1 if turn == 3 then change_menu() end end",
        before,
    )

    def read_ids() -> list[Any]:
        return [choice.value for choice in menu.options()["first"].choices]

    # The third reading changes the menu after it was read.
    assert [read_ids() for _ in range(5)] == [["a", "b"]] * 3 + [ids] * 2


def test_an_equal_number_that_is_shown_in_another_way_is_a_change(make_mod: MakeMod) -> None:
    before = "choice = { id = 1 }"
    after = "initialize_func = function() turn = (turn or 0) + 1 choice.id = ({ 1, 1.0, 1.0, 1, 1 })[turn] end"
    menu = Menu(make_mod, '{ id = "first", choices = { choice } }', after, before)
    seen = [repr(menu.options()["first"].choices[0].value) for _ in range(5)]
    # The menu is read before initialize_func runs, and described after.
    assert seen == ["1", "1", "1.0", "1", "1"]


def test_a_gap_in_the_items_is_named(make_mod: MakeMod) -> None:
    items = ", ".join(f'{{ id = "{name}", choices = {{ {{ id = "a" }} }} }}' for name in ("first", "second"))
    menu = Menu(make_mod, items, "initialize_func = function() kts.MENU.items[1] = nil end")
    assert menu.refusal() == "kts.MENU.items[1] is nil, and what follows would be left out: must be a list without gaps"


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (
            f'nil, {{ id = "x", {ABC} }}',
            "kts.MENU.items[1] is nil, and what follows would be left out: must be a list without gaps",
        ),
        (
            f'{{ id = "x", {ABC} }}, nil, nil, {{ id = "y", {ABC} }}',
            "kts.MENU.items[2] is nil, and what follows would be left out: must be a list without gaps",
        ),
        (
            '{ id = "x", choices = { { id = 1 }, nil, nil, { id = 2 } } }',
            'kts.MENU item "x".choices[2] is nil, and what follows would be left out: must be a list without gaps',
        ),
        (
            '{ id = "x", choices = { nil, { id = 2 } } }',
            'kts.MENU item "x".choices[1] is nil, and what follows would be left out: must be a list without gaps',
        ),
    ],
)
def test_nothing_after_a_gap_is_lost(make_mod: MakeMod, items: str, text: str) -> None:
    assert Menu(make_mod, items).refusal() == text


def test_a_menu_behind_a_metatable_is_read_each_time(make_mod: MakeMod) -> None:
    before = """
    reads = 0
    choice = setmetatable({}, { __index = function(_, key)
      if key == "id" then reads = reads + 1 return "after " .. (reads > 20 and "20" or "0") end
    end })
    """
    menu = Menu(make_mod, '{ id = "first", choices = { choice } }', "", before)
    seen = {menu.options()["first"].choices[0].value for _ in range(30)}
    assert seen == {"after 0", "after 20"}


def test_a_mistake_that_a_game_makes_in_the_menu_ends_with_it(make_mod: MakeMod) -> None:
    menu = Menu(
        make_mod,
        "item",
        "start_game_func = function() item.choices[2].id = 'a' end",
        f"item = {{ id = 'first', {ABC} }}",
    )
    first, *others = [menu.chosen() for _ in range(3)]
    assert others == [first, first]


def test_a_menu_that_changed_for_a_moment_is_described_as_it_is(make_mod: MakeMod) -> None:
    before = """
    choice = { id = "b" }
    require("host.generators").register_generator { id = "other", generate = function()
      choice.id = "b"
      return require("host.toolbox").caves { width = 20, height = 20 }:map()
    end }
    """
    menu = Menu(
        make_mod,
        '{ id = "first", choices = { { id = "a" }, choice } }',
        'initialize_func = function() turn = (turn or 0) + 1 if turn == 1 then choice.id = "z" end end',
        before,
    )
    # The second reading finds the menu as the first one did.
    for ids in (["a", "z"], ["a", "b"]):
        options = {g.id: g for g in menu.host.generators(name="m")}["m"].options
        assert [choice.value for choice in options[0].choices] == ids
        menu.host.generate("m.other", seed=1)


def test_functions_that_show_values_are_called_each_time(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, '{ id = "keys", choice_min = 1, choice_max = 2, show = print }')
    for _ in range(2):
        menu.options()
    assert menu.lines == ["1", "2"] * 2


def test_another_mod_may_change_the_menu(make_mod: MakeMod) -> None:
    one = make_mod("one", f'kts.MENU = {{ items = {{ {{ id = "x", {ABC} }} }}, start_game_func = function(S) end }}')
    two = make_mod(
        "two",
        """
        table.insert(kts.MENU.items, { id = "y", choices = { { id = "new" } } })
        local before = kts.MENU.start_game_func
        kts.MENU.start_game_func = function(S) before(S) print(S.x, S.y) end
        """,
        toml='[dependencies]\none = ""',
    )
    lines: list[str] = []
    host = Host([one, two], output=lines.append)
    assert [g.id for g in host.generators() if g.mod != "host"] == ["one"]
    host.generate("one", seed=1, x="c")
    assert lines == ["c new"]


def test_a_module_without_a_manifest_loads_after_base_and_may_change_its_menu(tmp_path: Path) -> None:
    folder = tmp_path / "abbey"
    folder.mkdir()
    (folder / "init.lua").write_text("""
    mod.RegisterMod { name = "abbey" }
    local choices = { { id = "few", text_key = "Few" }, { id = "many", text_key = "Many" } }
    table.insert(kts.MENU.items, { id = "monks", text_key = "Monks", choices = choices })
    -- Texts are optional.
    table.insert(kts.MENU.items, { id = "bell", choices = { { id = 2.5 } } })
    table.insert(kts.MENU.items, { id = "abbots", choice_min = 1, choice_max = 2 })
    local before = kts.MENU.start_game_func
    kts.MENU.start_game_func = function(S) print(S.monks) return before(S) end
    """)
    lines: list[str] = []
    host = Host([folder, "base"], output=lines.append)
    description = host.generate("base", seed=1, players=1, monks="many").quest["description"]
    assert lines == ["many"]
    assert description[-3:] == ["Monks: Many", "bell: 2.5", "abbots: 1"]


def test_two_menus_are_two_generators(make_mod: MakeMod) -> None:
    made = """
    kts.MENU = {{
      items = {{ {{ id = "x", choices = {{ {{ id = "{0}" }} }} }} }}, start_game_func = function(S) print(S.x) end,
    }}
    """
    lines: list[str] = []
    host = Host([make_mod("one", made.format("first")), make_mod("two", made.format("second"))], output=lines.append)
    assert [g.id for g in host.generators() if g.mod != "host"] == ["one", "two"]
    host.generate("one", seed=1)
    host.generate("two", seed=1)
    assert lines == ["first", "second"]


# -- menus with mistakes

RANGE_RULE = (
    "choice_min and choice_max must be whole numbers, choice_min not above choice_max, "
    "with at most 10000 numbers in the range"
)
SHAPES = {
    "a menu that is no table": ("kts.MENU = 5", "kts.MENU is 5: must be a table"),
    "no items": ("kts.MENU = {}", "kts.MENU.items is nil: must be a list"),
    "items that are no list": ('kts.MENU = { items = "x" }', 'kts.MENU.items is "x": must be a list'),
    "an item that is a number": (
        'kts.MENU = { items = { "spacer", 5 } }',
        'kts.MENU.items[2] is 5: must be a table or "spacer"',
    ),
    "a slip in spacer": (
        'kts.MENU = { items = { "spaecr" } }',
        'kts.MENU.items[1] is "spaecr": must be a table or "spacer"',
    ),
    "an item without id": ("kts.MENU = { items = { {} } }", "kts.MENU.items[1].id is nil: must be a string"),
    "two items of one id": (
        f'kts.MENU = {{ items = {{ {{ id = "x", {ABC} }}, {{ id = "x", {ABC} }} }} }}',
        'kts.MENU.items[2].id "x" is the id of another item',
    ),
    "an unknown type": (
        f'kts.MENU = {{ items = {{ {{ id = "x", type = "slider", {ABC} }} }} }}',
        'kts.MENU.items[1].type is "slider": must be "dropdown" or "numeric"',
    ),
    "no choices": (
        'kts.MENU = { items = { { id = "x" } } }',
        'kts.MENU item "x" has no choices: must have choices, or choice_min and choice_max',
    ),
    "empty choices": (
        'kts.MENU = { items = { { id = "x", choices = {} } } }',
        'kts.MENU item "x" has no choices: must have choices, or choice_min and choice_max',
    ),
    "choices that are no list": (
        'kts.MENU = { items = { { id = "x", choices = 5 } } }',
        "kts.MENU.items[1].choices is 5: must be a list",
    ),
    "choices and a range": (
        f'kts.MENU = {{ items = {{ {{ id = "x", choice_min = 1, {ABC} }} }} }}',
        'kts.MENU item "x" has both choices and choice_min or choice_max: must have one of the two',
    ),
    "half a range": (
        'kts.MENU = { items = { { id = "x", choice_min = 1 } } }',
        'kts.MENU item "x" has the range 1 to nil: ' + RANGE_RULE,
    ),
    "a range backwards": (
        'kts.MENU = { items = { { id = "x", choice_min = 3, choice_max = 1 } } }',
        'kts.MENU item "x" has the range 3 to 1: ' + RANGE_RULE,
    ),
    "a range of too many numbers": (
        'kts.MENU = { items = { { id = "x", choice_min = 1, choice_max = 10001 } } }',
        'kts.MENU item "x" has the range 1 to 10001: ' + RANGE_RULE,
    ),
    "too many choices": (
        """
        local choices = {}
        for i = 1, 10001 do choices[i] = { id = i } end
        kts.MENU = { items = { { id = "x", choices = choices } } }
        """,
        "the items of kts.MENU have more than 10000 choices: must have at most 10000",
    ),
    "a choice that is no table": (
        'kts.MENU = { items = { { id = "x", choices = { "a" } } } }',
        'kts.MENU.items[1].choices[1] is "a": must be a table',
    ),
    "a choice without id": (
        'kts.MENU = { items = { { id = "x", choices = { {} } } } }',
        "kts.MENU.items[1].choices[1].id is nil: must be a string or a number or true or false",
    ),
    "a choice twice": (
        'kts.MENU = { items = { { id = "x", choices = { { id = "a" }, { id = "a" } } } } }',
        'kts.MENU item "x" has the choice "a" twice',
    ),
    "a default that is no choice": (
        f'kts.MENU = {{ items = {{ {{ id = "x", default = "z", {ABC} }} }} }}',
        'kts.MENU item "x".default is z: must be the id of one of its choices',
    ),
    "a default with a fraction": (
        'kts.MENU = { items = { { id = "x", type = "numeric", default = 1.5 } } }',
        'kts.MENU item "x".default is 1.5: must be a whole number',
    ),
    "a callback of an item that is no function": (
        f'kts.MENU = {{ items = {{ {{ id = "x", constrain = 5, {ABC} }} }} }}',
        "kts.MENU.items[1].constrain is 5: must be a function",
    ),
    "a callback of a choice that is no function": (
        'kts.MENU = { items = { { id = "x", choices = { { id = 1, features = "f" } } } } }',
        'kts.MENU.items[1].choices[1].features is "f": must be a function',
    ),
    "a callback of the menu that is no function": (
        "kts.MENU = { items = {}, start_game_func = 5 }",
        "kts.MENU.start_game_func is 5: must be a function",
    ),
    "a minimum that is no number": (
        'kts.MENU = { items = { { id = "x", choices = { { id = 1, min_players = "two" } } } } }',
        None,
    ),
    "a maximum that is no number": (
        'kts.MENU = { items = { { id = "x", choices = { { id = 1, max_players = {} } } } } }',
        None,
    ),
}


@pytest.mark.parametrize(("menu", "text"), SHAPES.values(), ids=SHAPES)
def test_a_mistake_in_a_menu_names_the_mod_and_the_place(make_mod: MakeMod, menu: str, text: str | None) -> None:
    host = Host([make_mod("m", menu)], output=lambda _: None)
    with pytest.raises(ModError) as caught:
        host.generate("m", seed=1)
    found = str(caught.value)
    assert "[host]" not in found
    if text is None:
        assert "kts.MENU" in found
        assert "_players" in found
    else:
        assert found.endswith(text)


def test_a_menu_may_have_as_many_choices_as_the_limit_says(make_mod: MakeMod) -> None:
    init = """
    kts.MENU = {
      items = { { id = "x", choice_min = 1, choice_max = 10000, constrain = function(S) S.IsAtLeast("x", 9999) end } },
      start_game_func = function(S) print(S.x) end,
    }
    """
    lines: list[str] = []
    Host([make_mod("m", init)], output=lines.append).generate("m", seed=1)
    assert lines == ["9999"]


def test_a_mistake_in_a_menu_is_blamed_on_its_mod(make_mod: MakeMod) -> None:
    host = Host([make_mod("m", "kts.MENU = { items = 5 }")], output=lambda _: None)
    with pytest.raises(ModError) as caught:
        host.generators()
    assert caught.value.mod == "m"


def test_a_menu_without_a_start_cannot_start(make_mod: MakeMod) -> None:
    host = Host([make_mod("m", f'kts.MENU = {{ items = {{ {{ id = "x", {ABC} }} }} }}')], output=lambda _: None)
    assert host.generators()[0].id == "m"
    with pytest.raises(ModError, match=r"kts\.MENU\.start_game_func is nil: must be a function that makes the dungeon"):
        host.generate("m", seed=1)


def test_an_error_while_a_value_is_shown_names_its_line(make_mod: MakeMod) -> None:
    menu = Menu(make_mod, f'{{ id = "x", {ABC}, show = function(value)\nerror("cannot show " .. value)\nend }}')
    with pytest.raises(ModError, match=r"^m/init\.lua:2: cannot show a$"):
        menu.options()


# -- from the command line

SCRIPTED = f"""
kts.MENU = {{
  items = {{
    {{ id = "seed", {ABC} }},
    {{ id = "players", choice_min = 1, choice_max = 3 }},
    {{ id = "generator", choices = {{ {{ id = false }}, {{ id = true }} }} }},
  }},
  start_game_func = function(S) print(S.seed, S.players, S.generator, S.num_players) end,
}}
"""


def test_options_may_be_called_like_anything(make_mod: MakeMod) -> None:
    words = ["--set", "seed=c", "--set", "players=2", "--set", "generator=true"]
    result = run_command("generate", "m", "--mods", make_mod("m", SCRIPTED), *words, "--seed", "5", "--players", "4")
    assert result.exit_code == 0, result.output
    assert "c 2 true 4" in result.output


@pytest.mark.parametrize("name", ["seed", "players", "generator", "self", "options"])
def test_an_option_that_is_not_there_is_a_fault_of_who_asks(make_mod: MakeMod, name: str) -> None:
    mod = make_mod("m", f'kts.MENU = {{ items = {{ {{ id = "x", {ABC} }} }}, start_game_func = function() end }}')
    result = run_command("generate", "m", "--mods", mod, "--set", f"{name}=5", "--seed", "1")
    assert result.exit_code == 1
    assert f'm has no option "{name}": it has x' in result.stderr
    assert "the host failed" not in result.stderr


def test_the_command_line_lists_what_can_be_chosen(make_mod: MakeMod) -> None:
    result = run_command("generators", "--mods", make_mod("m", SCRIPTED))
    assert result.exit_code == 0
    for word in ("m", "seed", "players", "generator", "a", "e"):
        assert word in result.stdout


# -- add-ons


@pytest.mark.slow
def test_check_and_test_load_a_module_that_adds_to_the_menu_of_base(tmp_path: Path) -> None:
    item = '{ id = "moon", choices = { { id = "full" }, { id = "new" } }, default = "full" }'
    init = f'mod.RegisterMod {{ name = "lunar" }}\ntable.insert(kts.MENU.items, {item})\n'
    case = 'it("has the moon", function() assert(kts.MENU.items[#kts.MENU.items].id == "moon") end)'
    lunar = write_mod(tmp_path / "lunar", {"init.lua": init, "tests/menu_test.lua": case})
    result = run_command("check", lunar)
    assert (result.exit_code, result.stdout) == (0, "1 mod checked: no errors, no warnings\n")
    result = run_command("test", lunar)
    assert result.exit_code == 0
    assert "1 passed" in result.stdout
    # What is wrong with a module is said once, with or without base.
    broken = write_mod(tmp_path / "broken", {"init.lua": f"{init.replace('lunar', 'broken')}moon.phase()\n"})
    result = run_command("check", broken)
    assert result.exit_code == 1
    assert "broken/init.lua:3: " in result.stdout
    assert result.stdout.endswith("1 mod checked: 1 error in 1\n")


def test_options_and_choices_have_the_texts_that_people_read(make_mod: MakeMod) -> None:
    items = """
      { id = "size", text = "Abbey", choices = { { id = 1, text_key = "tiny" }, { id = 2, text = "small\\n" } } },
      { id = "rats", text_key = "Rats", choice_min = 0, choice_max = 2,
        show = function(n) return n == 0 and "none" or n end },
      { id = "time", text = "Time", type = "numeric", suffix = "minutes" },
      { id = "bare", text_key = 7, choices = { { id = true }, { id = "x", text = ("x"):rep(300) } } },
    """
    options = Menu(make_mod, items).options()
    assert {name: option.text for name, option in options.items()} == {
        "size": "Abbey", "rats": "Rats", "time": "Time (minutes)", "bare": "",
    }  # fmt: skip
    assert [choice.text for choice in options["size"].choices] == ["tiny", "small\\x0a"]
    assert [choice.text for choice in options["rats"].choices] == ["none", "", ""]
    assert [len(choice.text) for choice in options["bare"].choices] == [0, 102]
    assert options["size"].describe("2") == "Abbey: small\\x0a"
    assert options["bare"].describe(True) == "bare: true"
