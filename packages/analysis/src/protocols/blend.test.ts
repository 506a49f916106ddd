import { describe, expect, test } from 'vitest';
import { findActions } from './catalogue.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction } from './testing/sample-transaction.ts';

const [BUYER, SELLER, NFT] = ['buyer', 'seller', 'nft'].map(key) as [string, string, string];
const hex = (address: string): string => `0x${address}`;
const HASH = hex('ab'.repeat(32));
const item = (logIndex: number, from: string, to: string, tokenId = 9n) =>
  move(from, to, 1n, NFT, { kind: 'nft', tokenId, logIndex });

describe('a loan of Blend', () => {
  const BLEND = '29469395eaf6f95920e59f858042f0e28d98a20b';

  test('is no sale: it names lender, borrower, amount and the token', () => {
    const taken = encodeLog(
      5,
      BLEND,
      'event LoanOfferTaken(bytes32 h, uint256 lien, address collection, address lender, address borrower, uint256 amount, uint256 rate, uint256 id, uint256 duration)',
      {
        ...{ h: HASH, lien: 1n, collection: hex(NFT), lender: hex(SELLER), borrower: hex(BUYER), amount: 700n },
        ...{ rate: 0n, id: 9n, duration: 1n },
      },
    );
    expect(findActions(transaction([item(3, BUYER, BLEND)], [taken]))).toMatchObject([
      { kind: 'nft-loan', account: BUYER, got: [{ amount: 700n }], about: [{ asset: NFT, tokenId: 9n }] },
    ]);
    expectNoHalves(transaction([item(3, BUYER, BLEND)], [taken]));
  });

  test('ends with the token that the contract gives out; several in one transaction are not distinguished', () => {
    const repaid = encodeLog(5, BLEND, 'event Repay(uint256 lien, address collection)', {
      lien: 1n,
      collection: hex(NFT),
    });
    const back = item(3, BLEND, BUYER);
    expect(findActions(transaction([back], [repaid]))).toMatchObject([{ kind: 'nft-loan', about: [{ tokenId: 9n }] }]);
    expectNoHalves(transaction([back], [repaid]));
    expect(findActions(transaction([back, item(4, BLEND, SELLER, 10n)], [repaid]))).toEqual([]);
  });
});
