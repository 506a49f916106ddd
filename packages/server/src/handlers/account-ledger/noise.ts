import { classifyMoves, type MoveVerdict } from '@trailmark/analysis/account-noise/classify-moves';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { ReadOptions } from '@trailmark/core/ledger-reader';
import type { Position } from '@trailmark/core/position';
import type { AccountLedger } from '../../account-ledgers.ts';
import type { AccountView, ViewKnowledge } from './account-view.ts';

/** Addresses beyond which a look-alike is sought among those of the page only: summing a hub up takes seconds. */
const MOST_MOVES = 20_000;
const MOST_COUNTERPARTIES = 500;

/** Addresses whose counterparties are kept, a chain. */
const MOST_KEPT = 200;

/** Kept as long as the chain's holdings stay the same: every page of a history asks for the same ones. */
const kept = new WeakMap<object, Map<AccountKey, readonly AccountKey[]>>();

async function sumCounterparties(
  { reader }: AccountLedger,
  self: AccountKey,
  read: ReadOptions,
): Promise<readonly AccountKey[]> {
  const moveCount = (await reader.totals([self], read)).get(self)?.moveCount ?? 0;
  if (moveCount === 0 || moveCount > MOST_MOVES) return [];
  const page = { sort: 'count', offset: 0, limit: MOST_COUNTERPARTIES } as const;
  const { items } = await reader.counterparties(self, page, read);
  return items.flatMap(({ address, sentTo, receivedFrom }) => (sentTo + receivedFrom > 0n ? [address] : []));
}

/** The addresses one dealt with most, so that those made to look like them stand out. Empty for hubs. */
export async function readUsualCounterparties(
  ledger: AccountLedger,
  self: AccountKey,
  read: ReadOptions,
): Promise<readonly AccountKey[]> {
  const ranges = ledger.reader.heightRanges();
  const known = kept.get(ranges)?.get(self);
  if (known) return known;
  const found = await sumCounterparties(ledger, self, read);
  const map = kept.get(ranges) ?? new Map<AccountKey, readonly AccountKey[]>();
  if (map.size >= MOST_KEPT) map.clear();
  kept.set(ranges, map.set(self, found));
  return found;
}

interface NoiseSources {
  readonly view: AccountView;
  readonly knowledge: ViewKnowledge;
  readonly self: AccountKey;
  readonly records: ReadonlyMap<Position, AccountTransactionRecord>;
  readonly counterparties: readonly AccountKey[];
}

/** A verdict for each of an address's moves, by the move. */
export function judgeMoves(
  { view, knowledge, self, records, counterparties }: NoiseSources,
  moves: readonly StoredMove[],
): ReadonlyMap<StoredMove, MoveVerdict> {
  const ofPage = moves.flatMap(({ from, to, amount }) => (amount > 0n ? [from === self ? to : from] : []));
  const verdicts = classifyMoves({
    chain: view.ledger.id,
    address: self,
    moves,
    senderOf: (move) => records.get(move.position)?.from,
    tokens: knowledge.tokens,
    metadata: view.assets.metadata,
    counterparties: new Set([...counterparties, ...ofPage]),
  });
  return new Map(moves.flatMap((move, i) => (verdicts[i] ? [[move, verdicts[i]] as const] : [])));
}
