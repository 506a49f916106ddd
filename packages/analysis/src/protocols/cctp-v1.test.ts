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
const ETH = { messenger: 'bd3fa81b58ba92a82136038b25adec7066af3155' };
const BASE = {
  messenger: '1682ae6375c4e4a97e4b583bc394c861a46d8962',
  transmitter: 'ad09780d193884d503182ad4588450c416d6f9d4',
};
const BURN =
  'event DepositForBurn(uint64 indexed nonce, address indexed burnToken, uint256 amount, address indexed depositor, bytes32 mintRecipient, uint32 destinationDomain, bytes32 destinationTokenMessenger, bytes32 destinationCaller)';
const MINT = 'event MintAndWithdraw(address indexed mintRecipient, uint256 amount, address indexed mintToken)';
const RECEIVED =
  'event MessageReceived(address indexed caller, uint32 sourceDomain, uint64 indexed nonce, bytes32 sender, bytes messageBody)';
const hex = (digits: string) => `0x${digits}`;

const burn = (address = ETH.messenger, destinationDomain = 6) =>
  encodeLog(9, address, BURN, {
    nonce: 123_456n,
    burnToken: hex(USDC),
    amount: 5_000_000n,
    depositor: hex(ME),
    mintRecipient: hex(word(THERE)),
    destinationDomain,
    destinationTokenMessenger: hex(word(BASE.messenger)),
    destinationCaller: hex(word(0)),
  });
const body = (amount = 5_000_000n, to = THERE) => `00000000${word(USDC)}${word(to)}${word(amount)}${word(ME)}`;
const mint = (logIndex: number, amount = 5_000_000n, to = THERE, address = BASE.messenger) =>
  encodeLog(logIndex, address, MINT, { mintRecipient: hex(to), amount, mintToken: hex(USDC_BASE) });
const received = (logIndex: number, nonce = 123_456n, messageBody = body(), address = BASE.transmitter) =>
  encodeLog(logIndex, address, RECEIVED, {
    caller: hex(key('relay')),
    sourceDomain: 0,
    nonce,
    sender: hex(word(ETH.messenger)),
    messageBody: hex(messageBody),
  });
const onBase = (...logs: ReturnType<typeof mint>[]) => findActions(transaction([], logs, {}, 'base'));

describe('Circle CCTP v1', () => {
  test('both sides carry the same message, which proves the link', () => {
    const [out] = findActions(transaction([], [burn()]));
    const [into] = onBase(mint(3), received(4));
    expect(out).toMatchObject({
      kind: 'bridge-out',
      rule: 'cctp-v1/1',
      account: ME,
      given: [{ asset: USDC, amount: 5_000_000n }],
      counterpart: { network: 'base', address: `0x${THERE}`, message: 'cctp-1/0/123456', certainty: 'proven' },
      evidence: [9],
    });
    expect(into).toMatchObject({
      kind: 'bridge-in',
      account: THERE,
      got: [{ asset: USDC_BASE, amount: 5_000_000n }],
      counterpart: { network: 'ethereum', address: `0x${ME}`, message: out?.counterpart?.message, certainty: 'proven' },
      evidence: [3, 4],
    });
    expect(findMentions('eth', [burn()])).toEqual([{ address: ME, logIndex: 9 }]);
  });

  test('two messages of one transaction are each reported with their own mint', () => {
    const actions = onBase(mint(1, 7n), received(2, 1n, body(7n)), mint(3, 7n), received(4, 2n, body(7n)));
    expect(actions.map(({ evidence, counterpart }) => [evidence, counterpart?.message])).toEqual([
      [[1, 2], 'cctp-1/0/1'],
      [[3, 4], 'cctp-1/0/2'],
    ]);
  });

  test('a recipient that is no EVM address is given whole, and a domain without a name by its number', () => {
    const far = { ...burn(), data: burn().data.replace(word(THERE), 'ab'.repeat(32)) };
    expect(findActions(transaction([], [far]))[0]?.counterpart?.address).toBe(`0x${'ab'.repeat(32)}`);
    expect(findActions(transaction([], [burn(ETH.messenger, 777)]))[0]?.counterpart?.network).toBe('domain 777');
    expect(findActions(transaction([], [burn(ETH.messenger, 5)]))[0]?.counterpart?.network).toBe('solana');
  });

  test('the same logs of other contracts are nothing, those of another chain among them', () => {
    expect(findActions(transaction([], [burn(key('copy'))]))).toEqual([]);
    expect(findActions(transaction([], [burn(ETH.messenger)], {}, 'base'))).toEqual([]);
    expect(onBase(mint(3), received(4, 1n, body(), key('copy')))).toEqual([]);
    expect(onBase(mint(3, 5_000_000n, THERE, key('copy')), received(4))).toEqual([]);
    expect(findMentions('eth', [burn(key('copy'))])).toEqual([]);
  });

  test('a message without its mint is nothing', () => {
    expect(onBase(received(4))).toEqual([]);
    expect(onBase(mint(3, 4n), received(4))).toEqual([]);
    expect(onBase(mint(3, 5_000_000n, ME), received(4))).toEqual([]);
    expect(onBase(mint(5), received(4))).toEqual([]);
    expect(onBase(mint(3), received(4, 1n, '00'.repeat(131)))).toEqual([]);
  });

  test('logs that end early are nothing, at whatever byte they end', () => {
    for (let end = 0; end < burn().data.length; end += 16) {
      const cut = { ...burn(), data: burn().data.slice(0, end) };
      expect(findActions(transaction([], [cut])).length).toBe(end < 192 ? 0 : 1);
      const short = { ...received(4), data: received(4).data.slice(0, end) };
      expect(onBase(mint(3), short)).toEqual([]);
    }
    for (let count = 1; count < 4; count += 1) {
      expect(findActions(transaction([], [{ ...burn(), topics: burn().topics.slice(0, count) }]))).toEqual([]);
      const short = { ...received(4), topics: received(4).topics.slice(0, count) };
      expect(onBase(mint(3), short).length).toBe(count > 2 ? 1 : 0);
    }
  });

  test('an offset or a length beyond the data is nothing', () => {
    const at = (index: number, value: string) => {
      const { data } = received(4);
      return { ...received(4), data: data.slice(0, index * 64) + value + data.slice((index + 1) * 64) };
    };
    for (const value of ['f'.repeat(64), word(2n ** 64n), word(31), word(32_000)]) {
      expect(onBase(mint(3), at(2, value))).toEqual([]);
      expect(onBase(mint(3), at(3, value))).toEqual([]);
    }
  });
});

test('of damaged logs of Circle CCTP v1 comes a whole action or none', () => {
  expectNoHalves(transaction([], [burn()]));
  expectNoHalves(transaction([], [mint(3), received(4)], {}, 'base'));
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/cctp-v1.txt');
});
