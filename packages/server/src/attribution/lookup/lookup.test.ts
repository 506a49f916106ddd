import type { Label } from '@trailmark/core/label';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { buildLedger } from '../../testing/ledger-builder.ts';
import { createSampleApp, type SampleApp } from '../../testing/sample-app.ts';
import { createSampleClusters } from '../../testing/sample-clusters.ts';
import { createSampleLabels, SAMPLE_ETH, SAMPLE_PACKS, sampleLabel } from '../../testing/sample-labels.ts';
import { ADDRESS, COIN, coinbase, spend, txidOf } from '../../testing/sample-ledger.ts';
import * as ofLookupWords from './lookup-words.ts';

const recorded = new WatchedResults();
const { findLookupWords } = recorded.watch(ofLookupWords);

const chain = 'btc';
const toAlice = coinbase(0, { to: 'alice', coins: 50 });
const toCarol = coinbase(1, { to: 'carol', coins: 50 });
const deposit = spend([[toAlice, 0]], { to: 'dave', coins: 10 }, { to: 'alice', coins: 40 });
const other = spend([[toCarol, 0]], { to: 'erin', coins: 20 }, { to: 'frank', coins: 30 });
const sweep = spend(
  [
    [deposit, 0],
    [other, 0],
  ],
  { to: 'bob', coins: 29.5 },
);
const DATA = Uint8Array.of(0x6a, 1, 0x2a);
const withData = spend([[deposit, 1]], { to: 'alice', coins: 39 }, { to: DATA, coins: 0 });

/** Alice pays into dave's address; dave's and erin's coins are gathered to bob, whom a source calls a hot wallet. */
const reader = buildLedger('btc', [
  { height: 0, transactions: [toAlice] },
  { height: 1, transactions: [toCarol] },
  { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), deposit, other] },
  { height: 3, transactions: [coinbase(3, { to: 'frank', coins: 50 }), sweep, withData] },
]);
const [depositId, sweepId] = [txidOf(deposit), txidOf(sweep)];

const HOT = sampleLabel(ADDRESS.bob, 'Sample Exchange 1', {
  actor: 'sample-exchange',
  role: 'hot',
  confidence: 'service_data',
});

