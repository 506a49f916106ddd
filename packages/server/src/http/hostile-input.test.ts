import { API_BASE } from '@trailmark/api/contract';
import { clusterRoutes } from '@trailmark/api/contract/cluster-routes';
import { labelRoutes } from '@trailmark/api/contract/label';
import { labelPackRoutes } from '@trailmark/api/contract/label-pack';
import { ledgerRoutes } from '@trailmark/api/contract/ledger';
import { lookupRoutes } from '@trailmark/api/contract/lookup';
import { priceRoutes } from '@trailmark/api/contract/price';
import type { Route } from '@trailmark/api/route';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { beforeAll, describe, expect, test } from 'vitest';
import { KEY as ACCOUNT, createSampleAccountReader, hashOf } from '../testing/sample-account-ledger.ts';
import { createSampleApp, type SampleApp } from '../testing/sample-app.ts';
import { CLUSTER_TX, createClusterLedger, createSampleClusters } from '../testing/sample-clusters.ts';
import { createSampleKnowledge, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { ADDRESS, txidOf } from '../testing/sample-ledger.ts';
import * as ofRouteInput from './route-input.ts';

const recorded = new WatchedResults();
const { shapeOf } = recorded.watch(ofRouteInput);

const KEY = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';
const XPUB =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

/** Texts as written in a URL. */
const NASTY: readonly string[] = [
  '%20',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '%E2%80%AE1mAsZ',
  encodeURIComponent(ADDRESS.bob.replace('o', '\u043e')),
  ADDRESS.bob.toLowerCase(),
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
  `0x${'f'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
  'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  'eth:0x1',
  'eth:trc10:99999999999999999999',
  'eth:usd',
  (2n ** 256n - 1n).toString(),
  '9'.repeat(78),
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '-1',
  'NaN',
  'Infinity',
  '1e999',
  '0x10',
  '1.5',
  '4294967295',
  '4294967296',
  '9999999999',
  '99999999999999999999',
  `script:${'a'.repeat(64)}`,
  'script:zz',
  'a'.repeat(200),
  'a'.repeat(4_000),
  encodeURIComponent('<script>alert(1)</script>'),
  encodeURIComponent("' OR 1=1; DROP TABLE blocks; --"),
  encodeURIComponent('\u{1f4a3}'.repeat(40)),
  KEY,
  XPUB,
  Buffer.from('[1,"members",1]').toString('base64url'),
  Buffer.from('['.repeat(60)).toString('base64url'),
];

/** Values that a route accepts, so that one wrong thing at a time is tried. */
const GOOD: Readonly<Record<string, string>> = {
  network: 'btc',
  address: ADDRESS.alice,
  other: ADDRESS.bob,
  chain: 'btc',
  cluster: ADDRESS.alice,
  actor: 'sample-exchange',
  pack: 'sample-services',
  version: '0'.repeat(16),
  txid: txidOf(CLUSTER_TX.both),
  asset: 'BTC',
  block: '5',
  q: 'sample',
  key: 'x',
};

const GOOD_ACCOUNT: Readonly<Record<string, string>> = {
  chain: 'eth',
  address: `0x${ACCOUNT.alice}`,
  other: `0x${ACCOUNT.bob}`,
  txid: hashOf(4),
  block: '3',
};

const NASTY_BODIES: readonly string[] = [
  '',
  'null',
  '[]',
  '1',
  '"x"',
  '{',
  '{}',
  '{"__proto__":{"x":1}}',
  '{"text":1}',
  '{"text":""}',
  '{"text":"\\ud800","view":"conservative"}',
  '{"version":"../../etc"}',
  '{"version":"0000000000000000"}',
  '{"addresses":[{"address":null}]}',
  '{"addresses":[{"address":"x","network":"__proto__"}]}',
  '{"withoutRules":["nope"]}',
  '{"withoutTransactions":["zz"]}',
  '['.repeat(10_000),
  '{"a":'.repeat(5_000),
];

const LEAK = /\/work\/|\/home\/|node_modules|\.ts:\d|\bat [A-Z]\w+\.|DB::Exception|SELECT /;
/** Routes over the ledger and what is known of it; those of accounts and casework are tried with a store, in test/access. */
const READ_ROUTES: Readonly<Record<string, Route>> = {
  ...clusterRoutes,
  ...labelPackRoutes,
  ...labelRoutes,
  ...ledgerRoutes,
  ...lookupRoutes,
  ...priceRoutes,
};
const routes = Object.entries(READ_ROUTES).map(([name, route]) => ({ name, route }));

let site: SampleApp;
const failures: unknown[] = [];
beforeAll(async () => {
  const reader = createClusterLedger();
  const knowledge = { ...createSampleKnowledge(), ...(await createSampleClusters(reader)) };
  const readers = new Map([['eth' as const, createSampleAccountReader()]]);
  site = createSampleApp({ reader, readers, knowledge, log: (entry) => failures.push(entry) });
});

function keysOf(schema: Route['query']): string[] {
  return Object.keys(shapeOf(schema));
}

/** Every URL of a route with one value wrong. */
function* nastyPaths(route: Route): Generator<string> {
  for (const [whole, good] of formsOf(route)) yield* nastyPathsAt(whole, good, route);
}

/** Where a route is answered, each with good values: its own path about Bitcoin, older ones about an account chain. */
function formsOf({ path, alsoAt = [] }: Route): (readonly [path: string, good: Readonly<Record<string, string>>])[] {
  const others = alsoAt.map((other) => (typeof other === 'string' ? other : other.path));
  return [[API_BASE + path, GOOD], ...others.map((other) => [other, GOOD_ACCOUNT] as const)];
}

function* nastyPathsAt(whole: string, good: Readonly<Record<string, string>>, route: Route): Generator<string> {
  const fill = (place?: string, value = '') =>
    whole.replace(/:(\w+)/g, (_, name: string) => (name === place ? value : (good[name] ?? 'x')));
  for (const value of NASTY) {
    for (const name of keysOf(route.params)) yield fill(name, value);
    const required = route.path.includes('/search') ? `q=${GOOD.q}&` : '';
    for (const name of keysOf(route.query)) yield `${fill()}?${name === 'q' ? '' : required}${name}=${value}`;
  }
}

/** Anything but a failure of the server: an answer, or a problem with a sentence. */
async function expectSound(path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await site.request(path, init);
  const text = await response.text();
  const { status } = response;
  expect([path.slice(0, 120), status < 500 || status === 503]).toEqual([path.slice(0, 120), true]);
  expect(text).not.toMatch(LEAK);
  expect(text).not.toContain(KEY);
  if (status >= 400) {
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const { detail, kind } = JSON.parse(text) as { detail: string; kind: string };
    expect(kind).not.toBe('internal');
    expect(detail).toMatch(/^["A-Za-z0-9][\s\S]{10,}\.$/);
    expect(detail).not.toMatch(/must match pattern|received NaN/);
  }
  return { status, text };
}

describe('wrong values', () => {
  test.each(routes)('are refused with a sentence or answered, never a failure: $name', async ({ route }) => {
    const init = route.method === 'POST' ? { method: 'POST', body: '{}', headers: JSON_TYPE } : undefined;
    for (const path of nastyPaths(route)) await expectSound(path, init);
    expect(failures).toEqual([]);
  });

  test.each(routes.filter(({ route }) => route.body))('in bodies too: $name', async ({ route }) => {
    const path = API_BASE + route.path.replace(/:(\w+)/g, (_, name: string) => GOOD[name] ?? 'x');
    for (const body of NASTY_BODIES) await expectSound(path, { method: 'POST', body, headers: JSON_TYPE });
    expect(failures).toEqual([]);
  });

  test('are answered in the same way under the base of GraphSense and outside of it', async () => {
    for (const value of NASTY) {
      for (const path of [
        `/btc/addresses/${value}`,
        `/btc/addresses/${value}/tags`,
        `/btc/clusters/${value}`,
        `/btc/entities/${value}/addresses?pagesize=${value}`,
        `/tags?label=${value}&page=${value}`,
        `/tags/actors/${value}/tags`,
        `/tags/taxonomies/${value}/concepts`,
        `/search?q=${value}&limit=${value}`,
        `/${value}/addresses/${ADDRESS.bob}`,
      ]) {
        await expectSound(`/graphsense/v1${path}`);
        expect((await expectSound(`/graphsense${path}`)).status).toBe(404);
      }
    }
    expect(failures).toEqual([]);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const detailOf = async (path: string) => JSON.parse((await expectSound(API_BASE + path)).text).detail as string;

describe('what is wrong is named with what would be right', () => {
  test.each([
    [
      `/btc/clusters/${ADDRESS.alice}?untilHeight=`,
      '"untilHeight" in the query is not acceptable: it takes a whole number',
    ],
    [
      `/btc/clusters/${ADDRESS.alice}/members?limit=0x10`,
      '"limit" in the query is not acceptable: it takes a whole number',
    ],
    [`/btc/clusters/${ADDRESS.alice}/members?limit=1e2`, 'it takes a whole number in digits'],
    [
      `/btc/why/${ADDRESS.alice}/${ADDRESS.bob}?withoutRules=nope`,
      'No rule "nope" joins addresses. Those that do: co-spend, ',
    ],
    [`/btc/why/${ADDRESS.alice}/${ADDRESS.bob}?withoutRules=wasabi-1`, 'No rule "wasabi-1" joins addresses'],
    [`/btc/why/${ADDRESS.alice}/${ADDRESS.alice}`, 'Two different addresses are needed'],
    ['/label-packs/ofac-sdn/versions/x/preview', '"version" in the path is not acceptable: it takes 16 lower-case'],
    [
      '/label-packs/..%2f..%2fx/versions/0000000000000000/preview',
      '"pack" in the path is not acceptable: it takes lower-case',
    ],
    ['/prices/BTC?currency=euro', '"currency" in the query is not acceptable: it takes three capital letters'],
    ['/prices/BTC?fromDay=2026', 'it takes a day such as 2026-08-20'],
    [`/labels/btc/${KEY}`, 'private keys must never be entered here'],
    [`/labels/btc/${XPUB}`, 'it is an extended key'],
    [`/labels/btc/${ADDRESS.bob.toLowerCase()}`, 'This is no address of Bitcoin'],
    ['/labels/btc/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'This is no address of Bitcoin'],
    ['/btc/clusters/4294967295', '"4294967295" stands in no cluster of this index.'],
  ])('%s', async (path, sentence) => {
    expect(await detailOf(path)).toContain(sentence);
  });
});

describe('label packs under stress', () => {
  const pack = SAMPLE_PACKS[0]?.head.id ?? '';
  const activate = (app: SampleApp, version: string | null) =>
    app.client.call('activateLabelPack', { params: { pack }, body: { version } });

  test('activations of one pack at once end in one of the requested states, and searches see one version each', async () => {
    const app = createSampleApp({ knowledge: createSampleKnowledge() });
    const { items } = await app.client.call('listLabelPacks', {});
    const version = items.find(({ id }) => id === pack)?.version ?? '';
    const addresses = Array.from({ length: 1000 }, () => ({ network: 'btc' as const, address: ADDRESS.bob }));
    const lookUp = async () => (await app.client.call('bulkLabels', { body: { addresses, publicOnly: false } })).items;
    const work = Array.from({ length: 12 }, (_, i) => [activate(app, i % 2 === 0 ? null : version), lookUp()] as const);
    for (const [activation, looked] of work) {
      await activation;
      expect(new Set((await looked).map(({ claims }) => claims.length)).size).toBe(1);
    }
    const after = await app.client.call('listLabelPacks', {});
    const active = after.items.filter(({ id, isActive }) => id === pack && isActive).length;
    expect((await lookUp())[0]?.claims).toHaveLength(active);
  });

  test('versions and packs that are not stored are not found, and change nothing', async () => {
    const app = createSampleApp({ knowledge: createSampleKnowledge() });
    const before = await app.client.call('listLabelPacks', {});
    await expect(activate(app, 'f'.repeat(16))).rejects.toMatchObject({ kind: 'not-found' });
    const none = app.client.call('activateLabelPack', { params: { pack: 'none' }, body: { version: null } });
    await expect(none).rejects.toMatchObject({ kind: 'not-found' });
    expect(await app.client.call('listLabelPacks', {})).toEqual(before);
  });
});

describe('a search of what was pasted', () => {
  const ask = async (text: string) => {
    const body = JSON.stringify({ text });
    return site.request(`${API_BASE}/lookup`, { method: 'POST', body, headers: JSON_TYPE });
  };

  test('takes half a million characters of anything in a moment, and not one more', async () => {
    for (const word of ['a', '1', '0x', '\u043e', '=', `${ADDRESS.bob.slice(0, -1)}x `, '"', '\n', 'ab'.repeat(32)]) {
      const askAll = async () => expect((await ask(word.repeat(500_000).slice(0, 500_000))).status).toBe(200);
      expect(await countCpuMs(askAll)).toBeLessThan(5_000);
    }
    expect((await ask('a'.repeat(500_001))).status).toBe(400);
  });

  test('never says a private key again, wherever in the text it is', async () => {
    const answer = await (await ask(`"${KEY}",${KEY};(${KEY}) wif:${KEY}`)).text();
    expect(answer).not.toContain(KEY.slice(0, 20));
    expect(answer).toContain('Never enter private keys');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/hostile-input.txt');
});
