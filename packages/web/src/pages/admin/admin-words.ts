import type { AdminAgency } from '@trailmark/api/contract/admin-agencies';
import type { AdminMail, ContactMessage } from '@trailmark/api/contract/admin-post';
import type { AccountStatus } from '@trailmark/api/contract/admin-users';
import type { AccountRole } from '@trailmark/core/role';
import { formatPlural } from '../../format/number.ts';

export const ROLE_WORDS: Readonly<Record<AccountRole, string>> = {
  member: 'Member',
  'agency-admin': 'Agency administrator',
  'platform-admin': 'Platform administrator',
  auditor: 'Auditor',
};

export const STATUS_WORDS: Readonly<Record<AccountStatus, string>> = {
  registered: 'Email not verified',
  'awaiting-approval': 'Waits for approval',
  active: 'Active',
  denied: 'Denied',
  suspended: 'Suspended',
  inactive: 'Inactive',
};

export const KIND_WORDS: Readonly<Record<AdminAgency['kind'], string>> = {
  police: 'Police',
  prosecution: 'Prosecution',
  tax: 'Tax',
  'financial-intelligence': 'Financial intelligence',
  customs: 'Customs',
  regulator: 'Regulator',
  court: 'Court',
  other: 'Other',
};

export const MAIL_WORDS: Readonly<Record<AdminMail['status'], string>> = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const MESSAGE_WORDS: Readonly<Record<ContactMessage['status'], string>> = {
  new: 'New',
  open: 'Open',
  done: 'Done',
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function formatSpan(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.floor(ms / MINUTE))} min`;
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} h` : formatPlural(Math.floor(ms / DAY), 'day');
}

/** "due in 3 h", or how long the time for a decision has been over. */
export function formatDue(dueAt: string, now: number): { readonly text: string; readonly isOverdue: boolean } {
  const left = Date.parse(dueAt) - now;
  if (left >= 0) return { text: `due in ${formatSpan(left)}`, isOverdue: false };
  return { text: `overdue by ${formatSpan(-left)}`, isOverdue: true };
}

/** Second factors in words. */
export function formatFactors(hasTotp: boolean, passkeys: number): string {
  const parts = [hasTotp && 'authenticator', passkeys > 0 && formatPlural(passkeys, 'passkey')].filter(Boolean);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
