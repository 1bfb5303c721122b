"""The counters that we ship, against what the rulebook says of single ones."""

from __future__ import annotations

from collections import Counter

import pytest

from trc_module.facts import Trust
from trc_module.resources import data_dir
from trc_module.roster import Roster, load_roster
from trc_module.roster.checklist import sheets

IDS = [
    "ger-47-pz", "ger-1-ss-pz", "ger-3-lw", "ger-52-mot", "ger-49-mtn", "ger-1-cav", "ger-7-art", "ger-hq-north",
    "ger-hitler", "ger-ss-res", "fin-4-inf", "rum-1-mtn", "rum-cav", "hun-1-mot", "ita-3-inf", "rus-3-inf",
    "rus-6-tank", "rus-1-tank-army", "rus-1gd-inf", "rus-3gd-tank-army", "rus-2-cav", "rus-1gd-cav", "rus-5-para",
    "rus-1-art", "rus-stavka", "rus-stalin", "rus-worker-moscow", "rus-worker-a1", "rus-partisan-1", "ger-stuka-1",
    "rus-sturmovik-1",
]  # fmt: skip


@pytest.mark.parametrize("name", IDS)
def test_ids_follow_the_record(shipped: Roster, name: str) -> None:
    assert name in shipped.units


def test_the_campaign_has_its_units(shipped: Roster) -> None:
    campaign = Counter((u.side, u.type) for u in shipped.units.values() if not u.option)
    assert campaign == {
        ("axis", "hq"): 3,
        ("axis", "leader"): 1,
        ("axis", "armor"): 18,
        ("axis", "motorized"): 9,
        ("axis", "infantry"): 49,
        ("axis", "mountain"): 10,
        ("axis", "cavalry"): 3,
        ("axis", "luftwaffe"): 1,
        ("axis", "air"): 3,
        ("russian", "hq"): 1,
        ("russian", "leader"): 1,
        ("russian", "armor"): 24,
        ("russian", "infantry"): 49,
        ("russian", "cavalry"): 10,
        ("russian", "paratroop"): 3,
        ("russian", "worker"): 14,
        ("russian", "partisan"): 3,
        ("russian", "air"): 3,
    }


def test_rulebook_examples_stand(shipped: Roster) -> None:
    units = shipped.units
    assert (units["rum-3-inf"].arrival, units["rum-3-inf"].month) == (9, 1)  # 2.2
    assert units["rus-3-inf"].setup == "W"  # 2.2
    assert units["ger-ss-res"].stacks == "none"  # 6.3
    assert (units["ger-1-ss-pz"].combat, units["ger-1-ss-pz"].move) == (10, 8)  # 26.1
    assert {units[n].entry for n in ("rus-14-inf", "ger-36-mtn", "ger-hg-pz", "ger-5-ss-mtn")} == {"event"}  # 20.6-20.8
    assert (
        sum(u.combat or 0 for u in units.values() if u.type == "worker" and u.entry == "start" and not u.option) == 11
    )
    assert units["ger-hitler-mobile"].option == "26.16"


def test_the_leningrad_district_comes_by_erratum(shipped: Roster) -> None:
    assert (shipped.units["rus-7-inf"].setup, shipped.units["rus-23-inf"].area) == ("L", "Leningrad MD")
    assert shipped.units["rus-7-inf"].fact("setup").trust is Trust.RULEBOOK
    assert len(shipped.changes) == 4


def test_every_datum_has_a_source_and_every_unit_a_known_one(shipped: Roster) -> None:
    facts = list(shipped.facts())
    assert len(facts) > 2000
    # What we do not know is said to be missing, and only factors, months and arrivals of some counters are.
    missing = {fact.statement.split(": ")[1].split()[0] for fact in facts if fact.trust is Trust.MISSING}
    assert missing == {"combat", "move", "month", "arrival"}


def test_an_owner_is_asked_for_what_we_do_not_know(shipped: Roster) -> None:
    found = {sheet.title: dict(sheet.sections) for sheet in sheets(shipped)}
    german = found["Axis counters: german"]
    assert "40 armor 8-7 west edge turn 2" in [item.text for item in german["Please look closely"]]
    assert "47 armor 7-7 (C) Army Group Center" in [item.text for item in german["The others"]]
    russian = {item.text: item.doubt for item in found["Russian counters: russian"]["Please look closely"]}
    assert russian["2 armor 6-5 east edge turn 7"] == "arrival: the remake says turn 6; month not known to us"


def test_the_checklist_names_the_factors_that_a_counter_has() -> None:
    roster = load_roster(data_dir() / "m41")
    listed = {item.text for sheet in sheets(roster) for _, items in sheet.sections for item in items}
    assert {"2. Fliegerkorps air 2 air", "2. Armee army 1-1 D1"} <= listed


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("ger-47-pz", ("47 Armor", "Army Group Center", "At start")),
        ("ger-hq-north", ("North HQ", "At start")),
        ("ger-gd-pz", ("GD Armor", "West edge", "Turn 22")),
        ("ger-3-lw", ("3 Luftwaffe", "West edge", "Turn 8")),
        ("ger-inf-bg", ("Inf BG", "For a lost unit", "Special")),
        ("rus-worker-kharkov", ("Worker", "Kharkov", "At start")),
        ("rus-worker-a1", ("Worker A1", "Any city", "Turn 4")),
        ("rus-1-art", ("1 Artillery", "Pool", "Turn 11")),
        ("rus-62-inf", ("62 Infantry", "East edge", "Turn ?")),
    ],
)
def test_the_back_says_what_it_is_where_it_comes_in_and_when(
    shipped: Roster, name: str, lines: tuple[str, ...]
) -> None:
    assert shipped.units[name].back == lines
