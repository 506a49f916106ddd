import { createHash } from 'node:crypto';
import { streamKoinlyCsv } from '../statement/koinly-csv.ts';
import { streamStatementPdf } from '../statement/pdf/statement-pdf.ts';
import { streamStatementCsv } from '../statement/statement-csv.ts';
import { streamStatementJson } from '../statement/statement-json.ts';
import { streamStatementXlsx } from '../statement/statement-xlsx.ts';
import { sampleStatement } from './sample-statement.ts';

/** Prints the SHA-256 of one statement in every format: run under other zones and languages, it prints the same. */
for (const write of [
  streamKoinlyCsv,
  streamStatementCsv,
  streamStatementJson,
  streamStatementPdf,
  streamStatementXlsx,
]) {
  const hash = createHash('sha256');
  for await (const chunk of write(sampleStatement(60, { zone: 'Europe/Berlin' }))) hash.update(chunk);
  process.stdout.write(`${write.name} ${hash.digest('hex')}\n`);
}
