import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { RouteCall } from '../../http/call-handler.ts';
import * as ofCatalogue from './catalogue.ts';
import { ITEM_KINDS } from './catalogue.ts';
import type { ItemWords } from './item-kind.ts';

const recorded = new WatchedResults();
const { findItemKind, getItemKind } = recorded.watch(ofCatalogue);

const TXID = 'AB'.repeat(32);
const VERSION = '0123456789abcdefXYZ';

interface Sample {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly answer?: object;
  readonly words: ItemWords;
  readonly page: string | null;
}

/** The request and the answer of each kind, and what a case then states about it. What a case names decides which cases overlap. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  address: {
    params: { chain: 'btc', address: '1a b' },
    answer: { address: '1ab', clusters: { conservative: { root: '1root' } } },
    words: { title: '1ab', identifiers: ['address:btc:1ab', 'cluster:btc:1root'] },
    page: '/address-search/btc/1a%20b',
  },
  alert: {
    params: { alert: 'a/1' },
    answer: {
      ...{ number: 'AL-7', title: 'Paid', kind: 'watched-payment', chain: 'btc', txid: TXID },
      body: {
        lines: [{ chain: 'btc', address: '1a' }, { chain: 'btc', address: '1a' }, { address: '1c' }, { chain: 'eth' }],
      },
    },
    words: {
      title: 'AL-7 Paid',
      identifiers: [`transaction:btc:${TXID.toLowerCase()}`, 'address:btc:1a'],
      method: 'alert/watched-payment',
    },
    page: '/address-monitoring/alerts?view=all&alert=a%2F1',
  },
  cluster: {
    params: { chain: 'btc', cluster: '17' },
    answer: { cluster: { root: '1root', size: 9, view: 'expanded' }, rules: { version: VERSION } },
    words: {
      title: 'Cluster of 1root, 9 addresses',
      identifiers: ['cluster:btc:1root', 'address:btc:1root'],
      method: 'cluster-expanded/0123456789abcdef',
    },
    page: '/exchange-lookup/cluster/btc/17',
  },
  'exchange-answer': {
    params: { network: 'eth', address: '0xA' },
    answer: { attribution: { address: '0xa', sentence: 'Nobody says.' }, rules: {} },
    words: { title: '0xa: Nobody says.', identifiers: ['address:eth:0xa'], method: 'attribution/labels' },
    page: '/exchange-lookup/eth/0xA',
  },
  'flow-version': {
    params: { flow: 'f1', version: '3' },
    answer: {
      document: {
        title: 'Theft',
        nodes: { a: { chain: 'btc', address: '1a' }, b: { chain: 'btc' }, c: { address: '1c' } },
      },
    },
    words: { title: 'Theft, version 3', identifiers: ['address:btc:1a'], method: 'trailmark-flow/1' },
    page: '/coin-flow/f1',
  },
  label: {
    params: { network: 'btc', address: '1a' },
    answer: { address: '1a', labels: { version: VERSION, claims: [] } },
    words: expect.objectContaining({ identifiers: ['address:btc:1a'], method: 'labels/0123456789abcdef' }),
    page: expect.stringContaining('btc'),
  },
  'nft-collection': {
    params: { chain: 'eth', contract: '0xC' },
    answer: { identity: { contract: '0xc' }, saleCount: 4, set: { version: 2 }, provenance: { method: 'wash/1' } },
    words: { title: 'NFT collection 0xc: 4 sales, wash set 2', identifiers: ['address:eth:0xc'], method: 'wash/1' },
    page: '/nft-analysis/eth/0xC',
  },
  'nft-token': {
    params: { chain: 'eth', contract: '0xC', token: '5' },
    answer: { identity: { contract: '0xc' }, token: '5', saleCount: 4, provenance: { method: 'nft/1' } },
    words: { title: 'NFT 5 of 0xc: 4 sales', identifiers: ['address:eth:0xc'], method: 'nft/1' },
    page: '/nft-analysis/eth/0xC/5',
  },
  'nft-wallet': {
    params: { chain: 'eth', address: '0xA' },
    answer: { wallet: { address: '0xa' }, holdingCount: 3, sold: { count: 2 } },
    words: { title: 'NFTs of 0xa: 3 owned, 2 sold', identifiers: ['address:eth:0xa'], method: 'nft-wallet/1' },
    page: '/nft-analysis/eth/wallets/0xA',
  },
  'report-version': {
    params: { case: 'c1', report: 'r1', number: '2' },
    answer: { document: { title: 'Findings' } },
    words: { title: 'Findings, version 2', identifiers: [], method: 'report/1' },
    page: '/enhanced-report/c1/r1',
  },
  'request-packet': {
    params: { chain: 'btc' },
    body: { actor: 'Harbour Exchange', kind: 'preservation', deposits: [`${TXID}:0`, 7] },
    words: {
      title: 'Request to “Harbour Exchange” (preservation), 1 deposit',
      identifiers: [`transaction:btc:${TXID.toLowerCase()}`],
      method: 'request-packet/1',
    },
    page: null,
  },
  screening: {
    body: { chain: 'btc', subject: { kind: 'transaction', text: 'ab' } },
    answer: {
      screening: {
        request: { chain: 'btc', subject: { kind: 'transaction', text: 'AB' } },
        verdict: { state: 'verdict', level: 'high', score: 80 },
      },
      ruleSet: { hash: VERSION },
    },
    words: { title: 'AB: high, 80 of 100', identifiers: ['transaction:btc:ab'], method: 'screening/0123456789abcdef' },
    page: '/address-threat?chain=btc&tx=ab',
  },
  transaction: {
    params: { chain: 'btc', txid: TXID },
    words: { title: TXID, identifiers: [`transaction:btc:${TXID.toLowerCase()}`] },
    page: `/Track/btc/tx/${TXID}`,
  },
};
/** Kinds whose files of tests are next to them. */
const APART = ['export', 'flow-export', 'screening-batch', 'statement', 'victim-losses'];

