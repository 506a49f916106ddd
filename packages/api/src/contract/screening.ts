import { EXPOSURE_WAYS } from '@trailmark/core/screening/exposure';
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { hash } from '../wire.ts';
import { screening, screeningRequest, threatLevel, verdictState } from './screening-wire.ts';
import { traceAsOf } from './trace-wire.ts';

const tag = 'Address threat analysis';
/** As long as a trace has: a screening is a few of them. */
const SCREENING_DEADLINE_MS = 120_000;

/** Which rules a screening was judged by. */
export const ruleSetReference = z.object({
  name: z.string(),
  /** SHA-256 over the canonical JSON of the set. */
  hash,
});

/** A screening with what it rests on: the same request over the same of these gives the same bytes. */
export const screeningAnswer = z.object({
  asOf: traceAsOf,
  ruleSet: ruleSetReference,
  screening,
  /** SHA-256 over the canonical JSON of screening, as-of and rule set. */
  hash,
});
export type ScreeningAnswer = z.output<typeof screeningAnswer>;

export const runScreening = defineRoute({
  method: 'POST',
  path: '/screenings',
  tag,
  summary: 'Screen one address or transaction',
  description:
    'Who it is said to be, where its money came from and went to, how it behaves, and what the rules in force make of that. A verdict is never a clearance: unknown, nothing found and zero are three different answers.',
  access: 'allowed',
  audit: 'look-up',
  body: screeningRequest.extend({
    /** False: answered and not stored, for programs that keep the answer themselves. */
    keep: z.boolean().default(true),
  }),
  /** `id` of the stored screening; null where it is not kept. */
  output: screeningAnswer.extend({ id: z.uuid().nullable() }),
  deadlineMs: SCREENING_DEADLINE_MS,
});

const outcome = { state: verdictState, level: threatLevel, score: z.number().int().nullable() };

/** The result with other settings, and without what it is based on. */
export const screeningSensitivity = z.object({
  asOf: traceAsOf,
  ruleSet: ruleSetReference,
  cells: z.array(z.object({ method: z.string(), maxHops: z.number().int(), isAsked: z.boolean(), ...outcome })),
  /** Shares of the largest categories under each cell, in the order of `cells`; millionths. */
  exposure: z.array(z.object({ category: z.string(), way: z.enum(EXPOSURE_WAYS), shares: z.array(z.number().int()) })),
  /** The verdict without one label or rule, the largest effect first. */
  without: z.array(
    z.object({
      kind: z.enum(['label', 'rule']),
      id: z.string(),
      name: z.string(),
      sentence: z.string(),
      change: z.number().int(),
      ...outcome,
    }),
  ),
});
export type ScreeningSensitivity = z.output<typeof screeningSensitivity>;

export const testScreening = defineRoute({
  method: 'POST',
  path: '/screenings/sensitivity',
  tag,
  summary: 'The same screening by other methods and hop limits, and without each label or rule that carries it',
  access: 'allowed',
  audit: 'look-up',
  body: screeningRequest,
  output: screeningSensitivity,
  deadlineMs: SCREENING_DEADLINE_MS,
});

export const screeningRoutes = { runScreening, testScreening };
