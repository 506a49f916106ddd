import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { decodeTransaction, encodeTransaction } from '@trailmark/chains/utxo/transaction';
import type { Owner } from '@trailmark/core/owner';
import type { ArrayReader } from './array-reader.ts';
import { buildLedger, type RawBlock } from './ledger-builder.ts';

/** One coin in smallest units. */
export const COIN = 100_000_000n;

function person(number: number): Owner {
  return { type: 'p2pkh', payload: new Uint8Array(20).fill(number) };
}

/** Owners of the sample, by name. */
export const PEOPLE = {
  alice: person(1),
  bob: person(2),
  carol: person(3),
  dave: person(4),
  erin: person(5),
  frank: person(6),
};
export type Person = keyof typeof PEOPLE;

/** Their addresses on Bitcoin. */
export const ADDRESS = Object.fromEntries(
  Object.entries(PEOPLE).map(([name, owner]) => [name, formatOwner(getChain('btc'), owner)]),
) as Readonly<Record<Person, string>>;

/** A payment: to a person, or bytes as a script. */
export interface Payment {
  readonly to: Person | Uint8Array;
  readonly coins: number;
}

function toOutput({ to, coins }: Payment): { value: bigint; script: Uint8Array } {
  const script = typeof to === 'string' ? ownerScript(PEOPLE[to]) : to;
  return { value: BigInt(Math.round(coins * Number(COIN))), script: script ?? new Uint8Array(0) };
}

/** A coinbase; the height makes it unlike others. */
export function coinbase(height: number, ...payments: readonly Payment[]): Uint8Array {
  const input = {
    prevTxid: '0'.repeat(64),
    prevVout: 0xffff_ffff,
    script: Uint8Array.of(2, height & 255, height >> 8),
    sequence: 0,
    witness: [],
  };
  return encodeTransaction(
    { version: 1, inputs: [input], outputs: payments.map(toOutput), lockTime: 0 },
    { witness: true },
  );
}

/** A payment from outputs of raw transactions, or of txids from elsewhere. */
export function spend(
  from: readonly (readonly [Uint8Array | string, number])[],
  ...payments: readonly Payment[]
): Uint8Array {
  // Once for each source: a spend of thousands of outputs of one transaction would hash it as often.
  const txids = new Map<Uint8Array | string, string>();
  for (const [source] of from) {
    if (!txids.has(source)) txids.set(source, typeof source === 'string' ? source : decodeTransaction(source).txid);
  }
  const inputs = from.map(([source, prevVout]) => ({
    prevTxid: txids.get(source) ?? '',
    prevVout,
    script: new Uint8Array(0),
    sequence: 0xffff_ffff,
    witness: [],
  }));
  return encodeTransaction({ version: 2, inputs, outputs: payments.map(toOutput), lockTime: 0 }, { witness: true });
}

/** Display-order id of raw bytes. */
export function txidOf(raw: Uint8Array): string {
  return decodeTransaction(raw).txid;
}

const DATA_OUTPUT = Uint8Array.of(0x6a, 5, ...new TextEncoder().encode('=1+1;'));
const minted = [0, 1, 2, 3].map((height) =>
  coinbase(height, { to: height < 2 ? 'alice' : height === 2 ? 'bob' : 'carol', coins: 50 }),
);
const [genesis, first, second, third] = minted as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
const pay = spend([[first, 0]], { to: 'bob', coins: 10 }, { to: 'alice', coins: 40 });
const pass = spend([[pay, 0]], { to: 'dave', coins: 9.5 }, { to: DATA_OUTPUT, coins: 0 });
const late = spend([[pay, 1]], { to: 'erin', coins: 40 });
const foreign = spend([['ab'.repeat(32), 3]], { to: 'frank', coins: 1 });

/** Transactions of the sample by what they do. */
export const TX = { genesis, first, second, third, pay, pass, late, foreign };

/** Heights 0 to 4 whole, nothing at 5 to 9, 10 and 11 whole: most questions of coverage in eight blocks. */
export const SAMPLE_BLOCKS: readonly RawBlock[] = [
  { height: 0, transactions: [genesis] },
  { height: 1, transactions: [first] },
  { height: 2, transactions: [second] },
  { height: 3, transactions: [third, pay] },
  { height: 4, transactions: [coinbase(4, { to: 'carol', coins: 50.5 }), pass] },
  { height: 10, transactions: [coinbase(10, { to: 'erin', coins: 50 }), late, foreign], source: 'window' },
  { height: 11, transactions: [coinbase(11, { to: 'frank', coins: 50 })], source: 'window' },
];

export function createSampleReader(): ArrayReader {
  return buildLedger('btc', SAMPLE_BLOCKS);
}
