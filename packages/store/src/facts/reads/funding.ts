import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { createFundingAnswers, type FundingAnswers, type FundingRequests } from '@trailmark/core/funding';
import type { Position } from '@trailmark/core/position';
import { isIndexed, type ReadScope } from './scope.ts';

/** Requests served before other work of this thread gets its turn. */
const SLICE = 1_000;
const QUERY_BATCH = 50_000;
const LOOK_UP_SECONDS = 120;

function prefixOf(requests: FundingRequests, row: number): bigint {
  return new DataView(requests.txids.buffer, requests.txids.byteOffset + row * 32 + 24, 8).getBigUint64(0, true);
}

/** Candidate positions by txid prefix, ascending. */
async function readCandidates(scope: ReadScope, prefixes: readonly bigint[]): Promise<Map<bigint, Position[]>> {
  const candidates = new Map<bigint, Position[]>();
  for (let from = 0; from < prefixes.length; from += QUERY_BATCH) {
    const rows = await scope.facts.query(
      `SELECT txid_prefix, position FROM ${scope.database}.transaction_ids
       WHERE txid_prefix IN {prefixes:Array(UInt64)} ORDER BY position`,
      { parameters: { prefixes: prefixes.slice(from, from + QUERY_BATCH) }, threads: 2, seconds: LOOK_UP_SECONDS },
    );
    for (const [prefix, value] of rows) {
      const key = BigInt(prefix as string);
      const known = candidates.get(key);
      if (known) known.push(Number(value));
      else candidates.set(key, [Number(value)]);
    }
  }
  return candidates;
}

function fill(
  scope: ReadScope,
  requests: FundingRequests,
  row: number,
  candidates: readonly Position[],
  answers: FundingAnswers,
): void {
  const txid = requests.txids.subarray(row * 32, row * 32 + 32);
  const before = requests.before[row] ?? 0;
  for (let i = candidates.length - 1; i >= 0; i--) {
    const position = candidates[i] ?? 0;
    if (position >= before || !isIndexed(scope, position)) continue;
    if (scope.lookup.readOutput(position, txid, requests.vouts[row] ?? 0, answers, row)) return;
  }
}

/**
 * The outputs that inputs name: one query for a whole group of blocks, then one small read each. The latest transaction
 * before the input counts where a txid was mined twice (BIP 30).
 */
export async function readFunding(scope: ReadScope, requests: FundingRequests): Promise<FundingAnswers> {
  const answers = createFundingAnswers(requests.count);
  const prefixes = new Set<bigint>();
  for (let row = 0; row < requests.count; row++) prefixes.add(prefixOf(requests, row));
  const candidates = await readCandidates(scope, [...prefixes]);
  for (let row = 0; row < requests.count; row++) {
    if (row > 0 && row % SLICE === 0) await yieldToOthers();
    fill(scope, requests, row, candidates.get(prefixOf(requests, row)) ?? [], answers);
  }
  return answers;
}
