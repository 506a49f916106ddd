/** Checks generated blocks against watched addresses in a process of its own: `watching-subject.ts ADDRESSES BLOCKS`. Prints one JSON line. */
import type { Transfer } from '../packages/core/src/ledger.ts';
import { toPosition } from '../packages/core/src/position.ts';
import { scanBlock } from '../packages/server/src/monitoring/engine/scan-block.ts';
import { type LoadedWatch, WatchSet } from '../packages/server/src/monitoring/engine/watch-set.ts';
import { peakRssMiB } from './block-files.ts';

export interface WatchingResult {
  readonly addresses: number;
  readonly transactions: number;
  /** Milliseconds of each block. */
  readonly runs: readonly number[];
  /** Transactions that were found, which is known beforehand: one in a hundred. */
  readonly found: number;
  readonly expected: number;
  readonly peakRssMiB: number;
  /** Milliseconds in which a bare set of as many addresses is searched for the keys of a block, a number a block. */
  readonly bare: readonly number[];
}

const TRANSACTIONS = 4_000;
const OUTPUTS = 3;
const EVERY = 100;
const key = Buffer.alloc(21, 1);
/** A key as the ledger has it: a byte of script form and 20 of payload. Those of strangers begin otherwise. */
function keyOf(number: number, isOwn: boolean): string {
  key[1] = isOwn ? 0xaa : 0xbb;
  key.writeUIntBE(number, 15, 6);
  return key.toString('hex');
}

/** A block in which every hundredth transaction pays a watched address. */
function makeBlock(height: number, addresses: number): Transfer[] {
  const transfers: Transfer[] = [];
  for (let index = 0; index < TRANSACTIONS; index++) {
    const from = [keyOf(height * TRANSACTIONS + index, false)];
    for (let slot = 0; slot < OUTPUTS; slot++) {
      const isOwn = index % EVERY === 0 && slot === 0;
      const to = keyOf(
        isOwn ? (height * 7_919 + index) % addresses : (height * TRANSACTIONS + index) * OUTPUTS + slot,
        isOwn,
      );
      const place = {
        position: toPosition(height, index),
        slot,
        chain: 'btc',
        asset: 'btc',
        tokenId: undefined,
      } as const;
      transfers.push({ ...place, amount: 1n, from, payersKnown: true, to, kind: 'native', basis: 'fact' });
    }
  }
  return transfers;
}

/** The least that checking a block takes: each key of it once in a set of the language. */
function timeBare(addresses: number, blocks: number): number[] {
  const keys = new Set(Array.from({ length: addresses }, (_, n) => keyOf(n, true)));
  return Array.from({ length: blocks }, (_, height) => {
    const transfers = makeBlock(height, addresses);
    const started = performance.now();
    let found = 0;
    for (const { from, to } of transfers) found += Number(keys.has(to ?? '')) + Number(keys.has(from[0] ?? ''));
    if (found === 0) throw new Error('No key was found: nothing was measured.');
    return performance.now() - started;
  });
}

function main(): void {
  const [addresses, blocks] = process.argv.slice(2).map(Number) as [number, number];
  const set = new WatchSet();
  const watch: LoadedWatch = { row: {} as LoadedWatch['row'], addresses: new Map(), assets: new Map() };
  const PART = 10_000;
  for (let from = 0; from < addresses; from += PART) {
    const targets = Array.from({ length: PART }, (_, n) => ({
      chain: 'btc',
      kind: 'address' as const,
      key: keyOf(from + n, true),
    }));
    set.addTargets(watch, targets);
  }
  let found = 0;
  const runs = Array.from({ length: blocks }, (_, height) => {
    const transfers = makeBlock(height, addresses);
    const started = performance.now();
    found += scanBlock(transfers, set.targetsOf('btc')).length;
    return performance.now() - started;
  });
  const expected = (blocks * TRANSACTIONS) / EVERY;
  const result: WatchingResult = {
    addresses,
    transactions: TRANSACTIONS,
    runs,
    found,
    expected,
    // Before the set that it is compared with, which is of the bench.
    peakRssMiB: peakRssMiB(),
    bare: timeBare(addresses, blocks),
  };
  console.log(JSON.stringify(result));
}

main();
