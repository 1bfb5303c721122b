"use strict";
// Search by number or by words; the list of rules is in rules.js beside the page.
const box = document.getElementById("search"), list = document.getElementById("found");
const words = text => text.toLowerCase().match(/[\p{L}]+/gu) || [];
const holds = (text, wanted) => {
  const there = words(text);
  return wanted.every(word => there.some(other => word.length > 2 ? other.startsWith(word) : other === word));
};
function search(sought) {
  const number = sought.trim().toLowerCase();
  const byNumber = RULES.filter(rule => /[\d.-]/.test(number) && rule[0].toLowerCase().startsWith(number));
  if (byNumber.length) return byNumber;
  const wanted = sought.split(/\s+/).flatMap(word => words(SHORT[word.toLowerCase()] || word))
    .map(word => word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word);
  if (!wanted.some(word => word.length > 1)) return [];
  const named = RULES.filter(rule => holds(rule[1], wanted));
  return named.concat(RULES.filter(rule => !named.includes(rule) && holds(rule[1] + " " + rule[2], wanted)));
}
function show() {
  list.replaceChildren();
  if (!box.value.trim()) return;
  const found = search(box.value);
  if (!found.length) {
    const nothing = document.createElement("p");
    nothing.textContent = NOTHING;
    list.append(nothing);
  }
  for (const rule of found.slice(0, 60)) {
    const item = document.createElement("li"), link = document.createElement("a"), number = document.createElement("b");
    link.href = encodeURIComponent(rule[0]) + ".html";
    number.textContent = rule[0];
    link.append(number, rule[1]);
    item.append(link);
    list.append(item);
  }
}
box.addEventListener("input", show);
box.addEventListener("keydown", event => {
  if (event.key === "Escape") { box.value = ""; show(); }
  const first = list.querySelector("a");
  if (event.key === "Enter" && first) location.href = first.href;
});
show();
