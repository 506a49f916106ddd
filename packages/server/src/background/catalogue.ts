import { closeInactiveAccounts, purgeOldAttempts, removeUnverifiedAccounts } from '../accounts/sign-in-jobs.ts';
import { PURGE_STEPS } from '../cases/case-areas.ts';
import { allowFetch } from '../cases/case-sources.ts';
import { settleEmergencyRequests } from '../cases/emergency-access.ts';
import { writeCustodyRoots } from '../cases/evidence/custody-root.ts';
import { stampCustodyRoots } from '../cases/evidence/custody-stamp.ts';
import { checkStoredEvidence, giveUpAbandonedUploads } from '../cases/evidence/evidence-jobs.ts';
import { settleOverlapRequests } from '../cases/overlaps.ts';
import { finishPurges } from '../cases/purge-case.ts';
import { remindTasks } from '../cases/remind-tasks.ts';
import { settleInterestRequests } from '../deconfliction/compare-interest.ts';
import { rematchInterests } from '../deconfliction/rematch-interests.ts';
import { deliverAlerts } from '../inbox/channels/deliver-alerts.ts';
import { sendDigests } from '../inbox/subscriptions/send-digests.ts';
import { type AnyJob, defineJob } from '../jobs/define-job.ts';
import { purgeEndedJobs } from '../jobs/purge-ended-jobs.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';
import { alertListChanges } from '../lists/alert-changes.ts';
import { ListCopies } from '../lists/list-copies.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { createPartnerContext } from '../partners/partner-context.ts';
import { createRounds, runPartners } from '../partners/partner-rounds.ts';
import { PartnerWork } from '../partners/partner-work.ts';
import { alertVerifiedReports } from '../scams/alert-reports.ts';
import { createRepeatBatches } from '../screening/repeat-batches.ts';
import { createScreenBatchJob } from '../screening/screen-batch-job.ts';
import { createFetchAddressesJob } from '../sources/fetch-addresses-job.ts';
import type { SourceHost } from '../sources/source-host.ts';
import { remindEnrolled } from '../training/reminders.ts';
import { remindApprovers } from './remind-approvers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the server does at intervals. */
const SCHEDULED = [
  defineJob({
    id: 'deliver-alerts',
    schedule: { everyMs: 2 * SECOND },
    run: async (casework, signal) => {
      while ((await deliverAlerts(casework, signal)) > 0);
    },
  }),
  defineJob({ id: 'deliver-mail', schedule: { everyMs: 3 * SECOND }, run: deliverMail }),
  defineJob({
    id: 'send-alert-digests',
    schedule: { everyMs: 10 * MINUTE },
    run: async (casework) => {
      await sendDigests(casework);
    },
  }),
  defineJob({
    id: 'remind-approvers',
    schedule: { everyMs: 10 * MINUTE },
    run: async (casework) => {
      await remindApprovers(casework);
    },
  }),
  defineJob({
    id: 'remind-enrolled',
    schedule: { everyMs: 10 * MINUTE },
    run: async (casework) => {
      await remindEnrolled(casework);
    },
  }),
  defineJob({
    id: 'remind-tasks',
    schedule: { everyMs: 10 * MINUTE },
    run: async (casework) => {
      await remindTasks(casework);
    },
  }),
  defineJob({
    id: 'close-inactive-accounts',
    schedule: { everyMs: 6 * HOUR },
    run: async (casework) => {
      await closeInactiveAccounts(casework);
    },
  }),
  defineJob({
    id: 'remove-unverified-accounts',
    schedule: { everyMs: 6 * HOUR },
    run: async (casework) => {
      await removeUnverifiedAccounts(casework);
    },
  }),
  defineJob({
    id: 'purge-attempts',
    schedule: { everyMs: HOUR },
    run: async (casework) => {
      await purgeOldAttempts(casework);
    },
  }),
  defineJob({
    id: 'purge-ended-jobs',
    schedule: { everyMs: HOUR },
    run: async (casework) => {
      await purgeEndedJobs(casework);
    },
  }),
  defineJob({
    id: 'settle-emergency-requests',
    schedule: { everyMs: MINUTE },
    run: async (casework) => {
      await settleEmergencyRequests(casework);
    },
  }),
  defineJob({ id: 'settle-overlap-requests', schedule: { everyMs: MINUTE }, run: settleOverlapRequests }),
  defineJob({ id: 'alert-scam-reports', schedule: { everyMs: MINUTE }, run: alertVerifiedReports }),
  defineJob({ id: 'settle-interest-requests', schedule: { everyMs: MINUTE }, run: settleInterestRequests }),
  defineJob({
    id: 'finish-purges',
    schedule: { everyMs: 10 * MINUTE },
    run: async (casework) => {
      await finishPurges(casework, PURGE_STEPS);
    },
  }),
  defineJob({
    id: 'give-up-abandoned-uploads',
    schedule: { everyMs: DAY },
    run: async (casework) => {
      await giveUpAbandonedUploads(casework);
    },
  }),
  defineJob({
    id: 'write-custody-roots',
    // Once a day is what it writes: it looks more often, for a server that was off at that time.
    schedule: { everyMs: HOUR },
    run: async (casework) => {
      await writeCustodyRoots(casework);
    },
  }),
  defineJob({
    id: 'stamp-custody-roots',
    schedule: { everyMs: HOUR },
    run: async (casework, signal) => {
      await stampCustodyRoots(casework, { signal });
    },
  }),
];

