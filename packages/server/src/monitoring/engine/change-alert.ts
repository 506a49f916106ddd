import { createHash } from 'node:crypto';
import type { AlertBody, AlertLine } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import type { ReadingWatch } from '@trailmark/store/cases/watches/watch-rows';
import type { AlertKind } from '../../inbox/kinds/alert-kind.ts';
import type { NewAlert } from '../../inbox/raise-alert.ts';
import { formatWatchNumber } from './to-alert.ts';

/** What is known of a watched address changed, and not by a transaction. */
export interface KnownChange {
  readonly kind: AlertKind;
  readonly mark: KnowledgeMark;
  /** What makes it this change and no other: the same may come again later. */
  readonly what: string;
  readonly title: string;
  readonly summary: string;
  readonly lines: readonly AlertLine[];
  readonly note: string;
  readonly facts: AlertBody['facts'];
}

export function toChangeAlert(
  { agency, caseId, id, name, number, version, channels, recipients }: ReadingWatch,
  { kind, mark, what, title, summary, lines, note, facts }: KnownChange,
  at: Date,
): NewAlert {
  return {
    ...{ agency, case: caseId, kind, mark, place: null, happenedAt: at, at, title, channels, recipients },
    key: `${kind.id}:${id}:${createHash('sha256').update(what).digest('hex').slice(0, 32)}`,
    summary: summary.slice(0, 300),
    body: { movements: [], lines, notes: [note], facts },
    origin: { id: `watch:${id}`, name: `${formatWatchNumber(number)} ${name}`, words: `version ${version}` },
  };
}
