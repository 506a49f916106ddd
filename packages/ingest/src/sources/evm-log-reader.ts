import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { decodeLogBlock, LogMemory } from '@trailmark/chains/evm/decode-log-block';
import { LogRun } from '@trailmark/chains/evm/log-run';
import type { RpcBlock, RpcLog } from '@trailmark/chains/evm/rpc-answer';
import { type ScannedLogs, scanLogs } from '@trailmark/chains/evm/scan-logs';
import type { AccountBlock } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { isBusy } from './evm-abilities.ts';
import { resultFor, toQuantity } from './evm-block-reader.ts';
import { TOO_LARGE } from './post-json.ts';
import { readOrdered } from './read-ordered.ts';
import type { RpcCall, RpcClient, RpcOutcome } from './rpc-client.ts';

export interface LogReading {
  readonly client: RpcClient;
  readonly chain: EvmChain;
  /** Who answers, for coverage. */
  readonly description: string;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Logs of a range as they were answered. */
type RangeLogs = ScannedLogs | readonly RpcLog[];

const CONCURRENCY = 4;
/** Of one answer: small enough that a node's memory stays warm, large enough that its parsing outweighs the asking. */
const TARGET_BYTES = 1 << 20;
const LARGEST_RANGE = 200;
const FIRST_RANGE = 4;

function countOf({ from, to }: Range): number {
  return to - from + 1;
}

/** Logs of one block out of a range's, which ascend. */
function createCutter(client: RpcClient, logs: RangeLogs): (height: number) => readonly RpcLog[] | LogRun {
  const isScanned = 'heights' in logs;
  const count = isScanned ? logs.count : logs.length;
  const heightOf = (index: number): number =>
    isScanned ? (logs.heights[index] as number) : Number((logs[index] as RpcLog | null)?.blockNumber);
  let at = 0;
  return (height) => {
    const first = at;
    while (at < count && heightOf(at) === height) at++;
    if (at < count && !(heightOf(at) > height)) {
      throw new AppError(
        'inconsistent',
        `The node ${client.origin} answered logs of other blocks than were asked for.`,
      );
    }
    return isScanned ? new LogRun(logs, first, at) : logs.slice(first, at);
  };
}

/** Block heads and logs alone: a fraction of the bytes and of the node's work, for token histories. */
class LogRangeReader {
  readonly #reading: LogReading;
  readonly #memory = new LogMemory();
  /** Blocks of the next range. */
  size = FIRST_RANGE;

  constructor(reading: LogReading) {
    this.#reading = reading;
  }

  async read(range: Range, signal: AbortSignal): Promise<AccountBlock[]> {
    const { client, chain, description: source } = this.#reading;
    const heads = Array.from(
      { length: countOf(range) },
      (_, i): RpcCall => ({ method: 'eth_getBlockByNumber', params: [toQuantity(range.from + i), false] }),
    );
    const [logs, blocks] = await Promise.all([this.#askLogs(range, signal), client.batch(heads, signal)]);
    if (logs === undefined) {
      const middle = range.from + (countOf(range) >> 1);
      const first = await this.read({ from: range.from, to: middle - 1 }, signal);
      return [...first, ...(await this.read({ from: middle, to: range.to }, signal))];
    }
    const cut = createCutter(client, logs);
    const decoded = blocks.map((outcome, i) => {
      const height = range.from + i;
      const block = resultFor<RpcBlock>(client, 'eth_getBlockByNumber', height, outcome);
      return decodeLogBlock({ chain, block, logs: cut(height), source, memory: this.#memory });
    });
    if (cut(range.to + 1).length > 0 || !isAt(decoded, range)) throw this.#strange();
    return decoded;
  }

  /** Undefined where the range is to be requested in halves. */
  async #askLogs(range: Range, signal: AbortSignal): Promise<RangeLogs | undefined> {
    const { client } = this.#reading;
    const params = [{ fromBlock: toQuantity(range.from), toBlock: toQuantity(range.to) }];
    try {
      const answer = await client.scan({ method: 'eth_getLogs', params }, scanLogs, signal);
      if ('found' in answer) {
        this.#note(range, answer.bytes);
        return answer.found;
      }
      return this.#readOutcome(range, answer);
    } catch (error) {
      if (countOf(range) === 1 || !AppError.is(error) || error.context.reason !== TOO_LARGE) throw error;
      this.size = countOf(range) >> 1;
      return undefined;
    }
  }

  #readOutcome(range: Range, outcome: RpcOutcome): readonly RpcLog[] | undefined {
    const { client } = this.#reading;
    // Nodes refuse ranges with more logs than they like to answer at once, each in words of its own.
    if ('error' in outcome && countOf(range) > 1 && !isBusy(outcome)) {
      this.size = countOf(range) >> 1;
      return undefined;
    }
    const logs = resultFor<readonly RpcLog[]>(client, 'eth_getLogs', range.from, outcome);
    if (Array.isArray(logs)) return logs;
    throw new AppError('unavailable', `An answer of the node ${client.origin} holds no list of logs.`);
  }

  /** Ranges grow and shrink with what blocks hold. */
  #note(range: Range, bytes: number): void {
    const fitting = Math.floor((countOf(range) * TARGET_BYTES) / Math.max(bytes, 1));
    this.size = Math.max(1, Math.min(fitting, 2 * this.size, LARGEST_RANGE));
  }

  #strange(): AppError {
    const { origin } = this.#reading.client;
    return new AppError('inconsistent', `The node ${origin} answered other blocks than were asked for.`);
  }
}

function isAt(blocks: readonly AccountBlock[], { from }: Range): boolean {
  return blocks.every(({ height }, i) => height === from + i);
}

/** Blocks `from..to` with the content of their logs, in order, the next ranges requested while one is read. */
export async function* readLogBlocks(
  reading: LogReading,
  { from, to, signal }: Range & { readonly signal?: AbortSignal | undefined },
): AsyncGenerator<AccountBlock[]> {
  const reader = new LogRangeReader(reading);
  let next = from;
  yield* readOrdered({
    concurrency: CONCURRENCY,
    signal,
    take: () => {
      if (next > to) return undefined;
      const range = { from: next, to: Math.min(to, next + reader.size - 1) };
      next = range.to + 1;
      return (stop) => reader.read(range, stop);
    },
  });
}
