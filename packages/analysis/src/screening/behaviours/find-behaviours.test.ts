import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { BEHAVIOURS } from './catalogue.ts';
import * as ofFindBehaviours from './find-behaviours.ts';
import { DAY, DOLLAR, HOUR, keyOf, PlainHistory, type PlainOptions, SELF, START } from './testing/plain-history.ts';

const recorded = new WatchedResults();
const { findBehaviours } = recorded.watch(ofFindBehaviours);

/** Ids of what is found in a history. */
function found(history: PlainHistory, more: Parameters<PlainHistory['subject']>[0] = {}): string[] {
  return findBehaviours(history.subject(more)).map(({ pattern }) => pattern.replace(/\/\d+$/, ''));
}

function sentenceOf(history: PlainHistory, id: string): string | undefined {
  return findBehaviours(history.subject()).find(({ pattern }) => pattern.startsWith(`${id}/`))?.sentence;
}

/** A history written by a function. */
function write(fill: (history: PlainHistory) => void, options: PlainOptions = {}): PlainHistory {
  const history = new PlainHistory(options);
  fill(history);
  return history;
}

function repeat(count: number, each: (i: number) => void): void {
  for (let i = 0; i < count; i++) each(i);
}

const times = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test('each pattern has its own id, a version and a section of the page', () => {
  expect(new Set(BEHAVIOURS.map(({ id }) => id)).size).toBe(BEHAVIOURS.length);
  for (const { id, page, version } of BEHAVIOURS) {
    expect(page).toBe(`docs/methods/behaviours.md#${id}`);
    expect(version).toBeGreaterThanOrEqual(1);
  }
});

test('a finding carries its transactions in the order of the chain, its times and a count of all', () => {
  const history = write((h) => {
    for (const i of times(150)) {
      h.receive(i * 2 * HOUR, `payer${i}`, h.coins(1));
      h.pay(i * 2 * HOUR + 60, 'next', h.coins(1));
    }
  });
  const finding = findBehaviours(history.subject()).find(({ pattern }) => pattern === 'pass-through/1');
  expect(finding).toMatchObject({ count: 300, firstTime: START, lastTime: START + 149 * 2 * HOUR + 60 });
  expect(finding?.txids).toEqual(history.transactions.slice(0, 200).map(({ txid }) => txid));
});

test('nothing is found of a service', () => {
  const history = write((h) => repeat(30, (i) => void h.receive(i * HOUR, `payer${i}`, h.coins(9))));
  expect(found(history)).toContain('fan-in');
  expect(found(history, { isService: (key) => key === SELF })).toEqual([]);
});

const passing = (count: number, minutes: number, out: number, others = 0) =>
  write((h) => {
    for (const i of times(count)) {
      h.receive(i * DAY, 'payer', h.coins(1));
      h.pay(i * DAY + minutes * 60, 'next', h.coins(out));
    }
    for (const i of times(others)) h.receive((count + i) * DAY, 'payer', h.coins(1));
  });

test.each([
  [3, 60, 0.95, 0, true],
  [2, 60, 0.95, 0, false],
  [3, 61, 0.95, 0, false],
  [3, 60, 0.9499, 0, false],
  [3, 60, 0.95, 3, true],
  [3, 60, 0.95, 4, false],
])('%i passages in %i minutes of %f, and %i other receipts: pass-through %s', (count, minutes, out, others, is) => {
  expect(found(passing(count, minutes, out, others)).includes('pass-through')).toBe(is);
});

test('one payment passes on no more than its amount', () => {
  const history = write((h) => {
    for (const i of times(4)) {
      h.receive(i * DAY, 'a', h.coins(1));
      h.receive(i * DAY + 1, 'b', h.coins(1));
      h.receive(i * DAY + 2, 'c', h.coins(1));
      h.pay(i * DAY + 60, 'next', h.coins(1));
    }
  });
  expect(found(history)).not.toContain('pass-through');
});

const crowd = (parties: number, span: number, more: (h: PlainHistory) => void = () => undefined) =>
  write((h) => {
    for (const i of times(parties)) h.receive((i * span) / (parties - 1), `payer${i}`, h.coins(1));
    more(h);
  });

test('ten payers in a day that never come back are a fan-in; nine, or ten in more than a day, are none', () => {
  expect(found(crowd(10, DAY))).toContain('fan-in');
  expect(found(crowd(9, DAY))).not.toContain('fan-in');
  expect(found(crowd(10, DAY + 9))).not.toContain('fan-in');
});

