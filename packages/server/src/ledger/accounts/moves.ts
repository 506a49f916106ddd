import type { TransferRow } from '@trailmark/api/contract/ledger-wire';
import type { Gap } from '@trailmark/api/wire';
import type {
  AccountHistoryFilter,
  AccountTransactionRecord,
  MovePlace,
  StoredMove,
} from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledgers.ts';
import { isWholeAsset, type NamedAccount } from './account-input.ts';
import { type AccountView, contractsOfMoves, openView, type ViewKnowledge } from './account-view.ts';
import { exactUntil } from './balance.ts';
import { requireRecord } from './history.ts';
import { knowsGenesis } from './holdings.ts';
import { effectOn, toMove } from './move-row.ts';
import { judgeMoves, readUsualCounterparties } from './noise.ts';
import { toPageGaps } from './page-gaps.ts';

export interface MovesRequest {
  readonly self: NamedAccount;
  readonly filter: AccountHistoryFilter;
  readonly after: MovePlace | undefined;
  readonly limit: number;
  readonly currency: string;
}

export interface MovesPage {
  readonly rows: readonly TransferRow[];
  readonly next: MovePlace | undefined;
  readonly gaps: readonly Gap[];
  readonly prices: { readonly version: string };
}

/** Moves of the transaction in which a page begins or ends, as far as its running balance needs them. */
const MOST_OF_ONE = 100_000;

/** Balance of an asset just before a move. */
async function readBalanceBefore(
  { reader }: ServedAccounts,
  self: NamedAccount,
  asset: AssetKey,
  { position, slot }: MovePlace,
  read: ReadOptions,
): Promise<bigint> {
  const [before, moves] = await Promise.all([
    position === 0 ? 0n : reader.balanceAt(self.key, asset, position - 1, read),
    reader.movesOf([position], MOST_OF_ONE, read),
  ]);
  const earlier = (moves.get(position) ?? []).filter((move) => move.asset === asset && move.slot < slot);
  return earlier.reduce((sum, move) => sum + effectOn(move, self.key), before);
}

/** Balance after each move of a page; all null where the asset's sums are no balances, or rows are hidden. */
async function readRunningBalances(
  view: AccountView,
  { self, filter }: MovesRequest,
  moves: readonly StoredMove[],
  read: ReadOptions,
): Promise<(bigint | null)[]> {
  const nothing = moves.map(() => null);
  const { asset } = filter;
  if (asset === undefined || !isWholeAsset(filter)) return nothing;
  const ascending = filter.order === 'oldest' ? moves : moves.toReversed();
  const [first] = ascending;
  if (!first) return nothing;
  const { ledger, assets } = view;
  const [hasGenesis, fetched, before] = await Promise.all([
    knowsGenesis(ledger, read),
    ledger.reader.addressCoverage(self.key, read),
    readBalanceBefore(ledger, self, asset, first, read),
  ]);
  const ground = { ledger, key: self.key, assets, knowsGenesis: hasGenesis, fetched };
  // From the first row of the page on: what comes later cannot change what a balance was.
  const exact = exactUntil(ground, asset, positionHeight(first.position));
  if ('reason' in exact) return nothing;
  let balance = before;
  const balances = ascending.map((move) => {
    balance += effectOn(move, self.key);
    return positionHeight(move.position) <= exact.until && balance >= 0n ? balance : null;
  });
  return filter.order === 'oldest' ? balances : balances.reverse();
}

function toMoveRow(
  view: AccountView,
  move: StoredMove,
  rest: {
    readonly self: NamedAccount;
    readonly record: AccountTransactionRecord | undefined;
    readonly verdict: Parameters<typeof toMove>[3];
    readonly runningBalance: bigint | null;
  },
): TransferRow {
  const height = positionHeight(move.position);
  return {
    ...toMove(view, move, rest.self.key, rest.verdict),
    outputIndex: null,
    hash: rest.record?.hash ?? null,
    height,
    ...view.moment(height),
    runningBalance: rest.runningBalance,
  };
}

/** Records of the transactions that moves belong to: one store query. */
export async function readRecordsOf(
  { reader }: ServedAccounts,
  moves: readonly StoredMove[],
  read: ReadOptions,
): Promise<Map<Position, AccountTransactionRecord>> {
  const positions = [...new Set(moves.map(({ position }) => position))];
  const found = await reader.transactions(positions, read);
  return new Map(found.flatMap((record) => (record ? [[record.position, record] as const] : [])));
}

/** One page of single moves: one query for them, then one each for records and token names. */
export async function readMovesPage(
  ledger: ServedAccounts,
  knowledge: ViewKnowledge,
  request: MovesRequest,
  read: ReadOptions,
): Promise<MovesPage> {
  const { self, filter, after, limit, currency } = request;
  const found = await ledger.reader.moves(self.key, filter, { after, limit: limit + 1 }, read);
  const moves = found.slice(0, limit);
  const [view, records, counterparties] = await Promise.all([
    openView(
      ledger,
      knowledge,
      { contracts: contractsOfMoves(moves), currency, withBalances: filter.asset !== undefined },
      read,
    ),
    readRecordsOf(ledger, moves, read),
    readUsualCounterparties(ledger, knowledge, self.key, read),
  ]);
  const balances = await readRunningBalances(view, request, moves, read);
  const verdicts = judgeMoves({ view, knowledge, self: self.key, records, counterparties }, moves);
  const rows = moves.map((move, i) => {
    const record = records.get(move.position);
    requireRecord(move.position, record !== undefined);
    return toMoveRow(view, move, { self, record, verdict: verdicts.get(move), runningBalance: balances[i] ?? null });
  });
  const last = found.length > limit ? moves.at(-1) : undefined;
  const next = last && { position: last.position, slot: last.slot };
  return { rows, next, gaps: toPageGaps(rows, moves), prices: view.assets.prices };
}
