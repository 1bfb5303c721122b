"""Sentences of findings in other languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests.examples import played
from tests.parsed import PACKAGE, PARSED, tree_of
from trc_module.catalogue import faults_of, read_catalogue
from trc_module.games import find_game
from trc_module.module.texts import own_words
from trc_module.report.tongue import ENGLISH, Tongue, tongue_of
from trc_module.resources import data_dir
from trc_module.sentence import Sentence, paragraph

OURS = Path(__file__).parents[2] / "trc_module" / "report" / "spoken"
CATALOGUES = sorted([*OURS.glob("*.po"), *data_dir().glob("*/spoken/*.po")])
WHOLE = ["nr", "m41", "trp"]
"""The games whose rules are said whole, title and explanation."""
_PLACE = re.compile(r"\{\w+\}")
_ENGLISH_UNIT = re.compile(
    r"\b(Army|Corps|Front Air|Air|Tanks|Infantry|Mechanized|Armor|Rifle|Shock|Regional|Cadre"
    r"|Western|Northwest|Southwest|South|Central|Caucasus|German|Russian|Soviet|Finns)\b"
)
_NUMBER = re.compile(r"\d+")


@cache
def sentences(game: str) -> frozenset[str]:
    """Return what the acts of a rulebook's examples are told, and what would have been legal."""
    return frozenset(_sentences(game))


def _sentences(game: str) -> Iterator[str]:
    for rule in find_game(game).book.under(""):
        for example in rule.examples:
            for statements in filter(None, (example.kept, example.broken)):
                for outcome in played(rule.entry, statements, game).outcomes:
                    for finding in outcome.told.findings:
                        yield from filter(None, (finding.sentence, finding.legal))


@pytest.fixture
def german() -> Tongue:
    return tongue_of("de", data_dir() / "trc")


@pytest.fixture
def italian() -> Tongue:
    return tongue_of("it", data_dir() / "trc")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_nothing_is_wrong_in_a_catalogue(path: Path) -> None:
    assert list(faults_of(path)) == []
    for entry in read_catalogue(path).entries:
        places = _PLACE.findall(entry.english[-1])
        assert len(places) == len(set(places)), entry


_STUMBLES = re.compile(
    r"(?<![\w.,:+-])1 (?:(?!of )[a-z]+ ){0,2}?"
    r"(?:hexes|factors|points|units|hits|dice|turns|battles|cards|counters|steps)\b"
    r"|\.{4}|\b[a-z]+ from (\w+) to \1\b"
)
"""A plural after 1, four full stops, a way from a hex to itself."""


@pytest.mark.parametrize("game", ["trc", "nr", "m41", "trp"])
def test_no_sentence_of_the_examples_stumbles(game: str) -> None:
    assert sorted({told for told in sentences(game) if _STUMBLES.search(told)}) == []


_QUOTED = re.compile(r"'[^']*'|[\w-]*-[\w-]+")
"""Words of records, and ids of units."""


@pytest.mark.parametrize("game", ["trc", "nr", "m41", "trp"])
def test_no_sentence_of_the_examples_names_a_side_by_the_word_of_data(game: str) -> None:
    data = re.compile(rf"\b(?:{'|'.join(find_game(game).sides)})\b")
    assert sorted(told for told in sentences(game) if data.search(_QUOTED.sub("", told))) == []


_UNCHANGED = re.compile(r"\([CR]\d+\)|`[^`]+`|\d+")
"""The parts of a rule that are the same in every language: decisions, lines of records, figures."""


@pytest.mark.parametrize("language", ["de", "it"])
def test_rules_name_the_same_decisions_records_and_figures_in_every_language(language: str) -> None:
    tongue = tongue_of(language, data_dir() / "trc")
    for rule in find_game("trc").book.under(""):
        for said in (tongue.titles, tongue.texts):
            english, other = said.get(rule.number, ("", ""))
            assert sorted(_UNCHANGED.findall(other)) == sorted(_UNCHANGED.findall(english)), rule.number


@pytest.mark.parametrize("game", ["trc", "nr"])
def test_titles_are_of_rules_that_there_are(game: str) -> None:
    assert tongue_of("de", data_dir() / game).titles.keys() - find_game(game).book.rules.keys() == set()
    assert tongue_of("de", data_dir() / game).texts.keys() - find_game(game).book.rules.keys() == set()


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", WHOLE)
def test_titles_and_explanations_have_the_figures_of_the_english_ones(game: str, language: str) -> None:
    tongue = tongue_of(language, data_dir() / game)
    for number, (english, other) in (*tongue.titles.items(), *tongue.texts.items()):
        assert other != english
        assert sorted(_NUMBER.findall(other)) == sorted(_NUMBER.findall(english)), number


