import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  type ValueMove,
} from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET, type TokenMetadata, type TokenReader } from '@trailmark/core/asset';
import { PriceTable } from '@trailmark/store/prices/price-table';
import { createArrayAccountReader } from '@trailmark/store/testing/array-account-reader';

const key = (digits: string): string => digits.repeat(40 / digits.length);

/** Accounts and contracts of the sample, as keys. */
export const KEY = {
  alice: key('a1'),
  bob: key('b2'),
  carol: key('c3'),
  dave: key('d4'),
  miner: key('e5'),
  router: key('77'),
  /** On the list of known tokens: USDT of the sample. */
  tether: key('9d'),
  /** Calls itself USDT too. */
  fake: key('9f'),
  rebasing: key('9e'),
  nft: key('9c'),
  unseen: key('0f'),
} as const;

export const ETHER = 10n ** 18n;
export const HOSTILE = '<img src=x onerror=alert(1)>\u202e\u0000=HYPERLINK("http://x")';
export const HUGE = 2n ** 256n - 1n;

const EVERYTHING =
  BLOCK_HOLDS_ALL | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS | BLOCK_HOLDS_REWARDS;
const HAS_ALL = HAS_CALL | HAS_FEE | HAS_LOGS | HAS_INTERNALS;
/** 15 September 2022, noon. */
const START = 1_663_243_200;

/** 64 hex digits from a short number. */
export const hashOf = (number: number): string => `${'5c'.repeat(28)}${number.toString(16).padStart(8, '0')}`;

/** A move with what most of them leave out. */
export function moveOf(move: Partial<ValueMove> & Pick<ValueMove, 'kind' | 'from' | 'to' | 'amount'>): ValueMove {
  return { asset: NATIVE_ASSET, tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0, ...move };
}

interface Draft extends Partial<AccountTransaction> {
  readonly number: number;
  readonly from: string;
  readonly to: string;
}

const FEE = 21_000n * 10n ** 9n;

/** A transaction whose sender pays the usual fee, burned, in addition to the given transfers. */
export function transactionOf({ number, moves = [], ...rest }: Draft): AccountTransaction {
  const { from } = rest;
  return {
    index: 0,
    indexEstimated: false,
    hash: hashOf(number),
    created: '',
    value: 0n,
    status: 'ok',
    failure: undefined,
    fee: FEE,
    feePayer: from,
    gasUsed: 21_000n,
    gasPrice: 10n ** 9n,
    nonce: 0n,
    type: 2,
    input: '',
    inputLength: 0,
    holds: HAS_ALL,
    logs: [],
    mentions: [],
    ...rest,
    moves: [moveOf({ kind: 'fee', from, to: '', amount: FEE }), ...moves],
  };
}

/** A whole block of a node. */
export function blockOf(
  height: number,
  transactions: readonly AccountTransaction[],
  rest: Partial<AccountBlock> = {},
): AccountBlock {
  return {
    height,
    hash: hashOf(0xb0000000 + height),
    parentHash: height === 0 ? '0'.repeat(64) : hashOf(0xb0000000 + height - 1),
    time: START + height * 12,
    producer: KEY.miner,
    holds: EVERYTHING,
    transactionTotal: transactions.length,
    source: 'node http://127.0.0.1:8545',
    transactions: transactions.map((transaction, index) => ({ ...transaction, index })),
    moves: [moveOf({ kind: 'reward', from: '', to: KEY.miner, amount: 2n * ETHER })],
    ...rest,
  };
}

const pay = (number: number, from: string, to: string, amount: bigint): AccountTransaction =>
  transactionOf({ number, from, to, value: amount, moves: [moveOf({ kind: 'native', from, to, amount })] });

const TRANSFER = 'a9059cbb';

/** A call of a token contract that moves it. */
function send(number: number, asset: string, from: string, to: string, amount: bigint, rest: Partial<ValueMove> = {}) {
  const call = moveOf({ kind: 'native', from, to: asset, amount: 0n });
  const token = moveOf({ kind: 'token', asset, from, to, amount, logIndex: 0, ...rest });
  return transactionOf({
    number,
    from,
    to: asset,
    input: `${TRANSFER}${'0'.repeat(128)}`,
    inputLength: 68,
    moves: [call, token],
  });
}

