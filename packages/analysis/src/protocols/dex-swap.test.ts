import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { EVENTS } from './event-signatures.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { key, log, move, transaction } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions, findMentions } = recorded.watch(ofCatalogue);

const ME = key('me');
const ROUTER = '7a250d5630b4cf539739df2c5dacb4c659f2488d';
const POOL = key('pool');
const POOL2 = key('pool2');
const WETH = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const DAI = key('dai');
const USDC = key('usdc');

const v2Swap = (index: number, pool = POOL) =>
  log(index, pool, [EVENTS.UNISWAP_V2_SWAP.topic, ROUTER, ME], [1n, 0n, 0n, 2n]);
const v3Swap = (index: number, pool = POOL2) =>
  log(index, pool, [EVENTS.UNISWAP_V3_SWAP.topic, ROUTER, ME], [1n, -2n, 3n, 4n, 5n]);

describe('a swap', () => {
  test('is the net change of the sender, across routers and pools, without the fee', () => {
    const moves = [
      move(ME, '', 21n, '', { kind: 'fee' }),
      move(ME, ROUTER, 1000n, '', { kind: 'native' }),
      move('', ROUTER, 900n, WETH, { flags: 1 }),
      move(ROUTER, POOL, 900n, WETH),
      move(POOL, POOL2, 500n, USDC),
      move(POOL2, ME, 499n, DAI),
      move(ROUTER, ME, 100n),
    ];
    const actions = findActions(transaction(moves, [v2Swap(3), v3Swap(5)], { to: ROUTER }));
    expect(actions).toHaveLength(1);
    expect(actions[0]).toMatchObject({
      kind: 'swap',
      rule: 'dex-swap/1',
      protocol: 'Uniswap v2 shape, Uniswap v3 shape',
      account: ME,
      given: [{ asset: '', amount: 900n }],
      got: [{ asset: DAI, amount: 499n }],
      evidence: [3, 5],
    });
    expect(actions[0]?.note).toContain('Called through: Uniswap v2 router.');
    expect(actions[0]?.note).toContain('2 exchange contracts took part.');
  });

  test('takes no amount from a log', () => {
    const lying = log(1, POOL, [EVENTS.UNISWAP_V2_SWAP.topic, ROUTER, ME], [1n, 0n, 0n, 10n ** 40n]);
    const [action] = findActions(transaction([move(ME, POOL, 5n, USDC), move(POOL, ME, 4n, DAI)], [lying]));
    expect(action).toMatchObject({ given: [{ asset: USDC, amount: 5n }], got: [{ asset: DAI, amount: 4n }] });
  });

  test('counts coin and wrapped coin as one where both changed, and says so', () => {
    const moves = [move(ME, POOL, 100n), move(POOL, ME, 30n, WETH), move(POOL, ME, 7n, DAI)];
    const [action] = findActions(transaction(moves, [v2Swap(1)]));
    expect(action).toMatchObject({ given: [{ asset: '', amount: 70n }], got: [{ asset: DAI, amount: 7n }] });
    expect(action?.note).toContain('wrapped form count as one');
  });

  test('lists what is, and claims no rate, where it is not one for one', () => {
    const moves = [move(ME, POOL, 5n, USDC), move(POOL, ME, 4n, DAI), move(POOL, ME, 3n, key('lp'))];
    const [action] = findActions(transaction(moves, [v2Swap(1)]));
    expect(action?.got).toHaveLength(2);
    expect(action?.note).toContain('not one asset for one other');
  });

  test('belongs to nobody where the sender neither gave nor got', () => {
    const moves = [move(key('bot'), POOL, 5n, USDC), move(POOL, key('bot'), 4n, DAI)];
    const [action] = findActions(transaction(moves, [v2Swap(1)]));
    expect(action).toMatchObject({ account: undefined, given: [], got: [] });
    expect(action?.note).toContain('contracts traded among themselves');
  });

  test('says that coin may be missing where internal transfers are not indexed', () => {
    const [action] = findActions(transaction([move(ME, POOL, 5n, USDC)], [v2Swap(1)], { holds: 7 }));
    expect(action?.note).toContain('Internal transfers are not indexed');
  });

  test('is not seen in a failed transaction, nor in a log of another form', () => {
    const moves = [move(ME, POOL, 5n, USDC), move(POOL, ME, 4n, DAI)];
    expect(findActions(transaction(moves, [v2Swap(1)], { status: 'failed' }))).toEqual([]);
    expect(findActions(transaction(moves, [{ ...v2Swap(1), data: '00' }]))).toEqual([]);
    expect(findActions(transaction(moves, [{ ...v2Swap(1), topics: v2Swap(1).topics.slice(0, 2) }]))).toEqual([]);
  });

  test.each([
    ['Uniswap v4 shape', log(1, POOL, [EVENTS.UNISWAP_V4_SWAP.topic, '01', ME], [1, 2, 3, 4, 5, 6])],
    ['Balancer v2 shape', log(1, POOL, [EVENTS.BALANCER_V2_SWAP.topic, '01', USDC, DAI], [1, 2])],
    ['Curve shape', log(1, POOL, [EVENTS.CURVE_EXCHANGE.topic, ME], [0, 5, 1, 4])],
    ['Uniswap v3 shape', log(1, POOL, [EVENTS.PANCAKE_V3_SWAP.topic, ME, ME], [1, 2, 3, 4, 5, 6, 7])],
  ])('of %s is recognised', (protocol, swapLog) => {
    const moves = [move(ME, POOL, 5n, USDC), move(POOL, ME, 4n, DAI)];
    expect(findActions(transaction(moves, [swapLog]))).toMatchObject([{ kind: 'swap', protocol }]);
    expectNoHalves(transaction(moves, [swapLog]));
  });
});

