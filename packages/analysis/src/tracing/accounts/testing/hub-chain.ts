import type {
  AccountBlockRecord,
  AccountLedger,
  AccountTransactionRecord,
  MovePlace,
  StoredMove,
} from '@trailmark/core/account-ledger';
import { accountAssetKey } from '@trailmark/core/account-ledger';
import { type Position, positionHeight, toPosition } from '@trailmark/core/position';
import { comparePlaces } from '../account-apportioning.ts';
import { BLOCK_SECONDS, hashOf, keyOf } from './plain-chain.ts';

/** A payment of a large sample; each is in a transaction of its own, in the order given. */
export interface HubPayment {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

function toMove({ from, to, amount }: HubPayment, index: number): StoredMove {
  return {
    ...{ kind: 'native', asset: '', from: keyOf(from), to: keyOf(to), amount, flags: 0, slot: 0 },
    ...{ tokenId: undefined, logIndex: undefined, tracePath: undefined, position: toPosition(index + 1, 0) },
  };
}

/** First index whose move is not before a place, in a list in the order of the chain. */
function lowerBound(moves: readonly StoredMove[], place: MovePlace): number {
  let [low, high] = [0, moves.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const move = moves[middle];
    if (move && comparePlaces(move, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How much was handed out. */
export interface HubReader {
  readonly reader: AccountLedger;
  readonly counts: { rows: number; queries: number };
}

/** An account reader over many payments, indexed by account as a store is, that counts the rows it hands out. */
export function openHubChain(payments: readonly HubPayment[]): HubReader {
  const moves = payments.map(toMove);
  const byAccount = new Map<string, StoredMove[]>();
  const add = (address: string, move: StoredMove): void => {
    const own = byAccount.get(address);
    if (own) own.push(move);
    else byAccount.set(address, [move]);
  };
  for (const move of moves) {
    add(move.from, move);
    if (move.to !== move.from) add(move.to, move);
  }
  const counts = { rows: 0, queries: 0 };
  const block = (height: number): AccountBlockRecord => ({
    ...{ height, hash: '', parentHash: '', time: height * BLOCK_SECONDS, producer: '', source: 'test', holds: 13 },
    ...{ transactionCount: 1, transactionTotal: 1 },
  });
  const at = (position: Position): StoredMove | undefined => moves[positionHeight(position) - 1];
  const reader: Partial<AccountLedger> = {
    tip: () => block(moves.length),
    block,
    heightRanges: () => [
      { fromHeight: 0, toHeight: moves.length, blocks: moves.length + 1, source: 'test', holds: 13 },
    ],
    transactions: async (asked) =>
      asked.map(
        (position) =>
          ({ position, hash: hashOf(position), from: '', to: '', status: 'ok' }) as AccountTransactionRecord,
      ),
    movesOf: async (asked) =>
      new Map(asked.map((position) => [position, [at(position)].flatMap((move) => move ?? [])])),
    logsOf: async (asked) => new Map(asked.map((position) => [position, []])),
    positionsOf: async (hashes) => new Map(hashes.map((hash) => [hash, Number.parseInt(hash, 16)])),
    totals: async (addresses) =>
      new Map(
        addresses.map((address) => [
          address,
          { moveCount: byAccount.get(address)?.length ?? 0, actsAsContract: false, sentCount: 0 } as never,
        ]),
      ),
    spans: async (spans, { limitEach }) => {
      counts.queries++;
      return new Map(
        spans.map(({ address, asset, from }) => {
          const own = byAccount.get(address) ?? [];
          const first = from ? lowerBound(own, from) : 0;
          const kept = own.slice(first, first + limitEach);
          counts.rows += kept.length;
          return [accountAssetKey(address, asset), { moves: kept, isCut: own.length - first > limitEach }];
        }),
      );
    },
    openings: async (places) =>
      new Map(
        places.map(({ address, asset, before }) => {
          const own = byAccount.get(address) ?? [];
          const net = own
            .slice(0, lowerBound(own, before))
            .reduce((sum, { from, to, amount }) => sum + (from === to ? 0n : to === address ? amount : -amount), 0n);
          return [accountAssetKey(address, asset), net];
        }),
      ),
  };
  return { reader: reader as AccountLedger, counts };
}
