// Where the member stands, in words: whose turn it is, what it costs, what to do next.

import { vacancies } from "./vacancy.js";

/**
 * @param {any} state
 * @param {import("./element.js").App} app
 * @returns {[string, string]} what is said first, and what beside it
 */
export function situation(state, app) {
  const { t } = app;
  const plate = state.you.seat === null ? null : (state.seats[state.you.seat] ?? null);
  if (state.paused !== null) {
    return [t("The table is paused"), t("All chips stay where they are.")];
  }
  if (state.legal) return ownTurn(state, app);
  const [info, detail] = (plate && ownSeat(state, plate, app)) ?? others(state, app);
  if (plate) return [info, detail];
  if (state.you.offer) return offered(state, app);
  return [app.me.member_id === null ? t("You are watching") : seatless(state, t), info || detail];
}

/** Whether the hand passed the viewer by, and he has not asked to post before the next. */
export function waitsForBlind({ hand, you }) {
  return Boolean(hand?.passedYou) && you.postsAfter !== hand.id;
}

/** Whether the seats that may be dealt in are enough for a hand. */
function canDeal(seats) {
  const isIn = ({ status, stack }) => (status === "playing" || status === "waiting") && stack > 0;
  return Object.values(seats).filter(isIn).length > 1;
}

/** A seat is kept for the member, so long and no longer. */
function offered({ table }, { t }) {
  const time = span(table.offer_s ?? 0, t);
  return [t("A seat is kept for you: take it now"), t("It is kept for {time}, then the next one is asked.", { time })];
}

/** What a member without a seat can do here. */
function seatless(state, t) {
  const { you } = state;
  if (you.line) return t("You are number {n} on the waiting list", { n: you.line.place });
  return vacancies(state).length > 0 ? t("Pick a free seat to play") : t("Every seat is taken");
}

function ownTurn({ legal, turns, you }, { t, money, choice }) {
  if (legal.options.some(({ kind }) => kind === "choose")) {
    if (choice.isSent) return [t("Everybody chooses cards"), told(t)];
    const steps = { discard: t("Tap the card to throw away."), open: t("Now tap the card to show.") };
    return [t("Choose your cards"), steps[choice.step] ?? t("Sent in a moment. Undo if you like.")];
  }
  const price = legal.to_call;
  const detail = price > 0 ? t("{amount} to call", { amount: money(price) }) : t("Nothing to call");
  return [turns[you.hand_seat]?.bank ? t("Your time bank is running") : t("Your turn"), detail];
}

/** What matters to a seated member before anything that others do; null if nothing does. */
function ownSeat(state, plate, { t }) {
  const { hand, seats, table, you } = state;
  const isIn = Boolean(hand?.players[you.seat]) && !hand.over;
  if (plate.status === "leaving") return [t("You leave after this hand"), ""];
  const choice = isIn || !hand?.mayShow.seats.includes(you.seat) ? null : t("Show your hand? Nobody has to see it.");
  if (choice) return [choice, ""];
  if (plate.stack === 0 && !isIn) {
    return [t("You have no chips left at this table"), t("Add chips to go on, or leave.")];
  }
  if (plate.status === "sitting_out" && isIn) return [t("You sit out from the next hand on."), you.away?.text ?? ""];
  if (plate.status === "sitting_out") {
    const time = span(table.sit_out_s ?? 0, t);
    if (you.away) return [t("You are sitting out"), you.away.text];
    const gaps = { time };
    return [
      t("You are sitting out"),
      t("Your seat is kept for {time}; then your chips go back to your wallet.", gaps),
    ];
  }
  if (waitsForBlind(state)) {
    return [t("You wait for the big blind"), t("Or post it now and play at once.")];
  }
  const hasPlayed = hand?.over && plate.status === "playing" && you.hand_seat === you.seat;
  if (isIn || hasPlayed) return null;
  if (you.wishes?.leave === "blind") return [t("You leave at the next big blind"), ""];
  const isUnderWay = Boolean(hand) && !hand.over;
  const isNext = isUnderWay || canDeal(seats);
  return [isNext ? t("You are in from the next hand") : t("Waiting for another player"), ""];
}

function others({ hand, seats, turns, you }, { t }) {
  const hasChosen = Boolean(hand?.players[you.hand_seat]?.chosen);
  if (hasChosen || Object.keys(turns).length > 1) {
    return [t("Everybody chooses cards"), hasChosen ? told(t) : ""];
  }
  const [actor] = Object.keys(turns);
  if (actor !== undefined) return [t("{nick} is thinking", { nick: seats[actor]?.nick ?? "" }), ""];
  if (hand?.over && !canDeal(seats)) return [t("Waiting for another player"), ""];
  if (hand?.awards.length > 0 || hand?.over) return [t("Next hand soon"), ""];
  return [hand ? t("Hand {no}", { no: hand.no }) : "", ""];
}

function told(t) {
  return t("Yours are laid open together with those of the others.");
}

function span(seconds, t) {
  return seconds < 120
    ? t("{n} seconds", { n: seconds })
    : t("{n} minutes", { n: Math.floor(seconds / 60) });
}
