import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { EVENTS } from './event-signatures.ts';
import { key, log, move, transaction } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions, findMentions } = recorded.watch(ofCatalogue);

const ME = key('me');
const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const TRON_USDT = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const POOL_10 = '910cbd523d972eb0a6f4cae4618ad62622b39dbf';
const PERMIT2 = '000000000022d473030f116ddee9f6b43ac78ba3';

describe('a freeze', () => {
  test.each([
    ['Tether on Ethereum, in the data', 'eth', log(1, USDT, [EVENTS.TETHER_ADDED.topic], [ME]), 'freeze'],
    ['Tether on TRON, in a topic', 'trx', log(1, TRON_USDT, [EVENTS.TETHER_ADDED.topic, ME]), 'freeze'],
    ['Tether lifts it', 'eth', log(1, USDT, [EVENTS.TETHER_REMOVED.topic], [ME]), 'unfreeze'],
    ['Circle', 'eth', log(1, USDC, [EVENTS.FIAT_TOKEN_BLACKLISTED.topic, ME]), 'freeze'],
    ['Circle lifts it', 'eth', log(1, USDC, [EVENTS.FIAT_TOKEN_UNBLACKLISTED.topic, ME]), 'unfreeze'],
    ['Paxos', 'eth', log(1, '4fabb145d64652a948d72533023f6e7a623c7c53', [EVENTS.PAXOS_FROZEN.topic, ME]), 'freeze'],
  ] as const)('of %s is an event on the address', (_, chain, frozen, kind) => {
    const input = transaction([], [frozen], { from: key('issuer') }, chain);
    expect(findActions(input)).toMatchObject([{ kind, account: ME, evidence: [1] }]);
    expect(findMentions(chain, [frozen])).toEqual([{ address: ME, logIndex: 1 }]);
  });

  test('names what was destroyed', () => {
    const destroyed = log(1, USDT, [EVENTS.TETHER_DESTROYED.topic], [ME, 500n]);
    expect(findActions(transaction([], [destroyed]))).toMatchObject([
      { kind: 'destroy-frozen', about: [{ asset: USDT, amount: 500n }] },
    ]);
  });

  test('counts only from the issuer: any contract can write such a log, and addresses are per chain', () => {
    const forged = log(1, key('anybody'), [EVENTS.TETHER_ADDED.topic], [ME]);
    const elsewhere = log(1, USDT, [EVENTS.TETHER_ADDED.topic], [ME]);
    expect(findActions(transaction([], [forged]))).toEqual([]);
    expect(findMentions('eth', [forged])).toEqual([]);
    expect(findActions(transaction([], [elsewhere], {}, 'trx'))).toEqual([]);
    expect(findMentions('trx', [elsewhere])).toEqual([]);
  });

  test('is nothing where the data are no address', () => {
    expect(findActions(transaction([], [log(1, USDT, [EVENTS.TETHER_ADDED.topic], ['ff'.repeat(32)])]))).toEqual([]);
    expect(findActions(transaction([], [log(1, USDT, [EVENTS.TETHER_ADDED.topic])]))).toEqual([]);
  });
});

