import type { OutputAddress } from '@trailmark/api/contract/address';
import type { RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import type { ledgerRoutes } from '@trailmark/api/contract/ledger';
import type { RouteOutput } from '@trailmark/api/route';
import type { Gap } from '@trailmark/api/wire';

export type OutputSummary = OutputAddress & { readonly family: 'outputs' };
export type AccountSummary = RouteOutput<(typeof ledgerRoutes)['getAddress']> & { readonly family: 'accounts' };
/** What is known of one address as a whole, on any chain. */
export type LedgerSummary = OutputSummary | AccountSummary;

/** Rows of its history without filters: what blocks paid it themselves is in it, and is no transaction. */
export function countRows({ totals }: LedgerSummary): number {
  if (totals === null) return 0;
  return totals.transactionCount + ('blockPaymentCount' in totals ? totals.blockPaymentCount : 0);
}

/** Something of it can be shown: it was seen in a block, or waits for one. */
export function isSeen(summary: LedgerSummary): boolean {
  if (summary.status === 'seen') return true;
  return summary.family === 'outputs' && (summary.unconfirmed?.transactionCount ?? 0) > 0;
}

/** What the head of an address page was computed with: its claims, its clusters, the value of its balance. */
export function listSummaryVersions(summary: LedgerSummary): {
  readonly labels: LabelsAsOf | undefined;
  readonly prices?: LedgerSummary['prices'] | null;
  readonly rules?: RulesAsOf | undefined;
} {
  const labels = summary.known?.labels;
  if (summary.family === 'accounts') return { labels };
  const { prices, clusters, totals } = summary;
  return { labels, prices: totals.balance === null ? null : prices, rules: clusters?.rules };
}

/**
 * Gaps that bear on one address: missing heights and missing funding always do, because they can hide its payments;
 * what is only estimated or partial does where it overlaps the heights at which the address was used.
 */
export function listRelevantGaps({ coverage: { gaps }, totals }: SummaryOfGaps): Gap[] {
  const { firstHeight = null, lastHeight = null } = totals ?? {};
  return gaps.filter(({ kind, fromHeight, toHeight }) => {
    if (kind === 'heights-missing' || kind === 'stopped-early' || fromHeight === null) return true;
    if (firstHeight === null || lastHeight === null) return kind === 'block-partial' || totals === null;
    return fromHeight <= lastHeight && (toHeight ?? fromHeight) >= firstHeight;
  });
}

interface SummaryOfGaps {
  readonly coverage: { readonly gaps: readonly Gap[] };
  readonly totals: { readonly firstHeight: number | null; readonly lastHeight: number | null } | null;
}
