"""`survey compare`, `gate` and `export`."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from host import Host, HostError, Map
from host.errors import DamagedSaveError, SaveError
from host.metrics.difference import find_difference
from host.model.document_reader import from_document
from host.model.game_map import model_of
from host.model.request import Request
from host.survey import dataset, packing, replay, variety
from host.survey.comparison import compare_surveys
from host.survey.pages.report import write_page
from host.survey.plan import SurveyPlan, format_command
from host.survey.replay import Replay
from tests.helpers import run_command, sampled, write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n'
MOD = """
local generators, survey, toolbox = require "host.generators", require "host.survey", require "host.toolbox"
generators.register_generator {
  id = "m",
  options = { { id = "size", default = 20, least = 10, most = 40 } },
  generate = function(options)
    local width = options.size + MORE
    if math.random(5) == 1 then error("no <b>luck") end
    return toolbox.caves { width = width, height = 12 }:map()
  end,
}
survey.metric { id = "wide", measure = function(map) return map.width end }
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three versions of a mod: the second adds a column to odd seeds, the third is the first with a comment."""
    root = tmp_path_factory.mktemp("mods")
    texts = [MOD.replace("MORE", "0"), MOD.replace("MORE", "math.random(0, 1)"), MOD.replace("MORE", "0") + "-- later"]
    return [
        write_mod(root / f"{number}" / "m", {"mod.toml": MANIFEST, "init.lua": text, "survey.toml": LIMITS})
        for number, text in enumerate(texts)
    ]


LIMITS = "failures.max = 0.5\nm.wide.mean = [19.5, 20.5]\n"


@pytest.fixture(scope="module")
def files(folders: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("surveys")
    for number, folder in enumerate(folders):
        Host([folder]).survey("m", count=40, path=root / f"{number}.survey", metrics="m.wide,density")
    return [root / f"{number}.survey" for number in range(len(folders))]


def test_a_comparison_pairs_seeds(files: list[Path]) -> None:
    result = run_command("survey", "compare", files[0], files[1], "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert set(data) == {"pairs", "identical", "failures", "metrics", "changed"}
    assert data["pairs"] == 40
    assert 0 < data["identical"] < 40
    wide = data["metrics"][0]
    assert (wide["id"], wide["old"]) == ("m.wide", 20)
    assert 20.2 < wide["new"] < 20.8
    assert wide["p"] < 0.01
    assert wide["low"] < wide["effect"] < wide["high"]
    assert all(
        entry["metrics"]["m.wide"] in ([20, 21], [None, 20], [None, 21], [20, None]) for entry in data["changed"]
    )


def test_a_comparison_of_equal_surveys(files: list[Path]) -> None:
    result = run_command("survey", "compare", files[0], files[2], "--exit-code")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("40 pairs, 40 identical\n")
    assert run_command("survey", "compare", files[0], files[1], "--exit-code").exit_code == 1


def test_two_versions_of_a_mod_are_compared(folders: list[Path]) -> None:
    result = run_command("survey", "compare", folders[0], folders[1], "--count", "20", "--set", "size=30")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("20 pairs, ")
    assert "m.wide" in result.stdout


def test_the_dungeon_that_changed_most_is_drawn(files: list[Path], folders: list[Path]) -> None:
    """Before, after, and where they differ; from files and from two versions of a mod."""
    of_files = run_command("survey", "compare", files[0], files[1])
    of_folders = run_command("survey", "compare", folders[0], folders[1], "--count", "40")
    for result in (of_files, of_folders):
        assert result.exit_code == 0, result.output
        lines = result.stdout.splitlines()
        start = next(i for i, line in enumerate(lines) if re.fullmatch(r"seed \d+: \d+ squares differ", line))
        before, after, differs = (lines[start + 1].index(word) for word in ("before", "after", "differs"))
        drawing = lines[start + 2 :]
        count = int(lines[start].split()[2])
        assert 1 < len(drawing) <= 16
        assert 0 < sum(line[differs:].count("×") for line in drawing) <= count
        for line in drawing:
            for x, mark in enumerate(line[differs:]):
                # A wall joins those beside it.
                cells = {line[before + x], line[after + x]}
                assert mark == "×" or len(cells) == 1 or cells < {*"□╵╶└╷│┌├╴┘─┴┐┤┬┼ "}
    assert "seed" not in run_command("survey", "compare", files[0], files[2]).stdout


def test_squares_that_differ_are_found() -> None:
    old = Host(["base"]).generate("base", seed=3, dungeon="tiny")
    assert not find_difference(model_of(old), model_of(Map.from_json(old.to_json()))).is_changed.any()
    data = json.loads(old.to_json())
    item, bat = data["items"].pop(0), data["creatures"].pop(0)
    data["rows"][2][1] = data["rows"][0][0]
    difference = find_difference(model_of(old), model_of(Map.from_json(json.dumps(data))))
    places = sorted([[item["y"], item["x"]], [bat["y"], bat["x"]], [2, 1]])
    assert np.argwhere(difference.is_changed).tolist() == places


def test_pictures_of_what_changed(files: list[Path], folders: list[Path], tmp_path: Path) -> None:
    page, sheet = tmp_path / "changes.html", tmp_path / "new" / "changes.png"
    words = ("survey", "compare", folders[0], folders[1], "--count", "30", "--json", "-o", page, "--sheet", sheet)
    result = run_command(*words)
    assert result.exit_code == 0, result.output
    changed = json.loads(result.stdout)["changed"]
    assert f"wrote {page}\nwrote {sheet}" in result.stderr
    text = page.read_text()
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text)
    assert all(f"<td>{pair['seed']}</td>" in text for pair in changed)
    assert text.count("data:image/png;base64,") >= 2
    with Image.open(sheet) as picture:
        colours = {colour for _, colour in picture.getcolors(1 << 16) or []}
        assert picture.width > 2 * 20 * 6
    assert any(red > 120 > green and blue > 60 for red, green, blue in colours)
    for words, message in (
        (("-o", "a.txt"), "must be .html"),
        (("--sheet", "a.jpg"), "must be .png"),
    ):
        refused = run_command("survey", "compare", files[0], files[1], *words)
        assert refused.exit_code == 1
        assert message in refused.stderr


def test_a_mod_that_is_gone_costs_only_the_drawing(files: list[Path], tmp_path: Path) -> None:
    copies = [tmp_path / file.name for file in files[:2]]
    for file, copy in zip(files, copies, strict=False):
        copy.write_bytes(file.read_bytes())
        with closing(sqlite3.connect(copy)) as database, database:
            database.execute("UPDATE mods SET files = NULL")
    result = run_command("survey", "compare", *copies)
    assert result.exit_code == 0
    assert "m.wide" in result.stdout
    assert "warning: no dungeon is drawn: " in result.stderr
    assert run_command("survey", "compare", *copies, "-o", tmp_path / "a.html").exit_code == 1


def test_dungeons_without_a_pair_are_counted(files: list[Path], folders: list[Path], tmp_path: Path) -> None:
    later = tmp_path / "later.survey"
    Host([folders[0]]).survey("m", count=30, seed=21, path=later, metrics="m.wide,density")
    lines = ["without a pair: 20 dungeons only before, of seed 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 …"]
    lines += ["without a pair: 10 dungeons only after, of seed 41, 42, 43, 44, 45, 46, 47, 48, 49, 50"]
    result = run_command("survey", "compare", files[0], later)
    assert result.stdout.splitlines()[:3] == ["20 pairs, 20 identical", *lines]
    assert run_command("survey", "compare", files[0], later, "--json").stderr.splitlines() == lines


def test_surveys_without_a_common_seed(folders: list[Path]) -> None:
    host = Host([folders[0]])
    with pytest.raises(HostError, match="the surveys have no seed in common"):
        compare_surveys(host.survey("m", count=2), host.survey("m", count=2, seed=9))


@pytest.mark.parametrize(
    ("limits", "code", "words"),
    [
        (None, 0, ["2 of 2 limits of"]),
        ("failures.max = 0.5", 0, ["1 of 1 limits of"]),
        ("failures.max = 0.01", 1, ["failures.max is", "must be at most 0.01; seeds "]),
        ("m.wide.p95 = [1, 2]", 1, ["m.wide.p95 is 20: must be 1 to 2; seeds "]),
        ("density.mean = [0, 1]\nm.wide.max = [30, 40]", 1, ["m.wide.max is 20", "1 of 2 limits of"]),
        ("failures.most = 1", 2, ["must be failures.max"]),
        ("density.maen = [0, 1]", 2, ['did you mean "mean"?']),
        ("density.mean = 3", 2, ["must be a list of two numbers"]),
        ("densty.mean = [0, 1]", 2, ['has no metric "densty"; did you mean "density"?']),
        ("rooms", 2, ["limits.toml"]),
        ("", 2, ["has no limits"]),
    ],
)
def test_limits(files: list[Path], tmp_path: Path, limits: str | None, code: int, words: list[str]) -> None:
    more: list[str | Path] = []
    if limits is not None:
        file = tmp_path / "limits.toml"
        file.write_text(limits)
        more = ["--limits", file]
    result = run_command("survey", "gate", files[0], *more)
    assert result.exit_code == code, result.output
    for word in words:
        assert word in result.output


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        ("# a comment\n\nfailures.max = 2", 3),
        ("failures.max = 1\n[density]\nmean = [0, 1]\nmaen = [0, 1]", 4),
        ("[m.wide]\nmean = [\n 0,\n 1,\n]\nmax = [3, 2]", 6),
        ('"m.wide".mean = [0, 1]\n\n"densty".mean = [0, 1]', 3),
        ("density = { mean = 1 }", 1),
        ("failures.max = 1\nx", 2),
    ],
)
def test_errors_of_limits_name_the_line(files: list[Path], tmp_path: Path, limits: str, line: int) -> None:
    (tmp_path / "limits.toml").write_text(limits)
    result = run_command("survey", "gate", files[0], "--limits", tmp_path / "limits.toml")
    assert result.exit_code == 2
    assert re.search(rf'limits\.toml(", line {line}: |": .* \(at line {line}, |": .*end of document)', result.stderr)


def test_limits_of_a_survey_that_cannot_be_read(tmp_path: Path, files: list[Path]) -> None:
    assert run_command("survey", "gate", tmp_path / "none.survey").exit_code == 2
    assert run_command("survey", "gate", files[0], "--limits", tmp_path / "none.toml").exit_code == 2


def test_limits_as_json(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text("m.wide.mean = [1, 2]")
    result = run_command("survey", "gate", files[0], "--limits", tmp_path / "limits.toml", "--json")
    data = json.loads(result.stdout)
    (broken,) = data["broken"]
    assert (data["limits"], broken["limit"], broken["value"]) == (1, "m.wide.mean", 20)
    assert broken["seeds"]


def test_the_gate_finds_the_limits_of_the_mod_in_a_folder(files: list[Path], folders: list[Path]) -> None:
    result = run_command("survey", "gate", files[0], "--mods", folders[0])
    assert result.exit_code == 0
    assert result.stdout.startswith("2 of 2 limits of ")


def test_the_gate_refuses_a_survey_of_other_mods(files: list[Path], folders: list[Path], tmp_path: Path) -> None:
    """As when the generator is broken in CI, and an old survey lies there."""
    result = run_command("survey", "gate", files[0], "--mods", folders[1])
    assert result.exit_code == 2
    told = " ".join(result.stderr.split())
    assert "is not a survey of the mod m in" in told
    assert "which has changed since: init.lua" in told
    other = write_mod(tmp_path / "mm", {"mod.toml": MANIFEST.replace('"m"', '"mm"')})
    result = run_command("survey", "gate", files[0], "--mods", other)
    assert result.exit_code == 2
    assert "is a survey of m, and not of the mod mm" in " ".join(result.stderr.split())


def test_limits_and_tests_of_a_mod_may_change_between_survey_and_gate(
    files: list[Path], folders: list[Path], tmp_path: Path
) -> None:
    copy = tmp_path / "m"
    shutil.copytree(folders[0], copy)
    (copy / "survey.toml").write_text("m.wide.mean = [30, 40]")
    (copy / "tests").mkdir()
    (copy / "tests" / "test_m.lua").write_text("")
    result = run_command("survey", "gate", files[0], "--mods", tmp_path)
    assert (result.exit_code, "m.wide.mean is 20" in result.stdout) == (1, True)


def test_a_metric_of_a_mod_that_fails_in_part_breaks_the_gate(tmp_path: Path) -> None:
    text = MOD.replace("MORE", "0").replace(
        "return map.width end", "if math.random(4) > 1 then return map.width end end"
    )
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": text, "survey.toml": "m.wide.mean = [20, 20]"})
    file = tmp_path / "a.survey"
    survey = Host([mod]).survey("m", count=40, path=file, metrics="m.wide")
    missing = int(np.isnan(survey.column_of("m.wide")).sum()) - survey.failed
    assert 0 < missing < len(survey) - survey.failed
    result = run_command("survey", "gate", file, "--mods", mod)
    assert result.exit_code == 1
    assert f"m.wide has no value in {missing} of {len(survey) - survey.failed} dungeons" in result.stdout
    (broken,) = json.loads(run_command("survey", "gate", file, "--mods", mod, "--json").stdout)["broken"]
    assert (broken["missing"], broken["value"], len(broken["seeds"])) == (missing, None, min(5, missing))
    for most, code in ((0.9, 0), (0.01, 1)):
        (mod / "survey.toml").write_text(f"m.wide.mean = [20, 20]\nm.wide.missing = [0, {most}]")
        result = run_command("survey", "gate", file, "--mods", mod)
        assert (result.exit_code, "m.wide.missing is" in result.stdout) == (code, code == 1)


def test_maps_are_exported_from_the_file_alone(files: list[Path], folders: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "levels.npz"
    result = run_command("survey", "export", files[1], "--maps", out)
    assert result.exit_code == 0, result.output
    data = np.load(out)
    legend = {int(number): ids for number, ids in json.loads(str(data["legend"])).items()}
    levels, sizes, seeds = data["levels"], data["sizes"], data["seeds"]
    assert levels.dtype == np.int32
    assert len(levels) == len(sizes) == len(seeds) < 40
    host = Host([folders[1]])
    for level, (height, width), seed in zip(levels, sizes.tolist(), seeds.tolist(), strict=True):
        game_map = host.generate("m", seed=seed)
        assert (game_map.height, game_map.width) == (height, width)
        names = game_map.legend()
        there = level[:height, :width]
        assert [[tuple(legend[n]) for n in row] for row in there.tolist()] == [
            [names[stack] for stack in row] for row in game_map.tiles.tolist()
        ]
        assert (level[height:] == -1).all()
        assert (level[:, width:] == -1).all()


def test_parquet_has_a_row_for_each_map(files: list[Path], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "levels.parquet"
    assert run_command("survey", "export", files[0], "--maps", out).exit_code == 0
    table = parquet.read_table(out)
    assert table.column_names == ["seed", "height", "width", "level"]
    row = table.slice(0, 1).to_pylist()[0]
    assert len(row["level"]) == row["height"] * row["width"]
    assert json.loads(table.schema.metadata[b"legend"])


def test_an_unknown_ending_is_refused(files: list[Path], tmp_path: Path) -> None:
    result = run_command("survey", "export", files[0], "--maps", tmp_path / "levels.csv")
    assert result.exit_code == 1
    assert "has an unknown ending: must be .npz or .parquet" in result.stderr
    assert not list(tmp_path.iterdir())


def test_dungeons_made_again_with_other_results_are_reported(
    files: list[Path], folders: list[Path], tmp_path: Path
) -> None:
    sheet = tmp_path / "sheet.png"
    assert not run_command("survey", "report", files[0], "--sheet", sheet, "--jobs", "1").stderr
    other = run_command("survey", "report", files[0], "--sheet", sheet, "--jobs", "1", "--mods", folders[1]).stderr
    assert re.match(
        r"warning: \d+ dungeons made again with other results than in the survey \(of seed \d+, .* …\): the mods", other
    )
    with Replay(files[0], mods=[folders[2]]) as replay:
        assert dict(replay.make(range(2)))
        assert replay.changed == []


@pytest.mark.slow
def test_a_report_is_one_page_that_needs_no_network(files: list[Path], tmp_path: Path) -> None:
    pytest.importorskip("altair")
    page, sheet = tmp_path / "report.html", tmp_path / "gallery.png"
    result = run_command("survey", "report", files[1], "-o", page, "--sheet", sheet)
    assert result.exit_code == 0, result.output
    text = page.read_text()
    assert "Survey of m" in text
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//""", text)
    assert "data:image/png;base64," in text
    assert "dungeon-host generate m.m --mods DIR --seed" in text
    # Each bin has a picture, and the page has each picture once.
    plots, _ = json.JSONDecoder().raw_decode(text, text.index("const spec = ") + len("const spec = "))
    pictures = {picture["number"]: picture["image"] for picture in plots["datasets"]["pictures"]}
    row = plots["vconcat"][0]
    # Altair writes the data of a single plot beside it.
    bins = [entry for part in (row, *row["concat"]) for entry in part.get("data", {"values": []})["values"]]
    assert bins
    assert all(entry["number"] in pictures for entry in bins)
    assert len(re.findall("data:image/png;base64,", text)) == len(pictures)
    # The reason is chosen by a mod.
    assert "<b>luck" not in text
    assert "no &lt;b&gt;luck" in text
    with Image.open(sheet) as picture:
        width, height = picture.size
    assert width > 6 * 20 * 6
    assert height > 100


