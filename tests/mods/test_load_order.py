"""Finding and loading mods: folders, order, dependencies, conflicts, `require` of missing mods."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host import Host, HostError
from host.errors import ManifestError, RequestError
from host.mods import finder
from host.mods.finder import AvailableMods
from host.mods.manifest import Manifest
from host.mods.order import choose
from tests.helpers import MakeMod, catch_load_error, catch_load_errors, collect_output, dedent, write_mod


def loaded(*mods: Path | str) -> list[str]:
    """The ids of what is loaded, in load order."""
    return [mod.id for mod in Host(mods, output=lambda _: None).mods]


def texts(*mods: Path | str) -> list[str]:
    return [error.message for error in catch_load_errors(*mods)]


def needs(*identities: str, **ranges: str) -> str:
    """Lines of a manifest that name dependencies."""
    lines = [f'{name} = "{wanted}"' for name, wanted in {**dict.fromkeys(identities, "*"), **ranges}.items()]
    return "[dependencies]\n" + "\n".join(lines) + "\n"


# -- folders


def test_a_folder_is_a_mod_or_holds_mods(make_mod: MakeMod, tmp_path: Path) -> None:
    one, two = make_mod("one"), make_mod("two")
    assert loaded(one) == ["one"]
    assert loaded(two, one) == ["one", "two"]
    assert loaded(tmp_path) == ["one", "two"]


def test_a_folder_given_twice_is_one_mod(make_mod: MakeMod, tmp_path: Path) -> None:
    one = make_mod("one")
    link = tmp_path / "link"
    link.symlink_to(one)
    assert loaded(one, one, tmp_path / "one" / ".." / "one", link) == ["one"]


def test_a_folder_of_mods_may_have_other_things_in_it(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one")
    write_mod(tmp_path, {"README.md": "x", "pictures/a.bmp": "x", ".git/init.lua": "error('hidden')"})
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    assert loaded(tmp_path) == ["one"]


def test_what_is_no_folder_of_mods_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    found = catch_load_errors(tmp_path / "none", tmp_path / "file", tmp_path / "empty")
    markers = "mod.toml, mod.lua, init.lua, main.lua"
    assert [error.message for error in found] == [
        f'the mods folder "{tmp_path}/none" does not exist',
        f'the mods folder "{tmp_path}/file" is not a folder',
        f'"{tmp_path}/empty" is not a mod and contains none: a mod is a folder with one of {markers}',
    ]
    assert all(isinstance(error, RequestError) for error in found)


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "a\0b"], ids=["long part", "long path", "NUL"])
def test_a_folder_that_cannot_be_does_not_exist(tmp_path: Path, name: str) -> None:
    (error,) = catch_load_errors(tmp_path / name)
    assert isinstance(error, RequestError)
    assert error.message.endswith('" does not exist')


def test_no_mods_at_all_is_a_host_without_mods() -> None:
    assert loaded() == []


# -- order


def test_dependencies_come_first_and_ties_go_by_id(make_mod: MakeMod, tmp_path: Path) -> None:
    for name, lines in {
        "ash": needs("yew"),
        "birch": "",
        "cedar": needs("ash", "zelkova"),
        "yew": "",
        "zelkova": "",
        "alder": needs("cedar"),
    }.items():
        make_mod(name, toml=lines)
    assert loaded(tmp_path) == ["birch", "yew", "ash", "zelkova", "cedar", "alder"]


def test_the_bundled_base_is_loaded_when_named_or_needed(make_mod: MakeMod) -> None:
    free = make_mod("free")
    assert loaded(free) == ["free"]
    assert loaded("base", free) == ["base", "free"]
    assert loaded(make_mod("dependent", toml=needs("base"))) == ["base", "dependent"]


Graph = Mapping[str, frozenset[str]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Mods and what they need, without circles: each needs only mods before it in some order."""
    names = draw(st.permutations([f"m{i}" for i in range(draw(st.integers(1, 12)))]))
    return {
        name: frozenset(draw(st.sets(st.sampled_from(names[:i]), max_size=3))) if i else frozenset()
        for i, name in enumerate(names)
    }


