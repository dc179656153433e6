"""Services for loading: dialects, files of mods, mods that scripts require, and prototypes in the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from host.border.service import service
from host.border.session import Mods, Reference, Session
from host.border.state import LuaState
from host.border.values import BYTE_ORDER_MARK, handle_kind
from host.dialects.functions import DIALECTS, LIBRARIES
from host.errors import HostError, ModError, shorten_message
from host.errors.spelling import did_you_mean, nearest
from host.mods.loaded_mods import LoadedMods
from host.syntax import loadable
from host.version import __version__

if TYPE_CHECKING:
    from host.mods.advice import Advisor

# Owner of what the host's own Lua registers; no mod can have this id.
HOST = "host"


class _Loader(Protocol):
    lua: LuaState

    @property
    def advisor(self) -> Advisor: ...

    def load_on_demand(self, name: str) -> bool:
        """Load a mod that a script asks for with `require`, if there is one and loading is not over."""


class LoadingServices:
    """What the Lua loader (lua/core/loader.lua) asks of the loader in Python. Mods go by number."""

    def __init__(self, mods: LoadedMods, loader: _Loader) -> None:
        self._mods = mods
        self._loader = loader

    @service
    def dialects(self) -> list[str]:
        """Return the names of the dialects, in order."""
        return list(DIALECTS)

    @service
    def libraries(self) -> list[str]:
        """Return the names of the libraries, in order."""
        return list(LIBRARIES)

    @service
    def host_version(self) -> str:
        """Return the version of this host."""
        return __version__

    @service
    def refuse_dialect(self, name: str) -> None:
        """Raise that `require` was asked for a module of the host that does not exist."""
        # The nearest name first, then the others in their order.
        near = nearest(name, (*DIALECTS, *LIBRARIES))
        modules = dict.fromkeys(filter(None, (near, *DIALECTS, *LIBRARIES)))
        raise HostError(
            f'require "host.{name}": this host has no module {name}; it has {", ".join(modules)}',
            hint=f'did you mean "{near}"?' if near else None,
        )

    @service
    def note_required(self, mod: int, other: str, file: str | None, line: int) -> None:
        """Record that a mod requires a mod that is not among its dependencies."""
        self._mods.note_required(mod, other, file, line)

    @service
    def refuse_class(self, function: str, rule: str, file: str | None, line: int) -> None:
        """Raise that the argument of a function is nil, with the name that the mod may have meant."""
        name, hint = self._loader.advisor.advise_argument(function, file, line) if file else ("", None)
        argument = f"argument {name}" if name else "argument"
        raise ModError(f"{function}: its {argument} is nil: must be {rule}", value="nil", hint=hint)

    @service
    def refuse_module(self, mod: int, name: str, modules: list[str]) -> None:
        """Raise that nothing has the name that `require` was asked for; `modules` are the names of dialects."""
        advisor, identity = self._loader.advisor, self._mods.mod_id(mod)
        first, _, rest = name.partition(".")
        owner, dot, inside = rest.partition(".") if first == "mod" else (name, "", "")
        hint = advisor.advise_loading(identity, owner)
        if hint is not None:
            raise HostError(f'require "{name}": the mod {owner} is not loaded', hint=hint)
        if dot and self._mods.available.get(owner) is None:
            near = nearest(owner, self._mods.known_ids())
            hint = f'did you mean "mod.{near}.{inside}"?' if near else advisor.advise_finding(identity, owner)
            raise HostError(f'require "{name}": there is no mod {owner}', hint=hint)
        if first == "mod" and not dot and self._mods.available.get(owner) is not None:
            raise HostError(f'require "{name}": mod {owner} has no first file')
        if inside:
            file = inside.replace(".", "/")
            raise HostError(
                f'require "{name}": mod {owner} has no file {file}.lua, nor {file}/init.lua',
                hint=did_you_mean(name, self._mods.required_names(mod, name)),
            )
        names = [*self._mods.known_ids(), *modules, *self._mods.required_names(mod, name)]
        raise HostError(
            f'require "{name}": there is no mod and no module of that name, nor a file for it in mod {identity}',
            hint=did_you_mean(name, {*names} - {name, identity}),
        )

    @service
    def read_file(self, mod: int, path: str) -> tuple[bytes, str]:
        """Return the Lua source in a file of a mod, and its name for messages."""
        content, name = self._mods.read_file(mod, path)
        return loadable(self._mods.edit(name, content)), name

    @service
    def count_compile_steps(self, source: bytes) -> int:
        """Return about how many steps it takes to compile a text, besides reading it."""
        # Few mods have long texts.
        from host.syntax.compile_cost import count_steps

        return count_steps(source)

    @service
    def describe_syntax_error(self, name: str, line: int, column: int, message: str, source: bytes) -> int:
        """Return the number of an error that says what is wrong with a text which Lua refuses.

        `column` is a byte of the line, from 1; 0 for an unknown one.
        """
        # Few mods have such files.
        from host.errors.excerpt import quote_bytes
        from host.syntax.syntax_errors import explain_syntax_error

        message = shorten_message(message)
        error = ModError(message, file=name, line=line)
        error.source = quote_bytes(source, line, column, explain_syntax_error(source, line, column, message) or "")
        return self._loader.lua.add_error(error)

    @service
    def rewrite_old_names(self, source: bytes) -> bytes | None:
        """Return a text whose variables mean in Lua 5.5 what they mean in Lua 5.1; None for the same text."""
        # Few mods need the parser.
        from host.syntax.old_lua import rewrite_names

        return rewrite_names(source)

    @service
    def rewrite_old_operators(self, source: bytes) -> bytes | None:
        """Return a text whose operators give in Lua 5.5 what they give in Lua 5.1; None for the same text."""
        from host.syntax.old_lua import rewrite_operators

        return rewrite_operators(source)

    @service
    def read_data_file(self, mod: int, path: str) -> bytes:
        """Return the content of a file of a mod that is not Lua, such as a map."""
        self._mods.find_file(mod, path)
        return self._mods.read_file(mod, path)[0].removeprefix(BYTE_ORDER_MARK)

    @service
    def list_folder(self, mod: int, path: str) -> list[str]:
        """Return the names in a folder of a mod."""
        return self._mods.list_folder(mod, path)

    @service
    def has_file(self, mod: int, path: str) -> bool:
        """Return whether a mod has a file."""
        return self._mods.has_file(mod, path)

    @service
    def load_on_demand(self, name: str) -> bool:
        """Load a mod that a script requires; return whether there is one."""
        return self._loader.load_on_demand(name)


class RegistryServices:
    """Adds, finds and names prototypes. The loader numbers mods; 0 is the host itself."""

    def __init__(self, session: Session, mods: Mods) -> None:
        self._session = session
        self._mods = mods

    @service
    def registry_add(self, mod: int, data_type: str, name: str, file: str, line: int) -> int:
        """Register an entry of data; return its index."""
        owner = self._mods.mod_id(mod) if mod else HOST
        return self._session.registry.add(data_type, owner, file, line, name=name).index

    @service
    def registry_withdraw(self, data_type: str, full_id: str) -> None:
        """Withdraw an entry that turned out to be wrong."""
        self._session.registry.remove(data_type, full_id)

    @service
    def registry_rename(self, mod: int, prototype_type: str, index: int, name: str) -> None:
        """Name a prototype after the variable that holds it, if it belongs to the mod and has no name yet."""
        registry = self._session.registry
        prototype = registry.get(prototype_type, index)
        is_generated = prototype.id.startswith(f"{prototype.mod}.{prototype.type}_")
        if prototype.mod == self._mods.mod_id(mod) and is_generated and name.isidentifier() and name.isascii():
            registry.rename(prototype, name)

    @service
    def registry_find(self, identity: str) -> tuple[str | None, int]:
        """Return type and index of the first prototype with an id; None and 0 if there is none."""
        prototype = self._session.registry.find_any(identity)
        return (prototype.type, prototype.index) if prototype else (None, 0)

    @service
    def registry_expect(self, subject: str, identity: str, file: str | None, line: int, types: list[str]) -> None:
        """Demand that a prototype is registered, of one of `types` unless there are none, once all mods are loaded."""
        self._session.refer(Reference(subject, identity, file, line, tuple(types)))

    @service
    def handle_kind(self, name: str) -> int:
        """Return the number of a kind of handles, a new one for a new name."""
        return handle_kind(name)

    @service
    def handle_name(self, kind: str, index: int) -> str:
        """Return what a handle shows: the id of its prototype, or a number if it has none."""
        name_handle = self._session.handle_names.get(kind)
        name = name_handle(self._session, index) if name_handle else None
        if name is not None:
            return name
        prototypes = self._session.registry.all(kind)
        return prototypes[index].id if 0 <= index < len(prototypes) else str(index)
