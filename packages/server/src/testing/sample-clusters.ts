import { ownerScript } from '@trailmark/chains/utxo/script';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { ArrayReader } from './array-reader.ts';
import { createClusterHost } from './cluster-host.ts';
import { buildLedger, type RawBlock } from './ledger-builder.ts';
import { coinbase, spend } from './sample-ledger.ts';

function scriptOf(number: number): Uint8Array {
  return ownerScript({ type: 'p2pkh', payload: new Uint8Array(20).fill(number) }) ?? new Uint8Array(0);
}

/** Participants of the sample CoinJoin. */
const MIXERS = [101, 102, 103, 104].map(scriptOf);

const minted = [
  coinbase(0, { to: 'alice', coins: 50 }),
  coinbase(1, { to: 'bob', coins: 50 }),
  coinbase(2, { to: 'carol', coins: 50 }),
  coinbase(3, { to: 'dave', coins: 50 }),
  coinbase(4, ...MIXERS.map((to) => ({ to, coins: 12 }))),
] as const;
const [ofAlice, ofBob, ofCarol, , ofMixers] = minted;

const both = spend(
  [
    [ofAlice, 0],
    [ofBob, 0],
  ],
  { to: 'erin', coins: 60 },
  { to: 'bob', coins: 40 },
);
const more = spend(
  [
    [both, 1],
    [ofCarol, 0],
  ],
  { to: 'dave', coins: 90 },
);
const change = spend([[both, 0]], { to: 'dave', coins: 20 }, { to: 'frank', coins: 39.98765432 });
const mix = spend(
  MIXERS.map((_, i) => [ofMixers, i] as const),
  ...[111, 112, 113, 114].map((number) => ({ to: scriptOf(number), coins: 10 })),
  ...[121, 122, 123].map((number) => ({ to: scriptOf(number), coins: 2 + number / 1_000_000 })),
  { to: scriptOf(124), coins: 1.99 },
);

/** Height of `mix`: JoinMarket was in use by then. */
export const MIX_HEIGHT = 400_000;

/**
 * Transactions of the sample of clusters: `both` joins alice and bob, `more` bob and carol; `change` pays dave and leaves frank
 * as erin's change; `mix` is a CoinJoin of four.
 */
export const CLUSTER_TX = { both, more, change, mix };

const BLOCKS: readonly RawBlock[] = [
  ...minted.map((transaction, height) => ({ height, transactions: [transaction] })),
  { height: 5, transactions: [coinbase(5, { to: 'dave', coins: 50 }), both] },
  { height: 6, transactions: [coinbase(6, { to: 'dave', coins: 50 }), more, change] },
  { height: MIX_HEIGHT, transactions: [coinbase(MIX_HEIGHT, { to: 'dave', coins: 50 }), mix] },
];

/** A ledger of Bitcoin with co-spends, change and a CoinJoin. */
export function createClusterLedger(): ArrayReader {
  return buildLedger('btc', BLOCKS);
}

/** The clusters of a ledger of Bitcoin, all of it taken in. */
export async function createSampleClusters(reader: ArrayReader): Promise<Pick<Knowledge, 'clusters'>> {
  const host = createClusterHost('btc', reader);
  await host.catchUp();
  return { clusters: (chain) => (chain === 'btc' ? host.get() : undefined) };
}
