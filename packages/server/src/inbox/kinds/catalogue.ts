import type { AlertKind } from './alert-kind.ts';
import { attributionChange } from './attribution-change.ts';
import { deconfliction } from './deconfliction.ts';
import { listChange } from './list-change.ts';
import { scamReport } from './scam-report.ts';
import { traceFrontier } from './trace-frontier.ts';
import { verdictChange } from './verdict-change.ts';
import { watchTest } from './watch-test.ts';
import { watchedPayment } from './watched-payment.ts';

/** Kinds of alerts: one line per kind. */
export const ALERT_KINDS: readonly AlertKind[] = [
  attributionChange,
  deconfliction,
  listChange,
  scamReport,
  traceFrontier,
  verdictChange,
  watchTest,
  watchedPayment,
];

export function findAlertKind(id: string): AlertKind | undefined {
  return ALERT_KINDS.find((kind) => kind.id === id);
}
