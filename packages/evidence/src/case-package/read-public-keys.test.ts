import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { toPublicKeyText } from '../certificate/sign-file.ts';
import { readPublicKeys } from './read-public-keys.ts';

const { publicKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const digits = toPublicKeyText(publicKey);

test('keys are read from PEM and from digits, each once, with comments around them', () => {
  expect(readPublicKeys(`# Our key\r\n\r\n${pem}\n${digits.toUpperCase()}\n  ${'ab'.repeat(32)}  \n`)).toEqual([
    digits,
    'ab'.repeat(32),
  ]);
});

test.each<[string, string, RegExp]>([
  ['nothing', '# nothing\n', /no public key/],
  ['another text', `${digits}\nhello`, /no public key/],
  ['digits that are too few', digits.slice(1), /no public key/],
  ['PEM that is damaged', pem.replace('MCow', 'MCox'), /cannot be read|another kind/],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /no public key/],
  ['too many', Array.from({ length: 101 }, (_, at) => at.toString(16).padStart(64, '0')).join('\n'), /At most 100/],
  [
    'a key of another kind',
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    /Ed25519/,
  ],
])('%s is refused', (_, text, why) => {
  expect(() => readPublicKeys(text)).toThrow(why);
});

test('a hundred keys are read at once', () => {
  const keys = Array.from({ length: 100 }, (_, at) => at.toString(16).padStart(64, '0'));
  expect(readPublicKeys(keys.join('\n'))).toEqual(keys);
});
