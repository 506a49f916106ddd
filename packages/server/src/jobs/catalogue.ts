import { closeInactiveAccounts, purgeOldAttempts, removeUnverifiedAccounts } from '../accounts/sign-in-jobs.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { remindEnrolled } from '../training/reminders.ts';
import { remindApprovers } from './remind-approvers.ts';
import { defineJob, type Job } from './run-jobs.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Everything the server does by itself. */
export const JOBS: readonly Job[] = [
  defineJob({ id: 'deliver-mail', everyMs: 3 * SECOND, run: deliverMail }),
  defineJob({
    id: 'remind-approvers',
    everyMs: 10 * MINUTE,
    run: async (office) => {
      await remindApprovers(office);
    },
  }),
  defineJob({
    id: 'remind-enrolled',
    everyMs: 10 * MINUTE,
    run: async (office) => {
      await remindEnrolled(office);
    },
  }),
  defineJob({
    id: 'close-inactive-accounts',
    everyMs: 6 * HOUR,
    run: async (office) => {
      await closeInactiveAccounts(office);
    },
  }),
  defineJob({
    id: 'remove-unverified-accounts',
    everyMs: 6 * HOUR,
    run: async (office) => {
      await removeUnverifiedAccounts(office);
    },
  }),
  defineJob({
    id: 'purge-attempts',
    everyMs: HOUR,
    run: async (office) => {
      await purgeOldAttempts(office);
    },
  }),
];
