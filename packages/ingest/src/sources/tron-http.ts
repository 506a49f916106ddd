import type { TronChain } from '@trailmark/chains/account/chain-definition';
import { decodeTokenDecimals, decodeTokenText } from '@trailmark/chains/evm/token-answer';
import { tron } from '@trailmark/chains/tron';
import { decodeTronBlock, listsInternals } from '@trailmark/chains/tron/decode-block';
import { isRecord, toAmount } from '@trailmark/chains/tron/tron-json';
import type { TronLookups } from '@trailmark/chains/tron/tron-lookups';
import { proveTronTransactions, verifyTronBlock } from '@trailmark/chains/tron/verify-block';
import type { AccountBlock } from '@trailmark/core/account-block';
import type { TokenMetadata } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { AccountSource } from '../account/account-source.ts';
import type { SourceHead } from '../source.ts';
import { readOrdered } from './read-ordered.ts';
import { createTronHttpClient, type TronHttpAccess, type TronHttpClient } from './tron-http-client.ts';
import { createTronLookups } from './tron-http-lookups.ts';

export interface TronHttpOptions extends TronHttpAccess {
  /** The chain the node must serve. Default TRON itself. */
  readonly chain?: TronChain | undefined;
  /** The node keeps internal transactions (`saveInternalTx`). Default: known from the first block that lists some. */
  readonly hasInternals?: boolean | undefined;
}

export interface TronHttpSource extends AccountSource {
  /** The highest block that two thirds of the producers built upon: it stays. */
  solid(signal?: AbortSignal): Promise<SourceHead>;
}

const CONCURRENCY = 4;
const BLOCKS_PER_BATCH = 32;
/** Who asks a contract what it is called; any address does. */
const NOBODY = `41${'0'.repeat(40)}`;
const QUESTIONS = { symbol: 'symbol()', name: 'name()', decimals: 'decimals()' } as const;

interface BlockAnswers {
  readonly height: number;
  readonly block: unknown;
  readonly infos: unknown;
  readonly lookups: TronLookups;
}

/**
 * A node of TRON over its HTTP interface. Nothing is requested until the first call; the first one makes sure which chain the
 * node serves. Each block is checked against its hash and its infos against its transactions; a block that fails is
 * `inconsistent`. Throws `invalid` for an address or credentials that cannot be.
 */
