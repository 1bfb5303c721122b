// The page of an owner's forms: what is typed is kept here, and checked, saved or built where the app runs.

import {$, ask, fill, node, rememberedTheme, save, speak, t} from "./lib.js";

speak(JSON.parse($("texts").textContent));
rememberedTheme();

const game = document.body.dataset.game;
const language = document.documentElement.lang;
const inputs = [...document.querySelectorAll("#forms input")];
const KEPT = `forms ${game}`;
const nameOf = (input) => [input.dataset.file, input.dataset.entry, input.dataset.place];

function answers() {
  return inputs.filter((input) => input.value.trim()).map((input) => [...nameOf(input), input.value]);
}

function keep() {
  try { localStorage.setItem(KEPT, JSON.stringify(answers())); } catch { /* it is not kept then */ }
}

function restore() {
  let kept = [];
  try { kept = JSON.parse(localStorage.getItem(KEPT) || "[]"); } catch { /* nothing is kept */ }
  const byName = new Map(kept.map(([file, entry, place, text]) => [JSON.stringify([file, entry, place]), text]));
  for (const input of inputs) input.value = byName.get(JSON.stringify(nameOf(input))) ?? "";
}

function tell(text, wrong = false) {
  fill($("told"), node("p", {class: wrong ? "wrong" : ""}, text));
}

function show(forms) {
  for (const form of forms) {
    const state = $(`form-${form.id}`).querySelector(".state");
    state.textContent = form.waits ? t("{n} of {all} filled in", {n: form.filled, all: form.entries}) : t("complete");
  }
}

async function during(button, said, deed) {
  button.disabled = true;
  tell(said);
  try { tell(await deed()); } catch (error) { tell(error.message, true); }
  button.disabled = false;
}

const address = (deed) => `api/${deed}?lang=${language}`;

$("check").addEventListener("click", () => during($("check"), t("It is being checked …"), async () => {
  const found = await ask(address("check"), {answers: answers()});
  show(found.forms);
  const open = found.forms.filter((form) => form.waits).length;
  return open ? t("Nothing is wrong. Forms that are not complete: {n}", {n: open}) : t("Nothing is wrong, and all is complete.");
}));
$("files").addEventListener("click", () => during($("files"), t("It is being checked …"), async () =>
  t("Saved as {name}. Unpack it; any command takes the folder with --data.", {name: await save(address("files"), {answers: answers()})})));
$("build").addEventListener("click", () => during($("build"), t("The module is being built …"), async () =>
  t("Saved as {name}.", {name: await save(address("build"), {answers: answers()})})));
$("forms").addEventListener("input", keep);
$("forms").addEventListener("submit", (event) => event.preventDefault());
restore();
