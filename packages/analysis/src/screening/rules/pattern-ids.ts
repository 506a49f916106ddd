import { BEHAVIOURS } from '../behaviours/catalogue.ts';

/** Patterns of behaviour a rule can name, without version, in the order they are listed. */
export const PATTERN_IDS: readonly string[] = BEHAVIOURS.map(({ id }) => id);