def test_a_sentence_is_said_with_what_differs_in_it(german: Tongue) -> None:
    told = "ger-46-pz moved on after entering the zone of control of rus-3-inf and rus-6-cav in M22."
    assert german.sentence(told) == (
        "ger-46-pz zog weiter nach dem Betreten der Kontrollzone von rus-3-inf und rus-6-cav in M22."
    )
    assert ENGLISH.sentence(told) == told


def test_phrases_within_a_sentence_are_said_too(german: Tongue) -> None:
    told = "ger-41-pz moved by rail outside the first movement phase (turn 2, Axis impulse 1, combat)."
    assert german.sentence(told) == (
        "ger-41-pz fuhr außerhalb der ersten Bewegungsphase mit der Bahn (Runde 2, Achse, 1. Impuls, Kampf)."
    )


def test_words_change_with_number_and_side(german: Tongue) -> None:
    assert german.sentence("ger-41-pz was attacked by its own side.") == (
        "ger-41-pz wurde von der eigenen Seite angegriffen."
    )
    assert german.sentence("ger-41-pz and ger-56-pz were attacked by their own side.") == (
        "ger-41-pz und ger-56-pz wurden von der eigenen Seite angegriffen."
    )
    # The words do not mix.
    assert german.sentence("ger-41-pz was attacked by their own side.") is None


def test_italian_agrees_with_the_word_unit_whatever_the_unit_is_called(italian: Tongue) -> None:
    assert italian.sentence("ger-41-pz moved on after entering woods in S11.") == (
        "L'unità ger-41-pz ha proseguito dopo essere entrata nei boschi in S11."
    )
    assert italian.sentence("ger-41-pz and ger-56-pz were attacked by their own side.") == (
        "Le unità ger-41-pz e ger-56-pz sono state attaccate dalla propria parte."
    )
    # In the middle of a sentence the word is small.
    assert italian.sentence("E10 was fortified, but ger-20-inf moved, attacked or arrived this turn.") == (
        "E10 è stata fortificata, ma l'unità ger-20-inf ha mosso, attaccato o è arrivata in questo turno."
    )


def test_italian_countries_have_their_articles(italian: Tongue) -> None:
    assert italian.sentence("Hungary surrendered while nobody controls Budapest.") == (
        "L'Ungheria si è arresa mentre nessuno controlla Budapest."
    )
    assert italian.sentence("ger-41-pz is still in play, but Rumania surrendered on turn 20.") == (
        "L'unità ger-41-pz è ancora in gioco, ma la Romania si è arresa al turno 20."
    )


def test_no_unit_at_all_is_said_too(german: Tongue) -> None:
    assert german.sentence("Hungary surrendered with no Russian units in it; five are needed.") == (
        "Ungarn kapitulierte ohne russische Einheiten im Land; fünf sind nötig."
    )


def test_sentences_that_follow_each_other_are_said_one_by_one(german: Tongue) -> None:
    told = "ger-12-inf moved on after entering woods in S11. Another way leads there, so nothing is broken."
    assert german.sentence(told) == (
        "ger-12-inf zog weiter nach dem Betreten von Wald in S11. Ein anderer Weg führt dorthin; nichts ist verletzt."
    )
    assert german.sentence("ger-12-inf moved on after entering woods in S11. Nobody knows this one.") is None


def test_a_list_is_said_whole_or_not_at_all(german: Tongue) -> None:
    told = "ger-hq-okw arrived in L26; it must arrive in Berlin (E31) or at the west edge."
    assert german.sentence(told) == "ger-hq-okw traf in L26 ein; richtig ist: in Berlin (E31) oder am Westrand."
    assert german.sentence(told.replace("at the west edge", "on some other hex")) is None


