import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofReadCertificates from './read-certificates.ts';

const recorded = new WatchedResults();
const { readCertificates } = recorded.watch(ofReadCertificates);

const block = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

test('at most five certificates are read, and one that is damaged is named by its place', () => {
  expect(() => readCertificates(`Our authority:\n${block.repeat(6)}`)).toThrow(
    'At most 5 certificates are kept; these are 6.',
  );
  expect(() => readCertificates(block.repeat(5))).toThrow('Certificate 1 cannot be read.');
  for (const text of ['', 'a text', block.replace('BEGIN', 'END')])
    expect(() => readCertificates(text)).toThrow('This is no certificate');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/read-certificates.txt');
});
