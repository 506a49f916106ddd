import type { StoredMove } from '@trailmark/core/account-ledger';
import type { TokenMetadata, TokenReader, VerifiedToken } from '@trailmark/core/asset';
import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { MoveVerdict, NoiseInput } from './classify-moves.ts';
import * as ofClassifyMoves from './classify-moves.ts';
import * as ofLookAlikes from './look-alikes.ts';
import * as ofRealCounterparties from './real-counterparties.ts';
import * as ofSkeleton from './skeleton.ts';

const recorded = new WatchedResults();
const { classifyMoves } = recorded.watch(ofClassifyMoves);
const { indexLookAlikes } = recorded.watch(ofLookAlikes);
const { listRealCounterparties } = recorded.watch(ofRealCounterparties);
const { toSkeleton } = recorded.watch(ofSkeleton);

const ME = `a1a1${'0'.repeat(32)}b1b1`;
const FRIEND = `abc1${'2'.repeat(32)}9876`;
const LOOKS_LIKE_FRIEND = `abcf${'7'.repeat(32)}9876`;
const STRANGER = `dead${'5'.repeat(32)}beef`;
const USDT = 'dac17f958d2ee523a2206206994597c13d831ec7';
const FAKE = 'fa'.repeat(20);
const LISTED = 'ee'.repeat(20);

const usdt: VerifiedToken = {
  ...{ chain: 'eth', contract: USDT, symbol: 'USDT', name: 'Tether USD', decimals: 6, ticker: 'USDT' },
  ...{ balanceNote: undefined, source: 'test' },
};
const tokens: TokenReader = {
  version: '1',
  find: (chain, contract) => (chain === 'eth' && contract === USDT ? usdt : undefined),
  list: (chain) => (chain === 'eth' ? [usdt] : []),
  counterfeitOf: (chain, contract) => (chain === 'eth' && contract === LISTED ? 'USDC' : undefined),
};

function move(more: Partial<StoredMove>): StoredMove {
  return {
    ...{
      kind: 'token',
      asset: USDT,
      from: STRANGER,
      to: ME,
      amount: 50_000_000n,
      tokenId: undefined,
      flags: 0,
      slot: 0,
    },
    ...{ logIndex: 1, tracePath: undefined, position: toPosition(1, 0) },
    ...more,
  };
}

function named(symbol: string, name = ''): ReadonlyMap<string, TokenMetadata> {
  return new Map([[FAKE, { contract: FAKE, symbol, name, decimals: 6, height: 1 }]]);
}

function classify(moves: StoredMove | StoredMove[], more: Partial<NoiseInput> = {}): MoveVerdict {
  const verdicts = classifyMoves({
    ...{ chain: 'eth', address: ME, moves: [moves].flat(), tokens, metadata: new Map(), counterparties: [FRIEND] },
    senderOf: () => STRANGER,
    ...more,
  });
  return verdicts[0] ?? { flags: [], folded: undefined };
}

describe('a transfer of nothing', () => {
  test('in the name of the address, which did not send it, is a spoof and folded', () => {
    const verdict = classify(move({ from: ME, to: LOOKS_LIKE_FRIEND, amount: 0n }));
    expect(verdict.flags).toEqual(['zero-value', 'spoofed', 'look-alike']);
    expect(verdict.folded).toContain('did not send it');
  });

  test('that the address sent itself is shown', () => {
    const verdict = classify(move({ from: ME, to: FRIEND, amount: 0n }), { senderOf: () => ME });
    expect(verdict).toEqual({ flags: ['zero-value'], folded: undefined });
  });

  test('from the address by a sender nobody knows is flagged, but not called a spoof', () => {
    const verdict = classify(move({ from: ME, to: STRANGER, amount: 0n }), { senderOf: () => undefined });
    expect(verdict).toEqual({ flags: ['zero-value'], folded: undefined });
  });

  test('to the address is folded', () => {
    expect(classify(move({ amount: 0n }))).toMatchObject({
      flags: ['zero-value'],
      folded: expect.stringContaining('of nothing'),
    });
  });

  test('of coin is a call, and never noise', () => {
    for (const kind of ['native', 'internal'] as const) {
      expect(classify(move({ kind, asset: '', amount: 0n }))).toEqual({ flags: [], folded: undefined });
    }
  });
});

