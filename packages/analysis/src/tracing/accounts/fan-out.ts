import { comparePlaces } from './account-apportioning.ts';
import { cutKey, type TraceRecord } from './trace-record.ts';

/** Payments of accounts that made more than are followed: all but the largest by what they carry, on a tie the earlier. */
export function findFanOutCuts({ payments }: TraceRecord, limit: number): string[] {
  return [...payments].flatMap(([index, own]) => {
    if (own.length <= limit) return [];
    const ordered = [...own].sort((a, b) =>
      a.tainted === b.tainted ? comparePlaces(a.at, b.at) : a.tainted > b.tainted ? -1 : 1,
    );
    return ordered.slice(limit).map(({ at }) => cutKey(index, at));
  });
}
