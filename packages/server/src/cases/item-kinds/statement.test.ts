import { expect, test } from 'vitest';
import { statementItem } from './statement.ts';
import { victimLossesItem } from './victim-losses.ts';

const call = (body: object) => ({ params: {}, query: {}, body });
const json = (value: unknown) => ({ kind: 'json', value }) as never;

test('a pinned statement is titled by its answer, and its page asks the same', () => {
  const subjects = [
    { kind: 'address', chain: 'btc', text: '1a' },
    { kind: 'cluster', chain: 'ltc', text: 'Lb' },
    { kind: 'descriptor', chain: 'btc', text: 'xpub6' },
  ];
  const body = { subjects, from: 86_400, to: 172_800, zone: 'Europe/Berlin', group: 'month', gapLimit: 50, spam: true };
  expect(statementItem.describe(call(body), json({ lineCount: 7, rules: 'a/1 b/2' }))).toEqual({
    title: 'Statement of 1a and 2 more: 7 lines',
    identifiers: ['address:btc:1a', 'address:ltc:Lb'],
    method: 'statement/2',
  });
  const page = new URLSearchParams(statementItem.page(call(body))?.split('?')[1]);
  expect(Object.fromEntries(page)).toEqual({
    ...{ set: 'btc:1a,ltc~Lb', key: 'xpub6', on: 'btc', gap: '50', from: '1970-01-02', to: '1970-01-02' },
    ...{ zone: 'Europe/Berlin', group: 'month', spam: 'yes' },
  });
  expect(statementItem.page(call({ subjects: Array.from({ length: 200 }, () => subjects[0]) }))).toBeNull();
});

test('a pinned list of losses names how many victims and payments it has', () => {
  const body = { subjects: [{ kind: 'address', chain: 'btc', text: '1a' }] };
  const answer = json({ payments: [{}], request: { victims: [{}, {}] } });
  expect(victimLossesItem.describe(call(body), answer).title).toBe('Losses of 2 victims: 1 payment with 1a');
  expect(victimLossesItem.page(call(body))).toBe('/wallet-statement?set=btc%3A1a&view=losses');
});
