import type { WatchView } from '@trailmark/api/contract/watch';
import type { ChainId } from '@trailmark/core/chain';
import type { WatchCondition } from '@trailmark/core/watch';
import type { WatchListRow } from '@trailmark/store/cases/watches/watch-rows';
import { toSeconds } from '../cases/case-view.ts';
import { formatWatchNumber } from './engine/to-alert.ts';
import { findWatchRule } from './rules/catalogue.ts';
import { findWatchSubject } from './subjects/catalogue.ts';

const SUBJECT_SHOWN = 200;

/** What conditions ask for, in a few words. */
export function describeConditions(conditions: readonly WatchCondition[]): string {
  const words = conditions.map(({ rule, setting }) => findWatchRule(rule)?.describe(setting) ?? rule);
  return words.length === 0 ? 'Any transaction' : words.join(', ');
}

export function toWatchView(row: WatchListRow): WatchView {
  const { id, name, confirmations, quiet, expiresOn, targets, state, stateWhy, stateBy, alerts, folded, version } = row;
  const { createdBy, subjectKind: kind, subject } = row;
  const shown = findWatchSubject(kind)?.show?.(subject) ?? subject;
  return {
    ...{
      id,
      name,
      confirmations,
      quiet,
      expiresOn,
      targets,
      state,
      stateWhy,
      stateBy,
      alerts,
      folded,
      version,
      createdBy,
      kind,
    },
    number: formatWatchNumber(row.number),
    conditions: row.conditions.map(({ rule, setting }) => ({ rule, setting: { ...setting } })),
    folds: [...row.folds],
    channels: [...row.channels],
    recipients: [...row.recipients],
    case: { id: row.caseId, number: row.caseNumber, title: row.caseTitle },
    kindName: findWatchSubject(kind)?.name ?? kind,
    chain: row.chain as ChainId | null,
    subject: shown.length > SUBJECT_SHOWN ? `${shown.slice(0, SUBJECT_SHOWN)}…` : shown,
    alertWhen: describeConditions(row.conditions),
    stateAt: toSeconds(row.stateAt),
    faults: row.faults.map((fault) => ({ ...fault })),
    authority:
      row.authorityId === null ? null : { id: row.authorityId, name: row.authority ?? '', to: row.authorityTo },
    lastAlertAt: row.lastAlertAt && toSeconds(row.lastAlertAt),
    createdAt: toSeconds(row.createdAt),
  };
}
