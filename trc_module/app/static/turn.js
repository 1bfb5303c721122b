// This turn: what the side to play must do, what may still move, what is due, at the step that is shown.

import {Refused, ask, count, fill, node, said, t} from "./lib.js";
import {finding, later, latest, reasons} from "./parts.js";

export function makeTurn(desk) {
  const {page} = desk;
  const told = node("div", {class: "answer", "aria-live": "polite"});
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("What the side to play has before it at this step, with what was tried under “What if”.")), told);
  page.addTab("turn", t("This turn"), panel);
  const last = latest();

  function look() {
    if (panel.hidden) return;
    last(ask("api/agenda", desk.question()), show).catch((error) => {
      if (!(error instanceof Refused)) throw error;
      fill(told, node("p", {class: "wrong"}, error.message));
    });
  }

  function show(found) {
    const moving = found.kind === "move";
    fill(told,
      node("h3", {}, [said(found.clock), ...found.words.filter(Boolean).map(said)].join(", ")),
      found.bound && found.bound.all ? node("p", {id: "bound"}, t("{n} of {all} units that must attack have an attack.", {n: found.bound.done, all: found.bound.all})) : null,
      moving ? node("p", {}, t("{n} moved, {m} may still move.", {n: found.done.length, m: found.may.length})) : null,
      ...part(t("Still to be done"), [...reasons(found.must), ...found.ended.map(finding)], t("Nothing has to be done before this phase ends.")),
      ...part(t("In the combat that follows, as the units stand now"), reasons(found.later)),
      ...part(t("Supply in danger"), reasons(found.danger)),
      ...units(t("May arrive now"), found.due),
      ...units(moving ? t("May still move") : t("May still attack"), found.may));
  }

  function part(title, lines, none = "") {
    return lines.length ? [node("h4", {}, title), ...lines] : none ? [node("p", {}, none)] : [];
  }

  // A unit is shown on the map while one points at it; a click asks where it may go.
  function units(title, list) {
    if (!list.length) return [];
    return [node("h4", {}, `${title}: ${count(list.length, "{n} unit", "{n} units")}`), node("div", {class: "row"}, ...list.map((unit) => {
      const hex = desk.hexOf(unit.id);
      const button = node("button", {type: "button", class: "target", "data-unit": unit.id}, hex ? `${unit.name} (${hex})` : unit.name);
      desk.shows(button, hex ? [hex] : []);
      button.addEventListener("click", () => { if (hex) { page.setPicked(hex); page.bring([page.data.hexes[hex]]); } });
      return button;
    }))];
  }

  desk.changed.push(later(look, 150));
  new MutationObserver(look).observe(panel, {attributes: true, attributeFilter: ["hidden"]});
}
