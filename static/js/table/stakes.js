// The amount by which a table counts: its big blind, small bet, seed or least ante.

/** @param {{stakes?: Record<string, number>, settings?: any} | null} table @returns {number} chips, at least 1 */
export function stakeUnit(table) {
  const { big_blind: blind, small_bet: bet, seed } = table?.stakes ?? {};
  return blind || bet || seed || table?.settings?.limits.least || 1;
}

// What a member sits down with unless he says otherwise, in units.
const COMFORTABLE = { no_limit: 100, pot_limit: 100, fixed_limit: 40, korean: 200 };

/** @returns {number} chips that are enough to play well at a table, within what it takes */
export function comfortable(table, shape) {
  const wanted = stakeUnit(table) * (COMFORTABLE[shape.betting] ?? 100);
  return Math.min(table.max_buy_in, Math.max(table.min_buy_in, wanted));
}
