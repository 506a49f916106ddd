import type { Trace } from '@trailmark/core/trace/trace';
import { openOutputTrace } from '../../tracing/outputs/open-output-trace.ts';
import { knowledgeOf, ScriptedOutputs } from '../../tracing/testing/output-ledger.ts';
import { toExposureTrace } from '../exposure-request.ts';
import { measureExposure } from '../measure-exposure.ts';
import type { ReferenceQuestion } from './exposure-reference.ts';

/** Exposure of one direction in the terms of the references. */
interface StatedExposure {
  readonly total: bigint | undefined;
  /** Amounts by ring and key of the party, and by remainder. */
  readonly amounts: ReadonlyMap<string, bigint>;
}

/** A request for the exposure by haircut of one address, as far as money goes. */
export function haircutRequest(subject: string, way: 'in' | 'out') {
  return {
    chain: 'btc',
    subject: { kind: 'address', text: subject },
    ways: [way],
    asset: null,
    method: 'haircut/1',
    maxHops: 1_000_000,
    minSharePpm: 0,
    minAmount: 0n,
    fromTime: null,
    toTime: null,
    budget: 100_000,
    withCluster: false,
    followSwaps: false,
    withoutLabels: [],
    withoutRules: [],
  } as const;
}

/** What the product states of a trace. */
export function stateExposure(trace: Trace, subject: string, firstHop: 0 | 1): StatedExposure {
  const exposure = measureExposure([trace], {
    isOwn: (address) => address === subject,
    asset: '',
    symbol: 'BTC',
    decimals: 8,
    firstHop,
    fiat: () => undefined,
    listingsOf: () => [],
    claimsOf: () => [],
  });
  return {
    total: exposure.sides[0]?.total,
    amounts: new Map([
      ...exposure.parties.map(({ ring, party, amount }) => [`${ring} ${party.key}`, amount] as const),
      ...exposure.remainders.map(({ remainder, amount }) => [remainder as string, amount] as const),
    ]),
  };
}

/** What the product states of one direction of a ledger of outputs. */
export async function measureOutputs({ drafts, subject, named, way }: ReferenceQuestion): Promise<StatedExposure> {
  const address = `a${subject}`;
  const asked = toExposureTrace(haircutRequest(address, way), { way, asset: '', hasOutputs: true, spent: [] });
  const parties = Object.fromEntries(
    [...named].map((owner) => [`a${owner}`, { category: 'scam', key: `${owner}` }] as const),
  );
  const sources = { reader: new ScriptedOutputs(drafts), knowledge: knowledgeOf(parties as never) };
  const trace = await (await openOutputTrace(sources, asked)).run(asked.budget);
  return stateExposure(trace, address, 1);
}
