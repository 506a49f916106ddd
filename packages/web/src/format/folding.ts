/** How rows that say little are folded in a history: what they are called, and how the address bar asks to see them. */
export const FOLDING = {
  /** Single dust payments are shown; runs of them are one line with their sum. */
  dust: { key: 'dust', least: 2, close: 'Fold dust', exported: 'dust rows included' },
  /** Transfers worth noise, each with the reason. */
  noise: { key: 'folded', least: 1, close: 'Fold noise', exported: 'folded rows included' },
} as const;
