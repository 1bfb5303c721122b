// Mail this? The own log is looked through before it goes out.

import {Refused, ask, fill, node, said, save, t} from "./lib.js";
import {finding, reasons} from "./parts.js";

export function makeMail(desk) {
  const {page} = desk;
  const told = node("div", {"aria-live": "polite"});
  const check = node("button", {type: "button", id: "check-log"}, t("Check my last log"));
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("Before you mail your log: what the audit says about it, and what you still have to do.")),
    node("p", {}, check), told);
  page.addTab("mail", t("Mail this?"), panel);
  check.addEventListener("click", look);

  async function look() {
    check.disabled = true;
    try { show(await ask("api/mail", {}), await desk.orders?.state()); }
    catch (error) { if (!(error instanceof Refused)) throw error; fill(told, node("p", {class: "wrong"}, error.message)); }
    check.disabled = false;
  }

  function show(found, orders) {
    const open = found.duties ?? [];
    const fit = found.clean && !open.length && orders?.clean !== false;
    fill(told,
      node("p", {class: `verdict ${fit ? "v-clean" : found.clean ? "v-doubt" : "v-violation"}`}, fit ? t("Nothing prevents mailing it.")
        : found.clean ? t("No rule is broken, but something is still to be done.") : t("Look at this first.")),
      node("p", {class: "soft"}, t("{log}: {n} steps; it ends in {clock}.", {log: found.log, n: found.steps, clock: said(found.clock)})),
      ...(found.findings.length ? [node("h3", {}, t("Findings")), ...found.findings.map(shown)] : [node("p", {}, t("No findings."))]),
      node("h3", {}, t("Still to be done")),
      ...(found.duties === null ? [node("p", {class: "soft"}, t("This game does not answer this."))]
        : open.length ? reasons(open) : [node("p", {}, t("Nothing."))]),
      ...(orders ? [node("h3", {}, t("Orders")), node("p", {}, orders.clean ? t("The orders are complete.") : t("Something is wrong or open.")), node("pre", {class: "report", tabindex: "0"}, orders.report)] : []),
      node("h3", {}, t("The log to mail")),
      node("p", {id: "mail-original"}, t("Mail {log} as VASSAL saved it. VASSAL knows by the passwords in it who plays which side: without them your opponent could only watch.", {log: found.log})),
      node("h3", {}, t("A copy to show to others")),
      node("p", {class: "soft"}, t("Without names and passwords; it audits the same, but nobody can play on from it.")),
      saver());
  }

  function shown(each) {
    const go = node("button", {type: "button"}, t("Show on the map"));
    go.addEventListener("click", () => { page.goFinding(each.number); page.selectTab("findings"); page.toMap(); });
    return node("div", {}, finding(each), node("p", {}, go));
  }

  function saver() {
    const button = node("button", {type: "button", id: "save-clean"}, t("Save a clean copy"));
    const says = node("span", {role: "status"});
    button.addEventListener("click", async () => {
      try { says.textContent = t("Saved as {name}.", {name: await save("api/save/clean")}); }
      catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
    });
    return node("p", {}, button, " ", says);
  }
}
