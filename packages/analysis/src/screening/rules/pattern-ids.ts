import type { BehaviourPattern } from '@trailmark/core/screening/behaviour';

/** Patterns of behaviour a rule can name, without version, in the order they are listed. */
export const PATTERN_IDS: readonly BehaviourPattern['id'][] = [
  'peel-chain',
  'coinjoin-use',
  'mixer-use',
  'pass-through',
  'structuring',
  'high-value-burst',
  'staggered-then-silent',
  'new-account-emptied',
  'multi-victim-drain',
  'dormancy-then-burst',
  'fan-in',
  'fan-out',
  'swap-use',
  'bridge-use',
  'deposit-shape',
  'first-funder',
  'round-amounts',
  'address-reuse',
  'time-zone',
  'dust-receipt',
  'address-poisoning',
  'approval-drain',
];