let clusters: Pick<Knowledge, 'clusters'>;
beforeAll(async () => {
  clusters = await createSampleClusters(reader);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function open(labels: readonly Label[] = [HOT], more: Parameters<typeof createSampleApp>[0] = {}): SampleApp {
  const head = SAMPLE_PACKS[0]?.head;
  const packs = head ? [{ head, labels }] : [];
  const known = createSampleLabels(packs);
  return createSampleApp({ reader, knowledge: { ...clusters, labels: () => known }, ...more });
}

const attribute = (
  app: SampleApp,
  address: string,
  network = 'btc',
  view: 'conservative' | 'expanded' = 'conservative',
) => app.client.call('getAttribution', { params: { network: network as 'btc', address }, query: { view } });

describe('an attribution', () => {
  it('names a labelled address by its claim, with the actor and the contact route', async () => {
    const { attribution, actor, labels, rules, envelope } = await attribute(open(), ADDRESS.bob);
    expect(attribution).toMatchObject({
      verdict: 'hot-wallet',
      confidence: 50,
      actor: { id: 'sample-exchange', label: 'Sample Exchange' },
      host: null,
      status: 'seen',
      chain: 'btc',
    });
    expect(attribution.evidence[0]).toMatchObject({
      kind: 'claim',
      claim: { label: 'Sample Exchange 1', asOf: '2026-01-02' },
    });
    expect(actor?.contacts[0]).toMatchObject({ standing: 'seen-official' });
    expect(labels.labelCount).toBe(1);
    expect(rules).toMatchObject({ state: 'ready', height: 3 });
    expect(envelope?.asOf.height).toBe(3);
  });

  it('infers a deposit address from a sweep, and names its transactions', async () => {
    const { attribution } = await attribute(open(), ADDRESS.dave);
    expect(attribution).toMatchObject({
      verdict: 'deposit-address',
      confidence: 45,
      actor: { id: 'sample-exchange' },
      clusters: { conservative: { size: 2 } },
    });
    expect(attribution.evidence[0]).toMatchObject({ kind: 'inference', transactions: [sweepId] });
    expect(attribution.evidence.filter(({ kind }) => kind === 'fact').map(({ transactions }) => transactions)).toEqual([
      [sweepId],
      [depositId],
      [depositId, sweepId],
    ]);
  });

  it('does not infer it without the label, and then answers unknown', async () => {
    const { attribution } = await attribute(open([sampleLabel(ADDRESS.alice, 'Elsewhere')]), ADDRESS.dave);
    expect(attribution).toMatchObject({ verdict: 'unknown', confidence: null, actor: null });
  });

  it('joins an address to a labelled member of its cluster, with the way to the proof', async () => {
    const { attribution } = await attribute(
      open([sampleLabel(ADDRESS.erin, 'Second', { actor: 'second-exchange' })]),
      ADDRESS.dave,
    );
    expect(attribution).toMatchObject({ verdict: 'cluster-member', confidence: 20, actor: { id: 'second-exchange' } });
    expect(attribution.evidence[0]).toMatchObject({ kind: 'inference', via: ADDRESS.erin, transactions: [sweepId] });
    expect(attribution.evidence[1]).toMatchObject({ kind: 'claim', via: ADDRESS.erin });
  });

  it('rests on labels alone where no ledger of the network is indexed', async () => {
    const labels = SAMPLE_PACKS.flatMap((pack) => pack.labels).filter(({ network }) => network === 'eth');
    const { attribution, envelope, rules } = await attribute(open(labels), SAMPLE_ETH.toLowerCase(), 'eth');
    expect(attribution).toMatchObject({
      verdict: 'other-label',
      status: 'no-ledger',
      chain: null,
      address: SAMPLE_ETH,
    });
    expect(attribution.warnings[0]).toMatchObject({ kind: 'sanctioned' });
    expect([envelope, rules]).toEqual([null, null]);
  });

  it('says that an address was not seen', async () => {
    const { attribution } = await attribute(open(), 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    expect(attribution).toMatchObject({ verdict: 'unknown', status: 'not-seen' });
  });

  it('refuses what is no address of the network, and says why', async () => {
    const wrong = `${ADDRESS.bob.slice(0, -1)}${ADDRESS.bob.endsWith('a') ? 'b' : 'a'}`;
    await expect(attribute(open(), wrong)).rejects.toThrow('This is no Bitcoin address: the checksum fails.');
  });
});

describe('the nearest services', () => {
  it('are found down the money, with the smallest amount on the way and each stop', async () => {
    const answer = await open().client.call('listNearestServices', { params: { chain, address: ADDRESS.alice } });
    expect(answer.items).toHaveLength(1);
    expect(answer.items[0]).toMatchObject({ address: ADDRESS.bob, hops: 2, amount: 10n * COIN, viaCluster: false });
    expect(answer.items[0]?.path.map(({ txid, from, to, amount }) => [txid, from, to, amount])).toEqual([
      [depositId, ADDRESS.alice, ADDRESS.dave, 10n * COIN],
      [sweepId, ADDRESS.dave, ADDRESS.bob, 29n * COIN + COIN / 2n],
    ]);
    expect(answer.transactionsVisited).toBe(3);
    expect(answer.coverage.gaps[0]?.message).toContain('It is no trace');
  });

  it('are found up the money', async () => {
    const labels = [sampleLabel(ADDRESS.carol, 'Second', { actor: 'second-exchange' })];
    const answer = await open(labels).client.call('listNearestServices', {
      params: { chain, address: ADDRESS.bob },
      query: { direction: 'upstream' },
    });
    expect(answer.items[0]).toMatchObject({ address: ADDRESS.carol, hops: 2, amount: 20n * COIN });
    expect(answer.items[0]?.path.map(({ from, to }) => [from, to])).toEqual([
      [ADDRESS.carol, ADDRESS.erin],
      [ADDRESS.erin, ADDRESS.bob],
    ]);
    expect(answer.stops).toEqual([
      { kind: 'unknown-source', count: 1, sentence: expect.stringContaining('newly issued') },
    ]);
  });

  it('are found through a member of the conservative cluster', async () => {
    const labels = [sampleLabel(ADDRESS.erin, 'Second', { actor: 'second-exchange' })];
    const answer = await open(labels).client.call('listNearestServices', { params: { chain, address: ADDRESS.alice } });
    expect(answer.items[0]).toMatchObject({
      address: ADDRESS.dave,
      viaCluster: true,
      hops: 1,
      claim: { address: ADDRESS.erin },
    });
  });

  it('stop at the limit of hops, at hot addresses and at outputs not spent, and say so', async () => {
    const far = await open().client.call('listNearestServices', {
      params: { chain, address: ADDRESS.alice },
      query: { maxHops: 1 },
    });
    expect(far.items).toEqual([]);
    expect(far.stops).toMatchObject([
      { kind: 'limit', count: 1 },
      { kind: 'unspent', count: 1 },
    ]);
    const hot = await open([HOT], { limits: { hotTransactionCount: 1 } }).client.call('listNearestServices', {
      params: { chain, address: ADDRESS.alice },
    });
    expect(hot.items).toEqual([]);
    expect(hot.stops[0]).toMatchObject({ kind: 'hot-address', count: 1 });
    const end = await open().client.call('listNearestServices', { params: { chain, address: ADDRESS.carol } });
    expect(end.stops).toMatchObject([{ kind: 'unspent', count: 1 }]);
  });

  it('stop at a CoinJoin', async () => {
    const all = clusters.clusters('btc');
    if (!all) throw new Error('The sample has clusters.');
    vi.spyOn(all, 'coinJoinKind').mockReturnValue('wasabi-2');
    const answer = await open().client.call('listNearestServices', { params: { chain, address: ADDRESS.alice } });
    expect(answer.items).toEqual([]);
    expect(answer.stops[0]).toMatchObject({ kind: 'coinjoin', count: 2 });
  });

  it('are the same, in the same order, every time', async () => {
    const ask = () => open().client.call('listNearestServices', { params: { chain, address: ADDRESS.alice } });
    expect(await ask()).toEqual(await ask());
  });
});

describe('deposit points', () => {
  it('are transfers of others, with hash, block, time, senders and the value of the day', async () => {
    const { items, truncated } = await open().client.call('listDepositPoints', {
      params: { chain, address: ADDRESS.dave },
    });
    expect(truncated).toBe(false);
    expect(items).toMatchObject([
      {
        txid: depositId,
        height: 2,
        blockHash: reader.block(2)?.hash,
        time: reader.block(2)?.time,
        vout: 0,
        from: [ADDRESS.alice],
        to: ADDRESS.dave,
        amount: 10n * COIN,
        fiat: { currency: 'USD', micro: 5_000_000n, day: '2009-01-03', source: 'invented' },
      },
    ]);
  });

  it('leave the value out where no price is known, and refuse a currency nobody has', async () => {
    const app = open([HOT], {
      knowledge: {
        prices: () => ({ version: 'none', assets: [], currencies: ['USD'], price: () => undefined, rows: () => [] }),
      },
    });
    const { items } = await app.client.call('listDepositPoints', { params: { chain, address: ADDRESS.dave } });
    expect(items[0]?.fiat).toBeNull();
    const asked = open().client.call('listDepositPoints', {
      params: { chain, address: ADDRESS.dave },
      query: { currency: 'XXX' },
    });
    await expect(asked).rejects.toThrow('no values in XXX');
  });
});

const BODY = {
  format: 'json',
  actor: 'sample-exchange',
  kind: 'production',
  deposits: [`${depositId}:0`],
  authority: 'Sample Prosecution Office',
  caseNumber: 'C-1',
  officer: 'An Officer',
  officerId: '1',
  replyTo: 'office@example.org',
  legalBasis: 'Article 1',
  asks: ['Identity documents'],
};

async function makePacket(
  body: Partial<Record<keyof typeof BODY | 'fromTime' | 'toTime', unknown>>,
  app = open(),
): Promise<Response> {
  return app.request('/api/v1/btc/request-packets', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...BODY, ...body }),
  });
}

