import { describe, expect, it } from 'vitest';
import { buildLedger } from '../../testing/ledger-builder.ts';
import { postRoute } from '../../testing/post-route.ts';
import { createSampleAccountReader, ETHER, HUGE, hashOf, KEY } from '../../testing/sample-account-ledger.ts';
import { createSampleApp } from '../../testing/sample-app.ts';
import { createSampleKnowledge, SAMPLE_PACKS, sampleLabel } from '../../testing/sample-labels.ts';
import { ADDRESS, COIN, coinbase, createSampleReader, spend, TX, txidOf } from '../../testing/sample-ledger.ts';

const HOSTILE = '<img src=x onerror=alert(1)>=HYPERLINK("http://x")';
const [pack] = SAMPLE_PACKS;
if (!pack) throw new Error('The sample has no label pack.');
const knowledge = createSampleKnowledge([
  ...SAMPLE_PACKS,
  { head: { ...pack.head, id: 'hostile' }, labels: [sampleLabel(ADDRESS.erin, HOSTILE)] },
]);
const readers = new Map([['eth' as const, createSampleAccountReader()]]);
const app = createSampleApp({ reader: createSampleReader(), readers, knowledge });
const at = (key: string): string => `0x${key}`;

function textsOf(graph: { readonly nodes: readonly { readonly text: string; readonly kind: string }[] }): string[] {
  return graph.nodes.map(({ kind, text }) => `${kind} ${text.toLowerCase()}`);
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('Nothing was refused.');
  return failure.message;
}

