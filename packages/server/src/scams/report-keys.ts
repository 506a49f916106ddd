import type { StatedPayment, Suspect } from '@trailmark/api/contract/scam-report';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import {
  accountKey,
  addressKey,
  clusterKey,
  domainKey,
  handleKey,
  phoneKey,
  transactionKey,
} from '../cases/item-kinds/identifiers.ts';
import { type ScamParts, toCanonicalAddress, toTxid } from './check-payment.ts';

/** Names of sites and email services that everybody uses link nobody. */
const COMMON_DOMAINS: ReadonlySet<string> = new Set([
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'telegram.org',
  't.me',
  'whatsapp.com',
  'facebook.com',
  'instagram.com',
  'google.com',
  'youtube.com',
  'x.com',
  'twitter.com',
]);

/** A domain in one spelling: without scheme, path and `www.`. */
export function toDomain(text: string): string | undefined {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/, '');
  return /^(?:[\p{L}\p{N}-]+\.)+[\p{L}]{2,24}$/u.test(name) ? name : undefined;
}

/** The cluster of an address as cases name it; undefined where it is alone or the chain has none. */
export function findClusterKey({ ledgers, knowledge }: ScamParts, chain: string, address: string): string | undefined {
  const ledger = ledgers.findOutputs(chain);
  const clusters = ledger && knowledge.clusters(ledger.id);
  if (!ledger || !clusters) return undefined;
  const cluster = clusters.find(parseOwner(ledger.chain, address), 'conservative');
  if (!cluster || cluster.size < 2) return undefined;
  return clusterKey(chain, formatOwner(ledger.chain, cluster.root));
}

function toAddressKeys(parts: ScamParts, chain: string, text: string): string[] {
  const ledger = parts.ledgers.list().find(({ id }) => id === chain);
  const address = ledger ? toCanonicalAddress(ledger, text) : text.trim();
  if (address === undefined || address === '') return [];
  const cluster = ledger ? findClusterKey(parts, chain, address) : undefined;
  return [addressKey(chain, address), ...(cluster === undefined ? [] : [cluster])];
}

function toSuspectKeys(parts: ScamParts, { kind, value, chain }: Suspect): string[] {
  switch (kind) {
    case 'address':
      return chain === null ? [] : toAddressKeys(parts, chain, value);
    case 'domain': {
      const domain = toDomain(value);
      return domain === undefined || COMMON_DOMAINS.has(domain) ? [] : [domainKey(domain)];
    }
    case 'email':
      return [accountKey('email', value.trim())];
    case 'phone':
      return [phoneKey(value.replace(/\D/g, ''))];
    case 'handle':
      return [handleKey('any', value.trim().replace(/^@/, ''))];
    default:
      return [];
  }
}

/** What a report names, each in one spelling. Names of people and apps are words, and link nothing. */
export function toReportKeys(
  parts: ScamParts,
  { payments, suspects }: { readonly payments: readonly StatedPayment[]; readonly suspects: readonly Suspect[] },
): string[] {
  const ofPayments = payments.flatMap(({ chain, txid, address }) => {
    const id = txid === null ? undefined : toTxid(txid);
    return [
      ...(id === undefined ? [] : [transactionKey(chain, id)]),
      ...(address === null ? [] : toAddressKeys(parts, chain, address)),
    ];
  });
  const keys = [...ofPayments, ...suspects.flatMap((suspect) => toSuspectKeys(parts, suspect))];
  return [...new Set(keys)].filter((key) => key.length <= 500);
}
