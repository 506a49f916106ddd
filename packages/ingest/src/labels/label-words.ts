import type { LabelRole } from '@trailmark/core/label';

const ROLE_WORDS: readonly (readonly [LabelRole, RegExp])[] = [
  ['hot', /\bhot[ -]?wallets?\b|\bhot\b/i],
  ['cold', /\bcold[ -]?(?:wallets?|storage)\b|\bcold\b/i],
  ['deposit', /\bdeposit(?:s|er|or)?\b/i],
  ['withdrawal', /\bwithdraw(?:als?|s)?\b/i],
  ['reserve', /\breserves?\b/i],
  ['fee', /\bfees?\b/i],
  ['contract', /\bcontracts?\b/i],
];

/** Part of a service that a source's own words name; undefined where they name none. */
export function roleOf(words: string): LabelRole | undefined {
  return ROLE_WORDS.find(([, pattern]) => pattern.test(words))?.[0];
}

/** `ABCC (ABCC)`: a name with a ticker is how explorers call a token's contract. */
export function isTokenName(label: string): boolean {
  return /^[^()]+ \([A-Za-z0-9$.]{2,12}\)$/.test(label) && !/wallet|deposit|exchange \d/i.test(label);
}