def _found(graph: Graph, order: list[str]) -> AvailableMods:
    found = AvailableMods()
    for name in order:
        folder = Path("/mods") / name
        found.in_folders[name] = Manifest(
            name, folder, folder / "mod.toml", dependencies=dict.fromkeys(graph[name], "")
        )
    return found


@pytest.mark.slow
@given(graphs(), st.randoms())
def test_the_order_depends_on_nothing_but_ids_and_needs(graph: Graph, chance: random.Random) -> None:
    ordered, errors = choose(_found(graph, sorted(graph)), graph)
    assert errors == []
    names = [manifest.id for manifest in ordered]
    assert sorted(names) == sorted(graph)
    # What is needed comes first …
    assert all(names.index(needed) < names.index(name) for name in graph for needed in graph[name])
    # … and of what could come next, always the first by id.
    for i, name in enumerate(names):
        ready = [other for other in names[i:] if graph[other] <= set(names[:i])]
        assert name == min(ready)
    shuffled = list(graph)
    chance.shuffle(shuffled)
    assert [manifest.id for manifest in choose(_found(graph, shuffled), shuffled)[0]] == names


def test_the_order_of_folders_on_disk_does_not_count(
    make_mod: MakeMod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pear", "apple", "quince", "fig"):
        make_mod(name, init="x = kts.Tile {}", toml=needs("fig") if name == "apple" else "")
    listed = Path.iterdir
    orders = []
    for key in (str, lambda path: str(path)[::-1], lambda path: -len(str(path))):
        monkeypatch.setattr(Path, "iterdir", lambda path, key=key: iter(sorted(listed(path), key=key)))
        host = Host([tmp_path])
        tiles = host._engine.session.registry.all("tile")
        orders.append([tile.id for tile in tiles if tile.mod not in ("actions", "host")])
    assert orders == [["fig.x", "apple.x", "pear.x", "quince.x"]] * 3


def test_optional_mods_come_first_when_they_are_there(make_mod: MakeMod, tmp_path: Path) -> None:
    one = make_mod("one", toml='[optional]\ntwo = "*"\nnone = "*"\n')
    assert loaded(one) == ["one"]
    two = make_mod("two")
    assert loaded(one, two) == ["two", "one"]


def test_an_optional_mod_is_not_loaded_just_because_it_is_found(make_mod: MakeMod) -> None:
    assert loaded(make_mod("one", toml='[optional]\nbase = "*"\n')) == ["one"]


def test_an_optional_mod_of_the_wrong_version_is_a_fault(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", toml='[optional]\ntwo = ">=2"\n')
    make_mod("two")
    assert texts(tmp_path) == ["mod one goes only with two >=2, and two is version 1.0"]


# -- what dependencies can be wrong with


def test_a_missing_dependency_is_named_with_the_nearest_name(make_mod: MakeMod) -> None:
    folder = make_mod("one", toml=needs("bsae"))
    (error,) = catch_load_errors(folder)
    assert isinstance(error, ManifestError)
    assert error.message == 'mod one needs the mod "bsae", which is not there'
    assert error.hint == 'did you mean "base"?'
    assert error.file == str(folder / "mod.toml")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (">=1.0", True),
        (">=1.0,<2", True),
        ("==1.0", True),
        ("==1", True),
        ("~=1.0", True),
        (">1.0", False),
        ("<1.0", False),
        (">=2", False),
        ("!=1.0", False),
        (">=0.5,<1", False),
    ],
)
def test_a_dependency_has_a_version_in_the_range(make_mod: MakeMod, tmp_path: Path, wanted: str, fits: bool) -> None:
    other, one = make_mod("other"), make_mod("one", toml=needs(other=wanted))
    if fits:
        assert loaded(tmp_path) == ["other", "one"]
        return
    (error,) = catch_load_errors(tmp_path)
    assert error.message == f"mod one needs other {wanted}, and other is version 1.0 ({other})"
    assert error.file == str(one / "mod.toml")


def test_a_version_that_is_not_out_yet_lies_in_a_range_too(tmp_path: Path) -> None:
    write_mod(tmp_path / "new", {"mod.toml": 'id = "new"\nversion = "2.0a1"\n', "init.lua": ""})
    write_mod(tmp_path / "one", {"mod.toml": f'id = "one"\nversion = "1"\n{needs(new=">=1.5")}', "init.lua": ""})
    assert loaded(tmp_path) == ["new", "one"]


