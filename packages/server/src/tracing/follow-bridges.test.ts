import { payoutLog } from '@trailmark/analysis/tracing/crossings/testing/bridge-world';
import { traceRequest } from '@trailmark/api/contract/trace-wire';
import { getChain } from '@trailmark/chains/catalogue';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { PriceTable } from '@trailmark/store/prices/price-table';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';
import { describe, expect, it } from 'vitest';
import * as ofTraceOptions from '../cli/trace-options.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { blockOf, ETHER, KEY, moveOf, transactionOf } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { coinbase, spend, txidOf } from '../testing/sample-ledger.ts';
import * as ofReadMemos from './read-memos.ts';

const recorded = new WatchedResults();
const { parseTraceOptions } = recorded.watch(ofTraceOptions);
const { readMemos } = recorded.watch(ofReadMemos);

const START = 1_663_243_200;
const memo = (text: string): Uint8Array => Uint8Array.of(0x6a, text.length, ...new TextEncoder().encode(text));

const minted = coinbase(1, { to: 'alice', coins: 50 });
/** Alice pays 40 into a vault (dave) and asks for ether to bob. */
const deposit = spend(
  [[minted, 0]],
  { to: 'dave', coins: 40 },
  { to: 'alice', coins: 10 },
  { to: memo(`=:e:0x${KEY.bob}`), coins: 0 },
);
const bitcoin = buildLedger('btc', [
  { height: 0, transactions: [coinbase(0, { to: 'erin', coins: 50 })], time: START - 1_200 },
  { height: 1, transactions: [minted], time: START - 600 },
  { height: 2, transactions: [coinbase(2, { to: 'erin', coins: 50 }), deposit], time: START + 12 },
]);

/** The router pays bob 8 ether for it, who passes 3 on to carol. */
const answered = (memoText: string): AccountLedger =>
  createArrayAccountReader([
    blockOf(0, [], { moves: [moveOf({ kind: 'genesis', from: '', to: KEY.router, amount: 100n * ETHER })] }),
    blockOf(2, [
      transactionOf({
        number: 1,
        from: KEY.router,
        to: KEY.bob,
        moves: [moveOf({ kind: 'internal', from: KEY.router, to: KEY.bob, amount: 8n * ETHER })],
        logs: [payoutLog(KEY.bob, 8n * ETHER, memoText)],
      }),
    ]),
    blockOf(3, [
      transactionOf({
        number: 2,
        from: KEY.bob,
        to: KEY.carol,
        moves: [moveOf({ kind: 'native', from: KEY.bob, to: KEY.carol, amount: 3n * ETHER })],
      }),
    ]),
  ]);

const seeds = [{ kind: 'output' as const, txid: txidOf(minted), vout: 0 }];
const request = (stops: object = {}) => traceRequest.parse({ chain: 'btc', seeds, stops });

function openApp(eth: AccountLedger | undefined = answered(`OUT:${txidOf(deposit).toUpperCase()}`)) {
  return createSampleApp({
    reader: bitcoin,
    readers: new Map(eth ? [['eth', eth]] : []),
    knowledge: { prices: () => new PriceTable([]) },
  });
}

