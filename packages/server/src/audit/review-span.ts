import {
  REVIEW_BOUNDS,
  type ReviewDetector,
  type ReviewFinding,
  reviewAuditLog,
} from '@trailmark/analysis/audit-review/review-audit-log';
import { readReviewEvent } from '@trailmark/analysis/audit-review/review-event';
import type { AuditReview } from '@trailmark/api/contract/audit';
import { listAuditNames, listReviewRows } from '@trailmark/store/cases/audit/audit-event-rows';
import { formatCount, formatPlural } from '../answers/format-count.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';

const DAY = 86_400_000;
/** One review takes this many events; a busier span says that it is not whole. */
const MAX_EVENTS = 100_000;
const MAX_FINDINGS = 500;

const { addressesAnHour, denialsAnHour, exportsAnHour, failedSignInsAnHour, offHoursLookUps, workFrom, workTo } =
  REVIEW_BOUNDS;

const RULES: Readonly<
  Record<ReviewDetector, { readonly title: string; readonly rule: string; readonly unit: string }>
> = {
  'bulk-look-ups': {
    title: 'Bulk searches',
    rule: `One account searches for more than ${addressesAnHour} different addresses within an hour.`,
    unit: 'different address',
  },
  'off-hours': {
    title: 'Searches off hours',
    rule: `${offHoursLookUps} or more searches of one account in a night (${workTo}:00 to ${workFrom}:00 in its own zone) or on a day of a weekend.`,
    unit: 'search',
  },
  'repeated-denials': {
    title: 'Repeated denials',
    rule: `More than ${denialsAnHour} refused tries of one account, or from one place, within an hour.`,
    unit: 'refused try',
  },
  'failed-sign-ins': {
    title: 'Failed sign-ins',
    rule: `More than ${failedSignInsAnHour} failed sign-ins from one place within an hour.`,
    unit: 'failed sign-in',
  },
  'shared-address': {
    title: 'One address, two agencies',
    rule: 'Persons of two agencies search for the same address.',
    unit: 'search',
  },
  'bulk-exports': {
    title: 'Many exports',
    rule: `More than ${exportsAnHour} exports of one account within an hour.`,
    unit: 'export',
  },
};

const PLURALS: Readonly<Record<string, string>> = {
  'different address': 'different addresses',
  'refused try': 'refused tries',
  search: 'searches',
};

function toWords({ detector, count, accounts, agencies, subject }: ReviewFinding): string {
  const { unit } = RULES[detector];
  const counted = formatPlural(count, unit, PLURALS[unit]);
  if (detector === 'shared-address')
    return `${counted} of one address by ${formatPlural(accounts.length, 'person', 'persons')} of ${formatCount(agencies.length)} agencies.`;
  return accounts.length === 0 && subject !== null ? `${counted} from ${subject}.` : `${counted}.`;
}

function toFault(lines: number): string {
  return `The review cannot read ${formatPlural(lines, 'event')} of these days: this software writes none like that.`;
}

/** Reviews the last days of the log. */
export async function reviewSpan(casework: CaseworkContext, caller: Caller, days: number): Promise<AuditReview> {
  const to = casework.now();
  const from = new Date(to.getTime() - days * DAY);
  const { rows, names, findings, unreadable } = await read(casework, caller, async (tx) => {
    const rows = await listReviewRows(tx, from, to, MAX_EVENTS);
    const events = rows.flatMap(({ body, timeZone }) => readReviewEvent(body, timeZone ?? 'UTC') ?? []);
    const found = reviewAuditLog(events).slice(0, MAX_FINDINGS);
    const ids = [...new Set(found.flatMap(({ accounts, agencies }) => [...accounts, ...agencies]))];
    return {
      rows,
      unreadable: rows.length - events.length,
      findings: found,
      names: new Map((await listAuditNames(tx, ids)).map(({ id, name }) => [id, name])),
    };
  });
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: names.get(id) ?? null }));
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    events: rows.length,
    faults: unreadable > 0 ? [toFault(unreadable)] : [],
    isWhole: rows.length < MAX_EVENTS,
    rules: Object.entries(RULES).map(([detector, { title, rule }]) => ({ detector, title, rule })),
    findings: findings.map((finding) => ({
      ...finding,
      title: RULES[finding.detector].title,
      sentence: toWords(finding),
      from: new Date(finding.from).toISOString(),
      to: new Date(finding.to).toISOString(),
      accounts: named(finding.accounts),
      agencies: named(finding.agencies),
      events: [...finding.events],
    })),
  };
}
