import type { AccountKey } from '@trailmark/core/account-block';
import { type AssetKey, NATIVE_ASSET, type TokenReader } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import { NOISE_PARAMS } from './classify-moves.ts';

/** What was exchanged with one address in one asset. */
export interface Exchanged {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly sentTo: bigint;
  readonly receivedFrom: bigint;
}

/**
 * Addresses with which real value was exchanged: more coin than dust, or more of a known token than bait has. Unknown tokens count
 * for nothing, because their contracts can state transfers between anybody; else bait would vouch for itself.
 */
export function listRealCounterparties(
  chain: AccountChainId,
  tokens: TokenReader,
  rows: Iterable<Exchanged>,
): Set<AccountKey> {
  const { dustCoin, dustTron, poisonTokens } = NOISE_PARAMS.parse({});
  const found = new Set<AccountKey>();
  for (const { address, asset, sentTo, receivedFrom } of rows) {
    const token = asset === NATIVE_ASSET ? undefined : tokens.find(chain, asset);
    if (asset !== NATIVE_ASSET && !token) continue;
    const dust = chain === 'trx' ? dustTron : dustCoin;
    const bait = token ? poisonTokens * 10n ** BigInt(token.decimals) : dust;
    if (address !== '' && (sentTo > bait || receivedFrom > bait)) found.add(address);
  }
  return found;
}
