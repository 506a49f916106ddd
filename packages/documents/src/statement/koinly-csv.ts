import { formatUnits } from '@trailmark/core/amount';
import type { LineType, StatementLeg, StatementLine } from '@trailmark/core/statement/statement';
import type { Cell } from '../cell.ts';
import { encodeCsvRow } from '../csv.ts';
import { formatFiat } from '../request-packet-figures.ts';
import { pairLegs } from './line-cells.ts';
import { describeAsset } from './statement-items.ts';
import type { StatementRows } from './statement-rows.ts';
import { formatUtcCell } from './zone-clock.ts';

/** Koinly's universal format, to the letter. */
export const KOINLY_COLUMNS = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
] as const;

/** Labels that the format knows; a line of another type has none. */
const LABELS: Readonly<Partial<Record<LineType, string>>> = {
  mining: 'mining',
  airdrop: 'airdrop',
  approval: 'cost',
  'failed-fee': 'cost',
  call: 'cost',
};

/** A ticker that somebody vouches for; another token by its id, so that no stranger's name passes for a coin. */
function currencyOf(statement: StatementRows, { asset }: StatementLeg): string {
  const known = describeAsset(statement.assets, asset);
  return known.isUnverified ? asset : known.symbol;
}

function amountCells(statement: StatementRows, leg: StatementLeg | undefined): [Cell, Cell] {
  if (leg === undefined) return [null, null];
  const size = leg.amount < 0n ? -leg.amount : leg.amount;
  const { decimals } = describeAsset(statement.assets, leg.asset);
  return [{ number: formatUnits(size, decimals) }, currencyOf(statement, leg)];
}

function worthCells({ head }: StatementRows, leg: StatementLeg | undefined): [Cell, Cell] {
  if (leg?.value === undefined) return [null, null];
  return [{ number: formatFiat(leg.value < 0n ? -leg.value : leg.value) }, head.request.currency];
}

function describeLine({ type, basis, rule, parties, note }: StatementLine): string {
  const inferred = basis === 'inference' ? `inferred by ${rule ?? 'a rule'}` : '';
  return [type, inferred, parties[0]?.label ?? parties[0]?.address ?? '', note ?? ''].filter(Boolean).join('; ');
}

/** A fee that nothing was sent with is itself what was sent: the format has no row of a fee alone. */
function lineRows(statement: StatementRows, line: StatementLine): (readonly Cell[])[] {
  return pairLegs(line).flatMap(({ in: received, out: sent }, i) => {
    const fee = i === 0 ? line.fee : undefined;
    if (received === undefined && sent === undefined && fee === undefined) return [];
    const isFeeOnly = received === undefined && sent === undefined;
    const [sentLeg, feeLeg] = isFeeOnly ? [fee, undefined] : [sent, fee];
    return [
      [
        `${formatUtcCell(line.time)} UTC`,
        ...amountCells(statement, sentLeg),
        ...amountCells(statement, received),
        ...amountCells(statement, feeLeg),
        ...worthCells(statement, received?.value === undefined ? sentLeg : received),
        LABELS[line.type] ?? (isFeeOnly ? 'cost' : null),
        describeLine(line),
        line.txid ?? null,
      ],
    ];
  });
}

async function* streamRows(
  statement: StatementRows,
  columns: readonly string[],
  toRows: (statement: StatementRows, line: StatementLine) => (readonly Cell[])[],
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(encodeCsvRow(columns));
  for await (const lines of statement.lines) {
    const rows = lines.flatMap((line) => toRows(statement, line));
    yield Buffer.from(rows.map(encodeCsvRow).join(''));
  }
}

/** Koinly's universal CSV of all lines, with nothing in it that the format does not know: gaps and facts are in the other files. */
export function streamKoinlyCsv(statement: StatementRows): AsyncGenerator<Uint8Array> {
  return streamRows(statement, KOINLY_COLUMNS, lineRows);
}

/** Koinly's simple format: one amount a row, negative where it went out. */
export const KOINLY_SIMPLE_COLUMNS = [
  'Koinly Date',
  'Amount',
  'Currency',
  'Label',
  'TxHash',
  'Net Worth Amount',
  'Net Worth Currency',
  'Description',
] as const;

/** A row for each amount, and one for the fee as a cost: the format joins nothing, so a swap is what left and what came. */
function simpleRows(statement: StatementRows, line: StatementLine): (readonly Cell[])[] {
  const row = (leg: StatementLeg, label: string | null): readonly Cell[] => {
    const { decimals } = describeAsset(statement.assets, leg.asset);
    return [
      `${formatUtcCell(line.time).slice(0, 16)} UTC`,
      { number: formatUnits(leg.amount, decimals) },
      currencyOf(statement, leg),
      label,
      line.txid ?? null,
      ...worthCells(statement, leg),
      describeLine(line),
    ];
  };
  const label = LABELS[line.type] ?? null;
  return [...line.legs.map((leg) => row(leg, label)), ...(line.fee ? [row(line.fee, 'cost')] : [])];
}

/** Koinly's simple CSV of all lines. */
export function streamKoinlySimpleCsv(statement: StatementRows): AsyncGenerator<Uint8Array> {
  return streamRows(statement, KOINLY_SIMPLE_COLUMNS, simpleRows);
}
