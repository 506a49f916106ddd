import type { EvmChain } from '@trailmark/chains/account/chain-definition';
import { decodeEvmBlock } from '@trailmark/chains/evm/decode-block';
import type { RpcBlock } from '@trailmark/chains/evm/rpc-answer';
import { decodeTokenDecimals, decodeTokenText } from '@trailmark/chains/evm/token-answer';
import { encodeEvmHeader, proveEvmTransactions, verifyEvmBlock } from '@trailmark/chains/evm/verify-block';
import { type AccountBlock, type AccountKey, BLOCK_FOREIGN_GENESIS } from '@trailmark/core/account-block';
import { type AssetKey, NATIVE_ASSET, type TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { AccountSource } from '../account/account-source.ts';
import type { Depth } from '../account/depth.ts';
import { readGenesisAllocation } from '../account/genesis-allocation.ts';
import type { SourceHead } from '../source.ts';
import { type EvmAbilities, probeAbilities, refuseWhenBusy } from './evm-abilities.ts';
import { type BlockAnswers, createBlockReader, resultFor, toQuantity } from './evm-block-reader.ts';
import { type EvmIdentity, identifyEvmNode } from './evm-identity.ts';
import { readLogBlocks } from './evm-log-reader.ts';
import { readOrdered } from './read-ordered.ts';
import { createRpcClient, type RpcCall, type RpcClient, type RpcClientOptions, type RpcOutcome } from './rpc-client.ts';

export interface EvmRpcOptions extends RpcClientOptions {
  /** The chain the node must serve. */
  readonly chain: EvmChain;
  readonly depth: Depth;
}

const CONCURRENCY = 3;
/** Blocks in one request: grown while answers come fast, halved where they do not. */
const LARGEST_CHUNK = 200;
const FAST_MS = 250;
const SLOW_MS = 1_500;
const TOKENS_PER_BATCH = 50;
const SELECTORS = { symbol: '0x95d89b41', name: '0x06fdde03', decimals: '0x313ce567' } as const;

/** 64 lower-case hex digits of a hash an answer holds. Throws `unavailable`: the answer is no block. */
export function hashOf(origin: string, value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)) return value.slice(2).toLowerCase();
  throw new AppError('unavailable', `An answer of the node ${origin} holds no block hash where one belongs.`);
}

function heightOf(origin: string, value: unknown): number {
  const height = typeof value === 'string' && /^0x[0-9a-f]{1,13}$/i.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(height)) return height;
  throw new AppError('unavailable', `An answer of the node ${origin} holds no block number where one belongs.`);
}

async function askHead(client: RpcClient, signal?: AbortSignal): Promise<SourceHead> {
  const block = (await client.call('eth_getBlockByNumber', ['latest', false], signal)) as RpcBlock | null;
  return { height: heightOf(client.origin, block?.number), hash: hashOf(client.origin, block?.hash) };
}

async function askHash(client: RpcClient, height: number, signal?: AbortSignal): Promise<string | undefined> {
  const block = (await client.call('eth_getBlockByNumber', [toQuantity(height), false], signal)) as RpcBlock | null;
  return block ? hashOf(client.origin, block.hash) : undefined;
}

const HEADERS_AT_ONCE = 100;

async function askHeaders(
  { client, chain }: { readonly client: RpcClient; readonly chain: EvmChain },
  from: number,
  to: number,
  signal = new AbortController().signal,
): Promise<readonly string[] | undefined> {
  const headers: string[] = [];
  for (let start = from; start <= to; start += HEADERS_AT_ONCE) {
    const heights = Array.from({ length: Math.min(HEADERS_AT_ONCE, to - start + 1) }, (_, i) => start + i);
    const calls = heights.map(
      (height): RpcCall => ({ method: 'eth_getBlockByNumber', params: [toQuantity(height), false] }),
    );
    const outcomes = await client.batch(calls, signal);
    for (const [i, height] of heights.entries()) {
      const header = encodeEvmHeader(chain, resultFor<RpcBlock>(client, 'eth_getBlockByNumber', height, outcomes[i]));
      if (header === undefined) return undefined;
      headers.push(header);
    }
  }
  return headers;
}