def test_a_report_lists_what_the_surveyed_mods_never_use(tmp_path: Path) -> None:
    """A mod need not use all that it borrows from a bundled one."""
    pytest.importorskip("altair")
    text = f"spare = kts.ItemType {{ type = 'held' }}\n{MOD}"
    manifest = f'{MANIFEST}[dependencies]\nbase = "*"\n'
    mod = write_mod(tmp_path / "m", {"mod.toml": manifest, "init.lua": text.replace("MORE", "0")})
    survey = Host([mod]).survey("m", count=1, metrics="none")
    assert any(name.startswith("base.") for name in survey.usage()["item"])
    page = write_page(survey, tmp_path / "a.survey", {})
    assert re.findall("<p>Never, of (.*)</p>", page) == ["m: m.spare"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there is nothing to write: -o report.html or --sheet gallery.png names a file"),
        (("-o", "report.pdf"), '"report.pdf" has an unknown ending: must be .html'),
        (("--sheet", "sheet.jpg"), '"sheet.jpg" has an unknown ending: must be .png'),
    ],
)
def test_a_report_needs_a_file_to_write(files: list[Path], words: tuple[str, ...], message: str) -> None:
    result = run_command("survey", "report", files[0], *words)
    assert result.exit_code == 1
    assert message in result.stderr


