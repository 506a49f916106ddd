/**
 * Wallet statements, measured: `measure.ts file <format> <lines>` writes lines that follow from their numbers as one file;
 * `measure.ts screen|csv <data directory> <chain>` reads a busy address of a stored chain. Prints a JSON line.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementRequest } from '@trailmark/api/contract/statement-wire';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { streamStatementPdf } from '@trailmark/documents/statement/pdf/statement-pdf';
import { streamStatementCsv } from '@trailmark/documents/statement/statement-csv';
import type { StatementDocument } from '@trailmark/documents/statement/statement-document';
import { toStatementRows } from '@trailmark/documents/statement/statement-rows';
import { streamStatementXlsx } from '@trailmark/documents/statement/statement-xlsx';
import { openFactsStore } from '@trailmark/store/open-store';
import { sampleStatement } from '../../packages/documents/src/testing/sample-statement.ts';
import { NO_KNOWLEDGE } from '../../packages/server/src/knowledge/knowledge.ts';
import { createLedgers } from '../../packages/server/src/ledger/ledgers.ts';
import { KeptStatements } from '../../packages/server/src/statements/kept-statements.ts';
import { listLines } from '../../packages/server/src/statements/list-lines.ts';
import { openStatementFile } from '../../packages/server/src/statements/statement-files.ts';
import type { ChainMeta } from '../generate-chain.ts';

export interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly lines: number;
  readonly bytes: number;
  readonly peakMiB: number;
}

async function count(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const part of chunks) bytes += part.length;
  return bytes;
}

const FORMATS: Readonly<Record<string, (document: StatementDocument) => AsyncIterable<Uint8Array>>> = {
  csv: (document) => streamStatementCsv(toStatementRows(document)),
  pdf: streamStatementPdf,
  xlsx: streamStatementXlsx,
};

async function measure(work: () => Promise<Pick<Measured, 'lines' | 'bytes'>>): Promise<Measured> {
  const before = process.cpuUsage();
  const started = performance.now();
  const done = await work();
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(before);
  return {
    ...done,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1_024),
  };
}

async function openStored(dataDirectory: string, directory: string) {
  const store = await openFactsStore({ dataDirectory });
  const { reader } = await store.chain('btc-regtest');
  const ledgers = createLedgers({
    readers: new Map([['btc', reader]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'bench',
  });
  const { hot } = JSON.parse(readFileSync(join(directory, 'meta.json'), 'utf8')) as ChainMeta;
  const deps = { ledgers, knowledge: NO_KNOWLEDGE };
  function requestOf(index: number) {
    const text = formatOwner(getChain('btc'), parseOwner(getChain('btc-regtest'), hot[index]?.address ?? ''));
    return statementRequest.parse({ subjects: [{ kind: 'address', chain: 'btc', text }] });
  }
  return { deps, requestOf, close: () => store.close() };
}

/** The first screen of one address, in a process that did nothing before. */
async function readScreen(dataDirectory: string, directory: string): Promise<Measured> {
  const { deps, requestOf, close } = await openStored(dataDirectory, directory);
  const kept = new KeptStatements(deps);
  const request = requestOf(0);
  const found = await measure(async () => {
    const { answer } = await kept.get(request, {});
    await listLines(deps, kept, { request, offset: 0, limit: 100 }, {});
    return { lines: answer.lineCount, bytes: 0 };
  });
  await close();
  return found;
}

async function readCsv(dataDirectory: string, directory: string): Promise<Measured> {
  const { deps, requestOf, close } = await openStored(dataDirectory, directory);
  const request = requestOf(1);
  const letterhead = { agency: undefined, unit: undefined, particulars: [] };
  const ask = { request, format: 'csv', second: undefined, letterhead } as const;
  const found = await measure(async () => {
    const { chunks } = await openStatementFile(deps, new KeptStatements(deps), ask, { read: {}, writing: {} });
    let bytes = 0;
    let last: Uint8Array = new Uint8Array();
    for await (const part of chunks) {
      bytes += part.length;
      last = part;
    }
    return { lines: Number(/^rows,(\d+)/m.exec(Buffer.from(last).toString())?.[1]), bytes };
  });
  await close();
  return found;
}

const [mode = '', first = '', second = ''] = process.argv.slice(2);
const lines = Number(second);
const writeSample = FORMATS[first] ?? streamStatementPdf;
const WORK: Readonly<Record<string, () => Promise<Measured>>> = {
  file: () => measure(async () => ({ lines, bytes: await count(writeSample(sampleStatement(lines))) })),
  screen: () => readScreen(first, second),
  csv: () => readCsv(first, second),
};
const work = WORK[mode];
if (!work) throw new Error(`There is no mode "${mode}".`);
console.log(JSON.stringify(await work()));
process.exit(0);
