import type { AccountChainId, ChainId } from './chain.ts';
import { AppError } from './errors.ts';

/**
 * An asset within one chain, as compact text: `''` is the chain's own coin, 40 lower-case hex digits are a token
 * contract, `trc10:<id>` is a TRC-10 token, `usd` a value in US dollars (micro-units) that a source states without naming
 * the asset, and `price` a price in the coin that a table states. The same contract on two chains is two assets: the chain is always named with it.
 */
export type AssetKey = string;

export const NATIVE_ASSET: AssetKey = '';
/** Millionths of a dollar, where a table states values and no asset: never added to anything else. */
export const STATED_USD: AssetKey = 'usd';

/** The chain's smallest unit, where a table states the price of a sale without the payment itself: never added to balances. */
export const STATED_PRICE: AssetKey = 'price';

export function isContractAsset(asset: AssetKey): boolean {
  return /^[0-9a-f]{40}$/.test(asset);
}

/** `eth`, `eth:0xa0b8…`, `trx:trc10:1000001`, `eth:usd`: the one canonical text of an asset, for URLs and exports. Contracts are hex here on every chain. */
export function formatAssetId(chain: ChainId, asset: AssetKey): string {
  if (asset === NATIVE_ASSET) return chain;
  return isContractAsset(asset) ? `${chain}:0x${asset}` : `${chain}:${asset}`;
}

/** The part of an asset id after its chain; throws `invalid` for another chain's asset or another form. */
export function parseAssetId(chain: ChainId, text: string): AssetKey {
  if (text === chain) return NATIVE_ASSET;
  const rest = text.startsWith(`${chain}:`) ? text.slice(chain.length + 1) : undefined;
  const contract = rest === undefined ? undefined : /^0x([0-9a-fA-F]{40})$/.exec(rest)?.[1];
  if (contract) return contract.toLowerCase();
  if (rest === STATED_USD || rest === STATED_PRICE || (rest !== undefined && /^trc10:\d{1,19}$/.test(rest)))
    return rest;
  throw new AppError(
    'invalid',
    `This is not an asset of ${chain}: "${chain}" is its coin, "${chain}:0x" and 40 hexadecimal digits a token.`,
  );
}

/** What a token contract states about itself: a stranger's text, capped and never believed. */
export interface TokenMetadata {
  readonly contract: string;
  /** At most 128 characters as the contract answers them; undefined where it answers nothing readable. */
  readonly symbol: string | undefined;
  readonly name: string | undefined;
  /** 0 to 255; undefined where the contract does not say. */
  readonly decimals: number | undefined;
  /** Height at which it was queried. */
  readonly height: number | undefined;
  /** Why its balances cannot be derived from its events, where a node was queried and answered otherwise. */
  readonly balanceFault?: string | undefined;
}

/** A token somebody vouches for, from the bundled list: only these have a name that may be shown as one, and a price. */
export interface VerifiedToken {
  readonly chain: AccountChainId;
  readonly contract: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Ticker of the price table this token is worth one of, where it is. */
  readonly ticker: string | undefined;
  /** Why the derived balance may differ from the contract's: it rebases, takes a fee or mints without events. */
  readonly balanceNote: string | undefined;
  readonly source: string;
}

/** The known tokens, in memory. */
export interface TokenReader {
  /** Hash over the lists in force. */
  readonly version: string;
  find(chain: AccountChainId, contract: string): VerifiedToken | undefined;
  list(chain: AccountChainId): readonly VerifiedToken[];
  /** Symbol of the known token that a listed counterfeit imitates. */
  counterfeitOf(chain: AccountChainId, contract: string): string | undefined;
}
