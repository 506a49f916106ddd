import type { DateOrder, RecordField, RecordMapping } from '@trailmark/core/statement/records';

/** Words of headers, most specific first. A header is read as the first field one of whose words it contains. */
const HEADER_WORDS: readonly (readonly [RecordField, RegExp])[] = [
  ['txid', /tx\s*_?-?(?:id|hash)|trans(?:action)?\s*_?-?(?:hash|id)|blockchain\s*id|trx\.?\s*id|^hash$/i],
  ['fee', /fee|commission|gebühr/i],
  [
    'amount-in',
    /^(?:received|credit|incoming|buy|in)\b.*amount|amount.*(?:received|credited)|^credit$|^deposit amount/i,
  ],
  ['amount-out', /^(?:sent|debit|outgoing|sell|out)\b.*amount|amount.*(?:sent|debited)|^debit$|^withdrawal amount/i],
  ['amount', /amount|quantity|volume|betrag|\bqty\b|\bvalue\b|units|\bdelta\b/i],
  ['asset', /asset|currency|coin|symbol|ticker|\bcur\.?$|token|währung/i],
  ['time', /time|date|datum|created|executed|completed/i],
  ['address', /address|wallet|destination|recipient|\bto\b|\bfrom\b/i],
  ['direction', /direction|type|side|operation|kind|art$/i],
  ['note', /note|comment|memo|description|label|^reference$/i],
];

/** Only one column is each of these; the first that fits has it. */
const ONCE: ReadonlySet<RecordField> = new Set([
  'time',
  'txid',
  'asset',
  'amount',
  'amount-in',
  'amount-out',
  'direction',
  'fee',
]);

function guessFields(header: readonly string[]): RecordField[] {
  const taken = new Set<RecordField>();
  return header.map((name) => {
    const found = HEADER_WORDS.find(
      ([field, words]) => words.test(name.trim()) && !(ONCE.has(field) && taken.has(field)),
    );
    const field = found?.[0] ?? 'ignore';
    taken.add(field);
    return field;
  });
}

/** Rows at the beginning of a file among which the column names are. */
const FIRST_ROWS = 30;

/**
 * Which row has the column names: files of services begin with titles, names of account holders and empty lines. The first row
 * of which the most columns are understood; 0 where no row has two of them.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  let [best, most] = [0, 1];
  for (const [i, cells] of rows.slice(0, FIRST_ROWS).entries()) {
    const known = guessFields(cells).filter((field) => field !== 'ignore').length;
    if (known > most) [best, most] = [i, known];
  }
  return best;
}

const SLASHED = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}/;

/** Numbers above 12 show which of two is the day; where none is, the day first, as most of the world writes. */
function guessDateOrder(texts: readonly string[]): DateOrder {
  for (const text of texts) {
    const match = SLASHED.exec(text);
    if (!match) continue;
    if (Number(match[1]) > 12) return 'day-first';
    if (Number(match[2]) > 12) return 'month-first';
  }
  return 'day-first';
}

/** A comma before other than three digits is no separator of thousands. */
function guessDecimalComma(texts: readonly string[]): boolean {
  return texts.some((text) => /^-?[\d.]*,(?:\d{1,2}|\d{4,})$/.test(text.trim()));
}

/** How a file seems to be read, from its header and its first rows. A person corrects it. */
export function guessMapping(header: readonly string[], rows: readonly (readonly string[])[]): RecordMapping {
  const fields = guessFields(header);
  const column = (field: RecordField) => rows.map((cells) => cells[fields.indexOf(field)] ?? '');
  const amounts = (['amount', 'amount-in', 'amount-out'] as const).flatMap(column);
  return {
    fields,
    dateOrder: guessDateOrder(column('time')),
    offsetMinutes: 0,
    decimalComma: guessDecimalComma(amounts),
    side: 'service',
  };
}