/** Parts of the server that jobs work with. */
export interface JobParts {
  readonly ledgers: Ledgers;
  readonly knowledge: Knowledge;
  /** What sources are fetched into; undefined where the server keeps no chain. */
  readonly sources?: SourceHost | undefined;
}

/** Reads stored files of evidence again. */
const createEvidenceCheck = (software: string) =>
  defineJob({
    id: 'check-stored-evidence',
    schedule: { everyMs: DAY },
    run: async (casework, signal) => {
      await checkStoredEvidence(casework, software, signal);
    },
  });

/** Compares new copies of lists with what cases name. */
function createListWatch({ ledgers, knowledge }: JobParts) {
  const copies = new ListCopies(knowledge.packs);
  return defineJob({
    id: 'alert-list-changes',
    schedule: { everyMs: MINUTE },
    run: async (casework) => {
      await alertListChanges({ casework, ledgers, knowledge, copies });
    },
  });
}

/** Compares interests with partners on other servers, and sends what waits for them. */
function createPartnerRounds({ ledgers, knowledge }: JobParts) {
  const rounds = createRounds();
  let work: PartnerWork | undefined;
  return defineJob({
    id: 'exchange-with-partners',
    schedule: { everyMs: 5 * SECOND },
    run: async (casework) => {
      work ??= new PartnerWork();
      await runPartners(createPartnerContext({ casework, ledgers, knowledge }, { work }), rounds);
    },
  });
}

/** Compares interests again: the ledger around their identifiers changes. */
const createInterestRematch = ({ ledgers, knowledge }: JobParts) =>
  defineJob({
    id: 'rematch-interests',
    schedule: { everyMs: 6 * HOUR },
    run: (casework, signal) => rematchInterests({ casework, ledgers, knowledge }, signal),
  });

/** Every job: what the server does at intervals, and what people start and do not wait for. */
export function listJobs({ ledgers, knowledge, sources }: JobParts): readonly AnyJob[] {
  return [
    ...SCHEDULED,
    createEvidenceCheck(ledgers.software),
    createListWatch({ ledgers, knowledge }),
    createPartnerRounds({ ledgers, knowledge }),
    createInterestRematch({ ledgers, knowledge }),
    createFetchAddressesJob({ host: sources, allowFetch }),
    createScreenBatchJob({ ledgers, knowledge }),
    createRepeatBatches({ ledgers, knowledge }),
  ];
}