@pytest.mark.parametrize("name", ["../evil.lua", "/etc/evil.lua", "a/../../evil.lua", "bomb"])
def test_packed_mods_that_lead_elsewhere_are_refused(
    files: list[Path], tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "MOST_BYTES", 1000)
    file = tmp_path / "a.survey"
    file.write_bytes(files[0].read_bytes())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, b"0" * (1001 if name == "bomb" else 10))
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE mods SET files = ?", (packed.getvalue(),))
        database.commit()
    with pytest.raises(SaveError, match="the mods in the survey are damaged"):
        Replay(file)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.survey"]


@pytest.mark.slow
@pytest.mark.parametrize("start", sampled([0, 11, 22], 1))
@pytest.mark.parametrize("damage", [b"\xff", b"\0", b"\7"])
def test_packed_mods_with_a_damaged_byte_are_refused_or_read(
    files: list[Path], tmp_path: Path, damage: bytes, start: int
) -> None:
    file = tmp_path / "a.survey"
    file.write_bytes(files[0].read_bytes())
    with closing(sqlite3.connect(file)) as database:
        (packed,) = database.execute("SELECT files FROM mods").fetchone()
        for position in range(start, len(packed), 33):
            damaged = packed[:position] + damage + packed[position + 1 :]
            database.execute("UPDATE mods SET files = ?", (damaged,))
            database.commit()
            with suppress(DamagedSaveError), Replay(file):
                pass