interface Decoding {
  readonly chain: EvmChain;
  readonly description: string;
  readonly identity: EvmIdentity;
}

/** Everything one height's answers state, checked against each other; proven to the block's hash where the chain allows it. */
function decodeAnswers(answers: BlockAnswers, { chain, description, identity }: Decoding): AccountBlock {
  const { block, receipts, traces } = answers;
  const isVerified = receipts !== undefined && verifyEvmBlock(chain, block, receipts);
  // Read for the first block only: nine thousand accounts.
  const genesis = block.number === '0x0' ? readGenesisAllocation(chain.id) : undefined;
  const decoded = decodeEvmBlock({ chain, block, receipts, traces, source: description, isVerified, genesis });
  const foreign = identity.hasForeignGenesis ? BLOCK_FOREIGN_GENESIS : 0;
  return { ...decoded, holds: decoded.holds | foreign };
}

/** A number of blocks a request that follows how long the last ones took. */
class ChunkSize {
  private size = 4;

  get value(): number {
    return this.size;
  }

  note(milliseconds: number): void {
    if (milliseconds < FAST_MS) this.size = Math.min(LARGEST_CHUNK, Math.ceil(this.size * 1.5));
    if (milliseconds > SLOW_MS) this.size = Math.max(1, this.size >> 1);
  }
}

async function* readBlocks(
  context: Decoding & { readonly client: RpcClient; readonly abilities: EvmAbilities },
  request: { from: number; to: number; signal?: AbortSignal },
): AsyncGenerator<AccountBlock[]> {
  const read = createBlockReader(context.client, context.abilities);
  const chunk = new ChunkSize();
  let next = request.from;
  yield* readOrdered({
    concurrency: CONCURRENCY,
    signal: request.signal,
    take: () => {
      if (next > request.to) return undefined;
      const from = next;
      const count = Math.min(chunk.value, request.to - from + 1);
      next += count;
      return async (signal) => {
        const started = performance.now();
        const answers = await read(from, count, signal);
        chunk.note(performance.now() - started);
        return answers.map((answer) => decodeAnswers(answer, context));
      };
    },
  });
}

/** The text of a contract's answer; undefined for an error, an empty answer or one that is not text. */
function answered(outcome: RpcOutcome | undefined): string | undefined {
  return outcome && 'result' in outcome && typeof outcome.result === 'string' ? outcome.result : undefined;
}

async function askTokens(
  client: RpcClient,
  contracts: readonly string[],
  signal?: AbortSignal,
): Promise<TokenMetadata[]> {
  const { height } = await askHead(client, signal);
  const found: TokenMetadata[] = [];
  for (let from = 0; from < contracts.length; from += TOKENS_PER_BATCH) {
    const part = contracts.slice(from, from + TOKENS_PER_BATCH);
    const calls = part.flatMap((contract): RpcCall[] =>
      Object.values(SELECTORS).map((data) => ({
        method: 'eth_call',
        params: [{ to: `0x${contract}`, data }, toQuantity(height)],
      })),
    );
    const outcomes = await client.batch(calls, signal);
    // A node that counts our requests has not stated that a contract has no name.
    for (const outcome of outcomes) refuseWhenBusy(client.origin, 'eth_call', outcome);
    part.forEach((contract, index) => {
      const [symbol, name, decimals] = outcomes.slice(index * 3, index * 3 + 3).map(answered);
      found.push({
        contract,
        symbol: symbol === undefined ? undefined : decodeTokenText(symbol),
        name: name === undefined ? undefined : decodeTokenText(name),
        decimals: decimals === undefined ? undefined : decodeTokenDecimals(decimals),
        height,
      });
    });
  }
  return found;
}

const BALANCE_OF = '0x70a08231';
const BALANCES_PER_BATCH = 200;

