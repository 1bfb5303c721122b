// Reasons, findings and numbers, as elements: the same wherever an answer shows them.

import {node, t} from "./lib.js";

// A rule with its explanation behind its number; words alone where no rule is named.
export function reason({rule, title, text, words}) {
  if (!rule) return node("p", {class: "reason"}, words);
  return node("details", {class: "reason"},
    node("summary", {}, node("span", {class: "rule"}, rule), " ", words || title),
    title ? node("p", {}, node("strong", {}, title)) : null,
    text ? node("p", {class: "text"}, text) : null);
}

export const reasons = (list) => list.map(reason);

export function finding(found) {
  return node("div", {class: `told v-${found.verdict}`},
    node("p", {class: "head"}, `${t(found.verdict)} ${found.rule}`),
    node("p", {}, found.words),
    found.legal ? node("p", {}, `${t("Legal")}: ${found.legal}`) : null,
    ...found.rests.map((fact) => node("p", {class: "soft"}, `${t("Rests on")}: ${fact}`)),
    found.title ? node("details", {class: "reason"}, node("summary", {}, found.title), node("p", {class: "text"}, found.text)) : null);
}

export function notAnswered() {
  return node("p", {class: "soft"}, t("This game does not answer this."));
}

// What was supposed in order to answer at all.
export const supposed = (words) => (words ? node("p", {class: "supposed"}, `${words}.`) : null);

// A share of the die as the page's language writes a percentage, without decimals where it is whole.
export const percent = (faces, of) => (faces / of).toLocaleString(document.documentElement.lang || "en", {style: "percent", maximumFractionDigits: 1});

// The chance that a result is among some.
export const chance = (outcomes, ...results) =>
  outcomes.filter((one) => results.includes(one.result)).reduce((sum, one) => sum + one.faces / one.of, 0);

export function later(work, wait = 120) {
  let timer = 0;
  return (...values) => { clearTimeout(timer); timer = setTimeout(() => work(...values), wait); };
}

// Only the answer to the question that was asked last is shown.
export function latest() {
  let asked = 0;
  return async (promise, shown) => {
    const mine = ++asked;
    const answer = await promise;
    if (mine === asked) shown(answer);
  };
}
