import type { ClaimAppeal } from '@trailmark/api/contract/agency-statement';
import { formatDay } from './time.ts';

const STATES: Readonly<Record<ClaimAppeal['state'], string>> = {
  open: 'Contested by your agency, not decided',
  accepted: 'Your agency found this label wrong',
  rejected: 'Your agency rejected an appeal against this label',
};

/** "Contested by your agency, not decided (Lead investigator, 3 Nov 2026): The listing names another address." */
export function describeClaimAppeal({ state, by, at, text }: ClaimAppeal): string {
  return `${STATES[state]} (${by}, ${formatDay(at)}): ${text}`;
}
