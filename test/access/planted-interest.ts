import { createHash, randomUUID } from 'node:crypto';
import { sealBytes } from '../../packages/server/src/cases/case-key.ts';
import { sealKey } from '../../packages/server/src/deconfliction/tags.ts';
import type { TestCaseworkContext } from '../../packages/server/src/testing/accounts.ts';
import type { Transaction } from '../../packages/store/src/cases/casework.ts';
import { insertInterest } from '../../packages/store/src/cases/deconfliction/interest-rows.ts';
import { insertPartner } from '../../packages/store/src/cases/partners/partner-rows.ts';

interface PlantedInterest {
  readonly agency: string;
  readonly account: string;
  readonly caseId: string;
  readonly at: Date;
  /** Part of every text of it. */
  readonly word: string;
}

/** An interest of the planted case. */
async function plantInterest(
  tx: Transaction,
  casework: TestCaseworkContext,
  { agency, account, caseId, at, word }: PlantedInterest,
): Promise<string> {
  const id = randomUUID();
  const seal = (about: string) => sealBytes(sealKey(casework), `${about}:${id}`, Buffer.from(word));
  await insertInterest(tx, {
    ...{ id, agency, caseId, number: 'I-2026-00001', accountId: account, legalBasis: word, predicate: word },
    ...{ suspicion: seal('suspicion'), confidence: 'low', sensitivity: 'open', radius: 'exact', hops: 0 },
    ...{ identifiers: seal('identifiers'), identifierCount: 1, contact: word, reviewOn: '2027-06-01', filedAt: at },
  });
  return id;
}

/** A partner of an agency, on another server. */
async function plantPartner(
  tx: Transaction,
  { agency, account, at, word }: Omit<PlantedInterest, 'caseId'>,
): Promise<string> {
  const id = randomUUID();
  const key = createHash('sha256').update(word).digest();
  await insertPartner(tx, { id, agency, name: word, key, endpoint: null, isOwn: false, createdBy: account, at });
  return id;
}

/** An interest, and a partner to compare it with. */
export async function plantPointers(
  casework: TestCaseworkContext,
  { words: [word, other], ...place }: Omit<PlantedInterest, 'word'> & { readonly words: readonly [string, string] },
) {
  return casework.store.transact({ kind: 'system' }, async (tx) => ({
    interest: await plantInterest(tx, casework, { ...place, word }),
    partner: await plantPartner(tx, { ...place, word: other }),
  }));
}
