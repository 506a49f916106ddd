import { createHash } from 'node:crypto';
import { streamKoinlyCsv } from '../statement/koinly-csv.ts';
import { streamStatementPdf } from '../statement/pdf/statement-pdf.ts';
import { streamStatementCsv } from '../statement/statement-csv.ts';
import { streamStatementJson } from '../statement/statement-json.ts';
import { toStatementRows } from '../statement/statement-rows.ts';
import { streamStatementXlsx } from '../statement/statement-xlsx.ts';
import { sampleStatement } from './sample-statement.ts';

/** Prints the SHA-256 of one statement in every format: run under other zones and languages, it prints the same. */
const make = () => sampleStatement(60, { zone: 'Europe/Berlin' });
for (const [name, chunks] of [
  ['koinly', streamKoinlyCsv(toStatementRows(make()))],
  ['csv', streamStatementCsv(toStatementRows(make()))],
  ['json', streamStatementJson(make())],
  ['pdf', streamStatementPdf(make())],
  ['xlsx', streamStatementXlsx(make())],
] as const) {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  process.stdout.write(`${name} ${hash.digest('hex')}\n`);
}
