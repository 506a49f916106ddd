import { contract, type RouteName } from '@trailmark/api/contract';
import { outputHistoryRow } from '@trailmark/api/contract/history';
import type { TransferRow } from '@trailmark/api/contract/ledger-wire';
import { type Route, zodOf } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import { decodeHeader } from '@trailmark/chains/utxo/block';
import { verifyMerkleBranch } from '@trailmark/chains/utxo/merkle';
import { internalHash } from '@trailmark/core/hex';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleAccountReader, hashOf, KEY } from '../testing/sample-account-ledger.ts';
import { createSampleApp } from '../testing/sample-app.ts';
import { createClusterLedger, createSampleClusters } from '../testing/sample-clusters.ts';
import { createSampleKnowledge } from '../testing/sample-labels.ts';
import { ADDRESS, COIN, createSampleReader, SAMPLE_BLOCKS, TX, txidOf } from '../testing/sample-ledger.ts';

const sample = createSampleReader();
const knowledge = { ...createSampleKnowledge(), ...(await createSampleClusters(sample)) };
const readers = new Map([['eth' as const, createSampleAccountReader()]]);
const { client, request } = createSampleApp({ reader: sample, readers, knowledge });
/** The sample itself holds no two addresses that anything joins. */
const joined = createClusterLedger();
const { request: requestJoined } = createSampleApp({ reader: joined, knowledge: await createSampleClusters(joined) });
const chain = 'btc';
const account = { params: { chain: 'eth', address: `0x${KEY.alice}` } };
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

