import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeTraceFile } from '@trailmark/evidence/bundle/trace-file';
import { ownAccount } from '../casework/own-account.ts';
import { KeptResults } from './kept-results.ts';
import type { ReportAsker } from './report-asker.ts';
import type { FactLeaf, FactStep, FactTrace } from './report-facts.ts';

interface Answer {
  readonly asOf: FactTrace['asOf'];
  readonly hash: string;
  readonly legs?: readonly unknown[];
  readonly trace: {
    readonly request: {
      readonly chain: string;
      readonly method: string;
      readonly direction: 'forward' | 'backward';
      readonly stops: Readonly<Record<string, unknown>>;
    };
    readonly seeds: readonly {
      readonly ref: string;
      readonly asset: string;
      readonly amount: string;
      readonly address: string | null;
      readonly height: number;
      readonly time: number;
    }[];
    readonly state: string;
    readonly gaps: readonly { readonly message: string }[];
  } & Readonly<Record<string, unknown>>;
}

/** Traces already run for a report that is being written, by request and by what they are of: a preview repeats none. */
const kept = new KeptResults<Answer>(50);

export async function runAgain({ ask, deps, caller }: ReportAsker, request: object): Promise<Answer> {
  const { chain } = request as { readonly chain?: string };
  const tip = chain !== undefined && isChainId(chain) ? deps.ledgers.find(chain)?.reader.tip() : undefined;
  const key = [
    ownAccount(caller).agency,
    request,
    tip?.hash ?? null,
    deps.knowledge.labels().version,
    deps.knowledge.prices().version,
  ];
  const known = kept.find(key);
  if (known) return known;
  const answer = await ask('runTrace', { params: {}, query: {}, body: { request } });
  if (answer.kind !== 'json') throw new AppError('internal', 'A trace was answered as a file.');
  return kept.keep(key, answer.value as unknown as Answer);
}

/** A trace as a report has it. `logged`: the hash that the flow has of it. */
export function toTrace(id: string, answer: Answer, logged: string): FactTrace {
  const { cuts, leaves, request, steps, sums } = answer.trace as Record<string, unknown>;
  const own = leaves as readonly FactLeaf[];
  const write = (ends: unknown) =>
    Buffer.from(toCanonicalJson({ value: { cuts, leaves: ends, request, steps, sums } }));
  // Names are in a list of their own, so that a copy without them still proves the trace.
  const bytes = write(own.map(({ detail, party, ...leaf }) => leaf));
  const { chain, method, direction, stops } = answer.trace.request;
  return {
    ...{ id, chain, method, direction, stops, bytes },
    hash: createHash('sha256').update(write(own)).digest('hex'),
    isSame: answer.hash === logged,
    state: answer.trace.state,
    asOf: answer.asOf,
    file: decodeTraceFile(`traces/${id}.json`, bytes),
    steps: steps as readonly FactStep[],
    leaves: own,
    parties: own.map(({ detail, party }) => ({ detail, party })),
    seeds: answer.trace.seeds.map(({ ref, asset, amount, address, height, time }) => ({
      ref,
      asset,
      amount,
      address,
      height,
      time,
    })),
    gaps: answer.trace.gaps.map(({ message }) => message),
  };
}
