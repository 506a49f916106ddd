import type { StatementResult } from '@trailmark/analysis/statement/statement-book';
import { AppError } from '@trailmark/core/errors';
import type { StatementLine } from '@trailmark/core/statement/statement';
import type { StatementClosing, StatementRows } from '@trailmark/documents/statement/statement-rows';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { hasAllLines, type KeptStatement, type OpenedLines, readKeptLines } from './kept-statements.ts';
import type { StatementLetterhead } from './letterhead.ts';
import type { OpenStatement } from './run-statement.ts';
import { describeLimits, toOpening } from './statement-head.ts';

/** Throws `unavailable` where a block that the statement rests on is no longer on its chain. */
function expectSameChains({ ledgers }: TraceDeps, { asOf }: OpenStatement): void {
  for (const { chain, height, hash } of asOf) {
    if (height === null || ledgers.get(chain).transfers.block(height)?.hash === hash) continue;
    throw new AppError('unavailable', 'The ledger changed while the file was written. Ask for it again.');
  }
}

function keptRows(
  deps: TraceDeps,
  kept: KeptStatement,
  open: OpenStatement,
  letterhead: StatementLetterhead,
): StatementRows {
  const { result, firstTime } = kept;
  return {
    head: toOpening(deps, open, { letterhead, firstTime }),
    assets: new Map(result.balances.map(({ asset }) => [asset.id, asset])),
    lines: readKeptLines(kept),
    close: () => toClosing(open, result),
  };
}

function toClosing(open: OpenStatement, result: StatementResult): StatementClosing {
  const { lineCount, unpricedCount: unpriced, balances, rates } = result;
  return { lineCount, unpriced, balances, rates, limits: describeLimits(open, result) };
}

/**
 * The lines of a statement for files that need nothing else: read once, while the file is written, and not kept. Where the statement
 * was read lately, its kept lines are the same.
 */
export async function readStatementRows(
  deps: TraceDeps,
  { open, kept }: OpenedLines,
  letterhead: StatementLetterhead,
): Promise<StatementRows> {
  if (kept && hasAllLines(kept)) return keptRows(deps, kept, open, letterhead);
  const stream = open.lines();
  const first = await stream.next();
  let result = first.done ? first.value : undefined;
  async function* lines(): AsyncGenerator<readonly StatementLine[]> {
    if (!first.done) yield first.value;
    while (!result) {
      const next = await stream.next();
      if (next.done) result = next.value;
      else yield next.value;
    }
    expectSameChains(deps, open);
  }
  const firstTime = first.done ? undefined : first.value[0]?.time;
  return {
    head: toOpening(deps, open, { letterhead, firstTime }),
    assets: { get: open.assetOf },
    lines: lines(),
    close() {
      if (!result) throw new AppError('internal', 'The lines of a statement were not read to their end.');
      return toClosing(open, result);
    },
  };
}