test('every kind has its sample here, or its own test', () => {
  expect(ITEM_KINDS.map(({ id }) => id).toSorted()).toEqual([...Object.keys(SAMPLES), ...APART].toSorted());
});

test.each(Object.entries(SAMPLES))('%s names what it is about in one spelling, and opens its screen', (id, sample) => {
  const { params = {}, body, answer = {}, words, page } = sample;
  const call = { params, query: {}, body } as RouteCall;
  const kind = getItemKind(id);
  expect(kind.describe(call, { kind: 'json', value: answer } as never)).toEqual(words);
  expect(kind.page(call)).toEqual(page);
});

test('a screening of an address without a finding says so, and one without a score names none', () => {
  const screening = (verdict: object) => ({
    ...{ request: { chain: 'eth', subject: { kind: 'address', text: '0xa' } }, verdict },
  });
  const describe = (verdict: object) =>
    getItemKind('screening').describe({ params: {}, query: {} }, {
      ...{ kind: 'json', value: { screening: screening(verdict), ruleSet: {} } },
    } as never);
  expect(describe({ state: 'none' })).toMatchObject({ title: '0xa: nothing found', identifiers: ['address:eth:0xa'] });
  expect(describe({ state: 'verdict', level: 'severe' }).title).toBe('0xa: severe');
  const page = (body: unknown) => getItemKind('screening').page({ params: {}, query: {}, body } as RouteCall);
  expect(page({ chain: 'eth', subject: { kind: 'address', text: '0xa' } })).toBe(
    '/address-threat?chain=eth&address=0xa',
  );
  expect([page(undefined), page({ chain: 'eth', subject: {} }), page({ subject: { text: '0xa' } })]).toEqual([
    null,
    null,
    null,
  ]);
});

test('an alert of thousands names twenty addresses, and one without a transaction names none', () => {
  const lines = Array.from({ length: 50 }, (_, i) => ({ chain: 'btc', address: `1${i}` }));
  const value = { kind: 'list-change', body: { lines } };
  const { identifiers } = getItemKind('alert').describe({ params: {}, query: {} }, { kind: 'json', value } as never);
  expect(identifiers).toEqual(lines.slice(0, 20).map(({ address }) => `address:btc:${address}`));
});

test('no title is longer than a list takes', () => {
  const long = 'x'.repeat(400);
  const answers = {
    alert: { number: 'AL-1', title: long },
    'exchange-answer': { attribution: { address: '1a', sentence: long } },
    'flow-version': { document: { title: long } },
    'report-version': { document: { title: long } },
    screening: { screening: { request: { subject: { text: long } }, verdict: { state: 'none' } } },
  };
  for (const [id, value] of Object.entries(answers)) {
    const { title } = getItemKind(id).describe({ params: {}, query: {} }, { kind: 'json', value } as never);
    expect([id, title.length]).toEqual([id, 300]);
  }
});

test('a kind that there is not is refused with those there are', () => {
  expect(findItemKind('nothing')).toBeUndefined();
  expect(() => getItemKind('nothing')).toThrow('There are: address, alert, cluster,');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/catalogue.txt');
});
