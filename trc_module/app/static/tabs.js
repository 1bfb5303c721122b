// The tabs of a game's page in groups: a row of groups, and below it the tabs of the one that is open.

import {node, t} from "./lib.js";

const GROUPS = [
  [() => t("The game so far"), ["findings", "story", "log"]],
  [() => t("My turn"), ["turn", "ask", "whatif", "orders"]],
  [() => t("By mail"), ["mail", "rulings"]],
  [() => t("Look up"), ["hex", "boxes", "rules"]],
];

export function groupTabs(page) {
  const shown = GROUPS.map(([title, ids]) => ({title: title(), ids: ids.filter((id) => document.getElementById(`tab-${id}`))}));
  const buttons = shown.map(({title, ids}) => node("button", {type: "button", "data-tabs": ids.join(" "), "aria-pressed": "false"}, title));
  // A group opens with the tab that was open in it last.
  const last = shown.map(({ids}) => ids[0]);
  buttons.forEach((button, number) => button.addEventListener("click", () => document.getElementById(`tab-${last[number]}`).click()));
  const row = node("div", {class: "groups", role: "group", "aria-label": t("Groups of lists")}, ...buttons);
  const list = document.querySelector(".tabs");
  const head = node("div", {class: "tab-head"});
  list.before(head);
  head.append(row, list);
  page.orderTabs(shown.flatMap(({ids}) => ids));
  const open = (name) => {
    const number = shown.findIndex(({ids}) => ids.includes(name));
    if (number < 0) return;
    last[number] = name;
    buttons.forEach((button, each) => button.setAttribute("aria-pressed", String(each === number)));
    for (const tab of list.children) tab.classList.toggle("elsewhere", !shown[number].ids.includes(tab.id.slice(4)));
  };
  page.heard.tab.push(open);
  open(page.shownTab());
}