interface Call {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

/** One working call of every route: a route without one does not compile. */
const CALLS: { readonly [N in RouteName]?: Call } = {
  getAddress: { params: { chain, address: ADDRESS.bob } },
  listAddressTransactions: { params: { chain, address: ADDRESS.bob } },
  listAddressTransfers: { params: { chain, address: ADDRESS.bob } },
  listAddressAssets: { params: { chain, address: ADDRESS.bob } },
  listAddressUtxos: { params: { chain, address: ADDRESS.bob } },
  getAddressActivity: { params: { chain, address: ADDRESS.bob } },
  listAddressCounterparties: { params: { chain, address: ADDRESS.bob } },
  listAddressLinks: { params: { chain, address: ADDRESS.bob, other: ADDRESS.alice } },
  exportAddress: { params: { chain, address: ADDRESS.bob } },
  bulkAddresses: { params: { chain }, body: { addresses: [ADDRESS.bob] } },
  deriveKey: { params: { chain }, body: { key: `wpkh(${PUBLIC_KEY})`, from: 0, count: 1 } },
  getTransaction: { params: { chain, txid: txidOf(TX.pay) } },
  getRawTransaction: { params: { chain, txid: txidOf(TX.pay) } },
  getTransactionEvidence: { params: { chain, txid: txidOf(TX.pay) } },
  getTransactionProof: { params: { chain, txid: txidOf(TX.pay) } },
  listBlocks: { params: { chain } },
  getBlock: { params: { chain, block: '3' } },
  listBlockTransactions: { params: { chain, block: '3' } },
  listChains: {},
  search: { query: { q: ADDRESS.bob } },
  scanText: { body: { text: `to ${ADDRESS.bob}` } },
  getAddressLabels: { params: { network: 'btc', address: ADDRESS.bob } },
  bulkLabels: { body: { addresses: [{ address: ADDRESS.bob }] } },
  searchLabels: { query: { q: 'exchange' } },
  listLabelPacks: {},
  previewLabelPack: { params: { pack: 'ofac-sdn', version: '0'.repeat(16) } },
  activateLabelPack: { params: { pack: 'ofac-sdn' }, body: { version: '0'.repeat(16) } },
  listActors: {},
  getActor: { params: { actor: 'sample-exchange' } },
  listActorLabels: { params: { actor: 'sample-exchange' } },
  listCategories: {},
  screenSanctions: { params: { address: ADDRESS.dave } },
  screenAddress: { params: { address: ADDRESS.dave } },
  listPrices: {},
  getDailyPrices: { params: { asset: 'BTC' } },
  getAddressClusters: { params: { chain, address: ADDRESS.bob } },
  getCluster: { params: { chain, cluster: ADDRESS.bob } },
  listClusterMembers: { params: { chain, cluster: ADDRESS.bob } },
  listClusterLinks: { params: { chain, cluster: ADDRESS.bob } },
  listClusterCounterparties: { params: { chain, cluster: ADDRESS.bob } },
  whyTogether: { params: { chain, address: ADDRESS.bob, other: ADDRESS.alice } },
  whatIf: { params: { chain, cluster: ADDRESS.bob }, body: { withoutRules: ['co-spend'] } },
  exportClusterProof: { params: { chain, address: ADDRESS.bob, other: ADDRESS.alice } },
  getTransactionFindings: { params: { chain, txid: txidOf(TX.pay) } },
  listMergeAlarms: { params: { chain } },
  listRules: {},
  getAttribution: { params: { network: 'btc', address: ADDRESS.bob } },
  lookUp: { body: { text: `${ADDRESS.bob}, ${txidOf(TX.pay)}:0` } },
  listNearestServices: { params: { chain, address: ADDRESS.alice } },
  listDepositPoints: { params: { chain, address: ADDRESS.bob } },
  compareMethods: {
    body: { request: { chain: 'btc', seeds: [{ kind: 'output', txid: txidOf(TX.pay), vout: 0 }] } },
  },
  findCrossings: {
    body: { chain: 'btc', direction: 'forward', leaves: [{ ref: `${txidOf(TX.pay)}:0`, asset: '', amount: '1' }] },
  },
  addToFlow: { body: { chain: 'btc', items: [ADDRESS.bob, txidOf(TX.pay), 'nonsense'] } },
  expandFlow: { body: { chain: 'btc', node: ADDRESS.bob, direction: 'forward' } },
  linkFlow: { body: { chain: 'btc', a: ADDRESS.bob, b: ADDRESS.alice } },
  describeFlowParties: { body: { chain: 'btc', addresses: [ADDRESS.bob] } },
  createRequestPacket: {
    params: { chain },
    body: {
      format: 'json',
      actor: 'sample-exchange',
      kind: 'production',
      deposits: [`${txidOf(TX.pay)}:0`],
      authority: 'Sample Office',
      caseNumber: 'C-1',
      officer: 'An Officer',
      officerId: '1',
      replyTo: 'office@example.org',
      legalBasis: 'Article 1',
      asks: ['Identity documents'],
    },
  },
};

/** The same questions about an account chain, with the path that they had below `/account-ledger`. */
const ACCOUNT_CALLS: readonly (readonly [name: RouteName, call: Call, before: string])[] = [
  ['getAddress', account, ''],
  ['listAddressTransactions', account, '/transactions'],
  ['listAddressTransfers', account, '/moves'],
  ['listAddressAssets', account, '/assets'],
  ['listAddressCounterparties', account, '/counterparties'],
  ['listAddressLinks', { params: { ...account.params, other: `0x${KEY.bob}` } }, `/links/0x${KEY.bob}`],
  ['getAddressActivity', account, '/activity'],
  ['getTransaction', { params: { chain: 'eth', txid: hashOf(4) } }, ''],
  ['listBlocks', { params: { chain: 'eth' } }, ''],
  ['getBlock', { params: { chain: 'eth', block: '3' } }, ''],
  ['listBlockTransactions', { params: { chain: 'eth', block: '3' } }, ''],
];

describe('a route of the ledger', () => {
  it.each(ACCOUNT_CALLS)(
    '%s answers for an account chain, below the path it had before too',
    async (name, call, tail) => {
      const route: Route = contract[name];
      const response = await request(routeUrl(route, call));
      const text = await response.text();
      expect([response.status, text.slice(0, 200)]).toEqual([200, text.slice(0, 200)]);
      const answer = JSON.parse(text) as Record<string, unknown>;
      expect(() => route.output && z.decode(zodOf(route.output), answer as never)).not.toThrow();
      expect(answer).toMatchObject({
        family: 'accounts',
        asOf: { chain: 'eth', height: 4, software: 'Trailmark test' },
      });
      const path = routeUrl(route, call).replace('/api/v1/', '/api/v1/account-ledger/');
      const before = tail === '/moves' ? path.replace('/transfers', '/moves') : path;
      expect(await (await request(before)).text()).toBe(text);
    },
  );

  it('answers for the chains of one family where the old list of account chains is requested', async () => {
    const [all, before] = await Promise.all(
      ['/api/v1/chains', '/api/v1/account-ledger'].map(async (path) => (await request(path)).json()),
    );
    expect(all.items.map(({ id, family }: Record<string, unknown>) => [id, family])).toEqual([
      ['btc', 'outputs'],
      ['eth', 'accounts'],
    ]);
    expect(before.items).toEqual([all.items[1]]);
    expect(all.items[0].has).toMatchObject({ outputs: true, clusters: true, tokens: false });
    expect(all.items[1].has).toMatchObject({ outputs: false, clusters: false, tokens: true });
  });

  it('refuses a filter that the chain cannot answer, and says what it answers', async () => {
    const asked = `/api/v1/btc/addresses/${ADDRESS.bob}/transactions`;
    const token = await (await request(`${asked}?asset=eth`)).json();
    expect(token.detail).toBe('The one asset of Bitcoin is its coin: "asset" takes "btc", or is left out.');
    const kind = await (await request(`${asked}?kind=token`)).json();
    expect(kind.detail).toContain('Bitcoin has no kinds of transfers');
    const [plain, named] = await Promise.all(
      [asked, `${asked}?asset=btc&withoutZero=1`].map(async (path) => (await request(path)).json()),
    );
    expect(named.items).toEqual(plain.items);
  });

  it('lists every output received and every output spent once, page by page and in either order', async () => {
    const params = { chain, address: ADDRESS.bob } as const;
    const { coin } = await client.call('getAddress', { params });
    for (const order of ['newest', 'oldest'] as const) {
      const rows: TransferRow[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.call('listAddressTransfers', { params, query: { order, limit: 1, cursor } });
        rows.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      const whole = await client.call('listAddressTransfers', { params, query: { order } });
      expect(rows).toEqual(whole.items);
      const sum = (kind: string) => rows.reduce((all, row) => all + (row.kind === kind ? row.amount : 0n), 0n);
      expect([sum('output'), sum('input'), rows.length]).toEqual([coin?.received, coin?.sent, coin?.moves]);
      const heights = rows.map(({ height }) => height);
      expect(heights).toEqual(heights.toSorted((a, b) => (order === 'newest' ? b - a : a - b)));
    }
    const paid = await client.call('listAddressTransfers', { params, query: { direction: 'in' } });
    expect(new Set(paid.items.map(({ kind }) => kind))).toEqual(new Set(['output']));
    const { items } = await client.call('listAddressAssets', { params });
    expect(items).toEqual([coin]);
  });
});

describe('every route of the contract', () => {
  it.each(Object.keys(CALLS) as RouteName[])('%s answers what its schema says', async (name) => {
    const route: Route = contract[name];
    const call = CALLS[name] ?? {};
    const init =
      call.body === undefined
        ? {}
        : { body: JSON.stringify(call.body), headers: { 'content-type': 'application/json' } };
    const ask = name === 'exportClusterProof' ? requestJoined : request;
    const response = await ask(routeUrl(route, call), { method: route.method, ...init });
    expect(response.status).toBe(200);
    const { output } = route;
    if (output) {
      const answer = (await response.json()) as Record<string, unknown>;
      expect(() => z.decode(zodOf(output), answer as never)).not.toThrow();
      const of = call.params?.chain;
      const height = of === chain ? 11 : 4;
      if (of !== undefined) expect(answer.asOf).toMatchObject({ chain: of, height, software: 'Trailmark test' });
    }
  });

  it('answers nothing but what the schema declares', async () => {
    const response = await request(`/api/v1/btc/addresses/${ADDRESS.bob}/transactions`);
    const answer = await response.json();
    expect(Object.keys(answer.items[0]).sort()).toEqual(Object.keys(outputHistoryRow.shape).sort());
  });
});

describe('history', () => {
  it('names direction, counterparties, net and running balance', async () => {
    const { items } = await client.call('listAddressTransactions', { params: { chain, address: ADDRESS.bob } });
    expect(items.map(({ direction, net, runningBalance }) => ({ direction, net, runningBalance }))).toEqual([
      { direction: 'out', net: -10n * COIN, runningBalance: 50n * COIN },
      { direction: 'in', net: 10n * COIN, runningBalance: 60n * COIN },
      { direction: 'in', net: 50n * COIN, runningBalance: 50n * COIN },
    ]);
    expect(items[0]?.counterparties).toEqual([{ address: ADDRESS.dave, amount: 950_000_000n }]);
    expect(items[1]?.counterparties).toEqual([{ address: ADDRESS.alice, amount: 50n * COIN }]);
    expect(items[2]?.flags).toContain('coinbase');
    expect(items[0]?.confirmations).toBe(8);
  });

  it('gives the same rows whatever the page size and order', async () => {
    const whole = await client.call('listAddressTransactions', { params: { chain, address: ADDRESS.alice } });
    for (const order of ['newest', 'oldest'] as const) {
      const rows = [];
      let cursor: string | undefined;
      do {
        const query = { order, limit: 1, ...(cursor ? { cursor } : {}) };
        const page = await client.call('listAddressTransactions', { params: { chain, address: ADDRESS.alice }, query });
        rows.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor);
      expect(order === 'newest' ? rows : rows.reverse()).toEqual(whole.items);
    }
  });

  it('shows no running balance beyond the gapless run, nor under a filter', async () => {
    const { items } = await client.call('listAddressTransactions', { params: { chain, address: ADDRESS.alice } });
    expect(items.map((row) => row.runningBalance)).toEqual([null, 90n * COIN, 100n * COIN, 50n * COIN]);
    const filtered = await client.call('listAddressTransactions', {
      params: { chain, address: ADDRESS.alice },
      query: { direction: 'in' },
    });
    expect(filtered.items.map((row) => row.runningBalance)).toEqual([null, null]);
  });

  it('flags unknown funding and counts it as a gap', async () => {
    const { items, coverage } = await client.call('listAddressTransactions', {
      params: { chain, address: ADDRESS.frank },
    });
    expect(items[1]).toMatchObject({ direction: 'in', fee: null, counterpartyCount: 0, flags: ['inputs-unknown'] });
    expect(coverage.gaps[0]).toMatchObject({ kind: 'previous-output-unknown', count: 1 });
  });

  it('filters by amount, height, time and counterparty', async () => {
    const count = async (query: object) =>
      (await client.call('listAddressTransactions', { params: { chain, address: ADDRESS.alice }, query })).items.length;
    expect(await count({ minAmount: 40n * COIN })).toBe(3);
    expect(await count({ maxAmount: 10n * COIN })).toBe(1);
    expect(await count({ fromHeight: 1, toHeight: 3 })).toBe(2);
    expect(await count({ counterparty: ADDRESS.erin })).toBe(1);
    expect(await count({ toTime: 1_231_006_505 })).toBe(1);
  });
});

describe('transactions', () => {
  it('resolves inputs, scripts and spenders', async () => {
    const detail = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.pay) } });
    expect(detail).toMatchObject({
      height: 3,
      index: 1,
      fee: 0n,
      inputTotal: 50n * COIN,
      outputTotal: 50n * COIN,
      hasRaw: true,
    });
    expect(detail.inputs[0]).toMatchObject({
      prevTxid: txidOf(TX.first),
      prevVout: 0,
      prevHeight: 1,
      address: ADDRESS.alice,
    });
    expect(detail.outputs[0]?.spentBy).toEqual({ txid: txidOf(TX.pass), input: 0, height: 4 });
    expect(detail.outputs[1]?.spentBy).toEqual({ txid: txidOf(TX.late), input: 0, height: 10 });
  });

  it('says when a spend cannot be known, and quotes data', async () => {
    const { outputs } = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.pass) } });
    expect(outputs[0]).toMatchObject({ spentBy: null, spentKnown: false });
    expect(outputs[1]).toMatchObject({ scriptType: 'op-return', unspendable: true, spentKnown: true, data: '"=1+1;"' });
    const late = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.late) } });
    expect(late.outputs[0]).toMatchObject({ spentBy: null, spentKnown: true });
  });

  it('does not call an output unspent whose own block is indexed only in part', async () => {
    const blocks = [
      { height: 0, transactions: [TX.genesis] },
      { height: 1, transactions: [TX.first], isWhole: false },
      { height: 2, transactions: [TX.second] },
    ];
    const { client: partial } = createSampleApp({ reader: buildLedger('btc', blocks) });
    const spentKnown = async (raw: Uint8Array) =>
      (await partial.call('getTransaction', { params: { chain, txid: txidOf(raw) } })).outputs[0]?.spentKnown;
    expect([await spentKnown(TX.first), await spentKnown(TX.second)]).toEqual([false, true]);
  });

  it('leaves unknown previous outputs unknown', async () => {
    const detail = await client.call('getTransaction', { params: { chain, txid: txidOf(TX.foreign) } });
    expect(detail).toMatchObject({ fee: null, inputTotal: null });
    expect(detail.inputs[0]).toMatchObject({ prevTxid: 'ab'.repeat(32), prevVout: 3, value: null, address: null });
    expect(detail.coverage.gaps[0]?.kind).toBe('previous-output-unknown');
  });

  it('proves a transaction by its header', async () => {
    const proof = await client.call('getTransactionProof', { params: { chain, txid: txidOf(TX.pay) } });
    const header = decodeHeader(Buffer.from(proof.header, 'hex'));
    expect(header.hash).toBe(proof.blockHash);
    const { txid, index, branch } = proof;
    expect(verifyMerkleBranch({ txid, index, branch, root: header.merkleRoot })).toBe(true);
    expect(internalHash(txid)).toHaveLength(32);
  });

  it('says what may hide an absent transaction', async () => {
    const call = client.call('getTransaction', { params: { chain, txid: 'cd'.repeat(32) } });
    await expect(call).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('Everything up to height 4'),
    });
  });
});

