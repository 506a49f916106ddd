import { join } from 'node:path';
import { type AccountBlock, estimateIndex } from '@trailmark/core/account-block';
import { STATED_USD } from '@trailmark/core/asset';
import {
  assert,
  groupByBlock,
  hex,
  key,
  partialMove,
  partialTransaction,
  readCsv,
  seconds,
  writeTable,
} from './tables.ts';

interface Edge {
  readonly height: number;
  readonly time: number;
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly microUsd: bigint;
}

/** Millionths of a dollar from decimal text. */
function toMicroUsd(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text);
  assert(match, `"${text}" is not an amount in dollars.`);
  return BigInt(match[1] ?? '0') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'));
}

function toTransactions(edges: readonly Edge[]) {
  const hashes = [...new Set(edges.map((edge) => edge.hash))];
  const indexes = new Set<number>();
  return hashes
    .map((hash) => {
      let index = estimateIndex(hash);
      while (indexes.has(index)) index--;
      indexes.add(index);
      const own = edges.filter((edge) => edge.hash === hash);
      const moves = own.map(({ from, to, microUsd }) =>
        partialMove({ kind: 'stated', asset: STATED_USD, from, to, amount: microUsd }),
      );
      return partialTransaction({ index, indexEstimated: true, hash, status: 'unknown', moves });
    })
    .sort((a, b) => a.index - b.index);
}

/** Rows of each case, and how many of them repeat another word for word. */
const EXPECTED: Readonly<Record<string, readonly [rows: number, repeated: number]>> = {
  HB: [3887, 275],
  LIFI: [135, 0],
  TxPhish: [292, 0],
};

/** The verified payments of one case as blocks; a row that repeats another word for word counts once. */
export function listFlowBlocks(source: string, name: string): AccountBlock[] {
  const rows = readCsv(join(source, 'illicit-flows', name, `${name}.csv`));
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  const [expected, repeated] = EXPECTED[name] ?? [];
  assert(rows.length === expected, `${name} has ${rows.length} rows.`);
  assert(rows.length - distinct.length === repeated, `${name} has ${rows.length - distinct.length} repeated rows.`);
  const edges = distinct.map(
    (row): Edge => ({
      height: Number(row.Block),
      time: seconds(row.Timestamp ?? ''),
      hash: hex(row.Tx_hash),
      from: key(row.From),
      to: key(row.To),
      microUsd: toMicroUsd(row.Value_in_USD ?? ''),
    }),
  );
  return groupByBlock(edges, (height, own): AccountBlock => {
    assert(new Set(own.map((edge) => edge.time)).size === 1, `${name}: block ${height} has two times.`);
    return {
      height,
      hash: '',
      parentHash: '',
      time: own[0]?.time ?? 0,
      producer: '',
      holds: 0,
      transactionTotal: undefined,
      source: '',
      transactions: toTransactions(own),
      moves: [],
    };
  });
}

/** Writes the payments of one case as a table. */
export function buildIllicitFlow(source: string, out: string, name: string, id: string): void {
  writeTable(join(out, id, 'facts.jsonl.gz'), listFlowBlocks(source, name));
}
