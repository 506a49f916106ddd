import type { AccountLog } from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import { expectNoHalves } from './testing/damaged-logs.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction } from './testing/sample-transaction.ts';

const recorded = new WatchedResults();
const { findActions } = recorded.watch(ofCatalogue);

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

interface Market {
  readonly name: string;
  /** An ordinary sale of token 9 by SELLER to BUYER for 1,000. */
  readonly sale: AccountLog;
  readonly rule: string;
  readonly asset?: string;
  readonly costs?: readonly object[] | undefined;
  /** The event names all that the sale is, without transfers. */
  readonly isSelfContained: boolean;
}

const LOOKS_V1 =
  '(bytes32 orderHash, uint256 orderNonce, address indexed taker, address indexed maker, address indexed strategy, address currency, address collection, uint256 tokenId, uint256 amount, uint256 price)';
const LOOKS_V2 =
  '((bytes32,uint256,bool) nonce, address user, address other, uint256 strategyId, address currency, address collection, uint256[] ids, uint256[] amounts, address[2] payees, uint256[3] sums)';
const ORDER =
  '(address,uint8,address,address,uint256,uint256,address,uint256,uint256,uint256,(uint16,address)[],uint256,bytes)';
const blurOrder = (trader: string, side: number) => [
  ...[hex(trader), side, NOTHING, hex(NFT), 9n, 1n, NOTHING, 1_000n, 0n, 0n],
  ...[[[250, hex(CREATOR)]], 5n, '0x'],
];
const packed = (side: bigint, trader: string) => ({
  h: HASH,
  token: (9n << 168n) | (3n << 160n) | BigInt(hex(trader)),
  deal: (side << 248n) | (1_000n << 160n) | BigInt(hex(NFT)),
});
const X2Y2 =
  'event EvInventory(bytes32 indexed itemHash, address maker, address taker, uint256 a, uint256 b, uint256 intent, uint256 t, uint256 d, address currency, bytes mask, (uint256,bytes) item, (uint8,uint256,uint256,uint256,bytes32,address,bytes,uint256,uint256,uint256,(uint256,address)[]) detail)';
const pairs = (...words: (bigint | string)[]): string =>
  `0x${words
    .map((each) =>
      BigInt(typeof each === 'string' ? hex(each) : each)
        .toString(16)
        .padStart(64, '0'),
    )
    .join('')}`;
const inventory = (operation: number, intent = 1n, [maker, taker] = [SELLER, BUYER]): AccountLog =>
  encodeLog(5, '74312363e45dcaba76c59ec49a7aa8a65a67eed3', X2Y2, {
    ...{
      itemHash: HASH,
      maker: hex(maker),
      taker: hex(taker),
      a: 0n,
      b: 0n,
      intent,
      t: 1n,
      d: 0n,
      currency: NOTHING,
      mask: '0x',
    },
    item: [1_000n, pairs(32n, 1n, NFT, 9n)],
    detail: [operation, 0n, 0n, 1_000n, HASH, NOTHING, '0x', 0n, 0n, 0n, [[25_000n, hex(CREATOR)]]],
  });
const looksV1 = (name: string, [taker, maker]: readonly [string, string]): AccountLog =>
  encodeLog(5, '59728544b08ab483533076417fbbb2fd0b17ce3a', `event ${name}${LOOKS_V1}`, {
    ...{
      orderHash: HASH,
      orderNonce: 1n,
      taker: hex(taker),
      maker: hex(maker),
      strategy: hex(MARKET),
      currency: NOTHING,
    },
    ...{ collection: hex(NFT), tokenId: 9n, amount: 1n, price: 1_000n },
  });
const looksV2 = (name: string, [user, other]: readonly [string, string]): AccountLog =>
  encodeLog(5, '0000000000e655fae4d56241588680f86e3b2377', `event ${name}${LOOKS_V2}`, {
    ...{ nonce: [HASH, 1n, true], user: hex(user), other: hex(other), strategyId: 0n, currency: NOTHING },
    ...{ collection: hex(NFT), ids: [9n], amounts: [1n], payees: [hex(SELLER), hex(CREATOR)], sums: [970n, 25n, 5n] },
  });
const WYVERN =
  'event OrdersMatched(bytes32 buyHash, bytes32 sellHash, address indexed maker, address indexed taker, uint256 price, bytes32 indexed metadata)';
const wyvern = (logIndex: number, maker = SELLER, taker = BUYER, price = 1_000n): AccountLog =>
  encodeLog(logIndex, '7f268357a8c2552623316e2562d90e642bb538e5', WYVERN, {
    ...{ buyHash: HASH, sellHash: HASH, maker: hex(maker), taker: hex(taker), price, metadata: HASH },
  });
