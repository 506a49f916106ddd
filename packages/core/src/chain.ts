import { AppError } from './errors.ts';

/** Every chain this version knows. The part before the hyphen names the asset, the part after it the network. */
export const CHAIN_IDS = [
  'bch',
  'bch-regtest',
  'bch-test',
  'btc',
  'btc-regtest',
  'btc-signet',
  'btc-test',
  'doge',
  'doge-regtest',
  'doge-test',
  'ltc',
  'ltc-regtest',
  'ltc-test',
] as const;
export type ChainId = (typeof CHAIN_IDS)[number];

export function isChainId(text: string): text is ChainId {
  return (CHAIN_IDS as readonly string[]).includes(text);
}

/** Throws `invalid`, naming the chains that exist. */
export function parseChainId(text: string): ChainId {
  if (isChainId(text)) return text;
  throw new AppError('invalid', `There is no chain "${text.slice(0, 40)}". Known chains: ${CHAIN_IDS.join(', ')}.`);
}
