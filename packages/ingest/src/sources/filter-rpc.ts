import type { SpentOutput } from '@trailmark/chains/utxo/block-undo';
import { AppError } from '@trailmark/core/errors';
import type { FilteredBlock, FilterSource } from '../filters/filter-source.ts';
import { type BitcoinRpcOptions, decodeRaw, openBitcoinRpc, toHash, toRecord } from './bitcoin-rpc.ts';
import { createRpcClient, type RpcClient, type RpcOutcome, resultOf } from './rpc-client.ts';

const HEADER_BYTES = 80;
/** Verbosity of getblock at which Bitcoin Core since 23.0 states what each input spends. */
const WITH_PREVIOUS_OUTPUTS = 3;
/** Below this many coins an amount with eight decimals is exact in the number that JSON makes of it: 2^53 units. */
const MOST_COINS = 90_000_000;

/**
 * The block filters of a node that was started with `blockfilterindex=1`, over JSON-RPC. Nothing is requested until the first call.
 * Throws as `openBitcoinRpc` does.
 */
export function openFilterRpc(options: BitcoinRpcOptions): FilterSource {
  const node = openBitcoinRpc(options);
  const client = createRpcClient(options);
  return {
    description: `filters of node ${client.origin}`,
    head: node.head,
    hashAt: node.hashAt,
    filters: (request) => readFilters(client, request),
    block: async (hash, signal) =>
      decodeRaw(client, await client.call('getblock', [hash, 0], signal), HEADER_BYTES + 1),
    spentOutputs: (hash, signal) => readSpentOutputs(client, hash, signal),
    close: async () => {
      client.close();
      await node.close();
    },
  };
}

async function readFilters(
  client: RpcClient,
  { from, to, signal }: Parameters<FilterSource['filters']>[0],
): Promise<FilteredBlock[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const named = await client.batch(
    heights.map((height) => ({ method: 'getblockhash', params: [height] })),
    signal,
  );
  const hashes = named.map((outcome) => toHash(client, resultOf(client.origin, 'getblockhash', outcome)));
  const calls = hashes.flatMap((hash) => [
    { method: 'getblockheader', params: [hash, false] },
    { method: 'getblockfilter', params: [hash, 'basic'] },
  ]);
  const outcomes = await client.batch(calls, signal);
  return hashes.map((hash, i) => {
    const header = decodeRaw(client, resultOf(client.origin, 'getblockheader', outcomes[i * 2]), HEADER_BYTES);
    const found = toRecord(client, filterOf(client, outcomes[i * 2 + 1]));
    return {
      ...{ height: from + i, hash, header: header.subarray(0, HEADER_BYTES) },
      filter: decodeRaw(client, found.filter, 1),
      filterHeader: toHash(client, found.header),
    };
  });
}

function filterOf(client: RpcClient, outcome: RpcOutcome | undefined): unknown {
  if (outcome && 'error' in outcome && /not enabled|not found \(|unknown filtertype/i.test(outcome.error.message)) {
    const message = `The node ${client.origin} keeps no block filters: ${outcome.error.message}. Start it with blockfilterindex=1.`;
    throw new AppError('invalid', message, { context: { rpcCode: outcome.error.code } });
  }
  return resultOf(client.origin, 'getblockfilter', outcome);
}

async function readSpentOutputs(
  client: RpcClient,
  hash: string,
  signal?: AbortSignal,
): Promise<SpentOutput[][] | undefined> {
  const [outcome] = await client.batch([{ method: 'getblock', params: [hash, WITH_PREVIOUS_OUTPUTS] }], signal);
  // An older node, or one that has pruned what the block spent, refuses or leaves them out.
  if (!outcome || 'error' in outcome) return undefined;
  const { tx } = toRecord(client, outcome.result);
  if (!Array.isArray(tx)) return undefined;
  const spent = tx.slice(1).map((each) => readInputs(client, each));
  return spent.every((inputs) => inputs !== undefined) ? spent : undefined;
}

function readInputs(client: RpcClient, transaction: unknown): SpentOutput[] | undefined {
  const { vin } = toRecord(client, transaction);
  if (!Array.isArray(vin)) return undefined;
  const outputs = vin.map((input) => readPrevious(client, toRecord(client, input).prevout));
  return outputs.every((output) => output !== undefined) ? outputs : undefined;
}

function readPrevious(client: RpcClient, previous: unknown): SpentOutput | undefined {
  if (previous === undefined) return undefined;
  const { value, scriptPubKey } = toRecord(client, previous);
  const { hex } = toRecord(client, scriptPubKey);
  if (typeof value !== 'number' || !(value >= 0 && value < MOST_COINS)) return undefined;
  // The shortest decimal text of the number that the node's eight decimals became: nothing is rounded.
  const units = BigInt(value.toFixed(8).replace('.', ''));
  return { value: units, script: decodeRaw(client, hex, 0) };
}
