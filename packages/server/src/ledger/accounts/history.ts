import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import type { Gap } from '@trailmark/api/wire';
import { BLOCK_MOVES_INDEX } from '@trailmark/core/account-block';
import type { AccountHistoryFilter } from '@trailmark/core/account-ledger';
import { AppError } from '@trailmark/core/errors';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import { formatCount } from '../../answers/format-count.ts';
import type { ServedAccounts } from '../ledgers.ts';
import { type NamedAccount, showsWholeTransactions } from './account-input.ts';
import { contractsOf, contractsOfMoves, openView, type ViewKnowledge } from './account-view.ts';
import { assetsOfActions, readActions } from './actions.ts';
import { toHistoryRow } from './history-row.ts';
import { judgeMoves, readUsualCounterparties } from './noise.ts';
import { toPageGaps } from './page-gaps.ts';

/** Moves listed of one transaction; the answer says how many there are. */
const MOVES_EACH = 20;

export interface AccountHistoryRequest {
  readonly self: NamedAccount;
  readonly filter: AccountHistoryFilter;
  readonly after: Position | undefined;
  readonly limit: number;
  readonly currency: string;
}

export interface AccountHistoryPage {
  readonly rows: readonly AccountHistoryRow[];
  /** Position after which the history continues; undefined at its end. */
  readonly next: Position | undefined;
  readonly gaps: readonly Gap[];
  readonly prices: { readonly version: string };
}

/** Throws `inconsistent` where the index lists a transaction that it does not have; what blocks move has none. */
export function requireRecord(position: Position, isIndexed: boolean): void {
  if (isIndexed || positionIndex(position) === BLOCK_MOVES_INDEX) return;
  const height = formatCount(positionHeight(position));
  throw new AppError('inconsistent', `The index lists a transaction at height ${height} that it does not hold.`);
}

/** One page of history: the rows, then records, moves and logs of its transactions in one query each, then token names. */
export async function readAccountHistory(
  ledger: ServedAccounts,
  knowledge: ViewKnowledge,
  { self, filter, after, limit, currency }: AccountHistoryRequest,
  read: ReadOptions,
): Promise<AccountHistoryPage> {
  const { reader } = ledger;
  const found = await reader.history(self.key, filter, { after, limit: limit + 1, movesEach: MOVES_EACH }, read);
  const entries = found.slice(0, limit);
  const positions = entries.map(({ position }) => position);
  const [{ actions, records }, counterparties] = await Promise.all([
    readActions(ledger, positions, read),
    readUsualCounterparties(ledger, knowledge, self.key, read),
  ]);
  const moves = entries.flatMap((entry) => entry.moves);
  const contracts = [...new Set([...contractsOfMoves(moves), ...contractsOf(assetsOfActions(actions.values()))])];
  const view = await openView(ledger, knowledge, { contracts, currency }, read);
  const verdicts = judgeMoves({ view, knowledge, self: self.key, records, counterparties }, moves);
  const isWhole = showsWholeTransactions(filter);
  const rows = entries.map((entry) => {
    const record = records.get(entry.position);
    requireRecord(entry.position, record !== undefined);
    const sources = { entry, record, actions: actions.get(entry.position) ?? [], verdicts, isWhole };
    return toHistoryRow(view, self.key, sources);
  });
  const next = found.length > limit ? positions.at(-1) : undefined;
  return { rows, next, gaps: toPageGaps(rows, moves), prices: view.assets.prices };
}
