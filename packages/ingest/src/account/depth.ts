/** How much of each block is requested: token transfers only, with receipts, or with the calls inside transactions too. */
export const DEPTHS = ['logs', 'receipts', 'traces'] as const;
export type Depth = (typeof DEPTHS)[number];
