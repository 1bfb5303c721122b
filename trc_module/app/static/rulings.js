// Notes and rulings on findings: written here, kept in this browser, and handed on as a file that a director's tournament reads.

import {Refused, ask, fill, node, save, t} from "./lib.js";

const KINDS = {note: "note", accepted: "accepted", agreed: "agreed by both", ruled: "ruled upon"};

export function makeRulings(desk) {
  const {page, facts} = desk;
  const key = `rulings ${facts.name}`;
  let kept = read();
  let prints = null;
  const list = node("div"), says = node("p", {role: "status", id: "rulings-say"});
  const text = node("textarea", {id: "rulings-text", rows: 6, readonly: true, hidden: true, "aria-label": t("Notes and rulings")});
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("What you say about a finding goes to your opponent or the director as a file; drop theirs on this page.")),
    node("p", {class: "row-buttons"}, button("save-rulings", t("Save them as a file"), saveAll), button("rulings-mail", t("As text for a mail"), asText)),
    says, text, list);
  page.addTab("rulings", t("Rulings"), panel);

  function read() { try { return JSON.parse(localStorage.getItem(key) ?? "{}"); } catch { return {}; } }
  function keep() { try { localStorage.setItem(key, JSON.stringify(kept)); } catch { /* they last as long as the page */ } }

  function button(id, words, act) {
    const made = node("button", {type: "button", id}, words);
    made.addEventListener("click", async () => {
      try { await act(); } catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
    });
    return made;
  }

  const all = () => Object.entries(kept).map(([finding, said]) => ({finding, ...said}));
  async function saveAll() { says.textContent = t("Saved as {name}.", {name: await save("api/save/rulings", {rulings: all()})}); }
  async function asText() { text.value = (await ask("api/rulings-text", {rulings: all()})).text; text.hidden = false; text.focus(); text.select(); }

  async function look() {
    if (panel.hidden || prints) return;
    try { prints = await ask("api/prints", {}); show(); }
    catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
  }

  function show() {
    const rows = page.findings.map((found, number) => [found, number]).filter(([found, number]) => prints[number] && ["violation", "doubt", "undecided"].includes(found.verdict));
    fill(list, ...(rows.length ? rows.map(([found, number]) => row(found, number)) : [node("p", {}, t("No findings."))]));
  }

  function row(found, number) {
    const print = prints[number], said = kept[print] ?? {kind: "note", reason: "", by: ""};
    const kind = node("select", {"aria-label": t("Kind")}, ...Object.entries(KINDS).map(([word, title]) => node("option", {value: word, selected: word === said.kind}, t(title))));
    const reason = node("input", {class: "reason-words", value: said.reason, maxlength: 500, "aria-label": t("Reason")});
    const by = node("input", {value: said.by, size: 10, maxlength: 80, placeholder: t("by"), "aria-label": t("by")});
    const change = () => {
      if (reason.value.trim()) kept[print] = {kind: kind.value, reason: reason.value, by: by.value};
      else delete kept[print];
      keep();
    };
    for (const field of [kind, reason, by]) field.addEventListener("change", change);
    const go = node("button", {type: "button"}, t("Show on the map"));
    go.addEventListener("click", () => { page.goFinding(number); page.toMap(); });
    return node("div", {class: `told v-${found.verdict}`, "data-print": print},
      node("p", {class: "head"}, `${t(found.verdict)} ${found.rule}`), node("p", {}, found.says),
      node("p", {class: "try"}, kind, " ", reason, " ", by, " ", go, " ",
        button("", t("A page to print or send"), async () => { says.textContent = t("Saved as {name}.", {name: await save("api/save/page", {finding: number, lang: document.documentElement.lang})}); })));
  }

  new MutationObserver(look).observe(panel, {attributes: true, attributeFilter: ["hidden"]});

  return {
    // A file of somebody else's: what it says of this game's findings is taken over.
    async take(content) {
      page.selectTab("rulings", true);
      try {
        const found = await ask("api/rulings-read", {text: content});
        for (const {finding, kind, reason, by} of found.rulings) kept[finding] = {kind, reason, by};
        keep();
        prints ??= await ask("api/prints", {});
        show();
        says.textContent = t("{n} notes and rulings were taken over; {m} are on other games.", {n: found.rulings.length, m: found.strange});
      } catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
    },
  };
}
