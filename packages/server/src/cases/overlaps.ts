import type { CaseOverlap } from '@trailmark/api/contract/case-item';
import { type CaseDetailRow, findCase } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  insertNotice,
  insertOverlapRequest,
  listOverlaps,
  listSealedOverlaps,
  type OverlapRow,
  takeOverlapRequests,
} from '@trailmark/store/cases/agency-cases/overlap-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { FindOverlaps } from './case-items.ts';
import { nameKeys } from './item-kinds/identifiers.ts';

const SYSTEM = { kind: 'system' } as const;
const TAKEN = 200;

const maySee = ({ policy, readers }: OverlapRow, account: string): boolean =>
  policy === 'open' || readers.includes(account);

/** What somebody who adds something learns of the other cases: of a sealed one nothing, and never how many there are. */
function toOverlaps(rows: readonly OverlapRow[], account: string): CaseOverlap[] {
  const seen = rows.filter((row) => maySee(row, account));
  const isHidden = rows.some((row) => !maySee(row, account) && row.policy === 'need-to-know');
  return [
    ...seen.map(({ id, number, title, keys }): CaseOverlap => {
      return { kind: 'case', id, number, title, what: nameKeys(keys) };
    }),
    ...(isHidden ? [{ kind: 'contact-the-custodian' } as const] : []),
  ];
}

/** Notifies the owners of another case of what the policy of this one lets them know. */
async function notifyOwners(
  tx: Transaction,
  own: CaseDetailRow,
  { id: caseId, owners, keys }: OverlapRow,
  { account, at }: { readonly account: string; readonly at: Date },
): Promise<void> {
  const facts = { keys, case: own.policy === 'open' ? { id: own.id } : null };
  for (const owner of owners.filter((other) => other !== account)) {
    await insertNotice(tx, { caseId, agency: own.agency, account: owner, kind: 'overlap', facts, at });
  }
}

/**
 * Finds the other cases of the agency that name the same, and notifies each side of what it may know. Of a sealed case without
 * the account as a member nothing is read: its owners are notified later, by `settleOverlapRequests`.
 */
export function createOverlaps(casework: CaseworkContext, account: string): FindOverlaps {
  return async ({ id: caseId, agency }, keys) => {
    if (keys.length === 0) return [];
    return casework.store.transact(SYSTEM, async (tx) => {
      const at = casework.now();
      const added = { caseId, agency, account, keys, at };
      const rows = await listOverlaps(tx, added);
      const own = await findCase(tx, caseId);
      await insertOverlapRequest(tx, added);
      // Of a sealed case nobody but members of sealed cases is ever notified.
      const isTold = own !== undefined && own.policy !== 'sealed';
      for (const row of rows) if (isTold && row.policy !== 'sealed') await notifyOwners(tx, own, row, added);
      return toOverlaps(rows, account);
    });
  };
}

async function settleSome(tx: Transaction): Promise<number> {
  const taken = await takeOverlapRequests(tx, TAKEN);
  for (const added of taken) {
    const own = await findCase(tx, added.caseId);
    if (!own) continue;
    for (const row of await listSealedOverlaps(tx, added)) await notifyOwners(tx, own, row, added);
  }
  return taken.length;
}

/** Notifies the owners of sealed cases of what was added to other cases that theirs names too. */
export async function settleOverlapRequests(casework: CaseworkContext): Promise<void> {
  while ((await casework.store.transact(SYSTEM, settleSome)) === TAKEN);
}
