import type { Trace } from '@trailmark/core/trace/trace';
import { expect } from 'vitest';
import { type AuditGroup, type AuditSide, differenceOf, toAuditGroups } from '../../audit-rows.ts';
import { toTransactionGroups } from '../../transaction-audit.ts';

function sumOf(groups: readonly AuditGroup[], asset: string, side: AuditSide): bigint {
  const lines = groups.filter((group) => group.asset === asset).flatMap((group) => group.lines);
  return lines.reduce((sum, line) => (line.side === side ? sum + line.tainted : sum), 0n);
}

/** Every transaction and every account adds up, by figures that were taken in different places. */
export function assertStatement(trace: Trace): void {
  const transactions = toTransactionGroups(trace);
  const accounts = toAuditGroups(trace);
  for (const group of [...transactions, ...accounts])
    expect([group.title, group.asset, differenceOf(group)]).toEqual([group.title, group.asset, 0n]);
  for (const { asset, added, fees, convertedIn, convertedOut, cut } of trace.sums) {
    for (const groups of [transactions, accounts]) {
      const found = (['added', 'fee', 'got', 'given', 'cut'] as const).map((side) => sumOf(groups, asset, side));
      expect(found).toEqual([added, fees, convertedIn, convertedOut, cut]);
    }
  }
  const held = new Map<string, bigint>();
  const { steps = [], own = [] } = trace.statement ?? {};
  const ordered = trace.request.direction === 'forward' ? steps : steps.toReversed();
  for (const { address, asset, before, after } of ordered.flatMap(({ entries }) => entries)) {
    const key = `${address}:${asset}`;
    expect([key, before]).toEqual([key, held.get(key) ?? 0n]);
    held.set(key, after);
  }
  for (const { opening, cameIn, wentOut, added, lapsed, closing, held: traced } of own)
    expect(opening + cameIn + lapsed - wentOut - added).toBe(closing - traced);
}
