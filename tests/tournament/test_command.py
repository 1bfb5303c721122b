"""`trc-module tournament`: what is printed, what is written, and the exit codes."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.tournament.folders import folder_of
from trc_module.cli.main import group


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["tournament", *map(str, words)])


def told(*words: object) -> str:
    """Return what a command prints that does what it is asked to."""
    result = run(*words)
    assert (result.exception, result.exit_code) == (None, 0), result.output
    return result.output


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_tournament_is_made_paired_and_played_by_hand() -> None:
    players = [word for name in ("Ann", "Bert", "Carl", "Dora") for word in ("--player", name)]
    assert told("new", "spring", "--rounds", "2", *players) == (
        "spring: a new tournament of 4 players; look through its tournament.toml.\n"
    )
    assert tomllib.loads(Path("spring/tournament.toml").read_text(encoding="utf-8"))["sides"] == ["axis", "russian"]
    assert "Fewer than" not in told("pair", "spring", "--dry-run")
    assert not Path("spring/pairings.csv").exists()
    assert told("pair", "spring") == "1.1  Ann (axis) - Carl (russian)\n1.2  Bert (axis) - Dora (russian)\n"
    done = run("pair", "spring")
    assert str(done.exception) == (
        f"{Path('spring/pairings.csv')}, line 2: no result yet of 1.1 (Ann and Carl), 1.2 (Bert and Dora). Enter them, "
        "or say --open-as-draws to pair as if these games were drawn."
    )
    assert "1.1   Ann   Carl          axis won (resignation)" in told(
        "results", "spring", "--enter", "1.1", "axis", "--by", "resignation"
    )
    told("results", "spring", "--enter", "1.2", "draw", "--by", "adjudication", "--judges", "Ann; Carl", "--turn", "9")
    (first, second) = json.loads(told("results", "spring", "--json"))
    assert (first["won-by-player"], second["state"], second["turn"]) == ("Ann", "drawn", 9)
    assert (
        told("results", "spring", "--csv").splitlines()[0].startswith("game,round,begins,ends,axis,russian,bid-side,")
    )
    rows = json.loads(told("standings", "spring", "--json"))
    assert [(row["place"], row["player"], row["points"], row["rating"]) for row in rows] == [
        (1, "Ann", 1, 5100),
        (2, "Bert", 0.5, 5000),
        (2, "Dora", 0.5, 5000),
        (4, "Carl", 0, 4900),
    ]
    # Ann has had the first side, and so has Bert.
    assert told("pair", "spring").splitlines()[0] in (
        "2.1  Dora (axis) - Ann (russian)",
        "2.1  Bert (axis) - Ann (russian)",
    )
    assert told("standings", "spring", "--round", "1").endswith("spring, round 2 of 2: 2 of 4 games over.\n")


def test_a_result_that_cannot_be_is_told_and_nothing_is_written() -> None:
    folder_of(Path("t"), rows=("1.1,1,Ann,Bert",))
    before = Path("t/pairings.csv").read_bytes()
    place = f"{Path('t/pairings.csv')}, line 2"
    for words, expected in (
        (("--enter", "9.9", "axis"), "There is no game 9.9 in the pairings."),
        (
            ("--enter", "1.1", "axes"),
            f"{place}: expected one of axis, russian, draw (did you mean axis?) in 'result', ",
        ),
        (("--enter", "1.1", "axis", "--by", "luck"), f"{place}: expected one of played, resignation, "),
        (("--enter", "1.1", "axis", "--by", "ruling"), f"{place}: a ruling needs its reason in 'why'."),
        (("--enter", "1.1", "draw", "--by", "adjudication"), f"{place}: expected two members in 'judges'"),
        (("--by", "ruling"), "--by, --judges, --why, --points and --turn go with --enter."),
    ):
        done = run("results", "t", *words)
        assert str(done.exception).startswith(expected), done.exception
    assert Path("t/pairings.csv").read_bytes() == before


def test_logs_are_added_and_belong_to_their_game(spring: Path) -> None:
    log = next((spring / "games").iterdir())
    assert told("add", spring, "--jobs", "1") == "1 file: 1 known, 0 read; 0 games judged.\n"
    assert told("add", spring, "--jobs", "1", "--game", "1.1", log) == "1 file: 1 known, 0 read; 0 games judged.\n"
    (first, _) = json.loads(told("results", spring, "--json"))
    assert first["archive"] in (spring / "pairings.csv").read_text(encoding="utf-8")
    assert str(run("add", spring, "--game", "7.7", log).exception) == "There is no game 7.7 in the pairings."


def test_players_may_come_later() -> None:
    folder_of(Path("t"), rows=("1.1,1,Ann,Bert",))
    assert told("add", "t", "--player", "Eva", "--alias", "eva7") == "Eva plays from round 2 on.\n"
    assert str(run("add", "t", "--player", "EVA7").exception).endswith("'EVA7' is a name of 'Eva' already.")
    assert json.loads(told("add", "t", "--player", "Gil", "--json")) == {"player": "Gil", "since": 2}
    folder_of(Path("u"), rows=("1.1,1,Ann,Bert",), settings='system = "round-robin"\n')
    assert "nobody can come later" in str(run("add", "u", "--player", "Eva").exception)


def test_who_has_left_is_paired_no_more() -> None:
    folder_of(Path("t"), rows=("1.1,1,Ann,Carl,,,axis", "1.2,1,Bert,Dora,,,axis"))
    path = Path("t/players.toml")
    text = path.read_text(encoding="utf-8").replace('"Dora"\n', '"Dora"\nleft = 2\n')
    path.write_text(text, encoding="utf-8")
    pairs = json.loads(told("pair", "t", "--json"))
    assert sorted(name for each in pairs for name in (each["axis"], each["russian"]) if name) == ["Ann", "Bert", "Carl"]


def test_rulings_are_listed_made_and_told_when_they_no_longer_apply(spring: Path) -> None:
    found = json.loads(told("rulings", spring, "--json"))
    assert [(each["game"], each["rule"], each["ruling"]) for each in found] == [
        ("1.1", "4.1.2c", None),
        ("1.1", "7.2", None),
        ("1.1", "6.1b", None),
    ]
    name = found[0]["finding"]
    words = ("rulings", spring, "--finding", name, "--as", "accepted", "--reason", "by mail", "--by", "Bert")
    assert "     accepted by Bert: by mail\n" in told(*words, "--today", "2026-04-02")
    assert told("rulings", spring, "--open").endswith("2 findings: 0 ruled upon.\n")
    (entry,) = tomllib.loads((spring / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
    assert (entry["finding"], entry["rule"], str(entry["date"])) == (name, "4.1.2c", "2026-04-02")
    assert str(run(*words).exception).endswith(f"finding {name} is ruled upon already; change it there.")
    assert str(run("rulings", spring, "--finding", "ffff", "--reason", "x").exception) == (
        "There is no finding ffff to rule upon: no game has it; 'tournament rulings' lists them."
    )
    assert told("rulings", spring, "--finding", "1.1:7.2", "--reason", "x").endswith("3 findings: 2 ruled upon.\n")
    assert "2 findings fit" not in str(run("rulings", spring, "--finding", "1.1:8.1", "--reason", "x").exception)
    assert str(run("rulings", spring, "--finding", name).exception) == "A ruling needs its reason: --reason TEXT."
    path = spring / "rulings.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(name, "0" * 12), encoding="utf-8")
    done = run("rulings", spring)
    assert done.exit_code == 1
    assert "the ruling on 000000000000 (4.1.2c) no longer applies: no game has this finding" in done.output


def test_letters_and_page_say_where_they_are(spring: Path) -> None:
    done = told("letters", spring, "--round", "1", "--player", "dora", "-o", "post")
    assert done == "post: 1 letter of round 1. Nothing was sent.\n"
    (path,) = json.loads(told("letters", spring, "--player", "Ann", "--json", "--html", "-o", "post"))
    assert path.endswith(".html")
    done = told("page", spring, "-o", "site", "--jobs", "1", "--today", "2026-04-02")
    assert done == f"{Path('site/index.html')}: 1 game to step through, 1 of them drawn anew.\n"
    assert Path("site/data/standings.csv").is_file()


def test_a_knock_out_goes_on_with_the_winners_and_wants_a_winner() -> None:
    folder_of(Path("t"), players=("A", "B", "C"), settings='system = "knock-out"\n')
    assert told("pair", "t").splitlines()[0] == "1.1  A: no opponent"
    told("results", "t", "--enter", "1.2", "draw")
    assert "game 1.2 of a knock-out is drawn: it needs a winner to go on" in str(run("pair", "t").exception)
    told("results", "t", "--enter", "1.2", "axis", "--by", "ruling", "--why", "lot")
    (final,) = json.loads(told("pair", "t", "--json"))
    assert {final["axis"], final["russian"]} & {"A"} == {"A"}
    assert final["game"] == "2.1"
    winner = final["axis"]
    told("results", "t", "--enter", "2.1", "axis")
    assert str(run("pair", "t").exception) == "There is no round 3: the last one is played."
    assert json.loads(told("standings", "t", "--json"))[0]["player"] == winner


def test_on_a_ladder_one_challenges_upwards_and_climbs() -> None:
    folder_of(Path("t"), settings='system = "ladder"\n[limits]\nreach = 2\n')
    assert str(run("pair", "t", "--challenge", "Dora", "Ann").exception) == (
        "'Ann' stands 3 places above 'Dora', and a challenge reaches 2."
    )
    assert "cannot challenge downwards" in str(run("pair", "t", "--challenge", "Ann", "Bert").exception)
    lines = told("pair", "t", "--challenge", "Carl", "Ann").splitlines()
    assert [{"Ann", "Carl"}, {"Bert", "Dora"}] == [
        {word for word in line.split() if word in ("Ann", "Bert", "Carl", "Dora")} for line in lines
    ]
    side = "axis" if "Carl (axis)" in lines[0] else "russian"
    told("results", "t", "--enter", "1.1", side)
    rows = json.loads(told("standings", "t", "--json"))
    assert [row["player"] for row in rows] == ["Carl", "Bert", "Ann", "Dora"]
    assert "is for a ladder" in str(run("pair", folder_of(Path("u")), "--challenge", "Bert", "Ann").exception)


def test_what_is_wrong_in_several_files_is_told_at_once() -> None:
    folder_of(Path("t"), rows=("1.1,1,Ann,Zoe", "1.2,x,Carl,Dora"))
    Path("t/rulings.toml").write_text('[[ruling]]\nfinding = "x"\nkind = "ruled"\nreason = "y"\n', encoding="utf-8")
    done = run("results", "t")
    assert [str(each).partition(":")[0] for each in done.exception.args] == [  # type: ignore[union-attr]
        f"{Path('t/rulings.toml')}, line 2, field 'finding'",
        f"{Path('t/pairings.csv')}, line 2",
        f"{Path('t/pairings.csv')}, line 3",
    ]
