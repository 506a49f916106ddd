import { classifyMoves, type MoveVerdict } from '@trailmark/analysis/account-noise/classify-moves';
import { type Exchanged, listRealCounterparties } from '@trailmark/analysis/account-noise/real-counterparties';
import { formatAccount } from '@trailmark/chains/account/account-address';
import type { AccountKey } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { TokenReader } from '@trailmark/core/asset';
import type { Position } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ServedAccounts } from '../ledgers.ts';
import type { AccountView, ViewKnowledge } from './account-view.ts';

/** Addresses beyond which a look-alike is sought among those of the page only: summing a hub up takes seconds. */
const MOST_MOVES = 20_000;
const MOST_COUNTERPARTIES = 5_000;

/** Addresses whose counterparties are kept, a chain. */
const MOST_KEPT = 200;

interface Kept {
  readonly tokens: TokenReader;
  readonly real: ReadonlySet<AccountKey>;
}

/** Kept as long as the chain's holdings stay the same: every page of a history asks for the same ones. */
const kept = new WeakMap<object, Map<AccountKey, Kept>>();

async function sumCounterparties(
  { reader }: ServedAccounts,
  self: AccountKey,
  read: ReadOptions,
): Promise<readonly Exchanged[]> {
  const moveCount = (await reader.totals([self], read)).get(self)?.moveCount ?? 0;
  if (moveCount === 0 || moveCount > MOST_MOVES) return [];
  const page = { sort: 'count', offset: 0, limit: MOST_COUNTERPARTIES } as const;
  const { items } = await reader.counterparties(self, page, read);
  return items;
}

/** Those one exchanged real value with, so that addresses made to look like them stand out. Empty for hubs. */
export async function readUsualCounterparties(
  ledger: ServedAccounts,
  { tokens }: Pick<ViewKnowledge, 'tokens'>,
  self: AccountKey,
  read: ReadOptions,
): Promise<ReadonlySet<AccountKey>> {
  const ranges = ledger.reader.heightRanges();
  const known = kept.get(ranges)?.get(self);
  if (known?.tokens === tokens) return known.real;
  const real = listRealCounterparties(ledger.id, tokens, await sumCounterparties(ledger, self, read));
  const map = kept.get(ranges) ?? new Map<AccountKey, Kept>();
  if (map.size >= MOST_KEPT) map.clear();
  kept.set(ranges, map.set(self, { tokens, real }));
  return real;
}

interface NoiseSources {
  readonly view: AccountView;
  readonly knowledge: ViewKnowledge;
  readonly self: AccountKey;
  readonly records: ReadonlyMap<Position, AccountTransactionRecord>;
  readonly counterparties: ReadonlySet<AccountKey>;
}

/** Moves of the page as what they exchanged: of a hub nothing else is summed. */
function exchangedBy(self: AccountKey, moves: readonly StoredMove[]): Exchanged[] {
  return moves
    .filter(({ kind }) => kind !== 'fee' && kind !== 'tip')
    .map(({ from, to, asset, amount }) =>
      from === self
        ? { address: to, asset, sentTo: amount, receivedFrom: 0n }
        : { address: from, asset, sentTo: 0n, receivedFrom: amount },
    );
}

/** A verdict for each of an address's moves, by the move. */
export function judgeMoves(
  { view, knowledge, self, records, counterparties }: NoiseSources,
  moves: readonly StoredMove[],
): ReadonlyMap<StoredMove, MoveVerdict> {
  const { id, chain } = view.ledger;
  const ofPage = listRealCounterparties(id, knowledge.tokens, exchangedBy(self, moves));
  const verdicts = classifyMoves({
    chain: id,
    address: self,
    moves,
    senderOf: (move) => records.get(move.position)?.from,
    tokens: knowledge.tokens,
    metadata: view.assets.metadata,
    counterparties: new Set([...counterparties, ...ofPage]),
    // Base58 shows other ends than the digits do.
    spell: chain.family === 'tron' ? (key) => formatAccount(chain, key) : undefined,
  });
  return new Map(moves.flatMap((move, i) => (verdicts[i] ? [[move, verdicts[i]] as const] : [])));
}
