import type {
  CasePolicy,
  CasePriority,
  CaseRole,
  CaseStatus,
  EmergencyOutcome,
  PlaceState,
} from '@trailmark/core/case';

export const STATUS_WORDS: Readonly<Record<CaseStatus, string>> = {
  new: 'New',
  active: 'Active',
  waiting: 'Waiting',
  review: 'Review',
  closed: 'Closed',
};

export const PRIORITY_WORDS: Readonly<Record<CasePriority, string>> = { low: 'Low', medium: 'Medium', high: 'High' };

export const POLICY_WORDS: Readonly<Record<CasePolicy, string>> = {
  open: 'Open to the agency',
  'need-to-know': 'Need-to-know',
  sealed: 'Sealed',
};

/** What a policy means, in one sentence. */
export const POLICY_HELP: Readonly<Record<CasePolicy, string>> = {
  open: 'Everybody of the agency with access to the tools reads it; members change it.',
  'need-to-know': 'Only members see it. Others who name the same address learn that there is a custodian to contact.',
  sealed: 'Only members see it. For everybody else it does not exist, not even as a number.',
};

export const OUTCOME_WORDS: Readonly<Record<EmergencyOutcome, string>> = {
  justified: 'Justified',
  unjustified: 'Not justified',
  unclear: 'Unclear',
};

export const ROLE_WORDS: Readonly<Record<CaseRole, string>> = {
  owner: 'Owner',
  editor: 'Editor',
  viewer: 'Viewer',
  reviewer: 'Reviewer',
  legal: 'Legal',
};

export const ROLE_HELP: Readonly<Record<CaseRole, string>> = {
  owner: 'Does everything, and decides who is a member and who may see the case.',
  editor: 'Reads, changes and exports.',
  viewer: 'Reads. Takes nothing out.',
  reviewer: 'Reads, approves what others wrote, exports.',
  legal: 'Reads, approves, exports, and keeps authorities, retention and holds.',
};

export const PLACE_WORDS: Readonly<Record<PlaceState, string>> = {
  seized: 'Seized',
  frozen: 'Frozen',
  returned: 'Returned',
  service: 'At a service',
  withdrawn: 'Withdrawn',
  unspent: 'Unspent',
  mixer: 'Mixer',
  bridge: 'Over a bridge',
  'not-followed': 'Not followed',
  fee: 'Network fees',
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-18` as “18 Nov”, with the year where it is another one than that of `today`. */
export function formatCaseDay(day: string, today: string): string {
  const [year = '', month = '1', date = '1'] = day.split('-');
  const text = `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}`;
  return today.startsWith(year) ? text : `${text} ${year}`;
}

const DAY_MS = 86_400_000;

/** “2 days late”, “today”, “in 5 days”. */
export function describeDue(day: string, today: string): { readonly text: string; readonly isLate: boolean } {
  const days = Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
  if (days === 0) return { text: 'today', isLate: false };
  const size = Math.abs(days);
  const text = `${size} ${size === 1 ? 'day' : 'days'}`;
  return days < 0 ? { text: `${text} late`, isLate: true } : { text, isLate: false };
}

/** A share in tenths of a percent: “89.4”. Undefined where the whole is nothing. */
export function formatShare(part: bigint, whole: bigint): string | undefined {
  if (whole === 0n) return undefined;
  const tenths = (part * 2000n + whole) / (whole * 2n);
  return `${tenths / 10n}.${tenths % 10n}`;
}

/** The first letters of up to two words: “LI” for “Lead investigator”. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}