describe('a look-alike', () => {
  test('that sends little of a known token is folded, up to one whole token', () => {
    const sent = (amount: bigint) => classify(move({ from: LOOKS_LIKE_FRIEND, amount }));
    expect(sent(1_000_000n)).toMatchObject({ flags: ['look-alike'], folded: expect.stringContaining('bait') });
    expect(sent(1_000_001n)).toEqual({ flags: ['look-alike'], folded: undefined });
  });

  test('that the address paid itself is flagged and shown: that is the loss', () => {
    const verdict = classify(move({ from: ME, to: LOOKS_LIKE_FRIEND }), { senderOf: () => ME });
    expect(verdict).toEqual({ flags: ['look-alike'], folded: undefined });
  });

  test('needs both ends: three first digits and four last', () => {
    expect(classify(move({ from: `abd1${'7'.repeat(32)}9876`, amount: 1n })).flags).toEqual([]);
    expect(classify(move({ from: `abcf${'7'.repeat(32)}0876`, amount: 1n })).flags).toEqual([]);
    expect(classify(move({ from: LOOKS_LIKE_FRIEND, amount: 1n }), { params: { firstDigits: 4 } }).flags).toEqual([]);
  });

  test('is judged by the text people compare, where that is another', () => {
    const spell = (address: string) =>
      address === STRANGER ? 'TXyz…Same' : `TXy0…${address === FRIEND ? 'Same' : 'else'}`;
    expect(classify(move({ amount: 1n }), { chain: 'trx', spell }).flags).toContain('look-alike');
    expect(classify(move({ from: LOOKS_LIKE_FRIEND, amount: 1n }), { chain: 'trx', spell }).flags).not.toContain(
      'look-alike',
    );
  });

  test('is not the counterparty itself', () => {
    expect(classify(move({ from: FRIEND, amount: 1n }))).toEqual({ flags: [], folded: undefined });
  });
});

describe('a token', () => {
  test('of nobody known is flagged, and shown', () => {
    expect(classify(move({ asset: FAKE }))).toEqual({ flags: ['unverified-token'], folded: undefined });
  });

  test.each(['USDT', 'USDТ', 'USDŦ', 'U\u200bSDT', 'ＵＳＤＴ', 'usdt', 'USD₮', ' U S D T ', 'USDT\u00ad'])(
    'with the symbol "%s" on another contract imitates USDT and is folded',
    (symbol) => {
      const verdict = classify(move({ asset: FAKE }), { metadata: named(symbol) });
      expect(verdict.flags).toEqual(['imitation', 'unverified-token']);
      expect(verdict.folded).toContain('Not the known USDT');
    },
  );

  test('with a symbol like the coin imitates the coin', () => {
    expect(classify(move({ asset: FAKE }), { metadata: named('ЕТН') }).folded).toContain('ETH');
  });

  test.each(['USDX', 'USD', 'AUSDT', ''])('with the symbol "%s" imitates nothing', (symbol) => {
    expect(classify(move({ asset: FAKE }), { metadata: named(symbol) }).flags).toEqual(['unverified-token']);
  });

  test('on a list of counterfeits is folded by that list, whatever its symbol', () => {
    expect(classify(move({ asset: LISTED })).folded).toContain('A listed counterfeit of USDC');
  });

  test('that imitates is shown where the address sent it itself', () => {
    const verdict = classify(move({ asset: FAKE, from: ME, to: STRANGER }), {
      metadata: named('USDT'),
      senderOf: () => ME,
    });
    expect(verdict.folded).toBeUndefined();
  });

  test('that imitates is folded where its contract shows a payment the address never sent', () => {
    const verdict = classify(move({ asset: FAKE, from: ME, to: STRANGER }), { metadata: named('USDT') });
    expect(verdict.folded).toContain('sent by somebody else');
  });

  test('that is known is never an imitation, whatever its contract says', () => {
    const metadata = new Map([[USDT, { contract: USDT, symbol: 'ETH', name: 'x.com', decimals: 6, height: 1 }]]);
    expect(classify(move({}), { metadata })).toEqual({ flags: [], folded: undefined });
  });

  test('known on another chain is not known here', () => {
    expect(classify(move({}), { chain: 'bsc' }).flags).toEqual(['unverified-token']);
  });

  test.each(['Visit usd-drop.com', '$ 5000 at t.me/gift', 'claim rewards'])(
    'called "%s" is an advertisement',
    (name) => {
      expect(classify(move({ asset: FAKE }), { metadata: named('X', name) }).folded).toContain('advertises');
    },
  );

  test('never puts its own words into the reason', () => {
    const verdict = classify(move({ asset: FAKE }), { metadata: named('USDT', '<b>http://evil.example') });
    expect(verdict.folded).not.toContain('evil');
  });
});

