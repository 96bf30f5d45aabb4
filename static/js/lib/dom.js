// One way to make an element.

/**
 * @param {string} kind tag and classes: "div.seat-plate.is-me"
 * @param {Record<string, unknown>} [attributes] `on…` listens, `text` is the content, null, undefined
 *   and false leave out, true writes an empty attribute
 * @param {...(Node | string | null)} children
 * @returns {any} the element
 */
export function h(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {any} */ (value));
    else if (name === "text") element.textContent = String(value);
    else setAttribute(element, name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Write, or take away, one attribute; touches the element only if something changes. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Write the text of an element if it changes (a live region speaks only then). */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const WIDE = /[\u1100-\uffdc]/g; // 만, 억, 조 take the room of two digits

/** Write an amount, and how many digits wide it is (`--letters`), from which style fits its size. */
export function setAmount(element, text) {
  if (element.textContent === text) return;
  element.textContent = text;
  const letters = text.length + (text.match(WIDE)?.length ?? 0);
  element.style.setProperty("--letters", String(letters));
  element.classList.toggle("is-long", letters > 10);
}

/** A card ("As", or "back") from the deck's sprite, for those who see it. */
export function cardPicture(card, sprite) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "card");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${sprite}#${card}`);
  svg.append(use);
  return svg;
}

/** An outline from the set that the table draws itself (24 x 24, strokes). */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

const ICONS = {
  back: "M15 5l-7 7 7 7",
  leave: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l11 7-11 7z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  sound: "M4 9v6h4l5 4V5L8 9zM17 9c1.3 1.8 1.3 4.2 0 6M19.5 6.5c2.7 3.2 2.7 7.8 0 11",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  undo: "M9 6L4 11l5 5M4 11h10.5a5 5 0 010 10H12",
  pen: "M4 20l4.5-1L19 8.5 15.5 5 5 15.5zM13.5 7l3.5 3.5",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 00-3.6 10.8c.7.6 1.1 1.2 1.1 2.2h5c0-1 .4-1.6 1.1-2.2A6 6 0 0012 3z",
  send: "M4 12l16-8-5 16-3.5-6.5zM11.5 13.5L20 4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  log: "M5 6h14M5 12h14M5 18h9",
  close: "M6 6l12 12M18 6L6 18",
  cards: "M8 5h10v14H8zM8 8l-3.5 1 3 10 .5-.1M13 10l2 2-2 2-2-2z",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 016 0v3",
};

/** What the server rendered into the page as JSON. */
export function readData(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
