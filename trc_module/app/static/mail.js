// Mail this? The own log is looked through before it goes out.

import {Refused, ask, fill, node, said, save, t} from "./lib.js";
import {finding, reasons} from "./parts.js";
import {keep} from "./visits.js";

export function makeMail(desk) {
  const {page} = desk;
  const told = node("div", {"aria-live": "polite"});
  const check = node("button", {type: "button", id: "check-log"}, t("Ready to mail"));
  const kept = desk.facts.turn?.pace ?? {};
  const days = node("input", {id: "pace-days", type: "number", min: 1, max: 366, size: 4, value: kept.days || ""});
  const weekend = node("input", {id: "pace-off", type: "checkbox", checked: kept.off === "sat,sun"});
  const holidays = node("input", {id: "pace-holidays", maxlength: 2000, value: kept.holidays ?? "", placeholder: "2026-12-24..2027-01-02"});
  for (const field of [days, weekend, holidays]) field.addEventListener("change", () => keep("api/kept", pace(), desk.tell));
  const pace = () => ({days: Number(days.value) || 0, off: weekend.checked ? "sat,sun" : "", holidays: holidays.value});
  const panel = node("section", {class: "app-panel"},
    node("p", {class: "soft"}, t("Before you mail your log: what the audit says about it, and what you still have to do.")),
    node("p", {}, check),
    node("details", {id: "pace"}, node("summary", {}, t("Deadline for the answer")),
      node("p", {class: "try"}, node("label", {}, t("Days"), " ", days), node("label", {class: "chip"}, weekend, t("without weekends")),
        node("label", {}, t("Days off"), " ", holidays))),
    told);
  page.addTab("mail", t("Mail this?"), panel);
  check.addEventListener("click", look);

  async function look() {
    check.disabled = true;
    try {
      const [found, orders] = [await ask("api/mail", {}), await desk.orders?.state()];
      show(found, orders, await ask("api/ready", {...desk.orders?.where(), ...pace(), orders: desk.orders?.text() ?? ""}).catch((error) => {
        if (!(error instanceof Refused)) throw error;
        return {text: "", subject: "", wrong: error.message};
      }));
    }
    catch (error) { if (!(error instanceof Refused)) throw error; fill(told, node("p", {class: "wrong"}, error.message)); }
    check.disabled = false;
  }

  function show(found, orders, mail) {
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
      node("h3", {}, t("The text of the mail")),
      mail.wrong ? node("p", {class: "wrong"}, mail.wrong) : null,
      mail.text ? node("textarea", {id: "mail-text", rows: 5, readonly: true, "aria-label": t("The text of the mail")}, `${mail.subject}\n\n${mail.text}`) : null,
      mail.text ? node("p", {class: "row-buttons"}, copier(),
        node("a", {class: "button", id: "mail-to", href: `mailto:?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(mail.text)}`}, t("Open it in the mail program"))) : null,
      node("h3", {}, t("The log to mail")),
      node("p", {id: "mail-original"}, t("Mail {log} as VASSAL saved it. VASSAL knows by the passwords in it who plays which side: without them your opponent could only watch.", {log: found.log})),
      saver("save-original", t("Save the log"), "api/save/original"),
      node("h3", {}, t("A copy to show to others")),
      node("p", {class: "soft"}, t("Without names and passwords; it audits the same, but nobody can play on from it.")),
      saver("save-clean", t("Save a clean copy"), "api/save/clean"));
  }

  function shown(each) {
    const go = node("button", {type: "button"}, t("Show on the map"));
    go.addEventListener("click", () => { page.goFinding(each.number); page.selectTab("findings"); page.toMap(); });
    return node("div", {}, finding(each), node("p", {}, go));
  }

  function copier() {
    const button = node("button", {type: "button", id: "copy-mail"}, t("Copy the text"));
    button.addEventListener("click", () => {
      const field = told.querySelector("#mail-text");
      field.select();
      // Of pages that are not served over TLS some browsers give no clipboard: the text is selected then.
      (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(() => { button.textContent = t("Copied"); }, () => {});
    });
    return button;
  }

  function saver(id, words, address) {
    const button = node("button", {type: "button", id}, words);
    const says = node("span", {role: "status"});
    button.addEventListener("click", async () => {
      try { says.textContent = t("Saved as {name}.", {name: await save(address)}); }
      catch (error) { if (!(error instanceof Refused)) throw error; says.textContent = error.message; }
    });
    return node("p", {}, button, " ", says);
  }
}
