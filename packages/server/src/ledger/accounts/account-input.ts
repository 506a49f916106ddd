import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { isPrivateKey, PRIVATE_KEY_REASON } from '@trailmark/chains/utxo/private-key';
import { type AccountKey, MOVE_KIND_GROUPS, type MoveKind, type MoveKindGroup } from '@trailmark/core/account-block';
import type { AccountHistoryFilter } from '@trailmark/core/account-ledger';
import { parseAssetId } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { ServedAccounts } from '../ledgers.ts';

type HistoryQuery = Omit<RouteInput<Contract['exportAddress']>['query'], 'format' | 'currency'>;

/** An account with the text people know it by. */
export interface NamedAccount {
  readonly key: AccountKey;
  readonly address: string;
}

/** The account an address of a request names. Throws `invalid`. */
export function readAccount({ chain }: ServedAccounts, text: string): NamedAccount {
  if (isPrivateKey(text.trim())) throw new AppError('invalid', PRIVATE_KEY_REASON);
  const key = parseAccount(chain, text);
  return { key, address: formatAccount(chain, key) };
}

function kindsOf(kind: MoveKind | MoveKindGroup): readonly MoveKind[] {
  return kind === 'tokens' || kind === 'items' ? MOVE_KIND_GROUPS[kind] : [kind];
}

/** The filter of a history request. Throws `invalid` for another chain's asset or address, and for bounds without an asset. */
export function readAccountFilter(ledger: ServedAccounts, query: HistoryQuery): AccountHistoryFilter {
  const { direction, kind, fromHeight, toHeight, fromTime, toTime, minAmount, maxAmount, order } = query;
  const asset = query.asset === undefined ? undefined : parseAssetId(ledger.id, query.asset);
  if (asset === undefined && (minAmount !== undefined || maxAmount !== undefined)) {
    throw new AppError('invalid', 'Bounds on the amount need an asset: amounts of different assets do not compare.');
  }
  return {
    direction,
    asset,
    kinds: kind === undefined ? undefined : kindsOf(kind),
    fromHeight,
    toHeight,
    fromTime,
    toTime,
    minAmount,
    maxAmount,
    counterparty: query.counterparty === undefined ? undefined : readAccount(ledger, query.counterparty).key,
    withoutZero: query.withoutZero === undefined ? undefined : true,
    order,
  };
}

/** Whether the filter leaves out none of an address's moves of the assets it shows within a transaction. */
export function showsWholeTransactions(filter: AccountHistoryFilter): boolean {
  const { direction, kinds, minAmount, maxAmount, counterparty } = filter;
  return [direction, kinds, minAmount, maxAmount, counterparty].every((value) => value === undefined);
}

/** Whether every move of one asset is shown, so that balances follow from row to row. */
export function isWholeAsset(filter: AccountHistoryFilter): boolean {
  const { fromHeight, toHeight, fromTime, toTime } = filter;
  const isWholeTime = [fromHeight, toHeight, fromTime, toTime].every((value) => value === undefined);
  return filter.asset !== undefined && isWholeTime && showsWholeTransactions(filter);
}
