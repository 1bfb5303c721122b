// Games against the program: begun here, and what it has answered.

import {Refused, ask, capital, fill, get, node, said, t} from "./lib.js";

const LEVELS = {easy: () => t("easy: it errs"), fair: () => t("fair: it plays to win"), hard: () => t("hard: it looks ahead")};

export function makeAgainst(address) {
  const list = node("ul", {id: "series"}), told = node("p", {id: "against-told", role: "status"});
  const game = node("select", {id: "against-game"}), scenario = node("select", {id: "against-scenario"});
  const side = node("select", {id: "against-side"}), level = node("select", {id: "against-level"});
  const begin = node("button", {type: "submit"}, t("Begin"));
  const labelled = (words, field) => node("label", {}, words, " ", field);
  const form = node("form", {id: "against-form", class: "row"}, labelled(t("Game"), game), labelled(t("Scenario"), scenario),
    labelled(t("Your side"), side), labelled(t("Level"), level), begin);
  let choices = [];

  const option = (value, words, chosen) => node("option", chosen ? {value, selected: ""} : {value}, words);
  function fields() {
    const found = choices.find((one) => one.game === game.value) ?? choices[0];
    if (!found) return;
    fill(scenario, ...found.scenarios.map((name) => option(name, name)));
    fill(side, ...found.sides.map((name) => option(name, said(capital(name)))));
    fill(level, ...found.levels.map((name) => option(name, LEVELS[name]?.() ?? name, name === found.level)));
  }
  game.addEventListener("change", fields);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    begin.disabled = true;
    told.textContent = t("Writing the first save …");
    try {
      const made = await ask("api/against/begin", {game: game.value, scenario: scenario.value, mine: side.value, level: level.value});
      told.textContent = t("The first save lies in {folder}. Open it with VASSAL, or the program's first log if there is one; begin a log, play, and save your log there.", {folder: made.folder});
      await show();
    } catch (error) { if (!(error instanceof Refused)) throw error; told.textContent = error.message; }
    begin.disabled = false;
  });

  function card(one) {
    const last = one.last;
    return node("li", {class: "card", "data-series": one.name},
      node("h3", {}, one.game ? node("a", {href: address(one.game)}, `${one.title}: ${one.scenario}`) : `${one.title}: ${one.scenario}`),
      node("p", {class: "soft"}, t("The program plays {side}, level {level}.", {side: said(capital(one.side)), level: one.level})),
      node("p", {class: "soft"}, one.folder),
      last?.answer ? node("p", {}, t("{log} was answered with {answer}.", {log: last.log, answer: last.answer})) : null,
      last?.error ? node("p", {class: "v-violation"}, `${last.log}: ${last.error}`) : null,
      last?.question ? node("p", {lang: "en"}, node("strong", {}, last.question)) : null,
      last?.sentences.length ? node("details", {}, node("summary", {}, t("What it did")),
        node("ol", {lang: "en"}, ...last.sentences.map((words) => node("li", {}, words)))) : null);
  }

  async function show() {
    const found = await get("api/against");
    if (!choices.length) {
      choices = found.choices;
      fill(game, ...choices.map((one) => option(one.game, one.title)));
      fields();
    }
    fill(list, ...found.series.map(card));
  }
  return {element: node("div", {}, form, told, list), show};
}
