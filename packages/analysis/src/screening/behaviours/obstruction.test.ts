import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFindBehaviours from './find-behaviours.ts';
import { DAY, DOLLAR, HOUR, keyOf, PlainHistory, type PlainOptions, SELF, START } from './testing/plain-history.ts';

const recorded = new WatchedResults();
const { findBehaviours } = recorded.watch(ofFindBehaviours);

const TOKEN = `eth:0x${'1'.repeat(40)}`;
const DOLLARS = 1_000_000n;

function found(history: PlainHistory, more: Parameters<PlainHistory['subject']>[0] = {}): string[] {
  return findBehaviours(history.subject(more)).map(({ pattern }) => pattern.replace(/\/\d+$/, ''));
}

function sentenceOf(history: PlainHistory, id: string): string | undefined {
  return findBehaviours(history.subject()).find(({ pattern }) => pattern.startsWith(`${id}/`))?.sentence;
}

function write(fill: (history: PlainHistory) => void, options: PlainOptions = {}): PlainHistory {
  const history = new PlainHistory(options);
  fill(history);
  return history;
}

test('a receipt worth less than one unit from a stranger is dust; from a party or a service it is not', () => {
  const dusted = (from: string, amount: number, options: PlainOptions = {}) =>
    write((h) => {
      h.receive(0, 'friend', h.coins(5));
      h.pay(DAY, 'shop', h.coins(1));
      h.receive(2 * DAY, from, h.coins(amount));
    }, options);
  expect(found(dusted('stranger', 0.0009))).toContain('dust-receipt');
  expect(found(dusted('stranger', 0.001))).not.toContain('dust-receipt');
  expect(found(dusted('friend', 0.0009))).not.toContain('dust-receipt');
  expect(found(dusted('shop', 0.0009))).not.toContain('dust-receipt');
  expect(found(dusted('stranger', 0.0009, { services: [keyOf('stranger')] }))).not.toContain('dust-receipt');
  expect(found(dusted('stranger', 0.0009, { price: null }))).not.toContain('dust-receipt');
});

/** An address that is equal to another at both ends. */
const like = (key: string, first: number, last: number) =>
  `${key.slice(0, first)}${'9'.repeat(40 - first - last)}${key.slice(-last)}`;

function poisoned(bait: string, after: number, more: (h: PlainHistory) => void = () => undefined) {
  return write((h) => {
    h.receive(0, 'payer', 9_000n * DOLLARS, DOLLAR);
    h.pay(DAY, 'friend', 500n * DOLLARS, DOLLAR);
    h.add(DAY + after, [{ asset: DOLLAR, amount: 0n, from: [SELF], to: bait, kind: 'token' }]);
    more(h);
  });
}

test('a transfer of nothing with an address that looks like a party of the last week is poisoning', () => {
  const friend = keyOf('friend');
  expect(found(poisoned(like(friend, 3, 4), 7 * DAY))).toContain('address-poisoning');
  expect(found(poisoned(like(friend, 3, 4), 7 * DAY + 1))).not.toContain('address-poisoning');
  expect(found(poisoned(like(friend, 2, 4), HOUR))).not.toContain('address-poisoning');
  expect(found(poisoned(like(friend, 3, 3), HOUR))).not.toContain('address-poisoning');
  expect(found(poisoned(friend, HOUR))).not.toContain('address-poisoning');
});

test('a token nobody prices is bait, an amount of value and a transfer it signed itself are none', () => {
  const bait = like(keyOf('friend'), 3, 4);
  const sent = (amount: bigint, asset: string, isOwn = false) =>
    write((h) => {
      h.pay(0, 'friend', h.coins(1));
      const call = isOwn ? [{ asset: h.coin, amount: 1n, from: [SELF], to: undefined, kind: 'fee' as const }] : [];
      h.add(HOUR, [...call, { asset, amount, from: [bait], to: SELF, kind: 'token' }]);
    });
  expect(found(sent(5_000n * DOLLARS, TOKEN))).toContain('address-poisoning');
  expect(found(sent(DOLLARS / 2n, DOLLAR))).toContain('address-poisoning');
  expect(found(sent(5n * DOLLARS, DOLLAR))).not.toContain('address-poisoning');
  expect(found(sent(0n, TOKEN, true))).not.toContain('address-poisoning');
});