@pytest.mark.parametrize(
    ("graph", "chain"),
    [
        ({"one": ["one"]}, "one → one"),
        ({"one": ["two"], "two": ["one"]}, "one → two → one"),
        ({"one": ["two"], "two": ["three"], "three": ["one"]}, "one → two → three → one"),
        ({"all": ["two"], "one": ["two"], "two": ["three"], "three": ["two"]}, "two → three → two"),
    ],
    ids=["itself", "each other", "three", "not all of them"],
)
def test_a_circle_is_shown_as_a_chain(
    make_mod: MakeMod, tmp_path: Path, graph: dict[str, list[str]], chain: str
) -> None:
    for name, needed in graph.items():
        make_mod(name, toml=needs(*needed))
    (error,) = catch_load_errors(tmp_path)
    assert error.message == f"mods depend on each other in a cycle: {chain}"
    assert error.file == str(tmp_path / chain.split(" ")[0] / "mod.toml")


@pytest.mark.parametrize(("wanted", "refused"), [("*", True), ("<2", True), (">=2", False)])
def test_mods_in_conflict_are_not_loaded_together(
    make_mod: MakeMod, tmp_path: Path, wanted: str, refused: bool
) -> None:
    one = make_mod("one", toml=f'[conflicts]\ntwo = "{wanted}"\nnone = "*"\n')
    two = make_mod("two")
    assert loaded(one) == ["one"]
    if not refused:
        assert loaded(one, two) == ["one", "two"]
        return
    (error,) = catch_load_errors(one, two)
    assert error.message == "mod one cannot be loaded with two 1.0, as its manifest says"
    assert error.file == str(one / "mod.toml")


def test_two_mods_of_one_id_name_both_folders(make_mod: MakeMod, tmp_path: Path) -> None:
    first, second = make_mod("one", root=tmp_path / "a"), make_mod("one", root=tmp_path / "b")
    (error,) = catch_load_errors(first, second)
    assert error.message == f'two mods have the id "one": {first} and {second}'
    assert error.file == str(second / "mod.toml")


def test_a_given_folder_wins_over_the_bundled_mod(make_mod: MakeMod) -> None:
    mine = make_mod("base", init='print("mine")')
    assert collect_output(mine) == ["mine"]
    assert collect_output(mine, "base") == ["mine"]
    assert collect_output(make_mod("other", toml=needs(base="<=1.0")), mine) == ["mine"]


def test_an_unknown_name_is_told_the_nearest(make_mod: MakeMod) -> None:
    (error,) = catch_load_errors("cellr", make_mod("cellar"))
    assert (error.message, error.hint) == ('there is no mod "cellr"', 'did you mean "cellar"?')


