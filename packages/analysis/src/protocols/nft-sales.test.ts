import { STATED_PRICE } from '@trailmark/core/asset';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { EVENTS } from './event-signatures.ts';
import { key, log, move, transaction } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions } = recorded.watch(ofCatalogue);

const ME = key('me');
const SELLER = key('seller');
const PUNKS = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const SEAPORT = '00000000000000adc04c56bf30ac9d3c0aaf14dc';
const NFT = key('nft');
const WETH = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';

describe('a sale of a CryptoPunk', () => {
  const bought = (value: bigint, buyer: string) =>
    log(1, PUNKS, [EVENTS.PUNK_BOUGHT.topic, '2a', SELLER, buyer], [value]);

  test('is read from the log of the market', () => {
    expect(findActions(transaction([], [bought(5n, ME)]))).toMatchObject([
      {
        kind: 'nft-sale',
        account: ME,
        given: [{ asset: '', amount: 5n }],
        got: [{ asset: PUNKS, tokenId: 42n }],
        parties: [{ role: 'seller', address: SELLER }],
      },
    ]);
  });

  test('of an accepted bid finds its buyer in the transfer, and says that the price is missing', () => {
    const [action] = findActions(transaction([move(SELLER, ME, 1n, PUNKS)], [bought(0n, '')]));
    expect(action).toMatchObject({ account: ME, given: [] });
    expect(action?.note).toContain('clears a bid');
  });

  test('stated by a table is a sale at that price, in an asset of its own', () => {
    const nft = move(SELLER, ME, 1n, PUNKS, { kind: 'nft', tokenId: 7n });
    const price = move(ME, SELLER, 900n, STATED_PRICE, { kind: 'stated' });
    const [action] = findActions(transaction([nft, price], [], { holds: 0 }));
    expect(action).toMatchObject({ kind: 'nft-sale', account: ME, given: [{ asset: STATED_PRICE, amount: 900n }] });
    expect(action?.note).toContain('table of sales');
    expect(findActions(transaction([nft], []))).toEqual([]);
    expect(findActions(transaction([nft, { ...price, to: key('other') }], []))).toEqual([]);
  });
});

describe('an order of Seaport', () => {
  interface Items {
    readonly offer: (string | bigint | number)[][];
    readonly consideration: (string | bigint | number)[][];
  }
  const order = ({ offer, consideration }: Items, recipient = ME) => {
    const start = 128n;
    const second = start + 32n * BigInt(1 + offer.flat().length);
    const data = ['ee'.repeat(32), recipient, start, second, offer.length, ...offer.flat()];
    return log(
      1,
      SEAPORT,
      [EVENTS.SEAPORT_FULFILLED.topic, SELLER, '00'],
      [...data, consideration.length, ...consideration.flat()],
    );
  };
  const nftItem = [2, NFT, 9n, 1n];
  const listing = order({
    offer: [nftItem],
    consideration: [
      [0, '00', 0n, 95n, SELLER],
      [0, '00', 0n, 5n, key('market')],
    ],
  });

  test('that was listed is bought by its recipient, for all it paid', () => {
    const moved = move(SELLER, ME, 1n, NFT, { kind: 'nft', tokenId: 9n });
    const [action] = findActions(transaction([moved], [listing]));
    expect(action).toMatchObject({
      account: ME,
      given: [{ asset: '', amount: 100n }],
      got: [{ asset: NFT, tokenId: 9n }],
    });
    expect(action?.parties).toEqual([{ role: 'seller', address: SELLER }]);
    expect(action?.note).toContain('fees of the market');
  });

  test('that was a bid is bought by whoever offered', () => {
    const bid = order({ offer: [[1, WETH, 0n, 50n]], consideration: [[...nftItem, SELLER]] });
    expect(findActions(transaction([], [bid]))).toMatchObject([
      { account: SELLER, given: [{ asset: WETH, amount: 50n }], parties: [{ role: 'seller', address: ME }] },
    ]);
  });

  test('says so where its token is not seen to move', () => {
    expect(findActions(transaction([], [listing]))[0]?.note).toContain('Not every token');
  });

  test('that was matched without a recipient has no buyer', () => {
    expect(
      findActions(transaction([], [order({ offer: [nftItem], consideration: [[0, '00', 0n, 1n, SELLER]] }, '')])),
    ).toMatchObject([{ account: undefined }]);
  });

  test('is no sale as barter, from another contract, or with data that do not fit', () => {
    const barter = order({ offer: [nftItem], consideration: [[2, key('nft2'), 1n, 1n, SELLER]] });
    const cut = { ...listing, data: listing.data.slice(0, 64 * 7) };
    const huge = { ...listing, data: listing.data.slice(0, 64 * 4) + 'f'.repeat(64) + listing.data.slice(64 * 5) };
    const copy = { ...listing, address: key('copy') };
    for (const odd of [barter, cut, huge, copy]) expect(findActions(transaction([], [odd]))).toEqual([]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/nft-sales.txt');
});
