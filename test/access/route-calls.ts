import type { RouteName } from '../../packages/api/src/contract.ts';
import { ACCOUNTS } from './calls/account-calls.ts';
import { ADMINISTRATION } from './calls/admin-calls.ts';
import { ALERT_CHANNELS, ALERT_SUBSCRIPTIONS, ALERTS, WATCHES } from './calls/alert-calls.ts';
import { AUDIT } from './calls/audit-calls.ts';
import type { RouteCall } from './calls/call.ts';
import { AGENCY_CASES } from './calls/case-calls.ts';
import { CONTENT } from './calls/content-calls.ts';
import { SAVED_FLOWS } from './calls/flow-calls.ts';
import { HOME } from './calls/home-calls.ts';
import { INTERESTS, PARTNERS } from './calls/interest-calls.ts';
import { JOBS } from './calls/job-calls.ts';
import { LABEL_APPEALS } from './calls/label-appeal-calls.ts';
import { LEDGER } from './calls/ledger-calls.ts';
import { LISTS } from './calls/list-calls.ts';
import { NFTS } from './calls/nft-calls.ts';
import { REPORTS } from './calls/report-calls.ts';
import { SCAM_REPORTS } from './calls/scam-calls.ts';
import { SCREENINGS } from './calls/screening-calls.ts';
import { SOURCES } from './calls/source-calls.ts';
import { STATEMENTS } from './calls/statement-calls.ts';
import { THREAT_RULES } from './calls/threat-rule-calls.ts';
import { TRACES } from './calls/trace-calls.ts';
import { TRAINING } from './calls/training-calls.ts';
import { USER_PANEL } from './calls/user-panel-calls.ts';
import type { Ids } from './planted.ts';

/** A call of every route, with the objects it names, one file per room; leaving one out does not compile. */
export const ROUTE_CALLS: Readonly<Record<RouteName, (ids: Ids) => RouteCall>> = {
  ...ACCOUNTS,
  ...ADMINISTRATION,
  ...AGENCY_CASES,
  ...ALERTS,
  ...ALERT_CHANNELS,
  ...ALERT_SUBSCRIPTIONS,
  ...AUDIT,
  ...CONTENT,
  ...HOME,
  ...INTERESTS,
  ...PARTNERS,
  ...JOBS,
  ...LABEL_APPEALS,
  ...LEDGER,
  ...LISTS,
  ...NFTS,
  ...REPORTS,
  ...SAVED_FLOWS,
  ...SCAM_REPORTS,
  ...SCREENINGS,
  ...SOURCES,
  ...STATEMENTS,
  ...THREAT_RULES,
  ...TRACES,
  ...TRAINING,
  ...USER_PANEL,
  ...WATCHES,
};
