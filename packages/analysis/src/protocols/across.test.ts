import type { StoredMove } from '@trailmark/core/account-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions, findMentions } = recorded.watch(ofCatalogue);

const ME = key('me');
const THERE = key('there');
const RELAYER = key('relayer');
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const USDC_BASE = '833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const WETH = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const WETH_BASE = '4200000000000000000000000000000000000006';
const ON_ETH = '5c7bcd6e7de5423a257d81b442095a1a6ced35c5';
const ON_BASE = '09aea4b2242abc8bb4bb78d537a67a245a7bec64';
const hex = (digits: string) => `0x${digits}`;
const long = (digits: string) => hex(word(digits));

// The three forms of contracts/interfaces/V3SpokePoolInterface.sol and of the pools before it.
const FORMS = {
  now: {
    deposited:
      'event FundsDeposited(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint256 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 indexed depositor, bytes32 recipient, bytes32 exclusiveRelayer, bytes message)',
    filled:
      'event FilledRelay(bytes32 inputToken, bytes32 outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, bytes32 exclusiveRelayer, bytes32 indexed relayer, bytes32 depositor, bytes32 recipient, bytes32 messageHash, (bytes32 updatedRecipient, bytes32 updatedMessageHash, uint256 updatedOutputAmount, uint8 fillType) relayExecutionInfo)',
    spell: long,
  },
  legacy: {
    deposited:
      'event V3FundsDeposited(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint32 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, address indexed depositor, address recipient, address exclusiveRelayer, bytes message)',
    filled:
      'event FilledV3Relay(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint32 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, address exclusiveRelayer, address indexed relayer, address depositor, address recipient, bytes message, (address updatedRecipient, bytes updatedMessage, uint256 updatedOutputAmount, uint8 fillType) relayExecutionInfo)',
    spell: hex,
  },
};
type Form = (typeof FORMS)['now'];
const FORM_LIST = Object.entries(FORMS);

interface Figures {
  readonly address: string;
  readonly message: string;
  readonly tokens: readonly [string, string];
  readonly recipient: string;
  readonly updated: { readonly to: string; readonly amount: bigint };
}
const FIGURES: Figures = {
  address: ON_ETH,
  message: '0x',
  tokens: [USDC, USDC_BASE],
  recipient: THERE,
  updated: { to: THERE, amount: 990n },
};

function deposited({ deposited: event, spell }: Form, more: Partial<Figures> = {}) {
  const { address, message, tokens, recipient } = { ...FIGURES, ...more };
  return encodeLog(7, address, event, {
    ...{ inputToken: spell(tokens[0]), outputToken: spell(tokens[1]), inputAmount: 1_000n, outputAmount: 990n },
    ...{ destinationChainId: 8453n, depositId: 77, quoteTimestamp: 1, fillDeadline: 2, exclusivityDeadline: 0 },
    ...{ depositor: spell(ME), recipient: spell(recipient), exclusiveRelayer: spell(key('')), message },
  });
}

function filled({ filled: event, spell }: Form, more: Partial<Figures> = {}) {
  const { address, message, tokens, recipient, updated } = { ...FIGURES, address: ON_BASE, ...more };
  const changed = { updatedRecipient: spell(updated.to), updatedOutputAmount: updated.amount, fillType: 0 };
  return encodeLog(8, address, event, {
    ...{ inputToken: spell(tokens[0]), outputToken: spell(tokens[1]), inputAmount: 1_000n, outputAmount: 990n },
    ...{ repaymentChainId: 1n, originChainId: 1n, depositId: 77, fillDeadline: 2, exclusivityDeadline: 0 },
    ...{ exclusiveRelayer: spell(key('')), relayer: spell(RELAYER), depositor: spell(ME), recipient: spell(recipient) },
    ...{ message, messageHash: long('00') },
    relayExecutionInfo: { ...changed, updatedMessage: message, updatedMessageHash: long('00') },
  });
}

const onEth = (log: ReturnType<typeof filled>, moves: StoredMove[] = []) => findActions(transaction(moves, [log]));
const onBase = (log: ReturnType<typeof filled>, moves: StoredMove[] = []) =>
  findActions(transaction(moves, [log], {}, 'base'));

