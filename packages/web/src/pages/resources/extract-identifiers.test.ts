import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { expect, test } from 'vitest';
import { extractIdentifiers } from './extract-identifiers.ts';

const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';

test('identifiers are found in prose, counted, and distinguished by form', () => {
  const { found } = extractIdentifiers(
    `He paid 1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3 (see ${TXID}), then "bc1qm34lsc65zpw79lxes69zkqmk6ee3ewf0j77s3h"; again 1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3. 0x00000000219ab540356cBB839Cbe05303d7705Fa`,
  );
  expect(found.map(({ form, count }) => [form, count])).toEqual([
    ['Bitcoin address', 2],
    ['transaction id or hash', 1],
    ['Bitcoin address', 1],
    ['address of an account chain', 1],
  ]);
});

test('a private key is reported and never listed', () => {
  const key = `K${'x'.repeat(51)}`;
  expect(extractIdentifiers(`key ${key}`)).toEqual({ found: [], hasSecret: true });
});

test('twelve words in a row are taken for a recovery phrase', () => {
  const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access account';
  expect(extractIdentifiers(phrase.slice(phrase.indexOf('ability'))).hasSecret).toBe(false);
  expect(extractIdentifiers(phrase).hasSecret).toBe(true);
});

test('a long text without end takes no time', async () => {
  const text = 'abcd '.repeat(5) + '1'.repeat(900_000);
  expect(await countCpuMs(() => extractIdentifiers(text))).toBeLessThan(1_000);
});
