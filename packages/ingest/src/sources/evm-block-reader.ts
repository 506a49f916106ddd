import type { GethTrace, ParityTrace, RpcBlock, RpcReceipt, RpcTraces } from '@trailmark/chains/evm/rpc-answer';
import { AppError } from '@trailmark/core/errors';
import { CALL_TRACER, type EvmAbilities, refuseWhenBusy } from './evm-abilities.ts';
import { TOO_LARGE } from './post-json.ts';
import type { RpcCall, RpcClient, RpcOutcome } from './rpc-client.ts';

/** What a node answered about one block; what is undefined was not requested, or is not offered. */
export interface BlockAnswers {
  readonly block: RpcBlock;
  readonly receipts: readonly RpcReceipt[] | undefined;
  readonly traces: RpcTraces | undefined;
}

/** Reads `count` consecutive blocks from a height on. */
export type BlockReader = (from: number, count: number, signal: AbortSignal) => Promise<BlockAnswers[]>;

const RECEIPTS_PER_BATCH = 200;

export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}

/** A result that must be there: a block that vanished between two calls is requested again. */
export function resultFor<T>(client: RpcClient, method: string, height: number, outcome: RpcOutcome | undefined): T {
  if (outcome) refuseWhenBusy(client.origin, method, outcome);
  if (outcome && 'result' in outcome && outcome.result !== null) return outcome.result as T;
  const words = outcome && 'error' in outcome ? `: ${outcome.error.message}` : '';
  throw new AppError('unavailable', `The node ${client.origin} has no answer to ${method} of block ${height}${words}.`);
}

/** Traces of a block whose state the node has pruned are missing: reported as a gap, never as no calls. */
function tracesFor(client: RpcClient, form: 'parity' | 'geth', outcome: RpcOutcome | undefined): RpcTraces | undefined {
  if (outcome) refuseWhenBusy(client.origin, 'traces', outcome);
  if (!outcome || 'error' in outcome || !Array.isArray(outcome.result)) return undefined;
  return form === 'parity'
    ? { form, items: outcome.result as readonly ParityTrace[] }
    : { form, items: outcome.result as readonly GethTrace[] };
}

/** Receipts one by one, for a node that has no call for all of a block. */
async function readSingleReceipts(
  client: RpcClient,
  height: number,
  block: RpcBlock,
  signal: AbortSignal,
): Promise<RpcReceipt[]> {
  const transactions = Array.isArray(block.transactions) ? (block.transactions as { hash?: unknown }[]) : [];
  const receipts: RpcReceipt[] = [];
  for (let from = 0; from < transactions.length; from += RECEIPTS_PER_BATCH) {
    const calls = transactions
      .slice(from, from + RECEIPTS_PER_BATCH)
      .map(({ hash }): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [hash] }));
    const outcomes = await client.batch(calls, signal);
    for (const outcome of outcomes) {
      receipts.push(resultFor<RpcReceipt>(client, 'eth_getTransactionReceipt', height, outcome));
    }
  }
  return receipts;
}

/** A reader that asks for what the node offers. */
export function createBlockReader(client: RpcClient, { blockReceipts, traces }: EvmAbilities): BlockReader {
  const callsFor = (height: number): RpcCall[] => [
    { method: 'eth_getBlockByNumber', params: [toQuantity(height), true] },
    ...(blockReceipts ? [{ method: 'eth_getBlockReceipts', params: [toQuantity(height)] }] : []),
    ...(traces === 'parity' ? [{ method: 'trace_block', params: [toQuantity(height)] }] : []),
    // The first block has no transactions to run, and nodes refuse to trace it.
    ...(traces === 'geth' && height > 0
      ? [{ method: 'debug_traceBlockByNumber', params: [toQuantity(height), CALL_TRACER] }]
      : []),
  ];
  const readAll: BlockReader = async (from, count, signal) => {
    const heights = Array.from({ length: count }, (_, i) => from + i);
    const asked = heights.map(callsFor);
    const outcomes = await client.batch(asked.flat(), signal);
    const found: BlockAnswers[] = [];
    let at = 0;
    for (const [index, height] of heights.entries()) {
      const mine = outcomes.slice(at, at + (asked[index]?.length ?? 0));
      at += mine.length;
      const block = resultFor<RpcBlock>(client, 'eth_getBlockByNumber', height, mine.shift());
      const receipts = blockReceipts
        ? resultFor<RpcReceipt[]>(client, 'eth_getBlockReceipts', height, mine.shift())
        : await readSingleReceipts(client, height, block, signal);
      const traced = traces === 'none' ? undefined : tracesFor(client, traces, mine.shift());
      found.push({ block, receipts, traces: traced });
    }
    return found;
  };
  return traces === 'none'
    ? readAll
    : withoutLargeTraces(readAll, createBlockReader(client, { blockReceipts, traces: 'none' }));
}

/** Where one answer alone is above the limit, the traces of its block are given up: a gap, and not an end of the reading. */
function withoutLargeTraces(readAll: BlockReader, readUntraced: BlockReader): BlockReader {
  return async (from, count, signal) => {
    try {
      return await readAll(from, count, signal);
    } catch (error) {
      if (!AppError.is(error) || error.context.reason !== TOO_LARGE) throw error;
    }
    const found: BlockAnswers[] = [];
    for (let height = from; height < from + count; height++) {
      const single = count === 1 ? readUntraced : withoutLargeTraces(readAll, readUntraced);
      found.push(...(await single(height, 1, signal)));
    }
    return found;
  };
}