PUT_TOGETHER = """\
rus-1-inf was lost in battle 1, but EX takes no further defender.
rus-1-inf retreated from W17 to W19, but no route of at most 2 hexes is legal; one enters an enemy zone of control, \
another leaves the board, another crosses a coastline.
ger-41-pz went from W17 to W18 in the combat phase; no route of at most 2 hexes is legal; one leaves the board, \
another crosses a coastline.
ger-41-pz went from W17 to W18 in the combat phase; that is further than the 2 hexes of a retreat.
ger-41-pz stayed in W17; no battle that could be fought here explains that with the die of this phase (3).
ger-41-pz was taken from W17 into the box 'replacement-pool'; no battle that could be fought here explains that.
ger-41-pz stood next to the enemy and attacked nobody: no die was rolled in this phase.
ger-41-pz and ger-56-pz and others stood next to the enemy and did not all attack: 2 dice were rolled in this phase, \
at least 1 too few for all of them.
ger-41-pz and ger-56-pz attacked nobody; no line says that they had a part in the automatic victory, \
but they may have had.
The chat says EX for battle 1; at 2-1 the 3 gives DR, and so it is judged.
No retreat key was pressed for rus-1-inf; its move off the map is read as its retreat from battle 1.
ger-41-pz arrived in the zone of control of an enemy removed since in W17 and then moved.
ger-41-pz moved at least 3 hexes from W17 to W20; in impulse 1 of a clear turn it may not move at all, \
since Hitler was lost.
The rails in S11 and S12 do not become Axis: each is in an enemy zone of control (rus-1-inf and rus-2-inf).
The rails in S11 and S12 do not become Axis: each is a junction that the Axis side does not control.
Kiev: 2 (axis controls it, on the Russian side of the Fall Blau line)
Stavka or Stalin: 1 (eliminated 1 times (27.21))
ger-41-pz in W17 is out of supply: the nearest source is 9 hexes away, but only 8 are allowed.
The Axis side claimed the victory by 25.2.2, but it lacks control of Kiev and control of Rostov; \
it is checked at the end of turn 5.
The Russian side claimed the victory by 25.2.5, but it lacks the surrender of Finland and control of all of the \
oil wells (CC28 and Maikop).
'mark turn x' must give a turn and a side, as 'turn 7 axis'.
The 3 that no line assigns is read as the die of the weather.
This allowance is our assumption; 7 hexes or more are certainly too far.
""".splitlines()
"""Sentences that the rules of The Russian Campaign put together of parts, and that no example of the rulebook tells."""
OF_LOGS = """\
my turn 2.vlog adds nothing: its steps are all in the logs before it.
my turn 2.vlog begins with a step of the log before it, played again; counted once.
my turn 2.vlog begins in turn 2, Axis impulse 1, movement, but the log before it ended in an unknown phase; \
no unit lies elsewhere. What was done between them is in none of the logs.
my turn 2.vlog goes on from before step 34 of my turn 1.vlog, as if it had not been done; 2 die rolls among them.
my turn 2.vlog goes on from before steps 34 to 38 of my turn 1.vlog, as if they had not been done.
my turn 2.vlog goes on from before what follows step 34 of my turn 1.vlog, as if they had not been done; \
1 die roll among them.
ger-41-pz lies beside the map where my turn 2.vlog begins; my turn 1.vlog ended without it.
ger-41-pz is not there where my turn 2.vlog begins; my turn 1.vlog ended with it in the box 'surrendered'.
ger-41-pz lies in W17 where my turn 2.vlog begins; my turn 1.vlog ended with it in W18. No log shows how it came there.
ger-41-pz shows another face where my turn 2.vlog begins than where my turn 1.vlog ended.
ger-41-pz is moved from W17 here, but the log has it in the box 'surrendered'; as VASSAL writes a log, both agree: \
a step between them may be missing, or was written in.
Die showed nothing before this roll, but the log last had it show 4: a roll between them is not in the log.
Read as 'lose 1: ger-41-pz', and not as 'retreat 1: ger-41-pz W17 > W18'.
The turn tracker was advanced too late: chat says that turn 2 axis impulse 1 combat begins, and it is read so.
The piece 'blank counter', which the data does not know, was added to the table.
ger-41-pz surrenders. But 'blank counter' lay on the map; the profile does not explain it.
ger-41-pz surrenders. The map of the third edition differs in W17, W18.
ger-41-pz surrenders. Whether that is so depends on the weather, which the log does not show.
The line BATTLE names the battle 'x', which is not a number.
The Axis player declared RAIL, which only the other side may; it is disregarded.
Battle 2 was rolled; the log does not say who fights in it.
ger-41-pz attacks W17, to which it is not adjacent.
Battle 1 was read as EX; 2-1 with a 3 is DR.
""".splitlines()
"""Sentences about the logs of any game."""