describe('a request packet', () => {
  it.each([
    ['xlsx', 'PK'],
    ['csv', 'document,Request to produce records\r\n'],
    ['pdf', '%PDF-1.7'],
    ['txt', 'trailmark-request-packet 1\n'],
    ['json', '{\n  "format": "trailmark-request-packet-1"'],
  ])('is made as %s', async (format, start) => {
    const response = await makePacket({ format });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`filename="request-sample-exchange-\\d{4}-\\d\\d-\\d\\d\\.${format}"`),
    );
    expect(
      Buffer.from(await response.arrayBuffer())
        .toString('latin1')
        .startsWith(start),
    ).toBe(true);
  });

  it('says why the transfer is taken to have reached the addressee', async () => {
    const { request, transfers } = await (await makePacket({})).json();
    expect(transfers).toMatchObject([
      { txid: depositId, outputIndex: 0, amount: '10.00000000', from: [ADDRESS.alice] },
    ]);
    expect(transfers[0].basis).toContain('Probably a deposit address of "Sample Exchange"');
    expect(Object.keys(request).filter((name) => name.startsWith('note_'))).toEqual([]);
    expect(request).toMatchObject({
      addressee: 'Sample Exchange Ltd (Sample Exchange)',
      contact_1_standing: expect.stringContaining('nobody has checked'),
    });
  });

  it('warns where the stored sources name nobody, or somebody else', async () => {
    const unknown = await (await makePacket({ deposits: [`${depositId}:1`] })).json();
    expect(unknown.request.note_1).toMatch(/^CHECK BEFORE SENDING: for transfer 1 /);
    expect(unknown.transfers[0].basis).toContain('is stated by the requesting authority');
    const other = await (await makePacket({ actor: 'second-exchange' })).json();
    expect(other.transfers[0].basis).toContain('attribute the address to "Sample Exchange", not to Second Exchange');
    expect(other.request.contact).toMatch(/^NO CONTACT ROUTE/);
  });

  it.each([
    [{ actor: 'nobody' }, 'There is no actor "nobody" in the directory.'],
    [{ deposits: [`${'ab'.repeat(32)}:0`] }, `${'ab'.repeat(32)}:0: no Bitcoin transaction with this id`],
    [{ deposits: [`${depositId}:2`] }, `${depositId}:2: the transaction has outputs 0 to 1, and no output 2.`],
    [{ deposits: [`${txidOf(withData)}:1`] }, 'this output pays nobody'],
    [{ deposits: [] }, ''],
    [{ fromTime: 2, toTime: 1 }, 'The period ends before it begins'],
    [{ officer: '  ' }, ''],
  ])('is refused for %j', async (body, detail) => {
    const response = await makePacket(body);
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain(detail);
  });
});

