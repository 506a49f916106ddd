import { createHash } from 'node:crypto';
import { guessMapping } from '@trailmark/analysis/statement/records/guess-mapping';
import { matchRecords } from '@trailmark/analysis/statement/records/match-records';
import { readRows } from '@trailmark/analysis/statement/records/read-rows';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { LedgerAmount, RecordMapping } from '@trailmark/core/statement/records';
import type { StatementAsset, StatementLine } from '@trailmark/core/statement/statement';
import { formatCount } from '../answers/format-count.ts';
import type { KeptStatements } from './kept-statements.ts';
import { readRecordTable } from './record-table.ts';

type Query = RouteInput<Contract['matchStatementRecords']>['body'];
type Answer = RouteOutput<Contract['matchStatementRecords']>;

const MOST_MATCHES = 2_000;
const MOST_REFUSED = 200;
const SAMPLE_ROWS = 20;

type SeenAmount = LedgerAmount & { readonly chain: ChainId };

/** What a line moved between the set and others: a record of a service names one of these. Fees and own transfers are no payments. */
function listAmounts(lines: readonly StatementLine[], assets: ReadonlyMap<string, StatementAsset>): SeenAmount[] {
  return lines.flatMap(({ legs, type, no, ...line }) =>
    type === 'own-transfer'
      ? []
      : legs.flatMap(({ asset, amount }): SeenAmount[] => {
          const { symbol, decimals } = assets.get(asset) ?? { symbol: asset, decimals: 0 };
          const way = amount > 0n ? 'in' : 'out';
          const addresses = line.parties.map(({ address }) => address);
          const place = { line: no, chain: line.chain, time: line.time, txid: line.txid };
          return [
            { ...place, asset, symbol, decimals, amount: amount > 0n ? amount : -amount, direction: way, addresses },
          ];
        }),
  );
}

/** Every column has a field, or none is lost unseen. */
function checkMapping(mapping: RecordMapping, header: readonly string[]): RecordMapping {
  if (mapping.fields.length !== header.length)
    throw new AppError('invalid', `The file has ${header.length} columns, and the mapping ${mapping.fields.length}.`);
  const hasAmount = mapping.fields.some((field) => field.startsWith('amount'));
  if (hasAmount) return mapping;
  throw new AppError('invalid', 'No column is read as an amount. Choose which one is.');
}

/** Compares a file of records with the payments of a statement. Throws `invalid` for a file that cannot be read at all. */
export async function compareRecords(kept: KeptStatements, query: Query, read: ReadOptions): Promise<Answer> {
  const { header, rows, ...file } = readRecordTable(query);
  const sample = rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const mapping = query.mapping ?? guessMapping(header, sample);
  const { answer, lines } = await kept.get({ ...query.request, group: 'transaction' }, read);
  if (lines.length < answer.lineCount)
    throw new AppError(
      'invalid',
      `The statement has ${formatCount(answer.lineCount)} lines. Compare a shorter period.`,
    );
  // A file whose amounts nobody has named yet is shown, so that somebody can.
  const isRead = query.mapping !== undefined || mapping.fields.some((field) => field.startsWith('amount'));
  const found = isRead ? readRows(rows, checkMapping(mapping, header)) : { rows: [], refused: [] };
  const assets = new Map(answer.balances.map(({ asset }) => [asset.id, asset as StatementAsset]));
  const matches = matchRecords(listAmounts(lines, assets), found.rows, query.toleranceSeconds, query.hand);
  const countOf = (finding: string) => matches.filter((match) => match.finding === finding).length;
  return {
    mapping: { ...mapping, fields: [...mapping.fields] },
    header,
    ...file,
    sample,
    rowCount: rows.length,
    refused: found.refused.slice(0, MOST_REFUSED),
    refusedCount: found.refused.length,
    counts: {
      'ledger-only': countOf('ledger-only'),
      'records-only': countOf('records-only'),
      differs: countOf('differs'),
      matched: countOf('matched'),
    },
    matches: matches.slice(0, MOST_MATCHES) as Answer['matches'],
    statementHash: answer.hash,
    textHash: createHash('sha256')
      .update(query.workbook ?? query.text ?? '')
      .digest('hex'),
  };
}
