import { sql } from '@trailmark/store/cases/sql';
import type { Office } from '../office/office.ts';

export interface OutboxMail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly status: string;
}

/** What was queued, oldest first. */
export function listOutbox(office: Office): Promise<OutboxMail[]> {
  return office.store.transact({ kind: 'system' }, (tx) =>
    tx.list<OutboxMail>(sql`SELECT recipient, subject, body, status FROM mail ORDER BY created_at, ctid`),
  );
}

/** The secret of the newest link to a page that was mailed to an address; empty without one. */
export async function lastLinkToken(office: Office, recipient: string, page: string): Promise<string> {
  const mails = (await listOutbox(office)).filter((mail) => mail.recipient === recipient);
  const links = mails.flatMap(({ body }) => body.match(new RegExp(`/${page}#([\\w-]{43})`))?.[1] ?? []);
  return links.at(-1) ?? '';
}
