import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { EVENTS } from './event-signatures.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { key, log, move, textWords, transaction, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions, findMentions } = recorded.watch(ofCatalogue);

const ME = key('me');
const WBTC = '2260fac5e5542a773aa44fbcfedf7c193bc2c599';
const NOMAD = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';
const NOMAD_HOME = '92d3404a7e6c91455bbd81475cd9fad96acff4c8';
const NOMAD_REPLICA = '049b51e531fd8f90da6d92ea83dc4125002f20ef';
const HORIZON = '2dccdb493827e15a5dc8f8b72147e6c4a5620857';
const THOR = 'd37bbe5744d730a1d98d8dc97c42f0ca46ad7146';
const at = (height: number) => ({ position: toPosition(height, 0) });

describe('Nomad', () => {
  const message = 'd5e9f245ec07f00ab709d28aa7506f8f0989bf2c86cad9c2b22ab86119dacef8';
  const dispatch = (index: number, hash = message, domain = '6265616d') =>
    log(index, NOMAD_HOME, [EVENTS.NOMAD_DISPATCH.topic, hash, '01', `${domain}00000007`]);
  const send = log(5, NOMAD, [EVENTS.NOMAD_SEND.topic, WBTC, ME, '6265616d'], [key('there'), 9n, 0]);
  const receive = log(1, NOMAD, [EVENTS.NOMAD_RECEIVE.topic, '6265616d000013d6', WBTC, ME], [key(''), 10n ** 10n]);
  const process = log(2, NOMAD_REPLICA, [EVENTS.NOMAD_PROCESS.topic, message, '01', '02']);

  test('what was sent is proven by the hash of its message', () => {
    expect(findActions(transaction([], [dispatch(4), send], at(15_000_000)))).toMatchObject([
      {
        kind: 'bridge-out',
        account: ME,
        given: [{ asset: WBTC, amount: 9n }],
        counterpart: { network: 'moonbeam', address: `0x${key('there')}`, message, certainty: 'proven' },
        note: expect.stringContaining('The hash of the message is logged there'),
      },
    ]);
  });

  test('takes the message logged last before it and for its own network', () => {
    const logs = [dispatch(1, 'aa'.repeat(32)), dispatch(3), dispatch(4, 'bb'.repeat(32), '65766d73'), send];
    expect(findActions(transaction([], logs))[0]?.counterpart?.message).toBe(message);
  });

  test('without the log of a message the other side is only stated', () => {
    expect(findActions(transaction([], [send]))).toMatchObject([
      {
        counterpart: { certainty: 'stated', message: undefined },
        note: expect.stringContaining('The log of its message is not indexed.'),
      },
    ]);
  });

  test('a message that another contract logs proves nothing', () => {
    const sent = [{ ...dispatch(4), address: key('copy') }, send];
    expect(findActions(transaction([], sent, at(15_000_000)))[0]?.counterpart).toMatchObject({
      certainty: 'stated',
      message: undefined,
    });
    const paid = [receive, { ...process, address: key('copy') }];
    expect(findActions(transaction([], paid, at(15_000_000)))[0]?.counterpart).toMatchObject({
      certainty: 'stated',
      message: 'nonce 5078',
    });
  });

  test('what was paid out before the forgeries is proven, as after them, and stated between', () => {
    const before = findActions(transaction([], [receive, process], at(15_259_100)))[0];
    const after = findActions(transaction([], [receive, process], at(15_259_101)))[0];
    expect(before).toMatchObject({ kind: 'bridge-in', account: ME, got: [{ asset: WBTC, amount: 10n ** 10n }] });
    expect(before?.counterpart).toEqual({ network: 'moonbeam', address: undefined, message, certainty: 'proven' });
    expect(after?.counterpart?.certainty).toBe('stated');
    const relaunched = findActions(transaction([], [receive, process], at(15_259_773)))[0];
    expect(relaunched?.counterpart?.certainty).toBe('proven');
    expect(after?.note).toContain('nobody had sent');
    for (const note of [before?.note, relaunched?.note]) expect(note).toContain('for a message from another network');
  });

  test('is read from payments and messages where the log of a payment is not indexed, paired where they are as many', () => {
    const processed = (index: number) =>
      log(index, NOMAD_REPLICA, [EVENTS.NOMAD_PROCESS.topic, `${index}`.repeat(64), '01', '02']);
    const paid = move(NOMAD, ME, 7n, WBTC);
    expect(findActions(transaction([paid], [processed(3)], at(15_259_101)))).toMatchObject([
      {
        kind: 'bridge-in',
        account: ME,
        got: [{ asset: WBTC, amount: 7n }],
        counterpart: { network: 'moonbeam', message: '3'.repeat(64), certainty: 'stated' },
        evidence: [3],
        note: expect.stringContaining('nobody had sent'),
      },
    ]);
    const [honest] = findActions(transaction([paid], [processed(3)], at(15_000_000)));
    expect(honest).toMatchObject({ counterpart: { certainty: 'proven' }, note: expect.stringContaining('by hash') });
    const unpaired = findActions(transaction([paid], [processed(3), processed(4)], at(15_000_000)));
    expect(unpaired).toMatchObject([{ counterpart: { message: undefined, certainty: 'stated' }, evidence: [3, 4] }]);
    expect(findActions(transaction([paid], [{ ...processed(3), address: key('copy') }]))).toEqual([]);
  });

  test('of which a log is cut or garbled is no half action', () => {
    expectNoHalves(transaction([], [dispatch(4), send], at(15_000_000)), [transaction([], [send])]);
    expectNoHalves(transaction([], [receive, process], at(15_000_000)), [transaction([], [receive])]);
    expectNoHalves(transaction([move(NOMAD, ME, 7n, WBTC)], [process], at(15_000_000)));
  });

  test('is only the bridge itself, and found from the account', () => {
    expect(findActions(transaction([], [{ ...receive, address: key('copy') }, process]))).toEqual([]);
    expect(findMentions('eth', [send, receive]).map(({ address }) => address)).toEqual([ME, ME]);
  });
});

