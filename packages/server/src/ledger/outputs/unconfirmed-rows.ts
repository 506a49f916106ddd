import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import type { HistoryFilter } from '@trailmark/core/output-ledger';
import type { ServedOutputs } from '../ledgers.ts';
import { toUnconfirmedRow } from './history-row.ts';
import type { NamedOwner } from './owner-input.ts';

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Unconfirmed transactions have no height and no counted counterparty: such filters leave them out. */
function asksForMined({ fromHeight, toHeight, fromTime, toTime, counterparty }: HistoryFilter): boolean {
  return [fromHeight, toHeight, fromTime, toTime, counterparty].some((bound) => bound !== undefined);
}

/** The overlay's transactions of an owner that pass the filter, newest first. */
export function listUnconfirmedRows(
  ledger: ServedOutputs,
  self: NamedOwner,
  filter: HistoryFilter,
): OutputHistoryRow[] {
  if (!ledger.overlay || asksForMined(filter)) return [];
  const { direction, minAmount, maxAmount } = filter;
  return ledger.overlay
    .byOwner(self.id)
    .map((unconfirmed) => toUnconfirmedRow(ledger, self, unconfirmed))
    .filter((row) => direction === undefined || row.direction === direction)
    .filter((row) => minAmount === undefined || absolute(row.net) >= minAmount)
    .filter((row) => maxAmount === undefined || absolute(row.net) <= maxAmount)
    .sort((a, b) => (b.time ?? 0) - (a.time ?? 0));
}