@pytest.mark.parametrize("told", [*PUT_TOGETHER, *OF_LOGS])
def test_what_is_put_together_of_parts_is_said(told: str, german: Tongue, italian: Tongue) -> None:
    assert german.sentence(told) is not None
    assert italian.sentence(told) is not None


def test_what_stands_in_brackets_is_no_list(german: Tongue) -> None:
    told = (
        "The Russian side claimed the victory by 25.2.5, but it lacks the surrender of Finland and control of all of "
        "the oil wells (CC28 and Maikop)."
    )
    assert german.sentence(told) == (
        "Die russische Seite beanspruchte den Sieg nach 25.2.5, aber es fehlt: die Kapitulation Finnlands und "
        "Kontrolle aller: Ölquellen (CC28 und Maikop)."
    )


def test_words_of_a_record_stay_as_they_are(german: Tongue) -> None:
    told = "No line says how it went; read as 'rail ger-20-inf L19 > O27', which breaks nothing."
    assert german.sentence(told) == (
        "Keine Zeile sagt, wie sie zog; gelesen als „rail ger-20-inf L19 > O27“, was nichts verletzt."
    )


@pytest.mark.parametrize(
    "told", ["A sentence that no catalogue has.", "ger-41-pz arrived in K20; it must arrive in some other place."]
)
def test_what_is_not_known_whole_is_not_said(german: Tongue, told: str) -> None:
    assert german.sentence(told) is None


def test_an_explanation_is_one_line_a_paragraph_and_english_if_need_be(german: Tongue) -> None:
    other = replace(german, texts={"7.2": ("It stops.", "Sie hält an.")})
    assert (other.explained("7.2", "It\nstops."), other.explains("7.2", "It\nstops.")) == ("Sie hält an.", True)
    there = "It\nstops.\n\nThere."
    assert (other.explained("0.0", there), other.explains("0.0", there)) == ("It stops.\n\nThere.", False)
    assert ENGLISH.explains("0.0", there)


def test_what_was_said_of_other_words_is_not_said_of_new_ones(german: Tongue) -> None:
    other = replace(german, titles={"7.2": ("It stops", "Sie hält an")}, texts={"7.2": ("It stops.", "Sie hält an.")})
    assert (other.title("7.2", "It stops"), other.title("7.2", "It may stop")) == ("Sie hält an", "It may stop")
    assert (other.explained("7.2", "It may stop."), other.explains("7.2", "It may stop.")) == ("It may stop.", False)


def test_units_and_places_have_names(german: Tongue) -> None:
    units = german.units(find_game("trc").roster.units)
    assert [units[id_].spoken for id_ in ("ger-41-pz", "rus-3-inf", "rum-4-inf")] == [
        "41. Panzerkorps",
        "3. Armee",
        "Rumänisches 4. Infanteriekorps",
    ]
    assert german.place("Moscow") == "Moskau"
    assert tongue_of("de", data_dir() / "trp").place("Voronezh") == "Woronesch"
    assert german.place("Minsk") == "Minsk"


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", WHOLE)
def test_units_are_called_in_the_language(game: str, language: str) -> None:
    units = tongue_of(language, data_dir() / game).units(find_game(game).roster.units).values()
    assert [unit.spoken for unit in units if _ENGLISH_UNIT.search(unit.spoken or "")] == []


def test_the_words_of_a_type_stand_where_the_language_has_them() -> None:
    named = [tongue_of(language, data_dir() / "nr").name("Russian N Caucasus Infantry") for language in ("de", "it")]
    assert named == ["Infanterie Nordkaukasus", "Fanteria russa Caucaso settentrionale"]


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("game", WHOLE)
def test_phases_are_called_as_in_the_module(game: str, language: str) -> None:
    folder = data_dir() / game
    phases = {step.phase for step in find_game(game).sequence.steps}
    said, module = tongue_of(language, folder).words, own_words(language, folder)
    assert {phase: said.get(phase) for phase in phases} == {phase: module.get(f"phase.{phase}") for phase in phases}


@pytest.mark.parametrize("language", ["de", "it"])
def test_every_unit_of_the_campaign_has_a_name(language: str) -> None:
    tongue = tongue_of(language, data_dir() / "trc")
    names = {unit.spoken for unit in find_game("trc").roster.units.values() if unit.spoken}
    same = {"Hitler", "OKW", "Stalin", "Stavka", "Stuka 1", "Stuka 2", "Stuka 3"}
    assert {name for name in names - same if tongue.name(name) == name} == set()
    assert {
        name for name in map(tongue.name, names) if re.search(r"Corps|Army|Worker|Battlegroup|Guards", name)
    } == set()


