import type { Transaction } from '../casework.ts';
import { sql } from '../sql.ts';

/** Remembers a signed request and forgets those before a time. False where it was taken before: a replay. */
export async function takeSignedRequest(
  tx: Transaction,
  digest: string,
  { at, forgetBefore }: { readonly at: Date; readonly forgetBefore: Date },
): Promise<boolean> {
  await tx.run(sql`DELETE FROM signed_request WHERE at < ${forgetBefore}`);
  const taken = await tx.run(
    sql`INSERT INTO signed_request (digest, at) VALUES (${digest}, ${at}) ON CONFLICT DO NOTHING`,
  );
  return taken === 1;
}
