// Where things lie on the table. Positions are fractions: x and y of a box, 0 to 1. Place 0 is the
// bottom centre, the others follow clockwise, as seats do.

/** Points on a rounded oval, equally far apart along it, from the bottom centre clockwise. */
function round(count) {
  const exponent = 2 / 2.7; // between an ellipse and a box: room for plates at the corners
  const steps = 720;
  const points = [];
  let length = 0;
  for (let i = 0; i <= steps; i += 1) {
    const angle = Math.PI / 2 + (i / steps) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const x = Math.sign(c) * Math.abs(c) ** exponent;
    const y = Math.sign(s) * Math.abs(s) ** exponent;
    const former = points.at(-1);
    if (former) length += Math.hypot((x - former.x) * 1.6, y - former.y);
    points.push({ x, y, length });
  }
  return Array.from({ length: count }, (_, i) => {
    const { x, y } = points.find((point) => point.length >= (length * i) / count - 1e-9);
    return { x, y };
  });
}

/** A wide table: seats on the rail of the oval, bets on the way to the middle. */
function wide(count) {
  return round(count).map(({ x, y }, i) => {
    const own = i === 0;
    const bet = own ? { x: 0, y: 0.4 } : { x: x * 0.64, y: y < -0.8 ? -0.62 : y * 0.62 };
    // Beside the inner end of the plate, clear of cards, label and bet.
    const button = own
      ? { x: 0.27, y: 0.62 }
      : { x: x - (x > 0.05 ? 0.285 : -0.285), y: Math.abs(y) > 0.9 ? y * 0.86 : y };
    return [{ x, y }, bet, button].map((p) => ({ x: 0.5 + p.x / 2, y: 0.5 + p.y / 2 }));
  });
}

// A tall table: opponents in rows along the sides, none beside the board, nobody above the own cards.
const TALL_ROWS = {
  2: ["top"],
  3: ["high", "high"],
  4: ["high", "top", "high"],
  5: ["low", "high", "high", "low"],
  6: ["low", "high", "top", "high", "low"],
  7: ["low", "high", "over", "over", "high", "low"],
  8: ["low", "high", "over", "top", "over", "high", "low"],
  9: ["low", "mid", "high", "over", "over", "high", "mid", "low"],
};
const TALL = {
  low: { side: 0.17, y: 0.68 },
  mid: { side: 0.16, y: 0.55 },
  high: { side: 0.16, y: 0.255 },
  over: { side: 0.3, y: 0.115 },
  top: { side: 0.5, y: 0.11 },
};
// With eight or nine the rows stand as close as cards and labels allow.
const CLOSE = { low: 0.715, mid: 0.555, high: 0.25, over: 0.105, top: 0.105 };

// Without a board the middle is free: the side rows spread, and hands get room for open cards.
const FREE_ROWS = [[], [0.36], [0.21, 0.54], [0.13, 0.41, 0.69]];
const FREE_ROWS_BELOW_TOP = [[], [0.4], [0.285, 0.62], [0.26, 0.475, 0.695]];

/** Rows of a tall table: of each seat after the own one, its side and height. */
function rowsOf(count, hasBoard) {
  const others = count - 1;
  if (hasBoard) {
    return TALL_ROWS[count].map((row, i) => ({
      row,
      y: count >= 8 ? CLOSE[row] : TALL[row].y,
      side: count === 8 && row === "over" ? 0.16 : TALL[row].side,
      isLeft: i < others / 2,
    }));
  }
  const hasTop = others % 2 === 1;
  const rows = (hasTop ? FREE_ROWS_BELOW_TOP : FREE_ROWS)[Math.floor(others / 2)];
  const side = (isLeft) => (y) => ({ row: "side", y, side: 0.16, isLeft });
  const top = hasTop ? [{ row: "top", y: TALL.top.y, side: 0.5, isLeft: false }] : [];
  return [...rows.toReversed().map(side(true)), ...top, ...rows.map(side(false))];
}

// On low stages: px from the middle of a plate to the lower edge of its label, and to the upper one
// of its cards.
const UNDER = 38;
const ABOVE = 57;