test('payers who come back, and more payers at other times, are no fan-in', () => {
  const back = crowd(10, DAY, (h) => repeat(10, (i) => h.receive((30 + i) * DAY, `payer${i}`, h.coins(1))));
  expect(found(back)).not.toContain('fan-in');
  const shop = (days: number) =>
    crowd(10, DAY, (h) => repeat(days, (i) => h.receive((5 + 3 * i) * DAY, `other${i}`, h.coins(1))));
  expect(found(shop(10))).toContain('fan-in');
  expect(found(shop(11))).not.toContain('fan-in');
});

test('ten recipients in a day are a fan-out, and the largest part of a payment to several may be change', () => {
  const paying = (count: number) =>
    write((h) => {
      h.receive(0, 'payer', h.coins(100));
      repeat(count, (i) => h.pay(DAY + i * HOUR, `person${i}`, h.coins(1)));
    });
  expect(found(paying(10))).toContain('fan-out');
  expect(found(paying(9))).not.toContain('fan-out');
  const atOnce = (count: number) =>
    write((h) => {
      h.receive(0, 'payer', h.coins(100));
      h.payMany(
        DAY,
        times(count).map((i) => [`person${i}`, h.coins(1 + i)] as const),
      );
    });
  expect(found(atOnce(11))).toContain('fan-out');
  expect(found(atOnce(10))).not.toContain('fan-out');
});

const dollars = (amounts: readonly number[], apart: number, isOut = false) =>
  write((h) => {
    h.act(-DAY);
    amounts.forEach((amount, i) => {
      const units = BigInt(Math.round(amount * 1_000_000));
      if (isOut) h.pay(i * apart, `person${i}`, units, DOLLAR);
      else h.receive(i * apart, `person${i}`, units, DOLLAR);
    });
  });

test.each([
  [[9_900, 9_500, 8_000], 12 * HOUR, true],
  [[9_900, 9_500, 7_999.99], 12 * HOUR, false],
  [[9_900, 9_500, 10_000], 12 * HOUR, false],
  [[9_900, 9_500], HOUR, false],
  [[9_900, 9_500, 9_000], 12 * HOUR + 1, false],
  [[900, 850, 800], HOUR, true],
  [[900, 850, 800, 1_000], HOUR, false],
  [[1_000, 900, 850, 800], HOUR, false],
  [[750, 750, 750, 750, 900, 850, 800], HOUR, false],
])('amounts of %j, %i seconds apart: structuring %s', (amounts, apart, is) => {
  expect(found(dollars(amounts, apart)).includes('structuring')).toBe(is);
  expect(found(dollars(amounts, apart, true)).includes('structuring')).toBe(is);
});

test('without thresholds, or without prices, nothing is structuring', () => {
  expect(found(dollars([900, 850, 800], HOUR), { reportingThresholds: [] })).not.toContain('structuring');
  expect(found(dollars([900, 850, 800], HOUR), { moneyOf: () => undefined })).not.toContain('structuring');
});

test('of several series below thresholds the longest is reported, whichever threshold or side it is on', () => {
  const history = write((h) => {
    const each = (amounts: readonly number[], from: number, say: (time: number, amount: bigint) => void) => {
      for (const [i, amount] of amounts.entries()) say(from + i * HOUR, BigInt(amount) * 1_000_000n);
    };
    each([900, 850, 800], 0, (time, amount) => h.receive(time, 'a', amount, DOLLAR));
    each([2_900, 2_850, 2_800, 2_700, 2_600], 10 * DAY, (time, amount) => h.pay(time, 'b', amount, DOLLAR));
    each([2_900, 2_850, 2_800, 2_700], 20 * DAY, (time, amount) => h.receive(time, 'c', amount, DOLLAR));
  });
  const tell = (thresholds: readonly number[]) =>
    findBehaviours(history.subject({ reportingThresholds: thresholds })).find(({ pattern }) =>
      pattern.startsWith('structuring/'),
    );
  for (const thresholds of [
    [1_000, 3_000],
    [3_000, 1_000],
  ]) {
    expect(tell(thresholds)?.sentence).toMatch(/^5 payments within 24 hours from .* reporting threshold of .*3,000/);
    expect(tell(thresholds)?.count).toBe(5);
  }
  expect(tell([1_000])?.sentence).toMatch(/^3 receipts/);
});

const burst = (earlier: number, amounts: readonly number[], usual = 500) =>
  write((h) => {
    repeat(earlier, (i) => h.receive(i * 2 * DAY, `person${i % 4}`, BigInt(usual + i) * 1_000_000n, DOLLAR));
    for (const [i, amount] of amounts.entries())
      h.receive((2 * earlier + 1) * DAY + i * HOUR, 'rich', BigInt(amount) * 1_000_000n, DOLLAR);
  });