describe.each(FORM_LIST)('Across version 3 as it is spelt %s', (_, form) => {
  test('both sides carry the same message; only the deposit proves it', () => {
    const [out] = onEth(deposited(form));
    const [into] = onBase(filled(form));
    expect(out).toMatchObject({
      kind: 'bridge-out',
      account: ME,
      given: [{ asset: USDC, amount: 1_000n }],
      counterpart: { network: 'base', address: hex(THERE), message: `across/1/77/${THERE}/990`, certainty: 'proven' },
    });
    expect(into).toMatchObject({
      kind: 'bridge-in',
      account: THERE,
      got: [{ asset: USDC_BASE, amount: 990n }],
      parties: [{ role: 'relayer', address: RELAYER }],
      counterpart: { network: 'ethereum', address: hex(ME), certainty: 'stated' },
    });
    expect(into?.counterpart?.message).toBe(out?.counterpart?.message);
    expect(findMentions('eth', [deposited(form)])).toEqual([{ address: ME, logIndex: 7 }]);
    expect(findMentions('base', [filled(form)])).toEqual([{ address: THERE, logIndex: 8 }]);
  });

  test('a message to the recipient does not change what is read', () => {
    const more = { message: `0x${'ab'.repeat(100)}` };
    expect(onEth(deposited(form, more))[0]?.counterpart?.message).toBe(`across/1/77/${THERE}/990`);
    expect(onBase(filled(form, more))[0]).toMatchObject({ account: THERE, got: [{ amount: 990n }] });
  });

  test('of damaged logs comes a whole action or none, without a relayer where no address is given', () => {
    expectNoHalves(transaction([], [deposited(form)]));
    expectNoHalves(transaction([], [filled(form)], {}, 'base'), [], false);
  });

  test('a recipient and an amount that were changed afterwards are reported, and the message stays', () => {
    const [into] = onBase(filled(form, { updated: { to: key('else'), amount: 980n } }));
    expect(into).toMatchObject({
      account: key('else'),
      got: [{ amount: 980n }],
      counterpart: { message: `across/1/77/${THERE}/990` },
    });
  });

  test('a fill that names a deposit which requested another recipient does not carry its message', () => {
    const message = onEth(deposited(form))[0]?.counterpart?.message;
    expect(onBase(filled(form, { recipient: key('else') }))[0]?.counterpart?.message).not.toBe(message);
  });

  test('the coin is reported where the coin moved, and the wrapped one where that did', () => {
    const tokens = [WETH, WETH_BASE] as const;
    const given = (moves: StoredMove[]) => onEth(deposited(form, { tokens }), moves)[0]?.given[0]?.asset;
    expect(given([move(ME, ON_ETH, 1_000n)])).toBe('');
    expect(given([move(ME, ON_ETH, 1_000n, WETH)])).toBe(WETH);
    expect(given([move(ME, ON_ETH, 5n)])).toBe(WETH);
    const got = (moves: StoredMove[]) => onBase(filled(form, { tokens }), moves)[0]?.got[0]?.asset;
    expect(got([move(ON_BASE, THERE, 990n)])).toBe('');
    expect(got([move(RELAYER, THERE, 990n, WETH_BASE)])).toBe(WETH_BASE);
  });

  test('a depositor who is only named is not taken for who paid', () => {
    const by = (from: string, moves: StoredMove[]) =>
      findActions(transaction(moves, [deposited(form)], { from: key(from) }))[0];
    const router = key('router');
    expect(by('me', [move(router, ON_ETH, 1_000n, USDC)])?.account).toBe(ME);
    expect(by('me', [move(router, ON_ETH, 1_000n, USDC)])?.note).not.toContain('in the name of another');
    expect(by('sponsor', [move(ME, router, 1_000n, USDC), move(router, ON_ETH, 1_000n, USDC)])?.account).toBe(ME);
    const framed = by('thief', [move(key('thief'), ON_ETH, 1_000n, USDC), move(ME, router, 0n, USDC)]);
    expect(framed?.account).toBe(key('thief'));
    expect(framed?.note).toContain('in the name of another');
    expect(by('thief', [move(ME, router, 9n, key('bait'))])?.account).toBe(key('thief'));
  });

  test('the same logs of other contracts are nothing', () => {
    expect(onEth(deposited(form, { address: key('copy') }))).toEqual([]);
    expect(onBase(filled(form, { address: ON_ETH }))).toEqual([]);
    expect(findMentions('base', [filled(form, { address: key('copy') })])).toEqual([]);
  });

  test('logs that end early are nothing and no failure', () => {
    for (const [log, on] of [
      [deposited(form), onEth],
      [filled(form), onBase],
    ] as const) {
      for (let end = 0; end < log.data.length; end += 8) {
        const actions = on({ ...log, data: log.data.slice(0, end) });
        if (end < 64 * 8) expect(actions).toEqual([]);
      }
      for (let count = 1; count < 3; count += 1) expect(on({ ...log, topics: log.topics.slice(0, count) })).toEqual([]);
    }
  });

  test('an id and amounts as large as a word stay whole numbers', () => {
    const log = deposited(form);
    const huge = { ...log, topics: log.topics.with(2, 'f'.repeat(64)) };
    expect(onEth(huge)[0]?.counterpart?.message).toBe(`across/1/${2n ** 256n - 1n}/${THERE}/990`);
  });
});

