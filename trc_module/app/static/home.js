// The first page: a card for each game, and what is dropped.

import {$, Refused, ask, capital, carry, catchDrops, count, fill, get, hand, listen, momentSaid, node, rememberedTheme, said, save, sorted, speak, swapTheme, t} from "./lib.js";
import {makeAgainst} from "./against.js";
import {makeSearch} from "./search.js";
import {keep, newSince} from "./visits.js";

speak(JSON.parse($("texts").textContent));
rememberedTheme();

const VERDICTS = {
  violation: ["{n} violation", "{n} violations"],
  doubt: ["{n} doubt", "{n} doubts"],
  undecided: ["{n} undecided", "{n} undecided"],
};
const language = $("language").value;
const gameAddress = (name) => `game/${name}/?lang=${language}`;
let known = null;
const fresh = new Set();

function card(game, fresh) {
  const title = game.players.map(([, name]) => name).join(" – ") || game.logs[0];
  const seats = game.players.map(([side, name]) => `${name} (${said(capital(side))})`).join(", ");
  const moment = game.winner ? t("Won by {side}", {side: said(capital(game.winner))}) : momentSaid(game.moment);
  const move = game.side && !game.winner ? t("To move: {side}", {side: said(capital(game.side))}) : "";
  const date = new Date(game.changed * 1000);
  return node("li", {class: `card${fresh ? " fresh" : ""}`, "data-game": game.name},
    node("h3", {}, game.error ? title : node("a", {href: gameAddress(game.name)}, title)),
    seats ? node("p", {class: "soft"}, seats) : null,
    node("p", {}, moment),
    move ? node("p", {class: "move"}, node("strong", {}, game.turn.yourTurn ? t("Your turn") : move)) : null,
    ...mine(game),
    node("p", {class: "counts"}, ...(game.error ? [game.error] : game.counts.length
      ? game.counts.map(([verdict, n]) => node("span", {class: `v-${verdict}`}, count(n, ...VERDICTS[verdict])))
      : [node("span", {class: "v-clean"}, t("Nothing found"))])),
    game.last.length ? node("ol", {"aria-label": t("Last findings")}, ...game.last.map(([verdict, rule, says]) =>
      node("li", {class: `v-${verdict}`}, node("span", {}, `${rule}: ${says}`)))) : null,
    node("p", {class: "soft"}, `${game.title ? `${game.title} · ` : ""}${game.logs.length > 3 ? count(game.logs.length, "{n} log", "{n} logs") : game.logs.join(", ")} · `,
      node("time", {datetime: date.toISOString()}, date.toLocaleString(language, {dateStyle: "medium", timeStyle: "short"}))));
}

// Which side the player plays, what is new since he looked, and when his answer is due: said once, and kept by the app.
function mine(game) {
  if (!game.name || game.error) return [];
  const {due, mine, wrong} = game.turn;
  const news = newSince(game.turn);
  const seats = node("select", {"aria-label": t("I play")}, node("option", {value: ""}, t("I play …")),
    ...game.sides.map((side) => node("option", {value: side, selected: mine === side}, said(capital(side)))));
  seats.addEventListener("change", () => keep(`game/${game.name}/api/kept`, {side: seats.value}, tell));
  const until = due ? node("span", {class: `due${due.left < 0 ? " wrong" : ""}`}, ` ${t("Answer due by {day}.", {day: due.words})}`)
    : wrong ? node("span", {class: "due wrong"}, ` ${wrong}`) : null;
  return [node("p", {class: "soft"}, seats, until), news ? node("p", {class: "news"}, news) : null];
}

const signOf = (game) => `${game.name} ${game.logs.join()} ${game.changed}`;

