"""Access to the app: the page itself gets an answer, and nobody else."""

from __future__ import annotations

import http.client
import socket
from pathlib import Path

import pytest

from tests.app.conftest import Served, serving
from trc_module.app import limits
from trc_module.app.guard import HEADERS, POLICY
from trc_module.app.limits import LOGS, MOST_ASKED, MOST_DROPPED, plain_name
from trc_module.errors import UserError

NOTHING = b"Not found."


def test_the_page_itself_is_answered_and_may_run_no_script_but_the_apps_own(served: Served) -> None:
    answer = served.ask("")
    assert answer.status == 200
    assert answer.headers["content-security-policy"] == POLICY
    assert "script-src 'self';" in POLICY
    assert {name.lower(): value for name, value in HEADERS.items()}.items() <= answer.headers.items()
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["", "api/games", "static/home.js"])
@pytest.mark.parametrize("token", ["", "x", "static", "api"])
def test_without_the_secret_there_is_nothing(served: Served, path: str, token: str) -> None:
    answer = served.ask(path, token=token)
    assert (answer.status, answer.body) == (404, NOTHING)


def test_half_a_secret_or_more_than_it_is_none(served: Served) -> None:
    for token in (served.token[:-1], served.token + "x", served.token.swapcase()):
        assert served.ask("api/games", token=token).status == 404


def test_what_stands_on_the_browsers_command_line_is_good_for_one_request(tmp_path: Path) -> None:
    with serving(tmp_path, tmp_path / "dropped") as served:
        refused = served.ask("", token=served.ticket, headers={"Origin": "http://evil.example"})
        assert (refused.status, refused.body) == (404, NOTHING)
        answer = served.ask("", token=served.ticket)
        assert (answer.status, answer.headers["location"]) == (303, f"/{served.token}/")
        assert served.ask("", token=served.ticket).status == 404
        assert served.ask("").status == 200


def test_an_upload_that_never_ends_is_ended(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LONGEST_WAIT", 0.1)
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as stream:
        lines = (f"POST /{served.token}/api/drop?name=a.vlog HTTP/1.1", f"Host: 127.0.0.1:{served.port}")
        stream.sendall("\r\n".join([*lines, "Content-Length: 9", "", "half"]).encode())
        answer = http.client.HTTPResponse(stream)
        answer.begin()
        found = answer.read()
    assert (answer.status, found) == (
        400,
        b'{"error":"What the page sent did not arrive within 0.1 seconds: try again."}',
    )


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}", ""])
def test_a_name_that_somebody_lets_point_here_is_refused(served: Served, host: str) -> None:
    answer = served.ask("api/games", headers={"Host": host.format(port=served.port)})
    assert (answer.status, answer.body) == (404, NOTHING)


def test_the_machines_own_name_for_itself_is_accepted(served: Served) -> None:
    assert served.ask("api/games", headers={"Host": f"localhost:{served.port}"}).status == 200


@pytest.mark.parametrize(
    "origin",
    ["http://127.0.0.1:{other}", "http://localhost:{port}", "https://127.0.0.1:{port}", "null", "http://evil.example"],
)
def test_what_another_page_sends_is_refused_even_with_the_secret(served: Served, origin: str) -> None:
    origin = origin.format(port=served.port, other=served.port + 1)
    for method, body in (("GET", None), ("POST", b"{}")):
        answer = served.ask("api/games", method, body, {"Origin": origin})
        assert (answer.status, answer.body) == (404, NOTHING)
    assert served.ask("api/games", headers={"Origin": f"http://127.0.0.1:{served.port}"}).status == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "strange"])
def test_a_link_or_frame_of_another_site_is_refused_even_with_the_secret(served: Served, site: str) -> None:
    assert served.ask("", headers={"Sec-Fetch-Site": site}).status == 404
    for own in ("same-origin", "none"):
        assert served.ask("", headers={"Sec-Fetch-Site": own}).status == 200


@pytest.mark.parametrize(
    "path",
    [
        "static/../server.py",
        "static/..%2fserver.py",
        "static/%2e%2e/guard.py",
        "static//etc/passwd",
        "static/audit.html",
        "game/../../etc/passwd/",
        "game/%2e%2e/",
        "api/",
        "dropped/week1.vlog",
    ],
)
def test_no_address_leads_to_a_file(served: Served, path: str) -> None:
    assert served.ask(path).status in (307, 400, 404)


def test_a_game_that_is_not_here_is_told_of_in_a_sentence(served: Served) -> None:
    answer = served.ask("game/0123456789/")
    assert answer.status == 400
    assert answer.tree == {"error": "There is no such game here any more: look at the list of games again."}


def test_too_large_a_drop_is_refused_before_it_is_kept(served: Served) -> None:
    answer = served.drop("x.vlog", bytes(MOST_DROPPED + 1))
    assert answer.status == 400
    assert answer.tree["error"] == "That is more than 32 MB: a log of a game is smaller."
    assert list(served.library.dropped.iterdir()) == []


def test_too_large_a_question_and_no_question_are_refused(served: Served, game: str) -> None:
    assert served.ask(f"game/{game}/api/reach", "POST", bytes(MOST_ASKED + 1)).status == 400
    for body in (b"[]", b"{", b"1", b"\xff", b"[" * 5000):
        answer = served.ask(f"game/{game}/api/reach", "POST", body)
        assert (answer.status, answer.tree) == (400, {"error": "That is not a question of this page."})


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("week1.vlog", "week1.vlog"),
        ("../../etc/week1.vlog", "week1.vlog"),
        ("C:\\games\\week 1.VSAV", "week 1.VSAV"),
        ("..vlog", None),
        (".vlog", None),
        ("week1.vmod", None),
        ("week1.vlog/", None),
        ("a\nb\0c.vlog", "a_b_c.vlog"),
        ("x" * 300 + ".vlog", "x" * 95 + ".vlog"),
        # A system takes names of 255 bytes, and each of these letters has four.
        ("\U00010400" * 95 + ".vlog", "\U00010400" * 48 + ".vlog"),
    ],
)
def test_what_is_dropped_keeps_its_last_name_alone(name: str, kept: str | None) -> None:
    if kept is not None:
        assert plain_name(name, LOGS) == kept
        return
    with pytest.raises(UserError, match=r"expected a file that ends in \.vlog or \.vsav"):
        plain_name(name, LOGS)


def test_what_is_no_log_is_refused_in_a_sentence_and_not_kept(served: Served) -> None:
    answer = served.drop("x.vlog", b"no log")
    assert answer.status == 400
    assert answer.tree["error"] == (
        "'x.vlog' is not a complete zip archive, which every VASSAL file is: copy or download it again."
    )
    assert list(served.library.dropped.iterdir()) == []
