// What all pages of the app share: elements, words, requests, light and dark.

export const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function dressed(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const node = (name, attributes = {}, ...children) => dressed(document.createElement(name), attributes, children);
export const svg = (name, attributes = {}, ...children) => dressed(document.createElementNS(SVG, name), attributes, children);

// Put children into an element in place of all that is there; what is null, false or '' is left out.
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
}

// ------------------------------------------------------------------- words

let texts = {};

export function speak(table) { texts = table; }

// Words are looked up by the English ones; {name} stands for a value.
export function t(text, values = {}) {
  return (texts[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// Words of the games, as `turn 1 axis impulse 1 movement`: each that is known is said in the page's language.
export const said = (words) => words.replace(/[A-Za-z][A-Za-z0-9-]*/g, (word) => texts[word] ?? word);

// As people sort: 2nd before 10th.
export const inOrder = new Intl.Collator(document.documentElement.lang || "en", {numeric: true}).compare;

export const capital = (word) => word.slice(0, 1).toUpperCase() + word.slice(1);

// `turn 1 axis impulse 1 movement` as a line for people: turn, side, part of the turn, phase.
export function momentSaid(moment) {
  const found = /^turn (\d+) (\S+)(?: (\S+ \d+))?(?: (\S+))?$/.exec(moment);
  if (!found) return said(moment);
  const [, turn, side, part, phase] = found;
  return [t("Turn {n}", {n: turn}), said(capital(side)), part && said(part), phase && said(phase)].filter(Boolean).join(", ");
}

// `one` and `many` are whole sentences with {n}.
export const count = (n, one, many) => t(n === 1 ? one : many, {n});

// ---------------------------------------------------------------- requests

export class Refused extends Error {}

async function answerOf(response) {
  if (response.ok) return response;
  let why = "";
  try { why = (await response.json()).error; } catch { /* not one of our answers */ }
  throw new Refused(why || t("The app did not answer."));
}

async function send(address, options) {
  let response;
  try { response = await fetch(address, options); } catch { throw new Refused(t("The app has been closed: start it again.")); }
  return answerOf(response);
}

export const get = async (address) => (await send(address, {})).json();

// Answers come in the page's language as far as the game has its sentences in it.
export const ask = async (address, question) =>
  (await send(address, {method: "POST", body: JSON.stringify({...question, lang: document.documentElement.lang})})).json();

export const give = async (address, content) => (await send(address, {method: "POST", body: content})).json();

// The answer is saved as the file that it names.
export async function save(address, question = {}) {
  const response = await send(address, {method: "POST", body: JSON.stringify(question)});
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") || "")?.[1] || "file";
  const link = node("a", {href: URL.createObjectURL(await response.blob()), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return name;
}

// ------------------------------------------------------------ light and dark

export function swapTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* the choice is not kept then */ }
}

export function rememberedTheme() {
  try {
    const kept = localStorage.getItem("theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch { /* nothing is kept */ }
}

// ------------------------------------------------------------------- drops

// Whatever is dropped on the page goes to `take`, file by file; `over` is shown while something is dragged in.
export function catchDrops(over, take) {
  let depth = 0;
  const files = (event) => [...(event.dataTransfer?.types || [])].includes("Files");
  addEventListener("dragenter", (event) => { if (files(event)) { depth += 1; over.hidden = false; } });
  addEventListener("dragleave", (event) => { if (files(event)) { depth = Math.max(0, depth - 1); over.hidden = depth === 0; } });
  addEventListener("dragover", (event) => { if (files(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    depth = 0;
    over.hidden = true;
    take([...event.dataTransfer.files]);
  });
}

export const MOST = 32 * 1024 * 1024;

const KINDS = [["log", /\.(vlog|vsav)$/i], ["orders", /\.(txt|orders)$/i], ["rulings", /\.toml$/i], ["module", /\.(vmod|vext|vmdx)$/i]];

// What is dropped, by the names of the files: logs, files of orders, and what is neither with what is to be said of it.
export function sorted(files) {
  const found = {logs: [], orders: [], rulings: [], told: []};
  for (const file of files) {
    const kind = KINDS.find(([, form]) => form.test(file.name))?.[0];
    if (kind === "log") found.logs.push(file);
    else if (kind === "rulings" && !found.rulings.length) found.rulings.push(file);
    else if (kind === "orders" && !found.orders.length) found.orders.push(file);
    else found.told.push(kind === "orders" ? t("{name}: one file of orders at a time.", {name: file.name})
      : kind === "module" ? t("{name} is a module of VASSAL: drop its logs here.", {name: file.name})
        : t("{name} is neither a log (.vlog, .vsav) nor orders (.txt).", {name: file.name}));
  }
  return found;
}

// Hand logs over one after another; return the name of the last one's game, and what is to be said of those refused.
export async function hand(base, files) {
  const found = {game: "", told: []};
  for (const file of files) {
    try {
      if (file.size > MOST) throw new Refused(t("{name} is too large: a log of a game is smaller.", {name: file.name}));
      found.game = (await give(`${base}api/drop?name=${encodeURIComponent(file.name)}`, file)).game;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      found.told.push(error.message.includes(file.name) ? error.message : `${file.name}: ${error.message}`);
    }
  }
  return found;
}

const CARRIED = "carried";

// What the page of a game takes over from the page before it: orders that were dropped with its log, and what was said.
export function carry(orders, told) {
  try { sessionStorage.setItem(CARRIED, JSON.stringify({orders, told})); } catch { /* it is said nowhere then */ }
}

export function carried() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(CARRIED) ?? "null");
    sessionStorage.removeItem(CARRIED);
    return kept ?? {orders: null, told: []};
  } catch { return {orders: null, told: []}; }
}

// `heard` is called whenever the app rings; the browser connects again by itself.
export function listen(base, heard) {
  const events = new EventSource(`${base}api/events`);
  events.onmessage = () => heard();
  addEventListener("pagehide", () => events.close());
}
