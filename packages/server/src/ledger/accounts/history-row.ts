import type { MoveVerdict } from '@trailmark/analysis/account-noise/classify-moves';
import type { AccountHistoryRow } from '@trailmark/api/contract/history';
import type { AccountMove } from '@trailmark/api/contract/ledger-wire';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountHistoryEntry, AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { AssetKey } from '@trailmark/core/asset';
import { positionHeight } from '@trailmark/core/position';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import type { AccountView } from './account-view.ts';
import { toAction } from './actions.ts';
import { effectOn, toMove } from './move-row.ts';
import { toTransactionHead } from './transaction-head.ts';

const MOST_NET_ASSETS = 10;
const MOST_COUNTERPARTIES = 10;
/** What is paid to nobody in particular is no dealing with a counterparty. */
const WITHOUT_PARTY: ReadonlySet<string> = new Set(['fee', 'tip', 'stated']);

interface RowSources {
  readonly entry: AccountHistoryEntry;
  readonly record: AccountTransactionRecord | undefined;
  readonly actions: readonly ProtocolAction[];
  readonly verdicts: ReadonlyMap<StoredMove, MoveVerdict>;
  /** No filter leaves out moves of the assets shown. */
  readonly isWhole: boolean;
}

function toNet(view: AccountView, self: AccountKey, { entry, isWhole }: RowSources): AccountHistoryRow['net'] {
  if (!isWhole || entry.moveCount > entry.moves.length) return null;
  const sums = new Map<string, { asset: AssetKey; move: StoredMove; amount: bigint }>();
  for (const move of entry.moves) {
    if (move.kind === 'stated') continue;
    const key = `${move.asset} ${move.tokenId ?? ''}`;
    const known = sums.get(key)?.amount ?? 0n;
    sums.set(key, { asset: move.asset, move, amount: known + effectOn(move, self) });
  }
  const changed = [...sums.values()].filter(({ amount }) => amount !== 0n);
  const height = positionHeight(entry.position);
  return changed.slice(0, MOST_NET_ASSETS).map(({ asset, move, amount }) => ({
    asset: view.assets.refer(asset, isToken(move) ? move.kind : undefined),
    amount,
    tokenId: move.tokenId ?? null,
    fiat: view.value(asset, amount, height),
  }));
}

function isToken({ kind }: StoredMove): boolean {
  return kind === 'token' || kind === 'nft' || kind === 'multi-token';
}

interface Parties {
  readonly counterparties: AccountHistoryRow['counterparties'];
  readonly counterpartyCount: number;
}

/** Who is on the other side; amounts only where one asset is all that moved. Noise counts for nobody. */
function toParties(view: AccountView, self: AccountKey, { entry, verdicts }: RowSources): Parties {
  const dealt = entry.moves.filter(({ kind }) => !WITHOUT_PARTY.has(kind));
  const shown = dealt.filter((move) => verdicts.get(move)?.folded === undefined);
  const counted = shown.length > 0 ? shown : dealt;
  const valued = counted.filter(({ amount }) => amount > 0n);
  const isOneAsset =
    new Set(valued.map(({ asset }) => asset)).size <= 1 && valued.every(({ tokenId }) => tokenId === undefined);
  const sums = new Map<AccountKey, bigint>();
  for (const { from, to, amount } of counted) {
    const other = from === self ? to : from;
    if (other !== '' && other !== self) sums.set(other, (sums.get(other) ?? 0n) + amount);
  }
  const counterparties = [...sums].slice(0, MOST_COUNTERPARTIES).map(([key, amount]) => ({
    address: view.address(key) ?? '',
    amount: isOneAsset ? amount : null,
  }));
  return { counterparties, counterpartyCount: sums.size };
}

function foldRow(moves: readonly AccountMove[], { moveCount }: AccountHistoryEntry): string | null {
  const reasons = new Set(moves.map(({ folded }) => folded));
  if (moves.length === 0 || moveCount > moves.length || reasons.has(null)) return null;
  const [first] = reasons;
  return reasons.size === 1 ? (first ?? null) : `Nothing else moved here. ${[...reasons].join(' ')}`;
}

/** A transaction as seen from one address, with that address's own moves in it. */
export function toHistoryRow(view: AccountView, self: AccountKey, sources: RowSources): AccountHistoryRow {
  const { entry, record, actions, verdicts } = sources;
  const moves = entry.moves.map((move) => toMove(view, move, self, verdicts.get(move)));
  const net = toNet(view, self, sources);
  return {
    ...toTransactionHead(view, entry.position, record),
    paysFee: record !== undefined && record.feePayer === self,
    moves,
    moveCount: entry.moveCount,
    net,
    changes: net,
    ...toParties(view, self, sources),
    actions: actions.map((action) => toAction(view, action)),
    folded: foldRow(moves, entry),
  };
}