function tall(count, hasBoard, height) {
  const own = [
    { x: 0.5, y: Math.min(0.945, 1 - UNDER / height) },
    { x: 0.5, y: hasBoard ? 0.725 : 0.738 },
    { x: 0.755, y: 0.825 },
  ];
  // Bets lie beside the plates, higher where a fan of cards reaches inward and one's own bet is near.
  const reach = hasBoard ? 0.235 : 0.25;
  const under = hasBoard ? 0.085 : 0.073;
  const isLow = height < 540; // the own cards reach up to the lowest row
  const drop = (y) => (y > 0.6 && (isLow || !hasBoard) ? -0.02 : 0.012);
  const others = rowsOf(count, hasBoard).map(({ row, y: wanted, side, isLeft: left }) => {
    const y = Math.max(wanted, ABOVE / height);
    const x = row === "top" ? 0.5 : left ? side : 1 - side;
    const inward = row === "top" ? 0 : left ? 1 : -1;
    const above = row === "top" || row === "over";
    const bet = above
      ? { x: x + inward * 0.03, y: Math.min(y, wanted + 0.012) + under }
      : { x: x + inward * reach, y: y + drop(y) };
    const button = above
      ? { x: x + (inward || 1) * 0.19, y: y + 0.025 }
      : { x: x + inward * 0.185, y: y - 0.045 };
    return [{ x, y }, bet, button];
  });
  return [own, ...others];
}

/**
 * The places of a table.
 * @param {number} count seats, 2 to 9
 * @param {boolean} isTall portrait
 * @param {boolean} hasBoard else the middle is free for the hands
 * @param {number} height of the stage in px
 * @returns {{seat: Point, bet: Point, button: Point}[]} of place 0, 1, … clockwise; of the oval's
 *   box if wide, of the whole stage if tall
 * @typedef {{x: number, y: number}} Point
 */
export function places(count, isTall, hasBoard, height) {
  const spots = isTall ? tall(count, hasBoard, height) : wide(count);
  return spots.map(([seat, bet, button]) => ({ seat, bet, button }));
}

/** The place of a seat for a viewer: his own seat is at the bottom, the others keep their order. */
export function placeOf(seat, own, count) {
  return (seat - (own ?? 0) + count) % count;
}

const SMALL = 0.55; // the unit below which a wide table has small plates

/**
 * The oval's box and the scale of everything on it, for a stage of this size in px; and where the
 * board lies, or without one what the dealer has before him.
 */
export function measure(width, height, hasBoard) {
  const isTall = width / height < 0.95;
  if (isTall) {
    const unit = Math.max(0.72, Math.min(width / 390, height / 660, 1.5));
    const side = 30 * unit;
    const top = 30 * unit;
    return {
      isTall,
      isSmall: true,
      unit,
      oval: { left: side, top, width: width - 2 * side, height: height - top - 78 * unit },
      board: { x: 0.5, y: hasBoard ? 0.4 : 0.6 },
    };
  }
  // At unit 1 the oval is 736 x 460; cards and plates reach over the rail by these px.
  const reach = { side: 86, top: 96, bottom: 42 };
  const label = 32; // below the own seat; letters do not shrink with the table
  const plate = 102; // nor do plates get narrower than this
  const unit = Math.max(
    0.4,
    Math.min(
      width / (736 + 2 * reach.side),
      (width - plate) / 736,
      height / (460 + reach.top + reach.bottom),
      (height - label) / (460 + reach.top),
      1.7,
    ),
  );
  const bottom = Math.max(reach.bottom * unit, label);
  const oval = { width: 736 * unit, height: 460 * unit };
  // Plates that shrink no more need height instead, where there is some.
  const isSmall = unit < SMALL;
  if (isSmall) {
    const room = height - reach.top * unit - bottom;
    oval.height = Math.max(oval.height, Math.min(room, 0.84 * oval.width));
  }
  const spare = height - oval.height - reach.top * unit - bottom;
  return {
    isTall,
    isSmall,
    unit,
    oval: { ...oval, left: (width - oval.width) / 2, top: reach.top * unit + spare / 2 },
    board: { x: 0.5, y: hasBoard ? 0.47 : 0.57 },
  };
}