test('what was then paid to the look-alike is in the sentence and among the transactions', () => {
  const bait = like(keyOf('friend'), 3, 4);
  const history = poisoned(bait, HOUR, (h) => {
    h.add(3 * DAY, [
      { asset: h.coin, amount: 1n, from: [SELF], to: undefined, kind: 'fee' },
      { asset: DOLLAR, amount: 800n * DOLLARS, from: [SELF], to: bait, kind: 'token' },
    ]);
  });
  const finding = findBehaviours(history.subject()).find(({ pattern }) => pattern === 'address-poisoning/1');
  expect(finding?.sentence).toContain('It then paid 800000000 token to them.');
  expect(finding?.txids).toEqual(history.transactions.slice(2).map(({ txid }) => txid));
});

test('addresses in Base58 or Bech32 are compared by their text, after what all of them begin with', () => {
  const texts = new Map([
    [keyOf('friend'), 'bc1qabcdefghijklmnop'],
    [keyOf('bait'), 'bc1qabczzzzzzzzzmnop'],
    [keyOf('other'), 'bc1qxyzzzzzzzzzzmnop'],
  ]);
  const history = (bait: string) =>
    write(
      (h) => {
        h.pay(0, 'friend', h.coins(1));
        h.receive(HOUR, bait, h.coins(0.0001));
      },
      { chain: 'btc' },
    );
  const formatAddress = (key: string) => texts.get(key) ?? `bc1q${key}q`;
  expect(found(history('bait'), { formatAddress })).toContain('address-poisoning');
  expect(found(history('other'), { formatAddress })).not.toContain('address-poisoning');
});

function drained(
  percent: number,
  more: Partial<{ isOwn: boolean; isPaid: boolean; to: string; hasActed: boolean }> = {},
) {
  const { isOwn = false, isPaid = false, to = 'thief', hasActed = true } = more;
  return write(
    (h) => {
      if (hasActed) h.act(0, { actions: [{ kind: 'approval', protocol: 'Token approval' }] });
      h.receive(DAY, 'payer', 1_000n * DOLLARS, DOLLAR);
      if (isOwn) h.pay(2 * DAY, to, BigInt(percent * 10) * DOLLARS, DOLLAR);
      else if (!isPaid) h.lose(2 * DAY, to, BigInt(percent * 10) * DOLLARS);
      else
        h.add(2 * DAY, [
          { asset: DOLLAR, amount: BigInt(percent * 10) * DOLLARS, from: [SELF], to: keyOf(to), kind: 'token' },
          { asset: h.coin, amount: h.coins(1), from: [keyOf('pool')], to: SELF, kind: 'internal' },
        ]);
    },
    { services: [keyOf('exchange')] },
  );
}

test('tokens that leave whole in a transaction of somebody else, for nothing, were taken', () => {
  expect(found(drained(95))).toContain('approval-drain');
  expect(sentenceOf(drained(95), 'approval-drain')).toContain('An approval on 1 Jan 2024 came before.');
  expect(found(drained(94))).not.toContain('approval-drain');
  expect(found(drained(95, { isOwn: true }))).not.toContain('approval-drain');
  expect(found(drained(95, { isPaid: true }))).not.toContain('approval-drain');
  expect(found(drained(95, { to: 'exchange' }))).not.toContain('approval-drain');
  expect(found(drained(95, { hasActed: false }))).not.toContain('approval-drain');
});

test('an approval takes neither the coin of the chain nor what was never seen to come', () => {
  const taken = (asset: 'coin' | 'token', had: boolean) =>
    write((h) => {
      h.act(0, { actions: [{ kind: 'approval', protocol: 'Token approval' }] });
      const [id, amount] = asset === 'coin' ? [h.coin, h.coins(10)] : [DOLLAR, 1_000n * DOLLARS];
      if (had) h.receive(DAY, 'payer', amount, id);
      h.add(2 * DAY, [{ asset: id, amount, from: [SELF], to: keyOf('thief'), kind: 'token' }]);
    });
  expect(found(taken('token', true))).toContain('approval-drain');
  expect(found(taken('token', false))).not.toContain('approval-drain');
  expect(found(taken('coin', true))).not.toContain('approval-drain');
  expect(found(taken('coin', false))).not.toContain('approval-drain');
});

