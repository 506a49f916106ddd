import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type AccountBlock,
  type AccountTransaction,
  HAS_CALL,
  UNKNOWN_TYPE,
  UNTOLD_TRANSACTION,
  type ValueMove,
} from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { ACCOUNT_TABLE_HEAD, encodeTableBlock } from '../../packages/ingest/src/account-bundled/account-table.ts';

/** Stops the build where the source is not what its description says. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AppError('inconsistent', message);
}

/** Rows of a CSV file without quotes, by the names of its first line. */
export function readCsv(path: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.trim());
    assert(cells.length === names.length, `${path}: a row has ${cells.length} cells instead of ${names.length}.`);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** Lower-case digits of `0x…`; empty for nothing. */
export function hex(text: string | null | undefined): string {
  if (text === null || text === undefined || text === '') return '';
  assert(/^0x[0-9a-fA-F]*$/.test(text), `"${text.slice(0, 80)}" is not hexadecimal.`);
  return text.slice(2).toLowerCase();
}

/** Key of an address; the zero address, nobody, is empty. */
export function key(text: string | null | undefined): string {
  const digits = hex(text);
  assert(digits === '' || digits.length === 40, `"${text}" is not an address.`);
  return /^0*$/.test(digits) ? '' : digits;
}

/** Seconds of `2023-01-13 20:34:11`, in UTC. */
export function seconds(text: string): number {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?: UTC)?$/.exec(text);
  const time = Date.parse(`${match?.[1]}T${match?.[2]}Z`);
  assert(Number.isSafeInteger(time), `"${text}" is not a time.`);
  return time / 1000;
}

/** A transaction of which only what is given is known. */
export function partialTransaction(
  known: Pick<AccountTransaction, 'index' | 'hash'> & Partial<AccountTransaction>,
): AccountTransaction {
  return {
    ...UNTOLD_TRANSACTION,
    indexEstimated: false,
    feePayer: known.from ?? '',
    type: (known.holds ?? 0) & HAS_CALL ? 0 : UNKNOWN_TYPE,
    ...known,
  };
}

/** A move of which only what is given is known. */
export function partialMove(known: Pick<ValueMove, 'kind' | 'asset' | 'from' | 'to' | 'amount'> & Partial<ValueMove>) {
  return { tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0, ...known } satisfies ValueMove;
}

/** Writes the table of a set and says how large it is. */
export function writeTable(file: string, blocks: readonly AccountBlock[]): void {
  let last = -1;
  const lines = blocks.map((block) => {
    assert(block.height > last, `${file}: block ${block.height} stands behind ${last}.`);
    last = block.height;
    return encodeTableBlock(block);
  });
  const bytes = gzipSync(`${[JSON.stringify(ACCOUNT_TABLE_HEAD), ...lines].join('\n')}\n`, { level: 9 });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const transactions = blocks.flatMap((block) => block.transactions);
  const moves = transactions.reduce((sum, tx) => sum + tx.moves.length, 0);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  console.log(
    `${file}: ${blocks.length} blocks, ${transactions.length} transactions, ${moves} moves, ${bytes.length} bytes, ${hash}`,
  );
}

/** Puts transactions into the blocks they name, both ascending. */
export function groupByBlock<Row extends { readonly height: number }>(
  rows: readonly Row[],
  toBlock: (height: number, rows: readonly Row[]) => AccountBlock,
): AccountBlock[] {
  const heights = new Map<number, Row[]>();
  for (const row of rows) heights.set(row.height, [...(heights.get(row.height) ?? []), row]);
  return [...heights.keys()].sort((a, b) => a - b).map((height) => toBlock(height, heights.get(height) ?? []));
}
