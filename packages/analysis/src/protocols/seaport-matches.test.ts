import { describe, expect, test } from 'vitest';
import { findActions } from './catalogue.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction } from './testing/sample-transaction.ts';

const [BUYER, SELLER, CREATOR, MARKET, NFT] = ['buyer', 'seller', 'creator', 'market', 'nft'].map(key) as [
  string,
  string,
  string,
  string,
  string,
];
const hex = (address: string): string => `0x${address}`;
const NOTHING = hex('0'.repeat(40));
const HASH = hex('ab'.repeat(32));
const item = (logIndex: number, from = SELLER, to = BUYER, tokenId = 9n) =>
  move(from, to, 1n, NFT, { kind: 'nft', tokenId, logIndex });

describe('Seaport', () => {
  const SEAPORT =
    'event OrderFulfilled(bytes32 h, address indexed offerer, address indexed zone, address recipient, (uint8,address,uint256,uint256)[] offer, (uint8,address,uint256,uint256,address)[] consideration)';
  const order = (offerer: string, offer: unknown[], consideration: unknown[], recipient = '0'.repeat(40)) =>
    encodeLog(5, '0000000000000068f116a894984e2db1123eb395', SEAPORT, {
      ...{ h: HASH, offerer: hex(offerer), zone: NOTHING, recipient: hex(recipient), offer, consideration },
    });
  const tokenOf = (id: bigint) => [2, hex(NFT), id, 1n];
  const token = tokenOf(9n);
  const pay = (amount: bigint, to: string) => [1, hex(MARKET), 0n, amount, hex(to)];
  const offerOf = (amount: bigint) => [[1, hex(MARKET), 0n, amount]];

  test('logs both orders of a match, which is one sale', () => {
    const listing = order(SELLER, [token], [pay(1_000n, SELLER)]);
    const bid = order(BUYER, offerOf(1_000n), [[...token, hex(BUYER)]]);
    expect(findActions(transaction([item(3)], [listing, bid]))).toMatchObject([
      { account: BUYER, given: [{ asset: MARKET, amount: 1_000n }], parties: [{ address: SELLER }] },
    ]);
    expectNoHalves(transaction([item(3)], [listing]));
  });

  test('sells for nothing where an order pays nothing, or only hands over what it offers', () => {
    const free = { account: BUYER, given: [{ asset: '', amount: 0n }], parties: [{ address: SELLER }] };
    expect(findActions(transaction([item(3)], [order(SELLER, [token], [], BUYER)]))).toMatchObject([free]);
    const handed = order(SELLER, [token], [[...token, hex(BUYER)]], BUYER);
    expect(findActions(transaction([item(3)], [handed]))).toMatchObject([free]);
    const barter = order(SELLER, [token], [[...tokenOf(10n), hex(SELLER)]], BUYER);
    expect(findActions(transaction([item(3)], [barter]))).toEqual([]);
  });

  test('has the price of the bid where the matched order of the seller states none', () => {
    const bid = order(BUYER, offerOf(1_000n), [[...token, hex(BUYER)]]);
    expect(findActions(transaction([item(3)], [order(SELLER, [token], []), bid]))).toMatchObject([
      { account: BUYER, given: [{ asset: MARKET, amount: 1_000n }], parties: [{ address: SELLER }] },
    ]);
  });

  const bidFor = (amount: bigint, ...ids: bigint[]) =>
    order(
      BUYER,
      offerOf(amount),
      ids.map((id) => [...tokenOf(id), hex(BUYER)]),
    );
  const listingOf = (id: bigint, amount: bigint, seller = SELLER) =>
    order(seller, [tokenOf(id)], [pay(amount, seller)]);
  const moved = [item(1), item(2, SELLER, BUYER, 10n)];

  test('matches several listings with one bid: each is a sale at its own price where these add up to the bid', () => {
    const sold = findActions(transaction(moved, [listingOf(9n, 400n), listingOf(10n, 600n), bidFor(1_000n, 9n, 10n)]));
    expect(sold).toMatchObject([
      { account: BUYER, given: [{ amount: 400n }], got: [{ tokenId: 9n }], parties: [{ address: SELLER }] },
      { account: BUYER, given: [{ amount: 600n }], got: [{ tokenId: 10n }], parties: [{ address: SELLER }] },
    ]);
    expect(sold).toHaveLength(2);
  });

  test('and is one sale of a bundle at the price of the bid where they do not add up', () => {
    const orders = [listingOf(9n, 400n), listingOf(10n, 500n), bidFor(1_000n, 9n, 10n)];
    const bundle = { account: BUYER, given: [{ amount: 1_000n }], got: [{ tokenId: 9n }, { tokenId: 10n }] };
    expect(findActions(transaction(moved, orders))).toMatchObject([{ ...bundle, parties: [{ address: SELLER }] }]);
    const two = [listingOf(9n, 0n), listingOf(10n, 0n, CREATOR), bidFor(1_000n, 9n, 10n)];
    expect(findActions(transaction(moved, two))).toMatchObject([{ ...bundle, parties: [] }]);
  });

  test('keeps apart a bid for tokens of which one was not listed', () => {
    expect(findActions(transaction(moved, [listingOf(9n, 400n), bidFor(1_000n, 9n, 11n)]))).toHaveLength(2);
  });
});
