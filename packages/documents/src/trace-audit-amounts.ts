import { type Cell, numberCell } from './cell.ts';

/** Spreadsheets keep 15 significant digits. */
const EXACT = 1_000_000_000_000_000n;
/** Sums of a million parts below it stay exact. */
const PART = 1_000_000_000n;

/**
 * How amounts are written so that a spreadsheet adds them without losing a digit: whole, where all sums stay below 15 digits,
 * else in columns of nine digits, lowest first, each with the sign of the whole.
 */
export class AuditAmounts {
  readonly columns: number;

  /** `largest`: no sum of the workbook exceeds it. */
  constructor(largest: bigint) {
    let columns = 1;
    if (largest >= EXACT) for (let rest = largest / PART; rest > 0n; rest /= PART) columns++;
    this.columns = columns;
  }

  get base(): bigint {
    return PART;
  }

  /** Headings of one amount. */
  headings(name: string): string[] {
    if (this.columns === 1) return [name];
    return Array.from({ length: this.columns }, (_, i) => (i === 0 ? `${name} (units)` : `${name} (10^${9 * i})`));
  }

  split(amount: bigint): bigint[] {
    if (this.columns === 1) return [amount];
    const sign = amount < 0n ? -1n : 1n;
    const size = amount * sign;
    return Array.from({ length: this.columns }, (_, i) => {
      const rest = size / PART ** BigInt(i);
      return sign * (i === this.columns - 1 ? rest : rest % PART);
    });
  }

  /** Cells of one amount; empty where it is not known. */
  cells(amount: bigint | null): Cell[] {
    if (amount === null) return Array.from({ length: this.columns }, () => null);
    return this.split(amount).map(numberCell);
  }
}

/** `A`, `Z`, `AA`: the letters of a column, counted from 0. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  const letter = String.fromCharCode(65 + (column % 26));
  return rest === 0 ? letter : columnLetters(rest - 1) + letter;
}
