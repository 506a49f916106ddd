import type { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { ownerId } from '@trailmark/core/owner';
import type { ChangeTruth } from './measure-change.ts';
import { inputWallets, type OwnedLedger } from './owned-ledger.ts';

/** Truth by ownership: what goes back to a wallet that signed, change or not. */
export function ownedChange(ledger: OwnedLedger): ChangeTruth {
  return (record) => {
    const wallets = inputWallets(ledger, record);
    if (!wallets) return undefined;
    const back = new Set<number>();
    for (const [vout, { owner }] of record.outputs.entries()) {
      const wallet = owner && ledger.walletOf.get(ownerId(owner));
      if (wallet !== undefined && wallets.has(wallet)) back.add(vout);
    }
    return back;
  };
}

/**
 * Truth that a real ledger reveals later: of two outputs exactly one ends up, by co-spending alone, in the cluster of the
 * inputs, though at the time it was a new address (the idea of Möser and Narayanan 2022). `finished` holds the whole window.
 */
export function revealedChange(finished: ClusterIndex): ChangeTruth {
  return (record) => {
    const input = record.inputs[0]?.owner;
    const [first, second, ...more] = record.outputs;
    if (!input || !first?.owner || !second?.owner || more.length > 0) return undefined;
    if (reuses(record)) return undefined;
    const payer = finished.find(input, 'conservative')?.id;
    const back = new Set(
      [first.owner, second.owner].flatMap((owner, vout) =>
        finished.find(owner, 'conservative')?.id === payer ? [vout] : [],
      ),
    );
    return back.size === 1 ? back : undefined;
  };
}

function reuses(record: TransactionRecord): boolean {
  const inputs = new Set(record.inputs.flatMap(({ owner }) => (owner ? [ownerId(owner)] : [])));
  return record.outputs.some(({ owner }) => owner && inputs.has(ownerId(owner)));
}
