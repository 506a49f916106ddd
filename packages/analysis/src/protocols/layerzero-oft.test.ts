import type { StoredMove } from '@trailmark/core/account-ledger';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions } = recorded.watch(ofCatalogue);

const ME = key('me');
const THERE = key('there');
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const USDC_BASE = '833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const POOL = 'c026395860db2d07ee33e05fe50ed7bd583189c7';
const POOL_BASE = '27a16dc786820b16e5c9028b75b99f6f604b5d26';
const COIN_POOL = '77b2043768d28e9c9ab44e1abfc95944bce57931';
const MESSAGING = '6d6620efa72948c5f68a3c8646d58c00d3f4a980';
const ENDPOINT = '1a44076050125825900e736c501f859c50fe728c';
const TOKEN = key('token');
const GUID = 'cd'.repeat(32);
const hex = (digits: string) => `0x${digits}`;
const four = (value: number) => value.toString(16).padStart(8, '0');

const sent = (address: string, guid = GUID, dstEid = 30184) =>
  encodeLog(
    9,
    address,
    'event OFTSent(bytes32 indexed guid, uint32 dstEid, address indexed fromAddress, uint256 amountSentLD, uint256 amountReceivedLD)',
    { guid: hex(guid), dstEid, fromAddress: hex(ME), amountSentLD: 1_000n, amountReceivedLD: 999n },
  );
const received = (address: string, guid = GUID, srcEid = 30101) =>
  encodeLog(
    9,
    address,
    'event OFTReceived(bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD)',
    { guid: hex(guid), srcEid, toAddress: hex(THERE), amountReceivedLD: 999n },
  );
const packet = (sender: string, message: string, { guid = GUID, to = 30184, address = ENDPOINT } = {}) =>
  encodeLog(8, address, 'event PacketSent(bytes encodedPayload, bytes options, address sendLibrary)', {
    encodedPayload: hex(
      ['01', '0'.repeat(16), four(30101), word(sender), four(to), word(TOKEN), guid, message].join(''),
    ),
    ...{ options: '0x0003', sendLibrary: hex(key('library')) },
  });
const delivered = (receiver: string, srcEid = 30101, address = ENDPOINT) =>
  encodeLog(
    8,
    address,
    'event PacketDelivered((uint32 srcEid, bytes32 sender, uint64 nonce) origin, address receiver)',
    {
      ...{ origin: { srcEid, sender: hex(word(TOKEN)), nonce: 7n }, receiver: hex(receiver) },
    },
  );
const taxi = `01000d${word(THERE)}${'0'.repeat(16)}`;
const plain = `${word(THERE)}${'0'.repeat(16)}`;
const onEth = (moves: StoredMove[], ...logs: ReturnType<typeof sent>[]) => findActions(transaction(moves, logs));
const onBase = (moves: StoredMove[], ...logs: ReturnType<typeof sent>[]) =>
  findActions(transaction(moves, logs, {}, 'base'));

describe('a pool of Stargate', () => {
  test('both sides carry the same message, which proves the link', () => {
    const [out] = onEth([move(ME, POOL, 1_000n, USDC)], packet(MESSAGING, taxi), sent(POOL));
    const [into] = onBase([move(POOL_BASE, THERE, 999n, USDC_BASE)], received(POOL_BASE));
    expect(out?.note).toContain('The pool there logs the same message');
    expect(into?.note).toContain('Paid out by a pool');
    expect(out).toMatchObject({
      kind: 'bridge-out',
      account: ME,
      given: [{ asset: USDC, amount: 1_000n }],
      counterpart: { network: 'base', address: hex(THERE), message: GUID, certainty: 'proven' },
    });
    expect(into).toMatchObject({
      kind: 'bridge-in',
      account: THERE,
      got: [{ asset: USDC_BASE, amount: 999n }],
      parties: [{ role: 'payer', address: POOL_BASE }],
      counterpart: { network: 'ethereum', message: GUID, certainty: 'proven' },
    });
  });

  test('of the coin takes the coin, with the fee in the same payment', () => {
    const moves = [move(ME, COIN_POOL, 1_050n, '', { kind: 'native' })];
    expect(onEth(moves, sent(COIN_POOL))[0]).toMatchObject({
      given: [{ asset: '', amount: 1_000n }],
      counterpart: { address: undefined, certainty: 'proven' },
    });
  });

  test('that sends payments together has no message yet, and proves nothing', () => {
    const [out] = onEth([move(ME, POOL, 1_000n, USDC)], sent(POOL, '00'.repeat(32)));
    expect(out?.note).toContain('This log has no message yet');
    expect(out).toMatchObject({
      given: [{ asset: USDC }],
      counterpart: { network: 'base', message: undefined, certainty: 'stated' },
    });
  });

  test('is known on its own chain only, and gives no amount where none moved', () => {
    expect(onBase([], sent(POOL))).toEqual([]);
    expect(onEth([], sent(POOL))[0]?.given).toEqual([]);
    expect(onEth([move(ME, POOL, 7n, USDC)], sent(POOL))[0]?.given).toEqual([]);
  });
});