def test_all_that_is_wrong_is_reported_together(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", toml=needs("none", base=">=9"))
    make_mod("two", toml='[conflicts]\nthree = "*"\n')
    make_mod("three", toml=needs("four"))
    make_mod("four", toml=needs("three"))
    write_mod(tmp_path / "five", {"mod.toml": "x", "init.lua": ""})
    found = [message.split(":")[0].split(" (")[0] for message in texts(tmp_path, tmp_path / "nowhere", "missing")]
    assert sorted(found) == sorted(
        [
            "the manifest is not TOML",
            f'the mods folder "{tmp_path}/nowhere" does not exist',
            'there is no mod "missing"',
            "mod one needs base >=9, and base is version 1.0.0",
            'mod one needs the mod "none", which is not there',
            "mod two cannot be loaded with three 1.0, as its manifest says",
            "mods depend on each other in a cycle",
        ]
    )


def test_mods_that_fail_while_they_load_are_reported_together(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("one", init="error('first')")
    make_mod("two", init="x = = 1")
    make_mod("three", init="kts.Tile { access = 5 }")
    make_mod("four", init="print('four is fine')")
    # What needs a mod that failed does not run, and is not to blame.
    make_mod("five", init="error('never')", toml=needs("one"))
    make_mod("six", init="error('never')", toml=needs("five"))
    assert [str(error) for error in catch_load_errors(tmp_path)] == [
        "one/init.lua:1: first",
        "three/init.lua:1: kts.Tile: access is 5: must be a table with walking, flying and missiles",
        "two/init.lua:1: unexpected symbol near '='",
    ]


# -- folders without a manifest


def test_a_folder_with_init_lua_is_a_kts_module(tmp_path: Path) -> None:
    files = {"init.lua": 'mod.RegisterMod { name = "old" } x = kts.Tile {}'}
    host = Host([write_mod(tmp_path / "old", files)])
    assert host.registered("old") == {"tile": 1}


def test_a_folder_with_main_lua_returns_its_content(make_mod: MakeMod, tmp_path: Path) -> None:
    write_mod(tmp_path / "content", {"main.lua": "return { x = 5 }"})
    make_mod("user", init='print(require("content").x)', toml=needs("content"))
    assert collect_output(tmp_path) == ["5"]


def test_a_folder_with_mod_lua_runs_its_init_lua(tmp_path: Path) -> None:
    files = {"mod.lua": 'return { id = "inn", version = "1", dependencies = {} }', "init.lua": "print('inn')"}
    assert collect_output(write_mod(tmp_path / "whatever", files)) == ["inn"]


def test_mod_lua_and_mod_toml_may_need_each_other(make_mod: MakeMod, tmp_path: Path) -> None:
    manifest = 'return { id = "areas_mod", version = "1.2", dependencies = { zoo = ">= 1.0" } }'
    write_mod(tmp_path / "areas", {"mod.lua": manifest, "init.lua": ""})
    make_mod("zoo")
    make_mod("bears", toml=needs(areas_mod=">=1.2"))
    assert loaded(tmp_path) == ["zoo", "areas_mod", "bears"]


# -- modules.txt


def modules(root: Path, listing: str, *names: str) -> Path:
    for name in names:
        write_mod(root / name, {"init.lua": f'mod.RegisterMod {{ name = "{name}" }} print("{name}")'})
    (root / "modules.txt").write_text(listing)
    return root


def test_modules_txt_is_the_load_order(tmp_path: Path) -> None:
    listing = "# my modules\n\nzoo # first\n  yard\t\nzoo\nattic\r\n"
    assert collect_output(modules(tmp_path, listing, "attic", "yard", "zoo")) == ["zoo", "yard", "attic"]


def test_modules_txt_may_name_bundled_mods(tmp_path: Path) -> None:
    root = modules(tmp_path, "base\nattic\n", "attic")
    assert loaded(root) == ["base", "attic"]


def test_modules_txt_that_names_nothing_there_is_told_the_line(tmp_path: Path) -> None:
    root = modules(tmp_path, "attic\n# none\nyrad\nmy-zoo\n", "attic", "yard")
    found = catch_load_errors(root)
    assert [(error.file, error.line, error.message) for error in found] == [
        (str(root / "modules.txt"), 3, 'there is no module "yrad" here'),
        (str(root / "modules.txt"), 4, '"my-zoo" is not a valid name of a module'),
    ]


def test_a_list_of_modules_has_an_end(tmp_path: Path) -> None:
    long = "a" * 50_000
    root = modules(tmp_path, "".join(f"attic\nn{i}\n" for i in range(300)) + long, "attic")
    found = catch_load_errors(root)
    rule = "must have at most 1000 names, of which at most 100 are wrong"
    assert len(found) == 101
    assert (found[-1].line, found[-1].message) == (202, f"the list of modules goes on here: {rule}")
    (root / "modules.txt").write_text(f"attic\n{long}")
    assert [error.message for error in catch_load_errors(root)] == [f'"{"a" * 100} …" is not a valid name of a module']


def test_a_module_finds_what_those_before_it_registered(tmp_path: Path) -> None:
    root = modules(tmp_path, "zoo\nattic\n", "attic", "zoo")
    (root / "zoo" / "init.lua").write_text('mod.RegisterMod { name = "zoo" } bear = 1')
    (root / "attic" / "init.lua").write_text('mod.RegisterMod { name = "attic" } print(require("zoo").bear)')
    assert collect_output(root) == ["1"]


# -- require of a mod that is found


def test_require_of_a_mod_that_is_not_loaded_yet_loads_it(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("apple", init='print("apple begins") print(require("pear").x)')
    make_mod("pear", init='mod.RegisterMod { name = "pear" } x = 5 print("pear")')
    assert collect_output(tmp_path) == ["apple begins", "pear", "5"]
    assert loaded(tmp_path) == ["apple", "pear"]


def test_require_of_a_bundled_mod_loads_it(make_mod: MakeMod) -> None:
    assert collect_output(make_mod("apple", init='print(require("base").wall_stone ~= nil)')) == ["true"]


def test_a_mod_loaded_by_require_brings_what_it_needs(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("apple", init='require "pear" print("apple")')
    make_mod("pear", init='print("pear")', toml=needs("quince"))
    make_mod("quince", init='print("quince")')
    assert collect_output(tmp_path) == ["quince", "pear", "apple"]


def test_a_mod_loaded_by_require_may_need_one_that_is_loaded(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("aardvark", init='print("aardvark")')
    make_mod("apple", init='require "pear" print("apple")')
    make_mod("pear", init='print("pear")', toml=needs("aardvark"))
    assert collect_output(tmp_path) == ["aardvark", "pear", "apple"]


@pytest.mark.parametrize("path", ["mod.a.init", "mod.a", "init", ".init"])
def test_require_of_the_first_file_does_not_run_it_again(make_mod: MakeMod, tmp_path: Path, path: str) -> None:
    make_mod("a", 'print "runs" return { list = {} }', files={"x.lua": f"return require '{path}'"})
    make_mod("b", "print(require('mod.a.x') == require 'a', require 'mod.a.init' == require 'mod.a')")
    assert collect_output(tmp_path) == ["runs", "true true"]


@pytest.mark.parametrize("entry", ["main.lua", "lib/start.lua"])
def test_a_first_file_of_any_name_can_be_required(make_mod: MakeMod, tmp_path: Path, entry: str) -> None:
    files = {entry: 'print "runs" return { x = 5 }'}
    manifest = f'id = "a"\nversion = "1"\nentry = "{entry}"'
    write_mod(tmp_path / "a", files if entry == "main.lua" else {"mod.toml": manifest, **files})
    make_mod("b", "print(require('mod.a').x, require('mod.a') == require 'a')")
    assert collect_output(tmp_path) == ["runs", "5 true"]


def test_a_mod_without_a_first_file_is_named(make_mod: MakeMod, tmp_path: Path) -> None:
    write_mod(tmp_path / "a", {"mod.lua": 'return { id = "a", version = "1", dependencies = {} }'})
    make_mod("b", "require 'mod.a'")
    (error,) = catch_load_errors(tmp_path)
    assert str(error) == 'b/init.lua:1: require "mod.a": mod a has no first file'


def test_a_first_file_that_is_being_loaded_cannot_be_required(make_mod: MakeMod) -> None:
    error = catch_load_error(make_mod("a", 'require "x"', files={"x.lua": 'require "mod.a.init"'}))
    assert str(error) == 'a/x.lua:1: require goes round in a circle: "init.lua" of mod a is still being loaded'


def test_mods_that_require_each_other_are_told_so(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("apple", init='require "pear"')
    make_mod("pear", init='-- pear\nrequire "apple"')
    errors = catch_load_errors(tmp_path)
    assert str(errors[0]) == 'pear/init.lua:2: require "apple": that mod is still being loaded, and waits for this one'


def test_an_error_in_a_required_mod_has_the_frames_of_both(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("apple", init='-- apple\nrequire "pear"')
    make_mod("pear", init="-- pear\n-- again\nerror('ouch')")
    error = catch_load_errors(tmp_path)[0]
    assert str(error) == "pear/init.lua:3: ouch"
    assert [(frame.file, frame.line) for frame in error.frames] == [("pear/init.lua", 3), ("apple/init.lua", 2)]


def test_what_several_required_mods_are_at_fault_for_is_said_to_who_asks(make_mod: MakeMod, tmp_path: Path) -> None:
    """A mod that catches the error reads what is wrong, and not how much."""
    make_mod("apple", init='local ok, message = pcall(require, "pear") print(message)')
    make_mod("pear", toml=needs("quince", "rowan"))
    make_mod("quince", init="error('no quince')")
    make_mod("rowan", init="error('no rowan')")
    lines: list[str] = []
    with pytest.raises(HostError):
        Host([tmp_path], output=lines.append)
    assert "no quince" in "\n".join(lines)
    assert "no rowan" in "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "said"),
    [("pear", "the mod pear is not loaded"), ("nothing", "there is no mod and no module of that name")],
    ids=["pear", "nothing"],
)
def test_after_loading_nothing_more_is_loaded(
    make_mod: MakeMod, tmp_path: Path, name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finder, "BUNDLED_MODS", make_mod("pear", root=tmp_path / "bundled").parent)
    apple = make_mod("apple", init='mod.RegisterMod { name = "apple" } function get(n) return require(n) end')
    host = Host([apple])
    script = tmp_path / "script.lua"
    script.write_text(f'require("apple").get("{name}")')
    with pytest.raises(HostError, match=f'require "{name}": {said}'):
        host.run_script(script, seed=1)
    assert [mod.id for mod in host.mods if mod.id != "script"] == ["apple"]


# -- a mod that fails leaves nothing


# Fails unless somebody says that it may load.
FICKLE = """
    mod.RegisterMod { name = "pear" }
    x = kts.Tile { mine = "pear" }
    kts.MENU = { items = {}, start_game_func = function() end }
    if not kts.may_load then error("not yet") end
"""
TRY = 'local ok, message = pcall(require, "pear") kts.may_load = true\n'


def test_a_failed_mod_may_load_when_its_turn_comes(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("apple", init=TRY + "print(message)")
    make_mod("pear", init=FICKLE + 'print("now")')
    message, *others = collect_output(tmp_path)
    assert message.endswith("pear/init.lua:4: not yet")
    assert others == ["now"]


def test_a_tile_made_after_a_failure_is_the_mods_own(make_mod: MakeMod, tmp_path: Path) -> None:
    """The failed mod's tile had the number that the next tile gets; it must not come back with it."""
    make_mod("apple", init=TRY + 'x = kts.Tile { mine = "apple" } print(x.mine, x.table.mine)')
    make_mod("pear", init=FICKLE)
    assert collect_output(tmp_path) == ["apple apple"]


def test_what_is_registered_after_a_failure_has_the_right_owner(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("apple", init=TRY + "x = kts.Tile {}")
    make_mod("banana", init="x = kts.Tile {} y = kts.Tile {}")
    make_mod("pear", init=FICKLE)
    host = Host([tmp_path])
    assert [mod.id for mod in host.mods] == ["apple", "banana", "pear"]
    assert {mod.id: host.registered(mod.id) for mod in host.mods} == {
        "apple": {"tile": 1},
        "banana": {"tile": 2},
        "pear": {"tile": 1},
    }


def test_a_failed_mod_leaves_no_name_and_no_menu(make_mod: MakeMod, tmp_path: Path) -> None:
    look = """
        print(mod.IsModRegistered("pear"), mod.GetModVersion("pear"), (next(mod.GetAllMods())))
        print(kts.MENU)
    """
    make_mod("apple", init=TRY + dedent(look))
    make_mod("pear", init=FICKLE)
    assert collect_output(tmp_path) == ["false nil nil", "nil"]


def test_what_a_failed_mod_brought_with_it_stays_whole(make_mod: MakeMod, tmp_path: Path) -> None:
    """pear fails, but quince, which it loaded, did not."""
    make_mod("apple", init=TRY + "x = kts.Tile {}")
    make_mod("pear", init='require "quince" if not kts.may_load then error("not yet") end')
    make_mod("quince", init="x = kts.Tile { access = {} } y = kts.Tile {}")
    host = Host([tmp_path])
    assert host.registered("quince") == {"tile": 2}
    assert host.registered("apple") == {"tile": 1}
    assert [prototype.id for prototype in host._engine.session.registry.registered_by("quince")] == [
        "quince.x",
        "quince.y",
    ]


def test_a_failed_load_leaves_nothing_for_the_next_host(make_mod: MakeMod) -> None:
    bad = make_mod("bad", init="string.rep = nil x = kts.Tile {} error('no')")
    with pytest.raises(HostError):
        Host([bad])
    assert collect_output(make_mod("good", init='print(("x"):rep(3), string.rep("y", 2))')) == ["xxx yy"]