export async function openTronHttp(options: TronHttpOptions): Promise<TronHttpSource> {
  const concurrency = options.concurrency ?? CONCURRENCY;
  const client = createTronHttpClient({ ...options, concurrency });
  const chain = options.chain ?? tron;
  const description = `node ${client.origin}`;
  const lookups = createTronLookups(client);
  let isChecked = false;

  const checkChain = async (signal?: AbortSignal): Promise<void> => {
    if (isChecked) return;
    const first = await askHash(client, 0, signal);
    if (first !== chain.genesisHash) throw wrongChain(client, chain, first);
    isChecked = true;
  };

  const askHead = async (path: string, signal?: AbortSignal): Promise<SourceHead> => {
    await checkChain(signal);
    return client.ask(path, {}, (answer) => toHead(client, answer), signal);
  };

  const keepsInternals = rememberInternals(options.hasInternals);
  return {
    description,
    head: (signal) => askHead('/wallet/getnowblock', signal),
    solid: (signal) => askHead('/walletsolidity/getnowblock', signal),
    async hashAt(height, signal) {
      await checkChain(signal);
      return askHash(client, height, signal);
    },
    async *blocks({ from, to, signal }) {
      await checkChain(signal);
      let next = from;
      const take = () => {
        if (next > to) return undefined;
        const height = next++;
        return (ending: AbortSignal) => askBlock(client, lookups, height, ending);
      };
      let batch: AccountBlock[] = [];
      for await (const answers of readOrdered({ concurrency, signal, take })) {
        const hasInternals = keepsInternals(answers);
        batch.push(decodeTronBlock({ ...answers, hasInternals, source: description }));
        if (batch.length < BLOCKS_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async tokens(contracts, signal) {
      const found: TokenMetadata[] = [];
      for await (const token of readOrdered({ concurrency, signal, take: takeTokens(client, contracts) }))
        found.push(token);
      return found;
    },
    async proofs(height, txids, signal) {
      await checkChain(signal);
      const block = await client.ask(
        '/wallet/getblockbynum',
        { num: height },
        (answer) => toBlock(client, height, answer),
        signal,
      );
      return proveTronTransactions(block, txids);
    },
    close: async () => client.close(),
  };
}

/** Once a block lists internal transactions, later ones without any have none. */
function rememberInternals(isKnown: boolean | undefined): (answers: BlockAnswers) => boolean {
  let internalsFrom = isKnown === true ? 0 : Number.POSITIVE_INFINITY;
  return ({ height, infos }) => {
    if (isKnown === undefined && hasSomeInternals(infos)) internalsFrom = Math.min(internalsFrom, height);
    return height >= internalsFrom;
  };
}

function wrongChain(client: TronHttpClient, chain: TronChain, first: string | undefined): AppError {
  const served = first === undefined ? 'has no first block' : `serves a chain whose first block is ${first}`;
  const message = `The node ${client.origin} ${served}; you asked for ${chain.name} (${chain.id}), which begins with ${chain.genesisHash}.`;
  return new AppError('inconsistent', message, { context: { genesisHash: first, asked: chain.id } });
}

const isEmpty = (answer: unknown): boolean => isRecord(answer) && Object.keys(answer).length === 0;
const hasSomeInternals = (infos: unknown): boolean => Array.isArray(infos) && infos.some(listsInternals);

/** Height and hash of a block that must be there. */
function toHead(client: TronHttpClient, answer: unknown): SourceHead {
  const header = isRecord(answer) && isRecord(answer.block_header) ? answer.block_header.raw_data : undefined;
  const hash = isRecord(answer) ? answer.blockID : undefined;
  // The genesis block's header leaves its number out, as every zero.
  const height = isRecord(header) ? toAmount(header.number) : undefined;
  const isHash = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
  if (isHash && height !== undefined && hash.startsWith(height.toString(16).padStart(16, '0'))) {
    return { height: Number(height), hash };
  }
  throw new AppError('unavailable', `The node ${client.origin} answered something else where a block belongs.`);
}

async function askHash(client: TronHttpClient, height: number, signal?: AbortSignal): Promise<string | undefined> {
  const check = (answer: unknown): string | undefined => {
    if (isEmpty(answer)) return undefined;
    const head = toHead(client, answer);
    if (head.height === height) return head.hash;
    throw otherBlock(client, height, head.height);
  };
  return client.ask('/wallet/getblockbynum', { num: height }, check, signal);
}

function otherBlock(client: TronHttpClient, asked: number, sent: number): AppError {
  return new AppError('inconsistent', `The node ${client.origin} sent the block ${sent} for height ${asked}.`);
}

async function askBlock(
  client: TronHttpClient,
  lookups: ReturnType<typeof createTronLookups>,
  height: number,
  signal: AbortSignal,
): Promise<BlockAnswers> {
  const block = await client.ask(
    '/wallet/getblockbynum',
    { num: height },
    (answer) => toBlock(client, height, answer),
    signal,
  );
  verifyTronBlock(block);
  const isBare = !Array.isArray(block.transactions) || block.transactions.length === 0 || height === 0;
  if (isBare) return { height, block, infos: [], lookups: await lookups.forBlock(undefined) };
  const infos = await client.ask(
    '/wallet/gettransactioninfobyblocknum',
    { num: height },
    (answer) => toInfos(client, answer),
    signal,
  );
  return { height, block, infos, lookups: await lookups.forBlock(block, signal) };
}

function toBlock(client: TronHttpClient, height: number, answer: unknown): Readonly<Record<string, unknown>> {
  if (isEmpty(answer)) {
    throw new AppError('unavailable', `The node ${client.origin} does not give the block at height ${height}.`);
  }
  const head = toHead(client, answer);
  if (head.height !== height) throw otherBlock(client, height, head.height);
  return answer as Readonly<Record<string, unknown>>;
}

function toInfos(client: TronHttpClient, answer: unknown): unknown {
  if (Array.isArray(answer) || isEmpty(answer)) return answer;
  throw new AppError(
    'unavailable',
    `The node ${client.origin} answered something else where transaction infos belong.`,
  );
}

function takeTokens(client: TronHttpClient, contracts: readonly string[]) {
  let next = 0;
  return () => {
    const contract = contracts[next++];
    return contract === undefined ? undefined : (signal: AbortSignal) => askToken(client, contract, signal);
  };
}

/** What a contract states about itself; a contract that refuses or answers garbage has no names. */
async function askToken(client: TronHttpClient, contract: string, signal: AbortSignal): Promise<TokenMetadata> {
  const ask = (question: string): Promise<string | undefined> =>
    client.ask(
      '/wallet/triggerconstantcontract',
      { owner_address: NOBODY, contract_address: `41${contract}`, function_selector: question },
      toResult,
      signal,
    );
  const symbol = decodeTokenText(await ask(QUESTIONS.symbol));
  const name = decodeTokenText(await ask(QUESTIONS.name));
  const decimals = decodeTokenDecimals(await ask(QUESTIONS.decimals));
  return { contract, symbol, name, decimals, height: undefined };
}

function toResult(answer: unknown): string | undefined {
  const results: unknown = isRecord(answer) ? answer.constant_result : undefined;
  const first: unknown = Array.isArray(results) ? results[0] : undefined;
  return typeof first === 'string' ? `0x${first}` : undefined;
}