@pytest.mark.parametrize("game", WHOLE)
def test_a_german_name_stands_in_any_case(game: str) -> None:
    # "neben Sowjetische 8. Schützenarmee" is wrong, and a sentence does not know the case of a name.
    units = tongue_of("de", data_dir() / game).units(find_game(game).roster.units).values()
    assert [unit.spoken for unit in units if re.match("Deutsch|Sowjetisch|Russisch", unit.spoken or "")] == []


@pytest.mark.parametrize(
    ("game", "told", "said"),
    [
        ("trp", "turn 2 soviet", "Runde 2, Sowjets"),
        ("m41", "turn 3 german", "Runde 3, Deutsche"),
        ("trc", "turn 2 axis impulse 1", "Runde 2, Achse, 1. Impuls"),
    ],
)
def test_a_turn_that_custom_plays_again_is_named(game: str, told: str, said: str) -> None:
    tongue = tongue_of("de", data_dir() / game)
    sentence = tongue.sentence(f"All dice of the combat are rolled again, and the movement stands: {told}.")
    assert sentence == f"Alle Würfe der Kämpfe werden wiederholt, die Bewegungen bleiben: {said}."


def test_a_weather_that_the_log_does_not_roll_is_said(german: Tongue) -> None:
    told = "The log has no die for the weather of Nov/Dec 1941; light mud is taken, as the chat says."
    assert german.sentence(told) == (
        "Das Log zeigt keinen Würfel für das Wetter von November/Dezember 1941; „leichter Schlamm“ gilt, "
        "wie es im Chat steht."
    )
    told = "The modifier of the weather die of Mar/Apr 1942 is unknown; it is taken as 0, which gives snow."
    assert german.sentence(told) == (
        "Der Modifikator des Wetterwürfels von März/April 1942 ist unbekannt; angenommen wird 0, das ergibt „Schnee“."
    )


def test_a_sentence_is_said_by_its_form_and_its_values_by_themselves(german: Tongue) -> None:
    told = Sentence("{unit} was dropped a second time.", "rus-5-para")
    assert german.sentence(told) == "rus-5-para sprang ein zweites Mal ab."
    nested = paragraph([told, Sentence("{unit} was dropped a second time.", "rus-6-para")])
    assert german.sentence(nested) == ("rus-5-para sprang ein zweites Mal ab. rus-6-para sprang ein zweites Mal ab.")


def test_what_was_kept_as_text_is_found_by_the_words_of_its_form(german: Tongue) -> None:
    assert german.sentence("rus-5-para was dropped a second time.") == "rus-5-para sprang ein zweites Mal ab."


def test_an_entry_for_a_value_is_for_that_value_alone(german: Tongue) -> None:
    form = "The {side} side drew a second chit."
    assert german.sentence(Sentence(form, "Axis")) == "Die Achse zog ein zweites Los."
    assert german.sentence(Sentence(form, "Russian")) == "Die russische Seite zog ein zweites Los."
    assert german.sentence(Sentence(form, "green")) is None


def test_numbers_keep_their_sign_and_words_of_a_record_stay(german: Tongue) -> None:
    bid = Sentence("A bid of {points:+d} was stated after an earlier bid of {bid:+d}.", 9, 7)
    assert german.sentence(bid) == "Ein Gebot von +9 wurde nach einem früheren von +7 genannt."
    expected = Sentence("a weather ({as_written})", "clear, mud")
    assert german.sentence(expected) == "ein Wetter (clear, mud)"
    quoted = "The piece 'no such counter', which the data does not know, was added to the table."
    assert german.sentence(quoted) == (
        "Der Spielstein „no such counter“, den die Daten nicht kennen, wurde auf den Tisch gelegt."
    )


_NAMED = re.compile(r"\{\w{2,}\}")


@cache
def _words_of_the_program() -> frozenset[str]:
    nodes = (node for path in PACKAGE.rglob("*.py") for node in ast.walk(tree_of(path)))
    return frozenset(node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


@PARSED
@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_form_of_a_catalogue_is_one_of_the_program(path: Path) -> None:
    forms = {entry.english[0] for entry in read_catalogue(path).entries if entry.context.startswith("sentence")}
    assert sorted(form for form in forms if _NAMED.search(form) and form not in _words_of_the_program()) == []
