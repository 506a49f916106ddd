import { BEHAVIOURS } from '@trailmark/analysis/screening/behaviours/catalogue';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { WATCH_RULES } from './catalogue.ts';
import * as ofVerdictChange from './verdict-change.ts';
import type { RuleAnswer, RuleSetting, RuleWorld, WatchHit } from './watch-rule.ts';

const recorded = new WatchedResults();
const { findWatchRule } = recorded.watch(ofCatalogue);
const { asksForChange } = recorded.watch(ofVerdictChange);

const DAY = 86_400;
const TIME = 1_000 * DAY;
const COIN = 'btc:coin';

/** A payment of 5 of what was watched, 2 of it back. */
const HIT = {
  ...{ position: 100, height: 7, time: TIME, touched: ['own'] },
  change: { asset: COIN, received: 200n, sent: 500n },
  transfers: [
    { asset: COIN, from: ['own'], to: 'shop' },
    { asset: COIN, from: ['own'], to: 'own' },
    { asset: COIN, from: ['own'], to: 'shop' },
    { asset: COIN, from: ['own'], to: undefined },
    { asset: 'btc:other', from: ['stranger'], to: 'somebody' },
  ],
} as unknown as WatchHit;
const IN = {
  ...HIT,
  change: { asset: COIN, received: 500n, sent: 200n },
  transfers: [{ asset: COIN, from: ['payer', 'second', 'payer'], to: 'own' }],
} as unknown as WatchHit;

const WORLD: RuleWorld = {
  isOwn: (key) => key === 'own',
  decimals: () => 2,
  format: (amount) => `${amount}`,
  labelsOf: () => [],
  balanceAfter: async () => 400n,
  lastBefore: async () => TIME - 90 * DAY,
  behavioursOf: async () => [],
  hasPaidBefore: async () => false,
};

/** Whether a rule is met, and how that is known. */
async function check(id: string, setting: RuleSetting, hit = HIT, more: Partial<RuleWorld> = {}): Promise<RuleAnswer> {
  const rule = findWatchRule(id);
  if (!rule) throw new Error(`There is no rule ${id}.`);
  return rule.check(hit, setting, { ...WORLD, ...more });
}
const met = async (...given: Parameters<typeof check>) => (await check(...given)).met;

test('every rule says in words what it asks for, also where nothing is set', () => {
  const words = (id: string, setting: RuleSetting = {}) => findWatchRule(id)?.describe(setting);
  expect(WATCH_RULES.map(({ id }) => words(id))).toEqual([
    ...['In or out', 'Reaches a service', 'Any asset', 'Any amount', 'Counterparty is any service'],
    ...['First transaction after 90 days', 'New counterparty', 'Balance falls below 1'],
    ...['Any pattern that may be a risk', 'Label or sanction changed', 'Verdict changed: to any other verdict'],
  ]);
  expect(words('amount', { from: '1' })).toBe('1 or more');
  expect(words('amount', { to: '2' })).toBe('2 or less');
  expect(words('amount', { from: '1', to: '2' })).toBe('1 to 2');
  expect(words('direction', { is: 'out' })).toBe('Out');
  expect(words('arrival', { at: 'mixer' })).toBe('Reaches a mixer');
  expect(words('asset', { is: 'eth:x' })).toBe('eth:x');
  expect(words('category', { is: 'exchange' })).toMatch(/^Counterparty is exchange$/i);
  expect(words('balance', { way: 'above', amount: '3' })).toBe('Balance rises to 3');
  expect(words('label-change', { is: 'sanctioned' })).toBe('Sanction changed');
  expect(words('verdict-change', { is: 'high' })).toBe('Verdict changed: to High or Severe');
});

test('defaults of fields are what a rule means where nothing is set', () => {
  for (const { id, fields, describe } of WATCH_RULES) {
    const set = Object.fromEntries(fields.map((field) => [field.id, field.default]));
    expect([id, describe(set)]).toEqual([id, describe({})]);
    for (const { choices, default: chosen } of fields)
      if (choices) expect(choices.map((choice) => choice.id)).toContain(chosen);
  }
});

test('a direction is that of the net, and money that only turns has none', async () => {
  expect(await met('direction', { is: 'out' })).toBe(true);
  expect(await met('direction', { is: 'in' })).toBe(false);
  expect(await met('direction', { is: 'in' }, IN)).toBe(true);
  const turned = { ...HIT, change: { asset: COIN, received: 5n, sent: 5n } };
  expect(await met('direction', { is: 'in' }, turned)).toBe(false);
  expect(await check('direction', {}, turned)).toEqual({ met: true, mark: 'fact', words: 'nothing gained or lost' });
});