/** A word of an answer as an amount; undefined for an error, nothing, or something else than one word. */
function wordOf(outcome: RpcOutcome | undefined): bigint | undefined {
  const text = answered(outcome);
  return text !== undefined && /^0x[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(text) : undefined;
}

async function askBalances(
  client: RpcClient,
  pairs: readonly { readonly address: AccountKey; readonly asset: AssetKey }[],
  height: number,
  signal?: AbortSignal,
): Promise<(bigint | undefined)[]> {
  const at = toQuantity(height);
  const calls = pairs.map(({ address, asset }): RpcCall => {
    if (asset === NATIVE_ASSET) return { method: 'eth_getBalance', params: [`0x${address}`, at] };
    const data = `${BALANCE_OF}${address.padStart(64, '0')}`;
    return { method: 'eth_call', params: [{ to: `0x${asset}`, data }, at] };
  });
  const found: (bigint | undefined)[] = [];
  for (let from = 0; from < calls.length; from += BALANCES_PER_BATCH) {
    const outcomes = await client.batch(calls.slice(from, from + BALANCES_PER_BATCH), signal);
    found.push(...outcomes.map(wordOf));
  }
  return found;
}

/**
 * A node of Ethereum or a relative over JSON-RPC. Nothing is requested until the first call; the first of all makes sure that
 * the node serves the chain, and finds out what it offers (block receipts, traces). What it does not offer is missing, not zero.
 */
export function openEvmRpc(options: EvmRpcOptions): AccountSource {
  const client = createRpcClient({
    ...options,
    version: '2.0',
    concurrency: options.concurrency ?? (options.depth === 'logs' ? 8 : CONCURRENCY),
  });
  const { chain, depth } = options;
  const description = depth === 'logs' ? `node ${client.origin} (token transfers only)` : `node ${client.origin}`;
  let ready: Promise<{ identity: EvmIdentity; abilities: EvmAbilities }> | undefined;
  const prepare = (signal?: AbortSignal) => {
    ready ??= (async () => ({
      identity: await identifyEvmNode(client, chain, signal),
      abilities: await probeAbilities(client, depth, signal),
    }))().catch((error: unknown) => {
      // The next look asks again: the node may have been starting.
      ready = undefined;
      throw error;
    });
    return ready;
  };
  return {
    description,
    isPartial: depth === 'logs',
    async head(signal) {
      await prepare(signal);
      return askHead(client, signal);
    },
    async hashAt(height, signal) {
      await prepare(signal);
      return askHash(client, height, signal);
    },
    async *blocks(request) {
      const { identity, abilities } = await prepare(request.signal);
      // That the first block is another one is known, and reported with every block.
      const served = identity.hasForeignGenesis ? { ...chain, genesisHash: undefined } : chain;
      if (depth === 'logs') {
        const foreign = identity.hasForeignGenesis ? BLOCK_FOREIGN_GENESIS : 0;
        for await (const blocks of readLogBlocks({ client, chain: served, description }, request)) {
          yield blocks.map((block) => ({ ...block, holds: block.holds | foreign }));
        }
        return;
      }
      yield* readBlocks({ client, chain: served, description, identity, abilities }, request);
    },
    async tokens(contracts, signal) {
      await prepare(signal);
      return askTokens(client, contracts, signal);
    },
    async balances(pairs, height, signal) {
      await prepare(signal);
      return askBalances(client, pairs, height, signal);
    },
    async proofs(height, txids, signal = new AbortController().signal) {
      const { abilities } = await prepare(signal);
      const read = createBlockReader(client, { ...abilities, traces: 'none' });
      const [answer] = await read(height, 1, signal);
      return answer?.receipts && proveEvmTransactions(chain, answer.block, answer.receipts, txids);
    },
    async headers(from, to, signal) {
      await prepare(signal);
      return askHeaders({ client, chain }, from, to, signal);
    },
    async close() {
      client.close();
    },
  };
}