test('three amounts in a day above 10,000 and above what came before are a burst', () => {
  expect(found(burst(10, [10_001, 20_000, 30_000]))).toContain('high-value-burst');
  expect(found(burst(10, [10_000, 20_000, 30_000]))).not.toContain('high-value-burst');
  expect(found(burst(10, [20_000, 30_000]))).not.toContain('high-value-burst');
  expect(found(burst(9, [10_001, 20_000, 30_000]))).not.toContain('high-value-burst');
  expect(found(burst(10, [20_000, 20_000, 20_000], 25_000))).not.toContain('high-value-burst');
  expect(found(burst(10, [20_000, 20_000, 20_000]), { isWhole: false })).not.toContain('high-value-burst');
});

const rhythm = (gaps: readonly number[], silence: number, payers = 5) => {
  const history = write((h) => {
    let time = 0;
    h.receive(time, 'payer0', h.coins(1.2345));
    gaps.forEach((gap, i) => {
      time += gap * DAY;
      h.receive(time, `payer${(i + 1) % payers}`, h.coins(1.2345));
    });
  });
  return { history, subject: { tipTime: (history.transactions.at(-1)?.time ?? 0) + silence } };
};

test.each([
  [[2, 2, 3, 2], 30 * DAY, 5, true],
  [[2, 2, 3, 2], 30 * DAY - 1, 5, false],
  [[2, 2, 3], 60 * DAY, 5, false],
  [[1, 1, 9, 1], 60 * DAY, 5, false],
  [[2, 2, 3, 2], 60 * DAY, 4, true],
  [[2, 2, 3, 2], 60 * DAY, 3, false],
  [[2, 2, 3, 2], 60 * DAY, 1, false],
  [[20, 20, 20, 20], 59 * DAY, 5, false],
  [[20, 20, 20, 20], 60 * DAY, 5, true],
  [[40, 2, 2, 3, 2], 30 * DAY, 5, true],
  [[2, 2, 3, 2, 40], DAY, 5, true],
  [[2, 2, 3, 29], 60 * DAY, 5, false],
])(
  'receipts %j days apart, then %i seconds of silence, %i payers: staggered then silent %s',
  (gaps, silence, payers, is) => {
    const { history, subject } = rhythm(gaps, silence, payers);
    expect(found(history, subject).includes('staggered-then-silent')).toBe(is);
  },
);

test('a first receipt of 10,000 that is gone within a day is a new address emptied', () => {
  const emptied = (amount: number, out: number, after: number) =>
    write((h) => {
      h.receive(0, 'payer', h.coins(amount));
      h.pay(after, 'next', h.coins(out));
    });
  expect(found(emptied(10, 9.5, DAY))).toContain('new-account-emptied');
  expect(found(emptied(9.9999, 9.5, DAY))).not.toContain('new-account-emptied');
  expect(found(emptied(10, 9.4999, DAY))).not.toContain('new-account-emptied');
  expect(found(emptied(10, 9.5, DAY + 1))).not.toContain('new-account-emptied');
  expect(found(emptied(10, 9.5, DAY), { isWhole: false })).not.toContain('new-account-emptied');
});

test('a new address that pays more than five addresses is no new address emptied', () => {
  const paying = (count: number) =>
    write((h) => {
      h.receive(0, 'payer', h.coins(12));
      repeat(count, (i) => void h.pay(HOUR + i, `staff${i}`, h.coins(12 / count)));
    });
  expect(found(paying(5))).toContain('new-account-emptied');
  expect(found(paying(6))).not.toContain('new-account-emptied');
});

test('half of a balance that leaves after 180 days is dormancy, then a burst', () => {
  const dormant = (days: number, out: number, isVisited = false) =>
    write((h) => {
      h.receive(0, 'payer', h.coins(10));
      if (isVisited) h.receive(90 * DAY, 'payer', h.coins(0.01));
      h.pay(days * DAY, 'next', h.coins(out));
    });
  expect(found(dormant(180, 5))).toContain('dormancy-then-burst');
  expect(found(dormant(179.99, 5))).not.toContain('dormancy-then-burst');
  expect(found(dormant(180, 4.9999))).not.toContain('dormancy-then-burst');
  expect(found(dormant(180, 5, true))).not.toContain('dormancy-then-burst');
});

