import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api.ts';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { formatCount, formatDuration } from '../../../format/number.ts';
import { JOBS_KEY } from '../../../jobs.ts';
import { type Batch, batchKey, isOpen } from './batch-queries.ts';
import { addSample, describeRate, type RateSample, rateOf } from './batch-rate.ts';

/** Subjects a second while the page looks; `at` is when the figures came. */
function useRate(done: number, at: number): number | undefined {
  const [samples, setSamples] = useState<readonly RateSample[]>([]);
  useEffect(() => setSamples((before) => addSample(before, { at, done })), [at, done]);
  return rateOf(samples);
}

type Job = NonNullable<Batch['job']>;

function describeState(job: Job | null, left: number): string {
  if (left === 0) return 'Every row is screened.';
  const rest = `${formatCount(left)} ${left === 1 ? 'is' : 'are'} not screened.`;
  if (job === null) return `${rest} The job is no longer listed.`;
  if (job.status === 'failed') return `${rest} The job failed: ${job.failure ?? 'no reason was given.'}`;
  if (job.status === 'cancelled') return `Cancelled. ${rest}`;
  return rest;
}

/** "31 a second, about 2 min left", or where it is in line. */
function describeRun(job: Job, left: number, rate: number | undefined): string {
  if (job.isStopping) return 'Stopping.';
  if (job.status === 'waiting')
    return job.failure ?? (job.position === null ? 'In line.' : `Number ${job.position} in line.`);
  if (rate === undefined) return 'Started.';
  return `${describeRate(rate)}, about ${formatDuration(left / rate)} left.`;
}

export interface BatchProgressProps {
  readonly batch: Batch;
  /** When it was read, milliseconds. */
  readonly readAt: number;
}

/** How far a batch is. The work continues on the server, whoever looks; cancelled or failed it can be continued. */
export function BatchProgress({ batch: { batch, job }, readAt }: BatchProgressProps) {
  const client = useQueryClient();
  const { id, screened, total } = batch;
  const rate = useRate(screened, readAt);
  const change = useMutation({
    mutationFn: (name: 'cancelJob' | 'retryJob') => api.call(name, { params: { id: job?.id ?? '' }, body: {} }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: JOBS_KEY });
      await client.invalidateQueries({ queryKey: batchKey(id) });
    },
  });
  const left = total - screened;
  const isRunning = isOpen(job);
  if (left === 0 && !isRunning) return null;
  const canContinue = job !== null && (job.status === 'cancelled' || job.status === 'failed');
  return (
    <div className="tb-job">
      <div className="tm-row tm-between tm-wrap">
        <p className="tm-sm">
          <b role="status">
            {formatCount(screened)} of {formatCount(total)} screened
          </b>{' '}
          <span className="tm-t3">
            {isRunning && job ? describeRun(job, left, rate) : describeState(job, left)}
            {isRunning && ' Finished rows can be used now; you can leave this page.'}
          </span>
        </p>
        {isRunning && (
          <button
            type="button"
            className="tm-btn sm"
            disabled={change.isPending || job?.isStopping}
            onClick={() => change.mutate('cancelJob')}
          >
            Cancel, keep {formatCount(screened)}
          </button>
        )}
        {!isRunning && canContinue && left > 0 && (
          <button
            type="button"
            className="tm-btn sm"
            disabled={change.isPending}
            onClick={() => change.mutate('retryJob')}
          >
            Screen the remaining {formatCount(left)}
          </button>
        )}
      </div>
      <div className="tm-progress">
        <progress value={screened} max={total} aria-label="Subjects screened" />
      </div>
      {change.error && <ErrorPanel error={change.error} what="The change of this job" />}
    </div>
  );
}
