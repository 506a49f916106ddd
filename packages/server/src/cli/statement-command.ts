import { writeFileSync } from 'node:fs';
import { STATEMENT_FILE_FORMATS } from '@trailmark/api/contract/statement';
import { statementRequest } from '@trailmark/api/contract/statement-wire';
import { AppError } from '@trailmark/core/errors';
import { findLockHolder } from '@trailmark/store/data-lock';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { KeptStatements } from '../statements/kept-statements.ts';
import { openStatementFile } from '../statements/statement-files.ts';
import type { TraceService } from '../tracing/trace-service.ts';
import { handOverQuestion } from './hand-over.ts';
import type { StatementOptions } from './statement-options.ts';
import { check, OWNER, readJson, withTraceService } from './trace-command.ts';

/** Name of the question at the control socket. */
export const STATEMENT_QUESTION = 'statement';
/** A file travels as text between two processes of one machine. */
const LARGEST_FILE = 256 * 2 ** 20;

/** What the first page shows besides the document. */
export const letterheadShape = z.object({
  agency: z.string().max(160).optional(),
  unit: z.string().max(160).optional(),
  particulars: z.array(z.object({ name: z.string().max(60), value: z.string().max(200) })).max(8),
});

const questionShape = z.object({
  request: z.unknown(),
  format: z.enum(STATEMENT_FILE_FORMATS),
  second: z.enum(['de', 'es', 'fr']).optional(),
  letterhead: letterheadShape,
});
/** An exported file, as far as it states the request. */
const exportedShape = z.object({ head: z.object({ request: z.record(z.string(), z.unknown()) }) });

/** Writes a statement in the process that has the data folder, as base64. Throws `invalid` for a file that is too large for that. */
export async function answerStatementQuestion(
  { deps, gate }: TraceService,
  asked: unknown,
  signal: AbortSignal,
): Promise<string> {
  const {
    request: given,
    format,
    second,
    letterhead: cover,
  } = check(questionShape, asked, 'This is no request for a statement');
  const request = check(statementRequest, given, 'This is no request for a statement');
  const letterhead = { agency: cover.agency, unit: cover.unit, particulars: cover.particulars };
  const ask = { request, format, second, letterhead };
  const reads = { read: { signal }, writing: { signal } };
  const { chunks } = await gate.run(OWNER, () => openStatementFile(deps, new KeptStatements(deps), ask, reads), {
    signal,
  });
  return toBase64(chunks);
}

/** Throws `invalid` for a file that is too large to travel as text. */
export async function toBase64(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of chunks) {
    parts.push(part);
    size += part.length;
    if (size > LARGEST_FILE) throw new AppError('invalid', 'The file is larger than 256 MiB. Choose a shorter period.');
  }
  return Buffer.concat(parts).toString('base64');
}

function toRequest({ file, request }: StatementOptions): unknown {
  if (file === undefined) return request;
  const exported = check(exportedShape, readJson(file), 'This is no exported statement');
  return { ...exported.head.request, ...request };
}

/** Runs the command: the file to the terminal or to where `--output` says. */
export async function runStatementCommand(
  config: Config,
  options: StatementOptions,
  software: string,
): Promise<number> {
  const question = {
    request: toRequest(options),
    format: options.format,
    second: options.second,
    letterhead: options.letterhead,
  };
  const work = { name: STATEMENT_QUESTION, question, answer: answerStatementQuestion, output: options.output };
  return runFileCommand({ config, software }, work);
}

interface FileWork {
  /** Of the question at the control socket. */
  readonly name: string;
  readonly question: unknown;
  readonly answer: (service: TraceService, asked: unknown, signal: AbortSignal) => Promise<string>;
  readonly output: string | undefined;
}

/** Writes a file here or in the server that has the data folder open: to the terminal or to where `output` says. */
export async function runFileCommand(
  { config, software }: { readonly config: Config; readonly software: string },
  { name, question, answer, output }: FileWork,
): Promise<number> {
  const holder = findLockHolder(config.dataDir);
  const text = holder?.control
    ? await handOverQuestion(holder.control, name, question)
    : await withTraceService({ config, command: name, software }, (service) =>
        answer(service, question, new AbortController().signal),
      );
  const bytes = Buffer.from(text, 'base64');
  if (output === undefined) process.stdout.write(bytes);
  else writeFileSync(output, bytes);
  return 0;
}
