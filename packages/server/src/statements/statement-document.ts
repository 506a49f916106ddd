import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { StatementLine, StatementRequest } from '@trailmark/core/statement/statement';
import type { StatementDocument, StatementHead } from '@trailmark/documents/statement/statement-document';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { hasAllLines, type KeptStatement, readKeptLines } from './kept-statements.ts';
import type { StatementLetterhead } from './letterhead.ts';
import { openStatement } from './run-statement.ts';
import { createLineHash } from './statement-answer.ts';
import { describeLimits, toOpening } from './statement-head.ts';

/** Reads lines again. They must be those that the sums were made of: a new block or label in between ends the file. */
async function* readAgain(
  deps: TraceDeps,
  { answer, linesHash }: KeptStatement,
  request: StatementRequest,
  read: ReadOptions,
): AsyncGenerator<readonly StatementLine[]> {
  const open = await openStatement(deps, request, { read, keepsSums: false });
  const hash = createLineHash();
  let count = 0;
  for await (const batch of open.lines()) {
    hash.add(batch);
    count += batch.length;
    yield batch;
  }
  if (count !== answer.lineCount || hash.digest() !== linesHash)
    throw new AppError('unavailable', 'The ledger or the labels changed while the file was written. Ask for it again.');
}

function toHead(deps: TraceDeps, kept: KeptStatement, letterhead: StatementLetterhead): StatementHead {
  const { answer, basis, firstTime } = kept;
  const opening = toOpening(deps, basis, { letterhead, firstTime });
  return {
    ...opening,
    hashes: [{ name: 'statement', value: answer.hash }, ...opening.hashes],
    lineCount: answer.lineCount,
    unpriced: answer.unpricedCount,
    limits: describeLimits(basis, answer),
  };
}

/** A statement as files are written from it. Its lines are those that are kept, or read again while the file is written. */
export function toStatementDocument(
  deps: TraceDeps,
  kept: KeptStatement,
  letterhead: StatementLetterhead,
  read: ReadOptions,
): StatementDocument {
  const { result, basis } = kept;
  return {
    head: toHead(deps, kept, letterhead),
    assets: new Map(result.balances.map(({ asset }) => [asset.id, asset])),
    balances: result.balances,
    totals: result.totals,
    lots: result.lots,
    rates: result.rates,
    charts: [...result.points].map(([asset, points]) => ({ asset, points })),
    lines: hasAllLines(kept) ? readKeptLines(kept) : readAgain(deps, kept, basis.request, read),
  };
}
