"""The Dockerfile of the service, which is not built here: what it names exists, and the docs say the same."""

from __future__ import annotations

import json
import re
import tomllib

from tests.examples.running import EXAMPLES, run_example
from tests.helpers import ROOT

TEXT = (EXAMPLES / "Dockerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "deploying.md").read_text(encoding="utf-8")


def test_it_copies_what_there_is_and_what_the_image_may_see() -> None:
    copied = [path for words in re.findall("^COPY ([^-].*)$", TEXT, re.MULTILINE) for path in words.split()[:-1]]
    seen = (EXAMPLES / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path}" in seen, path


def test_it_installs_extras_that_the_service_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (named,) = set(re.findall(r"'\.\[(.*?)\]'", TEXT + PAGE))
    extras = project["optional-dependencies"]
    assert {*named.split(",")} <= {*extras}
    wanted = {line for name in named.split(",") for line in extras[name]}
    assert {re.split("[>=]", line)[0] for line in wanted} == {"starlette", "uvicorn", "prometheus-client", "pillow"}
    # What the bundled files of a wheel come from.
    forced = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    wheel = forced["wheel"]
    assert all(re.search(f"^COPY {name} {name}$", TEXT, re.MULTILINE) for name in wheel["packages"])
    assert all(re.search(f"^COPY {name} {name}$", TEXT, re.MULTILINE) for name in wheel["force-include"])


def test_it_runs_as_nobody_with_options_of_the_service() -> None:
    assert re.search("^USER [1-9]", TEXT, re.MULTILINE)
    (words,) = re.findall("^ENTRYPOINT (.*)$", TEXT, re.MULTILINE)
    program, script, *options = json.loads(words)
    assert (program, script) == ("/service/bin/python", "/service/web_service.py")
    usage = run_example("web_service.py", "--help")
    assert all(option in usage for option in options if option.startswith("--"))
    assert "http://127.0.0.1:8000/health" in TEXT


def test_the_docs_run_it_as_its_comment_says() -> None:
    commands = " ".join(re.findall("^#   (.*)$", TEXT, re.MULTILINE))
    assert " ".join(commands.split()) in " ".join(PAGE.split())