test('tokens that it took itself from three addresses in six hours, for nothing, are a drain of several', () => {
  const taking = (victims: readonly string[], apart: number) =>
    write(
      (h) => {
        h.act(0);
        victims.forEach((victim, i) => {
          h.take(DAY + i * apart, [victim], 100n * DOLLARS);
        });
      },
      { services: [keyOf('exchange')] },
    );
  expect(found(taking(['one', 'two', 'three'], 3 * HOUR))).toContain('multi-victim-drain');
  expect(found(taking(['one', 'two', 'three'], 3 * HOUR + 1))).not.toContain('multi-victim-drain');
  expect(found(taking(['one', 'two', 'one'], HOUR))).not.toContain('multi-victim-drain');
  expect(found(taking(['one', 'two', 'exchange'], HOUR))).not.toContain('multi-victim-drain');
  const atOnce = write((h) => {
    h.act(0);
    h.take(HOUR, ['one', 'two', 'three'], 100n * DOLLARS);
  });
  expect(found(atOnce)).not.toContain('multi-victim-drain');
  const busy = write((h) => {
    for (let i = 0; i < 497; i++) h.act(i * HOUR);
    for (const victim of ['one', 'two', 'three']) h.take(1_000 * HOUR, [victim], 100n * DOLLARS);
  });
  expect(found(busy)).not.toContain('multi-victim-drain');
});

test('the first payer of coin is named where the address then started something and all of its history was read', () => {
  const funded = (fill: (h: PlainHistory) => void, options: PlainOptions = {}) => write(fill, options);
  const plain = funded((h) => {
    h.receive(0, 'spam', 5n, TOKEN);
    h.receive(DAY, 'funder', h.coins(1));
    h.receive(2 * DAY, 'later', h.coins(1));
    h.act(3 * DAY);
  });
  expect(sentenceOf(plain, 'first-funder')).toBe(
    `The first coin it had, 1000000000000000000 coin on 2 Jan 2024, came from 0x${keyOf('funder')}.`,
  );
  expect(found(plain, { isWhole: false })).not.toContain('first-funder');
  const idle = funded((h) => {
    h.receive(DAY, 'funder', h.coins(1));
    h.receive(2 * DAY, 'later', h.coins(1));
  });
  expect(found(idle)).not.toContain('first-funder');
});

function depositing(sweeps: number, options: { to?: string; rest?: number; payers?: number; stray?: boolean } = {}) {
  const { to = 'exchange', rest = 0, payers = 2, stray = false } = options;
  return write(
    (h) => {
      for (let i = 0; i < sweeps; i++) {
        h.receive(i * DAY, `payer${i % payers}`, h.coins(1));
        h.pay(i * DAY + 5 * HOUR, to, h.coins(1 - rest));
      }
      if (stray) h.pay(100 * DAY, 'friend', h.coins(0.01));
    },
    { services: [keyOf('exchange')] },
  );
}

test('what two payers pay in is forwarded to one service and nowhere else: the shape of a deposit address', () => {
  expect(found(depositing(2))).toContain('deposit-shape');
  expect(found(depositing(2, { rest: 0.05 }))).toContain('deposit-shape');
  expect(found(depositing(2, { rest: 0.0501 }))).not.toContain('deposit-shape');
  expect(found(depositing(1))).not.toContain('deposit-shape');
  expect(found(depositing(2, { payers: 1 }))).not.toContain('deposit-shape');
  expect(found(depositing(2, { to: 'friend' }))).not.toContain('deposit-shape');
  expect(found(depositing(2, { stray: true }))).not.toContain('deposit-shape');
});

/** Acts at given local hours of someone east of Greenwich. */
function acting(count: number, days: number, offset: number, hours: readonly number[]) {
  return write((h) => {
    for (let i = 0; i < count; i++) {
      const day = Math.floor((i * days) / (count - 1));
      const hour = hours[i % hours.length] ?? 0;
      h.act(day * DAY + ((hour - offset + 24) % 24) * HOUR + i);
    }
  });
}

const WAKING = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];

test('hours of a waking day name the offset they fit, and others none', () => {
  const sentence = sentenceOf(acting(120, 60, 9, WAKING), 'time-zone') ?? '';
  expect(sentence).toMatch(/best: (UTC\+\d+ \(0\.\d\d\)(, )?){3}\. A correlation of hours, never a place\.$/);
  expect(sentence).toContain('UTC+9 (');
  expect(found(acting(49, 60, 9, WAKING))).not.toContain('time-zone');
  expect(found(acting(50, 22, 9, WAKING))).toContain('time-zone');
  expect(found(acting(50, 20, 9, WAKING))).not.toContain('time-zone');
  const always = Array.from({ length: 24 }, (_, i) => i);
  expect(found(acting(240, 60, 0, always))).not.toContain('time-zone');
});

test('receipts say nothing about hours: others choose their time', () => {
  const history = write((h) => {
    for (let i = 0; i < 200; i++)
      h.receive(Math.floor(i / 4) * DAY + (WAKING[i % 15] ?? 0) * HOUR, 'payer', h.coins(1));
  });
  expect(found(history)).not.toContain('time-zone');
  expect(history.transactions[0]?.time).toBe(START + 8 * HOUR);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/obstruction.txt');
});
