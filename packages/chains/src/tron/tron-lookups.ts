import type { AssetKey } from '@trailmark/core/asset';
import { isRecord, type TronRecord, toAmount } from './tron-json.ts';

/** What a transaction does not say itself about a TRC-10 token: its id, and what its issuer gives for one TRX. */
export interface TronAsset {
  readonly id: string;
  readonly trxNum: bigint;
  readonly num: bigint;
}

/** A pair of the built-in exchange; `_` is TRX. */
export interface TronExchange {
  readonly first: string;
  readonly second: string;
}

/** Facts from outside the block, by the token's name or id and by the exchange's number. */
export interface TronLookups {
  readonly assets: ReadonlyMap<string, TronAsset>;
  readonly exchanges: ReadonlyMap<string, TronExchange>;
}

export const NO_LOOKUPS: TronLookups = { assets: new Map(), exchanges: new Map() };

/** How texts are written: hexadecimal bytes (a node's default), or as they are (`visible`, TronGrid). */
export type TextForm = 'hex' | 'plain';

export const TRX_TOKEN = '_';
/** Ids count up from 1,000,001; before January 2019 transactions named tokens instead. */
const TOKEN_ID = /^\d{7,19}$/;

/** The name or id a transaction gives a token, as text; cut after 64 bytes. */
export function readTokenText(value: unknown, form: TextForm): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  if (form === 'plain' || !/^(?:[0-9a-fA-F]{2})+$/.test(text)) return text.slice(0, 64);
  const bytes = Uint8Array.from(text.slice(0, 128).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
}

/** The asset a token's text names; undefined for a name whose id is not known. */
export function tokenAsset(text: string, lookups: TronLookups): AssetKey | undefined {
  if (text === TRX_TOKEN) return '';
  const id = lookups.assets.get(text)?.id ?? text;
  return TOKEN_ID.test(id) ? `trc10:${id}` : undefined;
}

/** What has to be known from elsewhere before a block can be decoded in full. */
export function listNeededLookups(block: unknown, form: TextForm = 'hex'): { assets: string[]; exchanges: string[] } {
  const assets = new Set<string>();
  const exchanges = new Set<string>();
  for (const { type, value } of contractsOf(block)) {
    if (type === 'ParticipateAssetIssueContract') assets.add(readTokenText(value.asset_name, form));
    if (type === 'TransferAssetContract') addName(assets, readTokenText(value.asset_name, form));
    if (!/^Exchange(?:Inject|Withdraw|Transaction|Create)Contract$/.test(type)) continue;
    for (const field of ['token_id', 'first_token_id', 'second_token_id'] as const) {
      if (value[field] !== undefined) addName(assets, readTokenText(value[field], form));
    }
    const id = toAmount(value.exchange_id);
    if (type !== 'ExchangeCreateContract' && id !== undefined) exchanges.add(String(id));
  }
  return { assets: [...assets], exchanges: [...exchanges] };
}

function addName(names: Set<string>, text: string): void {
  if (text !== TRX_TOKEN && !TOKEN_ID.test(text)) names.add(text);
}

function contractsOf(block: unknown): { type: string; value: TronRecord }[] {
  const transactions = isRecord(block) && Array.isArray(block.transactions) ? block.transactions : [];
  return transactions.flatMap((transaction: unknown) => {
    const raw = isRecord(transaction) && isRecord(transaction.raw_data) ? transaction.raw_data : {};
    const contract: unknown = Array.isArray(raw.contract) ? raw.contract[0] : undefined;
    if (!isRecord(contract) || !isRecord(contract.parameter) || !isRecord(contract.parameter.value)) return [];
    return [{ type: String(contract.type), value: contract.parameter.value }];
  });
}
