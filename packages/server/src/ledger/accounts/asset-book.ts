import { judgeToken } from '@trailmark/analysis/account-noise/token-trust';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { formatAccount } from '@trailmark/chains/account/account-address';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { MoveKind } from '@trailmark/core/account-block';
import {
  type AssetKey,
  formatAssetId,
  isContractAsset,
  NATIVE_ASSET,
  STATED_PRICE,
  STATED_USD,
  type TokenMetadata,
  type TokenReader,
  type VerifiedToken,
} from '@trailmark/core/asset';
import type { PriceReader } from '@trailmark/core/price';
import { toPlainAsset } from '../coin.ts';
import type { ServedAccounts } from '../ledgers.ts';
import { type AssetValues, createAssetValues } from './asset-values.ts';

/** What a contract states about itself is cut here, whatever a source let through. */
const LONGEST_TEXT = 128;
const USD_DECIMALS = 6;

/** The assets of one answer: how each is named, and what it was worth. */
export interface AssetBook extends AssetValues {
  /** `kind` is a token's standard. */
  refer(asset: AssetKey, kind?: MoveKind): AssetReference;
  readonly verifiedOf: (asset: AssetKey) => VerifiedToken | undefined;
  readonly metadata: ReadonlyMap<string, TokenMetadata>;
}

export interface AssetSources {
  readonly ledger: ServedAccounts;
  readonly tokens: TokenReader;
  readonly prices: PriceReader;
  readonly currency: string;
  readonly metadata: ReadonlyMap<string, TokenMetadata>;
}

function capped(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, LONGEST_TEXT);
}

function standardOf({ chain }: ServedAccounts, kind: MoveKind | undefined): string | null {
  const { token, nft, multiToken } = chain.standards;
  if (kind === 'token') return token;
  if (kind === 'nft') return nft;
  return kind === 'multi-token' ? multiToken : null;
}

/** A token that its chain keeps without a contract. */
function toListed(id: string, asset: AssetKey): AssetReference {
  return {
    id,
    kind: 'token',
    contract: null,
    symbol: capped(asset),
    name: null,
    decimals: null,
    isVerified: false,
    imitates: null,
    standard: 'TRC-10',
  };
}

function toToken(
  { ledger, tokens, metadata }: AssetSources,
  asset: AssetKey,
  kind: MoveKind | undefined,
): AssetReference {
  const verified = tokens.find(ledger.id, asset);
  const said = metadata.get(asset);
  // What somebody vouches for, or that it names its decimals, marks a fungible token where no transfer shows it.
  const standard = standardOf(ledger, kind ?? (verified || said?.decimals !== undefined ? 'token' : undefined));
  const contract = formatAccount(ledger.chain, asset);
  const place = { id: formatAssetId(ledger.id, asset), kind: 'token', contract, standard } as const;
  if (verified) {
    const { symbol, name, decimals } = verified;
    return { ...place, symbol, name, decimals, isVerified: true, imitates: null };
  }
  return {
    ...place,
    symbol: capped(said?.symbol),
    name: capped(said?.name),
    decimals: said?.decimals ?? null,
    isVerified: false,
    imitates: judgeToken(tokens, ledger.id, asset, said).imitates ?? null,
  };
}

function toReference(sources: AssetSources, asset: AssetKey, kind: MoveKind | undefined): AssetReference {
  const { chain, id: chainId } = sources.ledger;
  const id = formatAssetId(chainId, asset);
  if (asset === NATIVE_ASSET) return toPlainAsset(id, 'coin', chain);
  if (asset === STATED_USD)
    return toPlainAsset(id, 'stated', { symbol: 'USD', name: 'Stated value in US dollars', decimals: USD_DECIMALS });
  if (asset === STATED_PRICE) return toPlainAsset(id, 'stated', { ...chain, name: 'Stated price' });
  return isContractAsset(asset) ? toToken(sources, asset, kind) : toListed(id, asset);
}

/** Names and values assets for one answer, from the known tokens and what contracts state about themselves. */
export function createAssetBook(sources: AssetSources): AssetBook {
  const { ledger, tokens, prices, currency, metadata } = sources;
  const references = new Map<string, AssetReference>();
  const verifiedOf = (asset: AssetKey): VerifiedToken | undefined =>
    isContractAsset(asset) ? tokens.find(ledger.id, asset) : undefined;
  return {
    ...createAssetValues(traitsOf(ledger.id), prices, currency, verifiedOf),
    refer(asset, kind) {
      const key = `${kind ?? ''} ${asset}`;
      const known = references.get(key) ?? toReference(sources, asset, kind);
      references.set(key, known);
      return known;
    },
    verifiedOf,
    metadata,
  };
}
