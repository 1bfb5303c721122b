"""Answers to logs: they audit clean, say what they do, ask what is the other's, and are refused with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.opponent.mailed import answered, audited, first_log, inputs
from trc_module.auditing.audit import Audit
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.gamespec import game_names
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.dice_check import check_dice
from trc_module.opponent.game_so_far import lines_of
from trc_module.opponent.sealed_dice import seal_in, shown_in
from trc_module.opponent.words import GameWords
from trc_module.rules.actions import Action, Lose
from trc_module.rules.finder import find_game
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.rules.state import State
from trc_module.vassal.commands import AddPlayer


def told(audit: Audit) -> list[str]:
    """Return all that an audit says beside notes."""
    return [str(noted.finding) for noted in audit.findings if noted.finding.verdict is not Verdict.NOTE]


class Mail(list[Path]):
    """Logs to and fro, and the position with which the program ended the last one."""

    end: State


@pytest.fixture(scope="module")
def mail(parts: ModuleInputs, tmp_path_factory: pytest.TempPathFactory) -> Mail:
    """Return the logs of some turns of the five-turn scenario: the Axis', then answers to and fro."""
    folder = tmp_path_factory.mktemp("mail")
    logs = Mail([folder / "0.vlog"])
    first_log(parts, logs[0], "barbarossa", 7, "russian")
    sides = ("russian", "axis", "russian", "axis", "russian", "axis")
    for number, side in enumerate(sides, 1):
        logs.end = answered(parts, folder / f"{number}.vlog", *logs, side=side).end
        logs.append(folder / f"{number}.vlog")
    return logs


def test_logs_to_and_fro_are_one_game_without_a_finding(parts: ModuleInputs, mail: Mail) -> None:
    audit = audited(parts, *mail)
    assert told(audit) == []
    assert audit.end.clock == mail.end.clock
    assert audit.end.forces == mail.end.forces
    assert [link.join for link in audit.chain.links] == [0] * len(mail)


def test_a_choice_of_the_other_is_asked_for_and_his_log_answers_it(parts: ModuleInputs, mail: list[Path]) -> None:
    audit = audited(parts, *mail[:2])
    asked = [line for line in lines_of(audit.chain, 1) if "It is yours to choose" in line]
    assert asked == [
        "* trc-module: It is yours to choose: lose 56th Panzer Corps in battle 4; "
        "lose 28th Infantry Corps in battle 4. Do it in your log, and mail it; I go on from there."
    ]
    after = audited(parts, *mail[:3])
    new = [done.action for done in after.acts[len(audit.acts) :]]
    assert [act for act in new if isinstance(act, Lose)] == new != []
    assert after.end.clock == audit.end.clock


def test_every_act_of_a_log_has_its_sentence(parts: ModuleInputs, mail: list[Path]) -> None:
    audit = audited(parts, *mail[:2])
    lines = list(lines_of(audit.chain, 1))
    assert "* trc-module: I play the russian side at the level fair." in lines
    attacks = [line for line in lines if " attack" in line and line.startswith("* trc-module: ")]
    assert attacks[0] == "* trc-module: 23rd Army attacks Finnish 3rd Infantry Corps in B10 at 1-1."
    moves = sum(" goes " in line or " withdraws " in line or " holds " in line for line in lines)
    assert moves > 10


def test_dice_follow_from_a_word_that_was_sealed_in_the_log_before(parts: ModuleInputs, mail: list[Path]) -> None:
    chain = audited(parts, *mail).chain
    checked = list(check_dice(chain))
    assert [each.log for each in checked] == [f"{number}.vlog" for number in range(1, 7)]
    assert checked[0].sentence == "4 dice follow from the word; no log before it has its seal."
    assert {each.sentence.split(" ", 1)[1] for each in checked[1:]} <= {
        "dice follow from the word that was sealed before.",
        "die follows from the word that was sealed before.",
    }
    assert all(each.fair for each in checked)
    seal, shown = seal_in(lines_of(chain, 1)), shown_in(lines_of(chain, 2))
    assert seal is not None
    assert shown is not None
    assert shown.word not in "".join(lines_of(chain, 1))


def test_dice_after_another_log_than_the_one_they_answer_are_told(
    parts: ModuleInputs, mail: list[Path], tmp_path: Path
) -> None:
    other = tmp_path / "0.vlog"
    first_log(parts, other, "barbarossa", 7, "russian")
    content = bytearray(mail[0].read_bytes())
    other.write_bytes(bytes(content) + b"")
    (same,) = check_dice(audited(parts, other, mail[1]).chain)
    assert same.fair
    changed = tmp_path / "changed.vlog"
    first_log(parts, changed, "barbarossa", 4, "russian")
    answered(parts, tmp_path / "r.vlog", changed)
    (apart,) = (each for each in check_dice(audited(parts, mail[0], tmp_path / "r.vlog").chain))
    assert apart.sentence == "the log that it answers is not 0.vlog, or that was changed."
    assert not apart.fair


