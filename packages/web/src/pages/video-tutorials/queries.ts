import { queryOptions } from '@tanstack/react-query';
import { contract } from '@trailmark/api/contract';
import { routeUrl } from '@trailmark/api/route-call';
import { api } from '../../api.ts';

/** Recordings that come with the software. */
export function tutorialsQuery() {
  return queryOptions({
    queryKey: ['tutorials'],
    queryFn: ({ signal }) => api.call('listTutorials', { signal }),
    staleTime: 300_000,
  });
}

export function tutorialFileUrl(file: string): string {
  return routeUrl(contract.getTutorialFile, { params: { file } });
}

/** `1:05`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
