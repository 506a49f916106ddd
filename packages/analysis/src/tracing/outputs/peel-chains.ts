import type { OutputStep, PeelChain, TracePart, TraceStep } from '@trailmark/core/trace/trace';
import { z } from 'zod';

/** What a run has to look like to be considered a peel chain. */
export const PEEL_PARAMS = z.object({
  minimumLength: z.number().int().min(2).default(3).describe('Fewest transactions of a run.'),
  minimumRest: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.5)
    .describe('The rest is more than this part of both outputs, where nobody says which is change.'),
  maximumPeel: z
    .number()
    .min(0)
    .max(0.5)
    .default(0.25)
    .describe('What is peeled off is less than this part, where nobody says which is change.'),
});
export type PeelParams = z.output<typeof PEEL_PARAMS>;

/** The page of the rule is docs/methods/trace-peel-chain.md. */
export const PEEL_CHAIN = { id: 'peel-chain', version: 1 } as const;

/** One transaction that may be part of a run: what enters, what is peeled off, and what continues. */
interface Peel {
  readonly step: OutputStep;
  readonly entered: TracePart;
  readonly rest: TracePart;
  readonly peeled: TracePart;
}

/** Number of the output that continues as the rest; undefined where that is not clear. */
export function findRest(
  change: OutputStep['change'],
  amounts: readonly (bigint | null)[],
  { minimumRest, maximumPeel }: PeelParams,
): number | undefined {
  if (change.by === 'examiner') return change.vout ?? undefined;
  if (change.isDisputed) return undefined;
  if (change.vout !== null) return change.vout;
  const [first, second] = amounts.map((amount) => Number(amount ?? 0n));
  if (first === undefined || second === undefined) return undefined;
  const [larger, smaller] = first >= second ? [first, second] : [second, first];
  const total = first + second;
  const isClear = larger > total * minimumRest && smaller < total * maximumPeel;
  return isClear ? (first >= second ? 0 : 1) : undefined;
}

function toPeel(step: TraceStep, params: PeelParams): Peel | undefined {
  if (step.family !== 'outputs' || step.coinJoin) return undefined;
  const [entered] = step.inputs;
  const isShaped = step.inputs.length === 1 && step.outputs.length === 2;
  if (!entered || !isShaped || entered.tainted === 0n) return undefined;
  const amounts = step.outputs.map(({ amount }) => amount);
  const vout = findRest(step.change, amounts, params);
  const rest = vout === undefined ? undefined : step.outputs[vout];
  const peeled = vout === undefined ? undefined : step.outputs[1 - vout];
  // Whoever cannot be named cannot have been paid: a data output is no peel.
  if (!rest || !peeled || rest.address === null || peeled.address === null) return undefined;
  return { step, entered, rest, peeled };
}

function toChain(peels: readonly Peel[]): PeelChain | undefined {
  const first = peels[0];
  const last = peels.at(-1);
  if (!first || !last) return undefined;
  const peeled = peels.map((peel) => peel.peeled);
  return {
    txids: peels.map(({ step }) => step.txid),
    entered: first.entered.ref,
    left: last.rest.ref,
    enteredAmount: first.entered.tainted,
    leftAmount: last.rest.tainted,
    peeledAmount: peeled.reduce((sum, { tainted }) => sum + tainted, 0n),
    peeled,
    firstTime: first.step.time,
    lastTime: last.step.time,
  };
}

/**
 * Runs of transactions, each with one input and two outputs, that peel a payment off a large rest which the next one spends.
 * Amounts are the traced ones. A run ends where it is not clear which output is the rest. Steps in the order of the chain.
 */
export function findPeelChains(steps: readonly TraceStep[], params: Partial<PeelParams> = {}): PeelChain[] {
  const rules = PEEL_PARAMS.parse(params);
  const peels = steps.flatMap((step) => toPeel(step, rules) ?? []);
  const byEntered = new Map(peels.map((peel) => [peel.entered.ref, peel]));
  const continued = new Set(peels.map(({ rest }) => rest.ref));
  const chains: PeelChain[] = [];
  for (const start of peels) {
    if (continued.has(start.entered.ref)) continue;
    const run: Peel[] = [];
    for (let at: Peel | undefined = start; at; at = byEntered.get(at.rest.ref)) run.push(at);
    const chain = run.length < rules.minimumLength ? undefined : toChain(run);
    if (chain) chains.push(chain);
  }
  return chains;
}
