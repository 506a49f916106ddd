import { AppError } from '@trailmark/core/errors';
import type { Depth } from '../account/depth.ts';
import type { RpcClient, RpcOutcome } from './rpc-client.ts';

/** What a node offers beyond blocks. */
export interface EvmAbilities {
  /** Receipts of a whole block in one call; otherwise one call per transaction. */
  readonly blockReceipts: boolean;
  readonly traces: 'parity' | 'geth' | 'none';
}

/** JSON-RPC: the method does not exist, or is not offered (EIP-1474). */
const METHOD_NOT_FOUND = -32601;
const METHOD_NOT_SUPPORTED = -32004;
const LIMIT_EXCEEDED = -32005;

/** The options under which `debug_traceBlockByNumber` reports the calls inside each transaction. */
export const CALL_TRACER = { tracer: 'callTracer', tracerConfig: { onlyTopCall: false } } as const;

/** A node that is busy or counts our requests: the same may be requested again later. */
export function isBusy(outcome: RpcOutcome): boolean {
  if (!('error' in outcome)) return false;
  const { code, message } = outcome.error;
  // The same code says that a question has too many answers.
  if (code === LIMIT_EXCEEDED) return !/more than|range|results/i.test(message);
  return code === 429 || /rate.?limit|too many requests|busy|timed? ?out/i.test(message);
}

/** A node that is busy or counts our requests is queried again later; throws `unavailable` for such an answer. */
export function refuseWhenBusy(origin: string, method: string, outcome: RpcOutcome): void {
  if (!('error' in outcome) || !isBusy(outcome)) return;
  throw new AppError('unavailable', `The node ${origin} is too busy for ${method}: ${outcome.error.message}`);
}

function isOffered(outcome: RpcOutcome | undefined): boolean {
  if (!outcome || 'result' in outcome) return outcome !== undefined;
  const { code, message } = outcome.error;
  if (code === METHOD_NOT_FOUND || code === METHOD_NOT_SUPPORTED) return false;
  return !/not (?:found|supported|available|whitelisted|enabled|allowed)|unsupported|does not exist|unknown method/i.test(
    message,
  );
}

/** Tries what the depth needs on the newest block. A method that is refused for good is not called again. */
export async function probeAbilities(client: RpcClient, depth: Depth, signal?: AbortSignal): Promise<EvmAbilities> {
  if (depth === 'logs') return { blockReceipts: false, traces: 'none' };
  const calls = [
    { method: 'eth_getBlockReceipts', params: ['latest'] },
    { method: 'trace_block', params: ['0x1'] },
    { method: 'debug_traceBlockByNumber', params: ['latest', CALL_TRACER] },
  ];
  const outcomes = await client.batch(depth === 'traces' ? calls : calls.slice(0, 1), signal);
  for (const [index, outcome] of outcomes.entries()) refuseWhenBusy(client.origin, calls[index]?.method ?? '', outcome);
  const [receipts, parity, geth] = outcomes;
  const traces = isOffered(parity) ? 'parity' : isOffered(geth) ? 'geth' : 'none';
  return { blockReceipts: isOffered(receipts), traces };
}
