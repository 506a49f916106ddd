import { expect, test } from 'vitest';
import { contract, type RouteName } from '../../packages/api/src/contract.ts';
import type { Route } from '../../packages/api/src/route.ts';
import { routeUrl } from '../../packages/api/src/route-call.ts';
import { createClosedCasework } from '../../packages/server/src/testing/open-gate.ts';
import { createSampleAccountReader, hashOf, KEY } from '../../packages/server/src/testing/sample-account-ledger.ts';
import { createSampleApp, SAMPLE_NOW } from '../../packages/server/src/testing/sample-app.ts';
import { createClusterLedger, createSampleClusters } from '../../packages/server/src/testing/sample-clusters.ts';
import { createSampleKnowledge } from '../../packages/server/src/testing/sample-labels.ts';
import {
  ADDRESS,
  createSampleReader,
  SAMPLE_BLOCKS,
  TX,
  txidOf,
} from '../../packages/server/src/testing/sample-ledger.ts';
import type { RouteCall } from './calls/call.ts';
import { writeStable } from './write-stable.ts';

// What the routes of the ledger answer about the sample chains, and the same in the formats of other products, recorded word for word in
// `ledger-answers/`: a change there is read before it is recorded with `npx vitest run test/access/ledger-answers.test.ts -u`.

const sample = createSampleReader();
const knowledge = { ...createSampleKnowledge(), ...(await createSampleClusters(sample)) };
const { request } = createSampleApp({
  ...{ reader: sample, readers: new Map([['eth' as const, createSampleAccountReader()]]), knowledge },
  casework: { ...createClosedCasework(), now: () => new Date(SAMPLE_NOW) },
});
const joinedLedger = createClusterLedger();
const joined = createSampleApp({
  ...{ reader: joinedLedger, knowledge: { ...createSampleKnowledge(), ...(await createSampleClusters(joinedLedger)) } },
});

type Case = readonly [name: RouteName, call: RouteCall];
/** As literals, each case would be a type of its own. */
const call = (name: RouteName, input: RouteCall): Case => [name, input];
const PEOPLE = Object.values(ADDRESS);
const PARTIES = [KEY.alice, KEY.bob, KEY.tether, KEY.nft].map((key) => `0x${key}`);
const TXIDS = Object.values(TX).map((raw) => txidOf(raw));
const HASHES = Array.from({ length: 11 }, (_, i) => hashOf(i + 1));
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

/** Every question about one address of either chain. */
function ofAddress(chain: string, address: string, other: string): Case[] {
  const params = { chain, address };
  const filters = [
    {},
    { order: 'oldest', limit: 1 },
    { direction: 'in' },
    { direction: 'out' },
    { fromHeight: 1, toHeight: 3, minAmount: '1000' },
    { counterparty: other },
  ];
  return [
    call('getAddress', { params }),
    ...filters.map((query) => call('listAddressTransactions', { params, query })),
    ...filters.map((query) => call('listAddressTransfers', { params, query })),
    call('listAddressAssets', { params }),
    call('listAddressUtxos', { params }),
    call('getAddressActivity', { params }),
    call('listAddressCounterparties', { params }),
    call('listAddressCounterparties', { params, query: { direction: 'in', limit: 1 } }),
    call('listAddressLinks', { params: { ...params, other } }),
    call('exportAddress', { params }),
    call('getAddressLabels', { params: { network: chain, address } }),
    call('getAttribution', { params: { network: chain, address } }),
    call('listNearestServices', { params }),
    call('listDepositPoints', { params }),
    call('getAddressClusters', { params }),
  ];
}

