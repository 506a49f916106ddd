import type { AssetKey } from '@trailmark/core/asset';
import type { Trace } from '@trailmark/core/trace/trace';
import type { StatementEntry, StatementPart, StatementStep } from '@trailmark/core/trace/trace-statement';
import type { AuditGroup, AuditLine, AuditSide } from './audit-rows.ts';

function toLine(
  side: AuditSide,
  ref: string,
  place: string | null,
  tainted: bigint,
  amount: bigint | null,
): AuditLine[] {
  return tainted === 0n ? [] : [{ side, ref, place, amount, tainted }];
}

function linesOfEntry({ address, ...entry }: StatementEntry): AuditLine[] {
  const { before, after, balanceBefore, balanceAfter, added, fee, cut, lapsed } = entry;
  return [
    ...toLine('in', 'held before', address, before, balanceBefore),
    ...toLine('added', '', address, added, added),
    ...toLine('out', 'held after', address, after, balanceAfter),
    ...toLine('fee', '', address, fee, fee),
    ...toLine('cut', '', address, cut, cut),
    ...toLine('ended', 'lay too long', address, lapsed, lapsed),
  ];
}

function linesOfParts(side: AuditSide, parts: readonly StatementPart[]): AuditLine[] {
  return parts.flatMap(({ ref, address, amount }) => toLine(side, ref, address, amount, amount));
}

function ofAsset<T extends { readonly asset: AssetKey }>(parts: readonly T[], asset: AssetKey): T[] {
  return parts.filter((part) => part.asset === asset);
}

function groupsOfStep({ txid, height, hop, entries, began, ended, got, given }: StatementStep): AuditGroup[] {
  const assets = new Set([...entries, ...began, ...ended, ...got, ...given].map(({ asset }) => asset));
  return [...assets].sort().map((asset) => ({
    title: txid,
    asset,
    height,
    hop,
    lines: [
      ...linesOfParts('in', ofAsset(began, asset)),
      ...ofAsset(entries, asset).flatMap(linesOfEntry),
      ...linesOfParts('got', ofAsset(got, asset)),
      ...linesOfParts('given', ofAsset(given, asset)),
      ...linesOfParts('ended', ofAsset(ended, asset)),
    ],
  }));
}

/**
 * Transactions of an account chain in detail, each asset separately: traced money in the accounts it touched before it, and what
 * began, was added or got; against what these accounts hold of it after, and what ended, was given, cut or paid in fees. None
 * where the trace carries no books.
 */
export function toTransactionGroups({ statement }: Trace): AuditGroup[] {
  return (statement?.steps ?? []).flatMap(groupsOfStep);
}
