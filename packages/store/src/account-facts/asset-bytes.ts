import { type AssetKey, isContractAsset } from '@trailmark/core/asset';
import { encodeHex } from '@trailmark/core/hex';

const CONTRACT_DIGITS = 40;
const MARK = ':';

/**
 * An asset key as hex of the bytes the tables hold: a contract is its twenty bytes, the coin nothing, and other keys are
 * their text after a colon, two where one would make it twenty bytes too.
 */
export function assetToHex(asset: AssetKey): string {
  if (asset === '' || isContractAsset(asset)) return asset;
  const text = Buffer.byteLength(asset) + 1 === CONTRACT_DIGITS / 2 ? `${MARK}${MARK}${asset}` : `${MARK}${asset}`;
  return encodeHex(Buffer.from(text, 'utf8'));
}

/** The key behind such hex, which may be upper-case. */
export function assetFromHex(hex: string): AssetKey {
  if (hex === '') return '';
  if (hex.length === CONTRACT_DIGITS) return hex.toLowerCase();
  return Buffer.from(hex, 'hex').toString('utf8').replace(/^:+/, '');
}
