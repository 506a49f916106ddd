import { ADMIN_PATHS } from '../../parts/admin/admin-paths.ts';
import { stringifySearch } from '../../search-params.ts';
import type { AdminTrainingSearch, RosterSearch } from './search.ts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

export function labUrl(lab: string): string {
  return `/access/training/labs/${encodeURIComponent(lab)}`;
}

export function rosterUrl(search: Loose<RosterSearch> = {}): string {
  return `/training/TrainingEnrolledUsers${stringifySearch(search)}`;
}

export function adminTrainingUrl(search: Loose<AdminTrainingSearch> = {}): string {
  return `${ADMIN_PATHS.training}${stringifySearch(search)}`;
}

export function certificateCheckUrl(): string {
  return '/training/certificate';
}
