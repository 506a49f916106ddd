import type { AlertDetail, AlertHead } from '@trailmark/api/contract/alert';
import type { AlertCountsView } from '@trailmark/api/contract/alert-count';
import type { AlertCounts, AlertEventRow, AlertRow, OriginRow } from '@trailmark/store/cases/alerts/alert-rows';
import type { DeliveryRow } from '@trailmark/store/cases/alerts/delivery-rows';
import { toSeconds } from '../cases/case-view.ts';
import { findAlertKind } from './kinds/catalogue.ts';

export const formatAlertNumber = (number: number): string => `A-${number}`;

const FORMER = 'Former account';

export function toAlertHead(row: AlertRow, origins: readonly (OriginRow & { readonly alert: string })[]): AlertHead {
  const { id, kind, mark, title, summary, chain, height, txid, state, version } = row;
  return {
    ...{ id, kind, mark, title, summary, chain, height, txid, state, version },
    number: formatAlertNumber(row.number),
    kindName: findAlertKind(kind)?.name ?? kind,
    case: row.caseId === null ? null : { id: row.caseId, number: row.caseNumber ?? '', title: row.caseTitle ?? '' },
    happenedAt: toSeconds(row.happenedAt),
    raisedAt: toSeconds(row.raisedAt),
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assignee ?? FORMER },
    reason: row.reason as AlertHead['reason'],
    retracted: row.retractedAt && { at: toSeconds(row.retractedAt), why: row.retractedWhy ?? '' },
    origins: origins.filter(({ alert }) => alert === id).map(({ origin, name, words }) => ({ origin, name, words })),
  };
}

export function toAlertCounts({ oldestNew, last, ...counts }: AlertCounts): AlertCountsView {
  return { ...counts, oldestNew: oldestNew && toSeconds(oldestNew), last: last && toSeconds(last) };
}

type Linked = { readonly id: string; readonly number: number } | undefined;
const toLinked = (row: Linked) => (row ? { id: row.id, number: formatAlertNumber(row.number) } : null);

export interface DetailParts {
  readonly origins: readonly (OriginRow & { readonly alert: string })[];
  readonly replaces: Linked;
  readonly replacedBy: Linked;
  readonly together: readonly { readonly id: string; readonly number: number; readonly title: string }[];
  readonly events: readonly AlertEventRow[];
  readonly deliveries: readonly DeliveryRow[];
}

export function toAlertDetail(row: AlertRow, parts: DetailParts): AlertDetail {
  const { movements, lines, notes, facts } = row.body;
  return {
    ...toAlertHead(row, parts.origins),
    body: {
      movements: movements.map((each) => ({ ...each, from: [...each.from] })),
      lines: [...lines],
      notes: [...notes],
      facts: { ...facts },
    },
    blockHash: row.blockHash,
    words: row.words,
    replaces: toLinked(parts.replaces),
    replacedBy: toLinked(parts.replacedBy),
    together: parts.together.map(({ number, ...each }) => ({ ...each, number: formatAlertNumber(number) })),
    events: parts.events.map(({ at, ...event }) => ({ ...event, at: toSeconds(at) })),
    deliveries: parts.deliveries.map(({ channelName, recipient, revision, state, attempts, sentAt }) => ({
      ...{ revision, state, attempts },
      to: channelName ?? (recipient === null ? FORMER : `mail to ${recipient}`),
      at: sentAt && toSeconds(sentAt),
    })),
  };
}
