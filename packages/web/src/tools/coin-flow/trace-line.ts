import { queryOptions } from '@tanstack/react-query';
import type { WaitingPlace } from '@trailmark/api/contract/trace-line';
import { formatPlural } from '../../format/number.ts';
import { callFlow } from './queries.ts';

/** How often a page requests the place of its work in the queue. */
const ASK_MS = 4_000;

function describeWait(seconds: number): string {
  if (seconds < 5) return 'Its turn comes in a moment.';
  if (seconds < 90) return `About ${formatPlural(Math.ceil(seconds / 5) * 5, 'second')}.`;
  return `About ${formatPlural(Math.ceil(seconds / 60), 'minute')}.`;
}

/** The place of work in the queue and the estimated wait, in sentences. */
export function describePlace({ position, of, seconds }: WaitingPlace): string {
  const wait = seconds === null ? 'How long that takes is not known yet.' : describeWait(seconds);
  return `Number ${position} of ${of} in line. ${wait}`;
}

/** The places of the person's own traces, comparisons and audits in the queue, requested again while shown. */
export function traceLineQuery() {
  return queryOptions({
    queryKey: ['trace-line'],
    queryFn: ({ signal }) => callFlow('getTraceLine', { signal }),
    refetchInterval: ASK_MS,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