const BLUR_V2 = 'b2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5';

const execution = (orderType: number, trader = SELLER, amount = 1n): AccountLog =>
  encodeLog(
    5,
    BLUR_V2,
    'event Execution((address trader, uint256 id, uint256 amount, address collection, uint8 assetType) transfer, bytes32 h, uint256 place, uint256 price, (address,uint16) makerFee, ((address,uint16),(address,uint16)) fees, uint8 orderType)',
    {
      ...{ transfer: [hex(trader), 9n, amount, hex(NFT), 0], h: HASH, place: 0n, price: 1_000n, orderType },
      ...{
        makerFee: [hex(CREATOR), 50n],
        fees: [
          [hex(MARKET), 20n],
          [hex(SELLER), 100n],
        ],
      },
    },
  );

const MARKETS: readonly Market[] = [
  { name: 'Wyvern', sale: wyvern(5), rule: 'wyvern/2', isSelfContained: false },
  {
    ...{ name: 'LooksRare v1, a listing', sale: looksV1('TakerBid', [BUYER, SELLER]), rule: 'looksrare-v1/2' },
    isSelfContained: true,
  },
  {
    ...{ name: 'LooksRare v1, a bid', sale: looksV1('TakerAsk', [SELLER, BUYER]), rule: 'looksrare-v1/2' },
    isSelfContained: true,
  },
  {
    ...{ name: 'LooksRare v2, a listing', sale: looksV2('TakerBid', [BUYER, BUYER]), rule: 'looksrare-v2/1' },
    costs: [
      { role: 'royalty', to: CREATOR, amount: 25n },
      { role: 'fee', amount: 5n },
    ],
    isSelfContained: true,
  },
  {
    ...{ name: 'LooksRare v2, a bid', sale: looksV2('TakerAsk', [SELLER, BUYER]), rule: 'looksrare-v2/1' },
    isSelfContained: true,
  },
  {
    name: 'Blur v1',
    sale: encodeLog(
      5,
      '000000000000ad05ccc4f10045630fb830b95127',
      `event OrdersMatched(address indexed maker, address indexed taker, ${ORDER} sell, bytes32 sellHash, ${ORDER} buy, bytes32 buyHash)`,
      {
        ...{ maker: hex(SELLER), taker: hex(BUYER), sell: blurOrder(SELLER, 1), sellHash: HASH },
        ...{ buy: blurOrder(BUYER, 0), buyHash: HASH },
      },
    ),
    rule: 'blur-v1/1',
    costs: [{ role: 'other', to: CREATOR, amount: 25n }],
    isSelfContained: true,
  },
  {
    name: 'Blur v2, a listing',
    sale: encodeLog(5, BLUR_V2, 'event Execution721Packed(bytes32 h, uint256 token, uint256 deal)', packed(0n, SELLER)),
    rule: 'blur-v2/2',
    isSelfContained: false,
  },
  {
    name: 'Blur v2, a bid with a fee, paid from the pool',
    sale: encodeLog(
      5,
      BLUR_V2,
      'event Execution721TakerFeePacked(bytes32 h, uint256 token, uint256 deal, uint256 fee)',
      { ...packed(1n, BUYER), fee: (50n << 160n) | BigInt(hex(CREATOR)) },
    ),
    rule: 'blur-v2/2',
    asset: '0000000000a39bb272e79075ade125fd351887ac',
    costs: [{ role: 'other', to: CREATOR, amount: 5n }],
    isSelfContained: false,
  },
  {
    name: 'Blur v2, a listing in the form without packing',
    sale: execution(0),
    rule: 'blur-v2/2',
    costs: [
      { role: 'other', to: CREATOR, amount: 5n },
      { role: 'fee', to: MARKET, amount: 2n },
    ],
    isSelfContained: false,
  },
  {
    name: 'Blur v2, a bid in the form without packing',
    sale: execution(1, BUYER),
    rule: 'blur-v2/2',
    asset: '0000000000a39bb272e79075ade125fd351887ac',
    costs: [
      { role: 'other', to: SELLER, amount: 10n },
      { role: 'fee', to: MARKET, amount: 2n },
    ],
    isSelfContained: false,
  },
  {
    ...{ name: 'X2Y2', sale: inventory(1), rule: 'x2y2/2', isSelfContained: true },
    costs: [{ role: 'other', to: CREATOR, amount: 25n }],
  },
  {
    ...{ name: 'X2Y2, an offer to buy', sale: inventory(2, 3n, [BUYER, SELLER]), rule: 'x2y2/2' },
    isSelfContained: true,
  },
  {
    name: 'Rarible',
    sale: encodeLog(
      5,
      '9757f2d2b135150bbeb65308d4a91804107cd8d6',
      'event Match(bytes32 left, bytes32 right, uint256 a, uint256 b)',
      { left: HASH, right: HASH, a: 1n, b: 1_000n },
    ),
    rule: 'rarible/2',
    isSelfContained: false,
  },
];

