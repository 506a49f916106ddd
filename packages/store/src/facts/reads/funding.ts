import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { Position } from '@trailmark/core/position';
import type { StoredOutput } from '../../lookup/record-codec.ts';
import { isHeld, type ReadScope } from './scope.ts';

/** An output that an input names. */
export interface FundingRequest {
  /** 32 bytes, internal order. */
  readonly txid: Uint8Array;
  readonly vout: number;
  /** Only transactions before this position count. */
  readonly before: Position;
}

export interface Funding extends StoredOutput {
  readonly position: Position;
}

/** Requests served before other work of this thread gets its turn. */
const SLICE = 2_000;
const LOOK_UP_SECONDS = 120;

function prefixOf(txid: Uint8Array): bigint {
  return new DataView(txid.buffer, txid.byteOffset + 24, 8).getBigUint64(0, true);
}

/** Candidate positions by txid prefix, ascending. */
async function readCandidates(scope: ReadScope, requests: readonly FundingRequest[]): Promise<Map<string, Position[]>> {
  const prefixes = [...new Set(requests.map((request) => prefixOf(request.txid)))];
  const rows = await scope.facts.query(
    `SELECT txid_prefix, position FROM ${scope.database}.transaction_ids
     WHERE txid_prefix IN {prefixes:Array(UInt64)} ORDER BY position`,
    { parameters: { prefixes }, threads: 2, seconds: LOOK_UP_SECONDS },
  );
  const candidates = new Map<string, Position[]>();
  for (const [prefix, value] of rows) {
    const key = String(prefix);
    const known = candidates.get(key);
    if (known) known.push(Number(value));
    else candidates.set(key, [Number(value)]);
  }
  return candidates;
}

function findFunding(scope: ReadScope, request: FundingRequest, candidates: readonly Position[]): Funding | undefined {
  for (const position of candidates.toReversed()) {
    if (position >= request.before || !isHeld(scope, position)) continue;
    const output = scope.lookup.output(position, request.txid, request.vout);
    if (output) return { ...output, position };
  }
  return undefined;
}

/**
 * The outputs that inputs name, in the order asked: one query for a whole group of blocks, then one small read each. The
 * latest transaction before the input counts where a txid was mined twice (BIP 30).
 */
export async function readFunding(
  scope: ReadScope,
  requests: readonly FundingRequest[],
): Promise<(Funding | undefined)[]> {
  if (requests.length === 0) return [];
  const candidates = await readCandidates(scope, requests);
  const found: (Funding | undefined)[] = [];
  for (const [i, request] of requests.entries()) {
    if (i > 0 && i % SLICE === 0) await yieldToOthers();
    found.push(findFunding(scope, request, candidates.get(String(prefixOf(request.txid))) ?? []));
  }
  return found;
}
