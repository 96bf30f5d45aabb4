// The deck as it lay: all 52 places from the top, with the cards that the reader may see.

import { cardPicture, h } from "../lib/dom.js";
import { cardText } from "../table/ranks.js";

const SIZE = 52;

/**
 * @param {Element} list
 * @param {Map<number, import("./places.js").Place>} places
 * @param {{sprite: string, t: Function, owner: (place: any) => string}} words
 */
export function drawDeck(list, places, { sprite, t, owner }) {
  const items = Array.from({ length: SIZE }, (_, position) => {
    const place = places.get(position);
    const text = place ? `${face(place, t)} · ${owner(place)}` : t("Not dealt");
    const item = h(`li.is-${place?.kind ?? "left"}`, { title: `${position}: ${text}` });
    item.append(h("span.deck-place", { text: position, "aria-hidden": "true" }));
    item.append(place ? cardPicture(place.card ?? "back", sprite) : h("span.card"));
    item.append(h("span.sr-only", { text }));
    return item;
  });
  list.replaceChildren(...items);
}

function face({ card }, t) {
  return card ? cardText(card) : t("Hidden card");
}
