"""The small referee: reads a record line by line and says what is wrong with each act."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tests.independent.nr.board import AXIS, ENEMY, SOVIET
from tests.independent.nr.fighting import Combat
from tests.independent.nr.objection import Objection, Objections
from tests.independent.nr.position import CHARTS, LAND, PHASES, UNITS, Position
from tests.independent.nr.supplying import hung, supplied

LOST = ("shattered", "destroyed", "surrendered")
ALLIES = ("rumanian", "hungarian", "italian")
PAYS = {
    "replacement": ("own", "organization"),
    "reorganize": ("own", "organization"),
    "rail": ("own", "movement"),
    "counterblow": ("enemy", "combat"),
}


class SmallReferee:
    """Judges the acts of one game."""

    def __init__(self, now: Position | None = None) -> None:
        self.now = now or Position()
        if now is None:
            starts = {"USSR": SOVIET, "Greater Germany": AXIS}
            self.now.control = {at: starts.get(LAND.country[at], "") for at in LAND.counting}
            self.now.place = dict.fromkeys(UNITS, "")

    def fork(self) -> SmallReferee:
        """Return a referee of the same position that goes its own way."""
        return SmallReferee(self.now.copy())

    def head(self, line: str) -> None:
        """Take a line of a record's header."""
        word, _, rest = line.partition(":")
        kind = word.split()
        if kind[:1] == ["on"]:
            for unit in rest.split():
                self.now.place[unit] = kind[1]
        elif kind[:1] == ["box"]:
            for unit in rest.split():
                self.now.place[unit] = kind[2]
        elif kind[:1] == ["at"]:
            assert rest.split()[:4] == ["turn", "1", AXIS, "housekeeping"], "only from the start"

    def act(self, line: str) -> list[Objection]:
        """Judge one line of a record and carry it out."""
        words = line.replace(":", " ").split()
        method: Callable[[list[str]], Objections] = getattr(self, f"_{words[0]}")
        found = list(method(words[1:]))
        self._hold()
        return found

    # ------------------------------------------------------------------ helps

    def _mine(self, unit: str, phase: str) -> bool:
        """Tell whether this is a phase of a unit's side."""
        return (self.now.side_of(unit), phase) == (self.now.side, self.now.phase)

    def _spend(self, side: str, purpose: str, cards: int) -> None:
        self.now.paid[side, purpose] = max(self.now.paid.get((side, purpose), 0) - cards, 0)

    def _paid(self, side: str, purpose: str) -> int:
        return self.now.paid.get((side, purpose), 0)

    def _hold(self) -> None:
        """Let units take the places in which they stand."""
        now = self.now
        for side in (AXIS, SOVIET):
            for at in now.held(side) & LAND.counting:
                stack = now.stack(side, at)
                plain = [
                    u for u in stack if UNITS[u].nation not in ("finnish", *ALLIES) and now.face(u).type != "cadre"
                ]
                if at not in LAND.areas or plain:
                    now.control[at] = side
                    now.doubted.discard(at)

    def _passed(self, unit: str, way: list[str]) -> None:
        side = self.now.side_of(unit)
        self.now.doubted |= {at for at in way[:-1] if at in LAND.counting and self.now.control[at] != side}

    def _more_points(self, more: int) -> None:
        self.now.event_points = max(-6, min(6, self.now.event_points + more))

    # ------------------------------------------------------------------ cards

    def _deck(self) -> range:
        return range(16, 55) if self.now.turn >= 23 else range(1, 45)

    def _allotted(self) -> int:
        now = self.now
        lost = {16: "ger-2-pz", 18: "ger-ss-pz"}.get(now.turn)
        return CHARTS.count(f"{now.side}-cards", now.turn) - (now.side == AXIS and lost in now.penalty)

    def _draw(self, words: list[str]) -> Objections:
        side, count, now = words[0], int(words[1]), self.now
        if (side, "cards") != (now.side, now.phase):
            if count > now.more[side]:
                yield Objection("5a", "no card phase of that side")
            now.more[side] = max(now.more[side] - count, 0)
        else:
            given = self._allotted() + now.more[side]
            if now.drawn + count > given:
                yield Objection("5a", f"{now.drawn + count} cards drawn, {given} given")
            if not now.drawn and now.hand[side] > CHARTS.values["keep"]:
                yield Objection("5b", f"{now.hand[side]} cards in hand before the draw")
            now.drawn += count
        if count > len(self._deck()) - sum(now.hand.values()) - len(now.pile):
            yield Objection("5c", "the deck holds fewer")
        now.hand[side] += count

    def _card(self, words: list[str]) -> Objections:
        side, card, purpose = words[:3]
        now = self.now
        if not now.hand[side] or card in now.pile or int(card.removeprefix("card-")) not in self._deck():
            yield Objection("5d", f"{side} cannot hold {card}")
        elif purpose in PAYS and PAYS[purpose] != ("own" if side == now.side else "enemy", now.phase):
            yield Objection("5e", f"a card for {purpose} in {now.phase}")
        now.hand[side] = max(now.hand[side] - 1, 0)
        now.pile.append(card)
        if purpose == "discard":
            now.discarded += bool(now.drawn and side == now.side)
        else:
            now.paid[side, purpose] = self._paid(side, purpose) + 1
            # Fedor von Bock, the one card that acts when it pays.
            now.more[side] += (side, card, purpose, now.initiative) == (AXIS, "card-12", "replacement", AXIS)

    def _shuffle(self, words: list[str]) -> Objections:
        if len(self._deck()) > sum(self.now.hand.values()) + len(self.now.pile):
            yield Objection("5j", "the deck is not empty")
        self.now.pile = []

    # ----------------------------------------------------------------- supply

    def _unsupplied(self, words: list[str]) -> Objections:
        unit = words[0]
        if self.now.phase not in ("supply", "removals"):
            yield Objection("6a", "no supply check")
        elif unit in supplied(self.now, self.now.side_of(unit))[0]:
            yield Objection("6.1|6.2|6.3", f"{unit} is supplied")
        self.now.marked.add(unit)

    def _surrender(self, words: list[str]) -> Objections:
        unit, now = words[0], self.now
        side = now.side_of(unit)
        if not self._mine(unit, "removals"):
            yield Objection("6b", "no removals of that side")
        elif unit in supplied(now, side)[0]:
            yield Objection("6b|6.1|6.2|6.3", f"{unit} is supplied")
        now.cut.discard(unit)
        now.place[unit] = "surrendered"
        self._more_points(-1 if side == now.initiative else 1)

    # ----------------------------------------------------------- organization

    def _entries(self, side: str, *, shattered: bool) -> set[str]:
        now = self.now
        own = {at for at in LAND.cities if now.control[at] == side or at in now.doubted}
        home = "USSR" if side == SOVIET else "Greater Germany"
        found = {at for at in own if LAND.country[at] == home} | LAND.edge[side]
        if shattered:
            found |= {at for at in own if LAND.country[at] == "USSR"} - now.zone(ENEMY[side], sure=True)
        return found - now.held(ENEMY[side])

    def _enter(self, words: list[str]) -> Objections:
        unit, at, now = words[0], words[1], self.now
        box = now.place[unit]
        if not self._mine(unit, "organization") or not box.startswith("turn-"):
            yield Objection("7a", f"{unit} is in {box or 'no box'}")
        elif int(box.removeprefix("turn-")) > now.turn:
            yield Objection("7a", f"{unit} is due later")
        elif at not in ("rail", "cadre") and at not in self._entries(now.side, shattered=False):
            yield Objection("7a", f"{at} is no place of entry")
        now.place[unit] = at

    def _replace(self, words: list[str]) -> Objections:
        unit, at, now = words[0], words[1], self.now
        box, side = now.place[unit], now.side_of(unit)
        price = CHARTS.values.get(box, 0)
        if not self._mine(unit, "organization") or box not in LOST:
            yield Objection("7.1", f"{unit} is in {box}")
        else:
            if at != "rail" and at not in self._entries(side, shattered=box == "shattered"):
                yield Objection("7.1", f"{at} is no place to come back to")
            if price and side == AXIS and now.turn < 5:
                yield Objection("13.5-1-4", "no Axis replacements yet")
            elif self._paid(side, "replacement") < price:
                yield Objection("13.5-5a|7.4", f"{price} cards are due")
        if box != "shattered":
            now.turned.discard(unit)
            if side == AXIS and UNITS[unit].steps > 1:
                now.turned.add(unit)
            self._spend(side, "replacement", price)
        now.place[unit] = at
        now.disorganized.add(unit)

    def _improve(self, words: list[str]) -> Objections:
        unit, now = words[0], self.now
        side, turned = now.side_of(unit), words[0] in now.turned
        better = len(UNITS[unit].faces) > 1 and turned == (side == AXIS) and now.face(unit).type != "cadre"
        if not self._mine(unit, "organization") or now.place[unit] not in LAND.terrain or not better:
            yield Objection("7.2", f"{unit} cannot be improved")
        elif side == AXIS:
            yield from self._german(unit)
        else:
            yield from self._soviet(unit)
        if side == AXIS:
            self._spend(side, "replacement", CHARTS.values["ss-step" if unit.startswith("ger-ss") else "german-step"])
            now.turned.discard(unit)
        elif self._free() > 0:
            now.upgrades += 1
            now.turned.add(unit)
        else:
            self._spend(side, "replacement", CHARTS.values[self._price(unit)])
            now.turned.add(unit)

    def _german(self, unit: str) -> Objections:
        price = CHARTS.values["ss-step" if unit.startswith("ger-ss") else "german-step"]
        if self.now.turn < 5:
            yield Objection("13.5-1-4", "no German steps yet")
        elif self.now.turn > 23:
            yield Objection("7.2", "German steps have ended")
        elif self._paid(AXIS, "replacement") < price:
            yield Objection("13.5-5a", f"{price} cards are due")

    def _free(self) -> int:
        return CHARTS.count("free-upgrades", self.now.turn) - self.now.upgrades

    def _price(self, unit: str) -> str:
        if UNITS[unit].faces[0].type == "regional":
            return "fort"
        return "shock-upgrade" if UNITS[unit].faces[1].type == "shock" else "upgrade"

    def _soviet(self, unit: str) -> Objections:
        fort = UNITS[unit].faces[0].type == "regional"
        if self.now.turn < (3 if fort else 6):
            yield Objection("13.5-3", "upgrades begin later")
        elif not fort and self.now.turn > 17:
            yield Objection("7.2", "Soviet upgrades have ended")
        elif self._free() <= 0 and self._paid(SOVIET, "replacement") < CHARTS.values[self._price(unit)]:
            yield Objection("7.5|13.5-6|13.5-13", "a card is due")
        if fort and unit not in supplied(self.now, SOVIET)[1]:
            yield Objection("7.5", f"{unit} has no supply")

    def _revert(self, words: list[str]) -> Objections:
        unit = words[0]
        if not self._mine(unit, "organization") or self.now.face(unit).type != "fort" or self.now.side == AXIS:
            yield Objection("7.5", f"{unit} is no Soviet fort")
        self.now.turned.discard(unit)

    def _reorganize(self, words: list[str]) -> Objections:
        unit, now = words[0], self.now
        side = now.side_of(unit)
        if not self._mine(unit, "organization") or unit not in now.disorganized:
            yield Objection("7.10", f"{unit} is not disorganized")
        elif self._paid(side, "reorganize") < 1:
            yield Objection("7.10", "a card is due")
        self._spend(side, "reorganize", 1)
        now.disorganized.discard(unit)

    def _withdraw(self, words: list[str]) -> Objections:
        unit, now = words[0], self.now
        leaves = UNITS[unit].removed
        due = leaves is not None and now.turn >= leaves
        fallen = UNITS[unit].nation == "rumanian" and (now.fallen or self._rumania_has_fallen())
        if not due and not fallen:
            yield Objection("11.3|14.2c|13.5-15|13.5-16|13.5-18", f"{unit} stays")
        if now.place[unit] in LOST:
            now.penalty.add(unit)
        now.place[unit] = "removed"

    def _rumania_has_fallen(self) -> bool:
        return bool(LAND.rumania & self.now.held(SOVIET))

    # --------------------------------------------------------------- movement

    def _move(self, words: list[str]) -> Objections:
        unit, now = words[0], self.now
        way = [word for word in words[1:] if word != ">"]
        whole = [*now.steps.get(unit, way[:1]), *way[1:]]
        if not self._mine(unit, "movement"):
            yield Objection("4a", f"{unit} moves in {now.side} {now.phase}")
        elif unit == "fin":
            if LAND.country[way[-1]] != "Finland":
                yield Objection("14.1d", "the Finn stays in Finland")
        else:
            yield from self._on_foot(unit, whole)
        now.steps[unit] = whole
        now.place[unit] = way[-1]
        self._passed(unit, way)

    def _on_foot(self, unit: str, way: list[str]) -> Objections:
        now, side = self.now, self.now.side_of(unit)
        zone, enemies = now.zone(ENEMY[side], sure=True), now.held(ENEMY[side])
        friends = {at for name, at in now.on_map(side).items() if name != unit}
        armor, spent = now.face(unit).type == "armor", 0
        for i, (a, b) in enumerate(pairwise(way)):
            if b not in LAND.near[a]:
                yield Objection("8c", f"{a} and {b} are not joined")
            if b in enemies:
                yield Objection("8b", f"an enemy is in {b}")
            elif a in zone and (i or (b in zone and b not in friends)):
                yield Objection("8.5.3", f"on from {a}, in an enemy zone")
            cost = CHARTS.ground[LAND.terrain[b]]["cost"]
            spent += cost["armor"] if armor else cost["any"]
            spent += a in zone
        printed = now.face(unit).move
        most = min(printed or 0, CHARTS.caps[now.weather], CHARTS.caps["unsupplied"] if unit in now.cut else 99)
        if printed is not None and spent > most:
            yield Objection("8a|13.1b|13.1e|6d", f"{spent} points of {most}")

    def _entrain(self, words: list[str]) -> Objections:
        unit, now = words[0], self.now
        side = now.side_of(unit)
        if not self._mine(unit, "movement") or now.place[unit] not in LAND.terrain or now.face(unit).type == "fort":
            yield Objection("9.1", f"{unit} cannot entrain")
        elif now.rode >= CHARTS.values["free-rail"]:
            if now.turn < 3:
                yield Objection("13.5-1", "no further rail moves on this turn")
            elif self._paid(side, "rail") < 1:
                yield Objection("9.1", "a card is due")
        if now.rode < CHARTS.values["free-rail"]:
            now.rode += 1
        else:
            self._spend(side, "rail", 1)
        now.place[unit] = "rail"

    def _detrain(self, words: list[str]) -> Objections:
        unit, at, now = words[0], words[1], self.now
        if not self._mine(unit, "detraining") or now.place[unit] != "rail" or at not in self._stations(now.side):
            yield Objection("9.1.2", f"{unit} cannot detrain in {at}")
        now.place[unit] = at

    def _stations(self, side: str) -> set[str]:
        now, held = self.now, self.now.held(ENEMY[side])
        own = {at for at in LAND.cities if now.control[at] == side or at in now.doubted} - held
        theirs = {at for at in LAND.cities if now.control[at] == ENEMY[side]} - now.doubted
        shy = held | now.zone(ENEMY[side], sure=True) | theirs | {b for a in theirs for b in LAND.near[a]}
        near = LAND.spread(own, CHARTS.values["detrain"], LAND.near, set(LAND.terrain) - held) - shy
        return {at for at in own | near if len(now.stack(side, at)) < now.limit(side)} - LAND.areas

    # ----------------------------------------------------------------- combat

    def _target(self, words: list[str]) -> Objections:
        yield from Combat(self.now).target(words[0])

    def _counterblow(self, words: list[str]) -> Objections:
        yield from Combat(self.now).counterblow(words[0])

    def _attack(self, words: list[str]) -> Objections:
        middle = words.index("x")
        yield from Combat(self.now).attack(int(words[0]), words[1:middle], words[middle + 1 :])

    def _support(self, words: list[str]) -> Objections:
        yield from Combat(self.now).commit(int(words[0]), int(words[1]))

    def _roll(self, words: list[str]) -> Objections:
        said = dict(zip(words[2::2], words[3::2], strict=False))
        yield from Combat(self.now).roll(int(words[0]), int(words[1]), said.get("at", ""), said.get("=", ""))

    def _reduce(self, words: list[str]) -> Objections:
        yield from Combat(self.now).reduce(int(words[0]), words[1])

    def _lose(self, words: list[str]) -> Objections:
        yield from Combat(self.now).lose(int(words[0]), words[1])

    def _shatter(self, words: list[str]) -> Objections:
        yield from Combat(self.now).shatter(int(words[0]), words[1])

    def _retreat(self, words: list[str]) -> Objections:
        yield from Combat(self.now).retreat(int(words[0]), words[1], [w for w in words[2:] if w != ">"])
        self._passed(words[1], [w for w in words[2:] if w != ">"])

    def _advance(self, words: list[str]) -> Objections:
        yield from Combat(self.now).advance(int(words[0]), words[1], [w for w in words[2:] if w != ">"])
        self._passed(words[1], [w for w in words[2:] if w != ">"])

    # ---------------------------------------------------------------- victory

    def _counted(self, side: str) -> int:
        now = self.now
        late = {at for at in LAND.counting if LAND.country[at] == "Greater Germany"}
        places = now.places(side) & (late if now.turn >= 23 else LAND.counting)
        return len(places) + (now.event_points if side == self._holder() else 0)

    def _holder(self) -> str:
        return AXIS if self.now.turn == 12 and self.now.phase == "housekeeping" else self.now.initiative

    def _points(self, words: list[str]) -> Objections:
        points, side = int(words[0]), self._holder()
        doubted = {at for at in self.now.doubted if self.now.turn < 23 or LAND.country[at] == "Greater Germany"}
        ours = len(doubted & self.now.places(side))
        counted = self._counted(side)
        if not counted - ours <= points <= counted + len(doubted) - ours:
            yield Objection("12|13.4", f"{counted} points")

    def _win(self, words: list[str]) -> Objections:
        side, now = words[0], self.now
        skull = now.printed(f"sudden-{side}")
        sudden = now.phase == "housekeeping" and isinstance(skull, int) and self._counted(side) >= skull
        if not sudden and not (side == SOVIET and len(now.places(SOVIET)) >= CHARTS.values["total-vp"]):
            yield Objection("12.2|13.2", f"{self._counted(side)} points")

    # -------------------------------------------------------------------- end

    def _end(self, words: list[str]) -> Objections:
        now = self.now
        if now.phase == "housekeeping":
            for unit, counter in UNITS.items():
                if counter.removed == now.turn and now.place[unit] not in ("", "removed"):
                    yield Objection("13.5", f"{unit} leaves on this turn")
            if now.printed("red"):
                self._more_points(-1 if now.initiative == AXIS else 1)
            if now.turn == 12:
                now.event_points = 0
        if now.phase == "cards" and now.side == AXIS:
            if now.turn == 1 and now.hand[AXIS] > 4:
                yield Objection("5g", "more than four cards kept")
            if now.printed("red") and now.drawn and not now.discarded and now.hand[AXIS]:
                yield Objection("5h", "no card discarded")
        if now.phase == "movement":
            for at in now.held(now.side) - LAND.areas:
                if len(now.stack(now.side, at)) > now.limit(now.side):
                    yield Objection("8e", f"too many in {at}")
        if now.phase == "combat":
            yield from Combat(now).over()
        if now.phase == "removals":
            for unit in now.cut & set(now.on_map(now.side)):
                if unit not in supplied(now, now.side)[1]:
                    yield Objection("6c", f"{unit} surrenders")
        if self._rumania_has_fallen():
            yield from (
                Objection("14.2c", f"{unit} is in play")
                for unit in now.on_map(AXIS)
                if UNITS[unit].nation == "rumanian"
            )
            now.fallen = True
        self._checked()
        self._next()

    def _checked(self) -> None:
        """Carry out a supply check."""
        now = self.now
        if now.phase not in ("supply", "removals"):
            return
        sides = (AXIS, SOVIET) if now.phase == "supply" else (now.side,)
        # Both sides are checked at once: who has just lost his zone has it until the check is over.
        found = [(side, *supplied(now, side)) for side in sides]
        doubtful = {side: hung(now, side, possible) for side, _, possible in found}
        for side, sure, possible in found:
            now.hung = (now.hung - set(now.on_map(side))) | doubtful[side]
            for unit in now.on_map(side):
                lost = unit not in possible or (unit in now.marked and unit not in sure)
                if lost and (now.phase == "supply" or unit in now.cut):
                    now.cut.add(unit)
                else:
                    now.cut.discard(unit)
        now.cut &= {*now.on_map(AXIS), *now.on_map(SOVIET)}
        now.hung -= now.cut
        now.marked = set()

    def _next(self) -> None:
        now = self.now
        if now.phase == "cards":
            now.more[now.side] = 0
        now.paid, now.steps, now.rode, now.drawn, now.discarded = {}, {}, 0, 0, 0
        now.targets, now.battles = set(), {}
        if now.phase == "combat":
            now.blows = {blow for blow in now.blows if blow[0] == now.side}
        if now.phase == "housekeeping":
            now.phase = PHASES[0]
        elif now.phase != PHASES[-1]:
            now.phase = PHASES[PHASES.index(now.phase) + 1]
        elif now.side == AXIS:
            now.side, now.phase = SOVIET, PHASES[0]
        else:
            now.side, now.phase, now.turn = AXIS, "housekeeping", now.turn + 1
            now.upgrades, now.support, now.penalty = 0, {}, set()
            if now.turn == 23:
                now.hand, now.pile = {AXIS: 0, SOVIET: 0}, []
