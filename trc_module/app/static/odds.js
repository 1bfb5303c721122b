// An attack that somebody thinks of: who attacks, the odds with every factor, the results, and what would make it better.

import {Refused, ask, fill, node, t} from "./lib.js";
import {chance, finding, latest, notAnswered, percent, reasons, supposed} from "./parts.js";

export function makeOdds(desk, onTarget) {
  const panel = node("section", {class: "odds", hidden: true, "aria-label": t("Odds")});
  const choice = node("div"), told = node("div", {"aria-live": "polite"}), better = node("div", {"aria-live": "polite"});
  const compared = node("div", {class: "compared"});
  panel.append(choice, told, better);
  let side = "", target = "", attackers = new Set(), support = new Set(), first = "";
  const kept = [];
  const lastOdds = latest(), lastBest = latest();

  function hide() { panel.hidden = true; target = ""; }

  async function show(side_, unit, hex) {
    side = side_;
    target = hex;
    first = unit;
    support = new Set();
    panel.hidden = false;
    onTarget([], hex);
    fill(told);
    fill(better);
    fill(choice);
    try {
      const found = await ask("api/odds", desk.question({side, targets: [hex]}));
      if (target !== hex) return;
      if (!found.answered) { fill(choice, notAnswered()); return; }
      // All who stand there already are taken to attack; whoever is asked for comes first.
      attackers = new Set(found.near.map((each) => each.id));
      await again();
    } catch (error) { wrong(error); }
  }

  const wrong = (error) => { if (!(error instanceof Refused)) throw error; fill(told, node("p", {class: "wrong"}, error.message)); };

  async function again() {
    if (panel.hidden || !target) return;
    const question = desk.question({side, attackers: [...attackers], targets: [target], support: [...support]});
    const asked = [
      lastOdds(ask("api/odds", question), (found) => { chooseAmong(found.near); tell(found); }),
      lastBest(ask("api/best", question), tellBest),
    ];
    await Promise.all(asked).catch(wrong);
  }

  function chooseAmong(near) {
    fill(choice, node("h3", {}, t("Attack on {hex}", {hex: desk.placeName(target)})),
      node("fieldset", {}, node("legend", {}, t("Who attacks")),
        ...(near.length ? near.map((unit) => tick(unit.id, `${unit.name} (${unit.at})`, attackers)) : [node("p", {class: "soft"}, t("No unit of this side stands next to it yet."))])));
  }

  function tick(value, words, set, off = false) {
    const box = node("input", {type: "checkbox", value});
    box.checked = set.has(value);
    box.disabled = off;
    box.addEventListener("change", () => { if (box.checked) set.add(value); else set.delete(value); again(); });
    return node("label", {class: "chip"}, box, words);
  }

  function tell(found) {
    const odds = found.odds;
    if (!odds) { fill(told, supposed(found.supposed), node("p", {class: "soft"}, t("Choose who attacks, or see below who could come."))); return; }
    fill(told,
      supposed(found.supposed),
      node("p", {class: "big"}, odds.odds || t("Odds unknown"), (odds.attack || odds.defence) && odds.odds !== `${odds.attack}:${odds.defence}` ? node("small", {}, ` ${odds.attack} : ${odds.defence}`) : null),
      ...reasons(odds.steps),
      table(t("Attackers"), odds.attacking),
      table(t("Defenders"), odds.defending),
      ...odds.terrain.flatMap((ground) => [node("p", {class: "ground"}, t("{hex}: defence ×{times}", {hex: desk.placeName(ground.at), times: ground.times})), ...reasons(ground.why)]),
      ...(odds.supports.length ? [node("fieldset", {}, node("legend", {}, t("Support")),
        ...odds.supports.map((each) => node("div", {}, tick(each.key, each.words, support),
          ...each.against.slice(0, 1).map((against) => node("p", {class: "soft"}, `${against.rule}: ${against.words}`)))))] : []),
      outcomes(odds),
      ...odds.against.map(finding),
      ...reasons(odds.notes),
      keepButton(odds));
  }

  function table(title, terms) {
    if (!terms.length) return "";
    return node("table", {class: "terms"}, node("caption", {}, title),
      node("thead", {}, node("tr", {}, ...[t("Unit"), t("Hex"), t("printed"), t("counts")].map((words) => node("th", {scope: "col"}, words)))),
      node("tbody", {}, ...terms.flatMap((term) => [
        node("tr", {}, node("th", {scope: "row"}, term.name), node("td", {}, term.at), node("td", {}, term.printed ?? "?"), node("td", {}, term.counts)),
        ...(term.why.length ? [node("tr", {}, node("td", {colspan: 4}, ...reasons(term.why)))] : [])])));
  }

  function outcomes(odds) {
    if (!odds.outcomes.length) return "";
    return node("table", {class: "outcomes"}, node("caption", {}, t("Results")),
      node("tbody", {}, ...odds.outcomes.map((one) => node("tr", {},
        node("th", {scope: "row"}, one.result),
        node("td", {class: "share"}, node("span", {class: "bar", style: `--share:${one.faces / one.of}`}), `${one.of > 36 ? "" : `${one.faces}/${one.of} · `}${percent(one.faces, one.of)}`),
        node("td", {}, one.meaning)))));
  }

  // ----------------------------------------------------------- comparing

  function keepButton(odds) {
    const button = node("button", {type: "button", id: "keep"}, t("Keep to compare"));
    const [at, supported] = [target, [...support]];
    button.addEventListener("click", () => {
      // Of attacks on one hex the last is taken for orders; a tick changes that.
      for (const one of kept) if (one.at === at) one.ordered = false;
      kept.push({at, odds, supported, step: desk.page.now(), edits: desk.sandbox.edits().map((edit) => [...edit]), ordered: true});
      showKept();
      compared.scrollIntoView({block: "nearest"});
    });
    return node("div", {}, node("p", {}, button), compared);
  }

  function showKept() {
    const all = [...new Set(kept.flatMap((one) => one.odds.outcomes.map((outcome) => outcome.result)))];
    const rows = kept.map((one, number) => {
      const away = node("button", {type: "button", "aria-label": t("Remove")}, "×");
      away.addEventListener("click", () => { kept.splice(number, 1); showKept(); });
      const ordered = node("input", {type: "checkbox", "aria-label": t("Into the orders")});
      ordered.checked = one.ordered;
      ordered.addEventListener("change", () => { one.ordered = ordered.checked; });
      const who = `${desk.placeName(one.at)}: ${one.odds.attacking.map((term) => term.name).join(", ")}${one.supported.length ? ` + ${t("Support")}` : ""}`;
      // Who attacks stands over the numbers: there is no room beside them.
      return node("tbody", {}, node("tr", {}, node("th", {scope: "rowgroup", colspan: all.length + 3}, who)),
        node("tr", {}, node("td", {class: "of"}, one.odds.odds),
          ...all.map((result) => node("td", {}, `${Math.round(100 * chance(one.odds.outcomes, result))}%`)),
          desk.facts.orders ? node("td", {}, ordered) : null, node("td", {}, away)));
    });
    fill(compared, ...(rows.length ? [node("table", {class: "compare"}, node("caption", {}, t("Compared")),
      node("thead", {}, node("tr", {}, ...[t("Odds"), ...all, ...(desk.facts.orders ? [t("Orders")] : []), ""].map((words) => node("th", {scope: "col"}, words)))),
      ...rows),
    desk.facts.orders ? node("p", {}, writer()) : null] : []));
  }

  function writer() {
    const button = node("button", {type: "button", id: "write-orders"}, t("Write orders for these"));
    button.addEventListener("click", () => desk.orders.write(kept.filter((one) => one.ordered).map((one) => ({
      attackers: one.odds.attacking.map((term) => term.id), targets: [one.at], support: one.supported, step: one.step, edits: one.edits,
    }))));
    return button;
  }

  // ------------------------------------------------------------- better

  function tellBest(found) {
    if (!found.answered) { fill(better); return; }
    const trial = node("button", {type: "button"}, t("Try it: put them there"));
    trial.addEventListener("click", () => {
      const moves = found.attackers.filter((unit) => desk.hexOf(unit.id) !== unit.at).map((unit) => [unit.id, unit.at]);
      attackers = new Set(found.attackers.map((unit) => unit.id));
      desk.sandbox.putAll(moves);
    });
    fill(better, node("h3", {}, t("Best odds within reach")),
      supposed(found.supposed),
      ...(found.attackers.length ? [
        node("p", {class: "big"}, found.odds),
        node("ul", {}, ...found.attackers.map((unit) => node("li", {}, `${unit.name} ${desk.hexOf(unit.id) === unit.at ? t("in {hex}", {hex: unit.at}) : t("to {hex}", {hex: unit.at})}`))),
        node("p", {}, trial)] : [node("p", {class: "soft"}, t("No unit can attack it."))]),
      ...(found.added.length ? [node("h4", {}, t("What one more unit would change")),
        node("ul", {class: "added"}, ...found.added.map((one) => node("li", {}, node("strong", {}, one.odds), ` ${one.name} ${one.moves ? t("to {hex}", {hex: one.at}) : t("in {hex}", {hex: one.at})}`)))] : []),
      ...reasons(found.notes));
  }

  // Over a change of the position, and of the phase with it, only those attack who still stand there and may.
  async function refresh() {
    if (panel.hidden || !target) return;
    const hex = target;
    if (!desk.unitsIn(hex).some((unit) => desk.facts.sideOf[unit] !== side)) { hide(); onTarget([], hex); return; }
    try {
      const found = await ask("api/odds", desk.question({side, targets: [hex]}));
      if (target !== hex) return;
      const near = new Set((found.near ?? []).map((each) => each.id));
      const left = [...attackers].filter((unit) => near.has(unit));
      attackers = left.length ? new Set(left) : near;
      await again();
    } catch (error) { wrong(error); }
  }
  desk.changed.push(refresh);
  return {panel, show, hide, first: () => first};
}
