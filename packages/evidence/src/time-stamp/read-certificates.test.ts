import { expect, test } from 'vitest';
import { readCertificates } from './read-certificates.ts';

const block = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

test('at most five certificates are read, and one that is damaged is named by its place', () => {
  expect(() => readCertificates(`Our authority:\n${block.repeat(6)}`)).toThrow(
    'At most 5 certificates are kept; these are 6.',
  );
  expect(() => readCertificates(block.repeat(5))).toThrow('Certificate 1 cannot be read.');
  for (const text of ['', 'a text', block.replace('BEGIN', 'END')])
    expect(() => readCertificates(text)).toThrow('This is no certificate');
});
