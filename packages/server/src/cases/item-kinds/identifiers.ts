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

/** The part of an identifier that people type. */
export function keyText(key: string): string {
  return key.split(':').slice(2).join(':');
}
