import type { Contract } from '@trailmark/api/contract';
import { type TransferRow, transferRow } from '@trailmark/api/contract/ledger-wire';
import { compileEncoder } from '@trailmark/api/encoder';
import type { RouteInput } from '@trailmark/api/route';
import type { MovePlace } from '@trailmark/core/account-ledger';
import { describeExport, EXPORT_FORMATS, type ExportSource } from '../../answers/export-rows.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Limits } from '../../http/limits.ts';
import { runScoped } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers, ServedAccounts } from '../../ledgers.ts';
import { formatTime } from '../ledger/export-columns.ts';
import { type NamedAccount, readAccount, readAccountFilter } from './account-input.ts';
import { openView } from './account-view.ts';
import { MOVE_COLUMNS, toMoveCells } from './export-columns.ts';
import { toAccountEnvelope } from './holdings.ts';
import { readMovesPage } from './moves.ts';
import { toFetchedGaps } from './page-gaps.ts';
import { spanOfSums } from './sum-span.ts';

type ExportQuery = RouteInput<Contract['exportAddress']>['query'];
type Envelope = ReturnType<typeof toAccountEnvelope>;

function toFacts(
  { chain, id }: ServedAccounts,
  self: NamedAccount,
  query: ExportQuery,
  { asOf, coverage }: Envelope,
): ExportSource<TransferRow>['facts'] {
  const tip =
    asOf.height === null
      ? 'nothing indexed'
      : `height ${asOf.height}, block ${asOf.hash ?? 'without a hash'}, ${formatTime(asOf.time ?? 0)} UTC`;
  return [
    ['export', 'moves of an address, folded ones included'],
    ['chain', `${chain.name} (${id})`],
    ['address', self.address],
    ['query', describeExport(query)],
    ['as_of', tip],
    ['software', asOf.software],
    ['unit', `${chain.symbol}, ${chain.decimals} decimals; tokens by the decimals of each, where they are known`],
    ['coverage_complete', coverage.complete ? 'yes' : 'no'],
    ['coverage', coverage.summary],
    ...coverage.gaps.map((gap) => ['gap', gap.message] as const),
  ];
}

/** Every move up to the tip the export states. Each page has its own time limit: the file as a whole takes as long as its reader does. */
async function* readPages(
  ledger: ServedAccounts,
  knowledge: Knowledge,
  request: { readonly self: NamedAccount; readonly query: ExportQuery; readonly tip: number },
  limits: Limits,
  left: AbortSignal,
): AsyncGenerator<readonly TransferRow[]> {
  const { self, query, tip } = request;
  const filter = readAccountFilter(ledger, query);
  const ask = { self, filter, limit: limits.exportPage, currency: query.currency };
  let after: MovePlace | undefined;
  do {
    const from: MovePlace | undefined = after;
    const page = await runScoped(left, limits.deadlineMs, ({ read }) =>
      readMovesPage(ledger, knowledge, { ...ask, after: from }, read),
    );
    // Blocks that arrive while the file is written are not part of what it states.
    yield page.rows.filter((row) => row.height <= tip);
    after = page.next;
  } while (after !== undefined);
}

const encodeRow = compileEncoder(transferRow);

/** Every move of an address as a file. */
export function createAccountExportHandlers(
  ledgers: Ledgers,
  limits: Limits,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'accounts'>, 'exportAddress'> {
  return {
    async exportAddress({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const self = readAccount(ledger, params.address);
      readAccountFilter(ledger, query);
      const [view, fetched, sums] = await Promise.all([
        openView(ledger, knowledge, { contracts: [], currency: query.currency }, read),
        ledger.reader.addressCoverage(self.key, read),
        ledger.reader.totals([self.key], read),
      ]);
      const span = spanOfSums([...sums.values()]);
      const envelope = toAccountEnvelope(ledger, toFetchedGaps(fetched), span);
      const { version } = view.assets.prices;
      const leaving = new AbortController();
      const tip = envelope.asOf.height ?? 0;
      const source: ExportSource<TransferRow> = {
        facts: [
          ...toFacts(ledger, self, query, envelope),
          ['prices', version],
          ['known_tokens', knowledge.tokens.version],
        ],
        about: {
          chain: ledger.id,
          address: self.address,
          query: describeExport(query),
          ...envelope,
          prices: { version },
          tokens: { version: knowledge.tokens.version },
        },
        pages: () => readPages(ledger, knowledge, { self, query, tip }, limits, leaving.signal),
        columns: MOVE_COLUMNS,
        toCells: (row) => toMoveCells(row, ledger.chain),
        encode: encodeRow,
      };
      const { mediaType, stream } = EXPORT_FORMATS[query.format];
      const name = `${ledger.id}-${self.address}.${query.format}`;
      return new FileStream({ name, mediaType, chunks: stream(source), onCancel: () => leaving.abort() });
    },
  };
}
