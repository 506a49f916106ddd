import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../tracing/testing/output-ledger.ts';
import { randomLedger } from '../tracing/testing/random-output-ledger.ts';
import { ExposureReference, FRACTIONS, type ReferenceQuestion, WHOLE_UNITS } from './testing/exposure-reference.ts';
import { measureOutputs } from './testing/measure-outputs.ts';

const OWNERS = 8;

const questions = fc
  .record({
    drafts: randomLedger({ transactions: 24, owners: OWNERS, reward: 60 }),
    subject: fc.nat({ max: OWNERS - 1 }),
    names: fc.uniqueArray(fc.nat({ max: OWNERS - 1 }), { maxLength: 4 }),
    way: fc.constantFrom('in' as const, 'out' as const),
  })
  .map(
    ({ drafts, subject, names, way }): ReferenceQuestion => ({
      drafts,
      subject,
      named: new Set(names.filter((owner) => owner !== subject)),
      way,
    }),
  )
  .filter(({ drafts, subject }: { readonly drafts: readonly Draft[]; readonly subject: number }) =>
    drafts.some(({ pays }) => pays.some(({ to, amount }) => to === subject && amount > 0n)),
  );

const byName = (amounts: ReadonlyMap<string, bigint>) => [...amounts].toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('exposure by haircut', () => {
  test('equals a second implementation to the unit, on any ledger and any parties', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const { total, amounts } = await measureOutputs(question);
        const reference = new ExposureReference(question, WHOLE_UNITS).measure();
        expect(total).toBe(reference.total);
        expect(byName(amounts)).toEqual(byName(reference.amounts));
      }),
      { numRuns: 300 },
    );
  });

  test('is nearer to exact fractions than one unit for each part that was divided', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const { amounts } = await measureOutputs(question);
        const exact = new ExposureReference(question, FRACTIONS).measure();
        for (const name of new Set([...amounts.keys(), ...exact.amounts.keys()])) {
          // A small part can take another way by rounding: rings are compared together.
          const key = name.replace(/^(?:in)?direct /, '');
          const ofKey = <A>(all: ReadonlyMap<string, A>) =>
            [...all].filter(([other]) => other.replace(/^(?:in)?direct /, '') === key).map(([, amount]) => amount);
          const whole = ofKey(amounts).reduce((sum, amount) => sum + amount, 0n);
          const { n, d } = ofKey(exact.amounts).reduce(FRACTIONS.add, FRACTIONS.of(0n));
          const off = whole * d - n;
          expect(off < 0n ? -off : off).toBeLessThanOrEqual(BigInt(exact.parts) * d);
        }
      }),
      { numRuns: 100 },
    );
  });
});
