import { AppError } from './errors.ts';

/** Chains of outputs: the Bitcoin family. The part before the hyphen names the asset, the part after it the network. */
export const OUTPUT_CHAIN_IDS = [
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
export type OutputChainId = (typeof OUTPUT_CHAIN_IDS)[number];

/** Chains of accounts and balances. `eth-dev` is a development node such as anvil. */
export const ACCOUNT_CHAIN_IDS = [
  'arbitrum',
  'avalanche',
  'base',
  'bsc',
  'eth',
  'eth-dev',
  'optimism',
  'polygon',
  'trx',
] as const;
export type AccountChainId = (typeof ACCOUNT_CHAIN_IDS)[number];

/** The two forms of a ledger: outputs that transactions spend, or accounts that transfers change. */
export const CHAIN_FAMILIES = ['outputs', 'accounts'] as const;
export type ChainFamily = (typeof CHAIN_FAMILIES)[number];

/** Every chain this version knows, of both families. */
export type ChainId = OutputChainId | AccountChainId;
export const CHAIN_IDS = [...ACCOUNT_CHAIN_IDS, ...OUTPUT_CHAIN_IDS] as const;

/** The family of a chain, as far as the type of its id says. */
export type FamilyOf<C extends ChainId> = C extends OutputChainId ? 'outputs' : 'accounts';

export function isOutputChainId(text: string): text is OutputChainId {
  return (OUTPUT_CHAIN_IDS as readonly string[]).includes(text);
}

export function isAccountChainId(text: string): text is AccountChainId {
  return (ACCOUNT_CHAIN_IDS as readonly string[]).includes(text);
}

/** The family of a chain. */
export function familyOf<C extends ChainId>(chain: C): FamilyOf<C> {
  return (isAccountChainId(chain) ? 'accounts' : 'outputs') as FamilyOf<C>;
}

export function isChainId(text: string): text is ChainId {
  return isAccountChainId(text) || isOutputChainId(text);
}

/** Throws `invalid`, naming the chains of the Bitcoin family. */
export function parseOutputChainId(text: string): OutputChainId {
  if (isOutputChainId(text)) return text;
  throw new AppError(
    'invalid',
    `There is no chain "${text.slice(0, 40)}". Known chains: ${OUTPUT_CHAIN_IDS.join(', ')}.`,
  );
}

/** Throws `invalid`, naming the account chains. */
export function parseAccountChainId(text: string): AccountChainId {
  if (isAccountChainId(text)) return text;
  throw new AppError(
    'invalid',
    `There is no account chain "${text.slice(0, 40)}". Known account chains: ${ACCOUNT_CHAIN_IDS.join(', ')}.`,
  );
}

/** Throws `invalid`, naming every chain. */
export function parseChainId(text: string): ChainId {
  if (isChainId(text)) return text;
  throw new AppError('invalid', `There is no chain "${text.slice(0, 40)}". Known chains: ${CHAIN_IDS.join(', ')}.`);
}
