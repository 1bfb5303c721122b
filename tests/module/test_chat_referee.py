"""The chat window of the real engine on a battle, in each language, and the declarations in its log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.test_declarations_referee import Player
from tests.referee.engine import Engine
from trc_module.declarations import Declaration
from trc_module.disk_cache import cache_root
from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.events import Reported
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir

SHOWN = {
    "en": """\
* Turn 1: Axis, first impulse: movement
* German 56 Armor 7-7: J20 to K20
* 56th Panzer Corps (K20) moves by rail
* Turn 1: Axis, first impulse: combat
* Battle 3: 24th Army (X17) is attacked
* Battle 3: 47th Panzer Corps (Y17) attacks
* Battle 3: 7 : 4 = 1-1
* Battle 3: 47th Panzer Corps (Y17) takes no part
* UNDO: * Battle 3: 47th Panzer Corps (Y17) takes no part
* Battle 3: 47th Panzer Corps (Y17) against 24th Army (X17), 1-1, die 6
* Battle 3, 1-1, die 6: DR: the defenders retreat two hexes. Click the badge of each unit that is lost, and drag \
those that retreat.
* Battle 3: 24th Army (X17) retreats
* 4th Army (N12) is out of supply and removed (17.2)""",
    "de": """\
* Runde 1: Achse, erster Impuls: Bewegung
* Deutsch 56 Panzer 7-7: J20 nach K20
* 56. Panzerkorps (K20) fährt mit der Bahn
* Runde 1: Achse, erster Impuls: Kampf
* Kampf 3: 24. Armee (X17) wird angegriffen
* Kampf 3: 47. Panzerkorps (Y17) greift an
* Kampf 3: 7 : 4 = 1-1
* Kampf 3: 47. Panzerkorps (Y17) nimmt nicht teil
* UNDO: * Kampf 3: 47. Panzerkorps (Y17) nimmt nicht teil
* Kampf 3: 47. Panzerkorps (Y17) gegen 24. Armee (X17), 1-1, Würfel 6
* Kampf 3, 1-1, Würfel 6: DR: die Verteidiger ziehen sich zwei Hexfelder zurück. Ein Klick auf ihr Zeichen nimmt eine \
verlorene Einheit weg; wer sich zurückzieht, wird gezogen.
* Kampf 3: 24. Armee (X17) zieht sich zurück
* 4. Armee (N12) ist ohne Versorgung und wird entfernt (17.2)""",
    "it": """\
* Turno 1: Asse, 1° impulso: movimento
* Tedesca 56 Corazzata 7-7: da J20 a K20
* 56° corpo corazzato (K20) muove in treno
* Turno 1: Asse, 1° impulso: combattimento
* Combattimento 3: 24ª armata (X17) subisce l'attacco
* Combattimento 3: 47° corpo corazzato (Y17) attacca
* Combattimento 3: 7 : 4 = 1-1
* Combattimento 3: 47° corpo corazzato (Y17) non partecipa
* UNDO: * Combattimento 3: 47° corpo corazzato (Y17) non partecipa
* Combattimento 3: 47° corpo corazzato (Y17) contro 24ª armata (X17), 1-1, dado 6
* Combattimento 3, 1-1, dado 6: DR: i difensori si ritirano di due esagoni. Un clic sul suo contrassegno toglie \
un'unità persa; quelle che si ritirano si trascinano.
* Combattimento 3: 24ª armata (X17) si ritira
* 4ª armata (N12) esce dalla mappa, senza rifornimento (17.2)""",
}
READ = [
    "PHASE",
    "MODE u=ger-56-pz mode=rail at=K20",
    "PHASE",
    "DEF b=3 u=rus-24-inf at=X17",
    "ATT b=3 u=ger-47-pz at=Y17",
    "OUT b=3 u=ger-47-pz at=Y17",
    "ROLL b=3 die=6",
    "RETREAT b=3 u=rus-24-inf at=X17",
    "REMOVED u=rus-4-inf because=17.2 at=N12",
]
"""The declarations of the log, in every language, undone lines included."""


@pytest.mark.parametrize("language", list(SHOWN))
def test_players_read_sentences_and_the_audit_reads_what_stands_behind_them(
    referee: Engine, module_file: Path, tmp_path: Path, language: str
) -> None:
    parts = load_inputs(find_game("trc"), data_dir() / "trc", language)
    if language != "en":
        module_file = tmp_path / f"{language}.vmod"
        build_module(parts, module_file, "0.0.1", cache_root())
    player = Player(referee.keep(module_file), parts, tmp_path)
    player.sit_down(ger_47_pz="Y17", rus_24_inf="X17", ger_56_pz="J20", rus_4_inf="N12")
    begun = len(player.game.said.chat)
    path = tmp_path / "chat.vlog"
    player.game.begin_log(path)
    player.turn_to(turn=1, step=1)
    player.drag("ger-56-pz", "K20")
    player.key("ger-56-pz", "ctrl L")
    player.turn_to(turn=1, step=2)
    player.key("rus-24-inf", "ctrl B")
    player.key("ger-47-pz", "ctrl A")
    player.key("ger-47-pz", "ctrl N")
    player.game.undo()
    player.game.load_dice(6)
    player.game.hot_key("F7")
    player.key("rus-24-inf", "ctrl K")
    player.key("rus-4-inf", "ctrl U")
    player.game.end_log()
    # What begins with a dash is the engine's own.
    shown = [line for line in player.game.said.chat[begun:] if not line.startswith("-")]
    assert "\n".join(shown) == SHOWN[language]
    assert list(declared(path, parts)) == READ


def declared(path: Path, parts: ModuleInputs) -> list[str]:
    """Return the declarations of a log: of the fields those that tell who, where and what."""
    log = open_log(path, parts)
    found = []
    for step in log.steps(log.table()):
        for event in step.events:
            if isinstance(event, Reported) and isinstance(event.declares, Declaration):
                known = ("b", "u", "mode", "die", "because", "at")
                fields = event.declares.fields
                told = [f"{key}={fields[key]}" for key in known if key in fields and event.declares.verb != "PHASE"]
                found.append(" ".join((event.declares.verb, *told)))
    return found
