import { bitcoin } from '@trailmark/chains/bitcoin';
import { describe, expect, test } from 'vitest';
import { electrum } from './electrum.ts';
import { esplora } from './esplora.ts';
import { SourceAsker, type SourceRequest } from './source-asker.ts';
import type { PlaceOrder, UtxoSource } from './utxo-source.ts';

// Bitcoin's first block has one transaction: the path to its header is empty.
const TXID = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const HEADER = `01${'0'.repeat(70)}3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c`;
const RAW = `01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000`;
const BRANCH = { block_height: 0, merkle: [], pos: 0 };
const OPEN: PlaceOrder = { txid: TXID, height: 0, blockHash: bitcoin.genesisHash, raw: undefined, header: undefined };
const KNOWN: PlaceOrder = { ...OPEN, raw: RAW, header: HEADER };

const ANSWERS: Readonly<Record<string, unknown>> = {
  'blockchain.transaction.get_merkle': BRANCH,
  'blockchain.transaction.get': RAW,
  'blockchain.block.header': HEADER,
};

function answer({ path, body }: SourceRequest): string {
  if (path.endsWith('/merkle-proof')) return JSON.stringify(BRANCH);
  if (path.endsWith('/hex')) return RAW;
  if (path.endsWith('/header')) return HEADER;
  const { calls } = body as { readonly calls: readonly { readonly method: string }[] };
  return JSON.stringify(calls.map(({ method }) => ({ result: ANSWERS[method] })));
}

async function prove(source: UtxoSource, order: PlaceOrder, status = 200) {
  const revealed: string[] = [];
  const send = async (request: SourceRequest) => {
    revealed.push(request.revealed);
    return { status, retryAfter: undefined, body: Buffer.from(answer(request)) };
  };
  const asker = new SourceAsker({ send, who: source.name, maxRequests: 9, signal: new AbortController().signal });
  const proven = await source.provePlace({ chain: bitcoin, asker }, order).catch((cause: unknown) => cause as Error);
  return { revealed, proven };
}

describe.each([
  ['Esplora', esplora(bitcoin, 'esplora-btc', ''), { known: 1, open: 3 }],
  ['Electrum', electrum(bitcoin, 'electrum-btc'), { known: 1, open: 1 }],
])('a transaction of the index, with %s', (_name, source, requests) => {
  test('is proven by its path, and only what the index does not have is requested', async () => {
    const place = { index: 0, branch: [], blockHash: bitcoin.genesisHash };
    for (const [order, count] of [
      [KNOWN, requests.known],
      [OPEN, requests.open],
      [{ ...KNOWN, raw: undefined }, Math.min(2, requests.open)],
    ] as const) {
      const { proven, revealed } = await prove(source, order);
      expect([proven, revealed.length]).toEqual([expect.objectContaining(place), count]);
    }
  });

  test('is refused where the block of the index is another one', async () => {
    const { proven } = await prove(source, { ...KNOWN, blockHash: 'ab'.repeat(32) });
    expect(proven).toMatchObject({ kind: 'inconsistent' });
  });

  test('is not proven by a source that does not know it', async () => {
    const { proven } = await prove(source, KNOWN, 404);
    expect(proven).toBeInstanceOf(Error);
  });
});
