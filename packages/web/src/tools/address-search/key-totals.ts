import type { Answer } from '../../api.ts';

type DerivedRow = Answer<'deriveKey'>['items'][number];

export interface DerivedSum {
  readonly received: bigint;
  readonly sent: bigint;
  /** Null as soon as the balance of one seen address is not known. */
  readonly balance: bigint | null;
  readonly seenCount: number;
}

/** Sums over derived addresses. Addresses that were never seen do not make a balance unknown. */
export function sumDerived(rows: readonly DerivedRow[]): DerivedSum {
  const seen = rows.filter(({ totals }) => totals.transactionCount > 0);
  const balances = seen.map(({ totals }) => totals.balance);
  return {
    received: seen.reduce((sum, { totals }) => sum + totals.received, 0n),
    sent: seen.reduce((sum, { totals }) => sum + totals.sent, 0n),
    balance: balances.includes(null) ? null : balances.reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n),
    seenCount: seen.length,
  };
}