describe('adding to a canvas', () => {
  it('draws an address, a transaction with both sides, and one output alone', async () => {
    const pay = txidOf(TX.pay);
    const { graph, refused, asOf, hash } = await postRoute(app, 'addToFlow', {
      chain: 'btc',
      items: [ADDRESS.frank, ` ${pay} `, `${txidOf(TX.pass).toUpperCase()}:0`],
    });
    expect(refused).toEqual([]);
    expect(asOf).toMatchObject({ chain: 'btc', height: 11 });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(textsOf(graph).sort()).toEqual(
      [
        `address ${ADDRESS.alice}`,
        `address ${ADDRESS.bob}`,
        `address ${ADDRESS.dave}`,
        `address ${ADDRESS.frank}`,
        `transaction ${pay}`,
        `transaction ${txidOf(TX.pass)}`,
      ]
        .map((text) => text.toLowerCase())
        .sort(),
    );
    const edges = graph.edges.map(({ kind, amount, tainted, refs }) => ({ kind, amount, tainted, refs }));
    expect(edges).toEqual([
      { kind: 'spend', amount: String(50n * COIN), tainted: null, refs: [`${txidOf(TX.first)}:0`] },
      { kind: 'output', amount: String(10n * COIN), tainted: null, refs: [`${pay}:0`] },
      { kind: 'output', amount: String(40n * COIN), tainted: null, refs: [`${pay}:1`] },
      { kind: 'output', amount: '950000000', tainted: null, refs: [`${txidOf(TX.pass)}:0`] },
    ]);
  });

  it('refuses what it cannot read, with the reason, and never repeats a private key', async () => {
    const key = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    const { refused, graph } = await postRoute(app, 'addToFlow', {
      chain: 'btc',
      items: ['<b>x</b>', '0'.repeat(64), `${txidOf(TX.pay)}:9`, key, ADDRESS.bob, ADDRESS.bob],
    });
    expect(graph.nodes).toHaveLength(1);
    expect(refused).toHaveLength(4);
    expect(JSON.stringify(refused)).not.toContain(key);
    expect(refused.find(({ text }) => text.endsWith(':9'))?.reason).toBe(
      'This transaction has 2 outputs, counted from 0.',
    );
  });

  it('states that an address without payments has none indexed', async () => {
    const { gaps, graph } = await postRoute(app, 'addToFlow', {
      chain: 'btc',
      items: ['1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    });
    expect(graph.nodes).toHaveLength(1);
    expect(
      gaps.some((gap) => gap.startsWith('1BoatSLRHtKNngkdXEeobR76b53LETtpyT: no payment of this address is indexed')),
    ).toBe(true);
  });

  it('draws what a transaction of an account chain moved, and leaves nothing out silently', async () => {
    const { graph, refused, gaps } = await postRoute(app, 'addToFlow', {
      chain: 'eth',
      items: [`0x${hashOf(4)}`, at(KEY.bob), hashOf(99), hashOf(3), '0x12'],
    });
    expect(graph.edges.map(({ kind, asset, amount }) => ({ kind, asset, amount }))).toEqual([
      { kind: 'transfer', asset: 'eth', amount: String(ETHER) },
      { kind: 'transfer', asset: 'eth', amount: String(ETHER / 4n) },
      { kind: 'transfer', asset: `eth:0x${KEY.tether}`, amount: '5000000' },
    ]);
    expect(refused.map(({ text }) => text)).toEqual(['0x12', hashOf(99)]);
    expect(gaps.some((gap) => gap.startsWith(hashOf(3)))).toBe(true);
    expect(graph.assets?.map(({ id }) => id)).toEqual(['eth', `eth:0x${KEY.tether}`]);
  });

  it('leaves a payment without a price without a value', async () => {
    const { graph } = await postRoute(app, 'addToFlow', { chain: 'eth', items: [hashOf(6)] });
    expect(graph.edges[0]).toMatchObject({ amount: String(HUGE), fiat: null });
  });
});

describe('one hop further', () => {
  it('follows an address to whom it paid, and back to who paid it', async () => {
    const forward = await postRoute(app, 'expandFlow', { chain: 'btc', node: ADDRESS.bob, direction: 'forward' });
    expect(forward.total).toBe(1);
    expect(forward.remainder).toBeNull();
    expect(forward.graph.edges.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['spend', String(10n * COIN)],
      ['output', '950000000'],
      ['output', '0'],
    ]);
    const back = await postRoute(app, 'expandFlow', { chain: 'btc', node: ADDRESS.bob, direction: 'backward' });
    expect(back.total).toBe(2);
    expect(textsOf(back.graph)).toContain(`source newly issued`);
    expect(textsOf(back.graph)).toContain(`address ${ADDRESS.alice.toLowerCase()}`);
  });

  it('shows the largest first, the next after them, and sums the rest to the unit', async () => {
    const body = { chain: 'eth' as const, node: at(KEY.alice), direction: 'forward' as const, limit: 1 };
    const first = await postRoute(app, 'expandFlow', body);
    expect(first.graph.edges.map(({ amount }) => amount)).toEqual([String(10n * ETHER)]);
    expect(first).toMatchObject({ total: 2, remainder: { count: 1, amount: ETHER, asset: '' } });
    expect(first.gaps.join(' ')).toContain('more assets');
    const next = await postRoute(app, 'expandFlow', { ...body, offset: 1 });
    expect(next.graph.edges.map(({ amount }) => amount)).toEqual([String(ETHER)]);
    expect(next.remainder).toBeNull();
    const tokens = await postRoute(app, 'expandFlow', { ...body, asset: KEY.tether });
    expect(await reasonOf(postRoute(app, 'expandFlow', { ...body, asset: at(KEY.tether) }))).toContain('without 0x');
    expect(tokens.graph.edges.map(({ asset, amount }) => [asset, amount])).toEqual([
      [`eth:0x${KEY.tether}`, '2000000'],
    ]);
  });

  it('expands a transaction to its outputs or its inputs', async () => {
    const body = { chain: 'btc' as const, node: txidOf(TX.pay), direction: 'forward' as const, limit: 1 };
    const forward = await postRoute(app, 'expandFlow', body);
    expect(forward).toMatchObject({ total: 2, remainder: { count: 1, amount: 10n * COIN } });
    expect(forward.graph.edges.map(({ kind, amount }) => [kind, amount])).toEqual([['output', String(40n * COIN)]]);
    const back = await postRoute(app, 'expandFlow', { ...body, direction: 'backward' });
    expect(back.graph.edges.map(({ kind }) => kind)).toEqual(['spend']);
    expect(await reasonOf(postRoute(app, 'expandFlow', { ...body, node: '0'.repeat(64) }))).toContain(
      'No Bitcoin transaction with',
    );
    expect(await reasonOf(postRoute(app, 'expandFlow', { ...body, node: '<script>' }))).toContain(
      'not a valid Bitcoin address',
    );
  });

  it('draws a few payments of a hub and counts and sums all others exactly', async () => {
    const mints = Array.from({ length: 300 }, (_, i) => coinbase(i, { to: 'alice', coins: 1 + i / 100 }));
    const blocks = mints.map((raw, height) => ({ height, transactions: [raw] }));
    const payout = spend(
      [[mints[0] ?? '', 0]],
      ...Array.from({ length: 400 }, (_, i) => ({ to: Uint8Array.of(0x6a, i >> 8, i & 255), coins: 0.001 })),
    );
    const hub = createSampleApp({ reader: buildLedger('btc', [...blocks, { height: 300, transactions: [payout] }]) });
    const { graph, total, remainder } = await postRoute(hub, 'expandFlow', {
      chain: 'btc',
      node: ADDRESS.alice,
      direction: 'backward',
      limit: 5,
    });
    expect(total).toBe(300);
    const drawn = graph.edges.filter(({ kind }) => kind === 'output').map(({ amount }) => BigInt(amount));
    expect(drawn).toHaveLength(5);
    const all = mints.reduce((sum, _, i) => sum + BigInt(Math.round((1 + i / 100) * Number(COIN))), 0n);
    expect(remainder).toMatchObject({ count: 295 });
    expect(drawn.reduce((sum, amount) => sum + amount, remainder?.amount ?? 0n)).toBe(all);
    const out = await postRoute(hub, 'expandFlow', { chain: 'btc', node: ADDRESS.alice, direction: 'forward' });
    const gap = out.graph.edges.find(({ kind }) => kind === 'cut');
    expect(gap).toMatchObject({ count: 360, amount: String(36_000_000n) });
  });
});

describe('payments between two', () => {
  it('finds them in both directions, and none where only both were paid', async () => {
    const found = await postRoute(app, 'linkFlow', { chain: 'btc', a: ADDRESS.bob, b: ADDRESS.alice });
    expect(found).toMatchObject({ total: 1, isCut: false });
    expect(textsOf(found.graph)).toContain(`transaction ${txidOf(TX.pay)}`);
    const none = await postRoute(app, 'linkFlow', { chain: 'btc', a: ADDRESS.dave, b: ADDRESS.alice });
    expect(none).toMatchObject({ total: 0, isCut: false });
    expect(none.graph.nodes).toHaveLength(2);
  });

  it('counts all of them where fewer are drawn', async () => {
    const body = { chain: 'eth' as const, a: at(KEY.alice), b: at(KEY.bob) };
    const all = await postRoute(app, 'linkFlow', body);
    expect(all.graph.edges.map(({ amount }) => amount)).toEqual([String(10n * ETHER), '2000000', String(2n * ETHER)]);
    const one = await postRoute(app, 'linkFlow', { ...body, limit: 1 });
    expect(one).toMatchObject({ total: 3, isCut: true });
    expect(
      await reasonOf(postRoute(app, 'linkFlow', { ...body, b: at(KEY.alice).toUpperCase().replace('0X', '0x') })),
    ).toContain('Two different addresses');
  });
});

describe('the attribution of addresses', () => {
  it('joins labels again, keeps a stranger’s text as text, and knows nothing of what is no address', async () => {
    const { items, labels } = await postRoute(app, 'describeFlowParties', {
      chain: 'btc',
      addresses: [ADDRESS.erin, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '<script>'],
    });
    expect(items.map(({ address }) => address)).toEqual([
      ADDRESS.erin,
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      '<script>',
    ]);
    expect(items[0]?.party?.name).toBe(HOSTILE);
    expect(items.slice(1).map(({ party }) => party)).toEqual([null, null]);
    expect(labels).not.toBe('none');
    const { graph } = await postRoute(app, 'addToFlow', { chain: 'btc', items: [ADDRESS.erin] });
    expect(graph.nodes[0]).toMatchObject({ text: ADDRESS.erin, party: { name: HOSTILE, basis: 'claim' } });
  });
});
