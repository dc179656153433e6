"""The reference of Python on the site: it has all that programs use."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from importlib import import_module
from typing import Any

import pytest

import host
import host.errors
import host.metrics
import host.serving
import host.studio
from tests.helpers import ROOT

PAGE = (ROOT / "docs" / "site" / "reference.md").read_text(encoding="utf-8")
# What methods that are public for other parts of the host return.
INTERNAL = {"RecordedGame", "Columns"}


def documented() -> dict[str, Any]:
    """Return the classes and functions of the page by their names."""
    found = {}
    for name in re.findall(r"^\.\. auto(?:class|function|exception):: (\S+)$", PAGE, re.MULTILINE):
        module, _, attribute = name.rpartition(".")
        found[attribute] = getattr(import_module(module), attribute)
    return found


def test_all_public_names_are_on_the_page() -> None:
    objects = [id(value) for value in documented().values()]
    for module in (host, host.serving, host.metrics, host.studio):
        for name in module.__all__:
            value = getattr(module, name)
            assert not callable(value) or id(value) in objects, f"{module.__name__}.{name}"


def test_all_errors_are_on_the_page() -> None:
    errors = {
        name
        for name, value in vars(host.errors).items()
        if inspect.isclass(value) and issubclass(value, host.HostError)
    }
    assert errors <= {*documented()}


@pytest.mark.slow
def test_all_that_methods_return_is_on_the_page() -> None:
    shown = documented()
    # No two public classes have one name: tests/project/test_layout.py.
    classes = {
        node.name
        for path in (ROOT / "host").rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    }
    for owner, value in shown.items():
        methods = vars(value).items() if inspect.isclass(value) else [(owner, value)]
        for name, method in methods:
            function = method.fget if isinstance(method, property) else getattr(method, "__func__", method)
            if name.startswith("_") or not inspect.isfunction(function):
                continue
            returned = str(inspect.unwrap(function).__annotations__.get("return", ""))
            missing = {*re.findall(r"\b[A-Z]\w+", returned)} & classes - {*shown} - INTERNAL
            assert not missing, f"{owner}.{name} returns {missing}"


def test_the_guide_says_where_to_import_errors_from() -> None:
    guide = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").split("\n## Errors\n")[1]
    rows = re.findall(r"^\| (`.*?) \| `([\w.]+)` \|", guide, re.MULTILINE)
    assert len(rows) >= 8
    for names, module in rows:
        for name in re.findall(r"`(\w+)`", names):
            assert issubclass(getattr(import_module(module), name), host.HostError)


def test_the_guide_names_all_extras_and_pages_those_that_they_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    guide = (ROOT / "docs" / "python.md").read_text(encoding="utf-8").split("\n## Install\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", guide, re.MULTILINE)
    # What only those need who change the host.
    assert {name for name, _ in rows} == project["optional-dependencies"].keys() - {"docs", "test", "bench", "lint"}
    for name, what in rows:
        for page in re.findall(r"\]\(([\w./-]+)", what):
            text = (ROOT / "docs" / page).read_text(encoding="utf-8")
            assert re.search(rf"\[[\w,]*{name}[\w,]*\]|extras? [^.]*`{name}`", text), f"{page} does not name {name}"
