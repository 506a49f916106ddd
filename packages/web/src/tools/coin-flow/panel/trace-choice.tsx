import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { useMemo, useState } from 'react';
import { formatTime } from '../../../format/time.ts';
import { titleOf } from '../build-request.ts';
import { type LoggedTrace, listTraces } from '../flow-acts.ts';
import { useMethodNames } from '../method-words.ts';
import { useDocument } from '../workspace.ts';

export interface ChosenTrace {
  readonly traces: readonly LoggedTrace[];
  readonly request: TraceRequest | undefined;
  readonly index: number;
  readonly choose: (index: number) => void;
}

/** One of the canvas's traces, the last one first. */
export function useChosenTrace(): ChosenTrace {
  const { log } = useDocument();
  const traces = useMemo(() => listTraces(log), [log]);
  const [index, choose] = useState(0);
  return { traces, request: traces[index]?.request ?? traces[0]?.request, index, choose };
}

/** Which trace is meant, where the canvas holds several. */
export function TraceChoice({ traces, index, choose }: ChosenTrace) {
  const nameMethod = useMethodNames();
  if (traces.length < 2) return null;
  return (
    <select
      className="tm-field cf-small"
      aria-label="Trace"
      value={index}
      onChange={(event) => choose(Number(event.currentTarget.value))}
    >
      {traces.map(({ entry, request }, i) => (
        <option key={entry.number} value={i}>
          {titleOf(request)}, {nameMethod(request.method)}, {formatTime(entry.at)}
        </option>
      ))}
    </select>
  );
}
