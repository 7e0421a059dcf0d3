"""Numba from the inside: only entry points become machine code, and each is kept in one file.

Left to itself Numba optimises and emits every function, and again inside every function that calls
it. Here a function that only compiled code calls (`Inner`) is typed and lowered once; its callers
take it in, and it is optimised and emitted there. That halves the compiling.

Numba's own cache has one index per function, which two processes must not write at once, and names
folders after where the sources lie. `Kept` has one file per function and types, named after what
went into it: processes compile side by side, and another installation of the same sources finds
the files. A file that is damaged is compiled anew.

All of this leans on Numba's internals: `pyproject.toml` caps its version.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numba
from numba.core import compiler, sigutils, types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import _FunctionCompiler
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typing.templates import AbstractTemplate, infer_global

Function = Callable[..., Any]

log = logging.getLogger("upturn.compiling")

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,  # nothing calls us through C
}
WIDEST = 64
SUFFIX = ".code"
CHECKSUM = hashlib.sha256().digest_size


def widened(kind: Any) -> Any:
    """The type to compile an argument for: one function serves all whole numbers."""
    kind = types.unliteral(kind)
    small = isinstance(kind, types.Integer) and kind.signed and kind.bitwidth < WIDEST
    return types.int64 if small else kind


class _Widening(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that takes any whole number from compiled code as the same type."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        wide = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(widened, args)), wide)


# --- What only compiled code calls -------------------------------------------------------------


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """Code to be taken in by others: linked and tidied, but neither fully optimised nor emitted."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        # A quick pass. Without any, callers inline less of it and run up to a tenth slower.
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=1, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _PartCompiler(_FunctionCompiler):  # type: ignore[misc]
    """Compiles as far as code that can be linked."""

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        context = self.targetdescr.target_context
        return compiler.compile_extra(
            self.targetdescr.typing_context,
            context,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=_PartLibrary(context.codegen(), self.py_func.__qualname__),
            pipeline_class=self.pipeline_class,
        )


class Inner(_Widening):
    """A function that becomes part of the compiled functions that call it."""

    def __init__(self, function: Function):
        super().__init__(function, targetoptions=OPTIONS | {"no_cpython_wrapper": True})
        self._compiler = _PartCompiler(
            function, self.targetdescr, self.targetoptions, {}, compiler.Compiler
        )
        self._alone: Any = None

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock, self._compiling_counter:
            args, return_type = sigutils.normalize_signature(sig)
            known = self.overloads.get(tuple(args))
            if known is None:
                # Numba finds a function by its entry point, and wants a built-in one: this stands
                # for it, equals no other and is never called.
                key: Any = [].append
                made = self._compiler.compile(args, return_type)
                known = made._replace(entry_point=key)
                self.targetctx.insert_user_function(key, known.fndesc, [known.library])
                self.add_overload(known)
            return known.entry_point

    def __call__(self, *args: Any) -> Any:
        """From Python, for tests: compiled by itself, and not kept."""
        if self._alone is None:
            self._alone = numba.jit(**OPTIONS)(self.py_func)
        return self._alone(*args)


# --- What Python calls -------------------------------------------------------------------------


class EntryPoint(_Widening):
    """A function that Python calls, and compiled code too; kept on disk."""

    def __init__(self, function: Function, folder: Path | None):
        super().__init__(function, targetoptions=OPTIONS)
        self._cache = NullCache() if folder is None else Kept(function, folder)


class NotKept(Exception):
    """This is not compiled yet for such arguments."""


class Loaded(CPUDispatcher):  # type: ignore[misc]
    """An entry point that another process compiles: it is only ever loaded.

    Raise NotKept for arguments of types that were not compiled when it last took up.
    """

    def __init__(self, function: Function, folder: Path):
        super().__init__(function, targetoptions=OPTIONS)
        self._kept = Kept(function, folder)
        self._files: set[Path] = set()
        self.take_up()

    def take_up(self) -> None:
        """Load what has been compiled since."""
        with global_compiler_lock:
            for file in self._kept.files(self.targetctx):
                if file not in self._files:
                    self._files.add(file)
                    found = self._kept.load(file, self.targetctx)
                    if found is not None:
                        self.add_overload(found)

    def compile(self, sig: Any) -> Any:
        args, _ = sigutils.normalize_signature(sig)
        known = self.overloads.get(tuple(args))
        if known is None:
            raise NotKept
        return known.entry_point


