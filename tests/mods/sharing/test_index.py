"""`index build`, and `install`, `info` and `outdated` with an index in a folder."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

from host import build_index, install, installed_mods, outdated
from host.errors import HostError, RequestError
from host.mods.sharing.index import Index, parse_target
from host.mods.sharing.release import path_of
from tests.mods.sharing.helpers import installed_files, pack
from tests.mods.sharing.test_install import refused, run


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """An index of two mods, one of which needs the other; without pages."""
    folder = tmp_path / "index"
    folder.mkdir()
    pack(folder, "hall")
    pack(folder, "hall", "1.1.0")
    pack(folder, "hall", "2.0rc1")
    pack(folder, "annex", needs={"hall": ">=1,<2", "base": ">=1"})
    build_index(folder, pages=False)
    return folder


def lines_of(index: Path, identity: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (index / path_of(identity)).read_text().splitlines()]


def edit(index: Path, identity: str, old: str, new: str) -> None:
    path = index / path_of(identity)
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def versions() -> dict[str, str]:
    return {mod.id: mod.version for mod in installed_mods()}


def test_an_index_has_a_line_for_each_version(index: Path) -> None:
    first, second, third = lines_of(index, "hall")
    assert [line["version"] for line in (first, second, third)] == ["1.0.0", "1.1.0", "2.0rc1"]
    assert first["id"] == "hall"
    assert first["sha256"] == sha256((index / "hall-1.0.0.zip").read_bytes()).hexdigest()
    assert first["yanked"] is False
    (annex,) = lines_of(index, "annex")
    assert annex["dependencies"] == {"base": ">=1", "hall": ">=1,<2"}
    assert [path_of(name) for name in ("a", "ab", "abc", "abcd")] == ["1/a", "2/ab", "3/a/abc", "ab/cd/abcd"]


def test_a_mod_and_what_it_needs_are_installed_in_the_newest_version(index: Path, user_mods: Path) -> None:
    shown = run("install", f"{index}/annex")
    assert shown == f"annex 1.0.0 from {index}\nhall 1.1.0 from {index}\n"
    assert installed_files(user_mods) == ["annex", "hall"]
    assert "11 × 11" in run("generate", "annex", "--seed", "1")
    assert "all of that is installed already" in run("install", f"{index}/annex")


@pytest.mark.parametrize(
    ("wanted", "version"),
    [("", "1.1.0"), ("==1.0.0", "1.0.0"), ("==1.*", "1.1.0"), (">=1,<1.1", "1.0.0"), ("==2.0rc1", "2.0rc1"),
     (">=2.0rc1", "2.0rc1"), (" ~=1.0.0", "1.0.0")],
)  # fmt: skip
def test_a_range_chooses_the_version(wanted: str, version: str, index: Path) -> None:
    (change,) = install(f"{index}/hall{wanted}")
    assert change.version == version


def test_a_relative_index_is_found_again(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(index)
    install("./hall==1.0.0")
    monkeypatch.chdir("/")
    assert [(mod.id, mod.version, mod.newest) for mod in outdated()] == [("hall", "1.0.0", "1.1.0")]


def test_an_installed_mod_stays_unless_it_must_change(index: Path) -> None:
    install(f"{index}/hall==1.0.0")
    install(f"{index}/annex")
    assert versions() == {"annex": "1.0.0", "hall": "1.0.0"}
    pack(index, "attic", needs={"hall": ">=1.1,<2"})
    build_index(index, pages=False)
    install(f"{index}/attic")
    assert versions() == {"annex": "1.0.0", "attic": "1.0.0", "hall": "1.1.0"}


def test_an_installed_mod_changes_with_what_it_needs(index: Path) -> None:
    install(f"{index}/annex")
    pack(index, "hall", "2.0.0")
    pack(index, "annex", "2.0.0", needs={"hall": ">=2"})
    build_index(index, pages=False)
    install(f"{index}/hall==2.0.0")
    assert versions() == {"annex": "2.0.0", "hall": "2.0.0"}


def test_all_conflicts_are_in_one_message(index: Path, user_mods: Path) -> None:
    pack(index, "loft", needs={"hal": "", "cellar": ">=3", "annex": ">=2", "hall": ">=1"})
    pack(index, "cellar", needs={"hall": ""})
    build_index(index, pages=False)
    message = refused("install", f"{index}/loft", f"{index}/hall==9")
    assert 'there is no mod "hal": loft 1.0.0 needs hal (did you mean "hall"?)' in message
    assert "no version of cellar fits: loft 1.0.0 needs cellar >=3; there is 1.0.0" in message
    assert "no version of annex fits: loft 1.0.0 needs annex >=2; there is 1.0.0" in message
    assert "no version of hall fits: you ask for hall ==9 and loft 1.0.0 needs hall >=1; there is" in message
    assert message.count("error:") == 1
    assert not user_mods.exists()


def test_two_mods_that_need_other_versions_of_a_third(index: Path) -> None:
    pack(index, "loft", needs={"hall": "==1.0.0"})
    pack(index, "cellar", needs={"hall": "==1.1.0"})
    build_index(index, pages=False)
    message = refused("install", f"{index}/loft", f"{index}/cellar")
    assert "cellar 1.0.0 needs hall ==1.1.0" in message
    assert "loft 1.0.0 needs hall ==1.0.0" in message


def test_an_older_version_is_taken_when_the_newest_does_not_fit(index: Path) -> None:
    pack(index, "annex", "3.0.0", needs={"hall": ">=7"})
    build_index(index, pages=False)
    install(f"{index}/annex")
    assert versions() == {"annex": "1.0.0", "hall": "1.1.0"}


def test_mods_that_exclude_each_other_are_refused(index: Path) -> None:
    pack(index, "loft", toml="[conflicts]\nhall = '<3'\n", needs={"hall": ""})
    build_index(index, pages=False)
    assert "loft 1.0.0 cannot be loaded with hall 1.1.0" in refused("install", f"{index}/loft")


def test_a_yanked_version_must_be_asked_for_exactly(index: Path) -> None:
    install(f"{index}/hall==1.1.0")
    run("index", "yank", index, "hall==1.1.0")
    assert [(mod.version, mod.newest, mod.is_yanked) for mod in outdated()] == [("1.1.0", "1.0.0", True)]
    assert "1.1.0 (yanked)" in run("outdated")
    run("uninstall", "hall")
    assert "hall 1.0.0" in run("install", f"{index}/hall")
    message = refused("install", f"{index}/hall==1.1.*")
    assert "a yanked version must be asked for exactly, such as ==1.0.0" in message
    assert "hall 1.1.0 (was 1.0.0)" in run("install", f"{index}/hall==1.1.0")
    # It stays yanked when the index is built again, also where somebody edits the line.
    build_index(index, pages=False)
    assert [line["yanked"] for line in lines_of(index, "hall")] == [False, True, False]
    run("index", "yank", "--undo", index, "hall==1.1.0")
    edit(index, "hall", '"yanked": false', '"yanked": true')
    run("uninstall", "hall")
    assert "no version of hall fits" in refused("install", f"{index}/hall")
    assert "is not a version of the index: must be hall==1.0.0, " in refused("index", "yank", index, "hall==7")


def test_a_dependency_that_is_yanked_is_not_taken(index: Path) -> None:
    run("index", "yank", index, "hall==1.1.0")
    install(f"{index}/annex")
    assert versions()["hall"] == "1.0.0"


def test_outdated_asks_the_index_from_which_a_mod_came(index: Path, tmp_path: Path) -> None:
    assert "no installed mod has a newer version" in run("outdated")
    install(f"{index}/annex", f"{index}/hall==1.0.0", pack(tmp_path, "loft"))
    assert run("outdated").split()[-4:] == ["hall", "1.0.0", "1.1.0", str(index)]
    index.rename(tmp_path / "elsewhere")
    assert f'there is no folder "{index}"' in refused("outdated")


def test_an_archive_must_be_what_the_index_says(index: Path, user_mods: Path) -> None:
    (index / "hall-1.1.0.zip").write_bytes((index / "hall-1.0.0.zip").read_bytes())
    assert "its SHA-256 is" in refused("install", f"{index}/hall")
    edit(index, "hall", *(str(lines_of(index, "hall")[number]["sha256"]) for number in (1, 0)))
    assert "its manifest is not what the index says" in refused("install", f"{index}/hall")
    (index / "hall-1.1.0.zip").unlink()
    assert "hall-1.1.0.zip, which the index lists" in refused("install", f"{index}/annex")
    edit(index, "annex", '{"base": ">=1", "hall": ">=1,<2"}', "{}")
    assert "its manifest is not what the index says" in refused("install", f"{index}/annex")
    assert not user_mods.exists()


def test_what_is_no_index_is_refused(index: Path, tmp_path: Path) -> None:
    assert 'the index has no mod "hal"; did you mean "hall"?' in refused("info", f"{index}/hal")
    assert 'there is no mod "hal": you ask for hal (did you mean "hall"?)' in refused("install", f"{index}/hal")
    assert "there is no index of mods at" in refused("install", f"{tmp_path}/hall")
    assert 'there is no folder "' in refused("install", f"{tmp_path}/none/hall")
    assert "is neither a zip file nor INDEX/ID" in refused("install", "hall")
    assert "is not the id of a mod" in refused("install", f"{index}/Hall")
    assert "is not a range of versions" in refused("install", f"{index}/hall==x")
    assert "the mod base is bundled with the host" in refused("install", f"{index}/base")
    for text in ("", "[]", '{"version": true}', '{"version": 2}', "[" * 60_000):
        (index / "config.json").write_text(text)
        assert "index" in refused("install", f"{index}/hall")


def test_targets_are_read_as_people_write_them() -> None:
    assert parse_target("http://localhost:8000/a/hall==1.*") == ("http://localhost:8000/a", "hall", "==1.*")
    assert parse_target("./hall >=1, <2") == (".", "hall", ">=1, <2")
    assert parse_target("/index/hall") == ("/index", "hall", "")


# -- building


def test_the_page_of_a_mod_shows_texts_pictures_and_options(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    evil = "</pre><script>alert(1)</script> & \\u001b[31m"
    pack(folder, "hall", toml=f'name = "The <b>Hall</b>"\ndescription = "{evil}"', files={"README.md": evil})
    pack(folder, "annex", needs={"hall": ">=1"})
    pack(folder, "broken", files={"init.lua": "error('<i>no</i>')"})
    shown = run("index", "build", folder)
    assert "3 mods, 3 versions" in shown
    page = (folder / "pages" / "hall.html").read_text()
    assert "The &lt;b&gt;Hall&lt;/b&gt;" in page
    assert "<script" not in page
    assert "\x1b" not in page
    assert "hall.hall" in page
    assert "squares of a side" in page
    assert "9, 11; by default 9" in page
    assert 'src="hall-1.png"' in page
    assert (folder / "pages" / "hall-1.png").read_bytes().startswith(b"\x89PNG")
    assert '<a href="hall.html">hall</a> &gt;=1' in (folder / "pages" / "annex.html").read_text()
    assert "cannot be listed" in (folder / "pages" / "broken.html").read_text()
    assert "<i>" not in (folder / "pages" / "broken.html").read_text()
    listed = (folder / "index.html").read_text()
    assert 'href="pages/hall.html"' in listed
    assert "<script" not in listed


def test_a_page_stays_when_its_mod_is_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    pack(folder, "hall")
    pack(folder, "annex")
    build_index(folder)
    pages = [folder / "pages" / f"{name}.html" for name in ("hall", "annex")]
    for page in pages:
        os.utime(page, (1, 1))
    pack(folder, "hall", "1.1.0")
    build_index(folder)
    assert [page.stat().st_mtime > 1 for page in pages] == [True, False]
    assert "hall-1.1.0.zip" in pages[0].read_text()
    # Files of a mod whose archives are gone go, too.
    (folder / "annex-1.0.0.zip").unlink()
    build_index(folder)
    assert not pages[1].exists()
    assert not (folder / path_of("annex")).exists()
    assert [mod.id for mod in Index(str(folder)).listed()] == ["hall"]


def test_all_archives_that_cannot_be_installed_are_named(index: Path) -> None:
    before = {path: path.read_bytes() for path in index.rglob("*") if path.is_file()}
    (index / "bad.zip").write_bytes(b"PK")
    (index / "two words.zip").write_bytes((index / "hall-1.0.0.zip").read_bytes())
    (index / "other.zip").write_bytes(pack(index.parent, "hall", files={"more.txt": "x"}).read_bytes())
    message = refused("index", "build", index)
    assert 'the archive "bad.zip" is refused' in message
    assert "two words.zip" in message
    assert "hall-1.0.0.zip and other.zip are both hall 1.0.0" in message
    for name in ("bad.zip", "two words.zip", "other.zip"):
        (index / name).unlink()
    assert {path: path.read_bytes() for path in index.rglob("*") if path.is_file()} == before
    assert "does not exist" in run_usage("index", "build", "nowhere")


def run_usage(*words: str | Path) -> str:
    from tests.helpers import run_command

    done = run_command(*words)
    assert done.exit_code in (1, 2)
    return done.stderr


def test_an_archive_that_changed_is_said(index: Path) -> None:
    pack(index, "hall", files={"more.txt": "x"})
    assert "hall 1.0.0 has other bytes than before: raise its version" in run("index", "build", "--no-pages", index)


def test_mods_that_an_index_lacks_are_named(index: Path) -> None:
    pack(index, "loft", needs={"hall": ">=7", "base": ">=9", "attic": "", "annex": ">=1"})
    assert build_index(index, pages=False).warnings == (
        "loft 1.0.0 needs attic, which the index does not have",
        "loft 1.0.0 needs base >=9, which the index does not have",
        "loft 1.0.0 needs hall >=7, which the index does not have",
    )
    assert "warning: loft 1.0.0 needs attic" in run("index", "build", "--no-pages", index)


def test_info_lists_an_index(index: Path) -> None:
    assert "annex" in run("info", index)
    shown = run("info", f"{index}/hall")
    assert "2.0rc1" in shown
    assert str(lines_of(index, "hall")[0]["sha256"]) in shown


def test_a_library_has_the_same_errors(index: Path) -> None:
    with pytest.raises(RequestError, match="no version of hall fits"):
        install(f"{index}/hall==9")
    with pytest.raises(HostError):
        outdated_of_nowhere(index)


def outdated_of_nowhere(index: Path) -> None:
    install(f"{index}/hall")
    (index / "config.json").unlink()
    outdated()


def test_pages_that_there_was_no_time_for_are_made_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    pack(folder, "hall")
    with monkeypatch.context() as patched:
        patched.setattr("host.tools.sharing.pages._RUN_SECONDS", -1.0)
        assert "1 page without generators and pictures: build the index again" in run("index", "build", folder)
    assert "not listed yet" in (folder / "pages" / "hall.html").read_text()
    assert "without" not in run("index", "build", folder)
    assert "hall.hall" in (folder / "pages" / "hall.html").read_text()
