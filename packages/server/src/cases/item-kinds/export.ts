import { AppError } from '@trailmark/core/errors';
import type { RouteAnswer } from '../../http/call-handler.ts';
import { addressKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** Where the rows of the JSON file begin: a text before them cannot hold it, because its quotation marks are escaped. */
const ROWS = ',"rows":[';
const END = /\],"rowCount":(\d+),"sha256OfRows":"([0-9a-f]{64})"\}\s*$/;
const END_LENGTH = 200;
const FORMATS: readonly string[] = ['csv', 'json', 'xlsx'];

/** What a file states about itself, and count and SHA-256 of its rows, which are the same in every format. Throws `internal`. */
function readFileFacts({ bytes }: Extract<RouteAnswer, { readonly kind: 'file' }>) {
  const rows = bytes.indexOf(ROWS);
  const end = END.exec(bytes.subarray(-END_LENGTH).toString('utf8'));
  if (rows < 0 || !end) throw new AppError('internal', 'The export does not say how many rows it has.');
  const { about } = JSON.parse(`${bytes.subarray(0, rows).toString('utf8')}}`) as {
    readonly about: Readonly<Record<string, unknown>>;
  };
  return { ...about, rowCount: Number(end[1]), sha256OfRows: end[2] };
}

/** The history of an address as a file: its request and format with count and hash of its rows. The bytes can be made again. */
export const exportItem = defineItemKind({
  id: 'export',
  name: 'Export',
  tab: 'evidence',
  route: 'exportAddress',
  // A format that there is not stays, so that the tool refuses it.
  toAsked: (input) =>
    FORMATS.includes(input.query.format ?? 'csv') ? { ...input, query: { ...input.query, format: 'json' } } : input,
  toKept: ({ query: { format = 'csv' } }, answer) =>
    answer.kind === 'file' ? { kind: 'json', value: { format, ...readFileFacts(answer) } } : answer,
  describe: ({ params: { chain = '', address = '' }, query: { format = 'csv' } }, answer) => {
    const rows = textAt(answer, 'rowCount');
    return {
      title: `History of ${address} as ${format.toUpperCase()}: ${rows} ${rows === '1' ? 'row' : 'rows'}`,
      identifiers: [addressKey(chain, address)],
      method: 'address-export/1',
    };
  },
  page: ({ params: { chain, address } }) => pagePath('address-search', chain, address),
});
