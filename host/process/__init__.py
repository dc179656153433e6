"""Child processes that run mods: one protocol to start them, exchange messages with them and kill them.

A task names a function of the host and its arguments. The function runs in a child process, inside the sandbox, with
its end of the pipes as first argument; what it returns must have the shape that the task declares.

    # numbers.py of a package "example": runs in the child
    def double(channel: Channel, number: int) -> int:
        channel.send(frames.PRINT, f"doubling {number}")
        return 2 * number

    # in the parent
    task = Task("example.numbers:double", {"number": 3}, result=int)
    run_task(task, {frames.PRINT: print})  # prints "doubling 3", returns 6

`run_task` covers tasks with one result: it passes messages of the child to handlers, replies to its requests, stops it
when its time is up, and raises the error that ended it. A server is a task that takes commands until there are none;
its parent holds the child itself. Each step that must leave no trace in the server runs in a fork of it:

    # in the child: a server that runs each command in a fork
    def serve(channel: Channel, folder: str) -> None:
        mods = load(folder)
        channel.send(frames.READY, 0)
        while (message := channel.receive()) is not None:
            kind, command = message
            status = channel.fork(lambda: channel.report(lambda: mods.run(command)), seconds=10)
            channel.send(frames.READY, status)

    # in the parent
    task = Task("host.tools.testing.child:serve", {"folder": folder}, (folder,), takes_messages=True, forks=True)
    with Child(Forked(task)) as child:
        child.receive(30)  # (frames.READY, 0); None when nothing arrives within 30 seconds
        child.send(frames.COMMAND, "first test")
        child.receive(10)  # (frames.RESULT, ...), or (frames.ERROR, ...), which `error_from` reads
        child.receive(10)  # (frames.READY, 0), or the exit status of a fork that died: `child.exit_error(status)`

A parent does not trust what a child sends: a mod may have broken out of Lua. The package knows neither Lua nor mods;
each package that runs something in a child holds the functions itself (`host/engine/operations.py`,
`host/tools/checking`, `host/tools/testing`).
"""

from __future__ import annotations

import gc


def collect_rarely() -> None:
    """Collect garbage after many more objects: a short life leaves little to collect, and much to look through."""
    gc.set_threshold(100_000, 50, 50)
