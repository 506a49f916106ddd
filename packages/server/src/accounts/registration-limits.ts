import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { type AttemptLimit, takeAttempts } from '@trailmark/store/cases/accounts/attempt-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, recordEntry } from '../casework/casework-context.ts';

const HOUR = 3_600_000;
/** Emails that one address gets of one kind in an hour, whoever asks. */
const PER_MAILBOX = 5;

/** How often one mailbox may be written to; the same whether or not it has an account. */
export function limitMailbox(what: string, emailKey: string): AttemptLimit {
  const hash = createHash('sha256').update(emailKey).digest('hex');
  return { key: `${what}:mailbox:${hash}`, max: PER_MAILBOX, withinMs: HOUR };
}

/** Counts a try against its limits. Throws where one is used up, with that in the log. */
export async function enforceLimits(
  casework: CaseworkContext,
  caller: Caller,
  action: string,
  limits: readonly AttemptLimit[],
): Promise<void> {
  const full = await casework.store.transact({ kind: 'system' }, (tx) => takeAttempts(tx, limits, casework.now()));
  if (full === undefined) return;
  const limit = full.split(':')[1] ?? '';
  await recordEntry(casework, caller, { action, outcome: 'denied', details: { reason: 'too-many', limit } });
  throw new AppError(
    'unavailable',
    limit === 'mailbox'
      ? 'This was requested a few times already. Check your mailbox and its spam folder, or try again in an hour.'
      : 'Too many tries came from this network. Wait a minute, then try again.',
    { context: { reason: 'too-many' } },
  );
}
