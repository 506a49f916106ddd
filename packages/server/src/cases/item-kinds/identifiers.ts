/** What cases name, each in one spelling: two cases with the same one overlap. */
export function addressKey(chain: string, address: string): string {
  return `address:${chain}:${address}`;
}

export function transactionKey(chain: string, txid: string): string {
  return `transaction:${chain}:${txid.toLowerCase()}`;
}

/** A cluster by the first of its addresses: numbers of clusters differ between installations. */
export function clusterKey(chain: string, root: string): string {
  return `cluster:${chain}:${root}`;
}

/** A phone number by its digits in E.164, country code first. */
export function phoneKey(digits: string): string {
  return `phone:${digits}`;
}

export function domainKey(domain: string): string {
  return `domain:${domain}`;
}

/** A name at a service, whichever way it is capitalised. */
export function handleKey(service: string, handle: string): string {
  return `handle:${service.toLowerCase()}:${handle.toLowerCase()}`;
}

/** A customer account at a service. */
export function accountKey(service: string, account: string): string {
  return `account:${service.toLowerCase()}:${account.toLowerCase()}`;
}

/** How many parts of a key come before what people type; two where it is not named. */
const PARTS_BEFORE: Readonly<Record<string, number>> = { phone: 1, domain: 1 };

/** The part of an identifier that people type. */
export function keyText(key: string): string {
  const parts = key.split(':');
  const text = parts.slice(PARTS_BEFORE[parts[0] ?? ''] ?? 2).join(':');
  return parts[0] === 'phone' ? `+${text}` : text;
}

/** What identifiers name, in words: an address and its cluster are typed the same, and are named once. */
export function nameKeys(keys: readonly string[]): string {
  return [...new Set(keys.map(keyText))].join(', ');
}
