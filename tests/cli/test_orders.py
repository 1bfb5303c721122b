"""`trc-module orders`, and `audit --orders`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.cli.main import group
from trc_module.errors import UserError

POSITION = """\
game: trc
at: turn 2 axis impulse 1 combat clear
on Y17: ger-41-pz ger-47-pz
on Y16: ger-17-inf
on X17: rus-24-inf rus-4-inf
"""
FOUGHT = (
    POSITION
    + """\
attack 1: ger-41-pz ger-47-pz ger-17-inf x rus-24-inf rus-4-inf
roll 1: 4 2-1 EX
lose 1: ger-17-inf
lose 1: rus-4-inf
retreat 1: rus-24-inf X17 W17
end
"""
)
DRAFT = "turn 2 axis impulse 1\nX17: 2-1 by 41a,47a,17i  A1/AR/DR/D1 ?  EX 17i; 24i to W17\n"


def run(*words: object) -> Result:
    return CliRunner().invoke(group, list(map(str, words)), catch_exceptions=False)


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["fought.game", "fought.txt", "fought"])
def test_a_record_is_known_by_its_name_or_by_how_it_begins(tmp_path: Path, name: str) -> None:
    done = run("orders", file(tmp_path, name, "# as the players told it\n\n" + FOUGHT))
    assert (done.exit_code, done.output) == (0, DRAFT)


def test_orders_are_written_from_a_record(tmp_path: Path) -> None:
    assert run("orders", file(tmp_path, "x.game", FOUGHT)).stdout == DRAFT


def test_orders_are_written_from_a_log_and_held_against_it(tmp_path: Path) -> None:
    log = tmp_path / "x.vlog"
    run("compose", file(tmp_path, "x.game", FOUGHT), "-o", log)
    orders = tmp_path / "orders.txt"
    run("orders", log, "--at", "turn 2 axis impulse 1", "-o", orders)
    assert orders.read_text(encoding="utf-8") == DRAFT
    kept = run("audit", log, "--orders", orders)
    assert (kept.exit_code, "log.orders" in kept.stdout) == (0, False)
    orders.write_text(DRAFT.replace("EX 17i; 24i to W17", "EX 41a; 24i to V17"), encoding="utf-8")
    broken = run("audit", log, "--orders", orders, "--json")
    assert broken.exit_code == 1
    assert [
        finding["sentence"] for finding in json.loads(broken.stdout)["findings"] if finding["rule"] == "log.orders"
    ] == [
        "On EX in X17 the orders lose ger-41-pz; it was not lost (line 2 of the orders).",
        "On EX in X17 ger-17-inf was lost; the orders lose ger-41-pz (line 2 of the orders).",
        "On EX in X17 the orders move rus-24-inf to V17; it went to W17 (line 2 of the orders).",
    ]


def test_battles_of_one_alone_are_told(tmp_path: Path) -> None:
    log = tmp_path / "x.vlog"
    run("compose", file(tmp_path, "x.game", FOUGHT), "-o", log)
    orders = file(tmp_path, "orders.txt", "turn 2 axis impulse 1\nW16: 1-1 by 17i open\n")
    shown = run("audit", log, "--orders", orders).stdout
    assert "log.orders: The battle in W16 was not fought (line 2 of the orders).\n" in shown
    assert "log.orders: The battle in X17 was fought, but not ordered.\n" in shown


def test_orders_are_checked_with_the_chance_of_each_open_result(tmp_path: Path) -> None:
    position, orders = file(tmp_path, "p.game", POSITION), file(tmp_path, "orders.txt", DRAFT)
    shown = run("orders", "check", orders, "--position", position)
    assert shown.exit_code == 1
    assert "X17 at 2-1 (line 2): 18 to 7 is 2-1.\n" in shown.stdout
    assert "  X17 A1 1 in 6: who is lost, 41a, 47a, 17i.\n" in shown.stdout
    assert shown.stdout.endswith("The orders are not ready to be mailed.\n")
    tree = json.loads(run("orders", "check", orders, "--position", position, "--json").stdout)
    (battle,) = tree["battles"]
    assert [left["result"] for left in battle["unanswered"]] == ["A1", "AR", "EX", "DR", "D1"]
    assert (tree["clean"], battle["odds"], battle["real"]) == (False, "2-1", "2-1")
    ready = file(tmp_path, "open.txt", "turn 2 axis impulse 1\nX17: 2-1 by 41a,47a,17i open\n")
    assert run("orders", "check", ready, "--position", position).exit_code == 0


def test_a_game_without_battles_and_an_unknown_impulse_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"expected units next to enemies in .*, found none"):
        run(
            "orders", file(tmp_path, "p.game", "game: trc\nat: turn 2 axis impulse 1 combat clear\non Y17: ger-41-pz\n")
        )
    with pytest.raises(UserError, match="expected one of turn 2 axis impulse 1, found 'turn 9 axis impulse 1'"):
        run("orders", file(tmp_path, "x.game", FOUGHT), "--at", "turn 9 axis impulse 1")


def test_battles_that_nobody_declared_are_proposed(tmp_path: Path) -> None:
    position = file(tmp_path, "p.game", POSITION)
    told = run("orders", position).stdout
    assert told.splitlines()[0].startswith("# No battle has been declared")
    assert told.splitlines()[1:] == ["turn 2 axis impulse 1", "X17: 2-1 by 41a,47a,17i  A1/AR/EX/DR/D1 ?"]
    assert run("orders", position, "--at", "turn 2 axis impulse 1").stdout == told


MOVED = POSITION.replace("combat", "movement") + "end\n"


@pytest.mark.parametrize("begins", ["combat", "movement"])
@pytest.mark.parametrize("kind", ["record", "log"])
def test_a_draft_is_checked_with_the_game_that_it_was_written_from(tmp_path: Path, begins: str, kind: str) -> None:
    """The game goes on after the combat of its last battles: the orders are held against the position before it."""
    text = FOUGHT if begins == "combat" else MOVED + FOUGHT.removeprefix(POSITION)
    game = file(tmp_path, "x.game", text + "end\nend\nend\n")
    if kind == "log":
        run("compose", game, "-o", tmp_path / "x.vlog")
        game = tmp_path / "x.vlog"
    orders = tmp_path / "orders.txt"
    run("orders", game, "-o", orders)
    assert orders.read_text(encoding="utf-8") == DRAFT
    checked = run("orders", "check", orders, "--position", game)
    assert checked.exit_code == 1
    assert checked.stdout.startswith("Turn 2 axis impulse 1: 1 battle ordered.\n\nX17 at 2-1 (line 2): ")
    assert "Results without an answer\n  X17 A1 " in checked.stdout
    # The game holds no such moment: it says so as before.
    orders.write_text(DRAFT.replace("turn 2", "turn 9"), encoding="utf-8")
    with pytest.raises(UserError, match=r"expected orders of turn 2 .*, the moment of the position, found turn 9 axis"):
        run("orders", "check", orders, "--position", game)


def test_an_empty_file_of_orders_is_told_in_a_sentence(tmp_path: Path) -> None:
    empty = file(tmp_path, "o.txt", "# nothing yet\n")
    with pytest.raises(UserError) as told:
        run("orders", "check", empty, "--position", file(tmp_path, "x.game", POSITION))
    assert str(told.value) == (
        f"{empty}: there are no orders in it yet. Their first line names the impulse, as 'turn 3 axis impulse 1'; each "
        "line after it is a battle."
    )
