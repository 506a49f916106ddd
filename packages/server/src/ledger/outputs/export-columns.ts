import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { formatUnits } from '@trailmark/core/amount';
import { type Cell, numberCell } from '@trailmark/documents/cell';

/** Column names of an exported history; amounts are in whole coins with every decimal place. */
export const EXPORT_COLUMNS = [
  'time_utc',
  'time_estimated',
  'height',
  'height_estimated',
  'confirmations',
  'block_hash',
  'txid',
  'direction',
  'received',
  'sent',
  'net',
  'running_balance',
  'transaction_fee',
  'counterparties',
  'counterparty_count',
  'inputs',
  'outputs',
  'flags',
  'value',
  'value_currency',
  'price',
  'price_day',
  'price_source',
] as const;

function amountCell(value: bigint | null, decimals: number): Cell {
  return value === null ? null : numberCell(formatUnits(value, decimals));
}

/** Seconds to "2009-01-12 03:30:25". */
export function formatTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

function describeCounterparties(row: OutputHistoryRow, decimals: number): string {
  return row.counterparties
    .map(({ address, amount }) => `${address} ${amount === null ? 'not known' : formatUnits(amount, decimals)}`)
    .join('; ');
}

const MICRO_DECIMALS = 6;
const NANO_DECIMALS = 9;

/** Value of an amount, with what it rests on; a missing price is stated in words. */
export function fiatCells({ fiat }: Pick<OutputHistoryRow, 'fiat'>): Cell[] {
  if (!fiat) return [null, null, null, null, 'no price'];
  const { micro, currency, priceNano, day, source } = fiat;
  return [
    numberCell(formatUnits(micro, MICRO_DECIMALS)),
    currency,
    numberCell(formatUnits(priceNano, NANO_DECIMALS)),
    fiat.dayEstimated ? `${day} (estimated)` : day,
    source,
  ];
}

/** The cells of a row, in the order of `EXPORT_COLUMNS`. */
export function toExportCells(row: OutputHistoryRow, decimals: number): Cell[] {
  return [
    row.time === null ? null : formatTime(row.time),
    row.timeEstimated ? 'yes' : 'no',
    row.height === null ? null : numberCell(row.height),
    row.heightEstimated ? 'yes' : 'no',
    numberCell(row.confirmations),
    row.blockHash,
    row.txid,
    row.direction,
    amountCell(row.received, decimals),
    amountCell(row.sent, decimals),
    amountCell(row.net, decimals),
    amountCell(row.runningBalance, decimals),
    amountCell(row.fee, decimals),
    describeCounterparties(row, decimals),
    numberCell(row.counterpartyCount),
    numberCell(row.inputCount),
    numberCell(row.outputCount),
    row.flags.join(' '),
    ...fiatCells(row),
  ];
}
