import { addressesSubject } from './addresses.ts';
import { caseSubject } from './case-addresses.ts';
import { clusterSubject } from './cluster.ts';
import { frontierSubject } from './frontier.ts';
import { outputSubject } from './output.ts';
import { tokenSubject } from './token.ts';
import { walletSubject } from './wallet.ts';
import type { WatchSubject } from './watch-subject.ts';

/** What can be watched: one line per kind. */
export const WATCH_SUBJECTS: readonly WatchSubject[] = [
  addressesSubject,
  clusterSubject,
  walletSubject,
  outputSubject,
  frontierSubject,
  tokenSubject,
  caseSubject,
];

export function findWatchSubject(id: string): WatchSubject | undefined {
  return WATCH_SUBJECTS.find((subject) => subject.id === id);
}