test('five transactions of round amounts, four fifths of all, are noted', () => {
  const amounts = (round: number, other: number) =>
    write((h) => {
      repeat(round, (i) => h.receive(i * DAY, 'payer', h.coins(1.5)));
      repeat(other, (i) => h.receive((round + i) * DAY, 'payer', h.coins(1.55)));
    });
  expect(found(amounts(5, 1))).toContain('round-amounts');
  expect(found(amounts(4, 0))).not.toContain('round-amounts');
  expect(found(amounts(5, 2))).not.toContain('round-amounts');
});

test('an address of the Bitcoin family that is paid again after it was spent from is used again', () => {
  const reuse = (options: PlainOptions, before: number, after: number) =>
    write((h) => {
      repeat(before, (i) => h.receive(i * DAY, `payer${i}`, h.coins(1)));
      h.pay(50 * DAY, 'next', h.coins(0.5));
      repeat(after, (i) => h.receive((60 + i) * DAY, `payer${i}`, h.coins(1)));
    }, options);
  expect(found(reuse({ chain: 'btc' }, 2, 1))).toContain('address-reuse');
  expect(found(reuse({ chain: 'btc' }, 1, 1))).not.toContain('address-reuse');
  expect(found(reuse({ chain: 'btc' }, 3, 0))).not.toContain('address-reuse');
  expect(found(reuse({}, 2, 1))).not.toContain('address-reuse');
});

test('peel chains of four hops that keep 70 % a hop are reported, the longest first', () => {
  const chain = (hops: number, entered: bigint, left: bigint) => {
    const txids = times(hops).map((i) => `${hops}${i}`.padStart(64, 'f'));
    return { txids, enteredAmount: entered, leftAmount: left, firstTime: START, lastTime: START + hops };
  };
  const history = new PlainHistory();
  expect(found(history, { peelChains: [chain(4, 10_000n, 2_401n)] })).toEqual(['peel-chain']);
  expect(found(history, { peelChains: [chain(3, 10_000n, 9_000n)] })).toEqual([]);
  expect(found(history, { peelChains: [chain(4, 10_000n, 2_400n)] })).toEqual([]);
  const [both] = findBehaviours(history.subject({ peelChains: [chain(4, 9n, 9n), chain(7, 1_000_000n, 900_000n)] }));
  expect(both).toMatchObject({ count: 11, firstTime: START, lastTime: START + 7 });
  expect(both?.sentence).toContain('The longest of 2 peel chains');
  expect(both?.sentence).toContain('7 transactions');
});

test('CoinJoins are counted by kind, and pay nobody', () => {
  const history = write((h) => {
    h.act(0);
    for (const i of times(12)) {
      const part = { asset: h.coin, amount: h.coins(1), from: [keyOf(`peer${i}`)], to: SELF, kind: 'native' as const };
      h.add(i * HOUR, [part], { coinJoin: { kind: i < 8 ? 'wasabi-2' : 'joinmarket', confidence: 60 - i } });
    }
  });
  expect(found(history)).toEqual(['coinjoin-use']);
  expect(sentenceOf(history, 'coinjoin-use')).toBe(
    'It took part in transactions with the shape of a CoinJoin: wasabi-2 8 times (confidence 53 to 60) and joinmarket 4 times (confidence 49 to 52).',
  );
});

test('a single CoinJoin is one, and a history without any has none', () => {
  const history = (coinJoin?: { readonly kind: 'joinmarket'; readonly confidence: number }) =>
    write((h) => {
      h.act(0);
      const part = { asset: h.coin, amount: h.coins(1), from: [keyOf('peer')], to: SELF, kind: 'native' as const };
      h.add(HOUR, [part], coinJoin ? { coinJoin } : {});
    });
  expect(sentenceOf(history({ kind: 'joinmarket', confidence: 50 }), 'coinjoin-use')).toBe(
    'It took part in transactions with the shape of a CoinJoin: joinmarket 1 time (confidence 50).',
  );
  expect(found(history())).not.toContain('coinjoin-use');
});

test('mixers, swaps and bridges are read from protocol actions, and what was not decoded is stated', () => {
  const history = write((h) => {
    h.act(0, { actions: [{ kind: 'mixer-deposit', protocol: 'Tornado Cash' }] });
    h.act(DAY, {
      actions: [
        { kind: 'swap', protocol: 'Uniswap' },
        { kind: 'bridge-out', protocol: 'Across' },
      ],
    });
    h.act(2 * DAY, { actions: [] });
    h.act(3 * DAY);
  });
  expect(found(history)).toEqual(['mixer-use', 'swap-use', 'bridge-use']);
  expect(sentenceOf(history, 'mixer-use')).toMatch(/Tornado Cash \(1 time\)\. Logs of 3 transactions were read\.$/);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-behaviours.txt');
});
