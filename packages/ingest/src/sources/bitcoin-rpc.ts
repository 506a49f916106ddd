import { listChains } from '@trailmark/chains/catalogue';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { BlockSource, SourceBlock, SourceHead } from '../source.ts';
import { hashHeader, toDisplayHash } from './header-tree.ts';
import { createRpcClient, type RpcClient, type RpcClientOptions, type RpcOutcome, resultOf } from './rpc-client.ts';

export interface BitcoinRpcOptions extends RpcClientOptions {
  /** The chain the node must serve. */
  readonly expectChain: {
    readonly chainId: OutputChainId;
    /** For messages: "Litecoin". */
    readonly name: string;
    /** `chain` of getblockchaininfo. */
    readonly rpcChainName: string;
    /** Display order. */
    readonly genesisHash: string;
  };
}

/** Unconfirmed transactions of a node. */
export interface RpcMempool {
  /** All of them, as the node lists them. */
  readonly txids: readonly string[];
  /** Raw bytes of those not known before, by txid; not yet checked against it. */
  readonly raw: ReadonlyMap<string, Uint8Array>;
  /** How many unknown ones were left for another time, because there are more than one look fetches. */
  readonly notFetched: number;
}

export interface BitcoinRpcSource extends BlockSource {
  mempool(known: ReadonlySet<string>, signal?: AbortSignal): Promise<RpcMempool>;
}

const HASHES_PER_BATCH = 1000;
const BLOCKS_PER_BATCH = 200;
const LARGEST_CHUNK_BYTES = 8 * 2 ** 20;
const MEMPOOL_FETCH_LIMIT = 20_000;
const TRANSACTIONS_PER_BATCH = 200;
const HEIGHT_OUT_OF_RANGE = -8;
const MISC_ERROR = -1;

/**
 * A node over JSON-RPC, of any chain that speaks Bitcoin Core's. Nothing is requested until the first call. Every block must
 * hash to what the node called it; a node of another chain is `inconsistent`, named with the chain it is of.
 * Throws `invalid` for an address or credentials that cannot be.
 */
export function openBitcoinRpc(options: BitcoinRpcOptions): BitcoinRpcSource {
  const client = createRpcClient(options);
  let firstHeight = 0;
  return {
    description: `node ${client.origin}`,
    async head(signal) {
      const { pruneHeight, ...head } = await readHead(client, options.expectChain, signal);
      firstHeight = pruneHeight;
      return head;
    },
    firstHeight: () => firstHeight,
    async hashAt(height, signal) {
      const [outcome] = await client.batch([{ method: 'getblockhash', params: [height] }], signal);
      if (outcome && 'error' in outcome && outcome.error.code === HEIGHT_OUT_OF_RANGE) return undefined;
      return toHash(client, resultOf(client.origin, 'getblockhash', outcome));
    },
    blocks: (request) => readBlocks(client, options.concurrency ?? 4, request),
    mempool: (known, signal) => readMempool(client, known, signal),
    close: async () => client.close(),
  };
}

async function readHead(
  client: RpcClient,
  expect: BitcoinRpcOptions['expectChain'],
  signal?: AbortSignal,
): Promise<SourceHead & { readonly pruneHeight: number }> {
  const calls = [
    { method: 'getblockchaininfo', params: [] },
    { method: 'getblockhash', params: [0] },
  ];
  const [first, second] = await client.batch(calls, signal);
  const info = toRecord(client, resultOf(client.origin, 'getblockchaininfo', first));
  const genesisHash = toHash(client, resultOf(client.origin, 'getblockhash', second));
  if (info.chain !== expect.rpcChainName || genesisHash !== expect.genesisHash) {
    throw wrongChain(client, expect, String(info.chain).slice(0, 20), genesisHash);
  }
  const { blocks, bestblockhash } = info;
  if (!Number.isSafeInteger(blocks) || (blocks as number) < 0) throw malformed(client, 'a block count');
  const pruneHeight = info.pruned === true && Number.isSafeInteger(info.pruneheight) ? (info.pruneheight as number) : 0;
  return { height: blocks as number, hash: toHash(client, bestblockhash), pruneHeight };
}

function wrongChain(
  client: RpcClient,
  expect: BitcoinRpcOptions['expectChain'],
  chain: string,
  genesisHash: string,
): AppError {
  // Chains that forked share their first block and the name of their network: then both are named.
  const served = listChains().filter((known) => known.genesisHash === genesisHash && known.rpcChainName === chain);
  const asked = `you asked for ${expect.name} (${expect.chainId})`;
  const message =
    served.length > 0
      ? `The node ${client.origin} serves ${served.map((known) => known.name).join(' or ')}; ${asked}: use ${served.map((known) => known.id).join(' or ')}.`
      : `The node ${client.origin} serves "${chain}", whose first block is ${genesisHash}; ${asked}.`;
  return new AppError('inconsistent', message, { context: { served: chain, genesisHash, asked: expect.chainId } });
}

