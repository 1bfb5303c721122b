"""What a player says of his games, and saw of them last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trc_module.app.visits import GameIdentity, Visit, Visits, seen_now, visits_file
from trc_module.errors import UserError

ONE = GameIdentity(("a" * 64,), "/games/week1.vlog", "0f")


@pytest.fixture
def visits(tmp_path: Path) -> Visits:
    return Visits(tmp_path / "new" / "visits.json")


def test_what_is_said_is_kept_until_it_is_said_otherwise(visits: Visits) -> None:
    assert visits.of([ONE]) == [Visit()]
    visits.keep(ONE, side="axis", days=7, off="sat,sun")
    visits.keep(ONE, **seen_now(12, 3))
    (kept,) = Visits(visits.path).of([ONE])
    assert (kept.side, kept.days, kept.off, kept.steps, kept.findings) == ("axis", 7, "sat,sun", 12, 3)
    assert kept.seen > 1e9


def test_a_game_that_goes_on_is_the_same_game(visits: Visits) -> None:
    visits.keep(ONE, side="axis")
    later = GameIdentity(("b" * 64, *ONE.logs), "/elsewhere/other name.vlog", "0e")
    assert visits.of([later])[0].side == "axis"
    visits.keep(later, days=3)
    # The first log may be gone then.
    assert visits.of([GameIdentity(("b" * 64,))])[0] == Visit(side="axis", days=3)
    # One game, not two.
    assert len(json.loads(visits.path.read_text())["games"]) == 1


def test_a_log_saved_anew_is_known_by_place_and_beginning(visits: Visits) -> None:
    visits.keep(ONE, side="axis")
    again = GameIdentity(("c" * 64,), ONE.place, ONE.begins)
    assert visits.of([again])[0].side == "axis"
    # Another game under the same name, or the same beginning elsewhere, is another game.
    others = [GameIdentity(("c" * 64,), ONE.place, "ff"), GameIdentity(("c" * 64,), "/south/week1.vlog", ONE.begins)]
    assert visits.of(others) == [Visit(), Visit()]


def test_two_games_keep_apart(visits: Visits) -> None:
    two = GameIdentity(("d" * 64,), "/south/week1.vlog", ONE.begins)
    visits.keep_all([(ONE, {"side": "axis"}), (two, {"side": "russian"})])
    assert [each.side for each in visits.of([two, ONE])] == ["russian", "axis"]


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"version": 2, "games": []}', '{"version": 1, "games": [{}]}', "\x00", "[" * 100_000, '{"version": 1}'],
)
def test_a_file_that_is_none_of_ours_is_left_alone(visits: Visits, content: str) -> None:
    visits.path.parent.mkdir()
    visits.path.write_text(content)
    with pytest.raises(UserError, match=r"visits\.json: expected the file in which trc-module keeps sides"):
        visits.of([ONE])
    with pytest.raises(UserError, match="Move it away"):
        visits.keep(ONE, side="axis")
    assert visits.path.read_text() == content


def test_types_are_looked_at(visits: Visits) -> None:
    visits.keep(ONE, side="axis")
    tree = json.loads(visits.path.read_text())
    tree["games"][0]["days"] = "many"
    visits.path.write_text(json.dumps(tree))
    with pytest.raises(UserError, match="expected the file"):
        visits.of([ONE])


def test_the_file_lies_in_the_users_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRC_MODULE_HOME", str(tmp_path))
    assert visits_file() == tmp_path / "visits.json"
    monkeypatch.delenv("TRC_MODULE_HOME")
    assert visits_file().parts[-2:] == ("trc-module", "visits.json")