async function show() {
  const found = await get(`api/games?lang=${document.documentElement.lang}`);
  const games = found.games.filter((game) => game.name);
  const unread = found.games.filter((game) => !game.name);
  const signs = new Set(games.map(signOf));
  // What appears while somebody looks is marked, and stays so; the first look marks nothing.
  if (known) for (const sign of signs) if (!known.has(sign)) fresh.add(sign);
  const focused = document.activeElement?.closest?.("[data-game]")?.dataset.game;
  $("games").replaceChildren(...games.map((game) => card(game, fresh.has(signOf(game)))));
  if (focused) document.querySelector(`[data-game="${CSS.escape(focused)}"] a`)?.focus();
  if (found.settled) known = signs;
  $("none").hidden = games.length > 0 || !found.settled;
  $("where").textContent = [
    found.folders.length ? t("Logs in {folders}.", {folders: found.folders.join(", ")}) : t("No folder was named: drop logs here."),
    found.settled ? "" : t("Still looking …"),
    found.told,
    found.skipped ? t("The {n} oldest logs are left out.", {n: found.skipped}) : "",
  ].filter(Boolean).join(" ");
  $("unread").hidden = !unread.length;
  $("unread").querySelector("summary").textContent = count(unread.length, "{n} file could not be read", "{n} files could not be read");
  $("unread").querySelector("ul").replaceChildren(...unread.map((game) => node("li", {}, `${game.logs.join(", ")}: ${game.error}`,
    game.transcript ? [" ", node("a", {href: `log/${game.transcript}/`}, t("Read what was said and moved"))] : null)));
  $("example").hidden = !found.example;
  $("offer").hidden = !found.offered;
  $("offer").textContent = t("Show the games in {folder}", {folder: found.offered});
  const turns = games.filter((game) => game.turn.yourTurn).length;
  document.title = `${turns ? `(${turns}) ${t("Your turn")} · ` : ""}trc-module · ${t("Games")}`;
  // Somebody who starts for the first time has no game: the example is what there is to look at.
  $("first").hidden = games.length > 0 || !found.settled || !found.example;
  if (!$("modules").children.length) $("modules").append(...found.modules.map(module));
  document.documentElement.dataset.ready = "yes";
}

function module({name, title}) {
  const button = node("button", {type: "button"}, t("Get the module"));
  const told = node("span", {role: "status"});
  button.addEventListener("click", async () => {
    button.disabled = true;
    told.textContent = t("Drawing and packing …");
    try { told.textContent = t("Saved as {name}.", {name: await save(`api/module/${name}?lang=${language}`)}); }
    catch (error) { told.textContent = error.message; }
    button.disabled = false;
  });
  const forms = known?.forms?.includes(name) ? node("a", {href: `forms/${name}/?lang=${language}`}, t("Fill in the owner's data")) : null;
  return node("li", {}, node("strong", {}, title), button, forms, told);
}

function tell(...sentences) { fill($("told"), ...sentences.map((words) => node("p", {}, words))); }

// Each file is taken for what it is: logs open their game and take orders along; whatever is neither is named.
async function take(files) {
  const {logs, orders, told} = sorted(files);
  $("told").classList.remove("wrong");
  if (logs.length) tell(count(logs.length, "Reading the file …", "Reading {n} files …"));
  const {game, told: refused} = await hand("", logs);
  const all = [...refused, ...told];
  if (game) {
    carry(orders.length ? await orders[0].text() : null, all);
    location.href = gameAddress(game);
    return;
  }
  $("told").classList.add("wrong");
  // Which game orders are for is not in them.
  tell(...all, ...(orders.length ? [t("Open the game first: its orders are dropped on its page.")] : []));
}

async function example() {
  $("example").disabled = true;
  $("told").classList.remove("wrong");
  tell(t("Writing the example …"));
  try { location.href = gameAddress((await ask("api/example", {})).game); }
  catch (error) { if (!(error instanceof Refused)) throw error; $("told").classList.add("wrong"); tell(error.message); }
  $("example").disabled = false;
}

async function lookThere() {
  $("offer").disabled = true;
  try { await ask("api/folder", {}); await show(); }
  catch (error) { if (!(error instanceof Refused)) throw error; $("told").classList.add("wrong"); tell(error.message); }
  $("offer").disabled = false;
}

async function quit() {
  try { await ask("api/quit", {}); } catch (error) { if (!(error instanceof Refused)) throw error; }
  ended = true;
  fill(document.querySelector("main"), node("p", {id: "ended", role: "status"}, t("The app has ended. You may close this window.")));
  $("quit").remove();
}

let ended = false;
$("lookup").append(makeSearch(""));
const against = makeAgainst(gameAddress);
$("against").append(against.element);
$("example").addEventListener("click", example);
$("offer").addEventListener("click", lookThere);
$("quit").addEventListener("click", quit);
$("theme").addEventListener("click", swapTheme);
$("language").addEventListener("change", () => { location.search = `?lang=${$("language").value}`; });
$("file").addEventListener("change", () => { if ($("file").files.length) take([...$("file").files]); });
catchDrops($("over"), take);

let showing = null;
listen("", () => { if (ended) return; showing = (showing ?? Promise.resolve()).then(show).then(against.show).catch((error) => { $("where").textContent = error.message; }); });
