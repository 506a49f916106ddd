import { AUDIT_SIDES, type AuditGroup, type AuditLine, type AuditSide, INCOMING_SIDES } from './trace-audit.ts';
import { type AuditAmounts, columnLetters } from './trace-audit-amounts.ts';
import type { SheetCell } from './xlsx.ts';

/** Columns of the sheet of steps before its amounts. */
export const STEP_HEAD = ['step', 'transaction or account', 'asset', 'height', 'hop', 'side', 'reference', 'address'];
/** Where the titles, sides and assets of lines are on the sheet of steps. */
export const STEP_TITLE = columnLetters(1);
export const STEP_SIDE = columnLetters(5);
export const STEP_ASSET = columnLetters(2);

/** A group with the rows its lines take on the sheet of steps. */
export interface CheckedGroup {
  readonly group: AuditGroup;
  /** By side, in the order of the sides. */
  readonly lines: readonly AuditLine[];
  /** First row, counted from 1. */
  readonly row: number;
}

/** Column of a traced amount's part on the sheet of steps. */
export function tracedColumn(part: number): string {
  return columnLetters(STEP_HEAD.length + part);
}

/** Gives every group its rows below the heading. */
export function placeGroups(groups: readonly AuditGroup[]): CheckedGroup[] {
  let row = 2;
  return groups.map((group) => {
    const lines = AUDIT_SIDES.flatMap((side) => group.lines.filter((line) => line.side === side));
    const placed = { group, lines, row };
    row += lines.length;
    return placed;
  });
}

function rangeOf(sheet: string, { lines, row }: CheckedGroup, side: AuditSide, part: number): string | undefined {
  const first = lines.findIndex((line) => line.side === side);
  if (first < 0) return undefined;
  const last = lines.findLastIndex((line) => line.side === side);
  const column = tracedColumn(part);
  return `${sheet}!${column}${row + first}:${column}${row + last}`;
}

function sumOf({ lines }: CheckedGroup, side: AuditSide, amounts: AuditAmounts, part: number): bigint {
  const own = lines.filter((line) => line.side === side);
  return own.reduce((sum, { tainted }) => sum + (amounts.split(tainted)[part] ?? 0n), 0n);
}

/** Towards minus infinity, as INT in spreadsheets. */
function floorQuotient(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}

/** Formula (empty: a plain number) and value of what is left of one part, the rest of the part below it carried over. */
export interface Balance {
  readonly formula: string;
  readonly value: bigint;
}

/** A side without lines is a plain 0. */
function toSumCell(sum: Balance | undefined): SheetCell {
  if (sum === undefined || sum.formula === '0') return { number: '0' };
  return sum.formula === '' ? { number: sum.value.toString() } : sum;
}

/** The word of a check: every part below the last can be carried over whole, and nothing is left. */
export function toVerdict(cells: readonly string[], values: readonly bigint[], base: bigint): SheetCell {
  const last = cells.length - 1;
  const tests = cells.map((cell, i) => (i === last ? `${cell}=0` : `MOD(${cell},${base})=0`));
  const holds = values.every((value, i) => (i === last ? value === 0n : value % base === 0n));
  return { formula: `IF(AND(${tests.join(',')}),"holds","differs")`, value: holds ? 'holds' : 'differs' };
}

/**
 * Cells that add the terms of one amount part by part, what is left of each part, and whether nothing is. `first` is the column
 * the sums begin at.
 */
export function balanceCells(
  terms: readonly { readonly isIncoming: boolean; readonly parts: readonly Balance[] }[],
  amounts: AuditAmounts,
  { row, first }: { readonly row: number; readonly first: number },
): SheetCell[] {
  const width = terms.length;
  const sums = Array.from({ length: amounts.columns }, (_, part) =>
    terms.map(({ parts }): SheetCell => toSumCell(parts[part])),
  );
  const rests: Balance[] = [];
  const restCells: string[] = [];
  for (let part = 0; part < amounts.columns; part++) {
    const below = rests[part - 1];
    const carry = below === undefined ? '' : `+INT(${restCells[part - 1]}/${amounts.base})`;
    const signed = terms.map(({ isIncoming }, i) => {
      return `${isIncoming ? '+' : '-'}${columnLetters(first + part * width + i)}${row}`;
    });
    const value = terms.reduce((sum, { isIncoming, parts }) => {
      const own = parts[part]?.value ?? 0n;
      return isIncoming ? sum + own : sum - own;
    }, 0n);
    const formula = `${signed.join('').replace(/^\+/, '')}${carry}`;
    rests.push({ formula, value: value + floorQuotient(below?.value ?? 0n, amounts.base) });
    restCells.push(`${columnLetters(first + amounts.columns * width + part)}${row}`);
  }
  const values = rests.map(({ value }) => value);
  return [...sums.flat(), ...rests, toVerdict(restCells, values, amounts.base)];
}

/** Headings of `balanceCells`. */
export function balanceHeadings(names: readonly string[], amounts: AuditAmounts): string[] {
  const parts = amounts.headings('').map((heading) => heading.trim());
  const sums = parts.flatMap((part) => names.map((name) => (part === '' ? name : `${name} ${part}`)));
  return [...sums, ...amounts.headings('difference'), 'check'];
}

/** One row per step: its sums as formulas over its lines on the sheet named, and whether they leave nothing. */
export function* checkRows(
  groups: readonly CheckedGroup[],
  amounts: AuditAmounts,
  sheet: string,
): Generator<readonly SheetCell[]> {
  yield ['step', 'transaction or account', 'asset', ...balanceHeadings(AUDIT_SIDES, amounts)];
  for (const [i, placed] of groups.entries()) {
    const terms = AUDIT_SIDES.map((side) => ({
      isIncoming: INCOMING_SIDES.includes(side),
      parts: Array.from({ length: amounts.columns }, (_, part): Balance => {
        const range = rangeOf(sheet, placed, side, part);
        const value = sumOf(placed, side, amounts, part);
        return { formula: range === undefined ? '0' : `SUM(${range})`, value };
      }),
    }));
    const { title, asset } = placed.group;
    yield [{ number: String(i + 1) }, title, asset, ...balanceCells(terms, amounts, { row: i + 2, first: 3 })];
  }
}