test('an amount is met from its first to its last unit, and never where decimals are unknown', async () => {
  for (const hit of [HIT, IN]) {
    expect(await met('amount', { from: '3.00' }, hit)).toBe(true);
    expect(await met('amount', { from: '3.01' }, hit)).toBe(false);
    expect(await met('amount', { to: '3.00' }, hit)).toBe(true);
    expect(await met('amount', { to: '2.99' }, hit)).toBe(false);
    expect(await met('amount', { from: '1', to: '2' }, hit)).toBe(false);
  }
  const unknown = { decimals: () => undefined };
  expect(await met('amount', { from: '1' }, HIT, unknown)).toBe('unknown');
  expect(await met('amount', { to: '1' }, HIT, unknown)).toBe('unknown');
  expect(await met('amount', {}, HIT, unknown)).toBe(true);
});

test('an asset is the one that moved', async () => {
  expect(await met('asset', { is: COIN })).toBe(true);
  expect(await met('asset', { is: 'btc:other' })).toBe(false);
  expect(await met('asset', {})).toBe(true);
});

test('money stops where a frontier says so; without one that is not known', async () => {
  expect(await check('arrival', {})).toMatchObject({ met: 'unknown', mark: 'inference' });
  const names = ['A', 'B', 'C', 'D'].map((name) => ({ name, kind: name === 'D' ? 'mixer' : 'service' }));
  const hit = { ...HIT, arrivals: names };
  expect(await check('arrival', {}, hit)).toEqual({ met: true, mark: 'claim', words: '“A”, “B”, “C”' });
  expect(await check('arrival', { at: 'mixer' }, hit)).toMatchObject({ met: true, words: '“D”' });
  expect(await check('arrival', { at: 'any' }, hit)).toMatchObject({ met: true, words: '“A”, “B”, “C”' });
  expect(await check('arrival', { at: 'bridge' }, hit)).toMatchObject({
    met: false,
    words: 'no stop in this transaction',
  });
});

test('a category is looked for on the other side alone: who was paid, or who paid', async () => {
  const asked: string[] = [];
  const labelsOf = (key: string) => {
    asked.push(key);
    return [{ label: 'Shop', category: 'exchange', pack: 'p' }] as never;
  };
  expect(await check('category', {}, HIT, { labelsOf })).toMatchObject({ met: true, mark: 'claim' });
  expect(asked.splice(0)).toEqual(['shop']);
  expect(await met('category', { is: 'exchange' }, IN, { labelsOf })).toBe(true);
  expect(asked.splice(0)).toEqual(['payer', 'second']);
  expect(await met('category', { is: 'mixer' }, HIT, { labelsOf })).toBe(false);
  expect(await check('category', {})).toMatchObject({ met: false, words: 'no label of this category' });
});

test('rest is counted in whole days from the latest of the watched addresses', async () => {
  const rest = (days: string, ...lasts: (number | null | undefined)[]) => {
    const touched = lasts.map((_, i) => `${i}`);
    return check('dormancy', { days }, { ...HIT, touched } as never, { lastBefore: async (key) => lasts[Number(key)] });
  };
  expect(await rest('90', TIME - 90 * DAY)).toEqual({
    met: true,
    mark: 'fact',
    words: '90 days since the last transaction',
  });
  expect((await rest('90', TIME - 90 * DAY + 1)).met).toBe(false);
  expect((await rest('90', TIME - 200 * DAY, TIME - 10 * DAY, null)).met).toBe(false);
  expect((await rest('90', TIME - 200 * DAY, undefined)).met).toBe('unknown');
  expect(await rest('90', null)).toEqual({ met: false, mark: 'fact', words: 'no earlier transaction' });
});

test('a counterparty is new where none of the watched addresses dealt with it before', async () => {
  const twenty = Array.from({ length: 30 }, (_, i) => ({ asset: COIN, from: ['own'], to: `to ${i}` }));
  const hit = { ...HIT, touched: ['own', 'second'], transfers: twenty } as unknown as WatchHit;
  const fresh = (known: (key: string, other: string) => boolean) =>
    check('new-counterparty', {}, hit, { hasPaidBefore: async (key, other) => known(key, other) });
  expect(await fresh(() => false)).toEqual({
    ...{ met: true, mark: 'fact', words: '20 of 20 counterparties had no earlier transfer in the index' },
  });
  expect((await fresh((key, other) => key === 'second' || other === 'x')).met).toBe(false);
  expect(await fresh((_, other) => other !== 'to 19')).toMatchObject({
    met: true,
    words: expect.stringMatching(/^1 of 20 /),
  });
});

