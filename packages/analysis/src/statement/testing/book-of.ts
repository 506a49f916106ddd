import type { ChainId } from '@trailmark/core/chain';
import { type AddressKey, type AssetId, coinOf } from '@trailmark/core/ledger';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { StatementLine, StatementRequest } from '@trailmark/core/statement/statement';
import { type Draft, FIRST_TIME, ownerOf, ScriptedOutputs } from '../../tracing/testing/output-ledger.ts';
import { type Crossings, NO_CROSSINGS } from '../bridge-pairs.ts';
import { toOutputTransaction } from '../output-transaction.ts';
import { OwnerSet } from '../owner-set.ts';
import { StatementBook, type StatementResult } from '../statement-book.ts';
import type { KnownUntil, StatementWorld } from '../statement-world.ts';

export const BLOCK_SECONDS = 21_600;
const BTC = coinOf('btc');

export type BookAsk = Partial<Pick<StatementRequest, 'from' | 'to' | 'zone' | 'ownTransfers' | 'spam'>>;

export interface BookWorld {
  readonly knownUntil?: KnownUntil;
  /** Millionths for one unit at a time; undefined: no price. */
  readonly price?: (time: number) => bigint | undefined;
  readonly unverified?: readonly AssetId[];
  /** Left out: the id. */
  readonly symbolOf?: (asset: AssetId) => string;
  /** False: no lots and no totals, whose cost is half of a book's. */
  readonly keepsSums?: boolean;
}

function createWorld(
  end: { height: number; time: number },
  { knownUntil, price, unverified, symbolOf = (id) => id }: BookWorld,
): StatementWorld {
  return {
    asset: (id) => ({
      asset: {
        ...{ id, symbol: symbolOf(id), statedName: undefined, decimals: 8 },
        isUnverified: unverified?.includes(id) ?? false,
      },
      chain: (id.split(':')[0] ?? id) as ChainId,
      knownUntil: knownUntil ?? { ...end, reason: 'all is known' },
    }),
    value(_asset, amount, time) {
      const each = price?.(time);
      return each === undefined ? undefined : each * amount;
    },
    rates: () => [],
    party: (_chain, key) => ({ address: key, label: undefined, category: undefined }),
    end: () => end,
  };
}

/** What the ledger of some transactions knows, up to the last of them. */
export function worldOf(transactions: readonly SetTransaction[], world: BookWorld = {}): StatementWorld {
  const last = transactions.at(-1);
  const end = { height: last ? positionHeight(last.position) : 0, time: last?.time ?? FIRST_TIME };
  return createWorld(end, world);
}

export interface Booked {
  readonly lines: readonly StatementLine[];
  readonly result: StatementResult;
}

/** Books transactions as a server does: those after the period are not booked. */
export function book(
  transactions: readonly SetTransaction[],
  ask: BookAsk = {},
  { crossings = NO_CROSSINGS, keepsSums = true, ...world }: BookWorld & { readonly crossings?: Crossings } = {},
): Booked {
  const request = { from: null, to: null, zone: 'UTC', ownTransfers: true, spam: true, ...ask };
  const kept = new StatementBook(request, worldOf(transactions, world), {
    keepsSums,
    hasCoins: () => true,
    crossings,
  });
  kept.open([BTC]);
  const { to } = request;
  const lines = transactions
    .filter(({ time }) => to === null || time < to)
    .flatMap((transaction) => kept.add(transaction));
  return { lines, result: kept.close() };
}

interface SeenRecord {
  readonly record: TransactionRecord;
  /** Key of the owner of each input and output. */
  readonly inputs: readonly (AddressKey | undefined)[];
  readonly outputs: readonly (AddressKey | undefined)[];
}

const seen = new WeakMap<readonly Draft[], readonly SeenRecord[]>();

/** Records of a ledger with their keys, made once: thousands of wallets look at the same ledger. */
function recordsOf(drafts: readonly Draft[]): readonly SeenRecord[] {
  const known = seen.get(drafts);
  if (known) return known;
  const keyOf = ({ owner }: { readonly owner: Owner | undefined }) => owner && ownerId(owner);
  const records = new ScriptedOutputs(drafts).indexedRecords.map((record) => {
    return { record, inputs: record.inputs.map(keyOf), outputs: record.outputs.map(keyOf) };
  });
  seen.set(drafts, records);
  return records;
}

/** The transactions in which a set of numbered owners takes part, and what the ledger itself says they have. */
export function readSet(drafts: readonly Draft[], owners: readonly number[]) {
  const keys = new Set<AddressKey>(owners.map((number) => ownerId(ownerOf(number))));
  const own = new OwnerSet(keys);
  const has = (key: AddressKey | undefined) => key !== undefined && keys.has(key);
  const records = recordsOf(drafts).filter(({ inputs, outputs }) => inputs.some(has) || outputs.some(has));
  let balance = 0n;
  for (const { record, inputs, outputs } of records) {
    for (const [i, { value }] of record.outputs.entries()) if (has(outputs[i])) balance += value;
    for (const [i, { value }] of record.inputs.entries()) if (has(inputs[i])) balance -= value ?? 0n;
  }
  const transactions = records.map(({ record }) => {
    const time = FIRST_TIME + positionHeight(record.position) * BLOCK_SECONDS;
    return toOutputTransaction(record, { chain: 'btc', time, own, mix: undefined });
  });
  return { transactions, balance };
}
