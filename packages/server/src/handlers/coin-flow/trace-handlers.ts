import { setImmediate } from 'node:timers/promises';
import { type TraceAnswer, traceAnswer } from '@trailmark/api/contract/trace';
import { compileEncoder } from '@trailmark/api/encoder';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_STOPS } from '@trailmark/core/trace/trace-request';
import { createReplayers } from '../../flows/create-replayers.ts';
import { type FailureReport, FileStream } from '../../http/file-stream.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import type { Handlers } from '../../http/mount.ts';
import { runScoped, type TimedScope } from '../../http/request-scope.ts';
import { listMethods } from '../../tracing/describe-method.ts';
import type { Claimant } from '../../tracing/fair-turns.ts';
import type { WaitingPlace } from '../../tracing/forecast.ts';
import { TURN_MS, toGatedCall } from '../../tracing/gated-call.ts';
import { followWork } from '../../tracing/progress-lines.ts';
import { replayLog } from '../../tracing/replay-log.ts';
import { toTraceAnswer } from '../../tracing/trace-answer.ts';
import { TRACE_ENGINE, toTraceAsOf } from '../../tracing/trace-as-of.ts';
import { TRACES } from '../../tracing/trace-gate.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';
import { toTraceRequest } from '../../tracing/trace-request.ts';
import type { TraceRunOptions, TraceService } from '../../tracing/trace-service.ts';
import { listStarters } from '../../tracing/trace-starters.ts';

type RunInput = Pick<Parameters<Handlers['runTrace']>[0], 'body'>;

/** Values on edges are in dollars; amounts never depend on them. */
const CURRENCY = 'USD';
/** A wait and the work after it; each has its own limit, and a client that leaves ends both earlier. */
const STREAM_DEADLINE_MS = TRACES.longestWaitMs + TURN_MS;
/** A line this often while it waits: the estimate changes with time, and nothing on the way takes the stream for dead. */
const TELL_MS = 5_000;
const encodeAnswer = compileEncoder(traceAnswer);
const CHUNK = 262_144;
const utf8 = new TextEncoder();

type Told = { readonly progress: TraceProgress } | { readonly waiting: WaitingPlace };

async function runOne(
  service: TraceService,
  { body }: RunInput,
  owner: Claimant,
  options: TraceRunOptions,
): Promise<TraceAnswer> {
  const { resume, findsEnds } = body;
  const order = { request: toTraceRequest(body.request), resume, owner, findsEnds };
  const run = await service.run(order, options);
  return toTraceAnswer(service.deps, run, CURRENCY, { signal: options.signal }, body.drawsPeels);
}

/** Runs one, reporting its place in the queue and then its progress. */
async function runTelling(
  service: TraceService,
  input: RunInput,
  owner: Claimant,
  { scope, tell }: { readonly scope: TimedScope; readonly tell: (told: Told) => void },
): Promise<TraceAnswer> {
  let again: NodeJS.Timeout | undefined;
  try {
    return await runOne(service, input, owner, {
      signal: scope.read.signal,
      onProgress: (progress) => tell({ progress }),
      onPlace: (waiting) => {
        tell({ waiting });
        again ??= setInterval(() => service.gate.describePlaces(), TELL_MS);
      },
      onStart: () => {
        clearInterval(again);
        scope.limitTo?.(TURN_MS);
      },
    });
  } finally {
    clearInterval(again);
  }
}

/** A line of JSON in chunks worth sending, with a turn for others after each. */
async function* toLine(line: unknown): AsyncGenerator<Uint8Array> {
  let text = '';
  for (const piece of jsonPieces(line)) {
    text += piece;
    if (text.length < CHUNK) continue;
    yield utf8.encode(text);
    text = '';
    await setImmediate();
  }
  yield utf8.encode(`${text}\n`);
}

/** Progress while it runs, then the answer or the problem: a failure is a line too, because the stream has begun. */
async function* streamLines(
  service: TraceService,
  input: RunInput,
  owner: Claimant,
  { left, report }: { readonly left: AbortSignal; readonly report: FailureReport },
): AsyncGenerator<Uint8Array> {
  try {
    const lines = followWork<Told, TraceAnswer>((tell) =>
      runScoped(left, STREAM_DEADLINE_MS, (scope) => runTelling(service, input, owner, { scope, tell })),
    );
    for await (const line of lines) {
      yield* toLine('result' in line ? { answer: encodeAnswer(line.result) } : line.progress);
    }
  } catch (error) {
    const { kind, detail, reference } = report(error);
    yield* toLine({ problem: { kind, detail, reference } });
  }
}

/** Running traces, and what there is to choose from. */
export function createTraceHandlers(
  service: TraceService,
): Pick<
  Handlers,
  'getTraceLine' | 'listFlowStarters' | 'listTraceMethods' | 'replayFlow' | 'runTrace' | 'streamTrace'
> {
  return {
    listFlowStarters: async () => ({ items: listStarters(service.deps) }),
    listTraceMethods: async () => ({
      items: listMethods(),
      defaults: { ...DEFAULT_STOPS, stopAt: [] },
      engine: TRACE_ENGINE,
    }),
    async replayFlow({ body: { log } }, scope) {
      const { owner, read, turn } = toGatedCall(scope);
      const entries = await service.gate.run(owner, () => replayLog(log, createReplayers(service, read)), turn);
      const chains = [...new Set(entries.flatMap(({ chain }) => chain ?? []))];
      return { asOf: chains.map((chain) => toTraceAsOf(service.deps, chain)), entries };
    },
    async runTrace(input, scope) {
      const { owner, turn } = toGatedCall(scope);
      return runOne(service, input, owner, { ...turn, signal: scope.read.signal });
    },
    getTraceLine: async (_, scope) => service.gate.stateFor(ownerOf(scope)),
    async streamTrace(input, scope) {
      const leaving = new AbortController();
      const owner = ownerOf(scope);
      return new FileStream({
        name: 'trace.ndjson',
        mediaType: 'application/x-ndjson',
        chunks: (report) => streamLines(service, input, owner, { left: leaving.signal, report }),
        onCancel: () => leaving.abort(),
      });
    },
  };
}
