import { type AssetId, coinOf } from '@trailmark/core/ledger';
import { ownerId } from '@trailmark/core/owner';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Draft, ownerOf } from '../../tracing/testing/output-ledger.ts';
import { readSet, worldOf } from '../testing/book-of.ts';
import { distribute } from './distribute.ts';
import { type LossAsk, LossBook } from './loss-book.ts';

const CENT = 10_000n;
const key = (number: number) => ownerId(ownerOf(number));

interface LossCase extends Partial<LossAsk> {
  readonly named?: Readonly<Record<string, readonly number[]>>;
  readonly unverified?: readonly AssetId[];
}

/** The result for a ledger where owner 1 is the suspect; `addresses` and `named` state who owns what. */
function lose(
  drafts: readonly Draft[],
  addresses: Readonly<Record<number, readonly number[]>>,
  { named = {}, unverified = [], ...more }: LossCase = {},
) {
  const { transactions } = readSet(drafts, [1]);
  const owners = new Map(Object.entries(addresses).map(([owner, victims]) => [key(Number(owner)), victims]));
  const victimCount = 1 + Math.max(-1, ...[...owners.values(), ...Object.values(named)].flat());
  const names = {
    ofAddress: (_: string, of: string) => owners.get(of) ?? [],
    ofTransaction: (_: string, txid: string) => named[txid] ?? [],
  };
  const world = worldOf(transactions, { price: () => CENT, unverified });
  const book = new LossBook({ from: null, available: null, victimCount, ...more }, names, world);
  for (const transaction of transactions) book.add(transaction);
  return { ...book.close(), transactions };
}

const mint = (to: number, amount: bigint): Draft => ({ spends: [], pays: [{ to, amount }] });

describe('payments of victims', () => {
  const STORY: readonly Draft[] = [
    mint(2, 100n),
    mint(3, 50n),
    mint(4, 70n),
    {
      spends: [[0, 0]],
      pays: [
        { to: 1, amount: 60n },
        { to: 2, amount: 40n },
      ],
    },
    {
      spends: [
        [1, 0],
        [3, 1],
      ],
      pays: [{ to: 1, amount: 90n }],
    },
    { spends: [[2, 0]], pays: [{ to: 1, amount: 70n }] },
    {
      spends: [[3, 0]],
      pays: [
        { to: 2, amount: 15n },
        { to: 1, amount: 45n },
      ],
    },
  ];

  test('are of whoever alone paid; what several paid together is of nobody and listed', () => {
    const { payments, victims, undecided, others } = lose(STORY, { 2: [0], 3: [1] });
    expect(payments.map(({ way, basis, victims: of, amount }) => [way, basis, of, amount])).toEqual([
      ['paid', 'addresses', [0], 60n],
      ['paid', 'undecided', [0, 1], 90n],
      ['returned', 'addresses', [0], 15n],
    ]);
    expect(victims).toMatchObject([
      { sums: [{ paid: 60n, returned: 15n }], loss: 45n * CENT, count: 2, share: 1_000_000 },
      { sums: [], loss: 0n, count: 0, share: 0 },
    ]);
    expect(undecided).toMatchObject([{ paid: 90n, count: 1 }]);
    expect(others).toEqual([{ asset: coinOf('btc'), amount: 70n, count: 1 }]);
  });

  test('that come from a service are of whoever names the transaction, unless two do', () => {
    const txid = lose(STORY, {}).transactions.find(({ ins }) => ins[0]?.amount === 70n)?.txid ?? '';
    expect(lose(STORY, {}, { named: { [txid]: [0] } }).payments).toMatchObject([{ basis: 'named', victims: [0] }]);
    expect(lose(STORY, {}, { named: { [txid]: [0, 1] } })).toMatchObject({
      payments: [{ basis: 'undecided', victims: [0, 1] }],
      victims: [{ count: 0 }, { count: 0 }],
    });
    expect(lose(STORY, { 4: [1] }, { named: { [txid]: [0] } }).payments).toMatchObject([{ basis: 'undecided' }]);
  });

  test('in a token that nobody vouches for are in no loss, and summed apart', () => {
    const found = lose(STORY, { 2: [0], 3: [1] }, { unverified: [coinOf('btc')], available: 100n * CENT });
    expect(found.payments).toEqual([]);
    expect(found.undecided).toEqual([]);
    expect(found.victims).toMatchObject([{ sums: [], loss: 0n, unpriced: 0 }, { loss: 0n }]);
    expect(found.unverified).toMatchObject([{ asset: coinOf('btc'), paid: 150n, returned: 15n, count: 3 }]);
  });

  test('an address that two victims name is of neither', () => {
    expect(lose(STORY, { 2: [0, 1] }).payments.every(({ basis }) => basis === 'undecided')).toBe(true);
  });

  test('everything that came to the suspects is of a victim, undecided or of others: nothing twice and nothing lost', () => {
    const owner = fc.integer({ min: 1, max: 6 });
    const pays = fc.array(fc.record({ to: owner, amount: fc.bigInt({ min: 1n, max: 50n }) }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(
        fc.array(pays, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat({ max: 20 }), { maxLength: 12 }),
        (all, picks) => {
          const drafts: Draft[] = all.map((one) => ({ spends: [], pays: one }));
          for (const pick of new Set(picks.map((one) => one % all.length))) {
            const amount = all[pick]?.[0]?.amount ?? 0n;
            drafts.push({ spends: [[pick, 0]], pays: [{ to: 1, amount }] });
          }
          const { payments, others, transactions } = lose(drafts, { 2: [0], 3: [1], 4: [0, 1] });
          const came = transactions.flatMap(({ ins }) => ins).reduce((sum, { amount }) => sum + amount, 0n);
          const paid = payments.filter(({ way }) => way === 'paid').reduce((sum, { amount }) => sum + amount, 0n);
          expect(paid + others.reduce((sum, { amount }) => sum + amount, 0n)).toBe(came);
        },
      ),
      { numRuns: 200, seed: 16 },
    );
  });
});

describe('distributing', () => {
  test('parts add up to the amount to the cent, in proportion, and nobody without a loss gets one', () => {
    expect(distribute([100n, 100n, 100n, -5n], 100n * CENT).parts).toEqual(
      [34n, 33n, 33n, 0n].map((cents) => cents * CENT),
    );
    expect(distribute([1n, 2n], null)).toEqual({ shares: [333_333, 666_667], parts: undefined });
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1 }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (losses, cents) => {
          const { parts } = distribute(losses, cents * CENT);
          const total = losses.reduce((sum, loss) => sum + loss, 0n);
          if (total === 0n) return expect(parts).toBeUndefined();
          expect(parts?.reduce((sum, part) => sum + part, 0n)).toBe(cents * CENT);
          for (const [i, part] of (parts ?? []).entries()) {
            const exact = ((losses[i] ?? 0n) * cents) / total;
            expect([exact, exact + 1n]).toContain(part / CENT);
          }
        },
      ),
      { seed: 16 },
    );
  });

  test('a loss that is not known leaves all shares open', () => {
    expect(distribute([100n, undefined], 100n)).toEqual({ shares: undefined, parts: undefined });
  });
});
