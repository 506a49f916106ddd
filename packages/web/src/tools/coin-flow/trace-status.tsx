import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';
import type { ReactNode } from 'react';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Progress, type ProgressProps } from '../../components/progress.tsx';
import { formatPlural } from '../../format/number.ts';
import { describePlace } from './trace-line.ts';
import type { TraceRunner } from './use-trace.ts';

export interface TraceStatusProps extends Pick<TraceRunner, 'state' | 'cancel' | 'dismiss'> {
  /** What stays as it was when the trace fails or is cancelled. */
  readonly kept: ReactNode;
}

/** Which of several traces runs. */
function describeStage({ stage }: TraceProgress): string {
  return stage === undefined ? '' : `${stage}. `;
}

/** How much was read: of one trace out of its budget, of several after one another in all, as nobody knows how many follow. */
function countRead(
  progress: TraceProgress | undefined,
  budget: number,
): Pick<ProgressProps, 'done' | 'total' | 'unit'> {
  const { transactionsRead: done = 0, readBefore = 0, stage } = progress ?? {};
  if (stage === undefined) return { done, total: budget, unit: 'transactions of the budget read' };
  return { done: readBefore + done, total: undefined, unit: 'transactions read' };
}

/** How far a trace is, or how it ended when it brought nothing. */
export function TraceStatus({ state, cancel, dismiss, kept }: TraceStatusProps) {
  if (state.kind === 'idle') return null;
  if (state.kind === 'finishing') return <Progress done={1} total={1} unit="trace, drawing it" />;
  if (state.kind === 'waiting') {
    return (
      <div className="tm-progress">
        <div className="tm-row">
          <p className="tm-grow" role="status">
            <b>Waiting for its turn.</b> {describePlace(state.place)}
          </p>
          <button type="button" className="tm-btn sm" onClick={cancel}>
            Cancel
          </button>
        </div>
        <p className="tm-t3 tm-sm">
          The server runs few traces at once. Agencies take turns, and in each agency its people; cancel to give up the
          place.
        </p>
      </div>
    );
  }
  if (state.kind === 'running') {
    const { progress } = state;
    return (
      <Progress {...countRead(progress, state.budget)} onCancel={cancel}>
        <p className="tm-t3 tm-sm">
          {progress
            ? `${describeStage(progress)}${formatPlural(progress.hops, 'hop')}, ${formatPlural(progress.open, 'place')} to read, ${formatPlural(progress.ended, 'trail')} ended. A trace ends by itself when nothing is left to follow.`
            : 'Looking up where the trace begins.'}
        </p>
      </Progress>
    );
  }
  if (state.kind === 'cancelled') {
    const read = state.progress ? ` after ${formatPlural(state.progress.transactionsRead, 'transaction')}` : '';
    return (
      <div className="tm-banner" role="status">
        <p className="tm-grow">
          <b>The trace was cancelled{read}.</b> {kept} For a first part that can be continued, set a smaller budget.
        </p>
        <button type="button" className="tm-btn sm" onClick={dismiss}>
          Close
        </button>
      </div>
    );
  }
  return (
    <ErrorPanel error={state.error} what="The trace">
      <p>{kept}</p>
    </ErrorPanel>
  );
}
