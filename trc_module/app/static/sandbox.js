// What if: units are put elsewhere on the page, and every question is asked about the position that comes of it.

import {$, Refused, count, fill, inOrder, node, save, t} from "./lib.js";

// What has been put where at one step, with what was taken back; pure, so that it can be tested without a page.
export class Edits {
  constructor() { this.done = []; this.undone = []; }
  put(unit, place) { this.done.push([unit, place]); this.undone = []; }
  putAll(moves) { this.done.push(...moves); this.undone = []; }
  undo() { const last = this.done.pop(); if (last) this.undone.push(last); return last; }
  redo() { const next = this.undone.pop(); if (next) this.done.push(next); return next; }
  clear() { this.undone = [...this.done].reverse(); this.done = []; }
  // The last word about each unit.
  get places() { return new Map(this.done); }
}

export function makeSandbox(desk) {
  const {page} = desk;
  const bySteps = new Map();
  const moved = new Set();
  const here = () => {
    const step = page.now();
    if (!bySteps.has(step)) bySteps.set(step, new Edits());
    return bySteps.get(step);
  };
  const now = () => bySteps.get(page.now())?.done ?? [];

  // ------------------------------------------------------------ the board

  function siteNow(unit) {
    const piece = desk.counterOf(unit);
    return piece === undefined ? null : page.siteOf(piece, page.now());
  }

  function hexOf(unit) {
    const places = bySteps.get(page.now())?.places;
    if (places?.has(unit)) return places.get(unit);
    const site = siteNow(unit);
    return site?.point && page.data.hexes[site.name] ? site.name : null;
  }

  function unitsIn(hex) {
    const places = bySteps.get(page.now())?.places ?? new Map();
    const lying = page.sites.filter((site) => site.point && site.name === hex).flatMap((site) => page.lyingOn(site, page.now()));
    const units = lying.map((piece) => page.pieces[piece].unit).filter((unit) => unit && desk.facts.sideOf[unit] && !places.has(unit));
    const come = [...places].filter(([, place]) => place === hex).map(([unit]) => unit);
    return [...units, ...come].reverse();
  }

  function draw() {
    const places = bySteps.get(page.now())?.places ?? new Map();
    for (const unit of moved) if (!places.has(unit)) { back(unit); moved.delete(unit); }
    const heights = new Map();
    for (const [unit, place] of places) {
      const piece = desk.counterOf(unit);
      if (piece === undefined) continue;
      moved.add(unit);
      if (place === null) { page.pictures.get(piece)?.remove(); continue; }
      const height = heights.get(place) ?? unitsIn(place).length - [...places.values()].filter((other) => other === place).length;
      heights.set(place, height + 1);
      page.put(piece, {name: place, point: page.data.hexes[place], rank: 4000}, height, page.now());
      page.pictures.get(piece).classList.add("tried");
    }
  }

  function back(unit) {
    const piece = desk.counterOf(unit), site = siteNow(unit), shown = page.pictures.get(piece);
    shown?.classList.remove("tried");
    if (site?.point) page.put(piece, site, page.lyingOn(site, page.now()).indexOf(piece), page.now());
    else shown?.remove();
  }

  // ------------------------------------------------------------ the panel

  const list = node("ol", {class: "edits"});
  const told = node("p", {role: "status", "aria-live": "polite"});
  const inHand = node("p", {class: "in-hand"});
  const unitField = node("select", {id: "try-unit"});
  const hexField = node("input", {id: "try-hex", size: 6, autocomplete: "off", spellcheck: "false"});
  const button = (words, act) => { const made = node("button", {type: "button"}, words); made.addEventListener("click", act); return made; };
  const undo = button(t("Undo"), () => { const last = here().undo(); if (last) changed(t("Taken back: {unit}.", {unit: desk.unitName(last[0])})); });
  const redo = button(t("Redo"), () => { const next = here().redo(); if (next) changed(t("Again: {unit} to {hex}.", {unit: desk.unitName(next[0]), hex: next[1] ?? "–"})); });
  const clear = button(t("Take all back"), () => { here().clear(); changed(t("Everything stands as in the game.")); });
  const off = button(t("Take it off the map"), () => { if (unitField.value) put(unitField.value, null); });
  const saver = (words, form) => button(words, async () => {
    try { told.textContent = t("Saved as {name}.", {name: await save(`api/save/${form}`, desk.question())}); }
    catch (error) { if (!(error instanceof Refused)) throw error; told.textContent = error.message; }
  });
  const form = node("form", {class: "try"},
    node("label", {}, t("Unit"), " ", unitField), " ", node("label", {}, t("to hex"), " ", hexField), " ",
    node("button", {}, t("Put it there")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const hex = hexField.value.trim().toUpperCase();
    if (!page.data.hexes[hex]) { told.textContent = t("There is no hex {hex}.", {hex}); return; }
    if (unitField.value) put(unitField.value, hex);
  });
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("Drag units on the map, or choose unit and hex here. The questions are answered as if the units had stood there before; the game itself stays as it is.")),
    form, off, inHand,
    node("h3", {}, t("Tried")), list,
    node("p", {class: "row-buttons"}, undo, redo, clear),
    node("h3", {}, t("Save what was tried")),
    node("p", {class: "row-buttons"}, saver(t("As a record"), "record"), saver(t("As a log for VASSAL"), "log")),
    told);
  page.addTab("whatif", t("What if"), panel);

  function units() {
    const wanted = unitField.value;
    const on = Object.keys(desk.facts.sideOf).filter((unit) => hexOf(unit)).sort((a, b) => inOrder(desk.unitName(a), desk.unitName(b)));
    fill(unitField, ...desk.facts.sides.map(({id, title}) => [title, on.filter((unit) => desk.facts.sideOf[unit] === id)]).filter(([, units]) => units.length)
      .map(([title, units]) => node("optgroup", {label: title}, ...units.map((unit) => node("option", {value: unit}, `${desk.unitName(unit)} (${hexOf(unit)})`)))));
    if (on.includes(wanted)) unitField.value = wanted;
  }

  function changed(words = "") {
    draw();
    const edits = now();
    fill(list, ...(edits.length ? edits.map(([unit, place]) =>
      node("li", {}, place === null ? t("{unit} is taken off the map", {unit: desk.unitName(unit)}) : t("{unit} to {hex}", {unit: desk.unitName(unit), hex: desk.placeName(place)})))
      : [node("li", {class: "soft"}, t("Nothing yet."))]));
    undo.disabled = clear.disabled = !edits.length;
    redo.disabled = !bySteps.get(page.now())?.undone.length;
    document.documentElement.dataset.trying = edits.length ? "yes" : "";
    banner.hidden = !edits.length;
    banner.firstChild.textContent = count(edits.length, "What if: {n} unit was put elsewhere.", "What if: {n} changes were made.");
    if (!panel.hidden) units();
    if (words) { told.textContent = words; desk.shout(); }
  }

  const banner = node("div", {id: "banner", role: "status", hidden: true}, node("span"), button(t("Take all back"), () => { here().clear(); changed(t("Everything stands as in the game.")); }));
  page.board.before(banner);

  function put(unit, place) {
    here().put(unit, place);
    changed(place === null ? t("{unit} is taken off the map", {unit: desk.unitName(unit)}) : t("{unit} to {hex}", {unit: desk.unitName(unit), hex: desk.placeName(place)}));
  }

  page.heard.step.push(() => changed());
  $("tab-whatif").addEventListener("click", units);

  // ------------------------------------------------------------ dragging

  let drag = null;
  page.board.addEventListener("pointerdown", (event) => {
    if (panel.hidden || event.button || event.target.closest("button")) return;
    const hex = page.hexAt(event.clientX, event.clientY);
    const unit = unitsIn(hex)[0];
    if (!unit) return;
    // The map stays where it is while a unit is in hand.
    event.stopImmediatePropagation();
    event.preventDefault();
    const shown = page.pictures.get(desk.counterOf(unit));
    drag = {unit, from: hex, shown, ghost: shown.cloneNode(true), id: event.pointerId};
    drag.ghost.classList.add("ghost");
    const size = shown.getBoundingClientRect();
    drag.ghost.style.cssText = `position:fixed;z-index:99;pointer-events:none;width:${size.width}px;height:${size.height}px;left:${event.clientX - size.width / 2}px;top:${event.clientY - size.height / 2}px`;
    document.body.append(drag.ghost);
    drag.size = size;
  }, {capture: true});
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    drag.ghost.style.left = `${event.clientX - drag.size.width / 2}px`;
    drag.ghost.style.top = `${event.clientY - drag.size.height / 2}px`;
  });
  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const {unit, from, ghost} = drag;
    drag = null;
    ghost.remove();
    const hex = page.hexAt(event.clientX, event.clientY);
    units();
    unitField.value = unit;
    if (hex && hex !== from) put(unit, hex);
  });
  addEventListener("pointercancel", () => { drag?.ghost.remove(); drag = null; });
  page.board.addEventListener("touchstart", (event) => {
    if (drag) event.preventDefault();
  }, {passive: false});

  page.heard.pick.push((hex) => {
    if (panel.hidden) return false;
    const unit = unitsIn(hex)[0];
    if (unit) { units(); unitField.value = unit; hexField.focus(); } else hexField.value = hex;
    return true;
  });
  changed();

  return {
    edits: () => now(),
    putAll(moves) {
      here().putAll(moves);
      changed(count(moves.length, "{n} unit was put elsewhere.", "{n} units were put elsewhere."));
    },
    put, unitsIn, hexOf,
  };
}
