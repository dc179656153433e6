"""The command `dungeon-host repl`."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Any

import click

from host.cli.shared.options import completes, limited_mod_options, request_options
from host.cli.shared.running import format_warning
from host.cli.shared.selection import Loading, is_named, select_mods
from host.cli.terminal.errors import HostCommand, ShownError, quotes_source, shows_tracebacks, use_colours
from host.cli.terminal.prompt import Prompt, open_prompt
from host.engine.jobs import DEFAULT_MODS, Operation
from host.errors import HostError, RequestError, visible
from host.errors.spelling import did_you_mean
from host.model.request import Request
from host.mods.installed import known_ids
from host.render.markup import to_json
from host.tools.repl.inputs import answer_input
from host.tools.repl.session import LINE_SECONDS, Repl

# Seconds in which mods must load.
_LOADING_SECONDS = 30.0
_LOST = "the mods were loaded anew: the variables of earlier lines are gone"


@click.command(cls=HostCommand)
@click.argument("mod", required=False, shell_complete=completes("complete_mod_ids"))
@partial(limited_mod_options, seconds=LINE_SECONDS)
@request_options(leave_out=["options"])
@click.option("--json", "as_json", is_flag=True, help="Answer each input with a line of JSON.")
def repl(
    mod: str | None,
    loading: Loading,
    request: Request,
    as_json: bool,
) -> None:
    """Evaluate lines of Lua at the start of a game, with the API of every dialect.

    MOD is the id or the path of a mod, loaded beside base and the mods of --mods. --timeout and --memory hold for
    each line. Through a pipe there is no prompt, and each result is one line.

    \b
    Examples:
      dungeon-host repl
      dungeon-host repl ./my_mod --seed 7
      echo 'toolbox.caves { width = 30 }' | dungeon-host repl
    """
    selection = select_mods(loading.mods, mod)
    names = (*selection.names, *DEFAULT_MODS)
    if selection.target is not None:
        if not is_named(selection.target):
            raise RequestError(f'there is no mod "{mod}"', hint=did_you_mean(str(mod), known_ids()))
        names = (*names, selection.target)
    seconds = loading.budgets.seconds
    limits = replace(loading.budgets, seconds=max(seconds, _LOADING_SECONDS))
    job = loading._replace(budgets=limits).job(selection, Operation("", None), {}, list(dict.fromkeys(names)))

    front = _Front(as_json=as_json)
    # :generate makes a map of the mod.
    request = request.with_generator(selection.target)
    with Repl(job, request, seconds=seconds, say=front.take_line, warn=front.take_warning) as session:
        front.run(session, open_prompt(session.complete, is_plain=as_json))


class _Front:
    """What a person or a program sees of a session."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._context = click.get_current_context()
        # With --json, what the current input made mods print, and warnings of it.
        self._printed: list[str] = []
        self._warnings: list[str] = []
        self._count = 0
        self._is_terminal = sys.stdout.isatty() and not as_json

    def take_line(self, text: str) -> None:
        """Show a line that a mod prints."""
        if self._as_json:
            self._printed.append(text)
        else:
            click.echo(visible(text))

    def take_warning(self, text: str) -> None:
        """Show a warning about a mod."""
        if self._as_json:
            self._warnings.append(text)
        else:
            click.echo(format_warning(text), err=True)

    def run(self, session: Repl, prompt: Prompt) -> None:
        """Answer inputs until they end."""
        if prompt.is_interactive:
            click.echo(f"seed {session.request.seed}; :help lists commands, ?NAME shows the documentation of a name")
        text = ""
        while True:
            try:
                line = prompt.read(goes_on=bool(text))
            except KeyboardInterrupt:
                text = ""
                continue
            if line is None:
                if text:
                    self._answer(session, text, is_last=True)
                return
            text = f"{text}\n{line}" if text else line
            if not text.strip():
                text = ""
            elif text.strip() in (":quit", ":q"):
                return
            elif not self._answer(session, text):
                text = ""

    def _answer(self, session: Repl, text: str, *, is_last: bool = False) -> bool:
        """Answer an input; return whether it goes on in the next line."""
        answer: dict[str, Any] = {"results": [], "seconds": 0.0}
        failure: HostError | None = None
        try:
            answer = self._perform(session, text.strip())
            if answer.get("incomplete"):
                if not is_last:
                    return True
                failure = RequestError("the input ends before the Lua in it does")
        except KeyboardInterrupt:
            session.interrupt()
            failure = RequestError("interrupted")
        except HostError as error:
            failure = error
        self._count += 1
        if self._as_json:
            self._print_json(answer, failure, was_lost=session.was_lost)
        else:
            self._print(answer, failure, was_lost=session.was_lost)
        return False

    def _perform(self, session: Repl, text: str) -> dict[str, Any]:
        answer = answer_input(session, text, _document, draws=self._is_terminal)
        if "plan" in answer:
            answer["text"] = visible("\n".join(answer.pop("plan")))
        return answer

    def _print(self, answer: dict[str, Any], failure: HostError | None, *, was_lost: bool) -> None:
        results = answer["results"]
        if results:
            shown = results if self._is_terminal else [" ".join(map(str.strip, text.split("\n"))) for text in results]
            text = visible(", ".join(shown))
            click.echo(click.style(text, fg="cyan") if self._is_terminal and use_colours(sys.stdout) else text)
        if "map" in answer:
            from host.cli.shared.show import picture
            from host.model.document_reader import from_document

            click.echo(picture(from_document(answer["map"])), color=True)
        if "text" in answer:
            click.echo(answer["text"])
        sys.stdout.flush()
        if failure is not None:
            debug = shows_tracebacks(self._context)
            ShownError(failure, debug=debug, quotes=quotes_source(self._context)).show()
        if was_lost:
            click.echo(format_warning(_LOST), err=True)

    def _print_json(self, answer: dict[str, Any], failure: HostError | None, *, was_lost: bool) -> None:
        error = None
        if failure is not None:
            data = failure.to_data()
            error = {name: data.get(name) for name in ("message", "mod", "file", "line", "hint")}
            error["message"] = error["message"] or str(failure)
            error["source"] = failure.source.format() if failure.source and quotes_source(self._context) else []
        answer.pop("incomplete", None)
        shown = {
            "input": self._count,
            **answer,
            "printed": self._printed,
            "warnings": self._warnings,
            "error": error,
            "lost": was_lost,
        }
        self._printed, self._warnings = [], []
        click.echo(to_json(shown))
        sys.stdout.flush()


def _document(name: str) -> str:
    """Return the documentation of a name, for `?NAME`."""
    from host.cli.docs import render_name
    from host.tools.reference.books import all_books

    return render_name(name, all_books()).rstrip()
