import { setImmediate } from 'node:timers/promises';
import { type TraceAnswer, traceAnswer } from '@trailmark/api/contract/trace';
import { compileEncoder } from '@trailmark/api/encoder';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_STOPS } from '@trailmark/core/trace/trace-request';
import { createReplayers } from '../../flows/create-replayers.ts';
import { type FailureReport, FileStream } from '../../http/file-stream.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import type { Handlers } from '../../http/mount.ts';
import { runScoped } from '../../http/request-scope.ts';
import { listMethods } from '../../tracing/describe-method.ts';
import { followWork } from '../../tracing/progress-lines.ts';
import { replayLog } from '../../tracing/replay-log.ts';
import { toTraceAnswer } from '../../tracing/trace-answer.ts';
import { TRACE_ENGINE, toTraceAsOf } from '../../tracing/trace-as-of.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';
import { toTraceRequest } from '../../tracing/trace-request.ts';
import type { TraceService } from '../../tracing/trace-service.ts';
import { listStarters } from '../../tracing/trace-starters.ts';

type RunInput = Pick<Parameters<Handlers['runTrace']>[0], 'body'>;

/** Values on edges are in dollars; amounts never depend on them. */
const CURRENCY = 'USD';
/** A client that leaves ends the work earlier. */
const STREAM_DEADLINE_MS = 120_000;
const encodeAnswer = compileEncoder(traceAnswer);
const CHUNK = 262_144;
const utf8 = new TextEncoder();

async function runOne(
  service: TraceService,
  { body }: RunInput,
  owner: string,
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: TraceProgress) => void },
): Promise<TraceAnswer> {
  const { resume, findsEnds } = body;
  const order = { request: toTraceRequest(body.request), resume, owner, findsEnds };
  const run = await service.run(order, options);
  return toTraceAnswer(service.deps, run, CURRENCY, { signal: options.signal }, body.drawsPeels);
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
  owner: string,
  { left, report }: { readonly left: AbortSignal; readonly report: FailureReport },
): AsyncGenerator<Uint8Array> {
  try {
    const lines = followWork<TraceProgress, TraceAnswer>((onProgress) =>
      runScoped(left, STREAM_DEADLINE_MS, ({ read: { signal = left } }) =>
        runOne(service, input, owner, { signal, onProgress }),
      ),
    );
    for await (const line of lines) {
      yield* toLine('result' in line ? { answer: encodeAnswer(line.result) } : line);
    }
  } catch (error) {
    const { kind, detail, reference } = report(error);
    yield* toLine({ problem: { kind, detail, reference } });
  }
}

/** Running traces, and what there is to choose from. */
export function createTraceHandlers(
  service: TraceService,
): Pick<Handlers, 'listFlowStarters' | 'listTraceMethods' | 'replayFlow' | 'runTrace' | 'streamTrace'> {
  return {
    listFlowStarters: async () => ({ items: listStarters(service.deps) }),
    listTraceMethods: async () => ({
      items: listMethods(),
      defaults: { ...DEFAULT_STOPS, stopAt: [] },
      engine: TRACE_ENGINE,
    }),
    async replayFlow({ body: { log } }, scope) {
      const replay = () => replayLog(log, createReplayers(service, scope.read));
      const entries = await service.gate.run(ownerOf(scope), replay);
      const chains = [...new Set(entries.flatMap(({ chain }) => chain ?? []))];
      return { asOf: chains.map((chain) => toTraceAsOf(service.deps, chain)), entries };
    },
    runTrace: (input, scope) => runOne(service, input, ownerOf(scope), { signal: scope.read.signal }),
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
