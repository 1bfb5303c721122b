// What the player says of a game, and saw of it last: the app keeps it in a file of the player's.

import {Refused, ask, count, node, t} from "./lib.js";

// Of a game that was looked at before: what is new since then, in words; '' if nothing is.
export function newSince(turn) {
  const parts = [];
  if (turn.newSteps) parts.push(count(turn.newSteps, "{n} step", "{n} steps"));
  if (turn.newFindings) parts.push(count(turn.newFindings, "{n} finding", "{n} findings"));
  if (!parts.length && !turn.otherLog) return "";
  const when = new Date(turn.seen * 1000).toLocaleString(document.documentElement.lang, {dateStyle: "medium", timeStyle: "short"});
  return parts.length ? t("New since {when}: {what}.", {when, what: parts.join(", ")}) : t("The log is another one than on {when}.", {when});
}

// Keeps what is said about a game; what the app refuses is told.
export async function keep(address, said, tell) {
  try { await ask(address, said); return true; }
  catch (error) { if (!(error instanceof Refused)) throw error; tell(error.message); return false; }
}

// The page of a game says what is new since the last visit, and has this one kept.
export function visited(desk) {
  const {page, facts} = desk;
  if (!facts.turn) return;
  const words = newSince(facts.turn);
  if (facts.told) desk.tell(facts.told);
  else if (words) {
    const go = node("button", {type: "button", id: "go-new"}, t("Show it"));
    go.addEventListener("click", () => page.go(Math.min(facts.turn.newFrom, page.lastStep)));
    desk.tell(words, facts.turn.newFrom ? go : "");
  }
  keep("api/kept", {seen: true}, desk.tell);
}
