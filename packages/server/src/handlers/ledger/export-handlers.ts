import type { Contract } from '@trailmark/api/contract';
import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { outputHistoryRow } from '@trailmark/api/contract/history';
import { compileEncoder } from '@trailmark/api/encoder';
import type { RouteInput } from '@trailmark/api/route';
import type { AsOf, Coverage } from '@trailmark/api/wire';
import { describeExport, EXPORT_FORMATS, type ExportSource } from '../../answers/export-rows.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import { runScoped } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { createPricer, type Pricer } from '../../knowledge/prices/pricer.ts';
import { toEnvelope } from '../../ledger/answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledgers.ts';
import { EXPORT_COLUMNS, formatTime, toExportCells } from './export-columns.ts';
import { readHistoryPage } from './history.ts';
import { type NamedOwner, readHistoryFilter, readOwner } from './owner-input.ts';

type ExportQuery = RouteInput<Contract['exportAddress']>['query'];
function toFacts(
  ledger: ServedOutputs,
  self: NamedOwner,
  query: ExportQuery,
  asOf: AsOf,
  coverage: Coverage,
): ExportSource<OutputHistoryRow>['facts'] {
  const tip =
    asOf.height === null
      ? 'nothing indexed'
      : `height ${asOf.height}, block ${asOf.hash}, ${formatTime(asOf.time ?? 0)} UTC`;
  return [
    ['export', 'address history'],
    ['chain', `${ledger.chain.name} (${ledger.id})`],
    ['address', self.address],
    ['query', describeExport(query)],
    ['as_of', tip],
    ['software', asOf.software],
    ['unit', `${ledger.chain.symbol}, ${ledger.chain.decimals} decimals`],
    ['coverage_complete', coverage.complete ? 'yes' : 'no'],
    ['coverage', coverage.summary],
    ...coverage.gaps.map((gap) => ['gap', gap.message] as const),
  ];
}

/**
 * The whole filtered history up to the tip the export states. Each page has its own time limit: the file as a whole
 * takes as long as its reader does.
 */
async function* readPages(
  ledger: ServedOutputs,
  request: { readonly self: NamedOwner; readonly query: ExportQuery; readonly tip: number; readonly pricer: Pricer },
  limits: Limits,
  left: AbortSignal,
): AsyncGenerator<readonly OutputHistoryRow[]> {
  const { self, query, tip, pricer } = request;
  const asked = readHistoryFilter(ledger, query);
  // Blocks that arrive while the file is written are not part of what it states; a bound would hide running balances.
  const isBounded = query.order === 'oldest';
  let after: number | undefined;
  do {
    const page = await runScoped(left, limits.deadlineMs, ({ read }) =>
      readHistoryPage(ledger, { self, filter: asked, after, limit: limits.exportPage, pricer }, read),
    );
    yield isBounded ? page.rows.filter((row) => (row.height ?? 0) <= tip) : page.rows;
    after = page.next;
  } while (after !== undefined);
}

const encodeRow = compileEncoder(outputHistoryRow);

/** The whole history of an address as a file. */
export function createExportHandlers(
  ledgers: Ledgers,
  limits: Limits,
  { prices }: Pick<Knowledge, 'prices'>,
): Pick<LedgerAnswers<'outputs'>, 'exportAddress'> {
  return {
    async exportAddress({ params, query }) {
      const ledger = ledgers.get(params.chain);
      const self = readOwner(ledger, params.address);
      readHistoryFilter(ledger, query);
      const pricer = createPricer(prices(), ledger.chain, query.currency);
      const envelope = toEnvelope(ledger);
      const { asOf, coverage } = envelope;
      const leaving = new AbortController();
      const source: ExportSource<OutputHistoryRow> = {
        facts: [...toFacts(ledger, self, query, asOf, coverage), ['prices', pricer.version]],
        about: {
          chain: ledger.id,
          address: self.address,
          query: describeExport(query),
          ...envelope,
          prices: { version: pricer.version },
        },
        pages: () => readPages(ledger, { self, query, tip: asOf.height ?? 0, pricer }, limits, leaving.signal),
        columns: EXPORT_COLUMNS,
        toCells: (row) => toExportCells(row, ledger.chain.decimals),
        encode: encodeRow,
      };
      const { mediaType, stream } = EXPORT_FORMATS[query.format];
      const name = `${ledger.id}-${self.address.replace(/[^A-Za-z0-9]/g, '-')}.${query.format}`;
      return new FileStream({ name, mediaType, chunks: stream(source), onCancel: () => leaving.abort() });
    },
  };
}