async function* readBlocks(
  client: RpcClient,
  concurrency: number,
  request: { from: number; to: number; batchBytes: number; signal?: AbortSignal },
): AsyncGenerator<SourceBlock[]> {
  // Whatever happens, requests still under way end with the loop.
  const stop = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal;
  const chunkBytes = Math.min(LARGEST_CHUNK_BYTES, request.batchBytes / concurrency);
  const pending: Promise<SourceBlock[]>[] = [];
  let next = request.from;
  let chunkBlocks = 1;
  const ask = (): void => {
    while (pending.length < concurrency && next <= request.to) {
      const count = Math.min(chunkBlocks, request.to - next + 1);
      const chunk = fetchBlocks(client, next, count, signal);
      // Awaited in order; until then a failure must not count as unhandled.
      chunk.catch(() => undefined);
      pending.push(chunk);
      next += count;
    }
  };
  try {
    let batch: SourceBlock[] = [];
    let batchBytes = 0;
    for (ask(); pending.length > 0; ask()) {
      const chunk = (await pending.shift()) ?? [];
      const bytes = chunk.reduce((sum, block) => sum + block.raw.length, 0);
      chunkBlocks = nextChunkBlocks(chunkBlocks, chunk.length, bytes, chunkBytes);
      batch.push(...chunk);
      batchBytes += bytes;
      if (batchBytes < request.batchBytes) continue;
      ask();
      yield batch;
      [batch, batchBytes] = [[], 0];
    }
    if (batch.length > 0) yield batch;
  } finally {
    stop.abort();
  }
}

/** As many blocks as should fit, by the size of those just read; at most twice as many as before. */
function nextChunkBlocks(current: number, count: number, bytes: number, chunkBytes: number): number {
  const fitting = Math.floor((chunkBytes * count) / Math.max(1, bytes));
  return Math.max(1, Math.min(BLOCKS_PER_BATCH, current * 2, fitting));
}

async function fetchBlocks(
  client: RpcClient,
  from: number,
  count: number,
  signal: AbortSignal,
): Promise<SourceBlock[]> {
  const hashes = await fetchHashes(client, from, count, signal);
  const calls = hashes.map((hash) => ({ method: 'getblock', params: [hash, 0] }));
  const outcomes = await client.batch(calls, signal);
  const failed = outcomes.findIndex((outcome) => 'error' in outcome);
  if (failed >= 0) throw await blockError(client, from + failed, outcomes[failed], signal);
  return outcomes.map((outcome, i) => {
    const raw = decodeRaw(client, resultOf(client.origin, 'getblock', outcome), 81);
    const hash = toDisplayHash(hashHeader(raw.subarray(0, 80)));
    if (hash !== hashes[i]) {
      const asked = `height ${from + i}, which it calls ${hashes[i]}`;
      throw new AppError('inconsistent', `The node ${client.origin} sent the block ${hash} for ${asked}.`);
    }
    return { height: from + i, raw };
  });
}

async function fetchHashes(client: RpcClient, from: number, count: number, signal: AbortSignal): Promise<string[]> {
  const calls = Array.from({ length: Math.min(count, HASHES_PER_BATCH) }, (_, i) => {
    return { method: 'getblockhash', params: [from + i] };
  });
  const outcomes = await client.batch(calls, signal);
  return outcomes.map((outcome) => toHash(client, resultOf(client.origin, 'getblockhash', outcome)));
}

/** A node that prunes says only that it has no such block: at which height it begins is worth asking. */
async function blockError(
  client: RpcClient,
  height: number,
  outcome: RpcOutcome | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (!outcome || 'result' in outcome) return new AppError('internal', 'A call that worked is no error.');
  if (outcome.error.code === MISC_ERROR) {
    const info = toRecord(client, await client.call('getblockchaininfo', [], signal));
    if (info.pruned === true && typeof info.pruneheight === 'number') {
      const message = `The node ${client.origin} is pruned and holds no block below its pruneheight ${info.pruneheight}; height ${height} is needed.`;
      return new AppError('unavailable', message, { context: { pruneHeight: info.pruneheight } });
    }
  }
  const message = `The node ${client.origin} does not give the block at height ${height}: ${outcome.error.message}`;
  return new AppError('unavailable', message, { context: { rpcCode: outcome.error.code } });
}

async function readMempool(client: RpcClient, known: ReadonlySet<string>, signal?: AbortSignal): Promise<RpcMempool> {
  const list = await client.call('getrawmempool', [], signal);
  if (!Array.isArray(list)) throw malformed(client, 'a list of transactions');
  const txids = list.map((txid) => toHash(client, txid));
  const unknown = txids.filter((txid) => !known.has(txid));
  const wanted = unknown.slice(0, MEMPOOL_FETCH_LIMIT);
  const raw = new Map<string, Uint8Array>();
  for (let start = 0; start < wanted.length; start += TRANSACTIONS_PER_BATCH) {
    const part = wanted.slice(start, start + TRANSACTIONS_PER_BATCH);
    const calls = part.map((txid) => ({ method: 'getrawtransaction', params: [txid] }));
    const outcomes = await client.batch(calls, signal);
    for (const [i, outcome] of outcomes.entries()) {
      // Left the mempool since the list was made, or is in a block by now.
      if ('error' in outcome) continue;
      raw.set(part[i] as string, decodeRaw(client, outcome.result, 10));
    }
  }
  return { txids, raw, notFetched: unknown.length - wanted.length };
}

/** Bytes of a result in hexadecimal, at least so many. Throws `unavailable` for anything else. */
export function decodeRaw(client: RpcClient, result: unknown, leastBytes: number): Uint8Array {
  if (typeof result !== 'string' || result.length < leastBytes * 2) throw malformed(client, 'raw bytes');
  const bytes = Buffer.from(result, 'hex');
  // The decoder stops at the first digit that is none.
  if (bytes.length * 2 !== result.length) throw malformed(client, 'hexadecimal bytes');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** A hash of a result, display order. Throws `unavailable` for anything else. */
export function toHash(client: RpcClient, value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value;
  throw malformed(client, 'a hash');
}

/** A result that is an object, or a part of one. Throws `unavailable` for anything else. */
export function toRecord(client: RpcClient, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw malformed(client, 'an object');
}

function malformed(client: RpcClient, expected: string): AppError {
  return new AppError('unavailable', `The node ${client.origin} answered something else where ${expected} belongs.`);
}