function ofFlow(chain: string, node: string, other: string): Case[] {
  const seeds = [{ kind: 'address', address: node }];
  const requests = ['fifo/1', 'haircut/1', 'poison/1'].map((method) => ({ chain, seeds, method }));
  const stated = { subjects: [{ kind: 'address', chain, text: node }] };
  return [
    ...requests.map((traced) => call('runTrace', { body: { request: traced } })),
    call('runTrace', { body: { request: { chain, seeds, direction: 'backward' } } }),
    call('compareMethods', { body: { request: { chain, seeds } } }),
    call('exportTraceAudit', { body: { request: { chain, seeds } } }),
    call('findPaths', { body: { chain, from: node, to: other } }),
    call('addToFlow', { body: { chain, items: [node, other, 'nonsense'] } }),
    call('expandFlow', { body: { chain, node, direction: 'forward' } }),
    call('expandFlow', { body: { chain, node, direction: 'backward' } }),
    call('linkFlow', { body: { chain, a: node, b: other } }),
    call('describeFlowParties', { body: { chain, addresses: [node, other] } }),
    call('runScreening', { body: { chain, subject: { kind: 'address', text: node } } }),
    call('testScreening', { body: { chain, subject: { kind: 'address', text: node } } }),
    call('runStatement', { body: stated }),
    call('listStatementLines', { body: { request: stated } }),
    call('exportStatement', { params: { format: 'csv' }, body: { request: stated } }),
    call('listVictimLosses', { body: { ...stated, victims: [{ name: 'Customer 7' }] } }),
    call('lookUp', { body: { text: `${node}, ${other}` } }),
    call('scanText', { body: { text: `from ${node} to ${other}` } }),
    call('search', { query: { q: node } }),
  ];
}

function ofChain(chain: string, heights: readonly number[], txids: readonly string[]): Case[] {
  return [
    call('listBlocks', { params: { chain } }),
    call('listBlocks', { params: { chain }, query: { limit: 2 } }),
    ...heights.flatMap((block): Case[] => [
      call('getBlock', { params: { chain, block: String(block) } }),
      call('listBlockTransactions', { params: { chain, block: String(block) } }),
    ]),
    ...txids.flatMap((txid): Case[] => [
      call('getTransaction', { params: { chain, txid } }),
      call('getRawTransaction', { params: { chain, txid } }),
      call('getTransactionEvidence', { params: { chain, txid } }),
      call('getTransactionProof', { params: { chain, txid } }),
      call('getTransactionFindings', { params: { chain, txid } }),
    ]),
  ];
}

function ofClusters(cluster: string, other: string): Case[] {
  const params = { chain: 'btc', cluster };
  return [
    ...(['conservative', 'expanded'] as const).flatMap((view): Case[] => [
      call('getCluster', { params, query: { view } }),
      call('listClusterMembers', { params, query: { view } }),
      call('listClusterLinks', { params, query: { view } }),
      call('listClusterCounterparties', { params, query: { view } }),
      call('whyTogether', { params: { chain: 'btc', address: cluster, other }, query: { view } }),
      call('whatIf', { params, body: { view, withoutRules: ['co-spend'] } }),
    ]),
    call('getAddressClusters', { params: { chain: 'btc', address: cluster } }),
    call('exportClusterProof', { params: { chain: 'btc', address: cluster, other } }),
    call('getAttribution', { params: { network: 'btc', address: cluster } }),
    call('listNearestServices', { params: { chain: 'btc', address: cluster } }),
  ];
}

const nfts = { chain: 'eth', contract: `0x${KEY.nft}` };
const ELSE: readonly Case[] = [
  call('listChains', {}),
  call('listRules', {}),
  call('listCategories', {}),
  call('listActors', {}),
  call('getActor', { params: { actor: 'sample-exchange' } }),
  call('listActorLabels', { params: { actor: 'sample-exchange' } }),
  call('searchLabels', { query: { q: 'exchange' } }),
  call('bulkLabels', { body: { addresses: PEOPLE.map((address) => ({ address })) } }),
  call('listPrices', {}),
  call('getDailyPrices', { params: { asset: 'BTC' } }),
  call('listMergeAlarms', { params: { chain: 'btc' } }),
  call('bulkAddresses', { params: { chain: 'btc' }, body: { addresses: PEOPLE } }),
  call('deriveKey', { params: { chain: 'btc' }, body: { key: `wpkh(${PUBLIC_KEY})`, from: 0, count: 1 } }),
  call('screenSanctions', { params: { address: ADDRESS.dave } }),
  call('screenAddress', { params: { address: ADDRESS.dave } }),
  call('listNftCollections', { params: { chain: 'eth' } }),
  call('getNftCollection', { params: nfts }),
  call('listNftSales', { params: nfts }),
  call('exportNftSales', { params: nfts }),
  call('getNftToken', { params: { ...nfts, token: String(2n ** 256n - 1n) } }),
  call('getNftWallet', { params: { chain: 'eth', address: `0x${KEY.alice}` } }),
  [
    'findCrossings',
    { body: { chain: 'eth', direction: 'forward', leaves: [{ ref: hashOf(4), asset: '', amount: '1' }] } },
  ],
];