describe('a search of pasted text', () => {
  const ask = (text: string, app = open()) => app.client.call('lookUp', { body: { text, view: 'conservative' } });

  it('answers addresses and outputs in their order, each once', async () => {
    const text = `To ${ADDRESS.dave}; ${sweepId.toUpperCase()}:0\n"${ADDRESS.dave}",${ADDRESS.carol}`;
    const { items, refused, skipped } = await ask(text);
    expect(
      items.map(({ attribution, outpoint }) => [attribution.address, attribution.verdict, outpoint?.vout]),
    ).toEqual([
      [ADDRESS.dave, 'deposit-address', undefined],
      [ADDRESS.bob, 'hot-wallet', 0],
      [ADDRESS.carol, 'unknown', undefined],
    ]);
    expect(items[1]?.outpoint).toEqual({ txid: sweepId, vout: 0, value: 29n * COIN + COIN / 2n });
    expect([refused, skipped]).toEqual([[], 0]);
  });

  it('names what it refuses, each with its reason', async () => {
    const mixed = `${ADDRESS.bob.slice(0, 10)}\u0430${ADDRESS.bob.slice(11)}`;
    const wrong = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD';
    const { items, refused } = await ask(
      [`${depositId}:7`, `${'ab'.repeat(32)}:0`, depositId, mixed, wrong, 'just some words of a letter'].join('\n'),
    );
    expect(items).toEqual([]);
    expect(refused.map(({ text, reason }) => [text, reason.replace(/:.*/, '')])).toEqual([
      [`${depositId}:7`, 'The transaction has outputs 0 to 1, and no output 7.'],
      [`${'ab'.repeat(32)}:0`, 'No transaction with this id is in this index.'],
      [mixed, 'This is no address'],
      [depositId, 'This is a transaction id. Name one of its outputs, as txid'],
      [wrong, 'This is no Ethereum address'],
    ]);
    expect(refused[2]?.reason).toContain('U+0430');
  });

  it('searches two hundred things, and counts the rest', async () => {
    const text = Array.from({ length: 205 }, (_, vout) => `${depositId}:${vout}`).join(' ');
    const { items, refused, skipped } = await ask(text);
    expect([items.length, refused.length, skipped]).toEqual([2, 198, 5]);
    const wrong = Array.from({ length: 250 }, (_, i) => String(i).padStart(64, 'f')).join(' ');
    const many = (await ask(wrong)).refused;
    expect([many.length, many.at(-1)?.reason]).toEqual([201, '50 more were refused.']);
  });

  it('answers every network where something is known of an address, and one where nothing is', async () => {
    const labels = ['eth', 'bsc'].map((network) => sampleLabel(SAMPLE_ETH, 'Shop', { network: network as 'eth' }));
    const { items } = await ask(SAMPLE_ETH, open(labels));
    expect(items.map(({ attribution }) => attribution.network)).toEqual(['eth', 'bsc']);
    const none = await ask(SAMPLE_ETH);
    expect(none.items.map(({ attribution }) => [attribution.network, attribution.verdict])).toEqual([
      ['eth', 'unknown'],
    ]);
  });

  it('never repeats a private key', () => {
    const key = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
    const { words, refused } = findLookupWords(`my key is ${key}`);
    expect(words).toEqual([]);
    expect(JSON.stringify(refused)).not.toContain(key);
    expect(refused[0]?.text).toBe('private key at character 11');
  });
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/lookup.txt');
});