/** A chain from its first block on, whole: alice is given 100 coins, and pays bob, tokens and contracts. */
export const SAMPLE_ACCOUNT_BLOCKS: readonly AccountBlock[] = [
  blockOf(0, [], { moves: [moveOf({ kind: 'genesis', from: '', to: KEY.alice, amount: 100n * ETHER })] }),
  blockOf(1, [pay(1, KEY.alice, KEY.bob, 10n * ETHER), pay(2, KEY.bob, KEY.carol, 3n * ETHER)]),
  blockOf(2, [
    send(3, KEY.tether, KEY.alice, KEY.bob, 0n),
    transactionOf({
      number: 4,
      from: KEY.alice,
      to: KEY.router,
      value: ETHER,
      input: 'deadbeef',
      inputLength: 4,
      moves: [
        moveOf({ kind: 'native', from: KEY.alice, to: KEY.router, amount: ETHER }),
        moveOf({ kind: 'internal', from: KEY.router, to: KEY.carol, amount: ETHER / 4n, tracePath: '0' }),
        moveOf({ kind: 'token', asset: KEY.tether, from: '', to: KEY.alice, amount: 5_000_000n, logIndex: 3 }),
      ],
    }),
  ]),
  blockOf(3, [
    send(5, KEY.tether, KEY.alice, KEY.bob, 2_000_000n),
    send(6, KEY.fake, KEY.dave, KEY.alice, HUGE),
    send(7, KEY.rebasing, KEY.dave, KEY.alice, 7n),
    send(8, KEY.nft, KEY.dave, KEY.alice, 1n, { kind: 'nft', tokenId: HUGE }),
  ]),
  blockOf(4, [
    transactionOf({ number: 9, from: KEY.alice, to: KEY.bob, value: 9n * ETHER, status: 'failed', failure: HOSTILE }),
    pay(10, KEY.bob, KEY.bob, ETHER),
    pay(11, KEY.bob, KEY.alice, 2n * ETHER),
  ]),
];

/** What the contracts of the sample state about themselves. */
export const SAMPLE_METADATA: readonly TokenMetadata[] = [
  { contract: KEY.tether, symbol: HOSTILE, name: HOSTILE, decimals: 77, height: 3 },
  { contract: KEY.fake, symbol: 'US\u200bDT', name: HOSTILE.repeat(20), decimals: 255, height: 3 },
  { contract: KEY.nft, symbol: HOSTILE, name: undefined, decimals: undefined, height: 3 },
];

const listed = { chain: 'eth', source: 'sample list', balanceNote: undefined } as const;

/** Known tokens of the sample: a stablecoin worth a coin of the sample's prices, and one whose balance cannot be derived. */
export const SAMPLE_TOKENS: TokenReader = createTokens([
  { ...listed, contract: KEY.tether, symbol: 'USDT', name: 'Tether USD', decimals: 6, ticker: 'USDT' },
  {
    ...listed,
    contract: KEY.rebasing,
    symbol: 'stX',
    name: 'Staked X',
    decimals: 18,
    ticker: undefined,
    balanceNote: 'it rebases, so balances change without transfers.',
  },
]);

function createTokens(tokens: ReturnType<TokenReader['list']>): TokenReader {
  const on = (chain: string) => tokens.filter((token) => token.chain === chain);
  return {
    version: 'sample',
    find: (chain, contract) => on(chain).find((token) => token.contract === contract),
    list: on,
    counterfeitOf: () => undefined,
  };
}

/** Invented closes of the sample's day: 1,500 dollars for ether, 1 for tether. */
export const SAMPLE_ACCOUNT_PRICES = new PriceTable([
  {
    quotes: [
      { day: '2022-09-15', asset: 'ETH', currency: 'USD', nano: 1_500_000_000_000n, source: 'invented' },
      { day: '2022-09-15', asset: 'USDT', currency: 'USD', nano: 1_000_000_000n, source: 'invented' },
    ],
    rates: [],
  },
]);

/** The sample as a reader. */
export function createSampleAccountReader(blocks: readonly AccountBlock[] = SAMPLE_ACCOUNT_BLOCKS): AccountLedger {
  return createArrayAccountReader(blocks, { tokens: SAMPLE_METADATA });
}
