import { createHash } from 'node:crypto';
import { encodeCsvRow } from '../csv.ts';
import { createLineCells, LINE_COLUMNS } from './line-cells.ts';
import type { StatementDocument } from './statement-document.ts';
import { listStatementFacts } from './statement-facts.ts';
import { readItems } from './statement-items.ts';

/** Facts, column names, rows, and a trailer with their count and digest: records of RFC 4180, a batch of lines a chunk. */
export async function* streamStatementCsv(document: StatementDocument): AsyncGenerator<Uint8Array> {
  const facts = listStatementFacts(document.head).map((fact) => encodeCsvRow(fact));
  yield Buffer.from(facts.join('') + encodeCsvRow(LINE_COLUMNS));
  const toRows = createLineCells(document);
  const hash = createHash('sha256');
  let count = 0;
  for await (const items of readItems(document)) {
    let text = '';
    for (const item of items) {
      for (const cells of toRows(item)) {
        text += encodeCsvRow(cells);
        count++;
      }
    }
    const bytes = Buffer.from(text);
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.from(encodeCsvRow(['rows', String(count)]) + encodeCsvRow(['sha256_of_rows', hash.digest('hex')]));
}
