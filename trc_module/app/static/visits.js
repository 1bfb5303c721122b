// What the player says of a game, and saw of it last: his side, his deadline, how far the log went. Kept in this browser.

import {ask, count, node, t} from "./lib.js";

const TOLD = ["violation", "doubt", "undecided"];

const keyOf = (name) => `game ${name}`;

export function keptOf(name) {
  try { return JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}"); } catch { return {}; }
}

export function keepOf(name, more) {
  try { localStorage.setItem(keyOf(name), JSON.stringify({...keptOf(name), ...more})); } catch { /* it is not kept then */ }
}

// Of a game that was looked at before: what is new since then, in words; '' if nothing is.
export function newSince(kept, steps, findings) {
  if (!kept.seen) return "";
  const parts = [];
  if (steps > kept.steps) parts.push(count(steps - kept.steps, "{n} step", "{n} steps"));
  if (findings > kept.findings) parts.push(count(findings - kept.findings, "{n} finding", "{n} findings"));
  if (!parts.length && steps === kept.steps) return "";
  const when = new Date(kept.seen).toLocaleString(document.documentElement.lang, {dateStyle: "medium", timeStyle: "short"});
  return parts.length ? t("New since {when}: {what}.", {when, what: parts.join(", ")}) : t("The log is another one than on {when}.", {when});
}

// The page of a game says what is new since the last visit, and remembers this one.
export function visited(desk) {
  const {page, facts} = desk;
  const kept = keptOf(facts.name), steps = page.lastStep, findings = page.findings.filter((found) => TOLD.includes(found.verdict)).length;
  const words = newSince(kept, steps, findings);
  if (words) {
    const go = node("button", {type: "button", id: "go-new"}, t("Show it"));
    const first = Math.min(kept.steps + 1, steps);
    go.addEventListener("click", () => page.go(first));
    desk.tell(words, steps > kept.steps ? go : "");
  }
  keepOf(facts.name, {seen: Date.now(), steps, findings});
}

// When the answer is due, by what the player has set for the game; null if he has set nothing.
export async function dueOf(base, name, sent) {
  const {days, off, holidays} = keptOf(name);
  return days ? ask(`${base}api/deadline`, {sent, days, off: off ?? "", holidays: holidays ?? ""}) : null;
}

// The player's turn, if he has said which side he plays.
export const yourTurn = (game) => Boolean(game.side) && !game.winner && keptOf(game.name).mine === game.side;
