// The first bets typed rather than tapped.

import { h, setText } from "../lib/dom.js";
import { parseAmount } from "../lib/amounts.js";
import { betName, circles } from "./bets.js";

/** @param {any} app */
export function openAmounts(app) {
  const { t, money, house } = app;
  const { placing } = house;
  const open = circles(app.shape.game, house.settings()).filter((c) => !c.later && !c.equals);
  const fields = open.map(({ bet, side }) => {
    const id = `amount-${bet}`;
    const value = placing.bets[bet] ? money(placing.bets[bet]) : "";
    const field = h("input", {
      id,
      name: bet,
      value,
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 24,
    });
    const label = h("label", { for: id, text: betName(bet, t) });
    return h("div.field", {}, label, field, side ? h("p.help", { text: t("Optional") }) : null);
  });
  const refusal = h("p.desk-refusal", { role: "alert" });
  const close = () => dialog.close();
  const buttons = h(
    "div.desk-buttons",
    {},
    h("button.button.button-large.button-quiet", { type: "button", text: t("Not now"), onclick: close }),
    h("button.button.button-large.button-main", { type: "submit", text: t("Place the bets") }),
  );
  const title = t("Type amounts");
  const words = limitsLine(house.settings().limits, app);
  const form = h("form", {}, h("h2", { text: title }), h("p", { text: words }), ...fields, refusal, buttons);
  const dialog = h("dialog.desk-dialog", { "aria-label": title, onclose: () => dialog.remove() }, form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const bets = {};
    for (const { bet } of open) {
      const text = form.elements[bet].value.trim();
      const amount = text === "" ? 0 : parseAmount(text);
      if (amount === null) return setText(refusal, t("This is no amount: {text}", { text }));
      if (amount > 0) bets[bet] = amount;
    }
    const why = placing.refusal(bets);
    setText(refusal, why);
    if (why !== "") return;
    placing.put(bets);
    dialog.close();
  });
  document.querySelector(".room").append(dialog);
  dialog.showModal();
  form.elements[0].focus();
}

/** What may be staked, in words. */
export function limitsLine({ unit, least, most }, { t, money }) {
  const gaps = { least: money(least), most: money(most), unit: money(unit) };
  if (!most) return t("Ante from {least}, in steps of {unit}", gaps);
  return t("Ante {least} to {most}, in steps of {unit}", gaps);
}
