import { toPosition } from '@trailmark/core/position';
import type { SetAction, SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';
import { LINE_TYPES } from '@trailmark/core/statement/statement';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofDraftLines from '../draft-lines.ts';
import { LINE_RULES } from './catalogue.ts';

const recorded = new WatchedResults();
const { draftLines } = recorded.watch(ofDraftLines);

const DEPOSIT_CONTRACT = '00000000219ab540356cbb839cbe05303d7705fa';
const pay = (asset: string, more: Partial<SetPayment> = {}): SetPayment => ({
  ...{ asset, amount: 10n, kind: asset === 'eth' ? 'native' : 'token', tokenId: undefined, others: ['x'], own: 'a' },
  ...more,
});
const coin = pay('eth');
const token = pay('eth:token');
const other = pay('eth:other');
const item = pay('eth:punks', { kind: 'nft', tokenId: 7n, amount: 1n });
const nobody = { others: [] };
const did = (kind: SetAction['kind'], network?: string): Pick<SetTransaction, 'actions'> => ({
  actions: [{ kind, protocol: 'Known', rule: 'known', message: undefined, network }],
});

/** A transaction that the set called for 1, by default; its change follows from what it moved. */
function transactionOf(more: Partial<SetTransaction>): SetTransaction {
  const { ins = [], outs = [], fee = { asset: 'eth', amount: 1n } } = more;
  const net = new Map<string, bigint>([[fee.asset, -fee.amount]]);
  for (const { asset, amount } of ins) net.set(asset, (net.get(asset) ?? 0n) + amount);
  for (const { asset, amount } of outs) net.set(asset, (net.get(asset) ?? 0n) - amount);
  return {
    ...{ chain: 'eth', position: toPosition(9, 0), txid: 't', time: 9, within: [], isJoint: false, mix: undefined },
    ...{ isOwnCall: true, isFailed: false, actions: [], spent: [], made: [], outputs: [], receiverCount: 1 },
    ...{ isCut: false, hasUnknownPayer: false, hasUnknownInput: false },
    ...more,
    ...{ ins, outs, fee, net },
  };
}

const linesOf = (more: Partial<SetTransaction>) =>
  draftLines(transactionOf(more)).map(({ type, basis, rule }) => `${type} ${basis}${rule ? ` by ${rule}` : ''}`);
const byOthers = { isOwnCall: false, fee: { asset: 'eth', amount: 0n } };

type Case = readonly [what: string, transaction: Partial<SetTransaction>, ...lines: string[]];

/** As literals, each case would be a type of its own. */
const caseOf = (what: string, transaction: Partial<SetTransaction>, ...lines: string[]): Case => [
  what,
  transaction,
  ...lines,
];

/** What makes each type of line, and next to it what lacks one of its conditions. */
const CASES: readonly Case[] = [
  caseOf('a payment that came', { ...byOthers, ins: [coin] }, 'deposit fact'),
  caseOf('a payment that left', { outs: [coin] }, 'withdrawal fact'),
  caseOf('both ways of one asset', { ins: [coin], outs: [coin] }, 'withdrawal fact', 'deposit fact'),
  caseOf('what stayed in the set', { within: [coin] }, 'own-transfer fact by own-transfer/1'),
  caseOf('what stayed, and a payment', { within: [coin], outs: [coin] }, 'withdrawal fact'),
  caseOf('funded with others', { isJoint: true, ins: [coin] }, 'joint fact by joint/1'),
  caseOf('funded with others in a mix', { isJoint: true, mix: 'wasabi', ins: [coin] }, 'joint inference by joint/1'),
  caseOf(
    'a log of an exchange',
    { ...byOthers, ...did('swap'), ins: [token], outs: [coin] },
    'swap inference by swap/1',
  ),
  caseOf('an own call that exchanged', { ins: [token], outs: [coin] }, 'swap inference by swap/1'),
  caseOf('an exchange by others', { ...byOthers, ins: [token], outs: [coin] }, 'withdrawal fact', 'deposit fact'),
  caseOf(
    'a log of an exchange without two assets',
    { ...did('swap'), ins: [coin], outs: [coin] },
    'withdrawal fact',
    'deposit fact',
  ),
  caseOf('over a bridge', { ...did('bridge-out', 'base'), outs: [coin] }, 'bridge inference by bridge/1'),
  caseOf('out of a bridge', { ...byOthers, ...did('bridge-in'), ins: [token] }, 'bridge inference by bridge/1'),
  caseOf('wrapped', { ...did('wrap'), ins: [token], outs: [coin] }, 'wrap inference by wrap/1'),
  caseOf('unwrapped', { ...did('unwrap'), ins: [coin], outs: [token] }, 'wrap inference by wrap/1'),
  caseOf('wrapped and exchanged', { ...did('wrap'), ins: [token, other], outs: [coin] }, 'swap inference by swap/1'),
  caseOf('a wrap of somebody', { ...did('wrap'), ins: [token] }, 'deposit fact'),
  caseOf(
    'a wrap of somebody, and another asset',
    { ...did('wrap'), ins: [token, other] },
    'deposit fact',
    'deposit fact',
  ),
  caseOf(
    'a wrap for somebody, and another asset',
    { ...did('wrap'), outs: [token, other] },
    'withdrawal fact',
    'withdrawal fact',
  ),
  caseOf('an item for a coin', { ins: [item], outs: [coin] }, 'nft-buy inference by nft-trade/1'),
  caseOf('an item by a logged sale', { ...did('nft-sale'), ins: [item] }, 'nft-buy inference by nft-trade/1'),
  caseOf('a coin for an item', { ins: [coin], outs: [item] }, 'nft-sale inference by nft-trade/1'),
  caseOf('an item sold by its log', { ...did('nft-sale'), outs: [item] }, 'nft-sale inference by nft-trade/1'),
  caseOf('an item as a present', { ...byOthers, ins: [item] }, 'deposit fact'),
  caseOf('items both ways', { ins: [item], outs: [{ ...item, asset: 'eth:apes' }] }, 'swap inference by swap/1'),
  caseOf('a validator’s deposit', { outs: [pay('eth', { others: [DEPOSIT_CONTRACT] })] }, 'stake fact by stake/2'),
  caseOf(
    'the same address elsewhere',
    { chain: 'base', outs: [pay('eth', { others: [DEPOSIT_CONTRACT] })] },
    'withdrawal fact',
  ),
  caseOf(
    'a validator’s withdrawal',
    { ...byOthers, ins: [pay('eth', { kind: 'withdrawal', ...nobody })] },
    'validator-withdrawal fact by stake/2',
  ),
  caseOf(
    'a block’s reward',
    { ...byOthers, ins: [pay('eth', { kind: 'reward', ...nobody })] },
    'mining fact by created/1',
  ),
  caseOf('a tip', { ...byOthers, ins: [pay('eth', { kind: 'tip' })] }, 'mining fact by created/1'),
  caseOf(
    'what the first block gave',
    { ...byOthers, ins: [pay('eth', { kind: 'genesis', ...nobody })] },
    'deposit fact by created/1',
  ),
  caseOf('a token from nobody', { ...byOthers, ins: [pay('eth:token', nobody)] }, 'mint fact by created/1'),
  caseOf('a token to nobody', { outs: [pay('eth:token', nobody)] }, 'burn fact by created/1'),
  caseOf('a coin whose payer is not known', { ...byOthers, ins: [pay('eth', nobody)] }, 'deposit fact'),
  caseOf('a token to ten', { ...byOthers, ins: [token], receiverCount: 10 }, 'airdrop inference by airdrop/1'),
  caseOf('an item to ten', { ...byOthers, ins: [item], receiverCount: 10 }, 'airdrop inference by airdrop/1'),
  caseOf('a token to nine', { ...byOthers, ins: [token], receiverCount: 9 }, 'deposit fact'),
  caseOf('a coin to ten', { ...byOthers, ins: [coin], receiverCount: 10 }, 'deposit fact'),
  caseOf('a token to ten that the set called', { ins: [token], receiverCount: 10 }, 'deposit fact'),
  caseOf('a permission', did('approval'), 'approval fact by approval/1'),
  caseOf('a permission by others', { ...byOthers, ...did('approval') }),
  caseOf('a permission with a payment', { ...did('approval'), outs: [coin] }, 'withdrawal fact'),
  caseOf('a call that failed', { isFailed: true }, 'failed-fee fact by failed-fee/1'),
  caseOf('a failed call of others', { ...byOthers, isFailed: true }),
  caseOf('a call that moved nothing', {}, 'call fact by call/1'),
];

test.each(CASES.map(([what, transaction, ...lines]) => ({ what, transaction, lines })))(
  '$what',
  ({ transaction, lines }) => {
    expect(linesOf(transaction)).toEqual(lines);
  },
);

test('every type of line and every rule has its case', () => {
  const found = CASES.flatMap(([, , ...lines]) => lines);
  expect(new Set(found.map((line) => line.split(' ')[0]))).toEqual(
    new Set(LINE_TYPES.filter((type) => type !== 'reward')),
  );
  expect(new Set(found.flatMap((line) => line.split(' by ')[1] ?? []))).toEqual(
    new Set(LINE_RULES.map(({ id }) => id)),
  );
});

test('a line says whom the rule names, and carries fee, counterparty and address of the set once', () => {
  const [line] = draftLines(
    transactionOf({ ...did('bridge-out', 'base'), outs: [coin, pay('eth', { others: ['y'] })] }),
  );
  expect(line).toMatchObject({
    note: 'Known to base',
    others: ['x', 'y'],
    own: ['a'],
    legs: [{ amount: -20n }],
    fee: { amount: -1n },
  });
  const noteOf = (more: Partial<SetTransaction>) => draftLines(transactionOf(more))[0]?.note;
  expect(noteOf({ ...did('bridge-in', 'base'), ins: [token] })).toBe('Known from base');
  expect(noteOf({ ...did('swap'), ins: [token], outs: [coin] })).toBe('Known');
  expect(noteOf({ ...byOthers, ins: [token], receiverCount: 12 })).toBe('One of 12 receivers');
  expect(noteOf({ isJoint: true, mix: 'wasabi', ins: [coin] })).toBe('CoinJoin: wasabi');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/line-rules.txt');
});
