import { CrossingFinder, NO_CROSSINGS } from '@trailmark/analysis/statement/bridge-pairs';
import { groupLines } from '@trailmark/analysis/statement/group-lines';
import { StatementBook, type StatementResult } from '@trailmark/analysis/statement/statement-book';
import { STATEMENT_RULES_VERSION } from '@trailmark/analysis/statement/statement-version';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { ChainId } from '@trailmark/core/chain';
import { type AssetId, coinOf } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { StatementAsset, StatementLine, StatementRequest } from '@trailmark/core/statement/statement';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { openSetLedger, type SetLedger, type StatementAsOf } from './set-ledger.ts';
import type { ReadSubject } from './statement-set.ts';

export interface OpenStatement {
  readonly request: StatementRequest;
  readonly subjects: readonly ReadSubject[];
  readonly addressCount: number;
  readonly asOf: readonly StatementAsOf[];
  /** Versions of the rules that name lines, of balances and values, and of lots. */
  readonly rules: string;
  /** Transactions that will be read. */
  readonly transactionCount: number;
  /** An asset that a line has moved. */
  readonly assetOf: (id: AssetId) => StatementAsset;
  /** The lines of the period in order, in batches; the result is complete when they have ended. */
  lines(): AsyncGenerator<readonly StatementLine[], StatementResult>;
}

/** Bridge transfers between chains of the set. Chains whose logs name bridges are read for them first, where there are two. */
async function findCrossings({ keys, transactions }: SetLedger, period: StatementRequest) {
  const chains = [...keys.keys()].filter((chain) => !traitsOf(chain).hasOutputs);
  if (chains.length < 2) return { crossings: NO_CROSSINGS, lotCrossings: NO_CROSSINGS };
  const [ofPeriod, ofHistory] = [new CrossingFinder(period), new CrossingFinder({ ...period, from: null })];
  for await (const batch of transactions(new Set(chains)))
    for (const transaction of batch) for (const finder of [ofPeriod, ofHistory]) finder.add(transaction);
  return { crossings: ofPeriod.close(), lotCrossings: ofHistory.close() };
}

/**
 * Opens a statement: a pure function of the request, the ledgers as of their tips, the labels and the prices. Rejects with
 * `invalid` for a request that cannot be answered, `not-found` for a chain without data, `unavailable` when the signal aborts.
 */
export async function openStatement(
  deps: TraceDeps,
  request: StatementRequest,
  { read, keepsSums }: { readonly read: ReadOptions; readonly keepsSums: boolean },
): Promise<OpenStatement> {
  const ledger = await openSetLedger(deps, request, read);
  const { world, subjects, keys, addressCount, asOf, transactionCount } = ledger;
  const hasCoins = (chain: ChainId) => traitsOf(chain).hasOutputs;
  async function* lines(): AsyncGenerator<readonly StatementLine[], StatementResult> {
    const crossings = await findCrossings(ledger, request);
    const book = new StatementBook(request, world, { keepsSums, hasCoins, ...crossings });
    book.open([...keys.keys()].map(coinOf));
    for await (const batch of ledger.transactions()) {
      const found = batch.flatMap((transaction) => book.add(transaction));
      if (found.length > 0) yield found;
    }
    return book.close();
  }
  const spelled = { ...request, subjects: subjects.map(({ subject }) => subject) };
  return {
    ...{ request: spelled, subjects, addressCount, asOf, transactionCount },
    rules: STATEMENT_RULES_VERSION,
    assetOf: (id) => world.asset(id).asset,
    lines: () => groupLines(lines(), request.group, request.zone),
  };
}
