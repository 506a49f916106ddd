import type { AuditOwn } from './trace-audit.ts';
import type { AuditAmounts } from './trace-audit-amounts.ts';
import {
  type Balance,
  balanceCells,
  balanceHeadings,
  type CheckedGroup,
  STEP_ASSET,
  STEP_SIDE,
  STEP_TITLE,
  tracedColumn,
} from './trace-audit-checks.ts';
import type { SheetCell } from './xlsx.ts';

const NAMES = [
  'opening',
  'untraced in',
  'lay too long',
  'held of it traced',
  'untraced out',
  'added',
  'balance at the end',
] as const;

/** What the sheet of accounts says was added in an account, as a formula over it. */
function addedParts(
  { account, asset, added }: AuditOwn,
  accounts: readonly CheckedGroup[],
  amounts: AuditAmounts,
  row: number,
): Balance[] {
  const rows = accounts.reduce((sum, { lines }) => sum + lines.length, 0);
  const range = (letters: string): string => `Accounts!$${letters}$2:$${letters}$${Math.max(2, rows + 1)}`;
  const own = accounts.filter(({ group }) => group.title === account && group.asset === asset);
  const total = own
    .flatMap(({ lines }) => lines)
    .reduce((sum, { side, tainted }) => {
      return side === 'added' ? sum + tainted : sum;
    }, 0n);
  const values = amounts.split(total);
  return amounts.split(added).map((_, part) => ({
    formula: `SUMIFS(${range(tracedColumn(part))},${range(STEP_TITLE)},$A${row},${range(STEP_ASSET)},$B${row},${range(STEP_SIDE)},"added")`,
    value: values[part] ?? 0n,
  }));
}

/**
 * One row per account: the balance before its first traced receipt and its own money from there on, against its whole balance at
 * the end by its moves alone. What a method counted as traced without a traced receipt is what this money lacks.
 */
export function* ownRows(
  own: readonly AuditOwn[],
  accounts: readonly CheckedGroup[],
  amounts: AuditAmounts,
): Generator<readonly SheetCell[]> {
  yield ['account', 'asset', ...balanceHeadings(NAMES, amounts)];
  for (const [i, one] of own.entries()) {
    const row = i + 2;
    const plain = (isIncoming: boolean, amount: bigint) => {
      return { isIncoming, parts: amounts.split(amount).map((value): Balance => ({ formula: '', value })) };
    };
    const terms = [
      plain(true, one.opening),
      plain(true, one.cameIn),
      plain(true, one.lapsed),
      plain(true, one.held),
      plain(false, one.wentOut),
      { isIncoming: false, parts: addedParts(one, accounts, amounts, row) },
      plain(false, one.closing),
    ];
    yield [one.account, one.asset, ...balanceCells(terms, amounts, { row, first: 2 })];
  }
}
