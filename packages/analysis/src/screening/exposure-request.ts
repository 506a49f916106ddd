import type { AssetKey } from '@trailmark/core/asset';
import type { ExposureWay } from '@trailmark/core/screening/exposure';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { DEFAULT_STOPS, type TraceRequest, type TraceSeed } from '@trailmark/core/trace/trace-request';

/** Payments followed at one step: as many as the engine takes, because who was paid directly must not be cut. */
const FAN_OUT = 5_000;

function toSeeds(
  { subject: { kind, text } }: ScreeningRequest,
  { way, hasOutputs, spent, members = [], newest }: ExposureQuestion,
): readonly TraceSeed[] {
  if (kind === 'transaction') return spent.length > 0 ? spent : [{ kind: 'transaction', txid: text }];
  // Coins are traced from where they were received, in both directions; balances from the payments that made them.
  const side = way === 'in' || hasOutputs ? 'received' : 'paid';
  const addresses = members.length > 0 ? members : [text];
  return addresses.map((address) => ({ kind: 'address', address, side, ...(newest === undefined ? {} : { newest }) }));
}

/** One direction of exposure in one asset. */
export interface ExposureQuestion {
  readonly way: ExposureWay;
  readonly asset: AssetKey;
  /** The chain moves coins from output to output. */
  readonly hasOutputs: boolean;
  /** Coins that a transaction under examination spends: followed from there, its own payments are the first hop. */
  readonly spent: readonly TraceSeed[];
  /** Addresses of the cluster that count as the subject; left out: the subject alone. What one pays another begins once. */
  readonly members?: readonly string[] | undefined;
  /** Only what its newest so many transactions paid the subject; left out: everything. */
  readonly newest?: number | undefined;
}

/**
 * Hops between a seed and the subject's counterparty: a coin is one transaction away from those who paid it, and a payment
 * of an account chain is itself between the two.
 */
export function firstHop(hasOutputs: boolean): 0 | 1 {
  return hasOutputs ? 1 : 0;
}

/**
 * The trace behind one direction of exposure, as coin flow would run it: it ends at the first address anybody names.
 */
export function toExposureTrace(request: ScreeningRequest, question: ExposureQuestion): TraceRequest {
  const { chain, method, maxHops, minSharePpm, minAmount, fromTime, toTime, budget, followSwaps, throughServices } =
    request;
  const { way, asset, hasOutputs } = question;
  return {
    chain,
    asset: hasOutputs ? undefined : asset,
    direction: way === 'in' ? 'backward' : 'forward',
    seeds: toSeeds(request, question),
    incident: undefined,
    method,
    params: {},
    stops: {
      ...DEFAULT_STOPS,
      labelled: true,
      services: throughServices !== true,
      followSwaps,
      maxHops: maxHops - 1 + firstHop(hasOutputs),
      minSharePpm,
      minAmount,
      fromTime: fromTime ?? undefined,
      toTime: toTime ?? undefined,
      maxFanOut: FAN_OUT,
    },
    choices: [],
    budget,
  };
}