describe('dust', () => {
  const coin = (amount: bigint, more: Partial<StoredMove> = {}) => move({ kind: 'native', asset: '', amount, ...more });

  test('is incoming coin up to the limit of its chain', () => {
    expect(classify(coin(10n ** 13n))).toMatchObject({ flags: ['dust'], folded: expect.stringContaining('too small') });
    expect(classify(coin(10n ** 13n + 1n))).toEqual({ flags: [], folded: undefined });
    expect(classify(coin(1000n), { chain: 'trx' }).flags).toEqual(['dust']);
    expect(classify(coin(1001n), { chain: 'trx' }).flags).toEqual([]);
  });

  test('is not what goes out, nor what the address requested itself', () => {
    expect(classify(coin(1n, { from: ME, to: STRANGER }), { senderOf: () => ME })).toEqual({
      flags: [],
      folded: undefined,
    });
    expect(classify(coin(1n), { senderOf: () => ME }).folded).toBeUndefined();
  });
});

test('what is wrapped, and what has no place, is flagged and shown', () => {
  expect(classify(move({ flags: 3 }))).toEqual({ flags: ['wrap', 'order-unknown'], folded: undefined });
});

test('every move has its verdict, in the order given', () => {
  const moves = [move({ amount: 0n }), move({}), move({ amount: 0n })];
  const verdicts = classifyMoves({
    ...{ chain: 'eth', address: ME, moves, tokens, metadata: new Map(), counterparties: [], senderOf: () => STRANGER },
  });
  expect(verdicts.map(({ folded }) => folded !== undefined)).toEqual([true, false, true]);
});

test('an unknown parameter is refused', () => {
  expect(() => classify(move({}), { params: { first: 1 } })).toThrow('The parameters of account-noise do not fit');
});

test('a skeleton of invisible signs alone is empty', () => {
  expect(toSkeleton('\u200b\u2060 \u180e')).toBe('');
});

test('an index without addresses finds nothing', () => {
  expect(indexLookAlikes(['', FRIEND], 3, 4).find('')).toBeUndefined();
});

describe('a counterparty of real value', () => {
  const row = (asset: string, amount: bigint) => ({ address: FRIEND, asset, sentTo: 0n, receivedFrom: amount });
  const isReal = (asset: string, amount: bigint) =>
    listRealCounterparties('eth', tokens, [row(asset, amount)]).has(FRIEND);

  test('exchanged more coin than dust, or more of a known token than bait', () => {
    expect([isReal('', 10n ** 13n), isReal('', 10n ** 13n + 1n)]).toEqual([false, true]);
    expect([isReal(USDT, 1_000_000n), isReal(USDT, 1_000_001n)]).toEqual([false, true]);
  });

  test('is none by any amount of a token nobody vouches for', () => {
    expect(isReal(FAKE, 10n ** 40n)).toBe(false);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/classify-moves.txt');
});
