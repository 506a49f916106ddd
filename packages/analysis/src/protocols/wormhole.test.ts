import type { StoredMove } from '@trailmark/core/account-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions } = recorded.watch(ofCatalogue);

const ME = key('me');
const THERE = key('there');
const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';
const WETH = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const WRAPPED = key('wrapped');
const ETH = {
  core: '98f3c9e6e3face36baad05fe09d375ef1464288b',
  tokens: '3ee18b2214aff97000d974cf647e7c347e8fa585',
};
const BSC_TOKENS = 'b6f6d86a8f9879a9c87f643768d9efc38c1da6e7';
const PUBLISHED =
  'event LogMessagePublished(address indexed sender, uint64 sequence, uint32 nonce, bytes payload, uint8 consistencyLevel)';
const REDEEMED =
  'event TransferRedeemed(uint16 indexed emitterChainId, bytes32 indexed emitterAddress, uint64 indexed sequence)';
const hex = (digits: string) => `0x${digits}`;
const small = (value: number) => value.toString(16).padStart(4, '0');

const transfer = (amount: bigint, token: string, tokenChain = 2, kind = '01') =>
  `${kind}${word(amount)}${word(token)}${small(tokenChain)}${word(THERE)}${small(4)}${word(0)}`;
const published = (payload: string, address = ETH.core, sender = ETH.tokens, logIndex = 9) =>
  encodeLog(logIndex, address, PUBLISHED, {
    ...{ sender: hex(sender), sequence: 321n, nonce: 0, payload: hex(payload), consistencyLevel: 1 },
  });
const redeemed = (logIndex: number, sequence = 321n, address = BSC_TOKENS) =>
  encodeLog(logIndex, address, REDEEMED, {
    ...{ emitterChainId: 2, emitterAddress: hex(word(ETH.tokens)), sequence },
  });
const onEth = (moves: StoredMove[], ...logs: ReturnType<typeof redeemed>[]) => findActions(transaction(moves, logs));
const onBsc = (moves: StoredMove[], ...logs: ReturnType<typeof redeemed>[]) =>
  findActions(transaction(moves, logs, {}, 'bsc'));
const at = (logIndex: number) => ({ logIndex });

describe('the token bridge of Wormhole', () => {
  test('both sides carry the same message, which proves the link', () => {
    const [out] = onEth([move(ME, ETH.tokens, 5_000_000n, USDT, at(8))], published(transfer(5_000_000n, USDT)));
    const [into] = onBsc([move('', THERE, 5_000_000n, WRAPPED, at(4))], redeemed(3));
    expect(out).toMatchObject({
      kind: 'bridge-out',
      account: ME,
      given: [{ asset: USDT, amount: 5_000_000n }],
      counterpart: {
        ...{ network: 'bnb chain', address: hex(THERE), certainty: 'proven' },
        message: `2/${word(ETH.tokens)}/321`,
      },
    });
    expect(into).toMatchObject({
      kind: 'bridge-in',
      account: THERE,
      got: [{ asset: WRAPPED, amount: 5_000_000n }],
      parties: [{ role: 'payer', address: BSC_TOKENS }],
      counterpart: { network: 'ethereum', message: out?.counterpart?.message, certainty: 'proven' },
    });
  });

  test('an amount is reported in full, though the message carries eight decimals of it', () => {
    const paid = 1_234_567_890_123_456_789n;
    const log = published(transfer(123_456_789n, WETH));
    expect(onEth([move(ME, ETH.tokens, paid, WETH, at(8))], log)[0]?.given).toMatchObject([
      { asset: WETH, amount: paid },
    ]);
    expect(onEth([move(ME, ETH.tokens, paid, '', { kind: 'native' })], log)[0]?.given).toMatchObject([
      { asset: '', amount: paid },
    ]);
  });

  test('a wrapped token that goes home is reported as it was given, whatever its own address', () => {
    const log = published(transfer(77n, key('far'), 1, '03'));
    const [out] = onEth([move(ME, ETH.tokens, 77n, WRAPPED, at(7)), move(ETH.tokens, '', 77n, WRAPPED, at(8))], log);
    expect(out).toMatchObject({ account: ME, given: [{ asset: WRAPPED, amount: 77n }] });
  });

  test('a payment of another amount or token is not the one of a message, and the sender counts as who paid', () => {
    const log = published(transfer(77n, USDT));
    for (const other of [
      move(key('app'), ETH.tokens, 78n, USDT, at(8)),
      move(key('app'), ETH.tokens, 77n, WETH, at(8)),
    ])
      expect(onEth([other], log)).toMatchObject([{ account: ME, given: [], counterpart: { certainty: 'proven' } }]);
  });

  test('of two messages each has its own payout, and a fee of the relayer is not the payment', () => {
    const actions = onBsc(
      [
        move('', key('one'), 10n, WRAPPED, at(2)),
        move('', key('relay'), 1n, WRAPPED, at(3)),
        move(BSC_TOKENS, key('two'), 20n, USDT, at(5)),
      ],
      redeemed(1, 1n),
      redeemed(4, 2n),
    );
    expect(actions.map(({ account, got }) => [account, got[0]?.amount])).toEqual([
      [key('one'), 10n],
      [key('two'), 20n],
    ]);
  });

  test('a payout in the coin is reported where one message is paid out', () => {
    expect(onBsc([move(BSC_TOKENS, THERE, 5n)], redeemed(1))).toMatchObject([
      { account: THERE, got: [{ asset: '', amount: 5n }] },
    ]);
    expect(onBsc([move(BSC_TOKENS, THERE, 5n)], redeemed(1), redeemed(2, 2n))[0]?.got).toEqual([]);
  });

  test('messages of others, logs of copies and messages that are no transfers are nothing', () => {
    const payload = transfer(77n, USDT);
    expect(onEth([], published(payload, key('copy')))).toEqual([]);
    expect(onEth([], published(payload, ETH.core, key('app')))).toEqual([]);
    expect(onEth([], published(transfer(77n, USDT, 2, '02')))).toEqual([]);
    expect(onEth([], published(payload.slice(0, 200)))).toEqual([]);
    expect(onBsc([], redeemed(1, 1n, key('copy')))).toEqual([]);
    expect(onBsc([], redeemed(1, 1n, ETH.tokens))).toEqual([]);
  });

  test('logs that end early, or point beyond their end, are nothing', () => {
    const log = published(transfer(77n, USDT));
    const end = log.data.length - 54;
    for (let cut = 0; cut < end; cut += 6) expect(onEth([], { ...log, data: log.data.slice(0, cut) })).toEqual([]);
    for (const value of ['f'.repeat(64), word(2n ** 60n), word(33)]) {
      expect(onEth([], { ...log, data: log.data.slice(0, 128) + value + log.data.slice(192) })).toEqual([]);
    }
    for (let count = 1; count < 4; count += 1)
      expect(onBsc([], { ...redeemed(1), topics: redeemed(1).topics.slice(0, count) })).toEqual([]);
  });
});

test('of damaged logs of the token bridge comes a whole action or none', () => {
  const paid = move(ME, ETH.tokens, 5_000_000n, USDT, at(8));
  const unpaid = transaction([], [published(transfer(5_000_000n, USDT))]);
  expectNoHalves(transaction([paid], [published(transfer(5_000_000n, USDT))]), [unpaid]);
  expectNoHalves(transaction([move('', THERE, 5_000_000n, WRAPPED, at(4))], [redeemed(3)], {}, 'bsc'));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/wormhole.txt');
});