def test_a_mod_with_a_file_of_an_odd_name_is_not_packed(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": MOD.replace("MORE", "0")})
    (mod / os.fsdecode(b"\xff.txt")).touch()
    file = tmp_path / "a.survey"
    assert len(Host([mod]).survey("m", count=2, path=file)) == 2
    with pytest.raises(HostError, match="the mod m: it is too large, or has a file whose name is too long"):
        Replay(file)


def test_the_gate_reads_the_limits_that_lie_here(
    files: list[Path], folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those that the survey holds, which may be older."""
    mod = write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "survey.toml": "density.mean = [0.99, 1]"})
    for place in (mod, tmp_path):
        monkeypatch.chdir(place)
        result = run_command("survey", "gate", files[0])
        assert result.exit_code == 1
        assert "density.mean is" in result.stdout


def test_a_metric_without_values_breaks_its_limit(files: list[Path], tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.survey")) as copy, closing(sqlite3.connect(files[0])) as database:
        database.backup(copy)
        copy.execute("UPDATE dungeons SET density = NULL")
        copy.commit()
    (tmp_path / "limits.toml").write_text("density.mean = [0, 1]")
    words = ("survey", "gate", tmp_path / "a.survey", "--limits", tmp_path / "limits.toml", "--json")
    assert json.loads(run_command(*words).stdout)["broken"][0]["value"] is None


@pytest.mark.parametrize("limits", ["failures.max = 2", "density.mean = [0.7, 0.3]", "density.mean = [nan, inf]"])
def test_limits_that_mean_nothing_are_refused(files: list[Path], tmp_path: Path, limits: str) -> None:
    (tmp_path / "limits.toml").write_text(limits)
    assert run_command("survey", "gate", files[0], "--limits", tmp_path / "limits.toml").exit_code == 2


def test_a_misspelled_limit_gets_the_nearest(files: list[Path], tmp_path: Path) -> None:
    (tmp_path / "limits.toml").write_text("failurs.max = 0.5")
    result = run_command("survey", "gate", files[0], "--limits", tmp_path / "limits.toml")
    assert result.stderr.endswith('did you mean "failures.max"?\n')


def test_an_option_that_changes_nothing_is_no_change(tmp_path: Path) -> None:
    hosts = []
    for number, more in enumerate(("", '{ id = "unused", default = true }')):
        text = MOD.replace("MORE", "0").replace("most = 40 } }", f"most = 40 }}, {more} }}")
        hosts.append(Host([write_mod(tmp_path / f"{number}" / "m", {"mod.toml": MANIFEST, "init.lua": text})]))
    compared = compare_surveys(*(host.survey("m", count=6, metrics="none") for host in hosts))
    assert (compared.pairs, compared.identical) == (6, 6)


def test_failures_of_a_sweep_name_their_value(tmp_path: Path) -> None:
    text = MOD.replace("MORE", "0").replace("math.random(5) == 1", "options.size == 30")
    host = Host([write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": text})])
    made = host.survey("m", count=2, sweep=("size", [20, 30]), metrics="none")
    ((reason, count, seed),) = made.failures()
    assert (count, seed) == (2, 1)
    assert format_command(made.plan, made.first_number(reason)).endswith("--set size=30 --seed 1")
    assert made.place_of(reason).startswith("m/init.lua:")


def test_a_command_is_quoted_for_a_shell() -> None:
    plan = SurveyPlan(Request("base", seed=1, options={"a": "$(id) 'x'"}), 1)
    assert format_command(plan, 0) == """dungeon-host generate base --set 'a=$(id) '"'"'x'"'"'' --seed 1"""


@pytest.mark.parametrize(
    "statements",
    [
        ["ALTER TABLE dungeons ADD COLUMN z TEXT AS (hex(zeroblob(100000000)))"],
        [
            "PRAGMA writable_schema=ON",
            "UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name='dungeons'",
        ],
        ["UPDATE survey SET value = replace(value, 'density', 'x</script><script>alert(1)</script>')"],
        ["UPDATE survey SET value = replace(value, 'm.m', 'm; touch x')"],
        ["UPDATE survey SET value = value || hex(zeroblob(600000))"],
    ],
)
@pytest.mark.parametrize("command", ["show", "gate", "export"])
def test_surveys_of_strangers_are_not_evaluated(
    files: list[Path], tmp_path: Path, statements: list[str], command: str
) -> None:
    file = tmp_path / "a.survey"
    file.write_bytes(files[0].read_bytes())
    with closing(sqlite3.connect(file)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()
    more = ("--maps", tmp_path / "x.npz") if command == "export" else ()
    result = run_command("survey", command, file, *more)
    assert result.exit_code == (2 if command == "gate" else 1)
    assert "is damaged" in result.stderr or "it has other tables" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("report {} -o {}/x.html", "must have at most 700 squares together"),
        ("report {} --sheet {}/x.png", "must have at most 700 squares together"),
        ("show {} --variety", "must have at most 700 squares together"),
        ("compare {} {other} -o {}/x.html", "must have at most 700 squares together"),
        # The first map says that all are too many.
        ("export {} --maps {}/x.npz", r"\d+ maps of up to \d+ × 12 squares are \d+ values: must be at most 700"),
    ],
)
def test_squares_that_are_made_again_are_bounded(
    words: str, message: str, files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def read(document: Any) -> Map:
        made.append(from_document(document))
        return made[-1]

    monkeypatch.setattr(replay, "from_document", read)
    monkeypatch.setattr(Replay.make, "__kwdefaults__", {"most_squares": 700})
    monkeypatch.setattr(dataset, "MOST_VALUES", 700)
    line = words.replace("{}", str(files[0]), 1).replace("{other}", str(files[1])).replace("{}", str(tmp_path))
    result = run_command("survey", *line.split())
    assert result.exit_code == 1, result.output
    assert re.search(message, result.stderr)
    assert not [*tmp_path.iterdir()]
    assert len(made) == (1 if "export" in words else 3)


def test_variety_of_large_maps_is_that_of_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = [Host(["base"]).generate("caves", seed=seed, width=20, height=20) for seed in range(1, 6)]
    whole = variety.measure_variety(maps)
    monkeypatch.setattr(variety, "_MOST_SQUARES", 3 * 400 + 1)
    assert variety.measure_variety(maps) == variety.measure_variety(maps[:3])
    compressed = []

    def measure(levels: Any, pairs: int) -> float:
        compressed.append(pairs)
        return 0.5

    monkeypatch.setattr(variety, "mean_compression_distance", measure)
    monkeypatch.setattr(variety, "_MOST_COMPRESSED", 4 * 400 + 1)
    variety.measure_variety(maps)
    assert compressed == [2]
    assert whole.maps == 5
