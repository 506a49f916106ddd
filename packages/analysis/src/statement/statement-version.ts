import { LINE_RULES_VERSION } from './line-types/catalogue.ts';

/** Balances, values, totals and groups of lines: counted up when a figure changes. */
const BOOK_VERSION = 'book/3';
/** Lots by every method: counted up when a figure changes. */
const LOTS_VERSION = 'lots/3';

/** Versions of everything that decides what a statement says, for as-of. */
export const STATEMENT_RULES_VERSION = `${LINE_RULES_VERSION} ${BOOK_VERSION} ${LOTS_VERSION}`;