describe('the wrapped coin', () => {
  test('is wrapped and unwrapped one for one, never paid', () => {
    const wraps = [
      move('', ME, 5n, WETH, { flags: 1, logIndex: 2 }),
      move(ME, '', 3n, WETH, { flags: 1, logIndex: 4 }),
    ];
    expect(findActions(transaction(wraps, []))).toMatchObject([
      { kind: 'wrap', account: ME, given: [{ asset: '', amount: 5n }], got: [{ asset: WETH }], evidence: [2] },
      { kind: 'unwrap', account: ME, given: [{ asset: WETH, amount: 3n }], got: [{ asset: '' }], evidence: [4] },
    ]);
  });

  test('has no line of its own where a router wraps inside a swap', () => {
    const moves = [move('', ROUTER, 5n, WETH, { flags: 1 }), move(ME, POOL, 5n, USDC), move(POOL, ME, 4n, DAI)];
    expect(findActions(transaction(moves, [v2Swap(1)])).map(({ kind }) => kind)).toEqual(['swap']);
  });

  test('is another contract than one that copies its events', () => {
    expect(findActions(transaction([move('', ME, 5n, key('fake'), { flags: 1 })], []))).toEqual([]);
  });
});

describe('an order of CoW Protocol', () => {
  const SETTLEMENT = '9008d19f58aabd9ed0d60971565aa8510560ab41';
  const COIN = 'e'.repeat(40);
  const trade = log(22, SETTLEMENT, [EVENTS.COW_TRADE.topic, key('owner')], [DAI, COIN, 100n, 7n, 1n, 192n, 56n]);

  test('is a swap of its owner, whoever carried it out', () => {
    expect(findActions(transaction([], [trade]))).toMatchObject([
      {
        rule: 'cow-protocol/1',
        account: key('owner'),
        given: [{ asset: DAI, amount: 100n }],
        got: [{ asset: '', amount: 7n }],
      },
    ]);
    expect(findMentions('eth', [trade])).toEqual([{ address: key('owner'), logIndex: 22 }]);
  });

  test('is nothing from another contract or with data that end early', () => {
    expect(findActions(transaction([], [{ ...trade, address: key('copy') }]))).toEqual([]);
    expect(findActions(transaction([], [{ ...trade, data: trade.data.slice(0, 200) }]))).toEqual([]);
    expectNoHalves(transaction([], [trade]));
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/dex-swap.txt');
});
