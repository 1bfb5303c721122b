// Look something up: rules by number or by words, and tasks with their commands.

import {Refused, count, fill, get, node, t} from "./lib.js";
import {later, latest} from "./parts.js";

// `game` is the name of the one game that is searched; '' for all.
export function makeSearch(base, game = "") {
  const field = node("input", {type: "search", id: "look-up", autocomplete: "off", spellcheck: "false", maxlength: 200});
  const list = node("ul", {id: "looked-up"}), told = node("p", {role: "status", class: "soft"});
  const form = node("form", {role: "search", class: "lookup"},
    node("label", {for: "look-up"}, t("A rule's number, or words")), " ", field);
  const address = (sought) => `${base}api/search?q=${encodeURIComponent(sought)}&game=${encodeURIComponent(game)}&lang=${document.documentElement.lang}`;
  const last = latest();
  form.addEventListener("submit", (event) => event.preventDefault());
  // The rules are read while somebody types.
  field.addEventListener("focus", () => { get(address("")).catch(() => {}); }, {once: true});
  field.addEventListener("input", later(look, 60));

  async function look() {
    const sought = field.value.trim();
    try { await last(get(address(sought)), (found) => show(sought, found)); }
    catch (error) { if (!(error instanceof Refused)) throw error; told.textContent = error.message; }
  }

  function show(sought, {found, more}) {
    fill(list, ...found.map((one) => node("li", {"data-kind": one.kind},
      node("details", {}, node("summary", {}, one.name ? node("strong", {}, one.name) : null, one.name ? " " : null,
        node("span", one.kind === "task" ? {lang: "en"} : {}, one.title), !game && one.game ? node("small", {class: "soft"}, ` ${one.game}`) : null),
      node("p", one.kind === "task" ? {lang: "en", class: "text"} : {class: "text"}, one.text)))));
    told.textContent = !sought ? "" : found.length ? (more ? t("{n} more: add a word.", {n: more}) : count(found.length, "{n} found", "{n} found"))
      : t("Nothing was found. Look by number (8.3) or by words (supply line, zoc).");
  }
  return node("div", {class: "search"}, form, told, list);
}