class Kept(NullCache):  # type: ignore[misc]
    """The compiled forms of a function, each in a file of its own."""

    lost = 0
    """How many could not be kept, in this process."""

    def __init__(self, function: Function, folder: Path):
        self._folder = folder
        self._name = f"{function.__module__}.{function.__qualname__}"
        source = Path(function.__code__.co_filename)
        self._stamp = (
            *(version(package) for package in ("numba", "llvmlite", "numpy")),
            sys.version_info[:2],
            hashlib.sha256(source.read_bytes() if source.is_file() else b"").hexdigest(),
            hashlib.sha256(function.__code__.co_code).hexdigest(),
        )

    @property
    def cache_path(self) -> str:
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return self.load(self._file(sig, target_context.codegen()), target_context)

    def files(self, target_context: Any) -> list[Path]:
        """Whatever is kept of this function for this Python and processor, for whatever types."""
        return sorted(self._folder.glob(f"{self._prefix(target_context.codegen())}-*{SUFFIX}"))

    def save_overload(self, sig: Any, data: Any) -> None:
        file = self._file(sig, data.codegen)
        content = dumps(data._reduce())
        try:
            self._replace(file, hashlib.sha256(content).digest() + content)
        except OSError as problem:
            Kept.lost += 1
            log.warning(
                "compiled code cannot be saved in %s (%s), so it will be compiled again next time",
                self._folder, problem.strerror,
            )  # fmt: skip

    def load(self, file: Path, target_context: Any) -> Any:
        target_context.refresh()
        try:
            content = file.read_bytes()
        except OSError:
            return None
        code = content[CHECKSUM:]
        if hashlib.sha256(code).digest() == content[:CHECKSUM]:
            with suppress(Exception):  # of an older Numba, say
                return compiler.CompileResult._rebuild(target_context, *pickle.loads(code))  # noqa: S301
        log.warning("compiled code is damaged and will be compiled again: %s", file.name)
        with suppress(OSError):
            file.unlink()
            for marker in self._folder.glob("done *"):  # it is not, any more
                marker.unlink(missing_ok=True)
        return None

    def _prefix(self, codegen: Any) -> str:
        return f"{self._name}-{digest((self._stamp, codegen.magic_tuple()))}"

    def _file(self, sig: Any, codegen: Any) -> Path:
        args, _ = sigutils.normalize_signature(sig)
        text = str(args)
        foreign = [sources for position, sources in _foreign.items() if position in text]
        return self._folder / f"{self._prefix(codegen)}-{digest((text, foreign))}{SUFFIX}"

    def _replace(self, file: Path, content: bytes) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.parent / f".{file.name}.{os.getpid()}"  # the compiler has a lock in each process
        try:
            new.write_bytes(content)
            new.replace(file)
        except BaseException:
            new.unlink(missing_ok=True)
            raise


_foreign: dict[str, str] = {}
"""By the type of a position: the sources of its game, if they are none of ours."""


def depend_on_sources(position: Any, folder: Path) -> None:
    """Code compiled for these positions is kept for just this state of the sources in a folder."""
    sources = [source.read_bytes() for source in sorted(folder.glob("*.py"))]
    _foreign[str(position)] = digest(sources)


def digest(parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


# --- What every game answers in its own way ----------------------------------------------------


def choose_by_position(question: Function, find: Callable[[Any], Any]) -> None:
    """Have compiled code that calls `question` call what `find` gives for its first argument."""

    class Choice(AbstractTemplate):  # type: ignore[misc]
        key = question

        def generic(self, args: Any, kws: Any) -> Any:
            found = find(args[0])
            if found is None:
                return None
            kind = types.Dispatcher(found)
            signature = kind.get_call_type(self.context, args, kws)
            self.chosen = kind.get_overload(signature)
            return signature

        def get_impl_key(self, sig: Any) -> Any:
            return self.chosen

    infer_global(question, types.Function(Choice))
