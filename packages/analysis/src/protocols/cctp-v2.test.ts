import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, transaction, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions, findMentions } = recorded.watch(ofCatalogue);

const ME = key('me');
const THERE = key('there');
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const USDC_BASE = '833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const MESSENGER = '28b5a0e9c621a5badaa536219b3a228c8168cf5d';
const TRANSMITTER = '81d40f21f12a8f0e3252bccb954d722d4c464b64';
const BURN =
  'event DepositForBurn(address indexed burnToken, uint256 amount, address indexed depositor, bytes32 mintRecipient, uint32 destinationDomain, bytes32 destinationTokenMessenger, bytes32 destinationCaller, uint256 maxFee, uint32 indexed minFinalityThreshold, bytes hookData)';
const MINT =
  'event MintAndWithdraw(address indexed mintRecipient, uint256 amount, address indexed mintToken, uint256 feeCollected)';
const RECEIVED =
  'event MessageReceived(address indexed caller, uint32 sourceDomain, bytes32 indexed nonce, bytes32 sender, uint32 indexed finalityThresholdExecuted, bytes messageBody)';
const hex = (digits: string) => `0x${digits}`;

const burn = (address = MESSENGER, hookData = '0x') =>
  encodeLog(9, address, BURN, {
    ...{ burnToken: hex(USDC), amount: 1_000n, depositor: hex(ME), mintRecipient: hex(word(THERE)) },
    ...{ destinationDomain: 6, destinationTokenMessenger: hex(word(MESSENGER)), destinationCaller: hex(word(0)) },
    ...{ maxFee: 5n, minFinalityThreshold: 1000, hookData },
  });
const body = (amount = 1_000n, to = THERE, hook = '') =>
  `00000001${[USDC, to, amount, ME, 5n, 3n, 0].map(word).join('')}${hook}`;
const mint = (logIndex: number, amount = 997n, fee = 3n, address = MESSENGER) =>
  encodeLog(logIndex, address, MINT, {
    ...{ mintRecipient: hex(THERE), amount, mintToken: hex(USDC_BASE), feeCollected: fee },
  });
const received = (logIndex: number, messageBody = body(), address = TRANSMITTER) =>
  encodeLog(logIndex, address, RECEIVED, {
    ...{ caller: hex(key('relay')), sourceDomain: 0, nonce: hex('ab'.repeat(32)), sender: hex(word(MESSENGER)) },
    ...{ finalityThresholdExecuted: 1000, messageBody: hex(messageBody) },
  });
const onBase = (...logs: ReturnType<typeof mint>[]) => findActions(transaction([], logs, {}, 'base'));

describe('Circle CCTP v2', () => {
  test('both sides give the same message, and neither calls it proven: a burn has no number', () => {
    const [out] = findActions(transaction([], [burn()]));
    const [into] = onBase(mint(3), received(4));
    expect(out).toMatchObject({
      kind: 'bridge-out',
      account: ME,
      given: [{ asset: USDC, amount: 1_000n }],
      counterpart: { network: 'base', address: hex(THERE), certainty: 'stated' },
    });
    expect(into).toMatchObject({
      kind: 'bridge-in',
      account: THERE,
      got: [{ asset: USDC_BASE, amount: 997n }],
      counterpart: { network: 'ethereum', address: hex(ME), certainty: 'stated' },
      evidence: [3, 4],
    });
    expect(out?.counterpart?.message).toBe(`cctp-2/0/6/${ME}/${THERE}/1000`);
    expect(into?.counterpart?.message).toBe(out?.counterpart?.message);
    expect(findMentions('eth', [burn()])).toEqual([{ address: ME, logIndex: 9 }]);
  });

  test('data for a hook change nothing', () => {
    const hook = 'cd'.repeat(300);
    const [out] = findActions(transaction([], [burn(MESSENGER, hex(hook))]));
    const [into] = onBase(mint(3), received(4, body(1_000n, THERE, hook)));
    expect(into?.counterpart?.message).toBe(out?.counterpart?.message);
  });

  test('a mint that with its fee is not the amount of the message is not its own', () => {
    expect(onBase(mint(3, 998n), received(4))).toEqual([]);
    expect(onBase(mint(5), received(4))).toEqual([]);
    expect(onBase(received(4))).toEqual([]);
    expect(onBase(mint(3), received(4, body(1_000n, ME)))).toEqual([]);
  });

  test('of two messages each has its own mint', () => {
    const actions = onBase(mint(1), received(2), mint(3), received(4));
    expect(actions.map(({ evidence }) => evidence)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  test('the same logs of other contracts are nothing', () => {
    expect(findActions(transaction([], [burn(key('copy'))]))).toEqual([]);
    expect(onBase(mint(3, 997n, 3n, key('copy')), received(4))).toEqual([]);
    expect(onBase(mint(3), received(4, body(), key('copy')))).toEqual([]);
    expect(findMentions('eth', [burn(key('copy'))])).toEqual([]);
  });

  test('logs that end early are nothing', () => {
    for (let end = 0; end < 192; end += 8)
      expect(findActions(transaction([], [{ ...burn(), data: burn().data.slice(0, end) }]))).toEqual([]);
    const { data } = received(4);
    for (let end = 0; end < data.length - 64; end += 8)
      expect(onBase(mint(3), { ...received(4), data: data.slice(0, end) })).toEqual([]);
    for (let end = 0; end < 128; end += 8)
      expect(onBase({ ...mint(3), data: mint(3).data.slice(0, end) }, received(4))).toEqual([]);
    for (let count = 1; count < 3; count += 1)
      expect(findActions(transaction([], [{ ...burn(), topics: burn().topics.slice(0, count) }]))).toEqual([]);
  });
});

test('of damaged logs of Circle CCTP v2 comes a whole action or none', () => {
  expectNoHalves(transaction([], [burn()]));
  expectNoHalves(transaction([], [mint(3), received(4)], {}, 'base'));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/cctp-v2.txt');
});
