import { isRecord, toAmount } from '@trailmark/chains/tron/tron-json';
import {
  listNeededLookups,
  readTokenText,
  type TronAsset,
  type TronExchange,
  type TronLookups,
} from '@trailmark/chains/tron/tron-lookups';
import type { TronHttpClient } from './tron-http-client.ts';

const MOST_KEPT = 50_000;

/** Asks a node what blocks do not state about tokens and exchange pairs, each thing once. */
export function createTronLookups(client: TronHttpClient) {
  const assets = new Map<string, TronAsset | undefined>();
  const exchanges = new Map<string, TronExchange | undefined>();

  const keep = async <T>(kept: Map<string, T | undefined>, key: string, ask: () => Promise<T | undefined>) => {
    if (kept.has(key)) return;
    const found = await ask();
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, found);
  };

  return {
    /** What the transactions of a block need; what the node does not know stays unknown. */
    async forBlock(block: unknown, signal?: AbortSignal): Promise<TronLookups> {
      const needed = listNeededLookups(block);
      for (const text of needed.assets) await keep(assets, text, () => askAsset(client, text, signal));
      for (const id of needed.exchanges) await keep(exchanges, id, () => askExchange(client, id, signal));
      return { assets: pick(assets, needed.assets), exchanges: pick(exchanges, needed.exchanges) };
    },
  };
}

function pick<T>(kept: ReadonlyMap<string, T | undefined>, keys: readonly string[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const key of keys) {
    const value = kept.get(key);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

async function askAsset(client: TronHttpClient, text: string, signal?: AbortSignal): Promise<TronAsset | undefined> {
  if (/^\d{7,19}$/.test(text)) {
    return client.ask('/wallet/getassetissuebyid', { value: text }, toAsset, signal);
  }
  const value = Buffer.from(text, 'utf8').toString('hex');
  return client.ask('/wallet/getassetissuelistbyname', { value }, toFirstAsset, signal);
}

function toAsset(answer: unknown): TronAsset | undefined {
  if (!isRecord(answer) || typeof answer.id !== 'string' || !/^\d{7,19}$/.test(answer.id)) return undefined;
  const [trxNum, num] = [toAmount(answer.trx_num), toAmount(answer.num)];
  return { id: answer.id, trxNum: trxNum ?? 0n, num: num ?? 0n };
}

/** Names were unique while transactions used them: the token that had it first is meant. */
function toFirstAsset(answer: unknown): TronAsset | undefined {
  const list = isRecord(answer) && Array.isArray(answer.assetIssue) ? answer.assetIssue : [];
  return list
    .map(toAsset)
    .filter((asset) => asset !== undefined)
    .sort((a, b) => Number(BigInt(a.id) - BigInt(b.id)))[0];
}

async function askExchange(
  client: TronHttpClient,
  id: string,
  signal?: AbortSignal,
): Promise<TronExchange | undefined> {
  return client.ask('/wallet/getexchangebyid', { id: Number(id) }, toExchange, signal);
}

function toExchange(answer: unknown): TronExchange | undefined {
  if (!isRecord(answer) || answer.first_token_id === undefined || answer.second_token_id === undefined)
    return undefined;
  return { first: readTokenText(answer.first_token_id, 'hex'), second: readTokenText(answer.second_token_id, 'hex') };
}
