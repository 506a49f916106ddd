import type { ProfileFields } from '@trailmark/api/contract/profile';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCheckProfile from './check-profile.ts';
import * as ofCleanText from './clean-text.ts';

const recorded = new WatchedResults();
const { checkProfile } = recorded.watch(ofCheckProfile);
const { cleanLine, cleanText } = recorded.watch(ofCleanText);

const FIELDS = {
  ...{ name: 'A person', phone: '', title: '', unit: '', badge: '', publicKey: '', timeZone: 'Europe/Vienna' },
} as unknown as ProfileFields;
const check = (change: Partial<ProfileFields>) => checkProfile({ ...FIELDS, ...change });
const PGP = '-----BEGIN PGP PUBLIC KEY BLOCK-----\nabc\n-----END PGP PUBLIC KEY BLOCK-----';
const AGE = `age1${'q'.repeat(58)}`;

test('a profile is kept without what surrounds its texts', () => {
  expect(
    check({ name: '  A person ', title: ' Chief ', publicKey: `${PGP.replaceAll('\n', '\r\n')}\r\n` }),
  ).toMatchObject({
    ...{ name: 'A person', title: 'Chief', publicKey: PGP, timeZone: 'Europe/Vienna' },
  });
  expect(check({ publicKey: AGE }).publicKey).toBe(AGE);
  for (const phone of ['+1 555 0100', '(01) 234-567 ext. 12', '555', '1'.repeat(30), '555 0100 x7'])
    expect(check({ phone }).phone).toBe(phone);
});

test.each<[keyof ProfileFields, string, RegExp]>([
  ['name', '   ', /Give a name/],
  ['name', 'A\u202eB', /cannot be seen/],
  ['title', 'a\nb', /cannot be seen/],
  ['unit', 'a\tb', /cannot be seen/],
  ['badge', '\u200b', /cannot be seen/],
  ['phone', '12', /A phone number has digits/],
  ['phone', '1'.repeat(31), /A phone number has digits/],
  ['phone', 'call me', /A phone number has digits/],
  ['publicKey', PGP.replaceAll('PUBLIC', 'PRIVATE'), /This is a private key. It was not kept/],
  ['publicKey', `AGE-SECRET-KEY-1${'Q'.repeat(58)}`, /This is a private key/],
  ['publicKey', `${AGE}q`, /A key is an OpenPGP public key block/],
  ['publicKey', `x${PGP}`, /A key is an OpenPGP public key block/],
  ['timeZone', 'Mars/Olympus', /A time zone is a name/],
])('%s is refused by name for %j', (field, value, message) => {
  expect(() => check({ [field]: value })).toThrow(
    expect.objectContaining({ kind: 'invalid', context: { field }, message: expect.stringMatching(message) }),
  );
});

test('a text of several lines keeps its lines and nothing unseen', () => {
  expect(cleanText(' a\r\nb\rc\td\u0007\u200b\ufeff\n')).toBe('a\nb\nc\td');
  expect(cleanText('half \ud800')).toBe('half \ufffd');
  expect(cleanLine(' Cafe\u0301 ', 'x', 'The x')).toBe('Café');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/check-profile.txt');
});
