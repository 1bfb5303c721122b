"""The program runs alike on Linux, macOS and Windows: nothing in it is known to some of them alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.parsed import PACKAGE, PARSED, tree_of

pytestmark = PARSED

MODULES = {"crypt", "fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "winreg"}
CALLS = {
    "os": {"fork", "forkpty", "getuid", "killpg", "mkfifo", "nice", "sched_getaffinity", "setsid", "wait", "waitpid"},
    "signal": {"SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "pause", "setitimer"},
    "multiprocessing": {"Pool", "Process", "get_context", "set_start_method"},
    "concurrent.futures": {"ProcessPoolExecutor"},
}
"""The calls that some system lacks, or that fork; `getattr` with a default is the way to what may be missing."""

NAMES = frozenset(name for names in CALLS.values() for name in names)

ALLOWED = {
    # The one pool, and the boxes, which end with their parent.
    ("workers.py", "concurrent.futures.ProcessPoolExecutor"),
    ("archive/boxes.py", "multiprocessing.get_context"),
    # Where they are missing memory is not limited, and a file that is open cannot be removed.
    ("archive/boxes.py", "resource"),
    ("archive/boxes.py", "/proc/self/statm"),
    ("app/run_folder.py", "fcntl"),
    ("app/run_folder.py", "os.getuid"),
}

FOLDERS = (*(f"/{name}/" for name in ("dev", "etc", "home", "proc", "tmp", "usr", "var")), "C:\\")


def strange(tree: ast.AST) -> Iterator[str]:
    """Yield what a module names that some system lacks."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names if each.name.split(".")[0] in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (module for _ in range(module.split(".")[0] in MODULES))
                yield from (f"{module}.{each.name}" for each in names if each.name in CALLS.get(module, ()))
            case ast.Attribute(value, name) if name in NAMES and name in CALLS.get(ast.unparse(value), ()):
                yield ast.unparse(node)
            case ast.Constant(str(text)) if text.startswith(FOLDERS):
                yield text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import os\nos.fork()", ["os.fork"]),
        ("import signal\nsignal.signal(signal.SIGKILL, f)", ["signal.SIGKILL"]),
        ("from os import waitpid as w", ["os.waitpid"]),
        ("import fcntl", ["fcntl"]),
        ("from pwd import getpwnam", ["pwd"]),
        ("import multiprocessing\nmultiprocessing.get_context('fork')", ["multiprocessing.get_context"]),
        ("from concurrent.futures import ProcessPoolExecutor", ["concurrent.futures.ProcessPoolExecutor"]),
        (
            "import concurrent.futures\nconcurrent.futures.ProcessPoolExecutor()",
            ["concurrent.futures.ProcessPoolExecutor"],
        ),
        ("open('/proc/self/maps')", ["/proc/self/maps"]),
        ("getattr(signal, 'SIGHUP', None)\nos.kill(1, signal.SIGTERM)", []),
    ],
)
def test_what_some_system_lacks_is_found(text: str, found: list[str]) -> None:
    assert list(strange(ast.parse(text))) == found


def test_the_program_names_nothing_that_some_system_lacks() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in strange(tree_of(path))
    }
    assert found == ALLOWED
