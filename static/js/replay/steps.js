// A finished hand cut into what is looked at together: the forced bets, what the dealer does between
// two decisions, each decision, each hand shown, the pots paid. Pure.

const KINDS = {
  hand: "posts",
  round: "posts",
  post: "posts",
  act: "act",
  chose: "choice",
  discard: "choice",
  open: "choice",
  show: "show",
  muck: "show",
  award: "result",
  verdict: "result",
  settle: "result",
  end: "result",
};
const ALONE = new Set(["act", "show"]);

// How long each kind is looked at before the next when the hand plays by itself, in ms.
const REST = { posts: 700, dealer: 700, act: 900, choice: 1100, show: 1100, result: 1600 };

function kindOf(event) {
  if (event.e === "street" && event.street === 0) return "posts";
  return KINDS[event.e] ?? "dealer";
}

/**
 * @param {any[]} events all events of a hand
 * @returns {{end: number, rest: number}[]} of each step: the place after its last event, and how long
 *   it rests in ms
 */
export function stepsOf(events) {
  const steps = [];
  let former = "";
  events.forEach((event, i) => {
    const kind = kindOf(event);
    const step = { end: i + 1, rest: REST[kind] };
    if (kind === former && !ALONE.has(kind)) steps[steps.length - 1] = step;
    else steps.push(step);
    former = kind;
  });
  return steps;
}

/** The seats whose decision comes next after `end` events: one, or all who choose cards. */
export function nextOnTurn(events, end) {
  const next = events[end];
  if (next?.e === "act") return [next.seat];
  if (next?.e !== "chose") return [];
  const rest = events.slice(end);
  return rest.slice(0, rest.findIndex(({ e }) => e !== "chose")).map(({ seat }) => seat);
}
