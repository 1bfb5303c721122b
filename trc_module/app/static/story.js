// The log as sentences. What a sentence is about is shown on the map; from each step one may go on otherwise, or share it.

import {$, Refused, ask, fill, node, said, save, t} from "./lib.js";

export function makeStory(desk) {
  const {page} = desk;
  const list = node("ol", {class: "story"}), says = node("p", {role: "status", id: "story-says"});
  const ids = node("input", {type: "checkbox", id: "story-ids"});
  const words = node("input", {id: "puzzle-words", maxlength: 500, placeholder: t("Axis to move: take the city.")});
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("Point at a sentence to see it on the map; click it to go to its step.")),
    node("p", {}, node("label", {class: "chip"}, ids, t("Units with their ids"))),
    node("details", {id: "from-here"}, node("summary", {}, t("From this step")),
      node("p", {class: "row-buttons"},
        act("what-if-here", t("What if from here"), () => { page.selectTab("whatif", true); return ""; }),
        act("cut-here", t("Take back all that follows"), () => save("api/save/cut", desk.question())),
        act("picture-here", t("A picture"), () => save("api/save/picture", desk.question())),
        act("page-here", t("A page to print or send"), () => save("api/save/page", {...desk.question(), lang: document.documentElement.lang}))),
      node("p", {}, node("label", {}, t("A puzzle for others"), " ", words), " ",
        act("puzzle-here", t("Save the puzzle"), () => save("api/save/puzzle", desk.question({words: words.value}))))),
    says, list);
  page.addTab("story", t("Told"), panel);
  let items = [], asked = null;

  function act(id, title, work) {
    const button = node("button", {type: "button", id}, title);
    button.addEventListener("click", async () => {
      try { const name = await work(); says.textContent = name ? t("Saved as {name}.", {name}) : ""; }
      catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
    });
    return button;
  }

  async function look() {
    if (panel.hidden || asked === ids.checked) return;
    asked = ids.checked;
    try { show(await ask("api/told", {ids: ids.checked})); }
    catch (error) { if (!(error instanceof Refused)) throw error; asked = null; says.textContent = error.message; }
  }

  function show(found) {
    let clock = "";
    items = [];
    fill(list, ...found.flatMap((each) => {
      const button = node("button", {type: "button", "data-step": each.step}, each.words);
      desk.shows(button, each.hexes, each.units);
      button.addEventListener("click", () => { page.go(each.step); });
      items.push(button);
      const head = each.clock === clock ? [] : [node("li", {class: "moment"}, said(each.clock))];
      clock = each.clock;
      return [...head, node("li", {}, button)];
    }));
    mark();
  }

  function mark() {
    const now = page.now();
    for (const item of items) item.setAttribute("aria-current", String(Number(item.dataset.step) === now));
  }

  ids.addEventListener("change", look);
  desk.changed.push(mark);
  new MutationObserver(look).observe(panel, {attributes: true, attributeFilter: ["hidden"]});

  // A puzzle asks its question in the log's first lines.
  const question = page.data.log.slice(0, 3).flat().map(([, text]) => /puzzle: (.+)$/.exec(text)?.[1]).find(Boolean);
  if (question) {
    $("lit").closest("section, main, div").before(node("p", {id: "puzzle", class: "soft", role: "note"}, node("strong", {}, t("Puzzle")), `: ${question}`));
    desk.puzzle = question;
  }
}