const paid = (by: string, amount = 1_000n) => move(by, MARKET, amount);

describe.each(MARKETS)('a sale on $name', ({ sale, rule, asset = '', costs, isSelfContained }) => {
  test('states the item, its parties and the price in the asset paid', () => {
    const [action, ...others] = findActions(transaction([item(3), paid(BUYER)], [sale]));
    expect(others).toEqual([]);
    expect(action).toMatchObject({
      ...{ kind: 'nft-sale', rule, account: BUYER, given: [{ asset, amount: 1_000n }] },
      ...{ got: [{ asset: NFT, amount: 1n, tokenId: 9n }], parties: [{ role: 'seller', address: SELLER }] },
    });
    expect(action?.evidence).toContain(5);
    if (costs) expect(action?.costs).toMatchObject(costs);
  });

  test('is none of a contract that is not named, and none where the data end early', () => {
    const copy = { ...sale, address: key('copy') };
    expect(findActions(transaction([item(3), paid(BUYER)], [copy]))).toEqual([]);
    if (!isSelfContained)
      expect(findActions(transaction([], [sale])).filter(({ account }) => account)).toHaveLength(
        rule === 'blur-v2/2' && asset !== '' ? 1 : 0,
      );
    if (sale.data.length > 0 && rule !== 'rarible/2')
      expect(findActions(transaction([item(3)], [{ ...sale, data: sale.data.slice(0, 64) }]))).toEqual([]);
  });
});

test.each(MARKETS)('an event of $name that is cut or garbled anywhere is no half sale', ({ sale, rule }) => {
  // Their events may name one party only.
  const isNamed = !['blur-v2/2', 'looksrare-v2/1'].includes(rule);
  expectNoHalves(transaction([item(3), paid(BUYER)], [sale]), [], isNamed);
});

test('a fee of Blur v2 that is paid on top of the price is no part of it', () => {
  const onTop = (name: string, side: bigint, trader: string) =>
    findActions(
      transaction(
        [item(3)],
        [
          encodeLog(5, BLUR_V2, `event ${name}(bytes32 h, uint256 token, uint256 deal, uint256 fee)`, {
            ...{ ...packed(side, trader), fee: (50n << 160n) | BigInt(hex(CREATOR)) },
          }),
        ],
      ),
    )[0]?.costs?.map(({ amount }) => amount);
  expect(onTop('Execution721MakerFeePacked', 1n, BUYER)).toEqual([]);
  expect(onTop('Execution721TakerFeePacked', 0n, SELLER)).toEqual([]);
  expect(onTop('Execution721MakerFeePacked', 0n, SELLER)).toEqual([5n]);
});

test('a sale of several pieces on Blur v2 has their amount, and none without a piece', () => {
  expect(findActions(transaction([], [execution(0, SELLER, 5n)]))).toMatchObject([
    { got: [{ tokenId: 9n, amount: 5n }] },
  ]);
  expect(findActions(transaction([], [execution(0, SELLER, 0n)]))).toEqual([]);
  expect(findActions(transaction([], [execution(2)]))).toEqual([]);
});

test('two matches of Wyvern in one transaction each have their own token', () => {
  const other = key('other');
  const moves = [item(1), item(4, other, BUYER, 10n)];
  expect(findActions(transaction(moves, [wyvern(2), wyvern(5, other)]))).toMatchObject([
    { got: [{ tokenId: 9n }], parties: [{ address: SELLER }] },
    { got: [{ tokenId: 10n }], parties: [{ address: other }] },
  ]);
});

test('a match of Wyvern paid in a token has its price in that token', () => {
  const weth = key('weth');
  const moves = [move(BUYER, SELLER, 1_000n, weth, { logIndex: 1 }), item(2)];
  expect(findActions(transaction(moves, [wyvern(3, BUYER, SELLER)]))).toMatchObject([
    { account: BUYER, given: [{ asset: weth, amount: 1_000n }] },
  ]);
});

test('several items in one sale of LooksRare v2 stay one sale: the event gives one price', () => {
  const bundle = encodeLog(5, '0000000000e655fae4d56241588680f86e3b2377', `event TakerBid${LOOKS_V2}`, {
    ...{ nonce: [HASH, 1n, true], user: hex(BUYER), other: hex(BUYER), strategyId: 0n, currency: NOTHING },
    ...{
      collection: hex(NFT),
      ids: [9n, 10n],
      amounts: [1n, 1n],
      payees: [hex(SELLER), NOTHING],
      sums: [995n, 0n, 5n],
    },
  });
  expect(findActions(transaction([], [bundle]))).toMatchObject([
    { got: [{ tokenId: 9n }, { tokenId: 10n }], given: [{ amount: 1_000n }] },
  ]);
});