def test_the_same_log_and_secret_give_the_same_answer(parts: ModuleInputs, mail: list[Path], tmp_path: Path) -> None:
    answered(parts, tmp_path / "a.vlog", mail[0])
    assert (tmp_path / "a.vlog").read_bytes() == mail[1].read_bytes()
    answered(parts, tmp_path / "b.vlog", mail[0], secret="another")
    assert (tmp_path / "b.vlog").read_bytes() != mail[1].read_bytes()


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_answered_without_a_finding(name: str, tmp_path: Path) -> None:
    parts = inputs(name)
    scenario = next(each for each in parts.game.scenarios if each != "none")
    logs = [tmp_path / "0.vlog"]
    side = first_log(parts, logs[0], scenario, 3, parts.game.sides[1]).clock.side
    for number in range(1, 4):
        answered(parts, tmp_path / f"{number}.vlog", *logs, side=side)
        logs.append(tmp_path / f"{number}.vlog")
        side = next(each for each in parts.game.sides if each != side)
    assert told(audited(parts, *logs)) == []


# ------------------------------------------------------------------ refusals


HEAD = "game: trc\nscenario: barbarossa\n"
BROKEN = (
    f"{HEAD}at: turn 1 axis impulse 1 movement clear\non O25: ger-7-inf\non H5: rus-3-inf\n"
    "move ger-7-inf O25 O24 O23 O22 O21 O20\n"
)


def file(path: Path, text: str, parts: ModuleInputs) -> Path:
    """Write the log of a record."""
    compose(parts, read_record(text, path.stem, find_game), path, "0.0.1")
    return path


def run(*words: object) -> tuple[str, UserError | None]:
    """Run a command; return what it printed, and how it was refused."""
    ran = CliRunner().invoke(group, list(map(str, words)), standalone_mode=False)
    assert ran.exception is None or isinstance(ran.exception, UserError), ran.exception
    return ran.stdout, ran.exception


def test_a_log_that_breaks_a_rule_is_answered_only_anyway(parts: ModuleInputs, tmp_path: Path) -> None:
    ends = "end\nend\nend\nend\nend\n"
    log = file(tmp_path / "broken.vlog", BROKEN + ends, parts)
    _, refused = run("reply", log, "-o", tmp_path / "r.vlog", "--seed", 1)
    assert refused is not None
    assert refused.args[0] == (
        "The log breaks a rule, and an answer would accept it: mail it back, or answer with --anyway."
    )
    assert refused.args[1].startswith("step 5: 4.1.2c: ger-7-inf moved 5 hexes from O25 to O20")
    assert not (tmp_path / "r.vlog").exists()
    assert run("reply", log, "-o", tmp_path / "r.vlog", "--seed", 1, "--anyway")[1] is None
    assert run("reply", "--check", log, tmp_path / "r.vlog")[1] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Expected either -o FILE, the log to write, or --check to look at the dice of replies."),
        (("--side", "german"), "There is no side 'german' in The Russian Campaign; expected one of axis, russian."),
        (("--level", "great"), "There is no level 'great'; expected one of easy, fair, hard."),
        (
            ("--side", "axis"),
            "It is not the Axis player's turn: the log ends in turn 1, Russian impulse 1, movement. Play on to the end "
            "of your turn, or name the other side (russian) with --side.",
        ),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str, mail: list[Path], tmp_path: Path
) -> None:
    output = ("-o", tmp_path / "r.vlog") if words else ()
    _, refused = run("reply", mail[0], *output, *words)
    assert refused is not None
    assert refused.args == (sentence,)
    assert not (tmp_path / "r.vlog").exists()


def test_its_own_log_is_not_answered(mail: list[Path], tmp_path: Path) -> None:
    _, refused = run("reply", mail[0], mail[1], "-o", tmp_path / "r.vlog")
    assert refused is not None
    assert refused.args == ("1.vlog is the program's own log: play on from it, and give your log as well.",)


def test_a_missing_log_is_named(parts: ModuleInputs, mail: list[Path], tmp_path: Path) -> None:
    _, refused = run("reply", mail[0], mail[6], "-o", tmp_path / "r.vlog")
    assert refused is not None
    assert refused.args[0].startswith("A log is missing, and its dice would not count: 6.vlog begins in ")


def test_the_sentence_of_a_move_says_what_it_is_for(parts: ModuleInputs) -> None:
    record = read_record(
        f"{HEAD}at: turn 1 axis impulse 1 movement clear\non O25: ger-7-inf\non O23: rus-4-inf\non H29: ger-10-inf\n"
        "move ger-7-inf O25 O24\nmove ger-10-inf H29 H28\n",
        "x",
        find_game,
    )
    words = GameWords(parts, "axis")
    assert [words.of(record.start, act) for act in record.entries if isinstance(act, Action)] == [
        "7th Infantry Corps goes to O24, against 4th Army.",
        "10th Infantry Corps goes to H28, near Posen.",
    ]


def test_a_seat_is_taken_for_the_program_where_nobody_has_it(parts: ModuleInputs, mail: list[Path]) -> None:
    seats = {command.side for command in audited(parts, mail[1]).log.saved.commands() if isinstance(command, AddPlayer)}
    assert seats == {"Axis", "Russian", "Referee"}
