"""The child's side: does one job, sends frames, and ends."""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path
from typing import NoReturn

from host.budgets import Budgets
from host.errors import HostError, InternalError
from host.process import frames
from host.process.jobs import Job, perform
from host.process.sandbox import confine, with_links


def work(job: Job, output: int) -> NoReturn:
    """Do the job, write frames to the descriptor `output`, and end the process without any cleaning up: a Lua state
    in which a mod ran is not closed, because its finalizers are the mod's."""

    def send(kind: int, payload: object) -> None:
        data = memoryview(frames.pack(kind, payload))
        while data:
            data = data[os.write(output, data) :]

    def ask(view: object) -> str | None:
        send(frames.VIEW, view)
        return _line().decode() or None

    try:
        try:
            # Nothing is ever written, so a folder to work in would only be one to remove; in this one nobody can write,
            # and a relative path finds nothing of the user's.
            os.chdir("/")
            os.environ.clear()
            readable = [path for given in job.reads() for path in with_links(Path(given))]
            confine(readable, memory=job.budgets.memory, seconds=job.budgets.seconds)
            result = perform(
                job,
                lambda text: send(frames.PRINT, text),
                lambda text: send(frames.WARNING, text),
                lambda save: send(frames.SAVE, save),
                ask,
            )
        except HostError as error:
            send(frames.ERROR, _with_traceback(error).to_data())
        except MemoryError:
            send(frames.ERROR, {"kind": "BudgetError", "message": "the mods used up the memory their process may have"})
        except Exception as error:
            fault = InternalError(f"the host failed: {type(error).__name__}: {error}")
            send(frames.ERROR, _with_traceback(fault).to_data())
        else:
            send(frames.RESULT, result)
    except BrokenPipeError:
        pass
    finally:
        os._exit(0)


def _line() -> bytes:
    """A line of standard input, and nothing that comes after it."""
    found = bytearray()
    while (one := os.read(0, 1)) and one != b"\n":
        found += one
    return bytes(found)


def _bytes(size: int) -> bytes:
    """So many bytes of standard input."""
    found = bytearray()
    while len(found) < size and (more := os.read(0, size - len(found))):
        found += more
    return bytes(found)


def _with_traceback(error: HostError) -> HostError:
    if error.details is None:
        error.details = traceback.format_exc()
    return error


def main() -> NoReturn:
    """Do the job that standard input has as JSON, before the save to go on from: for a spawned child."""
    given = json.loads(_line())
    if given["saved"] is not None:
        given["arguments"]["saved"] = _bytes(given["saved"])
    if not given["asks"]:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
    output = os.dup(1)
    # What anything else prints must not get among the frames.
    os.dup2(2, 1)
    work(
        Job(
            do=given["do"],
            folders=tuple(given["folders"]),
            names=tuple(given["names"]),
            arguments=given["arguments"],
            budgets=Budgets(**given["budgets"]),
            keep_going=given["keep_going"],
            asks=given["asks"],
            only=None if given["only"] is None else tuple(given["only"]),
            hash_seed=given["hash_seed"],
            backwards=given["backwards"],
        ),
        output,
    )
