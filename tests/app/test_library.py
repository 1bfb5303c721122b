"""Games of a folder as cards."""

from __future__ import annotations

import os
import shutil
import sys
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.conftest import OPENING, serving
from tests.replay.script import Script
from trc_module.app.library import Card, Library
from trc_module.cli.logs import open_logs
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "games").mkdir()
    (tmp_path / "run" / "dropped").mkdir(parents=True)
    return Library([tmp_path / "games"], tmp_path / "run" / "dropped", open_logs)


def test_an_empty_folder_has_no_games(library: Library) -> None:
    library.look()
    assert library.cards() == []


def test_a_card_says_who_plays_whose_move_it_is_and_what_was_found(library: Library, opening: Path) -> None:
    shutil.copy(opening, library.folders[0] / "week1.vlog")
    library.look()
    (card,) = library.cards()
    assert (card.title, card.game, card.logs) == ("The Russian Campaign", "trc", ("week1.vlog",))
    assert card.players == (("axis", "Axis player"), ("russian", "Russian player"))
    assert (card.turn, card.moment, card.side) == (1, "turn 1 axis impulse 1 movement", "axis")
    assert card.counts == (("violation", 1),)
    assert [(verdict, rule) for verdict, rule, _ in card.last] == [("violation", "7.2")]
    assert card.last[0][2].startswith("46th Panzer Corps (ger-46-pz) moved on")
    assert (card.dropped, card.error) == (False, "")
    assert library.logs_of(card.name) == (library.folders[0] / "week1.vlog",)


def test_logs_of_one_game_are_one_card_and_a_log_that_goes_is_forgotten(
    library: Library, parts: ModuleInputs, tmp_path: Path
) -> None:
    first = Script(parts, OPENING, library.folders[0] / "week1.vlog").move("ger-8-inf", "I22")
    first.write()
    library.look()
    (one,) = library.cards()
    assert one.logs == ("week1.vlog",)
    longer = Script(parts, OPENING, library.folders[0] / "week2.vlog").move("ger-8-inf", "I22").move("ger-9-inf", "L24")
    longer.end().write()
    library.look()
    (both,) = library.cards()
    assert both.logs == ("week1.vlog", "week2.vlog")
    assert both.moment == "turn 1 axis impulse 1 combat"
    (library.folders[0] / "week2.vlog").unlink()
    library.look()
    (again,) = library.cards()
    assert (again.logs, again.moment) == (one.logs, one.moment)
    (library.folders[0] / "week1.vlog").unlink()
    library.look()
    assert library.cards() == []


def test_a_log_that_is_written_anew_is_read_anew(library: Library, parts: ModuleInputs) -> None:
    path = library.folders[0] / "week1.vlog"
    Script(parts, OPENING, path).move("ger-8-inf", "I22").write()
    library.look()
    Script(parts, OPENING, path).move("ger-46-pz", "M23", "M22", "M21").write()
    library.look()
    (card,) = library.cards()
    assert card.counts == (("violation", 1),)


def test_a_damaged_file_is_named_without_its_folder(library: Library) -> None:
    (library.folders[0] / "broken.vlog").write_bytes(b"PK nothing")
    library.look()
    (card,) = library.cards()
    assert (card.name, card.logs) == ("", ("broken.vlog",))
    assert "broken.vlog" in card.error
    assert str(library.folders[0]) not in card.error


