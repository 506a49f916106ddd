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
import { timeBareReads } from '../bare-reads.ts';
import type { ChainMeta } from '../generate-chain.ts';
import { timeRounds } from '../harness.ts';

export interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly lines: number;
  readonly bytes: number;
  readonly peakMiB: number;
  /** Milliseconds of a bare piece of the same work, a number a round: the lines written as JSON, or the same entries read from the store. */
  readonly bare: readonly number[];
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

async function measure(
  work: () => Promise<Pick<Measured, 'lines' | 'bytes'>>,
  timeBare: () => Promise<readonly number[]>,
): Promise<Measured> {
  const before = process.cpuUsage();
  const started = performance.now();
  const done = await work();
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(before);
  const peakMiB = Math.round(process.resourceUsage().maxRSS / 1_024);
  return { ...done, seconds, cpuSeconds: (user + system) / 1e6, peakMiB, bare: await timeBare() };
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
  const ownerOf = (index: number) => parseOwner(getChain('btc-regtest'), hot[index]?.address ?? '');
  const timeRead = (index: number, rounds?: number) =>
    timeBareReads(store, ['btc-regtest', ownerOf(index)], 'rows', rounds);
  function requestOf(index: number) {
    const text = formatOwner(getChain('btc'), ownerOf(index));
    return statementRequest.parse({ subjects: [{ kind: 'address', chain: 'btc', text }] });
  }
  return { deps, requestOf, timeRead, close: () => store.close() };
}

/** The first screen of one address, in a process that did nothing before. */
async function readScreen(dataDirectory: string, directory: string): Promise<Measured> {
  const { deps, requestOf, timeRead, close } = await openStored(dataDirectory, directory);
  const kept = new KeptStatements(deps);
  const request = requestOf(0);
  const found = await measure(
    async () => {
      const { answer } = await kept.get(request, {});
      await listLines(deps, kept, { request, offset: 0, limit: 100 }, {});
      return { lines: answer.lineCount, bytes: 0 };
    },
    () => timeRead(0),
  );
  await close();
  return found;
}

async function readCsv(dataDirectory: string, directory: string): Promise<Measured> {
  const { deps, requestOf, timeRead, close } = await openStored(dataDirectory, directory);
  const request = requestOf(1);
  const letterhead = { agency: undefined, unit: undefined, particulars: [] };
  const ask = { request, format: 'csv', second: undefined, letterhead } as const;
  const found = await measure(
    async () => {
      const { chunks } = await openStatementFile(deps, new KeptStatements(deps), ask, { read: {}, writing: {} });
      let bytes = 0;
      let last: Uint8Array = new Uint8Array();
      for await (const part of chunks) {
        bytes += part.length;
        last = part;
      }
      return { lines: Number(/^rows,(\d+)/m.exec(Buffer.from(last).toString())?.[1]), bytes };
    },
    () => timeRead(1, 3),
  );
  await close();
  return found;
}

/** The least that a file of lines takes: each of them written as JSON. */
async function timeWriting(lines: number): Promise<readonly number[]> {
  const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const write = async (): Promise<void> => {
    let bytes = 0;
    for await (const batch of sampleStatement(lines).lines) bytes += JSON.stringify(batch, toText).length;
    if (bytes === 0) throw new Error('No line was written: nothing was measured.');
  };
  return await timeRounds(write, 3, 1);
}

const [mode = '', first = '', second = ''] = process.argv.slice(2);
const lines = Number(second);
const writeSample = FORMATS[first] ?? streamStatementPdf;
const WORK: Readonly<Record<string, () => Promise<Measured>>> = {
  file: () =>
    measure(
      async () => ({ lines, bytes: await count(writeSample(sampleStatement(lines))) }),
      () => timeWriting(lines),
    ),
  screen: () => readScreen(first, second),
  csv: () => readCsv(first, second),
};
const work = WORK[mode];
if (!work) throw new Error(`There is no mode "${mode}".`);
console.log(JSON.stringify(await work()));
process.exit(0);