test('a network without a name is given by its number, and a recipient that is no EVM address whole', () => {
  const log = deposited(FORMS.now, { recipient: 'ab'.repeat(32) });
  const far = { ...log, topics: log.topics.with(1, word(34_268_394_551_451n)) };
  expect(onEth(far)[0]?.counterpart).toMatchObject({
    network: 'chain 34268394551451',
    address: hex('ab'.repeat(32)),
    message: `across/1/77/${'ab'.repeat(32)}/990`,
  });
});

describe('Across version 2', () => {
  const deposit = encodeLog(
    3,
    ON_ETH,
    'event FundsDeposited(uint256 amount, uint256 originChainId, uint256 indexed destinationChainId, int64 relayerFeePct, uint32 indexed depositId, uint32 quoteTimestamp, address originToken, address recipient, address indexed depositor, bytes message)',
    {
      ...{ amount: 1_000n, originChainId: 1n, destinationChainId: 8453n, relayerFeePct: 10n ** 15n, depositId: 5 },
      ...{ quoteTimestamp: 1, originToken: hex(USDC), recipient: hex(THERE), depositor: hex(ME), message: '0x' },
    },
  );
  const fill = (fillAmount: bigint, relayerFeePct = 10n ** 16n) =>
    encodeLog(
      4,
      ON_BASE,
      'event FilledRelay(uint256 amount, uint256 totalFilledAmount, uint256 fillAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint256 destinationChainId, int64 relayerFeePct, int64 realizedLpFeePct, uint32 indexed depositId, address destinationToken, address relayer, address indexed depositor, address recipient, bytes message, (address recipient, bytes message, int64 relayerFeePct, bool isSlowRelay, int256 payoutAdjustmentPct) updatableRelayData)',
      {
        ...{ amount: 1_000n, totalFilledAmount: fillAmount, fillAmount, repaymentChainId: 1n, originChainId: 1n },
        ...{ destinationChainId: 8453n, relayerFeePct, realizedLpFeePct: 10n ** 15n, depositId: 5 },
        ...{ destinationToken: hex(USDC_BASE), relayer: hex(RELAYER), depositor: hex(ME), recipient: hex(THERE) },
        message: '0x',
        updatableRelayData: {
          ...{ recipient: hex(THERE), message: '0x', relayerFeePct, isSlowRelay: false, payoutAdjustmentPct: 0n },
        },
      },
    );

  test('both sides carry the same message, also where a relayer fills a part', () => {
    const [out] = onEth(deposit);
    expect(out).toMatchObject({ given: [{ asset: USDC, amount: 1_000n }], counterpart: { network: 'base' } });
    for (const part of [1_000n, 400n]) {
      const [into] = onBase(fill(part));
      expect(into?.counterpart).toMatchObject({ message: out?.counterpart?.message, certainty: 'stated' });
      expect(into).toMatchObject({ account: THERE, parties: [{ role: 'relayer', address: RELAYER }] });
      // 1 % to the relayer, 0.1 % to the pool.
      expect(into?.got).toMatchObject([{ asset: USDC_BASE, amount: (part * 989n) / 1_000n }]);
    }
  });

  test('fees above the whole, or below nothing, are no fill', () => {
    expect(onBase(fill(1_000n, 2n * 10n ** 18n))).toEqual([]);
    expect(onBase(fill(1_000n, -1n))).toEqual([]);
  });

  test('of damaged logs comes a whole action or none', () => {
    expectNoHalves(transaction([], [deposit]));
    expectNoHalves(transaction([], [fill(1_000n)], {}, 'base'), [], false);
  });

  test('logs that end early are nothing', () => {
    for (let end = 0; end < fill(1n).data.length - 192; end += 8)
      if (end < 64 * 14) expect(onBase({ ...fill(1n), data: fill(1n).data.slice(0, end) })).toEqual([]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/across.txt');
});
