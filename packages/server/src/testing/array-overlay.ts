import type { Owner } from '@trailmark/core/owner';
import { ownerId } from '@trailmark/core/owner';
import type { UnconfirmedOverlay, UnconfirmedTransaction } from '@trailmark/core/unconfirmed';

/** An overlay of given transactions. `spends` names the output each input spends, `txid:vout`, by txid of the spender. */
export function createArrayOverlay(
  transactions: readonly UnconfirmedTransaction[],
  spends: ReadonlyMap<string, readonly string[]> = new Map(),
): UnconfirmedOverlay {
  const takesPart = ({ record }: UnconfirmedTransaction, id: string): boolean => {
    const isOwn = ({ owner }: { readonly owner: Owner | undefined }): boolean =>
      owner !== undefined && ownerId(owner) === id;
    return record.inputs.some(isOwn) || record.outputs.some(isOwn);
  };
  return {
    asOf: 1_231_900_000,
    get: (txid) => transactions.find((transaction) => transaction.txid === txid),
    list: (limit) => transactions.slice(0, limit),
    count: () => transactions.length,
    byOwner: (id) => transactions.filter((transaction) => takesPart(transaction, id)),
    spenderOf(txid, vout) {
      for (const [spender, places] of spends) {
        const input = places.indexOf(`${txid}:${vout}`);
        if (input >= 0) return { txid: spender, input };
      }
      return undefined;
    },
  };
}
