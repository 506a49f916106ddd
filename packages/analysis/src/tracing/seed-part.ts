import { AppError } from '@trailmark/core/errors';
import type { TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';

type SeedWithPart = Extract<TraceSeed, { readonly kind: 'output' | 'transfer' }>;

/** The traced part of one payment, or undefined where it is traced whole. Throws `invalid` where the payment has no such part. */
export function readSeedPart(
  { amount }: Pick<SeedWithPart, 'amount'>,
  whole: bigint,
  name: string,
): bigint | undefined {
  if (amount === undefined || amount === whole) return undefined;
  if (amount > 0n && amount < whole) return amount;
  const wrong = amount > whole ? `more than its ${whole}` : 'nothing';
  throw new AppError(
    'invalid',
    `The part of ${name} to be traced is ${amount} units, ${wrong}. Give between 1 and ${whole} units, or leave the amount out to trace it whole.`,
  );
}

/** One payment is traced whole or in one part. Throws `invalid` where two seeds name different parts of it. */
export function assertOnePart(one: bigint | undefined, other: bigint | undefined, name: string): void {
  if (one === other) return;
  const say = (part: bigint | undefined): string => (part === undefined ? 'whole' : `in part (${part} units)`);
  throw new AppError(
    'invalid',
    `The seeds name ${name} ${say(one)} and ${say(other)}. Name it once, with the amount that is traced.`,
  );
}

/** The same request without amounts that say the whole: both ways of saying it are one request, with one hash. */
export function dropWholeParts(request: TraceRequest, isPart: (seed: SeedWithPart) => boolean): TraceRequest {
  const statesWhole = (seed: TraceSeed): seed is SeedWithPart =>
    (seed.kind === 'output' || seed.kind === 'transfer') && 'amount' in seed && !isPart(seed);
  if (!request.seeds.some(statesWhole)) return request;
  const seeds = request.seeds.map((seed): TraceSeed => {
    if (!statesWhole(seed)) return seed;
    const { amount: _, ...rest } = seed;
    return rest;
  });
  return { ...request, seeds };
}