describe('Tornado Cash', () => {
  const deposit = (index: number) => log(index, POOL_10, [EVENTS.TORNADO_DEPOSIT.topic, '0c'], [index, 99]);
  const withdrawal = log(3, POOL_10, [EVENTS.TORNADO_WITHDRAWAL.topic, key('relayer')], [key('fresh'), '0d', 2n]);

  test('a deposit is its sender paying into the pool', () => {
    const [action] = findActions(transaction([move(key('router'), POOL_10, 10n)], [deposit(1)]));
    expect(action).toMatchObject({ kind: 'mixer-deposit', account: ME, given: [{ asset: '', amount: 10n }] });
    expect(action?.protocol).toContain('pool of 10');
  });

  test('deposits of one transaction share what went in evenly', () => {
    const actions = findActions(transaction([move(ME, POOL_10, 20n)], [deposit(1), deposit(2)]));
    expect(actions.map(({ given }) => given[0]?.amount)).toEqual([10n, 10n]);
  });

  test('a withdrawal names recipient, relayer and fee, and no deposit', () => {
    const moves = [move(POOL_10, key('fresh'), 8n), move(POOL_10, key('relayer'), 2n)];
    const [action] = findActions(transaction(moves, [withdrawal], { from: key('relayer') }));
    expect(action).toMatchObject({ kind: 'mixer-withdrawal', account: key('fresh'), got: [{ amount: 8n }] });
    expect(action?.parties).toContainEqual({ role: 'relayer', address: key('relayer') });
    expect(action?.counterpart).toBeUndefined();
    expect(action?.note).toContain('fee of 2');
    expect(action?.note).toContain('Nothing on the ledger links');
    const free = log(3, POOL_10, [EVENTS.TORNADO_WITHDRAWAL.topic, key('relayer')], [key('fresh'), '0d', 0n]);
    expect(findActions(transaction(moves, [free]))[0]?.note).not.toContain('fee');
  });

  test('a withdrawal is found from its recipient and its relayer', () => {
    expect(findMentions('eth', [withdrawal]).map(({ address }) => address)).toEqual([key('fresh'), key('relayer')]);
  });

  test('states no amount where the payment is not indexed', () => {
    expect(findActions(transaction([], [withdrawal]))).toMatchObject([{ got: [] }]);
  });

  test('is not any contract with the same events', () => {
    const copy = { ...deposit(1), address: key('copy') };
    expect(findActions(transaction([move(ME, key('copy'), 10n)], [copy]))).toEqual([]);
  });
});

describe('an approval', () => {
  const approve = (amount: bigint) => log(1, USDT, [EVENTS.APPROVAL.topic, ME, key('spender')], [amount]);

  test('is shown with its spender, and gives nothing', () => {
    const [action] = findActions(transaction([], [approve(50n)]));
    expect(action).toMatchObject({ kind: 'approval', account: ME, given: [], got: [], about: [{ amount: 50n }] });
    expect(action?.parties[0]).toEqual({ role: 'spender', address: key('spender') });
  });

  test.each([
    [(1n << 256n) - 1n, 'unlimited'],
    [1n << 255n, 'unlimited'],
    [(1n << 255n) - 1n, 'up to this amount'],
    [0n, 'taken back'],
  ])('of %s says what it allows', (amount, words) => {
    expect(findActions(transaction([], [approve(amount)]))[0]?.note).toContain(words);
  });

  test('may be for one token or for everything of a collection', () => {
    const one = log(1, key('nft'), [EVENTS.APPROVAL.topic, ME, key('spender'), '2a']);
    const all = log(2, key('nft'), [EVENTS.APPROVAL_FOR_ALL.topic, ME, key('spender')], [1]);
    const none = log(3, key('nft'), [EVENTS.APPROVAL_FOR_ALL.topic, ME, key('spender')], [0]);
    const actions = findActions(transaction([], [one, all, none]));
    expect(actions[0]?.about).toMatchObject([{ tokenId: 42n }]);
    expect(actions[1]?.note).toContain('everything of this collection');
    expect(actions[2]?.note).toContain('taken back');
  });

  test('through Permit2 names the token and not the contract', () => {
    const permit = log(1, PERMIT2, [EVENTS.PERMIT2_PERMIT.topic, ME, USDT, key('spender')], [(1n << 160n) - 1n, 9, 0]);
    const [action] = findActions(transaction([], [permit]));
    expect(action).toMatchObject({ protocol: 'Permit2', about: [{ asset: USDT }] });
    expect(action?.note).toContain('unlimited');
    expect(findActions(transaction([], [{ ...permit, address: key('copy') }]))).toEqual([]);
  });

  test('is found from owner and spender', () => {
    expect(findMentions('eth', [approve(1n)]).map(({ address }) => address)).toEqual([ME, key('spender')]);
    const cleared = log(1, key('nft'), [EVENTS.APPROVAL.topic, ME, '00', '2a']);
    expect(findMentions('eth', [cleared]).map(({ address }) => address)).toEqual([ME]);
  });
});

test('logs without topics, or of unknown events, say nothing', () => {
  const odd = [log(1, USDT, []), log(2, USDT, ['ff'.repeat(32)], [1, 2, 3])];
  expect(findActions(transaction([], odd))).toEqual([]);
  expect(findMentions('eth', odd)).toEqual([]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/account-events.txt');
});