describe('Harmony Horizon', () => {
  const receipt = 'd48d952695ede26c0ac11a6028ab1be6059e9d104b55208931a84e99ef5479b6';
  const locked = log(1, HORIZON, [EVENTS.HORIZON_LOCKED.topic, WBTC, ME], [7n, key('one')]);
  const unlocked = log(1, HORIZON, [EVENTS.HORIZON_UNLOCKED.topic], [WBTC, 7n, ME, receipt]);

  test('what was locked is stated to go to a recipient on Harmony', () => {
    expect(findActions(transaction([], [locked]))).toMatchObject([
      { kind: 'bridge-out', given: [{ amount: 7n }], counterpart: { network: 'harmony', address: `0x${key('one')}` } },
    ]);
  });

  test('what was unlocked is proven by its receipt until the keys were stolen', () => {
    const [before] = findActions(transaction([], [unlocked], at(15_012_645)));
    const [after] = findActions(transaction([], [unlocked], at(15_012_646)));
    expect(before?.counterpart).toMatchObject({ message: receipt, certainty: 'proven' });
    expect(before?.note).toContain('for a burn on Harmony');
    expect(after?.counterpart).toMatchObject({ message: receipt, certainty: 'stated' });
    expect(after?.note).toContain('its keys were in other hands');
  });
});

test('a log of Horizon that is cut or garbled is no half action, and a copy of its contract none', () => {
  const [locked, unlocked] = [
    log(1, HORIZON, [EVENTS.HORIZON_LOCKED.topic, WBTC, ME], [7n, key('one')]),
    log(1, HORIZON, [EVENTS.HORIZON_UNLOCKED.topic], [WBTC, 7n, ME, 'ab'.repeat(32)]),
  ];
  for (const each of [locked, unlocked]) {
    expectNoHalves(transaction([], [each]));
    expect(findActions(transaction([], [{ ...each, address: key('copy') }]))).toEqual([]);
    expect(findMentions('eth', [{ ...each, address: key('copy') }])).toEqual([]);
  }
  const coin = log(1, HORIZON, [EVENTS.HORIZON_LOCKED.topic, '', ME], [7n, key('one')]);
  expect(findActions(transaction([], [coin]))).toMatchObject([{ given: [{ asset: '', amount: 7n }] }]);
});

