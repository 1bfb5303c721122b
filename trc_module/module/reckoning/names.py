"""The names that the parts of the reckoning share: the module's properties, and the keys of module and pieces."""

from __future__ import annotations

from trc_module.vassal.values import Key

AT = "BattleAt"
"""The property with a note for each unit of the battle, `<2;x,y;J20;ger-1;1;1,0;1st Army;/axis/>`: its part, place, id,
level of faces, conditions and status, name and side."""
UNTOLD = "Untold"
"""The notes of the units that the module has put into the battle, of which no line has told yet."""
HEX, SPOT = "BattleHex", "BattleSpot"
"""The hex that is attacked, as `;J20;`, and its place on the map, as `x,y`; empty without one."""
ATTACK, DEFENCE = "BattleAttack", "BattleDefence"
SHIFT_SUM, COLUMN = "BattleShift", "BattleColumn"
ODDS, RECKONED, RESULT, NOTES = "Odds", "Reckoned", "Result", "BattleNotes"
WHO = "BattleWho"
"""The property with who attacks whom, for the die's line: `41st Panzer Corps (Y17) against 24th Army (X17), 3-1, `."""
FOUGHT = "Fought"
"""The notes of those who have fought in the phase."""
FOUND_X, FOUND_Y, FOUND = "FoundX", "FoundY", "FoundCount"
CLICKED, CLICK_ACT = "ClickedUnit", "ClickAct"
"""The unit whose badge was clicked after the die, and the verb of the line that it then says."""

NOTE = Key.named("NotePlace")
"""The pieces' key that notes where a unit stands."""
JOIN_ATTACKER, JOIN_DEFENDER = Key.named("JoinAttacker"), Key.named("JoinDefender")
"""The pieces' keys by which the module puts a unit into the battle: it says so in one line for all."""
JOINED, LEFT = Key.named("HasJoined"), Key.named("HasLeft")
"""The pieces' keys that tell the module that a unit has joined the battle or left it."""
CLICK = Key.named("ClickBadge")
CHANGED, REDUCED, BEFORE_ROLL, AFTER_ROLL, BEGUN = (
    Key.named(name) for name in ("BattleChanged", "BattleReduced", "BeforeRoll", "AfterRoll", "BattleBegun")
)
"""The module's keys: a battle has changed; a unit has left it; before and after the die; a battle begins."""
DRAGGED = Key.named("Dragged")
"""The pieces' key that the map presses when they have been dragged on it."""
NEXT_IF_ROLLED = Key.named("NextIfRolled")
"""The module's key that begins the next battle if the die of this one was rolled."""
FORGET_FOUGHT = Key.named("ForgetFought")
BADGE_CLICKED = Key.named("BadgeClicked")
CLEAR, COLLECT, FIND, ALL_DEFEND, NEAR = (
    Key.named(name) for name in ("ClearPlaces", "CollectPlaces", "FindDefender", "WholeHexDefends", "NearAttack")
)
RECKON, SETTLE, TELL = Key.named("Reckon"), Key.named("SettleResult"), Key.named("TellReckoned")
FIND_NOW, RECKON_NOW, SETTLE_NOW, TELL_NOW = (
    Key.named(name) for name in ("FindNow", "ReckonNow", "SettleNow", "TellNow")
)
SELECTED, SELECTED_DEFEND, IF_MEANT, ROLL_NOW = (
    Key.named(name) for name in ("SelectedAttack", "SelectedDefend", "RollIfMeant", "RollNow")
)
CLICK_NOW = Key.named("ReadClick")


def shift_property(number: int) -> str:
    """Return the property with the columns of a shift, counted from 0."""
    return f"Shift{number}"


def count_property(verb: str) -> str:
    """Return the property that counts the lines of a verb in the battle."""
    return f"Count{verb.capitalize()}"


def count_key(verb: str) -> Key:
    """Return the module's key that counts one more."""
    return Key.named(f"Count{verb.capitalize()}")


def act_key(verb: str) -> Key:
    """Return the module's key that lets the clicked unit say a line."""
    return Key.named(f"Clicked{verb.capitalize()}")
