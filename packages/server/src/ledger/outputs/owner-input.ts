import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { HistoryFilter } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { refuseForeignFilter } from '../coin.ts';
import type { ServedOutputs } from '../ledgers.ts';

type HistoryQuery = Omit<RouteInput<Contract['exportAddress']>['query'], 'format' | 'currency'>;

/** An owner with the text people know it by. */
export interface NamedOwner {
  readonly owner: Owner;
  readonly id: string;
  readonly address: string;
}

/** The owner an address of a request names. Throws `invalid`. */
export function readOwner({ chain }: ServedOutputs, text: string): NamedOwner {
  const owner = parseOwner(chain, text);
  return { owner, id: ownerId(owner), address: formatOwner(chain, owner) };
}

/** The filter of a history request. Throws `invalid` for what the chain has not, and for a counterparty that is no address of it. */
export function readHistoryFilter(ledger: ServedOutputs, query: HistoryQuery): HistoryFilter {
  refuseForeignFilter(ledger, query);
  const { direction, fromHeight, toHeight, fromTime, toTime, minAmount, maxAmount, order } = query;
  const counterparty = query.counterparty === undefined ? undefined : parseOwner(ledger.chain, query.counterparty);
  return { direction, fromHeight, toHeight, fromTime, toTime, minAmount, maxAmount, counterparty, order };
}

/** No row is hidden, whatever the order. */
export function isFilterEmpty(filter: HistoryFilter): boolean {
  return Object.entries(filter).every(([key, value]) => key === 'order' || value === undefined);
}

/** What identifies the rows of a filtered history, for cursors. */
export function filterKey(filter: HistoryFilter): readonly unknown[] {
  const { counterparty, ...rest } = filter;
  return [rest, counterparty ? ownerId(counterparty) : null];
}
