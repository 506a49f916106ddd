import { type ChainId, isChainId } from '@trailmark/core/chain';
import { listAccountChains } from '../account-catalogue.ts';
import { getChain } from '../catalogue.ts';

/** An identifier as the search takes it, and the chain that the text around it named. */
export interface IdentifierText {
  readonly text: string;
  readonly chain?: ChainId;
}

/** Schemes of payment requests (BIP 21 and its kin); `bitcoincash:` belongs to the address and stays. */
const PAYMENT_SCHEMES: ReadonlyMap<string, ChainId> = new Map([
  ['bitcoin', 'btc'],
  ['litecoin', 'ltc'],
  ['dogecoin', 'doge'],
  ['tron', 'trx'],
]);
/** Short names of chains before an address (ERC-3770), where they differ from the ids used here. */
const SHORT_NAMES: ReadonlyMap<string, ChainId> = new Map([
  ['arb1', 'arbitrum'],
  ['avax', 'avalanche'],
  ['bnb', 'bsc'],
  ['oeth', 'optimism'],
  ['matic', 'polygon'],
  ['pol', 'polygon'],
]);

/** EIP-681: `ethereum:[pay-]<address>[@<chain id>][/function][?parameters]`. */
const ETHEREUM_REQUEST = /^ethereum:(?:pay-)?(0x[0-9a-f]{40})(?:@(\d{1,12}))?(?:[/?].*)?$/i;
const PREFIXED = /^([a-z][a-z0-9]{1,11}):(0x[0-9a-f]{40}|0x[0-9a-f]{64})$/i;
/** CAIP-10 and CAIP-2 names: `eip155:<chain id>:<address>`, `bip122:<genesis>:<address>`. */
const CHAIN_AGNOSTIC = /^(eip155|bip122|tron):([-_a-z0-9]{1,32}):([a-z0-9]{25,113})$/i;
/** The part of an explorer's address that names something; what follows it (tabs, parameters) is left out. */
const WEB_PART =
  /\/(?:address|addr|account|token|contract|tx|transaction|block)\/(?:[a-z]{2,12}\/)?(#?[0-9a-z:]{1,113})/i;

function ofEvmId(id: string): { chain?: ChainId } {
  const chain = listAccountChains().find(
    (each) => each.family === 'evm' && each.chainId === Number(id) && !each.isTest,
  );
  return chain ? { chain: chain.id } : {};
}

function readPrefixed(prefix: string, text: string): IdentifierText | undefined {
  const name = prefix.toLowerCase();
  const chain = SHORT_NAMES.get(name) ?? (isChainId(name) ? name : undefined);
  return chain && { text, chain };
}

function readChainAgnostic([, space = '', reference = '', text = '']: RegExpExecArray): IdentifierText {
  if (space.toLowerCase() === 'eip155') return { text, ...ofEvmId(reference) };
  if (space.toLowerCase() === 'tron') return { text, chain: 'trx' };
  // CAIP-4: the first 32 digits of the genesis hash.
  const isBitcoin = getChain('btc').genesisHash.startsWith(reference.toLowerCase());
  return isBitcoin ? { text, chain: 'btc' } : { text };
}

/**
 * What a person pasted, without what other software puts around an identifier: payment requests (BIP 21, EIP-681), short
 * names of chains (ERC-3770), CAIP-10, addresses of explorers' pages, and 40 hex digits without their 0x. Any other text
 * comes back as it is. Never throws.
 */
export function readIdentifier(pasted: string): IdentifierText {
  const text = pasted.trim();
  if (/^[0-9a-fA-F]{40}$/.test(text)) return { text: `0x${text}` };
  const request = ETHEREUM_REQUEST.exec(text);
  if (request) return { text: request[1] ?? '', ...ofEvmId(request[2] ?? '1') };
  const agnostic = CHAIN_AGNOSTIC.exec(text);
  if (agnostic) return readChainAgnostic(agnostic);
  const [, prefix = '', prefixed = ''] = PREFIXED.exec(text) ?? [];
  const short = prefixed === '' ? undefined : readPrefixed(prefix, prefixed);
  if (short) return short;
  if (/^https?:\/\//i.test(text)) return { text: WEB_PART.exec(text)?.[1] ?? text };
  const [, scheme = '', rest = ''] = /^([a-z]+):(?:\/\/)?([^?#\s]+)/i.exec(text) ?? [];
  const chain = PAYMENT_SCHEMES.get(scheme.toLowerCase());
  if (chain) return { text: rest, chain };
  return { text: scheme.toLowerCase() === 'bitcoincash' ? `${scheme}:${rest}` : text };
}
