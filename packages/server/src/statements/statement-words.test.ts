import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { StatementLetterhead } from './letterhead.ts';
import * as ofStatementWords from './statement-words.ts';

const recorded = new WatchedResults();
const { writeStatementCommand } = recorded.watch(ofStatementWords);

const USUAL = {
  ...{ subjects: [{ kind: 'address', chain: 'btc', text: '1a' }], from: null, to: null, zone: 'UTC', currency: 'USD' },
  ...{ priceRule: 'day-close', group: 'transaction', ownTransfers: true, spam: false, template: 'bank', gapLimit: 20 },
};
const BLANK = { agency: undefined, unit: undefined, particulars: [] } as unknown as StatementLetterhead;
const write = (change: object = {}, letterhead: object = {}) =>
  writeStatementCommand({ ...USUAL, ...change } as never, { ...BLANK, ...letterhead });

test('what is usual is not written', () => {
  expect(write()).toBe('trailmark statement btc:1a');
});

test.each<[object, string]>([
  [{ from: 0 }, '--from 0'],
  [{ to: 5 }, '--to 5'],
  [{ zone: 'Europe/Vienna' }, '--zone Europe/Vienna'],
  [{ currency: 'EUR' }, '--currency EUR'],
  [{ priceRule: 'hour' }, '--price-rule hour'],
  [{ group: 'month' }, '--group month'],
  [{ ownTransfers: false }, '--no-own-transfers'],
  [{ spam: true }, '--spam'],
  [{ template: 'tax' }, '--template tax'],
  [{ gapLimit: 21 }, '--gap-limit 21'],
])('%j is written as %s', (change, option) => {
  expect(write(change)).toBe(`trailmark statement btc:1a ${option}`);
});

test('the cover is written as a shell takes it', () => {
  const letterhead = { agency: 'North', unit: "Officers' unit", particulars: [{ name: 'File', value: '26/1 $(x)' }] };
  expect(write({}, letterhead)).toBe(
    `trailmark statement btc:1a --agency North --unit 'Officers'\\'' unit' --cover 'File=26/1 $(x)'`,
  );
});

test('a cluster and a wallet are named as such, and more than five subjects by their file', () => {
  const subjects = [
    { kind: 'cluster', chain: 'btc', text: '1a' },
    { kind: 'descriptor', chain: 'btc', text: 'wpkh(xpub6)' },
  ];
  expect(write({ subjects })).toBe(`trailmark statement cluster:btc:1a 'descriptor:btc:wpkh(xpub6)'`);
  const many = Array.from({ length: 5 }, () => USUAL.subjects[0]);
  expect(write({ subjects: many })).not.toContain('--file');
  expect(write({ subjects: [...many, USUAL.subjects[0]], spam: true }, { agency: 'North' })).toBe(
    'trailmark statement --file wallet-statement.json --agency North',
  );
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/statement-words.txt');
});
