import type { JobView } from '@trailmark/api/contract/job';
import { formatTime } from '../../format/time.ts';

type Stated = Pick<JobView, 'status' | 'position' | 'nextAt' | 'isStopping'>;

const secondsOf = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Where a job is, in a few words. */
export function describeStatus({ status, position, nextAt, isStopping }: Stated): string {
  switch (status) {
    case 'waiting':
      if (nextAt !== null) return `Tries again at ${formatTime(secondsOf(nextAt))} UTC`;
      return position === null ? 'Waiting' : `Waiting, place ${position} in line`;
    case 'running':
      return isStopping ? 'Stopping' : 'Running';
    case 'finished':
      return 'Finished';
    case 'failed':
      return 'Failed';
    case 'cancelled':
      return 'Cancelled';
  }
}

/** What is announced when a job changed; undefined for changes that only its bar shows. */
export function describeChange(before: JobView | undefined, now: JobView): string | undefined {
  const words = describeStatus(now);
  return before !== undefined && describeStatus(before) === words ? undefined : `${now.title}: ${words}`;
}

/** `retry` has an effect on these alone. */
export function isEnded({ status }: Pick<JobView, 'status'>): boolean {
  return status === 'finished' || status === 'failed' || status === 'cancelled';
}

/** Seconds as an interval: "every 3 s", "every 10 min", "every 6 h". */
export function formatInterval(seconds: number): string {
  if (seconds < 60) return `every ${seconds} s`;
  if (seconds < 3_600) return `every ${Math.round(seconds / 60)} min`;
  return `every ${Math.round(seconds / 3_600)} h`;
}
