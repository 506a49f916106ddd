import { expect, test } from 'vitest';
import { toVisited, visitedUrl } from './visited.ts';

const ID = '8f14e45f-ceea-467f-a0e6-1f2b3c4d5e6f';
const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

test.each([
  [
    '/address-search/btc/12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
    { kind: 'address', chain: 'btc', id: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S' },
  ],
  ['/Track/bch/address/bitcoincash%3Aqpm2', { kind: 'address', chain: 'bch', id: 'bitcoincash:qpm2' }],
  [`/Track/btc/tx/${TXID}/`, { kind: 'transaction', chain: 'btc', id: TXID }],
  ['/exchange-lookup/entity/a%20b', { kind: 'entity', chain: null, id: 'a b' }],
  [`/agency-cases/${ID}/evidence/EV-02`, { kind: 'case', chain: null, id: ID }],
  [`/coin-flow/${ID}`, { kind: 'flow', chain: null, id: ID }],
])('%s is a page about something, and leads back to it', (path, visited) => {
  const found = toVisited(path);
  expect(found).toEqual(visited);
  expect(found && toVisited(visitedUrl(found))).toEqual(found);
});

test.each([
  '/',
  '/address-search',
  '/address-search/nochain/abc',
  '/Track/btc/block/170',
  '/agency-cases',
  '/coin-flow/new',
  '/agency-cases/x',
])('%s is about nothing that is remembered', (path) => {
  expect(toVisited(path)).toBeUndefined();
});
