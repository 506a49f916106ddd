import { findTextItems } from '@trailmark/analysis/scam-text/find-text-items';
import { formatAddress, parseAddress } from '@trailmark/chains/chain-address';
import { detectNetworks } from '@trailmark/chains/network-address';
import { isChainId } from '@trailmark/core/chain';
import {
  accountKey,
  addressKey,
  domainKey,
  handleKey,
  phoneKey,
  transactionKey,
} from '../cases/item-kinds/identifiers.ts';
import { HANDLE_SERVICES } from './match-keys.ts';

/** One identifier as typed, and the spellings under which a case can name it. */
export interface TypedIdentifier {
  readonly text: string;
  readonly keys: readonly string[];
}

const MOST_LINES = 5_000;

/** The address in the one spelling of each chain that it is an address of; with a checksum that fails, of none. */
function toAddressKeys(text: string): string[] {
  return detectNetworks(text).flatMap((network) => {
    if (!isChainId(network)) return [];
    try {
      return [addressKey(network, formatAddress(network, parseAddress(network, text)))];
    } catch {
      return [];
    }
  });
}

/** Chains are many and a transaction id says nothing about its own: the case names the right one. */
function toTransactionKeys(text: string, chains: readonly string[]): string[] {
  const id = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1];
  return id === undefined ? [] : chains.map((chain) => transactionKey(chain, id));
}

const CHAINS = [
  'btc',
  'ltc',
  'bch',
  'doge',
  'eth',
  'trx',
  'bsc',
  'polygon',
  'arbitrum',
  'base',
  'optimism',
  'avalanche',
];

function toOtherKeys(text: string): string[] {
  const [item] = findTextItems(text).items;
  if (!item) return [];
  if (item.kind === 'domain') return [domainKey(item.value)];
  if (item.kind === 'phone') return [phoneKey(item.value.slice(1))];
  if (item.kind === 'email') return [accountKey('email', item.value)];
  if (item.kind !== 'handle') return [];
  const name = item.value.slice(1);
  return ['any', ...HANDLE_SERVICES].map((service) => handleKey(service, name));
}

/** Identifiers of a text, one per line; what is none is refused by name. */
export function readIdentifiers(text: string): {
  readonly identifiers: readonly TypedIdentifier[];
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
} {
  const lines = [...new Set(text.split(/[\n,;]+/).map((line) => line.trim()))].filter((line) => line !== '');
  const identifiers: TypedIdentifier[] = [];
  const refused: { text: string; reason: string }[] = [];
  for (const line of lines.slice(0, MOST_LINES)) {
    const keys = [...toAddressKeys(line), ...toTransactionKeys(line, CHAINS)];
    const all = keys.length > 0 ? keys : toOtherKeys(line);
    if (all.length > 0) identifiers.push({ text: line, keys: all });
    else
      refused.push({
        text: line.slice(0, 120),
        reason:
          'It is no address, transaction, website, mail address, phone number or account; of an address the checksum may fail.',
      });
  }
  if (lines.length > MOST_LINES)
    refused.push({ text: `${lines.length - MOST_LINES} more lines`, reason: 'File them later.' });
  return { identifiers, refused };
}