test('a balance crosses its line at the unit, in the requested direction', async () => {
  // 7.00 before, 4.00 after.
  expect(await met('balance', { way: 'below', amount: '4.01' })).toBe(true);
  expect(await met('balance', { way: 'below', amount: '4.00' })).toBe(false);
  expect(await met('balance', { way: 'below', amount: '7.00' })).toBe(true);
  expect(await met('balance', { way: 'below', amount: '7.01' })).toBe(false);
  expect(await met('balance', { way: 'above', amount: '4.00' })).toBe(false);
  // 1.00 before, 4.00 after.
  expect(await met('balance', { way: 'above', amount: '4.00' }, IN)).toBe(true);
  expect(await met('balance', { way: 'above', amount: '4.01' }, IN)).toBe(false);
  expect(await met('balance', { way: 'above', amount: '1.01' }, IN)).toBe(true);
  expect(await met('balance', { way: 'above', amount: '1.00' }, IN)).toBe(false);
  expect(await check('balance', {}, IN)).toMatchObject({ words: 'balance 100 before, 400 after', mark: 'fact' });
});

test('a balance that cannot be known is neither above nor below', async () => {
  expect(await met('balance', {}, HIT, { decimals: () => undefined })).toBe('unknown');
  expect(await met('balance', {}, HIT, { balanceAfter: async () => undefined })).toBe('unknown');
  expect(await met('balance', {}, { ...HIT, touched: [] })).toBe('unknown');
  expect(await check('balance', {}, { ...HIT, touched: ['a', 'b'] } as never)).toMatchObject({
    ...{ met: 'unknown', words: expect.stringContaining('several watched addresses') },
  });
});

test('a behaviour is news where its last payment is this one, and any means one that may be a risk', async () => {
  const ids = (nature: string) =>
    BEHAVIOURS.filter((pattern) => pattern.nature === nature && pattern.id !== 'peel-chain');
  const [risk, seen] = [ids('risk')[0]?.id ?? '', ids('observation')[0]?.id ?? ''];
  const found = (...list: (readonly [string, number])[]) => ({
    behavioursOf: async () =>
      list.map(([id, lastTime]) => ({ pattern: `${id}/1`, sentence: `${id}.`, lastTime })) as never,
  });
  expect(await check('behaviour', {}, HIT, found([risk, TIME]))).toEqual({
    met: true,
    mark: 'inference',
    words: `${risk}.`,
  });
  expect(await met('behaviour', {}, HIT, found([risk, TIME - 1]))).toBe(false);
  expect(await met('behaviour', {}, HIT, found([seen, TIME]))).toBe(false);
  expect(await met('behaviour', { is: seen }, HIT, found([seen, TIME]))).toBe(true);
  expect(await met('behaviour', { is: seen }, HIT, found([risk, TIME]))).toBe(false);
  const many = { ...HIT, touched: ['1', '2', '3', '4', '5', '6'] } as never;
  const asked: string[] = [];
  const behavioursOf = async (key: string) => {
    asked.push(key);
    return [{ pattern: `${risk}/1`, sentence: 'x.', lastTime: TIME }] as never;
  };
  expect(await check('behaviour', {}, many, { behavioursOf })).toMatchObject({ words: 'x. x. x.' });
  expect(asked).toHaveLength(5);
});

test('rules that are met by labels or verdicts are met by no transaction and cannot be combined', async () => {
  for (const id of ['label-change', 'verdict-change']) {
    expect(findWatchRule(id)?.isAlone).toBe(true);
    expect(await met(id, {})).toBe(false);
  }
  expect(WATCH_RULES.filter(({ isAlone }) => isAlone).length).toBe(2);
});

test('another verdict is requested by its direction', () => {
  const asks = (is: string, before: string, now: string) => asksForChange({ is }, before, now);
  expect([asks('any', 'low', 'low'), asks('any', 'high', 'low'), asks('any', 'low', 'high')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([asks('higher', 'low', 'medium'), asks('higher', 'medium', 'low')]).toEqual([true, false]);
  expect(asks('high', 'medium', 'high')).toBe(true);
  expect(asks('high', 'medium', 'severe')).toBe(true);
  expect(asks('high', 'high', 'severe')).toBe(false);
  expect(asks('high', 'low', 'medium')).toBe(false);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/catalogue.txt');
});
