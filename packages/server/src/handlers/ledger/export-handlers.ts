import { EXPORT_FORMATS } from '../../answers/export-rows.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Limits } from '../../http/limits.ts';
import type { Handlers } from '../../http/mount.ts';
import { runScoped } from '../../http/request-scope.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { openAccountExport } from '../../ledger/accounts/account-export.ts';
import { type AddressExport, type ExportQuery, toExportSource } from '../../ledger/address-export.ts';
import { byFamily, type Ledgers, type ServedLedger } from '../../ledger/ledgers.ts';
import { openOutputExport } from '../../ledger/outputs/output-export.ts';

/** The whole history of an address as a file, with the rows of its family. */
export function createExportHandlers(
  ledgers: Ledgers,
  { exportPage, deadlineMs }: Limits,
  knowledge: Knowledge,
): Pick<Handlers, 'exportAddress'> {
  function toFile<Row extends { readonly height: number | null }, Place>(
    ledger: ServedLedger,
    query: ExportQuery,
    parts: AddressExport<Row, Place>,
  ): FileStream {
    const leaving = new AbortController();
    const source = toExportSource(ledger, query, parts, (work) =>
      runScoped(leaving.signal, deadlineMs, ({ read }) => work(read)),
    );
    const { mediaType, stream } = EXPORT_FORMATS[query.format];
    const name = `${ledger.id}-${parts.address.replace(/[^A-Za-z0-9]/g, '-')}.${query.format}`;
    return new FileStream({ name, mediaType, chunks: stream(source), onCancel: () => leaving.abort() });
  }
  return {
    async exportAddress({ params: { chain, address }, query }, { read }) {
      return byFamily(ledgers.get(chain), {
        outputs: async (ledger) =>
          toFile(ledger, query, openOutputExport(ledger, knowledge, address, query, exportPage)),
        accounts: async (ledger) =>
          toFile(ledger, query, await openAccountExport(ledger, knowledge, address, query, exportPage, read)),
      });
    },
  };
}
