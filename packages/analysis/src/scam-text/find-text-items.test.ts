import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFindTextItems from './find-text-items.ts';

const recorded = new WatchedResults();
const { findTextItems } = recorded.watch(ofFindTextItems);

const brief = (text: string) => findTextItems(text).items.map(({ kind, value }) => `${kind} ${value}`);

test('everything that a victim pastes is found, once and in its order', () => {
  const text = `I sent money to meridian-recovery.example. On 3 March 2026 at about 14:20 I paid 0,41 BTC. A man called
    wrote from +00 555 0142 77 and help@meridian-recovery.example, also on t.me/meridian_help and @Meridian_Help.
    They also want 1.200,00 USDT, or $2,500, by 2026-03-09. See https://www.meridian-recovery.example/pay?x=1`;
  expect(brief(text)).toEqual([
    'domain meridian-recovery.example',
    'date 2026-03-03',
    'time 14:20',
    'amount 0.41 BTC',
    'phone +00555014277',
    'email help@meridian-recovery.example',
    'handle @meridian_help',
    'amount 1200 USDT',
    'amount 2500 USD',
    'date 2026-03-09',
  ]);
});

test('what has two readings keeps both', () => {
  const { items } = findTextItems('On 03/04/2026 I paid 1.200 USDT.');
  expect(items.map(({ value, other }) => [value, other])).toEqual([
    ['2026-04-03', '2026-03-04'],
    ['1.2 USDT', '1200 USDT'],
  ]);
});

test('names of files, versions and days that do not exist are nothing', () => {
  expect(brief('See photo.png and letter.pdf, version 1.2.3 of 31/02/2026, 99:99, on 2026-13-01.')).toEqual([]);
});

test('hidden characters are counted, and what they split is found whole', () => {
  const { items, hidden } = findTextItems('evil\u200bsite.exa\u202emple');
  expect([hidden, items[0]?.value]).toEqual([2, 'evilsite.example']);
});

test('a site written so that nobody opens it is the same site', () => {
  expect(brief('hxxps://bad[.]example/x')).toEqual(['domain bad.example']);
});

test('a site in another script is found as it is written', () => {
  expect(brief('платёж.пример и 例え.テスト')).toEqual(['domain платёж.пример', 'domain 例え.テスト']);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-text-items.txt');
});
