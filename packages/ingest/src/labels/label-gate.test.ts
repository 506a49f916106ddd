import type { Label, RefusedLabel } from '@trailmark/core/label';
import { describe, expect, test } from 'vitest';
import { type Claim, cleanText, createLabelGate, type GateOptions, parseDay } from './label-gate.ts';
import { isTokenName, roleOf } from './label-words.ts';
import { invented } from './testing/invented-addresses.ts';

const CLAIM: Claim = {
  networks: ['btc'],
  address: invented.btc(1),
  label: 'Sample',
  category: 'exchange',
  confidence: 'web_crawl',
  source: 'https://example.org',
};

function pass(claims: readonly Partial<Claim>[], options?: GateOptions): { labels: Label[]; refused: RefusedLabel[] } {
  const labels: Label[] = [];
  const refused: RefusedLabel[] = [];
  const gate = createLabelGate({ add: (label) => labels.push(label), refuse: (row) => refused.push(row) }, options);
  for (const [index, claim] of claims.entries()) gate.claim({ ...CLAIM, ...claim }, index + 1);
  return { labels, refused };
}

describe('the gate', () => {
  test('a claim becomes a label with everything its source stated', () => {
    const { labels } = pass([{ asOf: '2024-02-29 12:00', actor: 'sample', details: { note: 'x', empty: '' } }]);
    expect(labels).toEqual([
      {
        network: 'btc',
        address: invented.btc(1),
        label: 'Sample',
        category: 'exchange',
        actor: 'sample',
        confidence: 'web_crawl',
        scope: 'address',
        role: undefined,
        source: 'https://example.org',
        asOf: '2024-02-29',
        details: { note: 'x' },
      },
    ]);
  });

  test('an address with a wrong checksum is refused with its line, and the rows around it are taken', () => {
    const wrong = `${invented.btc(2).slice(0, -1)}${invented.btc(2).endsWith('x') ? 'y' : 'x'}`;
    const { labels, refused } = pass([{}, { address: wrong }, { address: invented.btc(3) }]);
    expect(labels.map(({ address }) => address)).toEqual([invented.btc(1), invented.btc(3)]);
    expect(refused).toEqual([{ line: 2, text: wrong, reason: 'not an address on Bitcoin: the checksum fails' }]);
  });

  test('a homoglyph is refused by its code point', () => {
    const { labels, refused } = pass([{ address: invented.btc(1).replace(/^1./, '1\u0421') }]);
    expect(labels).toEqual([]);
    expect(refused[0]?.reason).toContain('U+0421');
  });

  test('a lower-cased Base58 address is refused, never repaired', () => {
    expect(pass([{ address: invented.btc(1).toLowerCase() }]).labels).toEqual([]);
  });

  test('contradictory claims about one address are both kept', () => {
    const { labels } = pass([{ category: 'exchange' }, { category: 'ransomware', label: 'Other' }]);
    expect(labels.map(({ category }) => category)).toEqual(['exchange', 'ransomware']);
  });

  test('without a network the address says which it is on', () => {
    const { labels, refused } = pass([
      { networks: undefined, address: invented.trx(1) },
      { networks: undefined, address: invented.eth(1).toLowerCase() },
      { networks: undefined, address: 'nonsense' },
    ]);
    expect(labels.map(({ network, address }) => [network, address])).toEqual([
      ['trx', invented.trx(1)],
      ['eth', invented.eth(1)],
    ]);
    expect(refused).toHaveLength(1);
  });

  test('only the current list of OFAC sanctions; from anybody else it is formerly sanctioned', () => {
    expect(pass([{ category: 'sanctioned' }]).labels[0]).toMatchObject({
      category: 'sanctioned_historic',
      details: { source_category: 'sanctioned' },
    });
    expect(pass([{ category: 'sanctioned' }], { maySanction: true }).labels[0]?.category).toBe('sanctioned');
  });

  test('zero, precompile and burn addresses are burn addresses whatever a list states about them', () => {
    const addresses = [`0x${'0'.repeat(40)}`, `0x${'0'.repeat(39)}9`, `0x${'0'.repeat(36)}dEaD`];
    const { labels } = pass(addresses.map((address) => ({ networks: ['eth'], address, category: 'hack' })));
    expect(labels.map(({ category }) => category)).toEqual(['burn', 'burn', 'burn']);
    expect(pass([{ address: '1BitcoinEaterAddressDontSendf59kuE' }]).labels[0]?.category).toBe('burn');
  });

  test('a token contract in a list of exchanges is a token contract', () => {
    const rows: Partial<Claim>[] = [
      { networks: ['eth'], address: invented.eth(1), label: 'ABCC (ABCC)' },
      { networks: ['eth'], address: invented.eth(2), label: 'Binance 14' },
      { networks: ['eth'], address: invented.eth(3), label: 'Upbit (Hot Wallet)' },
    ];
    expect(pass(rows).labels.map(({ category }) => category)).toEqual(['token_contract', 'exchange', 'exchange']);
    expect(isTokenName('WOO (WOO)')).toBe(true);
  });

  test('text is capped and freed of what a reader cannot see', () => {
    const { labels } = pass([
      {
        label: `Good\u202e\u0000 label ${'x'.repeat(500)}`,
        source: 's'.repeat(2000),
        details: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key${i}`, 'v'.repeat(1000)])),
      },
    ]);
    const label = labels[0] as Label;
    expect(label.label.startsWith('Good label xxx')).toBe(true);
    expect(label.label).toHaveLength(200);
    expect(label.source).toHaveLength(500);
    expect(Object.keys(label.details)).toHaveLength(20);
    expect(Object.values(label.details).every((value) => value.length === 500)).toBe(true);
  });

  test('an empty label is refused, and so is one that is drawn as nothing', () => {
    for (const label of [' \u200b ', '\u3164\u2800', '\u115f\uffa0'])
      expect(pass([{ label }]).refused[0]?.reason).toBe('the label is empty');
  });
});

describe('words', () => {
  test('roles are read from whole words of the source', () => {
    expect(roleOf('Kraken Hot Wallet 3')).toBe('hot');
    expect(roleOf('Bitstamp cold storage')).toBe('cold');
    expect(roleOf('ShapeShift Binance Deposit')).toBe('deposit');
    expect(roleOf('kucoin reserve wallets')).toBe('reserve');
    expect(roleOf('Hotbit 1')).toBeUndefined();
    expect(roleOf('Coffee shop')).toBeUndefined();
  });

  test('a day is one of the calendar, or none', () => {
    expect(parseDay('2023-08-16 12:18:52.619444')).toBe('2023-08-16');
    expect(parseDay('2023-02-30')).toBeUndefined();
    expect(parseDay('16.08.2023')).toBeUndefined();
    expect(parseDay('2023-08-161')).toBeUndefined();
    expect(parseDay(undefined)).toBeUndefined();
  });

  test('a surrogate pair is not cut in half', () => {
    expect(cleanText(`${'a'.repeat(8)}\u{1F600}bc`, 10)).toBe(`${'a'.repeat(8)}…`);
  });
});
