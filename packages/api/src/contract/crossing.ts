import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { chainId, hash, units } from '../wire.ts';
import { assetKey, crossing, crossingAnswer, trace, traceAsOf, traceRequest } from './trace-wire.ts';

const tag = 'Coin flow';

/** What the answer of a trace holds where bridges were to be followed; otherwise neither is there. */
export const crossingFields = {
  /** A trace on another chain for each bridge that was followed; then the answer's hash is over all of them. */
  legs: z
    .array(z.object({ parent: z.number().int().min(0), crossing, trace, asOf: traceAsOf, hash }))
    .max(8)
    .optional(),
  /** What was found at each bridge a trail ended at. */
  crossings: z.array(crossingAnswer).optional(),
};

/** Looks for the other sides of bridges that a trace ended at; nothing is followed. */
export const findCrossings = defineRoute({
  method: 'POST',
  path: '/traces/crossings',
  tag,
  summary: 'Where money that went over bridges came out, or went in: proven, stated or likely, with what it rests on',
  access: 'allowed',
  audit: 'look-up',
  body: z.object({
    chain: chainId,
    direction: traceRequest.shape.direction,
    /** Leaves of a trace with the reason `bridge`. */
    leaves: z
      .array(z.object({ ref: z.string().min(66).max(90), asset: assetKey, amount: units }))
      .min(1)
      .max(20),
  }),
  output: z.object({ asOf: z.array(traceAsOf), items: z.array(crossingAnswer) }),
  deadlineMs: 60_000,
});
