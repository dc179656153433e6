"""What editors need: the extension for VS Code, completion of shells, and a session over a port."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from host.cli.main import cli
from host.cli.tools.observed import OBSERVED
from tests.helpers import ROOT


def test_the_extension_starts_the_adapter() -> None:
    folder = ROOT / "editors" / "vscode"
    manifest = json.loads((folder / "package.json").read_text())
    (debugger,) = manifest["contributes"]["debuggers"]
    launch = debugger["configurationAttributes"]["launch"]["properties"]
    assert debugger["type"] == "dungeon-host"
    assert launch["command"]["enum"] == list(OBSERVED)
    for configurations in (
        debugger["initialConfigurations"],
        [snippet["body"] for snippet in debugger["configurationSnippets"]],
    ):
        for configuration in configurations:
            assert configuration["type"] == debugger["type"]
            assert set(configuration) - {"type", "request", "name"} <= set(launch)
    assert [snippet["body"]["command"] for snippet in debugger["configurationSnippets"]] == list(OBSERVED)
    assert manifest["contributes"]["breakpoints"] == [{"language": "lua"}]
    setting = manifest["contributes"]["configuration"]["properties"]["dungeonHost.program"]
    # A folder that is opened must not choose the program.
    assert setting["scope"] == "machine"
    script = (folder / manifest["main"]).read_text()
    assert '["debug", "--dap"]' in script
    assert '"dungeon-host"' in script


@pytest.mark.parametrize(
    ("words", "incomplete", "offered"),
    [
        (["profile"], "ge", "generate"),
        (["profile"], "--fl", "--flame"),
        (["profile", "--json", "simulate"], "--tur", "--turns"),
        (["profile", "generate"], "cav", "caves"),
        (["debug", "--break", "init.lua:1", "test"], "--sh", "--shuffle"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else value,
)
def test_the_command_behind_is_completed(words: list[str], incomplete: str, offered: str) -> None:
    completions = ShellComplete(cli, {}, "dungeon-host", "_COMPLETE").get_completions(words, incomplete)
    assert offered in [item.value for item in completions]


@pytest.mark.slow
def test_a_session_over_a_port() -> None:
    command = [sys.executable, "-m", "host", "debug", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=dict(os.environ)) as process:
        assert process.stderr is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stderr.readline())
        assert found is not None
        with socket.create_connection(("127.0.0.1", int(found[1])), timeout=60) as connection:
            body = b'{"seq":1,"type":"request","command":"initialize","arguments":{}}'
            connection.sendall(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            answer = b""
            while b'"initialized"' not in answer:
                answer += connection.recv(65536)
        assert b'"supportsStepBack": true' in answer
        # The editor is gone.
        assert process.wait(60) == 0
