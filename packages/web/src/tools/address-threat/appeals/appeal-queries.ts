import { queryOptions } from '@tanstack/react-query';
import type { LabelAppeal } from '@trailmark/api/contract/label-appeal';
import type { Screening } from '@trailmark/core/screening/screening';
import { api } from '../../../api.ts';
import { threatUrl } from '../search.ts';

/** Everything about appeals begins with this key: invalidate it after an appeal or a decision. */
export const APPEALS_KEY = ['label-appeals'] as const;
/** Labels that one call asks about. */
const MOST_LABELS = 200;

export type { LabelAppeal };

/** Appeals against some labels; without any, all of the agency. */
export function appealsQuery(labels?: readonly string[]) {
  const query = labels ? { labels: labels.join(',') } : {};
  return queryOptions({
    queryKey: [...APPEALS_KEY, query],
    queryFn: ({ signal }) => api.call('listLabelAppeals', { query, signal }),
    enabled: labels?.length !== 0,
  });
}

/** Labels that a screening shows, or that one of its reasons rests on. */
export function labelsUsed({ own, inherited, disagreements, verdict }: Screening): string[] {
  const shown = [...own, ...inherited, ...disagreements.flatMap(({ labels }) => labels)].map(({ id }) => id);
  return [...new Set([...verdict.fired.flatMap(({ labels }) => labels), ...shown])].sort().slice(0, MOST_LABELS);
}

export function appealsUrl(): string {
  return threatUrl({ view: 'appeals' });
}
