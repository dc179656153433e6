"""The recipes of docs/ci.md: the script passes for a new mod, and script and workflow fail for a broken one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from host.mods.templates import write_mod
from tests.helpers import ROOT
from tests.helpers import write_mod as write_test_mod

PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
WORKFLOW = re.search(r"^```yaml \.github/workflows/mod\.yml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SCRIPT = re.search(r"^```bash ci\.sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMPARE = re.search(r"^```yaml \.github/workflows/compare\.yml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
INSTALL = 'python -m pip install "dungeon-host[pictures,tools]"'
# Makes what `python3 -m venv DIR` makes, with the dungeon-host of the tests and a pip that installs nothing.
PYTHON3 = """#!/bin/sh
mkdir -p "$3/bin"
ln -s "{program}" "$3/bin/dungeon-host"
printf '#!/bin/sh\\nexit 0\\n' > "$3/bin/python"
chmod +x "$3/bin/python"
"""
PROGRAM = Path(sys.executable).with_name("dungeon-host")

pytestmark = pytest.mark.skipif(os.name != "posix" or not PROGRAM.exists(), reason="needs a shell, and dungeon-host")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    write_mod(tmp_path / "my_mod")
    return tmp_path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def steps() -> list[str]:
    assert WORKFLOW is not None
    return re.findall(r"^ +- run: (.*)$", WORKFLOW[1], re.MULTILINE)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"}
    # As GitHub runs a step.
    words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", command]
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_workflow_and_the_script_have_the_same_steps() -> None:
    install, *others = steps()
    assert install == INSTALL
    assert SCRIPT is not None
    commands = re.findall("^dungeon-host .*$", SCRIPT[1], re.MULTILINE)
    assert [command.removesuffix(" --format github") for command in others] == commands


@pytest.mark.slow
def test_the_steps_of_the_workflow_fail_for_a_broken_mod(repository: Path) -> None:
    (repository / "my_mod" / "init.lua").write_text("-- Nothing.\nlocal = 1\n")
    check, test, generate = (run(command, repository) for command in steps()[1:])
    assert check.returncode == test.returncode == generate.returncode == 1
    assert check.stdout.startswith("::error file=my_mod/init.lua,line=2,title=load::")
    done = run("dungeon-host check ./my_mod --format sarif > check.sarif || true", repository)
    assert done.returncode == 0
    assert '"startLine": 2' in (repository / "check.sarif").read_text()


@pytest.mark.slow
def test_the_script_passes_for_a_new_mod_and_fails_for_a_broken_one(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert SCRIPT is not None
    assert INSTALL.removeprefix("python ").replace("install ", "install --quiet ") in SCRIPT[1]
    (repository / "ci.sh").write_text(SCRIPT[1])
    stub = repository / "stub" / "python3"
    stub.parent.mkdir()
    stub.write_text(PYTHON3.format(program=PROGRAM))
    stub.chmod(0o755)
    temporary = tmp_path_factory.mktemp("temporary")
    environment = os.environ | {"PATH": f"{stub.parent}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(temporary)}
    before = names(repository)
    done = subprocess.run(["sh", "ci.sh"], cwd=repository, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert names(repository) == before | {"results.xml", "coverage", "preview.png"}, "nothing else stays"
    assert names(temporary) == set()
    assert (repository / "coverage" / "index.html").is_file()
    (repository / "my_mod" / "init.lua").write_text("local = 1\n")
    done = subprocess.run(["sh", "ci.sh"], cwd=repository, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "my_mod/init.lua:1" in done.stdout


def compare_steps() -> list[str]:
    """The blocks of commands of the workflow for pull requests."""
    assert COMPARE is not None
    blocks = re.findall(r"^( +)(?:- )?run: \|\n((?:\1 .*\n)+)", COMPARE[1], re.MULTILINE)
    return [textwrap.dedent(block) for _, block in blocks]


@pytest.mark.slow
def test_the_workflow_for_pull_requests_fails_for_worse_dungeons_alone(tmp_path: Path) -> None:
    text = """
    require("host.generators").register_generator {
      id = "hall",
      generate = function(options)
        local map = require("host.toolbox").caves { width = 20, height = 12 }:map()
        return map
      end,
    }
    require("host.survey").metric { id = "good", measure = function(map) return GOOD + math.random() end }
    """
    compare, comment = (step.replace("solvable, exploration", "my_mod.good") for step in compare_steps())
    compare = compare.replace("solvable,exploration", "my_mod.good").replace("--count 200", "--count 30")
    stub = tmp_path / "bin" / "gh"
    stub.parent.mkdir()
    stub.write_text('#!/bin/sh\necho "$@" >> said.txt\n')
    stub.chmod(0o755)
    for after, code in (("2", 0), ("0", 1), ("3", 0)):
        for side, good in (("before", "2"), ("after", after)):
            manifest = 'id = "my_mod"\nversion = "1.0"\n'
            mod = tmp_path / side / "my_mod"
            write_test_mod(mod, {"mod.toml": manifest, "init.lua": text.replace("GOOD", good)})
        done = run(compare, tmp_path)
        assert done.returncode == code, done.stdout + done.stderr
        assert ("worse: my_mod.good" in done.stdout) == (code == 1)
        assert str(tmp_path) not in (tmp_path / "changes.html").read_text()
        filled = comment.replace("${{ github.event.pull_request.number }}", "7")
        variables = 'export GITHUB_STEP_SUMMARY=summary.md GITHUB_REPOSITORY=a/b PATH="$PWD/bin:$PATH"'
        said = run(f"{variables}\n{filled}", tmp_path)
        assert said.returncode == 0, said.stderr
        assert "pr comment 7 --repo a/b --body-file comment.md" in (tmp_path / "said.txt").read_text()
        assert "my_mod.good" in (tmp_path / "comment.md").read_text()


def test_the_page_names_every_format() -> None:
    assert INSTALL in PAGE
    for option in ("github", "sarif", "json"):
        assert f"`check --format {option}`" in PAGE
