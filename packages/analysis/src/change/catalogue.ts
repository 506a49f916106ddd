import { addressReuse } from './address-reuse.ts';
import { addressType } from './address-type.ts';
import { clientChange } from './client-change.ts';
import type { ChangeHeuristic } from './heuristic.ts';
import { multiInputChange } from './multi-input-change.ts';
import { oneTimeChange } from './one-time-change.ts';
import { optimalChange } from './optimal-change.ts';
import { roundAmount } from './round-amount.ts';

/** Every change heuristic, in the order in which opinions are listed. */
export const CHANGE_HEURISTICS: readonly ChangeHeuristic[] = [
  addressReuse,
  multiInputChange,
  oneTimeChange,
  optimalChange,
  addressType,
  roundAmount,
  clientChange,
];