test('an operation of X2Y2 that cancels or only bids is no sale', () => {
  for (const operation of [0, 3, 4, 6]) expect(findActions(transaction([], [inventory(operation)]))).toEqual([]);
});

describe('X2Y2', () => {
  const EXCHANGE = '74312363e45dcaba76c59ec49a7aa8a65a67eed3';
  const withDetail = (items: string, fees: readonly unknown[], type = 1n): AccountLog =>
    encodeLog(5, EXCHANGE, X2Y2, {
      ...{ itemHash: HASH, maker: hex(SELLER), taker: hex(BUYER), a: 0n, b: 0n, intent: 1n, t: type, d: 0n },
      ...{ currency: NOTHING, mask: '0x', item: [1_000n, items] },
      detail: [1, 0n, 0n, 1_000n, HASH, NOTHING, '0x', 0n, 0n, 0n, fees],
    });
  const find = (items: string, fees: readonly unknown[] = []) =>
    findActions(transaction([], [withDetail(items, fees)]));
  const many = (count: number) =>
    pairs(32n, BigInt(count), ...Array.from({ length: count }, (_, i) => [NFT, BigInt(i)]).flat());

  test('states an amount of each item where the tokens come in several pieces, and nothing of a form that is not known', () => {
    const of = (type: bigint, ...words: (bigint | string)[]) =>
      findActions(transaction([], [withDetail(pairs(32n, ...words), [], type)]))[0]?.got;
    const pieces = [
      { asset: NFT, amount: 5n, tokenId: 9n },
      { asset: NFT, amount: 2n, tokenId: 11n },
    ];
    expect(of(2n, 2n, NFT, 9n, 5n, NFT, 11n, 2n)).toEqual(pieces);
    expect(of(2n, 1n, NFT, 9n, 5n)).toEqual(pieces.slice(0, 1));
    expect(of(2n, 1n, NFT, 9n, 0n)).toBeUndefined();
    expect(of(3n, 1n, NFT, 9n, 5n)).toBeUndefined();
  });

  test('names each of up to 200 items with its own number, and none is no sale', () => {
    expect(find(many(3))[0]?.got).toEqual([0n, 1n, 2n].map((tokenId) => ({ asset: NFT, amount: 1n, tokenId })));
    expect(find(many(200))[0]?.got).toHaveLength(200);
    expect(find(many(201))).toEqual([]);
    expect(find(many(0))).toEqual([]);
  });

  test('states each share of up to 20, from none to the whole price', () => {
    const shares = (...rates: bigint[]) =>
      find(
        many(1),
        rates.map((rate, i) => [rate, hex(key(`to${i}`))]),
      )[0]?.costs?.map(({ amount, to }) => [amount, to]);
    expect(shares(25_000n, 0n, 1_000_000n, 1_000_001n)).toEqual([
      [25n, key('to0')],
      [1_000n, key('to2')],
    ]);
    expect(shares(...new Array<bigint>(20).fill(1_000n))).toHaveLength(20);
    expect(shares(...new Array<bigint>(21).fill(1_000n))).toEqual([]);
  });
});

test('a match of Rarible that mints the token when it is sold is a sale of who made it', () => {
  const match = encodeLog(
    5,
    '9757f2d2b135150bbeb65308d4a91804107cd8d6',
    'event Match(bytes32 left, bytes32 right, uint256 a, uint256 b)',
    { left: HASH, right: HASH, a: 1n, b: 1_000n },
  );
  const passed = [item(3, '', CREATOR), item(4, CREATOR, BUYER), paid(BUYER)];
  const sale = { account: BUYER, given: [{ amount: 1_000n }], got: [{ tokenId: 9n }] };
  expect(findActions(transaction(passed, [match]))).toMatchObject([{ ...sale, parties: [{ address: CREATOR }] }]);
  const [direct, ...others] = findActions(transaction([item(3, '', BUYER), paid(BUYER)], [match]));
  expect([direct, others]).toMatchObject([{ ...sale, parties: [] }, []]);
});

test('a match of Wyvern at a price of nothing is a sale at that price', () => {
  expect(findActions(transaction([item(3)], [wyvern(5, SELLER, BUYER, 0n)]))).toMatchObject([
    { account: BUYER, given: [{ asset: '', amount: 0n }], parties: [{ address: SELLER }] },
  ]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/nft-markets.txt');
});
