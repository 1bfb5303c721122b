"""A game against the program on the first page: begun there, answered when a log is saved, and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.app.conftest import Served, serving
from tests.opponent.mailed import answered, audited
from trc_module.app.against import FILE, FIRST, Against
from trc_module.cli.logs import open_logs
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH, game_folder
from trc_module.module.inputs import load_inputs
from trc_module.opponent.keeping import NAMED
from trc_module.rules.finder import find_game, known_game
from trc_module.rules.finding import Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from trc_module.module.inputs import ModuleInputs

KIT = Path(__file__).parents[1] / "systems" / "kit"
WANTED = {"game": "trc", "scenario": "breaking-storm", "mine": "axis", "level": "fair"}


@pytest.fixture(autouse=True)
def _secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAMED, str(tmp_path / "secret"))


@pytest.fixture
def against(tmp_path: Path) -> Against:
    return Against([tmp_path], ("trc",), open_logs)


def mine(parts: ModuleInputs, folder: Path, name: str = "mine.vlog") -> Path:
    """Save the player's log in a game's folder; here the program makes it too."""
    answered(parts, folder / name, folder / FIRST, *sorted(folder.glob("answer-*.vlog")), side="axis", secret="mine")
    return folder / name


def test_a_game_is_begun_answered_and_kept(against: Against, parts: ModuleInputs, tmp_path: Path) -> None:
    begun = against.begin(WANTED)
    folder = Path(begun["folder"])
    assert folder.name == "against-trc-module-trc-breaking-storm-1"
    # The Russians set up first: the program does so at once.
    assert begun["answers"] == ["answer-1.vlog"]
    assert sorted(path.name for path in folder.iterdir()) == ["answer-1.vlog", FIRST, FILE]
    assert not against.answer_new()
    log = mine(parts, folder)
    assert against.answer_new()
    (series,) = against.all()
    assert [(each.log, each.answer, each.error) for each in series.answers] == [
        (FIRST, "answer-1.vlog", ""),
        ("mine.vlog", "answer-2.vlog", ""),
    ]
    assert series.answers[-1].sentences
    assert not against.answer_new()
    audit = audited(parts, folder / FIRST, folder / "answer-1.vlog", log, folder / "answer-2.vlog")
    assert [noted for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE] == []


@pytest.mark.parametrize(
    ("name", "scenario", "side"),
    [("trc", "breaking-storm", "russian"), ("nr", "campaign", "soviet"), ("m41", "assault", "german"),
     ("trp", "22jun41", "soviet"), ("bfm", "campaign", "soviet")],
)  # fmt: skip
def test_each_game_is_begun_answered_and_audits_clean(
    name: str, scenario: str, side: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GAMES_PATH, str(KIT))
    known_game.cache_clear()
    parts = load_inputs(find_game(name), game_folder(name))
    against = Against([tmp_path], (name,), open_logs)
    folder = Path(against.begin({"game": name, "scenario": scenario, "mine": side, "level": "fair"})["folder"])
    logs = [folder / FIRST, *sorted(folder.glob("answer-*.vlog"))]
    answered(parts, folder / "mine.vlog", *logs, side=side, secret="mine")
    assert against.answer_new()
    last = next(against.all()).answers[-1]
    assert (last.log, last.error) == ("mine.vlog", "")
    assert last.answer
    audit = audited(parts, *logs, folder / "mine.vlog", folder / last.answer, scenario=scenario)
    assert [noted for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE] == []


def test_what_cannot_be_answered_is_said(against: Against, parts: ModuleInputs) -> None:
    folder = Path(against.begin(WANTED)["folder"])
    (folder / "letter.vlog").write_text("Dear opponent")
    assert against.answer_new()
    (series,) = against.all()
    last = series.answers[-1]
    assert (last.log, last.answer) == ("letter.vlog", "")
    assert last.error.startswith("'letter.vlog' is not a complete zip archive")
    # What was refused is not in the way of what comes next.
    mine(parts, folder)
    assert against.answer_new()
    assert [each.answer for each in next(against.all()).answers] == ["answer-1.vlog", "", "answer-2.vlog"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "There is no such game here."),
        ({"scenario": "moon"}, "There is no scenario 'moon' of The Russian Campaign; expected one of "),
        ({"mine": "red"}, "There is no side 'red' in The Russian Campaign; expected one of axis, russian."),
        ({"level": "god"}, "There is no level 'god'; expected one of easy, fair, hard."),
    ],
)
def test_a_game_that_there_is_not_is_not_begun(change: dict[str, str], sentence: str, against: Against) -> None:
    with pytest.raises(UserError) as refused:
        against.begin({**WANTED, **change})
    assert str(refused.value).startswith(sentence)
    assert list(against.all()) == []


def test_a_folder_that_somebody_has_changed_is_left_out(against: Against) -> None:
    folder = Path(against.begin(WANTED)["folder"])
    (folder / FILE).write_text(json.dumps({"game": 3}))
    assert list(against.all()) == []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "games").mkdir()
    with serving(tmp_path / "games", tmp_path / "run" / "dropped", watching=True) as found:
        found.games()
        yield found


def test_on_the_page(browser: Browser, served: Served, parts: ModuleInputs) -> None:
    context: Any = browser.new_context(locale="en")
    context.set_default_timeout(120_000)
    page = context.new_page()
    page.goto(served.address)
    page.select_option("#against-scenario", "breaking-storm")
    page.select_option("#against-side", "axis")
    page.select_option("#against-level", "easy")
    page.click("#against-form button")
    page.wait_for_selector("#series [data-series]")
    (card,) = page.query_selector_all("#series [data-series]")
    assert "The program plays Russian, level easy." in card.inner_text()
    assert f"{FIRST} was answered with answer-1.vlog." in card.inner_text()
    folder = next(served.folder.glob("against-*"))
    mine(parts, folder)
    page.wait_for_selector("text=mine.vlog was answered with answer-2.vlog.")
    page.click("#series summary")
    assert page.query_selector_all("#series ol li")
    page.wait_for_selector("#series h3 a")
    page.click("#series h3 a")
    page.wait_for_selector("#findings")
    context.close()
