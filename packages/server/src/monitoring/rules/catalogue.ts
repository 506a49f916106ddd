import { amountRule } from './amount.ts';
import { arrivalRule } from './arrival.ts';
import { assetRule } from './asset.ts';
import { balanceRule } from './balance.ts';
import { behaviourRule } from './behaviour.ts';
import { categoryRule } from './category.ts';
import { directionRule } from './direction.ts';
import { dormancyRule } from './dormancy.ts';
import { labelChangeRule } from './label-change.ts';
import { newCounterpartyRule } from './new-counterparty.ts';
import { verdictChangeRule } from './verdict-change.ts';
import type { WatchRule } from './watch-rule.ts';

/** Rules of watches: one line a rule. They are checked in this order, so that those that read most come last. */
export const WATCH_RULES: readonly WatchRule[] = [
  directionRule,
  arrivalRule,
  assetRule,
  amountRule,
  categoryRule,
  dormancyRule,
  newCounterpartyRule,
  balanceRule,
  behaviourRule,
  labelChangeRule,
  verdictChangeRule,
];

export function findWatchRule(id: string): WatchRule | undefined {
  return WATCH_RULES.find((rule) => rule.id === id);
}
