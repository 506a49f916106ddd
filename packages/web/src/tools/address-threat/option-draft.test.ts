import { describe, expect, test } from 'vitest';
import { readOptions, toDraft } from './option-draft.ts';
import { describeOptions, toRequest } from './screening-request.ts';
import { threatSearch } from './search.ts';
import { formatShare, writePercent } from './threat-words.ts';

const parse = (text: string) => threatSearch.parse(Object.fromEntries(new URLSearchParams(text)));

describe('options of a screening', () => {
  test('leave defaults out of the address bar', () => {
    const { options, errors } = readOptions(toDraft({}));
    expect(errors).toEqual({});
    expect(Object.values(options ?? {}).filter((value) => value !== undefined)).toEqual([]);
  });

  test('come back from the address bar as they were typed', () => {
    const draft = {
      ...toDraft({}),
      ways: 'in',
      method: 'lifo',
      services: 'through',
      hops: '8',
      share: '0.05',
      from: '2020-1-2',
      amount: '1,000',
    };
    const { options } = readOptions(draft);
    expect(options).toMatchObject({
      ways: 'in',
      method: 'lifo',
      services: 'through',
      hops: 8,
      share: 500,
      from: '2020-01-02',
      amount: '1000',
    });
    expect(toDraft(options ?? {})).toEqual({ ...draft, from: '2020-01-02', amount: '1000' });
  });

  test.each([
    [{ hops: '1' }, 'hops'],
    [{ share: '101' }, 'share'],
    [{ amount: '0.5' }, 'amount'],
    [{ assetKind: 'token' }, 'asset'],
    [{ assetKind: 'token', asset: '0x12' }, 'asset'],
    [{ from: '2020-02-30' }, 'from'],
    [{ from: '2020-02-03', to: '2020-02-01' }, 'to'],
  ])('name what is wrong in %j', (patch, field) => {
    const { options, errors } = readOptions({ ...toDraft({}), ...patch });
    expect(options).toBeUndefined();
    expect(Object.keys(errors)).toEqual([field]);
  });
});

describe('the address bar', () => {
  test('makes a whole request', () => {
    expect(
      toRequest(parse('chain=eth&tx=0xab&method=poison&hops=99&asset=coin&to=2020-01-01&withoutRules=A1,B2')),
    ).toEqual({
      chain: 'eth',
      subject: { kind: 'transaction', text: '0xab' },
      ways: ['in', 'out'],
      asset: '',
      method: 'poison/1',
      maxHops: 20,
      minSharePpm: 1_000,
      minAmount: 0n,
      fromTime: null,
      toTime: 1_577_923_199,
      budget: 10_000,
      withCluster: false,
      followSwaps: false,
      withoutLabels: [],
      withoutRules: ['A1', 'B2'],
    });
  });

  test('names no subject where it holds nonsense', () => {
    expect(toRequest(parse('chain=nothing&address=x'))).toBeUndefined();
    expect(toRequest(parse('chain=btc'))).toBeUndefined();
  });

  test('is described in one line', () => {
    expect(describeOptions(parse('cluster=yes&ways=in'))).toMatch(/^With its cluster, received only, /);
    expect(describeOptions(parse(''))).toBe(
      'Received and sent, most used assets, Haircut, 5 hops, payments from 0.1\u2009%, all time',
    );
  });
});

test('no share is ever rounded to nothing, nor up to all', () => {
  expect([0, 1, 999, 1_000, 342_900, 999_999, 1_000_000].map(writePercent)).toEqual([
    ...['0', '<0.1', '<0.1', '0.1', '34.2', '99.9', '100.0'],
  ]);
  expect(formatShare(3)).toBe('under 0.1\u2009%');
});
