import type { ChainId } from '@trailmark/core/chain';
import type { BehaviourSubject } from '@trailmark/core/screening/behaviour';
import fc from 'fast-check';
import { DOLLAR, keyOf, PlainHistory, SELF } from './plain-history.ts';

const PARTIES = [SELF, ...['a', 'b', 'c', 'service'].map(keyOf)];
const KINDS = ['native', 'internal', 'fee', 'tip', 'token', 'nft', 'reward', 'genesis', 'destroyed', 'stated'] as const;
const CHAINS: readonly ChainId[] = ['btc', 'eth', 'trx'];

const amount = fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 2n ** 256n - 1n));

/** Transfers that need not make sense: any payers, any kind, assets nobody prices. */
const transfer = fc.record({
  asset: fc.constantFrom('btc', 'eth', 'trx', DOLLAR, `eth:0x${'1'.repeat(40)}`),
  amount,
  from: fc.uniqueArray(fc.constantFrom(...PARTIES), { maxLength: 3 }),
  to: fc.option(fc.constantFrom(...PARTIES), { nil: undefined }),
  kind: fc.constantFrom(...KINDS),
  basis: fc.constantFrom('fact' as const, 'stated' as const),
  tokenId: fc.option(fc.bigInt(0n, 9n), { nil: undefined }),
  payersKnown: fc.boolean(),
});

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom('swap' as const, 'mixer-deposit' as const, 'approval' as const),
    protocol: fc.constantFrom('One', 'Two'),
  }),
  { maxLength: 2 },
);

const transaction = fc.record({
  time: fc.integer({ min: -1_000_000, max: 100_000_000 }),
  parts: fc.array(transfer, { maxLength: 5 }),
  coinJoin: fc.option(fc.constantFrom({ kind: 'joinmarket', confidence: 50 }), { nil: undefined, freq: 5 }),
  actions: fc.option(actions, { nil: undefined }),
});

/** A subject of arbitrary transactions, one per block. */
export const randomSubject: fc.Arbitrary<BehaviourSubject> = fc
  .record({ chain: fc.constantFrom(...CHAINS), list: fc.array(transaction, { maxLength: 40 }), isWhole: fc.boolean() })
  .map(({ chain, list, isWhole }) => {
    const history = new PlainHistory({ chain, services: [keyOf('service')], isWhole });
    for (const { time, parts, ...known } of list) history.add(time, parts, known);
    return history.subject();
  });
