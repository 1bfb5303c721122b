// Combat orders: drafted from the attacks that were kept, answered by their player, checked, and saved.

import {Refused, ask, fill, node, t} from "./lib.js";
import {supposed} from "./parts.js";

export function makeOrders(desk) {
  const {page} = desk;
  const text = node("textarea", {id: "orders-text", rows: 8, spellcheck: "false", "aria-label": t("Orders")});
  const told = node("div", {"aria-live": "polite"});
  const button = (id, words, act) => { const made = node("button", {type: "button", id}, words); made.addEventListener("click", act); return made; };
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("Keep attacks under “May I?” and turn them into orders, or drop a file of orders on the page. Replace each ? with your answer.")),
    text,
    node("p", {class: "row-buttons"}, button("check-orders", t("Check the orders"), check), button("save-orders", t("Save the orders"), save)),
    told);
  page.addTab("orders", t("Orders"), panel);
  let where = {};

  const wrong = (error) => { if (!(error instanceof Refused)) throw error; fill(told, node("p", {class: "wrong"}, error.message)); };

  async function write(battles) {
    page.selectTab("orders", true);
    try {
      if (!battles.length) throw new Refused(t("Keep an attack first: orders are written of those."));
      const found = await ask("api/orders-draft", desk.question({battles}));
      // They are checked in the position that they were thought of in.
      where = {step: battles.at(-1).step, edits: battles.at(-1).edits};
      text.value = found.text;
      show(found);
    } catch (error) { wrong(error); }
  }

  async function check() {
    if (!text.value.trim()) {
      fill(told, node("p", {class: "soft"}, t("There are no orders yet: keep attacks under “May I?”, drop a file of orders, or type them. The first line names the impulse, as “turn 3 axis impulse 1”; each line after it is a battle.")));
      return;
    }
    try { show(await ask("api/orders-check", {...desk.question(), ...where, text: text.value})); }
    catch (error) { wrong(error); }
  }

  function show(found) {
    fill(told, supposed(found.supposed),
      node("p", {class: `verdict ${found.clean ? "v-clean" : "v-doubt"}`}, found.clean ? t("The orders are complete.") : t("Something is wrong or open.")),
      node("pre", {class: "report", tabindex: "0"}, found.report));
  }

  function save() {
    const link = node("a", {href: URL.createObjectURL(new Blob([text.value], {type: "text/plain"})), download: "orders.txt"});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  return {
    write,
    take(content) { where = {}; text.value = content; page.selectTab("orders", true); check(); },
    text: () => text.value,
    where: () => ({...desk.question(), ...where}),
    // For who mails his log: what the orders that stand here lack; null if there are none.
    async state() {
      if (!text.value.trim()) return null;
      try { return await ask("api/orders-check", {...desk.question(), ...where, text: text.value}); }
      catch (error) { if (!(error instanceof Refused)) throw error; return {clean: false, report: error.message}; }
    },
  };
}
