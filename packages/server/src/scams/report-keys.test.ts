import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { ScamParts } from './check-payment.ts';
import * as ofReportKeys from './report-keys.ts';

const recorded = new WatchedResults();
const { findClusterKey, toDomain, toReportKeys } = recorded.watch(ofReportKeys);

/** An installation without a chain: what is typed is kept as it is. */
const parts = { ledgers: { list: () => [], findOutputs: () => undefined }, knowledge: {} } as unknown as ScamParts;
const suspect = (kind: string, value: string, chain: string | null = null) => ({ kind, value, chain });
const payment = (given: object) => ({ chain: 'btc', txid: null, address: null, ...given });
const keys = (payments: readonly object[], suspects: readonly object[] = []) =>
  toReportKeys(parts, { payments, suspects } as never);

test.each([
  ['https://www.Harbour-Support.example/login?x=1', 'harbour-support.example'],
  [' shop.example:8443 ', 'shop.example'],
  ['www.a.b.example#top', 'a.b.example'],
  ['müller.example', 'müller.example'],
  ['example', undefined],
  ['192.0.2.7', undefined],
  ['not a site', undefined],
  ['', undefined],
])('of %j the domain is %s', (text, domain) => {
  expect(toDomain(text)).toBe(domain);
});

test('each kind of suspect has one spelling, and words link nothing', () => {
  const given = [
    suspect('domain', 'HTTPS://Shop.example/'),
    suspect('email', ' Helper@Shop.example '),
    suspect('phone', '+44 (0)20 7946-0018'),
    suspect('handle', ' @Helper_1 '),
    suspect('address', ' 0xAb ', 'eth'),
    ...[
      suspect('address', '0xAb'),
      suspect('address', '  ', 'eth'),
      suspect('name', 'A helper'),
      suspect('domain', 'no site'),
    ],
  ];
  expect(keys([], given)).toEqual([
    ...['domain:shop.example', 'account:email:helper@shop.example', 'phone:4402079460018', 'handle:any:helper_1'],
    'address:eth:0xAb',
  ]);
});

test.each(['gmail.com', 'https://t.me/somebody', 'www.google.com', 'x.com'])('%s links nobody', (site) => {
  expect(keys([], [suspect('domain', site)])).toEqual([]);
});

test('a payment names its transaction and address, each once', () => {
  const txid = 'AB'.repeat(32);
  const given = [
    payment({ txid, address: '1a' }),
    payment({ txid: `0x${txid}`, address: '1a' }),
    payment({ txid: 'none' }),
  ];
  expect(keys(given)).toEqual([`transaction:btc:${txid.toLowerCase()}`, 'address:btc:1a']);
});

test('what is longer than any identifier links nothing', () => {
  const fits = 'x'.repeat(500 - 'handle:any:'.length);
  expect(keys([], [suspect('handle', fits), suspect('handle', `${fits}y`)])).toEqual([`handle:any:${fits}`]);
});

test('an address alone has no cluster to be named by', () => {
  expect(findClusterKey(parts, 'btc', '1a')).toBeUndefined();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/report-keys.txt');
});
