import type { CourseLevel } from '@trailmark/core/training/level';
import { stringifySearch } from '../../search-params.ts';
import type { AdminTrainingSearch, RosterSearch, ScheduleSearch } from './search.ts';

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined };

const COURSE_PATHS: Readonly<Record<CourseLevel, string>> = {
  essentials: 'cryptocurrencyessentials',
  intermediate: 'intermediate',
  advanced: 'AdvancedCrypto',
};

/** The course overview; whoever is signed in has one with enrolments and labs. */
export function trainingUrl(isSignedIn = false): string {
  return isSignedIn ? '/access/training' : '/training';
}

/** A course's page. The third has one address only. */
export function courseUrl(level: CourseLevel, isSignedIn = false): string {
  return `${trainingUrl(isSignedIn && level !== 'advanced')}/${COURSE_PATHS[level]}`;
}

export function scheduleUrl(search: Loose<ScheduleSearch> = {}): string {
  return `/training/schedule${stringifySearch(search)}`;
}

export function labUrl(lab: string): string {
  return `/access/training/labs/${encodeURIComponent(lab)}`;
}

export function rosterUrl(search: Loose<RosterSearch> = {}): string {
  return `/training/TrainingEnrolledUsers${stringifySearch(search)}`;
}

export function adminTrainingUrl(search: Loose<AdminTrainingSearch> = {}): string {
  return `/admin-training${stringifySearch(search)}`;
}

export function certificateCheckUrl(): string {
  return '/training/certificate';
}
