import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { listTraces } from './flow-acts.ts';

/** Which way the traces of a flow went: along the money, against it, or some each way. */
export type TraceWay = 'forward' | 'backward' | 'both';

/** The way of all traces in a log; forward where nothing was traced. */
export function findTraceWay(log: FlowDocument['log']): TraceWay {
  const ways = new Set(listTraces(log).map(({ request: { direction } }) => direction));
  return ways.size > 1 ? 'both' : ([...ways][0] ?? 'forward');
}

interface WayWords {
  /** Title of the list of ends. */
  readonly ends: string;
  readonly noEnds: string;
  /** One end as it is called in tables. */
  readonly end: 'Exit' | 'Origin' | 'End';
  readonly why: string;
}

export const WAY_WORDS: Readonly<Record<TraceWay, WayWords>> = {
  forward: {
    ends: 'Endpoints',
    noEnds: 'No trail has ended on this canvas. Select a node to trace from it.',
    end: 'Exit',
    why: 'Why the trace stops',
  },
  backward: {
    ends: 'Where the money came from',
    noEnds: 'No trail back has ended on this canvas. Select a node to trace from it.',
    end: 'Origin',
    why: 'Why the trace back stops',
  },
  both: {
    ends: 'Endpoints, both directions',
    noEnds: 'No trail has ended on this canvas. Select a node to trace from it.',
    end: 'End',
    why: 'Why the trace stops',
  },
};
