import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, height, units, unixSeconds } from '../wire.ts';
import { traceAsOf } from './trace-wire.ts';

const tag = 'Monitoring';
const id = z.uuid();
const params = z.object({ watch: id });

const moneyPart = z.object({
  /** `txid:vout`, or on account chains the address. */
  place: z.string(),
  address: z.string().nullable(),
  amount: units,
});
const arrival = z.object({
  key: z.string(),
  name: z.string(),
  /** Null for a place where the examiner ends the trail. */
  basis: z.enum(['claim', 'inference']).nullable(),
  source: z.string(),
  /** Null where the examiner ends the trail, and of an entry of a sanctions list, which has none. */
  confidence: z.number().int().nullable(),
  /** What a sanctions list states of the address; null where no list names it. */
  listing: z.string().nullable(),
  reason: z.string(),
  amount: units,
  /** Id in the directory of organisations, where the label names one. */
  actor: z.string().nullable(),
  places: z.array(
    z.object({
      deposit: z.string(),
      address: z.string().nullable(),
      amount: units,
      detail: z.string(),
      height,
      time: unixSeconds,
    }),
  ),
});

export const getWatchFrontier = defineRoute({
  method: 'GET',
  path: '/watches/:watch/frontier',
  tag,
  summary: 'How far the money of a frontier came: its steps, where it rests, and whom it reached',
  description:
    'Amounts are those of the asset that the trace begins with, by its method. `began` is `arrived`, `resting`, `lost` and `fees` together.',
  access: 'allowed',
  audit: 'view',
  params,
  output: z.object({
    asOf: traceAsOf,
    watch: id,
    chain: chainId,
    symbol: z.string(),
    decimals: z.number().int(),
    method: z.string(),
    maxHops: z.number().int(),
    minAmount: units,
    state: z.enum(['complete', 'partial']),
    /** Whether a request packet can be made here for deposits of this chain. */
    hasPackets: z.boolean(),
    began: units,
    arrived: units,
    resting: units,
    /** What stop rules other than a known party ended, cut off or converted. */
    lost: units,
    /** Why, the largest first, in words. What was converted into other assets is in none. */
    lostBy: z.array(z.object({ reason: z.string(), amount: units, places: z.number().int() })),
    fees: units,
    /** Nothing, or the trace is wrong. */
    difference: units,
    seeds: z.array(moneyPart),
    stepCount: z.number().int(),
    /** The last ones, in the order of the chain. */
    steps: z.array(
      z.object({
        txid: z.string(),
        hop: z.number().int(),
        height,
        time: unixSeconds,
        fee: units,
        from: z.array(moneyPart),
        to: z.array(moneyPart),
      }),
    ),
    rests: z.array(moneyPart.extend({ height, time: unixSeconds })),
    arrivals: z.array(arrival),
    gaps: z.array(z.string()),
  }),
});
export type FrontierView = z.output<typeof getWatchFrontier.output>;