describe('a trace that follows bridges', () => {
  it('continues where the other chain names the payment, in one graph and with one hash', async () => {
    const { client } = openApp();
    const answer = await client.call('runTrace', { body: { request: request({ followBridges: true }) } });
    expect(answer.crossings).toMatchObject([{ outcome: 'found', chain: 'btc' }]);
    expect(answer.legs).toMatchObject([
      {
        parent: 0,
        crossing: { certainty: 'stated', seconds: 12, from: { tainted: 4_000_000_000n }, to: { tainted: 8n * ETHER } },
        asOf: { chain: 'eth' },
        trace: { request: { chain: 'eth', method: 'fifo/1' } },
      },
    ]);
    const bridges = answer.graph.edges.filter(({ kind }) => kind === 'bridge');
    expect(bridges).toMatchObject([
      {
        basis: 'inference',
        asset: 'btc',
        amount: '4000000000',
        rule: 'THORChain (thorchain-memo/1, stated)',
        crossing: { asset: 'eth', amount: (8n * ETHER).toString(), certainty: 'stated', seconds: 12 },
      },
    ]);
    const hops = answer.graph.nodes.filter(({ chain }) => chain === 'eth').map(({ hop }) => hop);
    expect([hops.length, Math.min(...hops.map((hop) => hop ?? 0))]).toEqual([3, 2]);
    expect(answer.graph.nodes.some(({ kind, text }) => kind === 'gap' && text.startsWith('Onward'))).toBe(false);
    const ends = new Set(answer.graph.nodes.map(({ id }) => id));
    for (const { from, to } of answer.graph.edges) expect([ends.has(from), ends.has(to)]).toEqual([true, true]);
  });

  it('has the bytes of old where it does not, and replays to the same hash where it does', async () => {
    const { client } = openApp();
    const plain = await client.call('runTrace', { body: { request: request() } });
    const said = await client.call('runTrace', { body: { request: request({ followBridges: false }) } });
    expect(said).toEqual(plain);
    expect(plain).not.toHaveProperty('legs');
    expect(
      JSON.stringify(plain.trace.request.stops, (_, value) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain('followBridges');
    const followed = await client.call('runTrace', { body: { request: request({ followBridges: true }) } });
    expect(followed.hash).not.toBe(plain.hash);
    const asked = { chain: 'btc', seeds, stops: { followBridges: true } };
    const entry = { number: 1, at: 1, action: 'trace' as const, asOf: '', nodes: 0, edges: 0 };
    const log = [{ ...entry, resultHash: followed.hash, request: JSON.stringify({ request: asked }) }];
    const { entries } = await client.call('replayFlow', { body: { log } });
    expect(entries.map(({ outcome }) => outcome)).toEqual(['same']);
  });

  it('says what it did not find, and queries nothing where the chain is not indexed', async () => {
    const wrong = openApp(answered(`OUT:${'ab'.repeat(32)}`));
    const answer = await wrong.client.call('runTrace', { body: { request: request({ followBridges: true }) } });
    expect([answer.legs, answer.crossings?.[0]?.outcome]).toEqual([[], 'not-held']);
    const alone = createSampleApp({ reader: bitcoin });
    const none = await alone.client.call('runTrace', { body: { request: request({ followBridges: true }) } });
    expect(none.crossings).toMatchObject([{ outcome: 'not-held' }]);
    expect(none.crossings?.[0]?.sentence).toBe('The other side is on Ethereum, of which this server holds nothing.');
  });

  it('can be queried about its leaves afterwards', async () => {
    const { client } = openApp();
    const leaves = [{ ref: `${txidOf(deposit)}:0`, asset: '', amount: 1_000_000_000n }];
    const answer = await client.call('findCrossings', { body: { chain: 'btc', direction: 'forward', leaves } });
    expect(answer.items).toMatchObject([{ outcome: 'found', crossings: [{ to: { tainted: 2n * ETHER } }] }]);
    expect(answer.asOf.map(({ chain }) => chain)).toEqual(['btc', 'eth']);
  });
});

it('reads memos of data outputs as text, and nothing of what is no text or no transaction', () => {
  const chain = getChain('btc');
  expect(readMemos(chain, deposit)).toEqual([`=:e:0x${KEY.bob}`]);
  const broken = spend([[minted, 0]], { to: Uint8Array.of(0x6a, 2, 0xff, 0xfe), coins: 0 });
  expect(readMemos(chain, broken)).toEqual([]);
  expect(readMemos(chain, Uint8Array.of(1, 2, 3))).toEqual([]);
});

it('the command line names a part of a payment and the bridges to be followed', () => {
  const hash = 'a'.repeat(64);
  const read = (positionals: string[]) =>
    parseTraceOptions({ positionals, values: { 'follow-bridges': true } } as Parameters<typeof parseTraceOptions>[0]);
  expect(read(['btc', `${hash}:1=300`, `${hash}#2=7`, `${hash}:0`])).toMatchObject({
    request: {
      seeds: [
        { kind: 'output', vout: 1, amount: '300' },
        { kind: 'transfer', slot: 2, amount: '7' },
        { kind: 'output', vout: 0 },
      ],
      stops: { followBridges: true },
    },
  });
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/follow-bridges.txt');
});
