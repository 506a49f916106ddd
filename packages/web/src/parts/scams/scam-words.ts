import { CONFIDENCE_LEVELS, type ConfidenceId } from '@trailmark/core/confidence';
import {
  SCAM_CATEGORIES,
  SCAM_CATEGORY_IDS,
  type ScamReporter,
  type ScamState,
  type SuspectKind,
} from '@trailmark/core/scam-report';

export const CATEGORY_OPTIONS = SCAM_CATEGORY_IDS.map((id) => [id, SCAM_CATEGORIES[id].name] as const);

export const REPORTER_NAMES: Readonly<Record<ScamReporter, string>> = {
  victim: 'Victim',
  'for-another': 'For another person',
  officer: 'Officer',
  exchange: 'Exchange',
  researcher: 'Researcher',
};
export const REPORTER_OPTIONS = Object.entries(REPORTER_NAMES) as [ScamReporter, string][];

export const STATE_NAMES: Readonly<Record<ScamState, string>> = {
  new: 'New',
  verified: 'Verified',
  rejected: 'Rejected',
  merged: 'Merged',
  appeal: 'Appeal',
};

export const KIND_NAMES: Readonly<Record<SuspectKind, string>> = {
  address: 'Address',
  domain: 'Website',
  email: 'Email',
  phone: 'Phone',
  handle: 'Account',
  name: 'Name',
  app: 'App',
};
export const KIND_OPTIONS = Object.entries(KIND_NAMES) as [SuspectKind, string][];

/** Levels that a report can carry; facts of a ledger or of an authority are not among them. */
const OF_REPORTS: readonly ConfidenceId[] = [
  'web_crawl',
  'untrusted_transaction',
  'trusted_provider',
  'forensic_investigation',
];
export const CONFIDENCE_OPTIONS = OF_REPORTS.map(
  (id) => [id, `${CONFIDENCE_LEVELS[id]} of 100, ${id.replaceAll('_', ' ')}`] as const,
);

export const STEP_WORDS: Readonly<Record<string, string>> = {
  received: 'Received.',
  verified: 'Verified by a reviewer.',
  rejected: 'Rejected by a reviewer.',
  merged: 'Merged with another report.',
  appeal: 'You appealed.',
  reopened: 'Opened again by a reviewer.',
  withdrawn: 'Consent withdrawn. Your personal details were erased from this report.',
};
