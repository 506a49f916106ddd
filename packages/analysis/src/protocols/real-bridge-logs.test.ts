import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { EVENTS } from './event-signatures.ts';
import { log, move, transaction, word } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions } = recorded.watch(ofCatalogue);

/** Logs of real transactions, as wormhole-foundation/wormhole-explorer (2024) keeps them for its own tests. */
const USDC = 'a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const OWNER = '07ae8551be970cb1cca11dd7a11f47ae82e70e67';
const AMOUNT = 0x1b774c276n;

describe('a burn of 7,372.849782 USDC for Optimism, Ethereum transaction 7c9c7866…55a3b7', () => {
  const MINTER = 'c4922d64a24675e16e1586e3e3aa56c06fabe907';
  const MESSAGE =
    '0000000000000000000000020000000000015bda000000000000000000000000bd3fa81b58ba92a82136038b25adec7066af31550000000000000000000000002b4069517957735be00cee0fadae88a26365528f000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb4800000000000000000000000007ae8551be970cb1cca11dd7a11f47ae82e70e6700000000000000000000000000000000000000000000000000000001b774c27600000000000000000000000007ae8551be970cb1cca11dd7a11f47ae82e70e67';
  const burn = {
    ...log(4, 'bd3fa81b58ba92a82136038b25adec7066af3155', [
      '2fa9ca894982930190727e75500a97d8dc500233a5065e0f3126c48fbe0343c0',
      '0000000000000000000000000000000000000000000000000000000000015bda',
      `000000000000000000000000${USDC}`,
      `000000000000000000000000${OWNER}`,
    ]),
    data: '00000000000000000000000000000000000000000000000000000001b774c27600000000000000000000000007ae8551be970cb1cca11dd7a11f47ae82e70e6700000000000000000000000000000000000000000000000000000000000000020000000000000000000000002b4069517957735be00cee0fadae88a26365528f0000000000000000000000000000000000000000000000000000000000000000',
  };
  const moves = [move(OWNER, MINTER, AMOUNT, USDC), move(MINTER, '', AMOUNT, USDC)];

  test('is read with its number', () => {
    expect(findActions(transaction(moves, [burn]))).toMatchObject([
      {
        kind: 'bridge-out',
        account: OWNER,
        given: [{ asset: USDC, amount: 7_372_849_782n }],
        counterpart: {
          ...{ network: 'optimism', address: `0x${OWNER}`, message: 'cctp-1/0/89050', certainty: 'proven' },
        },
      },
    ]);
  });

  test('is found by the message it sent, where that arrives', () => {
    const body = MESSAGE.slice(2 * 116);
    const usdc = '0b2c639c533813f4aa9d7837caf62653d097ff85';
    const minted = log(
      1,
      '2b4069517957735be00cee0fadae88a26365528f',
      [EVENTS.CCTP_MINTED.topic, OWNER, usdc],
      [AMOUNT],
    );
    const received = {
      ...log(2, '4d41f22c5a0e5c74090899e5a8fb597a8842b3e8', [
        EVENTS.CCTP_RECEIVED.topic,
        OWNER,
        MESSAGE.slice(2 * 12, 2 * 20),
      ]),
      data:
        word(MESSAGE.slice(2 * 4, 2 * 8)) +
        MESSAGE.slice(2 * 20, 2 * 52) +
        word(96n) +
        word(body.length / 2) +
        body.padEnd(320, '0'),
    };
    expect(findActions(transaction([], [minted, received], {}, 'optimism'))).toMatchObject([
      {
        kind: 'bridge-in',
        account: OWNER,
        got: [{ asset: usdc, amount: 7_372_849_782n }],
        counterpart: { network: 'ethereum', message: 'cctp-1/0/89050', certainty: 'proven' },
      },
    ]);
  });
});

describe('the token bridge of Wormhole on Ethereum', () => {
  const TOKENS = '3ee18b2214aff97000d974cf647e7c347e8fa585';
  const published = {
    ...log(0, '98f3c9e6e3face36baad05fe09d375ef1464288b', [
      '6eb224fb001ed210e379b335e35efe88672a8ce935d981a6896b27ffdf52a3b2',
      TOKENS,
    ]),
    data: '00000000000000000000000000000000000000000000000000000000000212b20000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000008000000000000000000000000000000000000000000000000000000000000000010000000000000000000000000000000000000000000000000000000000000085010000000000000000000000000000000000000000000000000000000045be2810000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb480002f022f6b3e80ec1219065fee8e46eb34c1cfd056a8d52d93df2c7e0165eaf364b00010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
  };

  test('sent USDC to Solana in block 18521386', () => {
    const [out] = findActions(transaction([], [published]));
    expect(out).toMatchObject({
      kind: 'bridge-out',
      counterpart: {
        network: 'solana',
        address: '0xf022f6b3e80ec1219065fee8e46eb34c1cfd056a8d52d93df2c7e0165eaf364b',
        message: `2/000000000000000000000000${TOKENS}/135858`,
        certainty: 'proven',
      },
    });
  });

  test('paid out what Solana sent with sequence 338494', () => {
    const redeemed = log(216, TOKENS, [
      'caf280c8cfeba144da67230d9b009c8f868a75bac9a528fa0474be1ba317c169',
      '01',
      'ec7372995d5cc8732397fb0ad35c0121e0eaa90d26f828a534cab54391b3a4f5',
      '52a3e',
    ]);
    expect(findActions(transaction([], [redeemed]))[0]?.counterpart).toEqual({
      network: 'solana',
      address: undefined,
      message: '1/ec7372995d5cc8732397fb0ad35c0121e0eaa90d26f828a534cab54391b3a4f5/338494',
      certainty: 'proven',
    });
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/real-bridge-logs.txt');
});
