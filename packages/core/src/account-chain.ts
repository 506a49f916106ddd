import { CHAIN_IDS, type ChainId, isChainId } from './chain.ts';
import { AppError } from './errors.ts';

/** Chains that keep accounts and balances instead of outputs. `eth-dev` is a development node such as anvil. */
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

/** A chain of either family. */
export type AnyChainId = ChainId | AccountChainId;
export const ANY_CHAIN_IDS = [...ACCOUNT_CHAIN_IDS, ...CHAIN_IDS] as const;

export function isAccountChainId(text: string): text is AccountChainId {
  return (ACCOUNT_CHAIN_IDS as readonly string[]).includes(text);
}

/** Throws `invalid`, naming the account chains that exist. */
export function parseAccountChainId(text: string): AccountChainId {
  if (isAccountChainId(text)) return text;
  throw new AppError(
    'invalid',
    `There is no account chain "${text.slice(0, 40)}". Known account chains: ${ACCOUNT_CHAIN_IDS.join(', ')}.`,
  );
}

/** Throws `invalid`, naming the chains of both families. */
export function parseAnyChainId(text: string): AnyChainId {
  if (isAccountChainId(text) || isChainId(text)) return text;
  throw new AppError('invalid', `There is no chain "${text.slice(0, 40)}". Known chains: ${ANY_CHAIN_IDS.join(', ')}.`);
}
