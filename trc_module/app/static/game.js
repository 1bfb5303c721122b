// The page of a game: the audit's own page, and beside it what its player may ask.

import {$, ask, carried, carry, catchDrops, hand, listen, node, rememberedTheme, sorted, speak, t, Refused, get} from "./lib.js";
import {makeSandbox} from "./sandbox.js";
import {makeLayers} from "./layers.js";
import {makeAsking} from "./asking.js";
import {makeMail} from "./mail.js";
import {makeOrders} from "./orders.js";
import {makeSearch} from "./search.js";
import {makeTurn} from "./turn.js";
import {makeStory} from "./story.js";
import {makeRulings} from "./rulings.js";
import {groupTabs} from "./tabs.js";
import {visited} from "./visits.js";

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

const facts = await unpacked($("shell").textContent);
$("shell").remove();
speak(JSON.parse($("texts").textContent));
rememberedTheme();
const page = globalThis.auditPage ?? await new Promise((done) => {
  addEventListener("audit-ready", () => done(globalThis.auditPage), {once: true});
});

const counterOf = new Map(page.pieces.map((piece, number) => [piece.unit, number]).filter(([unit]) => unit));
const desk = {
  page,
  facts,
  // What a question is asked about: the step that is shown, and what was put elsewhere there.
  question: (more = {}) => ({step: page.now(), edits: desk.sandbox.edits(), ...more}),
  unitName: (unit) => facts.names[unit] ?? unit,
  placeName: (hex) => (facts.places[hex] ? `${hex}, ${facts.places[hex]}` : hex),
  sideTitle: (side) => facts.sides.find((each) => each.id === side)?.title ?? side,
  counterOf: (unit) => counterOf.get(unit),
  // Units in a hex, top first, as they are shown: what was put elsewhere is there.
  unitsIn: (hex) => desk.sandbox.unitsIn(hex),
  hexOf: (unit) => desk.sandbox.hexOf(unit),
  picture: (unit) => (counterOf.has(unit) ? page.picture(counterOf.get(unit), page.now()) : node("span", {})),
  // While one points at an element, or has come to it by keys, the hexes and units that it speaks of are lit.
  shows(element, hexes, units = []) {
    const light = () => desk.layers.point([...new Set([...hexes, ...units.map((unit) => desk.hexOf(unit)).filter(Boolean)])]);
    for (const event of ["pointerenter", "focus"]) element.addEventListener(event, light);
    for (const event of ["pointerleave", "blur"]) element.addEventListener(event, () => desk.layers.point([]));
  },
  // Hears of every change of what is shown: another step, or a unit put elsewhere.
  changed: [],
  shout() { for (const hear of this.changed) hear(); },
};
desk.layers = makeLayers(desk);
desk.asking = makeAsking(desk);
const sandbox = makeSandbox(desk);
desk.sandbox = sandbox;
desk.orders = facts.orders ? makeOrders(desk) : null;
makeTurn(desk);
makeStory(desk);
desk.rulings = makeRulings(desk);
makeMail(desk);
page.addTab("rules", t("Rules"), node("section", {class: "app-panel"}, makeSearch("../../", facts.game)));
groupTabs(page);
page.heard.step.push(() => desk.shout());

// What findings mean by the custom of tournaments, beside what was legal.
ask("api/remedies", {}).then((found) => {
  for (const [number, words] of Object.entries(found)) page.findings[number].remedy = words;
  if (page.finding() >= 0) page.showFinding(page.finding());
}).catch((error) => { if (!(error instanceof Refused)) throw error; });

// ------------------------------------------------- what else is new on disk

const over = node("div", {id: "over-drop", hidden: true}, node("p", {}, t("Drop it anywhere")));
const news = node("div", {id: "news", role: "status", "aria-live": "polite"});
document.body.append(over, news);

function tell(words, ...more) {
  news.replaceChildren(...(words ? [node("span", {}, words), ...more,
    node("button", {type: "button", class: "close", "aria-label": t("Close")}, "×")] : []));
  news.querySelector(".close")?.addEventListener("click", () => tell(""));
}
desk.tell = tell;

catchDrops(over, async (files) => {
  const {logs, orders, rulings, told} = sorted(files);
  if (rulings.length) desk.rulings.take(await rulings[0].text());
  const text = orders.length ? await orders[0].text() : null;
  if (logs.length) tell(t("Reading the file …"));
  const {game, told: refused} = await hand("../../", logs);
  const all = [...refused, ...told];
  if (game) {
    carry(text, all);
    location.href = `../${game}/${location.search}`;
    // The same address is the same page, though the game has gone on.
    if (game === facts.name) location.reload();
  } else takeOver(text, all);
});

function takeOver(text, told) {
  if (text !== null && desk.orders) desk.orders.take(text);
  tell([...told, ...(text !== null && !desk.orders ? [t("This game has no notation for orders by mail.")] : [])].join(" "));
}

// A log that VASSAL has saved: the page of its game is fetched anew and opens where the new log begins.
const stamp = (games) => {
  const own = games.find((game) => game.name === facts.name);
  return own ? `${own.logs.join()} ${own.changed}` : "";
};
let seen = null;
listen("../../", async () => {
  const {games, settled} = await get("../../api/games").catch(() => ({games: [], settled: false}));
  const now = stamp(games);
  if (!settled || !now) return;
  if (seen !== null && seen !== now) fresh();
  seen = now;
});

function fresh() {
  const hash = page.now() === page.lastStep ? "" : `#step=${page.now()}`;
  if (sandbox.edits().length) {
    // What is being tried is not thrown away.
    const button = node("button", {type: "button"}, t("Show it"));
    button.addEventListener("click", () => again(hash));
    tell(t("A new log of this game has been saved."), button);
  } else again(hash);
}

function again(hash) {
  if (hash) { location.hash = hash; location.reload(); return; }
  location.hash = "#step=last";
  location.reload();
}

const before = carried();
takeOver(before.orders, before.told);
visited(desk);
document.documentElement.dataset.app = "ready";
