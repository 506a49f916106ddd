import { SECURITY_PROFILES } from '@trailmark/core/security-profile';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofPasswordBlocklist from './password-blocklist.ts';
import * as ofPasswordRules from './password-rules.ts';

const recorded = new WatchedResults();
const { readCommonPasswords } = recorded.watch(ofPasswordBlocklist);
const { checkPassword } = recorded.watch(ofPasswordRules);

const RULES = SECURITY_PROFILES.standard.password;
const CONTEXT = { email: 'morgan.lee@northgate.example', name: 'Morgan Lee', agency: 'Northgate Police' };
const check = (password: string) => checkPassword(password, RULES, CONTEXT);

test('the list holds more than 100,000 passwords, of which more than 10,000 are long enough to be tried here', () => {
  const common = readCommonPasswords();
  expect(common.size).toBeGreaterThan(100_000);
  expect([...common].filter((password) => password.length >= RULES.minLength).length).toBeGreaterThan(10_000);
});

test.each([
  'grill lantern posture vivid',
  'seventeen quiet herons at dusk',
  'Kx9#vTq2!mWz7&Lp',
  'größere Gärten im Südwesten',
  '正しい馬の電池ホチキスと青い傘の話',
  '      lantern grill      ',
  'northgate harbour lantern tuesday',
])('%j is taken', (password) => {
  expect(check(password).reason).toBeNull();
  expect(check(password).strength).toBeGreaterThanOrEqual(2);
});

test.each<[string, RegExp]>([
  ['', /0 of at least 15/],
  ['short', /5 of at least 15/],
  ['\u{1f600}'.repeat(14), /14 of at least 15/],
  ['passwordpassword', /many people use/],
  ['PASSWORDPASSWORD', /many people use/],
  ['1234567890qwerty', /many people use/],
  ['q1w2e3r4t5y6u7i8', /many people use/],
  ['Password123456789!', /many people use/],
  ['!!!!!!sunshine!!!!!!2024', /many people use/],
  ['P@ssw0rd$$$$$$$$', /many people use/],
  [
    '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44',
    /many people use/,
  ],
  ['zzzzzzzzzzzzzzzzzz', /repeats|many people/],
  ['x9kx9kx9kx9kx9kx9k', /repeats/],
  ['dragondragondragondragon', /repeats|many people/],
  ['cdefghijklmnopqrst', /alphabet/],
  ['tsrqponmlkjihgfedc', /alphabet/],
  ['lkjhgfdsaqwertyuiop', /alphabet|many people/],
  ['poiuztrewqlkjhgfdsa', /alphabet/],
  ['1qaz2wsx3edc4rfv5tgb6yhn', /alphabet|many people/],
  ['northgatepolice2026', /little more than your name/],
  ['morgan.lee@northgate', /little more than your name/],
  ['Trailmark-Trailmark-1', /little more|repeats/],
  ['tr41lm4rk bitcoin 26', /little more/],
  ['a'.repeat(1_025), /longer than 1024 bytes/],
])('%j is refused with its reason', (password, reason) => {
  expect(check(password).reason).toMatch(reason);
  expect(check(password).strength).toBeLessThanOrEqual(1);
});

describe('strength', () => {
  test('grows with words that nobody expects', () => {
    const steps = ['grill lantern', 'grill lantern posture', 'grill lantern posture vivid herons dusk'];
    const strengths = steps.map((password) => check(password).strength);
    expect(strengths).toEqual([...strengths].sort());
    expect(strengths.at(-1)).toBe(4);
  });

  test('costs a tenth of a second of processor at most for the longest and strangest texts', async () => {
    for (const password of ['a'.repeat(1_024), 'ab'.repeat(512), '\u{1f600}x'.repeat(200), 'qwerty!'.repeat(140)]) {
      check(password);
      expect(await countCpuMs(() => check(password))).toBeLessThan(100);
    }
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/password-rules.txt');
});
