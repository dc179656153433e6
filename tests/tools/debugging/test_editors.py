"""What editors need: the extension for VS Code, completion of shells, and a session over a port."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from host.cli.main import cli
from host.cli.shared.observed import OBSERVED
from tests.helpers import ROOT, write_mod
from tests.tools.debugging.client import Client

GENERATOR = """\
local function put()
  return require("host.toolbox").caves { width = 20, height = 10 }:map()
end
require("host.generators").register_generator { id = "caves", help = "caves", generate = function()
  local map = put()
  return map
end }
"""
TEST = 'it("counts", function()\n  local n = 1\n  assert.equals(1, n)\nend)\n'
# Runs the extension with a program, in an editor that has nothing but settings; prints the command or the message.
EDITOR = """
const Module = require("module");
const [extension, program] = process.argv.slice(1);
let factory;
let provider;
const vscode = {
  workspace: { getConfiguration: () => ({ get: () => program }) },
  DebugAdapterExecutable: class { constructor(command, args) { Object.assign(this, { command, args }); } },
  debug: {
    registerDebugAdapterDescriptorFactory: (type, made) => { factory = made; },
    registerDebugConfigurationProvider: (type, made) => { provider = made; },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
require(extension).activate({ subscriptions: [] });
const resolve = (configuration) => provider.resolveDebugConfiguration({ uri: { fsPath: "/mods/a" } }, configuration);
if (program === "") console.log(JSON.stringify([resolve({}), resolve({ type: "dungeon-host", name: "mine" })]));
else (async () => factory.createDebugAdapterDescriptor())().then(
  (descriptor) => console.log(JSON.stringify([descriptor.command, ...descriptor.args])),
  (error) => console.log(error.message),
);
"""


@pytest.fixture
def caves(tmp_path: Path) -> Path:
    """The folder of a mod with a generator and a test."""
    manifest = 'id = "caves"\nversion = "1.0"\n'
    files = {"mod.toml": manifest, "init.lua": GENERATOR, "tests/caves_test.lua": TEST}
    return write_mod(tmp_path / "caves", files)


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


def start(program: str | Path) -> str:
    """Return what the extension answers with a program."""
    command = ["node", "-e", EDITOR, str(ROOT / "editors" / "vscode" / "extension.js"), str(program)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="the extension runs in Node.js")


@needs_node
def test_the_extension_debugs_without_configurations() -> None:
    """A folder without .vscode/launch.json, where VS Code asks for an empty configuration."""
    made, written = json.loads(start(""))
    assert made == {
        "type": "dungeon-host",
        "request": "launch",
        "name": "generate",
        "command": "generate",
        "args": [],
        "cwd": "/mods/a",
    }
    assert written == {"type": "dungeon-host", "name": "mine"}


@needs_node
def test_the_extension_says_why_the_program_does_not_start(tmp_path: Path) -> None:
    """VS Code itself shows nothing then."""
    host = Path(sys.executable).with_name("dungeon-host")
    assert json.loads(start(host)) == [str(host), "debug", "--dap"]
    assert start("dungeon-hots") == (
        'The program "dungeon-hots" is not on the PATH of the editor. Install dungeon-host, or set dungeonHost.program '
        "to the path of the program in the settings of the user or of the machine.\n"
    )
    assert f'There is no program "{tmp_path}/none".' in start(tmp_path / "none")
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho no module named host >&2\nexit 1\n")
    broken.chmod(0o755)
    assert start(broken) == f'The program "{broken}" fails: no module named host\n'


def test_arguments_that_are_wrong_are_shown(caves: Path) -> None:
    with Client() as client:
        client.begin("generate", "--sed", "1", cwd=str(caves))
        code, printed = client.finish()
    assert code == 2
    assert "No such option '--sed'" in printed


def test_help_among_the_arguments_is_shown() -> None:
    with Client() as client:
        client.begin("generate", "--help")
        code, printed = client.finish()
    assert code == 0
    assert "Usage:" in printed


@pytest.mark.parametrize("command", ["generate", "test"])
def test_the_adapter_answers_until_the_editor_disconnects(caves: Path, command: str) -> None:
    file, line = ("init.lua", 2) if command == "generate" else ("tests/caves_test.lua", 3)
    with Client() as client:
        client.begin(command, cwd=str(caves), stops={caves / file: [line]})
        assert client.stop() == ("breakpoint", line)
        client.get("terminate")
        client.wait_for("terminated")
        client.get("terminate")
        client.get("disconnect")
        # pytest knows nothing of sessions.
        assert "SessionEnded" not in client.printed
        with pytest.raises(AssertionError, match="nothing more arrives"):
            client.wait_for("terminated")


@pytest.mark.parametrize("command", ["generate", "test"])
def test_the_adapter_ends_when_the_editor_disconnects(caves: Path, command: str) -> None:
    with Client() as client:
        client.begin(command, cwd=str(caves), stopOnEntry=True)
        client.stop()
        client.get("disconnect")
        with pytest.raises(AssertionError, match="nothing more arrives"):
            client.wait_for("another event")


def test_files_have_the_paths_of_the_editor(caves: Path) -> None:
    """A folder that is opened through a link, as /tmp on macOS: the editor would open its files twice."""
    link, other = caves.parent / "link", caves.parent / "other"
    link.symlink_to(caves)
    other.symlink_to(caves / "init.lua")
    with Client() as client:
        client.begin("test", cwd=str(link), stops={link / "tests" / "caves_test.lua": [2]})
        client.stop()
        assert client.frames()[0]["source"]["path"] == str(link / "tests" / "caves_test.lua")
    with Client() as client:
        # A file without breakpoints, and the link of a file itself.
        client.begin("generate", cwd=str(link), stopOnEntry=True)
        client.stop()
        assert client.frames()[0]["source"]["path"] == str(link / "init.lua")
        client.break_at(other, [2])
        client.go()
        assert client.frames()[0]["source"]["path"] == str(other)


def test_paths_of_no_file_break_no_session(caves: Path) -> None:
    """Links that lead to themselves, and characters that no path may have."""
    loop = caves.parent / "loop"
    loop.symlink_to(loop)
    with Client() as client:
        client.begin("generate", cwd=str(loop / "inside"))
        client.wait_for("terminated")
        assert "cannot be used: Too many levels of symbolic links" in client.printed
    with Client() as client:
        client.begin("generate", cwd=str(caves), stopOnEntry=True)
        client.stop()
        for path in (loop, loop / "init.lua", Path("a\0b"), Path("\ud800")):
            assert [answer["verified"] for answer in client.break_at(path, [1])] == [False]
        assert client.break_at(caves / "init.lua", [2])[0]["verified"]


def test_names_in_the_host_are_no_names_of_functions(caves: Path) -> None:
    with Client() as client:
        client.begin("generate", cwd=str(caves), stops={caves / "init.lua": [1]})
        client.stop()
        assert [frame["name"] for frame in client.frames()] == ["main chunk"]
        # No argument of the chunk either: the mod has none.
        assert client.variables("Locals") == {}
        client.break_at(caves / "init.lua", [2])
        client.go()
        assert [frame["name"] for frame in client.frames()] == ["put", "function at line 4"]


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


INITIALIZE = b'{"seq":1,"type":"request","command":"initialize","arguments":{}}'


def _framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


# What a browser, a scanner of ports or another user sends to a port; True when the rest never comes.
STRANGERS = [
    (b"", True),
    (b"Content-Le", True),
    (_framed(INITIALIZE)[:-1], True),
    (b"", False),
    (_framed(INITIALIZE)[:-1], False),
    (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", False),
    (b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n" + _framed(INITIALIZE), False),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc" * 1000, False),
    (b"x" * 100_000, False),
    (_framed(b"[]"), False),
    (_framed(b"{"), False),
    (_framed(b"[" * 50_000), False),
    (_framed(b'{"type":"request","command":"launch","arguments":{"command":"generate"}}'), False),
    (b"Content-Length: -1\r\n\r\n", False),
    (b"Content-Length: 1e9\r\n\r\n", False),
    (b"Content-Length: 16000000\r\n\r\n" + b" " * 100_000, False),
]


@pytest.mark.slow
def test_a_session_over_a_port_waits_for_an_editor() -> None:
    command = [sys.executable, "-m", "host", "debug", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=dict(os.environ)) as process:
        assert process.stderr is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stderr.readline())
        assert found is not None
        address = ("127.0.0.1", int(found[1]))
        # Another address of the same machine, which a server on all addresses answers.
        with pytest.raises((ConnectionError, TimeoutError)):
            socket.create_connection(("127.0.0.2", address[1]), timeout=60)
        strangers = []
        for sent, waits in [*STRANGERS, *[(b"Content-Length: 10\r\n", True)] * 100]:
            stranger = socket.create_connection(address, timeout=60)
            strangers.append(stranger)
            # The connection may end before all is sent.
            with suppress(ConnectionError):
                stranger.sendall(sent)
                if not waits:
                    with suppress(OSError):
                        stranger.shutdown(socket.SHUT_WR)
                    assert stranger.recv(1) == b""
        with socket.create_connection(address, timeout=60) as connection:
            # An editor may send a message in parts.
            for part in (_framed(INITIALIZE)[:20], _framed(INITIALIZE)[20:]):
                connection.sendall(part)
            answer = b""
            while b'"initialized"' not in answer:
                answer += connection.recv(65536)
        assert b'"supportsStepBack": true' in answer
        # The editor is gone.
        assert process.wait(60) == 0
        for stranger in strangers:
            stranger.close()
