import type { TraceAnswer } from '@trailmark/api/contract/trace';
import type { WaitingPlace } from '@trailmark/api/contract/trace-line';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FlowStore } from '../../graph/flow-store.ts';
import type { RunOptions } from './trace-run.ts';

export type TraceState =
  | { readonly kind: 'idle' }
  /** In line: few traces run at once. */
  | { readonly kind: 'waiting'; readonly place: WaitingPlace }
  | { readonly kind: 'running'; readonly progress: TraceProgress | undefined; readonly budget: number }
  /** The trace is there and what it brought is being put away. */
  | { readonly kind: 'finishing' }
  | { readonly kind: 'cancelled'; readonly progress: TraceProgress | undefined }
  | { readonly kind: 'failed'; readonly error: unknown };

/** How a trace is run, in addition to its request. */
export type TraceHow = Pick<RunOptions, 'resume' | 'findsEnds'>;

export interface TraceRunner {
  readonly state: TraceState;
  readonly run: (request: TraceRequest, onAnswer: (answer: TraceAnswer) => unknown, how?: TraceHow) => Promise<void>;
  readonly cancel: () => void;
  readonly dismiss: () => void;
}

/**
 * One running trace of a page: its progress, its end, and its abortion when the page is left. `store` is of the canvas it is drawn
 * on, where there is one.
 */
export function useTrace(store?: FlowStore): TraceRunner {
  const [state, setState] = useState<TraceState>({ kind: 'idle' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback<TraceRunner['run']>(
    async (request, onAnswer, { resume, findsEnds } = {}) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      let last: TraceProgress | undefined;
      setState({ kind: 'running', progress: undefined, budget: request.budget });
      const onProgress = (progress: TraceProgress) => {
        last = progress;
        if (!own.signal.aborted) setState({ kind: 'running', progress, budget: request.budget });
      };
      const onWaiting = (place: WaitingPlace) => {
        if (!own.signal.aborted) setState({ kind: 'waiting', place });
      };
      try {
        const drawsPeels = store?.document.drawsPeels;
        const options = { signal: own.signal, onProgress, onWaiting, resume, drawsPeels, findsEnds };
        const { runTraceStream } = await import('./trace-run.ts');
        const answer = await runTraceStream(request, options);
        if (own.signal.aborted) return;
        setState({ kind: 'finishing' });
        await onAnswer(answer);
        setState({ kind: 'idle' });
      } catch (error) {
        if (running.current !== own) return;
        setState(own.signal.aborted ? { kind: 'cancelled', progress: last } : { kind: 'failed', error });
      }
    },
    [store],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  const dismiss = useCallback(() => setState({ kind: 'idle' }), []);
  return { state, run, cancel, dismiss };
}
