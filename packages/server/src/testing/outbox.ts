import { sql } from '@trailmark/store/cases/sql';
import type { CaseworkContext } from '../casework/casework-context.ts';

export interface OutboxMail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly status: string;
}

/** What was queued, oldest first. */
export function listOutbox(casework: CaseworkContext): Promise<OutboxMail[]> {
  return casework.store.transact({ kind: 'system' }, (tx) =>
    tx.list<OutboxMail>(sql`SELECT recipient, subject, body, status FROM mail ORDER BY created_at, ctid`),
  );
}

/** The secret of the newest link to a page that was emailed to an address; empty without one. */
export async function lastLinkToken(casework: CaseworkContext, recipient: string, page: string): Promise<string> {
  const mails = (await listOutbox(casework)).filter((mail) => mail.recipient === recipient);
  const links = mails.flatMap(({ body }) => body.match(new RegExp(`/${page}#([\\w-]{43})`))?.[1] ?? []);
  return links.at(-1) ?? '';
}