describe('another token', () => {
  test('is stated by the message its own contract sent, and found by it on the other side', () => {
    const [out] = onEth([move(ME, '', 1_000n, TOKEN)], packet(TOKEN, plain), sent(TOKEN));
    const [into] = onBase([move('', THERE, 999n, TOKEN)], delivered(TOKEN), received(TOKEN));
    for (const action of [out, into]) expect(action?.note).toContain('The contract is not one known here');
    expect(out).toMatchObject({
      given: [{ asset: TOKEN, amount: 1_000n }],
      counterpart: { network: 'base', address: hex(THERE), message: GUID, certainty: 'stated' },
    });
    expect(into).toMatchObject({
      got: [{ asset: TOKEN, amount: 999n }],
      counterpart: { message: out?.counterpart?.message, certainty: 'stated' },
    });
  });

  test('whose message the endpoint does not log is nothing', () => {
    expect(onEth([], sent(TOKEN))).toEqual([]);
    expect(onEth([], packet(key('other'), plain), sent(TOKEN))).toEqual([]);
    expect(onEth([], packet(TOKEN, plain, { guid: 'ee'.repeat(32) }), sent(TOKEN))).toEqual([]);
    expect(onEth([], packet(TOKEN, plain, { to: 30109 }), sent(TOKEN))).toEqual([]);
    expect(onEth([], packet(TOKEN, plain, { address: key('copy') }), sent(TOKEN))).toEqual([]);
    expect(onBase([], received(TOKEN))).toEqual([]);
    expect(onBase([], delivered(key('other')), received(TOKEN))).toEqual([]);
    expect(onBase([], delivered(TOKEN, 30109), received(TOKEN))).toEqual([]);
    expect(onBase([], delivered(TOKEN, 30101, key('copy')), received(TOKEN))).toEqual([]);
  });
});

test('logs that end early, or point beyond their end, are nothing and no failure', () => {
  const message = packet(TOKEN, plain);
  for (let end = 0; end < message.data.length - 256; end += 8)
    onEth([], { ...message, data: message.data.slice(0, end) }, sent(TOKEN));
  expect(onEth([], { ...message, data: message.data.slice(0, 400) }, sent(TOKEN))).toEqual([]);
  for (const value of ['f'.repeat(64), word(2n ** 60n), word(31)])
    expect(onEth([], { ...message, data: value + message.data.slice(64) }, sent(TOKEN))).toEqual([]);
  for (let end = 0; end < 128; end += 8) {
    expect(onEth([], { ...sent(POOL), data: sent(POOL).data.slice(0, end) })).toEqual([]);
    expect(onBase([], { ...received(POOL_BASE), data: received(POOL_BASE).data.slice(0, end) })).toEqual([]);
  }
  for (let count = 1; count < 3; count += 1)
    expect(onEth([], { ...sent(POOL), topics: sent(POOL).topics.slice(0, count) })).toEqual([]);
});

test('a message too short to name a recipient names none', () => {
  const [out] = onEth([], packet(MESSAGING, taxi.slice(0, 60)), sent(POOL));
  expect(out?.counterpart?.address).toBeUndefined();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/layerzero-oft.txt');
});
