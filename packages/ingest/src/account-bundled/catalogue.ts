import type { AccountSet } from './account-set.ts';

/** Alphabetical by id. */
export const ACCOUNT_SETS: readonly AccountSet[] = [];
