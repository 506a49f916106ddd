import type { RouteAnswer } from '../../http/call-handler.ts';
import { addressKey, transactionKey } from './identifiers.ts';
import { defineItemKind, textAt } from './item-kind.ts';

interface KeptRow {
  readonly chain: string;
  readonly kind: string;
  readonly subject: string;
}

function rowsOf(answer: RouteAnswer): readonly KeptRow[] {
  const value = answer.kind === 'json' ? (answer.value as { readonly rows?: unknown }) : {};
  return Array.isArray(value.rows) ? (value.rows as KeptRow[]) : [];
}

/** The rows of a batch of screenings as its owner sees them, with the hash of each result and of all of them. */
export const screeningBatchItem = defineItemKind({
  id: 'screening-batch',
  name: 'Batch of screenings',
  tab: 'addresses',
  route: 'exportScreeningBatch',
  toAsked: (input) => ({ ...input, query: { ...input.query, format: 'json' } }),
  toKept: (_, answer) =>
    answer.kind === 'file' ? { kind: 'json', value: JSON.parse(answer.bytes.toString('utf8')) } : answer,
  describe: (_, answer) => {
    const rows = rowsOf(answer);
    return {
      title: `Batch “${textAt(answer, 'about.batch')}”: ${rows.length === 1 ? '1 screening' : `${rows.length} screenings`}`,
      identifiers: rows.map(({ chain, kind, subject }) =>
        kind === 'transaction' ? transactionKey(chain, subject) : addressKey(chain, subject),
      ),
      method: `screening/${textAt(answer, 'about.ruleSet').slice(0, 16)}`,
    };
  },
  page: ({ params: { id } }) => `/address-threat?batch=${encodeURIComponent(id ?? '')}`,
});
