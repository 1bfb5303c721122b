"""Connections that ask for nothing, or never come to the end of it, keep nobody out."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from tests.app.conftest import Served, serving
from trc_module.app import door

HEAD = "GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = "POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nhalf"


def is_closed(stream: socket.socket) -> bool:
    try:
        return stream.recv(1) == b""
    except ConnectionResetError:
        return True


def connected(served: Served, begin: str) -> socket.socket:
    found = socket.create_connection(("127.0.0.1", served.port), timeout=30)
    found.sendall(begin.encode())
    return found


@pytest.mark.parametrize("begin", ["", "G", HEAD, BODY])
def test_half_sent_requests_keep_nobody_out(served: Served, begin: str) -> None:
    held = [connected(served, begin) for _ in range(150)]
    try:
        for _ in range(3):
            answer = served.ask("api/games")
            assert answer.status == 200
    finally:
        for each in held:
            each.close()


def test_the_head_of_a_request_has_to_arrive_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "LONGEST_HEAD", 0.2)
    with serving(tmp_path, tmp_path / "run" / "dropped") as served:
        began = time.monotonic()
        with connected(served, HEAD) as slow:
            # A byte now and then does not make it any longer.
            while time.monotonic() - began < 20:
                try:
                    slow.sendall(b"x")
                    slow.settimeout(0.05)
                    if slow.recv(100) == b"":
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
        assert time.monotonic() - began < 10
        # A request that is complete has all the time it needs, and so has the next one on the same connection.
        with connected(served, f"{HEAD}\r\n") as quick:
            assert quick.recv(100).startswith(b"HTTP/1.1 404")


def test_of_those_that_wait_the_oldest_go(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_WAITING", 5)
    monkeypatch.setattr(door, "GRACE", 0)
    held = [connected(served, HEAD) for _ in range(8)]
    try:
        assert all(is_closed(each) for each in held[:3])
        held[-1].sendall(b"\r\n")
        assert held[-1].recv(12) == b"HTTP/1.1 404"
    finally:
        for each in held:
            each.close()


def test_every_address_needs_the_secret(served: Served) -> None:
    app = [route.path for route in served.routes]
    assert len(app) > 20
    for path in app:
        for method in ("GET", "POST"):
            answer = served.ask(path[1:], method, b"" if method == "POST" else None, token="x" * 32)
            assert (answer.status, answer.body) == (404, b"Not found."), path
