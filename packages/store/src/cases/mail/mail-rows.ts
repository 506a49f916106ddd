import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** An email of plain text. It carries links and no addresses or case data. */
export interface NewMail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly agency?: string | null;
}

/** One line of at most `max` characters: control characters and line breaks would end a mail header. */
function toLine(text: string, max: number): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, max);
}

/** Queues an email in the transaction of what it reports. */
export async function queueMail(tx: Transaction, { recipient, subject, body, agency }: NewMail): Promise<void> {
  await tx.run(sql`
    INSERT INTO mail (recipient, subject, body, agency_id)
    VALUES (${toLine(recipient, 254)}, ${toLine(subject, 200)}, ${body.slice(0, 20_000)}, ${agency ?? null})`);
}
