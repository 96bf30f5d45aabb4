// Chips as people read and type them. Amounts are whole chips (integers below 2^53).

const MYRIADS = [
  [1e12, "조"],
  [1e8, "억"],
  [1e4, "만"],
];

function myriad(amount) {
  const parts = [];
  let rest = Math.abs(amount);
  for (const [unit, name] of MYRIADS) {
    const count = Math.floor(rest / unit);
    if (count > 0) parts.push(count.toLocaleString("ko") + name);
    rest -= count * unit;
  }
  if (rest > 0 || parts.length === 0) parts.push(rest.toLocaleString("ko"));
  return (amount < 0 ? "−" : "") + parts.join(" ");
}

/**
 * How this member reads amounts.
 * @param {string} lang "ko", "vi" or "en"
 * @param {string} style "myriad" (1억 2,500만; Korean only) or "plain"
 * @returns {(amount: number) => string}
 */
export function amountFormat(lang, style) {
  if (lang === "ko" && style === "myriad") return myriad;
  const plain = new Intl.NumberFormat(lang);
  return (amount) => plain.format(amount).replace("-", "−");
}

const SMALL_PLATE = 8; // letters that fit on it

/**
 * The same for where room is short: exact while it fits, else cut (never rounded up) to its largest
 * unit and one decimal: "149.3억", "14.9B".
 * @param {string} lang
 * @param {string} style
 * @returns {(amount: number, room?: number) => string} `room`: letters that fit
 */
export function briefFormat(lang, style) {
  const exact = amountFormat(lang, style);
  const plain = new Intl.NumberFormat(lang, {
    notation: "compact",
    maximumFractionDigits: 1,
    roundingMode: "trunc",
  });
  return (amount, room = SMALL_PLATE) => {
    const text = exact(amount);
    if (text.length <= room) return text;
    if (lang !== "ko" || style !== "myriad") return plain.format(amount);
    const [unit, name] = MYRIADS.find(([size]) => Math.abs(amount) >= size);
    return (Math.trunc((amount / unit) * 10) / 10).toLocaleString("ko") + name;
  };
}

const SUFFIXES = { 조: 1e12, 억: 1e8, 만: 1e4, 천: 1e3, k: 1e3, m: 1e6, b: 1e9 };
const GROUPED = /^\d{1,3}([.,\s]\d{3})+$/;

/**
 * The chips that a typed text means ("1억 2,500만", "2.500", "1.5k"), or null if it means none.
 * @param {string} text
 * @returns {number | null}
 */
export function parseAmount(text) {
  const clean = text.trim().toLowerCase();
  if (GROUPED.test(clean)) return Number(clean.replace(/\D/g, ""));
  let total = 0;
  let rest = clean.replace(/(\d),(?=\d{3})/g, "$1").replace(/\s+/g, "");
  if (rest === "") return null;
  while (rest !== "") {
    const match = /^(\d+(?:[.,]\d+)?)([조억만천kmb])?/.exec(rest);
    if (!match) return null;
    total += Number(match[1].replace(",", ".")) * (SUFFIXES[match[2]] ?? 1);
    rest = rest.slice(match[0].length);
  }
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : null;
}
