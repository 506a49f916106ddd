import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getChain } from '@trailmark/chains/catalogue';
import { afterEach, expect, test } from 'vitest';
import { openFilterRpc } from './filter-rpc.ts';

const HASH = 'ab'.repeat(32);
const { name, rpcChainName, genesisHash } = getChain('btc-regtest');
const expectChain = { chainId: 'btc-regtest', name, rpcChainName, genesisHash } as const;

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}
type Outcome = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** A node that answers as the test says. */
async function open(reply: (call: Call) => Outcome) {
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const calls = JSON.parse(Buffer.concat(parts).toString()) as Call[];
    outgoing.end(JSON.stringify(calls.map((call) => ({ id: call.id, error: null, ...reply(call) }))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const source = openFilterRpc({ url, expectChain, attempts: 1, timeoutMs: 60_000 });
  cleanUps.push(
    () => source.close(),
    () => server.close(),
  );
  return source;
}

const honest = ({ method, params }: Call): Outcome => {
  if (method === 'getblockhash') return { result: `${params[0]}`.padStart(64, '0') };
  if (method === 'getblockheader') return { result: '11'.repeat(80) };
  return { result: { filter: '019dfca8', header: HASH } };
};

test('filters come with the header of their block and their filter header, in order', async () => {
  const source = await open(honest);
  const found = await source.filters({ from: 7, to: 9 });
  expect(found.map(({ height, hash }) => [height, hash])).toEqual([7, 8, 9].map((h) => [h, `${h}`.padStart(64, '0')]));
  expect(found[0]).toMatchObject({ filter: Uint8Array.of(1, 0x9d, 0xfc, 0xa8), filterHeader: HASH });
  expect(found[0]?.header).toHaveLength(80);
});

test('a node without the index of filters is named, with what to do', async () => {
  const message = 'Index is not enabled for filtertype basic';
  const source = await open((call) =>
    call.method === 'getblockfilter' ? { error: { code: -1, message } } : honest(call),
  );
  await expect(source.filters({ from: 1, to: 1 })).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('Start it with blockfilterindex=1'),
  });
});

test('a filter that the node has not made yet is tried again later', async () => {
  const message = 'Filter not found. Block filters are still in the process of being indexed.';
  const source = await open((call) =>
    call.method === 'getblockfilter' ? { error: { code: -1, message } } : honest(call),
  );
  await expect(source.filters({ from: 1, to: 1 })).rejects.toMatchObject({ kind: 'unavailable' });
});

test.each([
  ['a header that is too short', { getblockheader: '11' }],
  ['a filter that is no hexadecimal', { getblockfilter: { filter: 'zz', header: HASH } }],
  ['a filter header that is no hash', { getblockfilter: { filter: '00', header: 'x' } }],
  ['no object', { getblockfilter: null }],
])('%s is refused', async (_, results: Readonly<Record<string, unknown>>) => {
  const source = await open((call) => (call.method in results ? { result: results[call.method] } : honest(call)));
  await expect(source.filters({ from: 1, to: 1 })).rejects.toMatchObject({ kind: 'unavailable' });
});

const previous = (value: number, hex = '51') => ({ prevout: { value, scriptPubKey: { hex } } });
const blockOf = (...vin: unknown[]) => ({ result: { tx: [{ vin: [{ coinbase: '00' }] }, { vin }] } });

test('what a block spends is read to the unit, and the coinbase is left out', async () => {
  const source = await open(() => blockOf(previous(0.1), previous(20_999_999.9769), previous(0), previous(1e-8, '')));
  const spent = await source.spentOutputs(HASH);
  const values = [10_000_000n, 2_099_999_997_690_000n, 0n, 1n];
  expect(spent).toEqual([
    values.map((value, i) => ({ value, script: i === 3 ? new Uint8Array(0) : Uint8Array.of(0x51) })),
  ]);
});

test.each([
  ['a node that states no previous outputs', blockOf({ txid: HASH })],
  ['a node that refuses', { error: { code: -1, message: 'Undo data not available' } }],
  ['an amount that no number states exactly', blockOf(previous(90_000_000))],
  ['a negative amount', blockOf(previous(-1))],
  ['a block without transactions', { result: {} }],
])('%s leaves it unknown', async (_, outcome) => {
  const source = await open(() => outcome);
  expect(await source.spentOutputs(HASH)).toBeUndefined();
});
