import { NATIVE_ASSET } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { MAX_SEEDS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { formatDay } from './sentences.ts';

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence);
}

function checkStops({ stops }: TraceRequest): void {
  const { fromTime, toTime, maxHops, minAmount, minSharePpm, maxFanOut, dormantDays } = stops;
  if (fromTime !== undefined && toTime !== undefined && fromTime > toTime)
    refuse(`The time window ends (${formatDay(toTime)}) before it begins (${formatDay(fromTime)}).`);
  if (!Number.isInteger(maxHops) || maxHops < 1) refuse('The hop limit is at least 1.');
  if (!Number.isInteger(maxFanOut) || maxFanOut < 1) refuse('The fan-out limit is at least 1.');
  if (minAmount < 0n) refuse('The smallest amount followed is 0 or more units.');
  if (!Number.isInteger(minSharePpm) || minSharePpm < 0 || minSharePpm > 1_000_000)
    refuse('The smallest share followed lies between 0 and 1,000,000 millionths.');
  if (dormantDays !== undefined && dormantDays < 1) refuse('The limit of dormancy is at least 1 day.');
}

/** Throws `invalid` for what no trace over outputs can do, or what contradicts itself. */
export function checkOutputRequest(request: TraceRequest): void {
  if (request.asset !== undefined && request.asset !== NATIVE_ASSET)
    refuse(`A trace on ${request.chain} follows its own coin: it has no asset “${request.asset.slice(0, 60)}”.`);
  if (request.seeds.length === 0) refuse('A trace begins with at least one output, transaction or address.');
  if (request.seeds.length > MAX_SEEDS) refuse(`A trace begins with at most ${MAX_SEEDS} seeds.`);
  if (request.seeds.some((seed) => seed.kind === 'address' && seed.side === 'paid'))
    refuse(
      'An address of the Bitcoin family begins a trace with the outputs it received. Name transactions for what it paid.',
    );
  checkStops(request);
  const chosen = new Set<string>();
  for (const { txid } of request.choices) {
    if (chosen.has(txid)) refuse(`There are two choices for the transaction ${txid}; one is expected.`);
    chosen.add(txid);
  }
}
