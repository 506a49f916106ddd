import { AppError } from '@trailmark/core/errors';
import type { AuditEnd, TraceAudit } from './trace-audit.ts';
import { AuditAmounts } from './trace-audit-amounts.ts';
import { type CheckedGroup, checkRows, placeGroups, STEP_HEAD } from './trace-audit-checks.ts';
import { ownRows } from './trace-audit-own.ts';
import { sumRows } from './trace-audit-sums.ts';
import { MAX_SHEET_ROWS, type SheetCell, streamXlsx, type XlsxSheet } from './xlsx.ts';

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** No sum in the workbook is larger than all its figures together. */
function largestSum({ seeds, groups, accounts = [], own = [], leaves, cuts }: TraceAudit): bigint {
  const lines = [...groups, ...accounts].flatMap((group) => group.lines);
  const money = own.reduce(
    (sum, { opening, cameIn, closing }) => sum + sizeOf(opening) + sizeOf(cameIn) + sizeOf(closing),
    0n,
  );
  const parts = lines.reduce((sum, { tainted, amount }) => sum + sizeOf(tainted) + sizeOf(amount ?? 0n), money);
  return [...seeds, ...leaves, ...cuts].reduce((sum, { amount }) => sum + sizeOf(amount), parts);
}

function refuseLongSheet(rows: number, what: string): void {
  if (rows < MAX_SHEET_ROWS) return;
  throw new AppError(
    'invalid',
    `The trace has ${rows} ${what}, and a sheet holds ${MAX_SHEET_ROWS - 1}. Lower the budget or the hop limit.`,
  );
}

function* endRows(ends: readonly AuditEnd[], amounts: AuditAmounts): Generator<readonly SheetCell[]> {
  yield ['asset', ...amounts.headings('amount'), 'reference', 'address', 'reason', 'detail', 'named'];
  for (const { asset, amount, ref, place, reason, detail, party } of ends) {
    yield [asset, ...amounts.cells(amount), ref, place, reason, detail, party];
  }
}

function* stepRows(groups: readonly CheckedGroup[], amounts: AuditAmounts): Generator<readonly SheetCell[]> {
  yield [...STEP_HEAD, ...amounts.headings('traced'), ...amounts.headings('whole amount')];
  for (const [i, { group, lines }] of groups.entries()) {
    const { title, asset, height, hop } = group;
    for (const { side, ref, place, amount, tainted } of lines) {
      const head = [{ number: String(i + 1) }, title, asset, height === null ? null : { number: String(height) }];
      const rest = [hop === null ? null : { number: String(hop) }, side, ref, place];
      yield [...head, ...rest, ...amounts.cells(tainted), ...amounts.cells(amount)];
    }
  }
}

/** Account chains: the same money by account, and what of each account's money is not traced. */
function accountSheets(
  { own = [] }: TraceAudit,
  accounts: readonly CheckedGroup[],
  amounts: AuditAmounts,
): XlsxSheet[] {
  if (accounts.length === 0) return [];
  return [
    { name: 'AccountChecks', rows: checkRows(accounts, amounts, 'Accounts') },
    { name: 'Accounts', rows: stepRows(accounts, amounts) },
    { name: 'OwnMoney', rows: ownRows(own, accounts, amounts) },
  ];
}

/**
 * The audit of a trace as a workbook: every part of every step, and next to them live formulas that show that what came in is
 * what went out. Throws `invalid` for a trace with more parts than a sheet has rows.
 */
export function streamTraceAudit(audit: TraceAudit): AsyncGenerator<Uint8Array> {
  const groups = placeGroups(audit.groups);
  const accounts = placeGroups(audit.accounts ?? []);
  for (const placed of [groups, accounts])
    refuseLongSheet(
      placed.reduce((sum, { lines }) => sum + lines.length, 0),
      'parts',
    );
  refuseLongSheet(audit.leaves.length, 'ends');
  const amounts = new AuditAmounts(largestSum(audit));
  return streamXlsx([
    { name: 'About', rows: [['name', 'value'], ...audit.about.map(([name, value]) => [name, value])] },
    { name: 'Sums', rows: sumRows(audit, groups, amounts) },
    { name: 'Checks', rows: checkRows(groups, amounts, 'Steps') },
    { name: 'Steps', rows: stepRows(groups, amounts) },
    ...accountSheets(audit, accounts, amounts),
    { name: 'Seeds', rows: endRows(audit.seeds, amounts) },
    { name: 'Leaves', rows: endRows(audit.leaves, amounts) },
    { name: 'Cuts', rows: endRows(audit.cuts, amounts) },
    { name: 'Gaps', rows: [['kind', 'where', 'message'], ...audit.gaps] },
  ]);
}
