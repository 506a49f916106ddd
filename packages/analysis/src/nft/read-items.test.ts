import { describe, expect, test } from 'vitest';
import { BLEND } from '../protocols/blend.ts';
import { encodeLog } from '../protocols/testing/encode-log.ts';
import { key, move, transaction } from '../protocols/testing/sample-transaction.ts';
import { readItems } from './read-items.ts';

const [BUYER, SELLER, LENDER, NFT] = ['buyer', 'seller', 'lender', 'nft'].map(key) as [string, string, string, string];
const hex = (address: string): string => `0x${address}`;
const HASH = hex('ab'.repeat(32));
const BLUR_V2 = 'b2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5';

const item = (logIndex: number, from: string, to: string, tokenId = 9n) =>
  move(from, to, 1n, NFT, { kind: 'nft', tokenId, logIndex });
const read = (...given: Parameters<typeof transaction>) => readItems({ ...transaction(...given), time: 1 });

describe('a purchase on Blur that a loan of Blend finances', () => {
  const sold = encodeLog(5, BLUR_V2, 'event Execution721Packed(bytes32 h, uint256 token, uint256 deal)', {
    ...{ h: HASH, token: (9n << 168n) | BigInt(hex(SELLER)), deal: (1_000n << 160n) | BigInt(hex(NFT)) },
  });
  const lent = encodeLog(
    6,
    BLEND,
    'event LoanOfferTaken(bytes32 h, uint256 lien, address collection, address lender, address borrower, uint256 amount, uint256 rate, uint256 id, uint256 duration)',
    {
      ...{ h: HASH, lien: 1n, collection: hex(NFT), lender: hex(LENDER), borrower: hex(BUYER), amount: 700n },
      ...{ rate: 0n, id: 9n, duration: 1n },
    },
  );

  test('has the borrower as its buyer, though the token goes to the contract of loans', () => {
    const { sales, events } = read([item(3, SELLER, BLEND)], [sold, lent]);
    expect(sales).toMatchObject([{ seller: SELLER, buyer: BUYER, price: { amount: 1_000n } }]);
    expect(events).toMatchObject([{ kind: 'sale', from: SELLER, to: BLEND, sale: 0 }]);
  });

  test('has the contract as its buyer where no event names a borrower', () => {
    expect(read([item(3, SELLER, BLEND)], [sold]).sales).toMatchObject([{ seller: SELLER, buyer: BLEND }]);
    expect(read([item(3, SELLER, BUYER)], [sold]).sales).toMatchObject([{ seller: SELLER, buyer: BUYER }]);
  });
});

test('a sale of a pool names the pool', () => {
  const [pool, router] = [key('pool'), '2b2e8cda09bba9660dca5cb6233787738ad68329'];
  const out = encodeLog(5, pool, 'event SwapNFTOutPair()', {});
  const { sales } = read([move(BUYER, router, 10n), item(3, pool, BUYER)], [out], { to: router, from: BUYER });
  expect(sales).toMatchObject([{ seller: pool, buyer: BUYER, pool }]);
});

test('a price of nothing is a price, which is not the same as no price', () => {
  const matched = (price: bigint) =>
    encodeLog(
      5,
      '7f268357a8c2552623316e2562d90e642bb538e5',
      'event OrdersMatched(bytes32 buyHash, bytes32 sellHash, address indexed maker, address indexed taker, uint256 price, bytes32 indexed metadata)',
      { buyHash: HASH, sellHash: HASH, maker: hex(SELLER), taker: hex(BUYER), price, metadata: HASH },
    );
  const free = read([item(3, SELLER, BUYER)], [matched(0n)]);
  expect(free.sales).toMatchObject([{ seller: SELLER, buyer: BUYER, price: { asset: '', amount: 0n } }]);
  expect(free.events).toMatchObject([{ kind: 'sale' }]);
});

describe('a permission', () => {
  const SPENDER = key('spender');
  const forAll = (approved: boolean) =>
    encodeLog(1, NFT, 'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)', {
      ...{ owner: hex(SELLER), operator: hex(SPENDER), approved },
    });
  const forOne = (approved: string) =>
    encodeLog(1, NFT, 'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)', {
      ...{ owner: hex(SELLER), approved: hex(approved), tokenId: 9n },
    });

  test('is open or taken back as its log states, for a collection and for one item', () => {
    const common = { contract: NFT, owner: SELLER, position: expect.anything(), time: 1 };
    const all = { ...common, spender: SPENDER, tokenId: undefined };
    expect(read([], [forAll(true)]).approvals).toEqual([{ ...all, isRevoked: false }]);
    expect(read([], [forAll(false)]).approvals).toEqual([{ ...all, isRevoked: true }]);
    const one = { ...common, tokenId: 9n };
    expect(read([], [forOne(SPENDER)]).approvals).toEqual([{ ...one, spender: SPENDER, isRevoked: false }]);
    expect(read([], [forOne('0'.repeat(40))]).approvals).toMatchObject([{ ...one, isRevoked: true }]);
  });

  test('for an amount of a token without numbers is about no item, and a failed transaction gave none', () => {
    const amount = encodeLog(1, NFT, 'event Approval(address indexed owner, address indexed spender, uint256 value)', {
      ...{ owner: hex(SELLER), spender: hex(SPENDER), value: 5n },
    });
    expect(read([], [amount]).approvals).toEqual([]);
    expect(read([], [forAll(true)], { status: 'failed' }).approvals).toEqual([]);
  });
});
