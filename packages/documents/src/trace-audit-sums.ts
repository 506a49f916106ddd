import type { AuditEnd, AuditSide, TraceAudit } from './trace-audit.ts';
import { type AuditAmounts, columnLetters } from './trace-audit-amounts.ts';
import {
  type Balance,
  balanceCells,
  balanceHeadings,
  type CheckedGroup,
  STEP_ASSET,
  STEP_SIDE,
  tracedColumn,
} from './trace-audit-checks.ts';
import type { SheetCell } from './xlsx.ts';

interface SumScope {
  readonly audit: TraceAudit;
  readonly groups: readonly CheckedGroup[];
  readonly amounts: AuditAmounts;
  readonly asset: string;
  /** Row of the asset on the sheet of sums. */
  readonly row: number;
}

interface Term {
  readonly isIncoming: boolean;
  readonly parts: readonly Balance[];
}

function column(letter: string, rows: number): string {
  return `$${letter}$2:$${letter}$${Math.max(2, rows + 1)}`;
}

function endTerm(
  { amounts, asset, row }: SumScope,
  sheet: string,
  ends: readonly AuditEnd[],
  isIncoming: boolean,
): Term {
  const own = ends.filter((end) => end.asset === asset);
  const parts = Array.from({ length: amounts.columns }, (_, part): Balance => {
    const summed = `${sheet}!${column(columnLetters(1 + part), ends.length)}`;
    return {
      formula: `SUMIFS(${summed},${sheet}!${column('A', ends.length)},$A${row})`,
      value: own.reduce((sum, { amount }) => sum + (amounts.split(amount)[part] ?? 0n), 0n),
    };
  });
  return { isIncoming, parts };
}

function sideTerm({ groups, amounts, asset, row }: SumScope, side: AuditSide, isIncoming: boolean): Term {
  const rows = groups.reduce((sum, { lines }) => sum + lines.length, 0);
  const own = groups.filter(({ group }) => group.asset === asset).flatMap(({ lines }) => lines);
  const parts = Array.from({ length: amounts.columns }, (_, part): Balance => {
    const summed = `Steps!${column(tracedColumn(part), rows)}`;
    const where = `Steps!${column(STEP_ASSET, rows)},$A${row},Steps!${column(STEP_SIDE, rows)},"${side}"`;
    return {
      formula: `SUMIFS(${summed},${where})`,
      value: own.reduce((sum, line) => {
        return line.side === side ? sum + (amounts.split(line.tainted)[part] ?? 0n) : sum;
      }, 0n),
    };
  });
  return { isIncoming, parts };
}

const NAMES = ['began', 'added', 'swapped in', 'ended', 'cut', 'fees', 'swapped out'] as const;

/** One row per asset: all that began and was added against all that ended, was cut, paid in fees or swapped. */
export function* sumRows(
  audit: TraceAudit,
  groups: readonly CheckedGroup[],
  amounts: AuditAmounts,
): Generator<readonly SheetCell[]> {
  yield ['asset', ...balanceHeadings(NAMES, amounts)];
  for (const [i, asset] of audit.assets.entries()) {
    const scope: SumScope = { audit, groups, amounts, asset, row: i + 2 };
    const terms = [
      endTerm(scope, 'Seeds', audit.seeds, true),
      sideTerm(scope, 'added', true),
      sideTerm(scope, 'got', true),
      endTerm(scope, 'Leaves', audit.leaves, false),
      endTerm(scope, 'Cuts', audit.cuts, false),
      sideTerm(scope, 'fee', false),
      sideTerm(scope, 'given', false),
    ];
    yield [asset, ...balanceCells(terms, amounts, { row: i + 2, first: 1 })];
  }
}