describe('THORChain', () => {
  const data = (memo: string, ...words: (string | bigint)[]) =>
    [...words, BigInt((words.length + 1) * 32)].map(word).join('') + textWords(memo);
  const deposit = (memo: string) => ({
    ...log(1, THOR, [EVENTS.THORCHAIN_DEPOSIT.topic, key('vault'), '00']),
    data: data(memo, 5n),
  });

  test('a deposit of block 18100010 reads as its transaction was made', () => {
    const real = {
      ...log(165, THOR, [
        EVENTS.THORCHAIN_DEPOSIT.topic,
        '21bb9d0543239f30990d6afe3780f959f5acde95',
        'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      ]),
      data: `00000000000000000000000000000000000000000000000000000000042c1d800000000000000000000000000000000000000000000000000000000000000040000000000000000000000000000000000000000000000000000000000000003b3d3a4554482e54484f523a3078413437663331423939316645314339623033373264383334394130314564423034373937333738303a3a743a31350000000000`,
    };
    expect(findActions(transaction([], [real]))).toMatchObject([
      {
        given: [{ asset: 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', amount: 70_000_000n }],
        counterpart: { network: 'ETH', address: '0xA47f31B991fE1C9b0372d8349A01EdB047973780' },
      },
    ]);
  });

  test('a deposit is stated to go where its memo says', () => {
    const input = transaction([], [deposit('=:BTC.BTC:bc1qexampleexampleexample:0/1/0:ab:10')]);
    expect(findActions(input)).toMatchObject([
      {
        kind: 'bridge-out',
        account: ME,
        given: [{ asset: '', amount: 5n }],
        counterpart: { network: 'BTC', address: 'bc1qexampleexampleexample', certainty: 'stated' },
      },
    ]);
  });

  test('is no half action where a log is cut or garbled, and none of a copy', () => {
    const hash = 'AB'.repeat(32);
    const out = {
      ...log(1, THOR, [EVENTS.THORCHAIN_TRANSFER_OUT.topic, key('vault'), ME]),
      data: data(`OUT:${hash}`, WBTC, 5n),
    };
    for (const each of [deposit('=:BTC.BTC:bc1qexampleexampleexample'), out]) {
      expectNoHalves(transaction([], [each]));
      const copy = { ...each, address: key('copy') };
      expect([findActions(transaction([], [copy])), findMentions('eth', [copy])]).toEqual([[], []]);
    }
    const swap = { ...out, data: data('=:BTC.BTC:bc1qexampleexampleexample', WBTC, 5n) };
    expect(findActions(transaction([], [swap]))).toEqual([]);
  });

  test('short names are written out, and a name in place of an address is not called one', () => {
    const [short] = findActions(transaction([], [deposit('=:b:bc1qexampleexampleexample')]));
    expect(short?.counterpart).toMatchObject({ network: 'BTC', address: 'bc1qexampleexampleexample' });
    expect(short?.note).toContain('to this network and address');
    const [named] = findActions(transaction([], [deposit('=:e:dx:161e6:t:10')]));
    expect(named?.counterpart).toMatchObject({ network: 'ETH', address: undefined, certainty: 'stated' });
    expect(named?.note).toContain('THORName');
  });

  test.each(['ADD:ETH.ETH:thor1x', '=:BTC.BTC', 'hello <script>', ''])('a memo "%s" is no swap', (memo) => {
    expect(findActions(transaction([], [deposit(memo)]))).toEqual([]);
  });

  test('a payment out names the transaction it answers and is never proven', () => {
    const hash = 'AB'.repeat(32);
    const answer = (memo: string) => ({
      ...log(1, THOR, [EVENTS.THORCHAIN_TRANSFER_OUT.topic, key('vault'), ME]),
      data: data(memo, WBTC, 5n),
    });
    const out = answer(`OUT:${hash}`);
    expect(findActions(transaction([], [out]))).toMatchObject([
      { kind: 'bridge-in', account: ME, counterpart: { message: hash.toLowerCase(), certainty: 'stated' } },
    ]);
    const words = [out, answer(`REFUND:${hash}`)].map((log) =>
      findActions(transaction([], [log]))[0]?.note.slice(0, 9),
    );
    expect(words).toEqual(['Paid out ', 'Paid back']);
    expect(findMentions('eth', [out])).toEqual([{ address: ME, logIndex: 1 }]);
  });
});

describe('LI.FI', () => {
  const started = (bridge: string) => {
    const words = [word('aa'.repeat(32)), word(320n), word(384n), word(key('')), word(key('')), word(key('there'))];
    words.push(word(77n), word(137n), word(0), word(0));
    return {
      ...log(1, '1231deb6f5749ef6ce6943a275a1d3e7486f4eae', [EVENTS.LIFI_STARTED.topic]),
      data: word(32n) + words.join('') + textWords(bridge) + textWords('app'),
    };
  };

  test('names bridge, network and receiver as stated, without moving anything itself', () => {
    const [action] = findActions(transaction([], [started('across')]));
    expect(action).toMatchObject({
      kind: 'bridge-out',
      account: ME,
      given: [],
      about: [{ asset: '', amount: 77n }],
      counterpart: { network: 'polygon', address: `0x${key('there')}`, certainty: 'stated' },
    });
    expect(action?.note).toContain('"across"');
  });

  test('shows nothing of markup in the name of a bridge', () => {
    expect(findActions(transaction([], [started('<img src=x>"')]))[0]?.note).toContain('"img srcx"');
  });

  test('is nothing where the data end early', () => {
    const cut = { ...started('across'), data: started('across').data.slice(0, 600) };
    expect(findActions(transaction([], [cut]))).toEqual([]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/bridges.txt');
});
