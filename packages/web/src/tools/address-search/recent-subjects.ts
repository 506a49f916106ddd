import { type ChainId, isChainId } from '@trailmark/core/chain';

export interface RecentSubject {
  readonly chain: ChainId;
  readonly address: string;
}

const KEY = 'recentSubjects';
const KEPT = 8;

function isSubject(value: unknown): value is RecentSubject {
  if (typeof value !== 'object' || value === null) return false;
  const { chain, address } = value as Record<string, unknown>;
  return typeof chain === 'string' && isChainId(chain) && typeof address === 'string';
}

/** Kept text to subjects; anything else in the storage is no subject. */
export function parseRecent(text: string | null): readonly RecentSubject[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter(isSubject).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

/** Newest first, each once. */
export function addRecent(list: readonly RecentSubject[], subject: RecentSubject): readonly RecentSubject[] {
  const others = list.filter(({ chain, address }) => chain !== subject.chain || address !== subject.address);
  return [subject, ...others].slice(0, KEPT);
}

/** Subjects opened in this tab. Session storage: closing the tab forgets them, because searches are sensitive. */
export function listRecent(): readonly RecentSubject[] {
  try {
    return parseRecent(sessionStorage.getItem(KEY));
  } catch {
    return [];
  }
}

export function noteRecent(subject: RecentSubject): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(addRecent(listRecent(), subject)));
  } catch {
    // A blocked storage only means that the list stays empty.
  }
}

export function forgetRecent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