const ESPLORA = [
  ...[
    '/blocks',
    '/blocks/tip/height',
    '/blocks/tip/hash',
    '/mempool',
    '/mempool/txids',
    '/mempool/recent',
    '/fee-estimates',
  ],
  ...SAMPLE_BLOCKS.map(({ height }) => `/block-height/${height}`),
  ...TXIDS.flatMap((txid) =>
    ['', '/status', '/hex', '/merkle-proof', '/merkleblock-proof', '/outspends', '/outspend/0'].map(
      (rest) => `/tx/${txid}${rest}`,
    ),
  ),
  ...PEOPLE.flatMap((address) =>
    ['', '/txs', '/txs/chain', '/txs/mempool', '/utxo'].map((rest) => `/address/${address}${rest}`),
  ),
  `/address-prefix/${ADDRESS.bob.slice(0, 4)}`,
].map((path) => `/api/esplora/btc${path}`);

const GRAPHSENSE = [
  ...PEOPLE.flatMap((address) =>
    ['', '/tags', '/tag_summary', '/cluster', '/entity'].map((rest) => `/btc/addresses/${address}${rest}`),
  ),
  ...['/tags?label=sample', '/tags/actors/sample-exchange', '/tags/actors/sample-exchange/tags', '/tags/taxonomies'],
  ...[
    '/tags/taxonomies/concept/concepts',
    '/search?q=1',
    `/btc/clusters/1`,
    '/btc/clusters/1/addresses',
    '/btc/clusters/1/tags',
  ],
].map((path) => `/graphsense/v1${path}`);
const VENDORS = PEOPLE.map((address) => `/chainalysis/api/risk/v2/entities/${address}`);

async function ask(path: string, init: RequestInit | undefined, ask = request): Promise<string> {
  const response = await ask(path, init);
  const isText = /json|text|csv|xml/.test(response.headers.get('content-type') ?? '');
  const body = isText ? await response.text() : Buffer.from(await response.arrayBuffer()).toString('hex');
  return `${response.status} ${writeStable(body, new Map())}`;
}

async function askRoute([name, input]: Case, of = request): Promise<string> {
  const route: Route = contract[name];
  const body =
    route.method === 'GET'
      ? {}
      : { body: JSON.stringify(input.body ?? {}), headers: { 'content-type': 'application/json' } };
  const url = routeUrl(route, input);
  return `${name} ${url} ${await ask(url, { method: route.method, ...body }, of)}`;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const PARTS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'addresses-btc': () => all(PEOPLE.flatMap((each, i) => ofAddress('btc', each, at(PEOPLE, i + 1)))),
  'addresses-eth': () => all(PARTIES.flatMap((each, i) => ofAddress('eth', each, at(PARTIES, i + 1)))),
  'flows-btc': () => all(PEOPLE.slice(0, 3).flatMap((each, i) => ofFlow('btc', each, at(PEOPLE, i + 1)))),
  'flows-eth': () => all(PARTIES.slice(0, 2).flatMap((each, i) => ofFlow('eth', each, at(PARTIES, i + 1)))),
  'blocks-btc': () => all(ofChain('btc', [0, 1, 2, 3, 4, 5, 10, 11, 12], TXIDS)),
  'blocks-eth': () => all(ofChain('eth', [0, 1, 2, 3, 4, 5], HASHES)),
  clusters: () =>
    all(
      PEOPLE.flatMap((each, i) => ofClusters(each, at(PEOPLE, i + 1))),
      joined.request,
    ),
  else: () => all(ELSE),
  esplora: () => each(ESPLORA),
  graphsense: () => each(GRAPHSENSE),
  vendors: () => each(VENDORS),
};

async function all(cases: readonly Case[], of = request): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const one of cases) lines.push(await askRoute(one, of));
  return lines;
}

async function each(paths: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const path of paths) lines.push(`${path} ${await ask(path, undefined)}`);
  return lines;
}

test.each(Object.keys(PARTS))('answers of the part %s are as recorded', async (part) => {
  const lines = await PARTS[part]?.();
  await expect(`${lines?.join('\n')}\n`).toMatchFileSnapshot(`ledger-answers/${part}.txt`);
});