describe('relations', () => {
  it('sums counterparties both ways', async () => {
    const { items, total } = await client.call('listAddressCounterparties', {
      params: { chain, address: ADDRESS.bob },
    });
    expect(total).toBe(2);
    expect(items.map(({ address, sentTo, receivedFrom }) => ({ address, sentTo, receivedFrom }))).toContainEqual({
      address: ADDRESS.alice,
      sentTo: 0n,
      receivedFrom: 50n * COIN,
    });
  });

  it('names how two addresses meet', async () => {
    const call = (address: string, other: string) =>
      client.call('listAddressLinks', { params: { chain, address, other } });
    expect((await call(ADDRESS.alice, ADDRESS.bob)).items).toMatchObject([
      { relation: 'pays', other: { received: 10n * COIN } },
    ]);
    expect((await call(ADDRESS.bob, ADDRESS.alice)).items).toMatchObject([{ relation: 'paid-by' }]);
    await expect(call(ADDRESS.bob, ADDRESS.bob)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('blocks', () => {
  it('balances a whole block', async () => {
    const { block } = await client.call('getBlock', { params: { chain, block: '4' } });
    expect(block).toMatchObject({
      fees: 50_000_000n,
      subsidy: 50n * COIN,
      coinbaseClaimed: 5_050_000_000n,
      confirmations: 8,
    });
  });

  it('gives other requests a turn while a long block is summed', async () => {
    const [genesis] = SAMPLE_BLOCKS;
    const reader = buildLedger('btc', [genesis!]);
    const [record] = await reader.records([0]);
    const count = 12_000;
    const asked: number[] = [];
    reader.blockPositions = async () => Array.from({ length: count }, (_, index) => index);
    reader.records = async (positions) => {
      asked.push(positions.length);
      return positions.map((position) => ({ ...record!, position, isCoinbase: position === 0 }));
    };
    const { client: long } = createSampleApp({ reader });
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const { block } = await long.call('getBlock', { params: { chain, block: '0' } });
    clearInterval(timer);
    expect(block.outputTotal).toBe(BigInt(count) * 50n * COIN);
    expect(Math.max(...asked)).toBeLessThanOrEqual(2_000);
    expect(turns).toBeGreaterThan(0);
  });

  it('stops summing a block when the time is over', async () => {
    const reader = buildLedger('btc', SAMPLE_BLOCKS);
    let slices = 0;
    reader.blockPositions = async () => Array.from({ length: 1_000_000 }, (_, index) => index);
    reader.records = async (positions) => {
      slices++;
      const until = performance.now() + 10;
      while (performance.now() < until);
      return positions.map(() => undefined);
    };
    const { request: ask } = createSampleApp({ reader, limits: { deadlineMs: 50 } });
    expect((await ask('/api/v1/btc/blocks/0')).status).toBe(503);
    const atEnd = slices;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(slices).toBeLessThanOrEqual(atEnd + 1);
    expect(slices).toBeLessThan(100);
  });

  it('pages downwards and says when nothing is left', async () => {
    const top = await client.call('listBlocks', { params: { chain }, query: { limit: 5 } });
    expect(top.items.map(({ height }) => height)).toEqual([11, 10, 4, 3, 2]);
    const rest = await client.call('listBlocks', { params: { chain }, query: { limit: 5, before: top.next ?? 0 } });
    expect(rest.items.map(({ height }) => height)).toEqual([1, 0]);
    expect(rest.next).toBeNull();
  });

  it('pages transactions of a block', async () => {
    const first = await client.call('listBlockTransactions', { params: { chain, block: '10' }, query: { limit: 2 } });
    const query = { limit: 2, cursor: first.next ?? '' };
    const second = await client.call('listBlockTransactions', { params: { chain, block: '10' }, query });
    expect([...first.items, ...second.items].map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(second.next).toBeNull();
  });
});

describe('bulk and keys', () => {
  it('keeps order and says what is wrong with each input', async () => {
    const addresses = [ADDRESS.dave, 'nonsense', ` ${ADDRESS.carol} `];
    const { items } = await client.call('bulkAddresses', { params: { chain }, body: { addresses } });
    expect(items.map(({ address }) => address)).toEqual([ADDRESS.dave, null, ADDRESS.carol]);
    expect(items[0]?.totals?.balance).toBe(950_000_000n);
    expect(items[1]?.error).toMatch(/not a valid Bitcoin address/);
  });

  it('refuses private keys', async () => {
    const key =
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
    const call = client.call('deriveKey', { params: { chain }, body: { key, from: 0, count: 1 } });
    await expect(call).rejects.toMatchObject({ kind: 'invalid', message: expect.stringMatching(/private/) });
  });
});

describe('search and scan', () => {
  it('refuses a seed phrase without repeating a word of it', async () => {
    const q = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const { hits, refusal } = await client.call('search', { query: { q } });
    expect(hits).toEqual([]);
    expect(refusal).toMatch(/looks like a seed phrase/);
    expect(refusal).not.toMatch(/legal|winner|sausage/);
  });

  it.each([
    [ADDRESS.bob, 'address'],
    [ADDRESS.bob.slice(0, 8), 'address'],
    [`${ADDRESS.bob.slice(0, 6)}…${ADDRESS.bob.slice(-5)}`, 'address'],
    [txidOf(TX.pay), 'transaction'],
    [txidOf(TX.pay).slice(0, 12), 'transaction'],
    ['10', 'block'],
    [`wpkh(${PUBLIC_KEY})`, 'key'],
  ])('finds %s as %s', async (q, kind) => {
    const { hits, refusal } = await client.call('search', { query: { q } });
    expect(hits[0]).toMatchObject({ kind, chain });
    expect(refusal).toBeNull();
  });

  it('distinguishes seen, valid and refused', async () => {
    const unseen = await client.call('search', { query: { q: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' } });
    expect(unseen.hits[0]).toMatchObject({ isIndexed: false, transactionCount: null });
    const wrong = await client.call('search', { query: { q: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3T' } });
    expect(wrong).toMatchObject({ hits: [], refusal: expect.stringMatching(/checksum|begins like/) });
  });

  it('finds identifiers in text and refuses near misses with the reason', async () => {
    const text = `Send to ${ADDRESS.bob}, not 12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3T. Proof: ${txidOf(TX.pay).toUpperCase()}!`;
    const { found, refused } = await client.call('scanText', { body: { text } });
    expect(found.map(({ id }) => id)).toEqual([ADDRESS.bob, txidOf(TX.pay)]);
    expect(refused).toEqual([
      { text: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3T', reason: expect.stringMatching(/checksum/) },
    ]);
  });
});