def test_links_out_of_the_folder_are_not_followed(library: Library, opening: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    shutil.copy(opening, outside / "secret.vlog")
    try:
        (library.folders[0] / "link.vlog").symlink_to(outside / "secret.vlog")
        (library.folders[0] / "inner").symlink_to(outside, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    library.look()
    assert library.cards() == []
    assert not library.may_read(library.folders[0] / "link.vlog")


def test_a_list_is_not_called_complete_that_was_made_before_it_was(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with serving(tmp_path / "games", tmp_path / "run" / "dropped") as served:
        served.games()
        bell, cards = served.bell, served.library.cards

        def meanwhile(language: str = "en") -> list[Card]:
            found: list[Card] = cards(language)
            bell.settled = True
            return found

        bell.settled, served.library.cards = False, meanwhile
        assert served.ask("api/games").tree["settled"] is False
        assert served.ask("api/games").tree["settled"] is True


def test_a_game_that_is_not_there_is_told_of(library: Library) -> None:
    with pytest.raises(UserError, match="no such game here any more"):
        library.logs_of("0123456789")


def test_what_is_dropped_joins_the_game_of_the_folder(parts: ModuleInputs, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    Script(parts, OPENING, folder / "week1.vlog").move("ger-8-inf", "I22").write()
    longer = Script(parts, OPENING, tmp_path / "week2.vlog").move("ger-8-inf", "I22").move("ger-9-inf", "L24").write()
    with serving(folder, tmp_path / "run" / "dropped") as served:
        served.games()
        answer = served.drop("week2.vlog", longer.read_bytes())
        assert answer.status == 200
        (card,) = served.games()
        assert answer.tree == {"game": card["name"]}
        assert card["logs"] == ["week1.vlog", "week2.vlog"]
        assert card["dropped"] is True
        # The same file once more is no other one.
        assert served.drop("week2.vlog", longer.read_bytes()).tree == answer.tree
        assert [path.name for path in served.library.dropped.iterdir()] == ["week2.vlog"]
        page = served.ask(f"game/{card['name']}/")
        assert page.status == 200
        assert b"<script>" not in page.body
        # Nothing was written into the player's folder.
        assert [path.name for path in folder.iterdir()] == ["week1.vlog"]


def test_a_save_that_is_dropped_opens_as_a_position(parts: ModuleInputs, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    save = Script(parts, OPENING, tmp_path / "week1.vsav").write()
    with serving(folder, tmp_path / "run" / "dropped") as served:
        served.games()
        answer = served.drop("week1.vsav", save.read_bytes())
        assert answer.status == 200, answer.body
        name = answer.tree["game"]
        assert served.ask(f"game/{name}/").status == 200
        assert served.question(name, "reach", step=0, unit="ger-24-pz")["answered"] is True
        (card,) = served.games()
        assert (card["logs"], card["moment"]) == (["week1.vsav"], "turn 1 axis impulse 1 movement")


def test_a_log_of_another_module_can_be_read_though_no_rules_judge_it(parts: ModuleInputs, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    Script(parts, OPENING, folder / "other.vlog").move("ger-8-inf", "I22").write(module_name="Another Game")
    with serving(folder, tmp_path / "run" / "dropped") as served:
        (card,) = served.games()
        assert (card["name"], card["logs"]) == ("", ["other.vlog"])
        page = served.ask(f"log/{card['transcript']}/")
        assert page.status == 200
        assert b"Another Game" in page.body
        assert served.ask("log/0123456789abcdef/").status == 400
        assert served.ask("log/%25/").status == 400


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes, and links need rights there")
def test_links_that_lead_nowhere_or_in_a_circle_and_pipes_hide_no_game(library: Library, opening: Path) -> None:
    folder = library.folders[0]
    shutil.copy(opening, folder / "week1.vlog")
    (folder / "round.vlog").symlink_to("round.vlog")
    (folder / "nowhere.vlog").symlink_to("gone.vlog")
    (folder / "up").symlink_to(".")
    os.mkfifo(folder / "pipe.vlog")
    (folder / "folder.vlog").mkdir()
    library.look()
    assert [card.logs for card in library.cards()] == [("week1.vlog",)]


def test_the_dice_of_a_server_are_taken_from_its_mails(tmp_path: Path) -> None:
    from tests.cli.test_dice_mails import RIGHT, WRONG, put
    from trc_module.app.opened import Opened

    log, mail = put(tmp_path / "games", WRONG)
    (tmp_path / "run" / "dropped").mkdir(parents=True)
    library = Library([tmp_path / "games"], tmp_path / "run" / "dropped", open_logs, mails=[mail])
    opened = Opened(open_logs, library.judged_by)

    def violations() -> tuple[int, int]:
        library.look()
        (card,) = library.cards()
        return dict(card.counts).get("violation", 0), opened.get(card.name, [log]).audit.violations

    wrong = violations()
    assert wrong[0] == wrong[1] > 0
    # A mail that says something else is heard, though the log is as it was.
    mail.write_text(RIGHT, encoding="utf-8")
    assert violations() == (0, 0)
    # One that cannot be read is told of, and what was read before stands.
    mail.write_text("no dice here", encoding="utf-8")
    assert violations() == (0, 0)
    assert "week1-dice.txt" in library.mail_fault


def test_no_more_games_are_in_memory_than_are_kept_while_another_is_judged(opening: Path, tmp_path: Path) -> None:
    from trc_module.app.opened import MOST_OPEN, Opened
    from trc_module.replay.execution import Execution, execute
    from trc_module.replay.gamelog import GameLog

    logs = [Path(shutil.copy(opening, tmp_path / f"{number}.vlog")) for number in range(MOST_OPEN + 1)]
    executed: list[weakref.ref[Execution]] = []
    alive: list[int] = []

    def executing(log: GameLog, on_step: Callable[[int], None] = lambda _: None) -> Execution:
        alive.append(sum(each() is not None for each in executed))
        found = execute(log, on_step)
        executed.append(weakref.ref(found))
        return found

    opened = Opened(open_logs, executing=executing)
    for log in logs:
        opened.get(log.name, [log])
    assert alive == [*range(MOST_OPEN), MOST_OPEN - 1]
