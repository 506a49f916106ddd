import { isContractAsset, type TokenMetadata, type TokenReader } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import { toSkeleton } from './skeleton.ts';

/** What is known of a token contract's name. */
export interface TokenTrust {
  readonly isKnown: boolean;
  /** Symbol of the coin or known token it can be taken for. */
  readonly imitates: string | undefined;
  /** It is on a list of counterfeits, rather than only alike. */
  readonly isListed: boolean;
  /** It advertises in its name, as tokens do that are handed out to lure people to a site. */
  readonly isAdvertisement: boolean;
}

const COINS: Readonly<Record<AccountChainId, string>> = {
  arbitrum: 'ETH',
  avalanche: 'AVAX',
  base: 'ETH',
  bsc: 'BNB',
  eth: 'ETH',
  'eth-dev': 'ETH',
  optimism: 'ETH',
  polygon: 'POL',
  trx: 'TRX',
};

const ADVERTISEMENT =
  /https?:|www\.|\bt\.me\b|\b[a-z0-9-]{2,}\.(?:com|org|net|io|xyz|app|site|finance|fi|vip|top|club|online|link|live|cc|pro|gift|claims?)\b|\b(?:visit|claim|redeem)\b/i;

const skeletons = new WeakMap<TokenReader, Map<string, ReadonlyMap<string, string>>>();

/** Symbols of known tokens and of the coin by their skeleton, kept as long as the lists are in force. */
function knownSkeletons(tokens: TokenReader, chain: AccountChainId): ReadonlyMap<string, string> {
  const kept = skeletons.get(tokens) ?? new Map<string, ReadonlyMap<string, string>>();
  skeletons.set(tokens, kept);
  const key = `${chain}@${tokens.version}`;
  const found = kept.get(key);
  if (found) return found;
  const made = new Map(tokens.list(chain).map(({ symbol }) => [toSkeleton(symbol), symbol] as const));
  made.set(toSkeleton(COINS[chain]), COINS[chain]);
  made.delete('');
  kept.set(key, made);
  return made;
}

/** What the lists and the contract's own texts state about a token. A TRC-10 token has no contract and is never known. */
export function judgeToken(
  tokens: TokenReader,
  chain: AccountChainId,
  asset: string,
  metadata: TokenMetadata | undefined,
): TokenTrust {
  const isKnown = isContractAsset(asset) && tokens.find(chain, asset) !== undefined;
  if (isKnown) return { isKnown, imitates: undefined, isListed: false, isAdvertisement: false };
  const listed = tokens.counterfeitOf(chain, asset);
  const skeleton = toSkeleton(metadata?.symbol ?? '');
  const alike = skeleton === '' ? undefined : knownSkeletons(tokens, chain).get(skeleton);
  const words = `${metadata?.symbol ?? ''} ${metadata?.name ?? ''}`.slice(0, 300);
  return {
    isKnown,
    imitates: listed ?? alike,
    isListed: listed !== undefined,
    isAdvertisement: ADVERTISEMENT.test(words),
  };
}
