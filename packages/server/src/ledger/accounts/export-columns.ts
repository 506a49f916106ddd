import type { TransferRow } from '@trailmark/api/contract/ledger-wire';
import type { AccountChain } from '@trailmark/chains/account/chain-definition';
import { formatUnits } from '@trailmark/core/amount';
import { type Cell, numberCell } from '@trailmark/documents/cell';
import { fiatCells, formatTime } from '../outputs/export-columns.ts';

/** Column names of an exported list of moves. `amount` is in whole tokens where the decimals are known, `amount_units` always. */
export const MOVE_COLUMNS = [
  'time_utc',
  'time_estimated',
  'height',
  'transaction_hash',
  'kind',
  'direction',
  'from',
  'to',
  'asset',
  'symbol',
  'asset_verified',
  'imitates',
  'amount',
  'amount_units',
  'token_id',
  'log_index',
  'trace_path',
  'running_balance_units',
  'flags',
  'folded_because',
  'value',
  'value_currency',
  'price',
  'price_day',
  'price_source',
] as const;

function optional(value: bigint | number | null): Cell {
  return value === null ? null : numberCell(value);
}

/** A hash as people write it: with 0x, but on TRON. */
function spellHash(hash: string | null, { family }: AccountChain): string | null {
  return hash === null || family === 'tron' ? hash : `0x${hash}`;
}

/** The cells of a move, in the order of `MOVE_COLUMNS`. */
export function toMoveCells(row: TransferRow, chain: AccountChain): Cell[] {
  const { asset } = row;
  return [
    formatTime(row.time),
    row.timeEstimated ? 'yes' : 'no',
    numberCell(row.height),
    spellHash(row.hash, chain),
    row.kind,
    row.direction,
    row.from,
    row.to,
    asset.id,
    asset.symbol,
    asset.isVerified ? 'yes' : 'no',
    asset.imitates,
    asset.decimals === null ? null : numberCell(formatUnits(row.amount, asset.decimals)),
    numberCell(row.amount),
    optional(row.tokenId),
    optional(row.logIndex),
    row.tracePath,
    optional(row.runningBalance),
    row.flags.join(' '),
    row.folded,
    ...fiatCells(row),
  ];
}
