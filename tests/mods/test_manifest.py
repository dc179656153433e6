"""Manifests: the keys of mod.toml and mod.lua, names of folders, and messages about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host, HostError
from host.engine.engine import Engine
from host.errors import ManifestError
from host.mods.finder import find_needed_folders
from host.mods.loaded_mods import LoadedMod
from host.mods.mods_to_load import ModsToLoad
from tests.helpers import catch_load_errors, write_mod

HEAD = 'id = "cellar"\nversion = "1.0"\n'
KEYS = "id, version, name, description, entry, api, dialects, dependencies, optional, conflicts"
LUA_KEYS = "id, version, dependencies, description"
ID_RULE = "must begin with a small letter and have only small letters, digits and underscores"
VERSION_RULE = 'must be a version such as "1.0.2"'
RANGE_RULE = 'must be a version range such as ">=1.0,<2" or "*"'
# Words that belong to Python and mean nothing to who writes a mod.
PYTHON = ("datetime", "Opaque", "object at 0x", "<class", "True", "False", "None", "Traceback", "Errno")


def folder_with(root: Path, manifest: str | bytes, *, name: str = "mod.toml", **files: str) -> Path:
    """A mod folder `cellar` with that manifest, and an init.lua unless `files` has other ideas."""
    folder = write_mod(root / "cellar", {"init.lua": "", **{f"{stem}.lua": text for stem, text in files.items()}})
    (folder / name).write_bytes(manifest.encode() if isinstance(manifest, str) else manifest)
    return folder


def load(folder: Path) -> LoadedMod:
    """The mod `cellar` of that folder, loaded."""
    return next(mod for mod in Host([folder], output=lambda _: None).mods if mod.manifest.folder == folder)


def catch_manifest_error(folder: Path) -> HostError:
    (error,) = catch_load_errors(folder)
    assert error.exit_code == 1
    assert not any(word in str(error) for word in PYTHON), str(error)
    return error


# -- mod.toml


def test_a_manifest_says_all_it_can(tmp_path: Path) -> None:
    text = """
        id = "cellar"
        version = "1.0.2"
        name = "The cellar"
        description = "Barrels, mice and “quotes”."
        entry = "main/start.lua"
        api = 1
        dialects = ["kts"]

        [dependencies]
        base = ">=1.0,<2"

        [optional]
        spices = "*"

        [conflicts]
        old_cellar = "<3"
    """
    folder = write_mod(tmp_path / "some folder", {"mod.toml": text, "main/start.lua": ""})
    manifest = load(folder).manifest
    assert (manifest.id, manifest.version, manifest.name) == ("cellar", "1.0.2", "The cellar")
    assert manifest.description == "Barrels, mice and “quotes”."
    assert (manifest.entry, manifest.dialects) == ("main/start.lua", ("kts",))
    assert dict(manifest.dependencies) == {"base": ">=1.0,<2"}
    assert dict(manifest.optional) == {"spices": ""}
    assert dict(manifest.conflicts) == {"old_cellar": "<3"}
    assert manifest.legacy is None


def test_an_id_and_a_version_are_enough(tmp_path: Path) -> None:
    manifest = load(folder_with(tmp_path, HEAD)).manifest
    assert (manifest.name, manifest.description, manifest.entry) == ("cellar", "", "init.lua")
    assert manifest.dialects == ()
    assert not manifest.dependencies
    assert not manifest.optional
    assert not manifest.conflicts


def test_the_folder_need_not_be_called_like_the_mod(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "Cellar v1.0 (final)", {"mod.toml": HEAD, "init.lua": "x = kts.Tile {}"})
    host = Host([folder])
    assert host.registered("cellar") == {"tile": 1}


@pytest.mark.parametrize(
    ("lines", "message", "hint"),
    [
        ("naem = 1", f'unknown key "naem": must be one of {KEYS}', 'did you mean "name"?'),
        ("dependency = {}", f'unknown key "dependency": must be one of {KEYS}', 'did you mean "dependencies"?'),
        ("[conflict]\nbase = '*'", f'unknown key "conflict": must be one of {KEYS}', 'did you mean "conflicts"?'),
        ("Version = '1'", f'unknown key "Version": must be one of {KEYS}', 'did you mean "version"?'),
        ("zzz = 1", f'unknown key "zzz": must be one of {KEYS}', None),
        ("name = 5", "name is 5: must be a string", None),
        ("description = 1.5", "description is 1.5: must be a string", None),
        ("api = 2", "api is 2: this host has api 1", None),
        ('entry = "start.lua"', 'entry is "start.lua": there is no such file in {folder}', 'there is "init.lua"'),
        ('entry = "."', 'entry is ".": there is no such file in {folder}', 'there is "init.lua"'),
        ("dialects = []", 'dialects is []: must be a list of names, such as ["kts"]', None),
        (
            'dialects = ["ktss"]',
            'dialects names "ktss": must be kts, pools, areas, actions or rooms',
            'did you mean "kts"?',
        ),
        ('dialects = ["kts", "kts"]', "dialects has duplicates: kts, kts", None),
        ("dependencies = { base = 1 }", f"dependencies.base is 1: {RANGE_RULE}", None),
        (
            "optional = 5",
            'optional is 5: must be a table of ids and versions, such as base = ">=1.0"',
            None,
        ),
    ],
    ids=[
        "unknown key",
        "dependency for dependencies",
        "conflict for conflicts",
        "capital letter",
        "unknown key like no other",
        "name not text",
        "description not text",
        "api 2",
        "no entry file",
        "entry is the folder",
        "no dialects",
        "unknown dialect",
        "dialect twice",
        "range is a number",
        "optional is a number",
    ],
)
def test_a_key_that_is_wrong_is_named_with_value_and_rule(
    tmp_path: Path, lines: str, message: str, hint: str | None
) -> None:
    folder = folder_with(tmp_path, f"{HEAD}{lines}\n")
    error = catch_manifest_error(folder)
    assert isinstance(error, ManifestError)
    assert error.message == message.format(folder=folder)
    assert error.hint == hint
    assert error.file == str(folder / "mod.toml")


@pytest.mark.parametrize(
    "lines",
    [
        "version = 2024-01-01",
        'version = "1"\napi = true',
        'version = "1"\napi = "1"',
        'version = "1"\nname = ["a"]',
        'version = "1"\nname = { a = true }',
        'version = "1"\ndependencies = ["base"]',
        'version = "1"\ndependencies = { base = true }',
        'version = "1"\ndependencies = { base = { version = "1", optional = true } }',
        'version = "1"\ndialects = "kts"',
        'version = "1"\ndialects = [true]',
    ],
)
def test_values_of_a_wrong_type_are_shown_as_the_file_has_them(tmp_path: Path, lines: str) -> None:
    error = catch_manifest_error(folder_with(tmp_path, f'id = "cellar"\n{lines}\n'))
    assert isinstance(error, ManifestError)
    assert " is " in error.message
    assert "must be" in error.message or "this host has" in error.message


@pytest.mark.parametrize(
    "identity",
    [
        "Cellar",
        "1cellar",
        "_cellar",
        "my-cellar",
        "my cellar",
        "my.cellar",
        "cellar/x",
        "..",
        "kéller",
        "cellar\\n",
        " cellar",
    ],
)
def test_an_id_is_small_letters_digits_and_underscores(tmp_path: Path, identity: str) -> None:
    error = catch_manifest_error(folder_with(tmp_path, f'id = "{identity}"\nversion = "1.0"\n'))
    shown = identity.replace("\\n", "\n")
    assert error.message == f'id is "{shown}": {ID_RULE}'


def test_an_id_is_not_empty(tmp_path: Path) -> None:
    error = catch_manifest_error(folder_with(tmp_path, 'id = ""\nversion = "1.0"\n'))
    assert error.message == f'id is "": {ID_RULE}'


@pytest.mark.parametrize("identity", ["host", "script", "mod", "modules", "api"])
def test_an_id_is_no_name_that_the_host_uses(tmp_path: Path, identity: str) -> None:
    error = catch_manifest_error(folder_with(tmp_path, f'id = "{identity}"\nversion = "1.0"\n'))
    assert error.message == f'id is "{identity}": that is a name the host uses'


@pytest.mark.parametrize("version", ["0", "1", "1.0", "1.0.2", "2024.1.31", "1.0a1", "1.0.dev3", "10.0.0.0.1"])
def test_versions_that_are_versions(tmp_path: Path, version: str) -> None:
    assert load(folder_with(tmp_path, f'id = "cellar"\nversion = "{version}"\n')).version == version


@pytest.mark.parametrize("version", ["", "x", "1..2", "one", "1.x", "1,0", "-1", ">=1"])
def test_versions_that_are_none(tmp_path: Path, version: str) -> None:
    error = catch_manifest_error(folder_with(tmp_path, f'id = "cellar"\nversion = "{version}"\n'))
    assert error.message == f'version is "{version}": {VERSION_RULE}'


@pytest.mark.parametrize(
    "wanted", ["*", "", ">=1", ">= 1.0 , < 2", "==1.0.0", "~=1.0", "!=0.9", "==1.*", ">=1.0,<2,!=1.5"]
)
def test_ranges_that_base_lies_in(tmp_path: Path, wanted: str) -> None:
    folder = folder_with(tmp_path, f'{HEAD}dependencies = {{ base = "{wanted}" }}\n')
    assert [mod.id for mod in Host([folder], output=lambda _: None).mods] == ["base", "cellar"]


@pytest.mark.parametrize("wanted", ["1.0", "=1.0", "^1.0", ">=", ">=x", "1.0 - 2.0", "latest", ">=1.0;<2", "**"])
def test_ranges_that_are_none(tmp_path: Path, wanted: str) -> None:
    error = catch_manifest_error(folder_with(tmp_path, f'{HEAD}dependencies = {{ base = "{wanted}" }}\n'))
    assert error.message.startswith("dependencies.base is ")
    assert wanted in error.message
    assert error.message.endswith(f": {RANGE_RULE}")


@pytest.mark.parametrize(
    ("entry", "files"),
    [("../other.lua", {}), ("/etc/hostname", {}), ("sub/../../other.lua", {}), ("link.lua", {})],
    ids=["up", "absolute", "down and up", "link"],
)
def test_an_entry_outside_the_folder_is_a_fault_of_the_manifest(
    tmp_path: Path, entry: str, files: dict[str, str]
) -> None:
    folder = folder_with(tmp_path, f'{HEAD}entry = "{entry}"\n')
    (folder / "sub").mkdir()
    (tmp_path / "other.lua").write_text("error('this must not run')")
    (folder / "link.lua").symlink_to(tmp_path / "other.lua")
    error = catch_manifest_error(folder)
    assert "this must not run" not in str(error)
    assert error.file == str(folder / "mod.toml")
    assert f'entry is "{entry}"' in error.message


@pytest.mark.parametrize("entry", ["x" * 300, "x/" * 3000, "init.lua\\u0000"], ids=["long part", "long path", "NUL"])
def test_an_entry_that_no_file_can_have_is_a_fault_of_the_manifest(tmp_path: Path, entry: str) -> None:
    folder = folder_with(tmp_path, f'{HEAD}entry = "{entry}"\n')
    error = catch_manifest_error(folder)
    assert error.file == str(folder / "mod.toml")
    assert error.message.startswith("entry is ")


def test_missing_keys_are_reported_together(tmp_path: Path) -> None:
    assert [error.message for error in catch_load_errors(folder_with(tmp_path, ""))] == [
        'the key "id" is missing',
        'the key "version" is missing',
    ]


def test_everything_wrong_with_a_manifest_is_reported_together(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, 'id = "X"\nversion = 1\nname = 5\napi = 3\nfoo = 1\nentry = "none.lua"\n')
    found = catch_load_errors(folder)
    assert [error.message.split(" ")[0] for error in found] == ["unknown", "id", "version", "api", "name", "entry"]
    assert all(error.file == str(folder / "mod.toml") for error in found)


def test_what_is_wrong_with_several_manifests_is_reported_together(tmp_path: Path) -> None:
    needs = 'id = "four"\nversion = "1"\n[dependencies]\nbsae = "*"\n'
    write_mod(tmp_path / "one", {"mod.toml": 'id = "one"\n', "init.lua": ""})
    write_mod(tmp_path / "two", {"mod.toml": "id = \n", "init.lua": ""})
    write_mod(tmp_path / "three", {"mod.lua": "return 5", "init.lua": ""})
    write_mod(tmp_path / "four", {"mod.toml": needs, "init.lua": ""})
    found = catch_load_errors(tmp_path)
    # Manifests in the order of their folders, then what they say of each other.
    assert [Path(error.file or "").parent.name for error in found] == ["one", "three", "two", "four"]
    assert found[3].message == 'mod four needs the mod "bsae", which is not there'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('id = "cellar"\nversion = = 1\n', 2),
        ('id = "cellar\nversion = "1"\n', 1),
        ('id = "cellar"\nversion = "1"\nid = "other"\nname = "x"\n', 3),
        ('id = "cellar"\n\n\n[dependencies\n', 4),
        ("this is no TOML", 1),
    ],
    ids=["two equals signs", "open string", "key twice", "open bracket", "prose"],
)
def test_what_is_no_toml_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    folder = folder_with(tmp_path, text)
    error = catch_manifest_error(folder)
    assert isinstance(error, ManifestError)
    assert error.message.startswith("the manifest is not TOML: ")
    assert (error.file, error.line) == (str(folder / "mod.toml"), line)


@pytest.mark.parametrize(
    ("value", "hint"), [("cellar", "text stands between quotes"), ("= 1", None), ("4cellar", None)]
)
def test_text_without_quotes(tmp_path: Path, value: str, hint: str | None) -> None:
    error = catch_manifest_error(folder_with(tmp_path, f'version = "1"\nid = {value}\n'))
    assert (error.line, error.hint) == (2, hint)


def test_a_manifest_is_utf_8(tmp_path: Path) -> None:
    error = catch_manifest_error(folder_with(tmp_path, HEAD.encode() + b'name = "K\xe4ller"\n'))
    assert error.message == f"the manifest is not UTF-8 (byte {len(HEAD) + 9})"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (f"{HEAD}\napi = {'9' * 5000}\n", HEAD.count("\n") + 2, "a number of the manifest has too many digits"),
        (f"{HEAD}api = 0x{'f' * 5000}\n", HEAD.count("\n") + 1, "api is a huge number: this host has api 1"),
        (f'id = "x"\nversion = "{"9" * 5000}"\n', 2, f'version is "{"9" * 5000}": {VERSION_RULE}'),
        (f'id = "x"\nversion = "{"9" * 5000}a1"\n', 2, f'version is "{"9" * 5000}a1": {VERSION_RULE}'),
        (f'{HEAD}dependencies.base = ">=1.{"9" * 5000}"\n', None, "dependencies.base is "),
    ],
    ids=["decimal", "hexadecimal", "version", "pre-release", "range"],
)
def test_numbers_may_not_have_thousands_of_digits(tmp_path: Path, text: str, line: int | None, message: str) -> None:
    folder = folder_with(tmp_path, text)
    error = catch_manifest_error(folder)
    assert error.message.startswith(message)
    assert line in (error.line, None)
    # Outside of the sandbox, where --watch and the studio look for the folders of mods.
    assert find_needed_folders([folder]) == [folder]


def test_a_mod_that_is_removed_while_it_is_read_is_not_there(tmp_path: Path) -> None:
    folder = folder_with(tmp_path / "mods", HEAD)
    gone = tmp_path / "gone"
    gone.mkdir()
    engine = Engine(ModsToLoad((str(folder),), beside=(str(gone),)), output=lambda _: None)
    assert [mod.id for mod in engine.mods] == ["cellar"]


def test_a_folder_that_cannot_be_read_hides_no_mod_beside_it(tmp_path: Path) -> None:
    # The path of one folder is as long as paths may be. So nobody, not even root, can look at a file in that folder.
    folder = tmp_path
    while len(str(folder)) < 3838:
        folder = folder / ("y" * min(250, 3840 - len(str(folder))))
        folder.mkdir()
    name = "x" * (4088 - len(str(folder)))
    mod = folder_with(folder, f'{HEAD}dependencies.other = "*"\n')
    other = write_mod(folder / "other", {"mod.toml": 'id = "other"\nversion = "1"\n', "init.lua": ""})
    (folder / name).mkdir()
    assert find_needed_folders([mod]) == [mod, other]
    (error,) = catch_load_errors(folder / name)
    assert error.message.startswith(f'"{str(folder)[:50]}')
    assert '" is not a mod and contains none' in error.message


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    """Editors on Windows write one; Lua files and segment files may have it too."""
    assert load(folder_with(tmp_path, b"\xef\xbb\xbf" + HEAD.encode())).id == "cellar"


def test_lines_may_end_as_on_windows(tmp_path: Path) -> None:
    assert load(folder_with(tmp_path, HEAD.replace("\n", "\r\n"))).id == "cellar"


def test_nothing_runs_before_every_manifest_is_in_order(tmp_path: Path) -> None:
    write_mod(tmp_path / "good", {"mod.toml": 'id = "good"\nversion = "1"\n', "init.lua": "print('ran')"})
    write_mod(tmp_path / "bad", {"mod.toml": 'id = "bad"\n', "init.lua": "print('ran')"})
    heard: list[str] = []
    with pytest.raises(HostError):
        Host([tmp_path], output=heard.append)
    assert heard == []


# -- mod.lua


def in_lua(root: Path, text: str, **files: str) -> Path:
    return folder_with(root, text, name="mod.lua", **files)


def test_a_manifest_may_be_a_lua_table(tmp_path: Path) -> None:
    text = """
        local needed = ">= 1.0" .. ".0"
        return { id = "cel" .. "lar", version = "0.1.0", description = "x", dependencies = { base = needed } }
    """
    mod = load(in_lua(tmp_path, text))
    assert (mod.id, mod.version, mod.manifest.description, mod.manifest.entry) == ("cellar", "0.1.0", "x", "init.lua")
    assert dict(mod.manifest.dependencies) == {"base": ">= 1.0.0"}
    assert mod.manifest.legacy == "mod.lua"


def test_a_lua_manifest_needs_no_code_beside_it(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "data", {"mod.lua": 'return { id = "data", version = "1", dependencies = {} }'})
    assert load(folder).manifest.entry == ""


def test_a_toml_manifest_counts_more_than_a_lua_one(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, HEAD)
    (folder / "mod.lua").write_text("error('not read')")
    assert load(folder).version == "1.0"


@pytest.mark.parametrize(
    "name",
    ["_G", "print", "error", "os", "io", "require", "string", "table", "setmetatable", "pairs", "load", "kts", "debug"],
)
def test_a_lua_manifest_runs_in_an_empty_environment(tmp_path: Path, name: str) -> None:
    text = f'return {{ id = "cellar", version = "1", dependencies = {{}}, description = {name} and "there" or "nil" }}'
    assert load(in_lua(tmp_path, text)).manifest.description == "nil"


def test_what_a_lua_manifest_sets_is_seen_nowhere(tmp_path: Path) -> None:
    text = 'leak = 1 return { id = "cellar", version = "1", dependencies = {} }'
    load(in_lua(tmp_path, text, init="assert(leak == nil and _G.leak == nil)"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("return {}", ['the key "id" is missing', 'the key "version" is missing', 'the key "dependencies" is missing']),
        (
            'return { id = "a", version = "1", dependencies = {}, name = "x" }',
            [f'unknown key "name": must be one of {LUA_KEYS}'],
        ),
        ('return { id = "a", version = "1", dependencies = {}, 5 }', [f'unknown key "1": must be one of {LUA_KEYS}']),
        ('return { id = "A", version = "1", dependencies = {} }', [f'id is "A": {ID_RULE}']),
        ('return { id = "a", version = 1.5, dependencies = {} }', ["version is 1.5: must be a string"]),
        (
            'return { id = "a", version = "x", dependencies = {} }',
            [f'version is "x": {VERSION_RULE}'],
        ),
    ],
    ids=["nothing", "unknown key", "list element", "bad id", "number as version", "bad version"],
)
def test_a_lua_manifest_is_checked_like_the_other(tmp_path: Path, text: str, message: list[str]) -> None:
    folder = in_lua(tmp_path, text)
    found = catch_load_errors(folder)
    assert [error.message for error in found] == message
    assert all(error.file == str(folder / "mod.lua") for error in found)


@pytest.mark.parametrize("text", ["return 5", "", "return nil", 'return "id"', "return function() end", "return true"])
def test_a_lua_manifest_gives_a_table(tmp_path: Path, text: str) -> None:
    folder = in_lua(tmp_path, text)
    error = catch_manifest_error(folder)
    assert error.message == "the manifest returns no table: must return { id = …, version = … }"
    assert error.file == str(folder / "mod.lua")


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("local x\nreturn x.y", 2, "attempt to index a nil value (local 'x')"),
        ("\n\nreturn os.time()", 3, "attempt to index a nil value (global 'os')"),
        ("error('boom')", 1, "attempt to call a nil value (global 'error')"),
        ("return {\n  id = = 1 }", 2, "unexpected symbol near '='"),
        ("\x1bLua", 1, "attempt to load a binary chunk (mode is 't')"),
    ],
    ids=["raises", "looks for os", "calls error", "no Lua", "bytecode"],
)
def test_a_lua_manifest_that_fails_says_where(tmp_path: Path, text: str, line: int, message: str) -> None:
    error = catch_manifest_error(in_lua(tmp_path, text))
    assert (error.file, error.line) == ("cellar/mod.lua", line)
    assert error.message == message
    assert error.mod == "cellar"


@pytest.mark.parametrize(
    "text",
    [
        "return { id = function() end, version = '1', dependencies = {} }",
        "return { id = {}, version = '1', dependencies = {} }",
        "return { id = true, version = '1', dependencies = {} }",
        "return { id = 'a', version = 0/0, dependencies = {} }",
        "return { id = 'a', version = '1', dependencies = { base = function() end } }",
        "return { id = 'a', version = '1', dependencies = 'base' }",
        "return { id = 'a', version = '1', dependencies = {}, [{}] = 1 }",
        "return { id = 'a', version = '1', dependencies = {}, [true] = 1 }",
    ],
)
def test_values_of_a_lua_manifest_are_shown_as_lua_has_them(tmp_path: Path, text: str) -> None:
    folder = in_lua(tmp_path, text)
    assert catch_manifest_error(folder).file == str(folder / "mod.lua")


def test_a_list_of_dependencies_in_lua_is_no_table_of_ranges(tmp_path: Path) -> None:
    error = catch_manifest_error(in_lua(tmp_path, 'return { id = "a", version = "1", dependencies = { "base" } }'))
    assert error.message.startswith("dependencies.1 is ")
    assert error.message.endswith(RANGE_RULE)


def test_a_lua_manifest_that_holds_itself_is_refused_by_name(tmp_path: Path) -> None:
    folder = in_lua(tmp_path, 'local t = { id = "a", version = "1", dependencies = {} } t.me = t return t')
    error = catch_manifest_error(folder)
    assert error.mod == "cellar"
    # Every fault of a manifest names the file.
    assert error.file in (str(folder / "mod.lua"), "cellar/mod.lua")


# -- folders without a manifest


@pytest.mark.parametrize("name", ["cellar", "Cellar", "c", "C3_x"])
@pytest.mark.parametrize("marker", ["init.lua", "main.lua"])
def test_without_a_manifest_the_folder_is_the_id(tmp_path: Path, name: str, marker: str) -> None:
    folder = write_mod(tmp_path / name, {marker: ""})
    mod = load(folder)
    assert (mod.id, mod.version, mod.manifest.entry, mod.manifest.legacy) == (name, "0", marker, marker)


@pytest.mark.parametrize("name", ["my-cellar", "my cellar", "1cellar", "_cellar", "kéller", "cellar.old"])
def test_a_folder_name_that_is_no_id_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_mod(tmp_path / name, {"init.lua": ""})
    error = catch_manifest_error(folder)
    assert error.message == (
        f'the folder "{name}" has no mod.toml, so its name is its id: must begin with a letter and have only letters, '
        "digits and underscores"
    )
    assert error.file == str(folder)


@pytest.mark.parametrize("name", ["host", "script", "mod", "modules", "api"])
def test_a_folder_is_not_called_like_something_of_the_host(tmp_path: Path, name: str) -> None:
    error = catch_manifest_error(write_mod(tmp_path / name, {"init.lua": ""}))
    assert error.message.endswith(", and may not be a name the host uses")


def test_the_version_is_the_one_a_mod_registers_itself_with(tmp_path: Path) -> None:
    folder = write_mod(tmp_path / "old", {"init.lua": 'mod.RegisterMod { name = "old", version = "3.1" }'})
    assert load(folder).version == "3.1"


def test_the_version_of_the_manifest_counts_more_than_the_registered_one(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, HEAD, init='mod.RegisterMod { name = "cellar", version = "3.1" }')
    assert load(folder).version == "1.0"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('version = "1.0"\n', 1),
        ("", 1),
        (f"{HEAD}nmae = 'x'\n", 3),
        (f"{HEAD}nmae = 'x'\ndialects = [\n  'kts',\n]\n\n[dependencies]\n", 3),
        (f'{HEAD}[optional]\nbase = "*"\n[dependencies]\nbase = "new" # later\n', 6),
        (f'{HEAD}dependencies = {{ base = "new" }}\n', 3),
        (f'{HEAD}[dependencies]\nbase = ">=99"\n', 4),
        (f'{HEAD}[conflicts]\nbase = "*"\n[dependencies]\nbase = "*"\n', 4),
        (f'{HEAD}entry = "nowhere.lua"\n', 3),
        (f"{HEAD}name = ", 3),
    ],
)
def test_an_error_is_at_the_line_of_its_key_or_at_the_first(tmp_path: Path, text: str, line: int) -> None:
    assert {error.line for error in catch_load_errors(folder_with(tmp_path, text))} == {line}
