import { readFileSync, writeFileSync } from 'node:fs';
import { TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
import { formatMethodId } from '@trailmark/analysis/tracing/method';
import { flowLogEntry } from '@trailmark/api/contract/flow-wire';
import { runTrace, traceAnswer } from '@trailmark/api/contract/trace';
import { compileEncoder } from '@trailmark/api/encoder';
import { AppError } from '@trailmark/core/errors';
import { findLockHolder, takeDataLock } from '@trailmark/store/data-lock';
import { z } from 'zod';
import { KnowledgeHost } from '../attribution/knowledge-host.ts';
import type { Config } from '../config.ts';
import { createReplayers } from '../flows/create-replayers.ts';
import { LedgerHost } from '../ledger/ledger-host.ts';
import { createLedgers } from '../ledger/ledgers.ts';
import { replayLog } from '../tracing/replay-log.ts';
import { toTraceAnswer } from '../tracing/trace-answer.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { toTraceRequest } from '../tracing/trace-request.ts';
import { TraceService } from '../tracing/trace-service.ts';
import { handOverQuestion } from './hand-over.ts';
import type { TraceOptions } from './trace-options.ts';

/** Name of the question at the control socket. */
export const TRACE_QUESTION = 'trace';
/** Whoever has the data folder: the command line has no account. */
export const OWNER = { person: 'command line', agency: 'command line' };
const CURRENCY = 'USD';
const CLUSTERS_POLL_MS = 100;

const logFile = z.object({ entries: z.array(flowLogEntry).min(1).max(5_000) });
const encodeAnswer = compileEncoder(traceAnswer);

type Question = { readonly request: unknown } | { readonly log: unknown };

/** Reads what was given. Throws `invalid` with the field that is wrong. */
export function check<Schema extends z.core.$ZodType>(schema: Schema, given: unknown, what: string): z.output<Schema> {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError(
    'invalid',
    `${what}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'not understood'}.`,
  );
}

async function answerRequest(service: TraceService, given: unknown, signal: AbortSignal): Promise<unknown> {
  const { request } = check(runTrace.body, { request: given }, 'This is no trace request');
  const run = await service.run({ request: toTraceRequest(request), resume: undefined, owner: OWNER }, { signal });
  return encodeAnswer(await toTraceAnswer(service.deps, run, CURRENCY, { signal }));
}

async function answerLog(service: TraceService, given: unknown, signal: AbortSignal): Promise<unknown> {
  const { entries } = check(logFile, given, 'This is no trace log');
  const replay = () => replayLog(entries, createReplayers(service, { signal }));
  return { entries: await service.gate.run(OWNER, replay) };
}

/** The service of the command line: whoever has the data folder waits for no account, and no account for them. */
export function createCommandService(deps: TraceDeps): TraceService {
  return new TraceService(deps, () => performance.now());
}

/** Answers a trace or a replayed log as JSON text, in the process that holds the data folder, until the signal aborts. */
export async function answerTraceQuestion(service: TraceService, asked: unknown, signal: AbortSignal): Promise<string> {
  const question = (asked ?? {}) as Question;
  return JSON.stringify(
    'log' in question
      ? await answerLog(service, question.log, signal)
      : await answerRequest(service, question.request, signal),
  );
}

/** Readers and knowledge of an opened host, as traces take them. */
export function toTraceDeps(host: LedgerHost, beside: KnowledgeHost, software: string): TraceDeps {
  const { readers, overlays } = host;
  const ingestStatus = (): null => null;
  return {
    ledgers: createLedgers({ readers, overlays, ingestStatus, software }),
    knowledge: beside.knowledge,
  };
}

async function waitForClusters({ ledgers, knowledge }: TraceDeps): Promise<void> {
  const isBuilding = (): boolean =>
    ledgers.list('outputs').some(({ id }) => knowledge.clusters(id)?.progress.state === 'building');
  while (isBuilding()) await new Promise((resolve) => setTimeout(resolve, CLUSTERS_POLL_MS));
}

/** Opens the data folder for one command that reads the ledger and knowledge, and closes it when the work is done. */
export async function withTraceService<T>(
  { config, command, software }: { readonly config: Config; readonly command: string; readonly software: string },
  work: (service: TraceService) => Promise<T>,
): Promise<T> {
  await using opened = new AsyncDisposableStack();
  opened.adopt(takeDataLock(config.dataDir, command), (lock) => lock.release());
  const host = opened.adopt(await LedgerHost.open(config), (held) => held.close());
  const warn = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
  const beside = opened.adopt(
    await KnowledgeHost.open({ dataDir: config.dataDir, readers: host.readers, warn }),
    (held) => held.close(),
  );
  const deps = toTraceDeps(host, beside, software);
  await waitForClusters(deps);
  // Awaited here: what is opened above closes as soon as this function has returned.
  return await work(createCommandService(deps));
}

/** A file as JSON. Throws `invalid` for one that is not there or is none. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new AppError('invalid', `${file} cannot be read as JSON.`, { cause });
  }
}

function toQuestion(options: Exclude<TraceOptions, { kind: 'methods' }>): Question {
  if (options.kind === 'replay') return { log: readJson(options.file) };
  return { request: options.kind === 'file' ? readJson(options.file) : options.request };
}

function listMethods(): string {
  return TRACE_METHODS.map((method) => `${formatMethodId(method).padEnd(14)} ${method.sentence}`).join('\n');
}

/** Runs the command. The exit code is 1 where a replayed answer differs. */
export async function runTraceCommand(config: Config, options: TraceOptions, software: string): Promise<number> {
  if (options.kind === 'methods') {
    process.stdout.write(`${listMethods()}\n`);
    return 0;
  }
  const question = toQuestion(options);
  const holder = findLockHolder(config.dataDir);
  const text = holder?.control
    ? await handOverQuestion(holder.control, TRACE_QUESTION, question)
    : await withTraceService({ config, command: TRACE_QUESTION, software }, (service) =>
        answerTraceQuestion(service, question, new AbortController().signal),
      );
  const pretty = `${JSON.stringify(JSON.parse(text), null, 1)}\n`;
  if (options.output === undefined) process.stdout.write(pretty);
  else writeFileSync(options.output, pretty);
  return options.kind === 'replay' && /"outcome":"(?:differs|failed)"/.test(text) ? 1 : 0;
}
