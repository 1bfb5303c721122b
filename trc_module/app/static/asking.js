// May I? A unit is chosen, and the page shows where it may go and whom it may attack; a hex, and it shows the way.

import {Refused, ask, count, fill, node, save, t} from "./lib.js";
import {finding, latest, notAnswered, reasons, supposed} from "./parts.js";
import {makeOdds} from "./odds.js";

const MANNERS = {land: "Over land", rail: "By rail", sea: "By sea", option: "By an option in play"};

export function makeAsking(desk) {
  const {page} = desk;
  let unit = "", reach = null;
  const field = node("input", {id: "ask-hex", size: 6, autocomplete: "off", spellcheck: "false"});
  const form = node("form", {class: "try"}, node("label", {}, t("Hex"), " ", field), " ", node("button", {}, t("Look")));
  const units = node("div", {class: "units"}), answer = node("div", {class: "answer", "aria-live": "polite"});
  const where = node("div", {class: "answer", "aria-live": "polite"});
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("Click a unit: the map shows where it may go. Then click a hex for the way there, or an enemy for the odds.")),
    form, units, where, answer);
  page.addTab("ask", t("May I?"), panel);
  const odds = makeOdds(desk, (attackers, target) => { page.setPicked(target); });
  panel.append(odds.panel);
  const last = latest();

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const hex = field.value.trim().toUpperCase();
    if (!page.data.hexes[hex]) { fill(where, node("p", {}, t("There is no hex {hex}.", {hex}))); return; }
    page.setPicked(hex);
    page.bring([page.data.hexes[hex]]);
    picked(hex);
  });

  page.heard.pick.push((hex) => {
    if (panel.hidden) return false;
    picked(hex);
    return true;
  });

  const sideOf = (id) => desk.facts.sideOf[id];
  const wrong = (error) => { if (!(error instanceof Refused)) throw error; fill(answer, node("p", {class: "wrong"}, error.message)); };

  function picked(hex) {
    field.value = hex;
    const here = desk.unitsIn(hex);
    if (unit && here.length && sideOf(here[0]) !== sideOf(unit)) { showUnits(hex, here); attack(hex); return; }
    if (unit && !here.includes(unit) && (!here.length || mayEnd(hex))) { showUnits(hex, here); way(hex); return; }
    showUnits(hex, here);
    fill(where);
    odds.hide();
    if (here.length) choose(here.includes(unit) ? unit : here[0]);
    else if (!unit) fill(answer);
  }

  // A hex with units of the own side is asked for as a goal where the unit may go there; else its units are chosen.
  const mayEnd = (hex) => reach?.ways.some((ways) => ways.ends.includes(hex));

  function showUnits(hex, here) {
    const terrain = desk.facts.terrain[hex];
    fill(units, node("h3", {}, desk.placeName(hex) + (terrain ? ` · ${t(terrain)}` : "")),
      here.length ? node("div", {class: "row", role: "group", "aria-label": t("Units here, top first")}, ...here.map((id) => {
        const button = node("button", {type: "button", "data-unit": id, "aria-pressed": String(id === unit)}, desk.picture(id), node("span", {}, desk.unitName(id)));
        button.addEventListener("click", () => choose(id));
        return button;
      })) : node("p", {class: "soft"}, t("No units here.")),
      terrain ? correction(hex, terrain) : "");
  }

  // A sheet that gives the hex another terrain, as `trc-module errata` reads it; the game that is shown stays as it is.
  function correction(hex, terrain) {
    const kinds = node("select", {}, ...desk.facts.terrains.map((kind) => node("option", {value: kind, selected: kind === terrain}, t(kind))));
    const source = node("input", {maxlength: 200, value: t("my copy of the map")});
    const says = node("p", {role: "status"});
    const sheet = node("form", {class: "correct"}, node("label", {}, t("Terrain"), " ", kinds), " ",
      node("label", {}, t("It says so on"), " ", source), " ", node("button", {}, t("Save the correction")), says);
    sheet.addEventListener("submit", async (event) => {
      event.preventDefault();
      try { says.textContent = t("Saved as {name}: put it into the folder “errata” of a folder of your own, as 0001-{name}, and start with --data.", {name: await save("api/save/erratum", {hex, terrain: kinds.value, source: source.value})}); }
      catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
    });
    return node("details", {class: "correction"}, node("summary", {}, t("Correct this")), sheet);
  }

  function choose(id) {
    unit = id;
    reach = null;
    for (const button of units.querySelectorAll("button[data-unit]")) button.setAttribute("aria-pressed", String(button.dataset.unit === id));
    fill(where);
    odds.hide();
    again();
  }

  function again() {
    if (!unit || panel.hidden) return;
    if (!desk.hexOf(unit)) { forget(); return; }
    last(ask("api/reach", desk.question({unit})), (found) => { reach = found.answered ? found : null; show(found); }).catch(wrong);
  }

  function forget() { unit = ""; reach = null; desk.layers.clear(); fill(answer); fill(where); odds.hide(); }

  function show(found) {
    if (!found.answered) { desk.layers.clear(); fill(answer, notAnswered()); return; }
    const land = found.ways.find((ways) => ways.manner === "land");
    desk.layers.way([]);
    desk.layers.answer([
      ...found.ways.map((ways) => [`${ways.manner}`, ways.ends]),
      ["doubtful", land?.doubtful ?? []], ["crowded", land?.crowded ?? []],
      ["after", found.attacksAfter.filter((hex) => !found.attacks.includes(hex))], ["attack", found.attacks],
    ]);
    fill(answer, node("h3", {}, t("{unit} in {hex}", {unit: found.unit.name, hex: desk.placeName(found.at)})),
      supposed(found.supposed), ...reasons(found.notes),
      node("dl", {class: "ways"}, ...found.ways.flatMap(waysParts)),
      ...attacks(t("It could attack now"), found.attacks),
      ...attacks(t("It could attack after a move"), found.attacksAfter.filter((hex) => !found.attacks.includes(hex))));
  }

  function waysParts(ways) {
    const parts = [ways.ends.length ? count(ways.ends.length, "{n} hex", "{n} hexes") : ways.closed || t("nowhere")];
    if (ways.off.length) parts.push(ways.off.join(", "));
    if (ways.crowded.length) parts.push(count(ways.crowded.length, "{n} of them is full if all stay", "{n} of them are full if all stay"));
    if (ways.doubtful.length) parts.push(count(ways.doubtful.length, "{n} more only if a doubtful datum is wrong", "{n} more only if a doubtful datum is wrong"));
    const key = node("dt", {}, node("span", {class: `swatch a-${ways.manner}`}), t(MANNERS[ways.manner] ?? ways.manner));
    const list = ways.ends.length ? node("details", {}, node("summary", {}, parts.join("; ")), node("p", {class: "hexes"}, ways.ends.join(" "))) : parts.join("; ");
    return [key, node("dd", {}, list)];
  }

  function attacks(title, hexes) {
    if (!hexes.length) return [];
    return [node("h4", {}, title), node("div", {class: "row"}, ...hexes.map((hex) => {
      const button = node("button", {type: "button", class: "target"}, desk.placeName(hex));
      button.addEventListener("click", () => { page.setPicked(hex); page.bring([page.data.hexes[hex]]); attack(hex); });
      return button;
    }))];
  }

  async function way(hex) {
    odds.hide();
    const manner = ["land", "rail", "sea", "option"].find((word) => reach?.ways.find((ways) => ways.manner === word)?.ends.includes(hex)) ?? "land";
    try {
      const found = await ask("api/way", desk.question({unit, goal: hex, manner}));
      if (!found.answered) { fill(where, notAnswered()); return; }
      desk.layers.way(found.path);
      const accused = found.against.filter((each) => each.verdict === "violation" || each.verdict === "doubt");
      fill(where,
        node("h3", {}, accused.length ? t("{unit} may not go to {hex}", {unit: desk.unitName(unit), hex: desk.placeName(hex)})
          : t("{unit} may go to {hex}", {unit: desk.unitName(unit), hex: desk.placeName(hex)})),
        accused.length ? null : node("p", {}, `${t(MANNERS[found.manner] ?? found.manner)}: ${found.path.join(" ")}`),
        ...(found.held.length ? [node("p", {class: "soft"}, t("There it must stop:")), ...reasons(found.held)] : []),
        ...found.against.map(finding),
        ...(accused.length ? [] : [tryIt(hex)]));
    } catch (error) { wrong(error); }
  }

  function tryIt(hex) {
    const button = node("button", {type: "button"}, t("Try it: put the unit there"));
    const id = unit;
    button.addEventListener("click", () => desk.sandbox.put(id, hex));
    return node("p", {}, button);
  }

  function attack(hex) {
    fill(where);
    desk.layers.way([]);
    odds.show(sideOf(unit), unit, hex);
  }

  desk.changed.push(again);
  document.getElementById("tab-ask").addEventListener("click", () => { if (page.picked()) picked(page.picked()); });
  // Its colours belong to the answer: they go with the tab.
  new MutationObserver(() => { if (panel.hidden) desk.layers.clear(); else again(); }).observe(panel, {attributes: true, attributeFilter: ["hidden"]});
  return {chosen: () => unit};
}
