import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openOutputTrace } from '../tracing/outputs/open-output-trace.ts';
import { type Draft, knowledgeOf, ScriptedOutputs } from '../tracing/testing/output-ledger.ts';
import { randomLedger } from '../tracing/testing/random-output-ledger.ts';
import { toExposureTrace } from './exposure-request.ts';
import { measureExposure } from './measure-exposure.ts';
import { ExposureReference, FRACTIONS, type ReferenceQuestion, WHOLE_UNITS } from './testing/exposure-reference.ts';

const OWNERS = 8;

/** What the product states of one direction, in the reference's terms. */
async function measured({ drafts, subject, named, way }: ReferenceQuestion) {
  const asked = toExposureTrace(
    {
      chain: 'btc',
      subject: { kind: 'address', text: `a${subject}` },
      ways: [way],
      asset: null,
      method: 'haircut/1',
      maxHops: 500,
      minSharePpm: 0,
      minAmount: 0n,
      fromTime: null,
      toTime: null,
      budget: 10_000,
      withCluster: false,
      followSwaps: false,
      withoutLabels: [],
      withoutRules: [],
    },
    { way, asset: '', hasOutputs: true, spent: [] },
  );
  const parties = Object.fromEntries(
    [...named].map((owner) => [`a${owner}`, { category: 'scam', key: `${owner}` }] as const),
  );
  const sources = { reader: new ScriptedOutputs(drafts), knowledge: knowledgeOf(parties as never) };
  const trace = await (await openOutputTrace(sources, asked)).run(asked.budget);
  const exposure = measureExposure([trace], {
    isOwn: (address) => address === `a${subject}`,
    asset: '',
    symbol: 'BTC',
    decimals: 8,
    firstHop: 1,
    fiat: () => undefined,
    listingOf: () => undefined,
  });
  return {
    total: exposure.sides[0]?.total,
    amounts: new Map([
      ...exposure.parties.map(({ ring, party, amount }) => [`${ring} ${party.key}`, amount] as const),
      ...exposure.remainders.map(({ remainder, amount }) => [remainder as string, amount] as const),
    ]),
  };
}

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
        const { total, amounts } = await measured(question);
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
        const { amounts } = await measured(question);
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
