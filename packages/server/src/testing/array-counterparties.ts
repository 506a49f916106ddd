import type { CounterpartyTotals, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';

type Sort = 'sent' | 'received' | 'count' | 'last';

interface Side {
  readonly owner: Owner | undefined;
  readonly value: bigint | undefined;
}

function sumByOwner(sides: readonly Side[], self: string): Map<string, { owner: Owner; value: bigint }> {
  const sums = new Map<string, { owner: Owner; value: bigint }>();
  for (const { owner, value } of sides) {
    const id = owner && ownerId(owner);
    if (!owner || id === undefined || id === self) continue;
    sums.set(id, { owner, value: (sums.get(id)?.value ?? 0n) + (value ?? 0n) });
  }
  return sums;
}

function takesPart(sides: readonly Side[], id: string): boolean {
  return sides.some(({ owner }) => owner !== undefined && ownerId(owner) === id);
}

function sortKey(totals: CounterpartyTotals, sort: Sort): bigint {
  if (sort === 'sent') return totals.sentTo;
  if (sort === 'received') return totals.receivedFrom;
  return BigInt(sort === 'count' ? totals.transactionCount : totals.lastPosition);
}

/**
 * Who an owner deals with: owners paid in transactions it funds, and owners funding transactions that pay it. Largest
 * first by the requested figure, then by owner bytes.
 */
export function toCounterparties(
  records: readonly TransactionRecord[],
  self: string,
  sort: Sort,
): CounterpartyTotals[] {
  const all = new Map<string, CounterpartyTotals>();
  for (const { position, inputs, outputs } of records) {
    const paid = takesPart(inputs, self)
      ? sumByOwner(outputs, self)
      : new Map<string, { owner: Owner; value: bigint }>();
    const paying = takesPart(outputs, self)
      ? sumByOwner(inputs, self)
      : new Map<string, { owner: Owner; value: bigint }>();
    for (const [id, { owner }] of [...new Map([...paid, ...paying])]) {
      const known = all.get(id);
      all.set(id, {
        owner,
        sentTo: (known?.sentTo ?? 0n) + (paid.get(id)?.value ?? 0n),
        receivedFrom: (known?.receivedFrom ?? 0n) + (paying.get(id)?.value ?? 0n),
        transactionCount: (known?.transactionCount ?? 0) + 1,
        firstPosition: known?.firstPosition ?? position,
        lastPosition: position,
      });
    }
  }
  return [...all.values()].sort((a, b) => {
    const difference = sortKey(b, sort) - sortKey(a, sort);
    if (difference !== 0n) return difference > 0n ? 1 : -1;
    return ownerId(a.owner) < ownerId(b.owner) ? -1 : 1;
  });
}
